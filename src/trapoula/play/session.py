"""A session is a game in progress: undo, redo, restart, clock and record, for all games."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple

from trapoula.catalogue.entries import adopt, find
from trapoula.core import deals
from trapoula.core.cards import Card, Deck
from trapoula.core.errors import BadSeats, IllegalAction, NothingToRedo, NothingToUndo
from trapoula.core.game import (
    ALL,
    CHANCE,
    Action,
    ByGame,
    Game,
    Options,
    Outcome,
    Recipe,
    Seat,
    State,
    View,
    check,
    is_talkative,
    logged,
)
from trapoula.core.shared_list import SharedList
from trapoula.play.record import Record, replay

MOST_TEXTS = 10_000  # cached texts per game
NOTHING: tuple[None, tuple[()], tuple[()]] = None, (), ()  # a cache entry that matches no state
UNASKED: Seat = -9  # a value of `turn` that is no seat: not asked yet


class Texts(dict[Any, str]):
    """A cache of one game's action texts."""

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__()
        self.actions: dict[str, Any] = {}  # by text
        self._game = game

    def __missing__(self, action: Any) -> str:
        if len(self) >= MOST_TEXTS:
            self.clear()
            self.actions.clear()
        text = self[action] = self._game.write(action)
        self.actions[text] = action
        return text


_texts = ByGame(Texts)


class Position:
    """A state with cached answers of the game about it: each question is asked once."""

    __slots__ = ("actions", "offers", "outcome", "rest", "state", "turn")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.turn: Seat | None = UNASKED
        self.actions: Collection[Any] | None = None  # of a single player, until they are written
        # their texts, by seat that asked
        self.offers: tuple[tuple[Seat, tuple[str, ...]], ...] = ()
        self.outcome: Outcome | None = None
        self.rest: tuple[Any, ...] | None = None


class Gist(NamedTuple):
    """A session as plain texts: with the deck, all you need to restore it."""

    done: tuple[tuple[Seat, str], ...]
    begun: tuple[int, ...]  # indices in `done` of what players did; the rest followed
    undone: tuple[tuple[tuple[Seat, str], ...], ...]  # what redo repeats, the next one last
    spent: float
    aside: float
    since: float | None  # when the clock last started; None while it is stopped


class Session:
    """One table: the game, its history, and what redo can repeat."""

    def __init__(
        self,
        game: str | Game[State, Action] | Recipe[Options, Game[State, Action]],
        options: Mapping[str, object] | None = None,
        *,
        deal: int | None = None,
        deck: Sequence[Card] | deals.SecretDeck | None = None,
        seats: int | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        entry = find(game) if isinstance(game, str) else adopt(game)
        self.id = entry.id
        self.options = entry.settle(options or {})
        self.game: Game[Any, Any] = entry.make(self.options)
        self.seats = check_seats(self.game, seats)
        self.deal = deal
        self._key = ""  # seeds random events; empty: they follow from the deck
        if isinstance(deck, deals.SecretDeck):
            self._key, deck = deck.key, deck.cards
        if deck is None:
            deck = deals.deck(self.game.pack, 1 if deal is None else deals.check_number(deal))
            self.deal = 1 if deal is None else deal
        self.deck: Deck = tuple(deck)
        self._clock = clock
        self._spent = 0.0
        self._aside = 0.0  # time spent before a restart
        self._since: float | None = clock()
        self._says = self.game.says if is_talkative(self.game) else None
        # True for one player without talk. The player is then on turn whenever a legal action
        # exists, and `_set_position` asks for the legal actions first.
        self._alone = self.seats == 1 and self._says is None
        self._set_position(Position(self.game.start(self.deck, self.seats)))
        self._tables: SharedList[Position] = SharedList([self._position])
        self._done: SharedList[tuple[Seat, Any]] = SharedList()
        # indices in `_done` where a player acted; the actions up to the next one followed
        # automatically
        self._begun: SharedList[int] = SharedList()
        self._undone: tuple[list[tuple[Seat, Any]], ...] = ()
        self._texts = _texts.of(self.game)
        # each seat's last offer: the state, the actions and their texts
        self._offers: dict[Seat, tuple[Any, Collection[Any], tuple[str, ...]]] = {}
        self._let_chance_play()

    @classmethod
    def resume(
        cls, record: Record, *, key: str = "", clock: Callable[[], float] = monotonic
    ) -> "Session":
        """Continue a recorded game; with a key, later random events follow from the key."""
        session = cls(
            record.game,
            record.options,
            deal=record.deal,
            deck=deals.SecretDeck(record.deck, key) if key else record.deck,
            seats=record.seats,
            clock=clock,
        )
        session._tables = SharedList(map(Position, replay(record)))
        session._set_position(session._tables[-1])
        session._done = SharedList((seat, session.game.read(text)) for seat, text in record.actions)
        session._begun = SharedList(
            at for at, (seat, _) in enumerate(session._done) if seat != CHANCE
        )
        session._spent = record.seconds
        session._let_chance_play()
        return session

    def gist(self) -> Gist:
        """Return the progress of the game, for `go_on_from`."""
        return Gist(
            self._write(self._done),
            tuple(self._begun),
            tuple(map(self._write, self._undone)),
            self._spent,
            self._aside,
            self._since,
        )

    def go_on_from(self, gist: Gist) -> None:
        """Restore the progress of a session with the same deck.

        Its actions were checked there and are not checked again.
        """
        done, play = self._read(gist.done), self.game.play
        tables = [Position(self.game.start(self.deck, self.seats))]
        for _, action in done:
            tables.append(Position(play(tables[-1].state, action)))
        self._done, self._tables, self._begun = (
            SharedList(done),
            SharedList(tables),
            SharedList(gist.begun),
        )
        self._undone = tuple(map(self._read, gist.undone))
        self._spent, self._aside, self._since = gist.spent, gist.aside, gist.since
        self._set_position(tables[-1])

    def fork(self, clock: Callable[[], float]) -> "Session":
        """Return an independent copy of the session; its actions do not affect this one."""
        # These values are replaced, never mutated, so sharing them is safe. Assigned one by one
        # because attributes set in bulk (through `__dict__`) are slower to read afterwards.
        other = Session.__new__(Session)
        other.id, other.options, other.game, other.seats = (
            self.id,
            self.options,
            self.game,
            self.seats,
        )
        other.deal, other.deck, other._key = self.deal, self.deck, self._key
        other._clock = clock
        other._spent, other._aside, other._since = self._spent, self._aside, self._since
        other._state, other._turn, other._position = self._state, self._turn, self._position
        other._tables, other._alone = self._tables, self._alone
        other._done, other._begun, other._undone = self._done, self._begun, self._undone
        other._texts, other._says, other._offers = self._texts, self._says, self._offers
        return other

    # --- state -----------------------------------------------------------------------------------

    @property
    def state(self) -> object:
        """The current state."""
        return self._state

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None when the game is over."""
        return self._turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is in progress."""
        position = self._position
        if position.turn is None and position.outcome is None:
            position.outcome = self.game.outcome(position.state)
        return position.outcome

    @property
    def seconds(self) -> float:
        """The time spent at the table, without pauses."""
        running = 0.0 if self._since is None else self._clock() - self._since
        return self._spent + running

    @property
    def running(self) -> bool:
        """Whether the clock is running."""
        return self._since is not None

    @property
    def steps(self) -> int:
        """How many actions led to the current state, chance's included."""
        return self._done.size

    @property
    def last(self) -> list[tuple[Seat, object]]:
        """A player's last action with what followed automatically; at the deal, chance's actions."""
        return self._done.since(max(0, self._last_start()))

    @property
    def undoable(self) -> bool:
        """Whether the last action that was not talk can be undone."""
        return self.undoer is not None

    @property
    def undoer(self) -> Seat | None:
        """The seat whose action undo would take back; None if nothing can be undone."""
        start = self._last_start(self.remarks)
        return None if start < 0 or self._seen_since(start) else self._done[start][0]

    @property
    def remarks(self) -> int:
        """The number of remarks since the last action that was not talk."""
        size = first = self._done.size
        while first and self.is_talk(self._done[first - 1][1]):
            first -= 1
        return size - first

    @property
    def taken_back(self) -> list[tuple[Seat, object]]:
        """What redo would repeat: an action with what followed automatically; empty if there is none."""
        return self._undone[-1] if self._undone else []

    @property
    def actions(self) -> Sequence[tuple[Seat, object]]:
        """All actions so far, chance's included."""
        return self._done

    def state_at(self, step: int) -> object:
        """Return the state after `step` actions."""
        return self._tables[step].state

    @property
    def finishable(self) -> bool:
        """Whether only obvious moves are left, and they win."""
        return bool(self._rest())

    def view(self, seat: Seat | None = 0) -> View:
        """Return what a seat may know; None is a spectator, and ALL sees every card."""
        if seat not in (None, ALL) and seat not in range(self.seats):
            raise BadSeats(
                "There is no seat {seat} at this table: seats are numbered from 0 to {last}.",
                seat=repr(seat),
                last=self.seats - 1,
            )
        return self.game.view(self._state, seat)

    def legal(self, seat: Seat = 0) -> list[str]:
        """Return the texts of a seat's legal actions."""
        return [*self.offers(seat)]

    def offers(self, seat: Seat) -> tuple[str, ...]:
        """Return the texts of a seat's legal actions, as `legal` does; cached for each state."""
        state = self._state
        on, offered, texts = self._offers.get(seat, NOTHING)
        if on is not state:
            position = self._position
            for who, written in position.offers:
                if who == seat:
                    return written
            actions, position.actions = position.actions if seat == position.turn else None, None
            if actions is None:
                actions = self.game.legal(state, seat)
            if actions is not offered:  # out of turn, these are often unchanged
                texts = tuple(map(self._texts.__getitem__, actions))
            self._offers[seat] = state, actions, texts
            position.offers += ((seat, texts),)
        return texts

    def is_talk(self, action: object) -> bool:
        """Return whether an action is talk, which no player waits for."""
        return self._says is not None and self._says(action)

    def text(self, action: object) -> str:
        """Write an action as text."""
        return self._texts[action]

    def record(self) -> Record:
        """Return the game so far as a record."""
        return Record(
            self.id,
            self.options,
            self.seats,
            self.deck,
            tuple((seat, self.game.write(action)) for seat, action in self._done),
            self.deal,
            int(self.seconds),
        )

    # --- actions ---------------------------------------------------------------------------------

    def play(
        self,
        text: str,
        seat: Seat | None = None,
        *,
        then: Sequence[str] = (),
        checked: bool = False,
    ) -> None:
        """Play an action, for the seat on turn unless you name another, and let chance follow.

        `then` adds actions that belong to it: they are undone together. With `checked`, actions
        from a log, which were checked when first played, are not checked again.
        """
        who, before = self._on_turn() if seat is None else seat, self._done.size
        try:
            for one in (text, *then):
                action = logged(self.game, one) if checked else self._checked(who, one)
                self._do(who, action, follows=self._done.size > before)
        except BaseException:
            self._truncate(before)
            raise
        self._undone = ()
        self._aside = 0.0
        self._let_chance_play()

    def undo(self, *, remarks: int | None = None) -> None:
        """Undo a player's last action with what followed automatically; keep later remarks.

        `remarks` is how many remarks to keep; by default the game decides what a remark is.
        """
        said = self.remarks if remarks is None else remarks
        start, end = self._last_start(said), self.steps - said
        if start < 0:
            raise NothingToUndo("There is nothing to take back.")
        if self._seen_since(start):
            raise NothingToUndo("That cannot be taken back: cards have been seen since.")
        since = self._done[end:]
        self._undone = (*self._undone, self._done[start:end])
        self._truncate(start)
        self._resume_clock()
        for seat, remark in since:
            if self.game.allows(self._state, remark, seat):
                self._do(seat, remark)

    def redo(self) -> None:
        """Redo what was undone last."""
        if not self._undone:
            raise NothingToRedo("There is nothing to do again.")
        *others, again = self._undone
        self._undone = tuple(others)
        for number, (seat, action) in enumerate(again):
            self._do(seat, action, follows=number > 0)
        self._spent, self._aside = self._spent + self._aside, 0.0

    def restart(self) -> None:
        """Undo everything and restart the clock. Redo brings the moves back one by one, then their time."""
        if self._seen_since(0):
            raise NothingToUndo("That cannot be taken back: cards have been seen since.")
        while self._begun.size:
            self.undo(remarks=0)
        self._aside, self._spent, self._since = self._aside + self.seconds, 0.0, self._clock()

    def finish(self) -> int:
        """Play the obvious moves that win, and return how many there were."""
        actions = self._rest()
        if not actions:
            raise IllegalAction("The rest does not play itself yet.")
        for action in actions:
            self._do(self._on_turn(), action)
        self._undone = ()
        self._aside = 0.0
        return len(actions)

    def pause(self) -> None:
        """Stop the clock until the next action."""
        self._spent, self._since = self.seconds, None

    # --- private ---------------------------------------------------------------------------------

    def _write(self, actions: Iterable[tuple[Seat, Any]]) -> tuple[tuple[Seat, str], ...]:
        """Write actions as texts."""
        return tuple((seat, self._texts[action]) for seat, action in actions)

    def _read(self, texts: Iterable[tuple[Seat, str]]) -> list[tuple[Seat, Any]]:
        """Read actions that were checked when they were written."""
        return [(seat, logged(self.game, text)) for seat, text in texts]

    def _checked(self, seat: Seat, text: str) -> Any:
        """Read an action that the seat may do now."""
        action = self._texts.actions.get(text)
        if action is not None:
            on, _, offered = self._offers.get(seat, NOTHING)
            if on is self._state and text in offered:  # the game has already said that it is legal
                return action
            if self.game.allows(self._state, action, seat):
                return action
        return check(self.game, self._state, seat, text)

    def _on_turn(self) -> Seat:
        turn = self._turn
        if turn is None:
            raise IllegalAction("The game is over; undo, or deal again.")
        return turn

    def _last_start(self, remarks: int = 0) -> int:
        """Return the index of a player's last action, skipping so many remarks; -1 if there is none."""
        return self._begun[-1 - remarks] if self._begun.size > remarks else -1

    def _truncate(self, start: int) -> None:
        """Go back to the state after `start` actions."""
        self._done, self._tables = self._done.upto(start), self._tables.upto(start + 1)
        self._begun = self._begun.upto(bisect_left(self._begun, start))
        self._set_position(self._tables[-1])

    def _seen_since(self, start: int) -> bool:
        """Return whether any step from `start` on showed hidden cards."""
        states = [position.state for position in self._tables.since(start)]
        return any(map(self.game.reveals, states, states[1:]))

    def _rest(self) -> tuple[Any, ...]:
        """Return the obvious moves that win from here; empty if they do not win."""
        position = self._position
        if position.rest is None:
            state, actions = position.state, []
            while (action := self.game.obvious(state)) is not None:
                actions.append(action)
                state = self.game.play(state, action)
            outcome = self.game.outcome(state)
            position.rest = tuple(actions) if outcome is not None and outcome.won else ()
        return position.rest

    def _do(self, seat: Seat, action: Any, *, follows: bool = False) -> None:
        self._set_position(Position(self.game.play(self._state, action)))
        self._tables = self._tables.then(self._position)
        if not follows and seat != CHANCE:
            self._begun = self._begun.then(self._done.size)
        self._done = self._done.then((seat, action))
        if self._turn is None:
            self.pause()
        elif self._since is None:
            self._since = self._clock()

    def _set_position(self, position: Position) -> None:
        """Make this the current state, and find out whose turn it is."""
        if position.turn == UNASKED:
            if self._alone and (actions := self.game.legal(position.state, 0)):
                position.turn, position.actions = 0, actions
            else:
                position.turn = self.game.turn(position.state)
        self._position, self._state, self._turn = position, position.state, position.turn

    def _resume_clock(self) -> None:
        if self._since is None:
            self._since = self._clock()

    def _let_chance_play(self) -> None:
        while self._turn == CHANCE:
            dice = deals.dice(self.deck, self.steps, self._key)
            self._do(CHANCE, self.game.draw(self._state, dice))


def check_seats(game: Game[Any, Any], seats: int | None) -> int:
    """Return the player count if the game allows it; by default, the lowest."""
    if seats is None:
        return game.seats[0]
    if seats not in game.seats:
        if len(game.seats) == 1:
            raise BadSeats("A patience is for one player, not for {seats}.", seats=seats)
        raise BadSeats(
            "This game is for {least} to {most} players, not for {seats}.",
            least=game.seats[0],
            most=game.seats[-1],
            seats=seats,
        )
    return seats
