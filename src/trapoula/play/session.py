"""A game in progress: undo, redo, restart, the clock and the record, kept once for all games."""

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

MOST_TEXTS = 10_000  # of one game, that are kept
NOTHING: tuple[None, tuple[()], tuple[()]] = None, (), ()  # offered on no table
UNASKED: Seat = -9  # a seat that nobody has


class Texts(dict[Any, str]):
    """The texts of a game's actions, each written once, however often it is offered."""

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__()
        self.actions: dict[str, Any] = {}  # the actions by their texts
        self._game = game

    def __missing__(self, action: Any) -> str:
        if len(self) >= MOST_TEXTS:
            self.clear()
            self.actions.clear()
        text = self[action] = self._game.write(action)
        self.actions[text] = action
        return text


_texts = ByGame(Texts)


class Laid:
    """A table that was laid, with what the game has said of it since: each thing is asked once."""

    __slots__ = ("actions", "offers", "outcome", "rest", "state", "turn")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.turn: Seat | None = UNASKED
        self.actions: Collection[Any] | None = None  # of who sits alone, until they are written
        self.offers: tuple[tuple[Seat, tuple[str, ...]], ...] = ()  # written, of each who asked
        self.outcome: Outcome | None = None
        self.rest: tuple[Any, ...] | None = None


class Gist(NamedTuple):
    """How far a game is, in texts: with its deck, all that is needed to go on."""

    done: tuple[tuple[Seat, str], ...]
    begun: tuple[int, ...]  # where in it a player did something, and more followed by itself
    undone: tuple[tuple[tuple[Seat, str], ...], ...]  # what redo would do again, the next one last
    spent: float
    aside: float
    since: float | None  # when the clock was last started; None: it stands still


class Session:
    """One table: the game, what was done so far, and what was taken back."""

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
        self._key = ""  # which the dice of chance follow from; empty: from the deck
        if isinstance(deck, deals.SecretDeck):
            self._key, deck = deck.key, deck.cards
        if deck is None:
            deck = deals.deck(self.game.pack, 1 if deal is None else deals.check_number(deal))
            self.deal = 1 if deal is None else deal
        self.deck: Deck = tuple(deck)
        self._clock = clock
        self._spent = 0.0
        self._aside = 0.0  # what was spent before a restart
        self._since: float | None = clock()
        self._says = self.game.says if is_talkative(self.game) else None
        # then whoever may do something is on turn, and it is found out what before another table is asked
        self._alone = self.seats == 1 and self._says is None
        self._lay(Laid(self.game.start(self.deck, self.seats)))
        self._tables: SharedList[Laid] = SharedList([self._laid])
        self._done: SharedList[tuple[Seat, Any]] = SharedList()
        # where in it a player did something, and more followed by itself
        self._begun: SharedList[int] = SharedList()
        self._undone: tuple[list[tuple[Seat, Any]], ...] = ()
        self._texts = _texts.of(self.game)
        # what each seat was last offered: on which table, and how it is written
        self._offers: dict[Seat, tuple[Any, Collection[Any], tuple[str, ...]]] = {}
        self._let_chance_play()

    @classmethod
    def resume(
        cls, record: Record, *, key: str = "", clock: Callable[[], float] = monotonic
    ) -> "Session":
        """Go on with a recorded game; what chance does from there on follows from a key, if there is one."""
        session = cls(
            record.game,
            record.options,
            deal=record.deal,
            deck=deals.SecretDeck(record.deck, key) if key else record.deck,
            seats=record.seats,
            clock=clock,
        )
        session._tables = SharedList(map(Laid, replay(record)))
        session._lay(session._tables[-1])
        session._done = SharedList((seat, session.game.read(text)) for seat, text in record.actions)
        session._begun = SharedList(
            at for at, (seat, _) in enumerate(session._done) if seat != CHANCE
        )
        session._spent = record.seconds
        session._let_chance_play()
        return session

    def gist(self) -> Gist:
        """How far the game is, for `go_on_from`."""
        return Gist(
            self._write(self._done),
            tuple(self._begun),
            tuple(map(self._write, self._undone)),
            self._spent,
            self._aside,
            self._since,
        )

    def go_on_from(self, gist: Gist) -> None:
        """Be where another session of the same deck was. What it did was checked then, and is not again."""
        done, play = self._read(gist.done), self.game.play
        tables = [Laid(self.game.start(self.deck, self.seats))]
        for _, action in done:
            tables.append(Laid(play(tables[-1].state, action)))
        self._done, self._tables, self._begun = (
            SharedList(done),
            SharedList(tables),
            SharedList(gist.begun),
        )
        self._undone = tuple(map(self._read, gist.undone))
        self._spent, self._aside, self._since = gist.spent, gist.aside, gist.since
        self._lay(tables[-1])

    def fork(self, clock: Callable[[], float]) -> "Session":
        """The same table once more: what is done at one is not done at the other."""
        # all of it is replaced and never changed; said one by one, since Python is slower with what came in
        # a heap, each time that it is looked at
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
        other._state, other._turn, other._laid = self._state, self._turn, self._laid
        other._tables, other._alone = self._tables, self._alone
        other._done, other._begun, other._undone = self._done, self._begun, self._undone
        other._texts, other._says, other._offers = self._texts, self._says, self._offers
        return other

    # --- how it stands ---------------------------------------------------------------------------

    @property
    def state(self) -> object:
        """The table as it lies."""
        return self._state

    @property
    def turn(self) -> Seat | None:
        """Whose move it is; None when the game is over."""
        return self._turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        laid = self._laid
        if laid.turn is None and laid.outcome is None:
            laid.outcome = self.game.outcome(laid.state)
        return laid.outcome

    @property
    def seconds(self) -> float:
        """The time spent at the table, pauses left out."""
        running = 0.0 if self._since is None else self._clock() - self._since
        return self._spent + running

    @property
    def running(self) -> bool:
        """Whether the clock goes."""
        return self._since is not None

    @property
    def steps(self) -> int:
        """How many actions lead to the table as it lies, chance's among them."""
        return self._done.size

    @property
    def last(self) -> list[tuple[Seat, object]]:
        """The last action of a player and what followed by itself; chance's alone at the deal."""
        return self._done.since(max(0, self._last_start()))

    @property
    def undoable(self) -> bool:
        """Whether the last action that was not talk can be taken back."""
        return self.undoer is not None

    @property
    def undoer(self) -> Seat | None:
        """Who did what can be taken back; None when nothing can."""
        start = self._last_start(self.remarks)
        return None if start < 0 or self._seen_since(start) else self._done[start][0]

    @property
    def remarks(self) -> int:
        """How many remarks were made since the last action that was not talk."""
        size = first = self._done.size
        while first and self.is_talk(self._done[first - 1][1]):
            first -= 1
        return size - first

    @property
    def taken_back(self) -> list[tuple[Seat, object]]:
        """What redo would do again: an action and what followed by itself; nothing if nothing is."""
        return self._undone[-1] if self._undone else []

    @property
    def actions(self) -> Sequence[tuple[Seat, object]]:
        """Everything that was done so far, chance's doings among it."""
        return self._done

    def state_at(self, step: int) -> object:
        """The table after so many actions."""
        return self._tables[step].state

    @property
    def finishable(self) -> bool:
        """Whether nothing but obvious moves is left, and they win."""
        return bool(self._rest())

    def view(self, seat: Seat | None = 0) -> View:
        """What a seat may know; None is a spectator, and ALL knows every card."""
        if seat not in (None, ALL) and seat not in range(self.seats):
            raise BadSeats(
                "There is no seat {seat} at this table: seats are numbered from 0 to {last}.",
                seat=repr(seat),
                last=self.seats - 1,
            )
        return self.game.view(self._state, seat)

    def legal(self, seat: Seat = 0) -> list[str]:
        """What a seat may do now, written."""
        return [*self.offers(seat)]

    def offers(self, seat: Seat) -> tuple[str, ...]:
        """What a seat may do now, written, as `legal` says: found out once for a table."""
        state = self._state
        on, offered, texts = self._offers.get(seat, NOTHING)
        if on is not state:
            laid = self._laid
            for who, written in laid.offers:
                if who == seat:
                    return written
            actions, laid.actions = laid.actions if seat == laid.turn else None, None
            if actions is None:
                actions = self.game.legal(state, seat)
            if actions is not offered:  # out of turn it is often the same as before
                texts = tuple(map(self._texts.__getitem__, actions))
            self._offers[seat] = state, actions, texts
            laid.offers += ((seat, texts),)
        return texts

    def is_talk(self, action: object) -> bool:
        """Whether an action is talk, for which nobody waits."""
        return self._says is not None and self._says(action)

    def text(self, action: object) -> str:
        """An action, written."""
        return self._texts[action]

    def record(self) -> Record:
        """The game so far, as a record."""
        return Record(
            self.id,
            self.options,
            self.seats,
            self.deck,
            tuple((seat, self.game.write(action)) for seat, action in self._done),
            self.deal,
            int(self.seconds),
        )

    # --- what may be done ------------------------------------------------------------------------

    def play(
        self,
        text: str,
        seat: Seat | None = None,
        *,
        then: Sequence[str] = (),
        checked: bool = False,
    ) -> None:
        """Do what a text says, for the seat on turn unless another is named, and what follows by itself.

        What was checked when it was first done, and is only done again from a log, need not be twice.
        """
        who, before = self._on_turn() if seat is None else seat, self._done.size
        try:
            for one in (text, *then):
                action = logged(self.game, one) if checked else self._checked(who, one)
                self._do(who, action, follows=self._done.size > before)
        except BaseException:
            self._forget_from(before)
            raise
        self._undone = ()
        self._aside = 0.0
        self._let_chance_play()

    def undo(self, *, remarks: int | None = None) -> None:
        """Take back the last action of a player, and what followed by itself; remarks made since stay made.

        How many of those there are is as the rules say, unless a log tells otherwise."""
        said = self.remarks if remarks is None else remarks
        start, end = self._last_start(said), self.steps - said
        if start < 0:
            raise NothingToUndo("There is nothing to take back.")
        if self._seen_since(start):
            raise NothingToUndo("That cannot be taken back: cards have been seen since.")
        since = self._done[end:]
        self._undone = (*self._undone, self._done[start:end])
        self._forget_from(start)
        self._resume_clock()
        for seat, remark in since:
            if self.game.allows(self._state, remark, seat):
                self._do(seat, remark)

    def redo(self) -> None:
        """Do again what was last taken back."""
        if not self._undone:
            raise NothingToRedo("There is nothing to do again.")
        *others, again = self._undone
        self._undone = tuple(others)
        for number, (seat, action) in enumerate(again):
            self._do(seat, action, follows=number > 0)
        self._spent, self._aside = self._spent + self._aside, 0.0

    def restart(self) -> None:
        """Take everything back, and begin the clock anew; redo brings it again with its time, by steps."""
        if self._seen_since(0):
            raise NothingToUndo("That cannot be taken back: cards have been seen since.")
        while self._begun.size:
            self.undo(remarks=0)
        self._aside, self._spent, self._since = self._aside + self.seconds, 0.0, self._clock()

    def finish(self) -> int:
        """Bring all cards home when nothing but obvious moves is left; how many moves that took."""
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

    # --- inside ----------------------------------------------------------------------------------

    def _write(self, actions: Iterable[tuple[Seat, Any]]) -> tuple[tuple[Seat, str], ...]:
        """Some actions, each as a text."""
        return tuple((seat, self._texts[action]) for seat, action in actions)

    def _read(self, texts: Iterable[tuple[Seat, str]]) -> list[tuple[Seat, Any]]:
        """The actions of some texts, which were checked when they were written."""
        return [(seat, logged(self.game, text)) for seat, text in texts]

    def _checked(self, seat: Seat, text: str) -> Any:
        """The action of a text, when the seat may do it now."""
        action = self._texts.actions.get(text)
        if action is not None:
            on, _, offered = self._offers.get(seat, NOTHING)
            if on is self._state and text in offered:  # the game has said already that it is legal
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
        """Where a player last did something, before so many remarks; -1 when nobody did."""
        return self._begun[-1 - remarks] if self._begun.size > remarks else -1

    def _forget_from(self, start: int) -> None:
        """Be at the table again that lay there after so many actions."""
        self._done, self._tables = self._done.upto(start), self._tables.upto(start + 1)
        self._begun = self._begun.upto(bisect_left(self._begun, start))
        self._lay(self._tables[-1])

    def _seen_since(self, start: int) -> bool:
        """Whether somebody saw hidden cards in the steps from there on."""
        states = [laid.state for laid in self._tables.since(start)]
        return any(map(self.game.reveals, states, states[1:]))

    def _rest(self) -> tuple[Any, ...]:
        """The obvious moves that win from here; none when they do not."""
        laid = self._laid
        if laid.rest is None:
            state, actions = laid.state, []
            while (action := self.game.obvious(state)) is not None:
                actions.append(action)
                state = self.game.play(state, action)
            outcome = self.game.outcome(state)
            laid.rest = tuple(actions) if outcome is not None and outcome.won else ()
        return laid.rest

    def _do(self, seat: Seat, action: Any, *, follows: bool = False) -> None:
        self._lay(Laid(self.game.play(self._state, action)))
        self._tables = self._tables.then(self._laid)
        if not follows and seat != CHANCE:
            self._begun = self._begun.then(self._done.size)
        self._done = self._done.then((seat, action))
        if self._turn is None:
            self.pause()
        elif self._since is None:
            self._since = self._clock()

    def _lay(self, laid: Laid) -> None:
        """This is the table now."""
        if laid.turn == UNASKED:
            if self._alone and (actions := self.game.legal(laid.state, 0)):
                laid.turn, laid.actions = 0, actions
            else:
                laid.turn = self.game.turn(laid.state)
        self._laid, self._state, self._turn = laid, laid.state, laid.turn

    def _resume_clock(self) -> None:
        if self._since is None:
            self._since = self._clock()

    def _let_chance_play(self) -> None:
        while self._turn == CHANCE:
            dice = deals.dice(self.deck, self.steps, self._key)
            self._do(CHANCE, self.game.draw(self._state, dice))


def check_seats(game: Game[Any, Any], seats: int | None) -> int:
    """The number of players itself, when the game is for that many; the least when none is given."""
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
