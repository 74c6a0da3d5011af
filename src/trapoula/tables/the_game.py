"""The Game: a team lays 98 cards on four rows, two rising from 1 and two falling from 100."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple, TypeAlias

from trapoula.core.cards import Card, Deck, Pile
from trapoula.core.errors import IllegalAction, Phrase
from trapoula.core.game import (
    ALL,
    Dice,
    FirstRound,
    Json,
    Line,
    Outcome,
    Reach,
    Recap,
    Seat,
    Tip,
    View,
    check_deck,
    game,
)
from trapoula.tables import _rows, _talk
from trapoula.tables._chance import Shuffle
from trapoula.tables._deck import (
    NOT_YOUR_TURN,
    OVER,
    check_seats,
    deal_hands,
    not_held,
    number_faces,
    put,
    sort,
    unreadable,
    without,
)
from trapoula.tables._rows import BACK, FIRST, RISING, ROWS
from trapoula.tables._rows_recap import rows_recap
from trapoula.tables._rows_tips import rows_tips
from trapoula.tables._talk import (
    FREE,
    KEEN,
    WISHES,
    Begin,
    Signal,
    renewed,
    standing,
    starter,
    write_talk,
)
from trapoula.tables._view import (
    RowsCommon,
    RowSeen,
    RowsOwn,
    RowsView,
    seen_by_all,
    seen_from,
    sent,
)

Row: TypeAlias = int  # a place in ROWS

PACK: Final[Deck] = tuple(range(2, 100))
HANDS: Final = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}  # by the number of players
BURNING: Final = frozenset({22, 33, 44, 55, 66, 77})
EXCELLENT: Final = 10  # fewer cards left than this are an excellent result


class Lay(NamedTuple):
    """Lay a card of the hand on a row."""

    card: Card
    row: Row


@dataclass(frozen=True, slots=True)
class End:
    """End the turn, and draw."""


Action: TypeAlias = Lay | End | Begin | Signal | Shuffle

LAYS: Final = {(card, row): Lay(card, row) for card in PACK for row in range(len(ROWS))}
END: Final = End()


class Table(NamedTuple):
    """The cards, and how far the turn has come."""

    rows: tuple[Pile, ...]  # the newest card last; the first card of a row is not among them
    hands: tuple[Pile, ...]
    pile: Pile  # the next card to be drawn first
    seat: Seat = 0  # whose turn it is, or who is asked whether to begin
    said: tuple[str, ...] = ()  # what each seat said about beginning
    laid: tuple[Lay, ...] = ()  # the cards of this turn, in their order
    signals: tuple[Signal, ...] = ()  # what was said and still stands
    broken: tuple[str, ...] = ()  # the rules that the game was lost to
    commands: Pile = b""  # what chance wrote on the cards, in editions where it does

    def top(self, row: Row) -> Card:
        """The card that lies open on a row."""
        return self.rows[row][-1] if self.rows[row] else FIRST[row]

    @property
    def tops(self) -> list[Card]:
        """The card that lies open on each row."""
        return [row[-1] if row else first for row, first in zip(self.rows, FIRST, strict=True)]

    @property
    def hand(self) -> Pile:
        """The hand of the seat that is on turn."""
        return self.hands[self.seat]

    @property
    def left(self) -> int:
        """How many cards are not yet laid."""
        return len(self.pile) + sum(map(len, self.hands))

    @property
    def over(self) -> bool:
        """Whether the game has been lost, or won with the last card."""
        return bool(self.broken) or not (self.pile or any(self.hands))

    @property
    def begun(self) -> bool:
        """Whether it is settled who begins."""
        return len(self.said) == len(self.hands)


@dataclass(frozen=True)
class TheGame:
    """The rules, for a smallest number of cards a turn and for full or smaller hands."""

    minimum: int = 2
    smaller_hands: bool = False
    fire: bool = False  # with the burning cards
    history: bool = False  # rows are spread out, so that covered cards are seen

    seats = range(1, 6)
    pack = PACK
    faces = number_faces(PACK)
    tries = (("end", "end"), ("*", "{from}>{to}"))

    def size(self, seats: int) -> int:
        """How many cards a full hand has."""
        return HANDS[seats] - self.smaller_hands

    # --- the course of the game ------------------------------------------------------------------

    def start(self, deck: Sequence[Card], seats: int = 1) -> Table:
        """Everyone has a hand; the team has yet to say who begins, except that one alone begins."""
        dealt = check_deck(deck, self)
        hands, pile = deal_hands(dealt, check_seats(seats, self.seats), self.size(seats))
        return Table((b"",) * len(ROWS), hands, pile, said=KEEN[:1] if seats == 1 else ())

    def turn(self, state: Table) -> Seat | None:
        """The seat that lays cards, or that is asked whether to begin."""
        return None if state.over else state.seat

    def legal(self, state: Table, seat: Seat = 0) -> Collection[Action]:
        """Cards and the end of the turn for the seat on turn; signals for every seat."""
        if state.over or not 0 <= seat < len(state.hands):
            return ()
        talk = self.talk(state, seat)
        if seat != state.seat:
            return talk
        return (*self.deeds(state), *talk) if state.begun else (*map(Begin, KEEN), *talk)

    def why(self, state: Table, action: Action, seat: Seat = 0) -> Phrase | None:
        """Why a card cannot be laid, the turn not ended, or a word not said."""
        if state.over:
            return OVER
        if isinstance(action, Signal):
            return self.unspoken(state, action, seat)
        if seat != state.seat:
            return NOT_YOUR_TURN
        if isinstance(action, Begin):
            return Phrase("It is settled already who begins.")
        if not state.begun:
            return Phrase("First the team settles who begins.")
        if isinstance(action, Lay):
            return self.unlaid(state, action)
        return Phrase("Lay at least {n} more.", n=self.least(state) - len(state.laid))

    def unlaid(self, table: Table, lay: Lay) -> Phrase | None:
        """Why a card does not go on a row."""
        if lay.card not in table.hand:
            return not_held(lay.card)
        facts = {"top": table.top(lay.row), "back": BACK}
        if RISING[lay.row]:
            return Phrase(
                "On {top} goes a higher card, or one that is lower by exactly {back}.", **facts
            )
        return Phrase(
            "On {top} goes a lower card, or one that is higher by exactly {back}.", **facts
        )

    def unspoken(self, table: Table, signal: Signal, seat: Seat) -> Phrase | None:
        """Why something cannot be said."""
        if len(table.hands) == 1:
            return Phrase("There is nobody to talk to.")
        if signal.seat != seat:
            return Phrase("Everybody speaks for themselves.")
        if signal.word == FREE:
            return Phrase("There is nothing to take back.")
        return Phrase("That has been said, and still stands.")

    def task(self, state: Table, seat: Seat) -> Phrase | None:
        """What is to be done now, for the seat that has to do it."""
        if state.over or seat != state.seat:
            return None
        if not state.begun:
            return Phrase("Say how gladly you would begin.")
        if not self.safe(state) and all(self.peril(state, deed) for deed in self.deeds(state)):
            return Phrase("Nothing else can be done: the game is lost.")
        if (first := self.ordered(state)) is not None:
            return first
        needed = self.least(state) - len(state.laid)
        if needed > 0:
            return Phrase("Lay at least {n} more.", n=needed)
        done = next(self.lays(state), None) is None
        return Phrase("End your turn.") if done else Phrase("Lay more, or end your turn.")

    def ordered(self, table: Table) -> Phrase | None:
        """What a rule demands of this turn before all else."""
        return Phrase("Cover the fire.") if "now" in self.fires(table).values() else None

    def allows(self, state: Table, action: Action, seat: Seat = 0) -> bool:
        """Whether it is among what the seat may do."""
        return action in self.legal(state, seat)

    def deeds(self, table: Table) -> list[Lay | End]:
        """What the seat on turn may do that is no talk: lay a card, or end the turn."""
        found: list[Lay | End] = [*self.lays(table)]
        if len(table.laid) >= self.least(table):
            found.append(END)
        return found

    def draw(self, state: Table, dice: Dice) -> Action:
        """Nothing is left to chance after the deal."""
        raise IllegalAction("Chance has nothing to do in this game.")

    def play(self, state: Table, action: Action) -> Table:
        """The table after something was said, a card laid, or the turn ended."""
        match action:
            case Lay():
                return self._lay(state, action)
            case Begin(word):
                return self._asked(state, (*state.said, word))
            case Signal():
                return state._replace(signals=standing(state.signals, action))
            case End():
                return self._end(state)
            case Shuffle():
                raise IllegalAction("Chance has nothing to do in this game.")

    def outcome(self, state: Table) -> Outcome | None:
        """Lost to a rule, or won when every card is laid; the score is the number of cards left."""
        if not state.over:
            return None
        reason = state.broken[0] if state.broken else "won"
        return Outcome(
            not state.broken, (state.left,) * len(state.hands), reason, self.facts(state)
        )

    # --- what may be laid ------------------------------------------------------------------------

    def lays(self, table: Table) -> Iterator[Lay]:
        """Every card of the hand with every row that takes it."""
        every = table.tops
        tops = [(row, RISING[row], every[row]) for row in self.rows(table)]
        back = -BACK if self.tricks(table) else None
        for card in table.hand:
            for row, rising, top in tops:
                ahead = card - top if rising else top - card
                if ahead > 0 or ahead == back:
                    yield LAYS[card, row]

    def rows(self, table: Table) -> Collection[Row]:
        """The rows that may be laid on."""
        return range(len(ROWS))

    def tricks(self, table: Table) -> bool:
        """Whether the backwards trick may be played."""
        return True

    def least(self, table: Table) -> int:
        """How many cards this turn must have: one when there is nothing left to draw."""
        return self.minimum if table.pile else 1

    # --- laying a card ---------------------------------------------------------------------------

    def _lay(self, table: Table, lay: Lay) -> Table:
        """The card is laid; the game is lost if that broke a rule, and a turn cut short ends."""
        after = self._with(table, lay)
        broken = self.breaks(after)
        if broken or not after.left:
            return after._replace(broken=broken)
        return self._end(after) if self.cut(after) else after

    def _with(self, table: Table, lay: Lay) -> Table:
        """The card on its row, where it ends what was said about the row."""
        row, seat = lay.row, table.seat
        return Table(
            put(table.rows, row, table.rows[row] + bytes((lay.card,))),
            put(table.hands, seat, without(table.hands[seat], lay.card)),
            table.pile,
            seat,
            table.said,
            (*table.laid, lay),
            table.signals and tuple(said for said in table.signals if said.about != ROWS[row]),
            table.broken,
            table.commands,
        )

    def breaks(self, table: Table) -> tuple[str, ...]:
        """The rules that are broken as soon as the last card lies there."""
        unkept = self.unkept(table)
        if unkept and not table.left:
            return tuple(rule for rule in unkept if rule != "fire")
        return unkept if unkept and (self.cut(table) or not self.more(table)) else ()

    def safe(self, table: Table) -> bool:
        """Whether it is clear without trying that nothing which the seat on turn may do breaks a rule."""
        if self.fire or self.last(table):
            return False
        return len(table.laid) + 1 >= self.least(table) or self.ample(table)

    def ample(self, table: Table) -> bool:
        """Whether two rows take two cards each: whatever is laid, one of them still takes another card."""
        hand = table.hand
        if len(hand) < 2:
            return False
        second, last_but_one = hand[1], hand[-2]  # hands are sorted
        sides = zip(RISING, table.tops, strict=True)
        return sum(last_but_one > top if up else second < top for up, top in sides) >= 2

    def cut(self, table: Table) -> bool:
        """Whether the last card ended the turn by itself."""
        return False

    def more(self, table: Table) -> bool:
        """Whether the turn can go on."""
        return next(self.lays(table), None) is not None

    def unkept(self, table: Table) -> tuple[str, ...]:
        """The rules that the end of the turn would break now."""
        few = ("minimum",) if len(table.laid) < self.least(table) else ()
        return (*few, "fire") if "now" in self.fires(table).values() else few

    def fires(self, table: Table) -> dict[str, str]:
        """The burning rows: to be covered now, or in the next turn when lit in this one."""
        if not self.fire:
            return {}
        lit = {lay.card for lay in table.laid}
        tops = {ROWS[row]: table.top(row) for row in range(len(ROWS))}
        return {row: "next" if top in lit else "now" for row, top in tops.items() if top in BURNING}

    # --- the end of a turn -----------------------------------------------------------------------

    def _end(self, table: Table) -> Table:
        """Draw, and be done with old talk; the next player with cards must be able to lay one."""
        broken = self.unkept(table)
        if broken:
            return table._replace(broken=broken)
        count = self.draws(table)
        hand = sort(table.hand + table.pile[:count])
        after = table._replace(
            hands=put(table.hands, table.seat, hand),
            pile=table.pile[count:],
            laid=(),
            signals=tuple(said for said in table.signals if said.seat != table.seat),
        )
        seats = len(after.hands)
        order = ((table.seat + step) % seats for step in range(1, seats + 1))
        after = after._replace(seat=next(seat for seat in order if after.hands[seat]))
        return after if self.more(after) else after._replace(broken=self.unkept(after))

    def draws(self, table: Table) -> int:
        """How many cards are drawn when the turn ends, if there are as many."""
        return self.size(len(table.hands)) - len(table.hand)

    # --- talk ------------------------------------------------------------------------------------

    def _asked(self, table: Table, said: tuple[str, ...]) -> Table:
        """The next seat is asked; when all have spoken, the keenest begins."""
        done = len(said) == len(table.hands)
        return table._replace(said=said, seat=starter(said) if done else len(said))

    def sayings(self, seat: Seat) -> tuple[Signal, ...]:
        """Everything that a seat may ever say, besides taking it back: wishes about rows."""
        return tuple(Signal(seat, row, word) for row in ROWS for word in WISHES)

    @cached_property
    def _sayings(self) -> tuple[tuple[Signal, ...], ...]:
        return tuple(map(self.sayings, range(self.seats[-1])))

    def talk(self, table: Table, seat: Seat) -> tuple[Signal, ...]:
        """Anything but what the seat has said and still stands, which it may take back; alone, nothing."""
        if len(table.hands) == 1:
            return ()
        own = table.signals and [said for said in table.signals if said.seat == seat]
        if not own:
            return self._sayings[seat]
        new = (saying for saying in self._sayings[seat] if saying not in own)
        return (*new, *(said._replace(word=FREE) for said in own))

    def says(self, action: Action) -> bool:
        """Whether an action is talk, for which nobody waits."""
        return isinstance(action, Signal)

    # --- what is seen ----------------------------------------------------------------------------

    def view(self, state: Table, seat: Seat | None) -> View:
        """The table as a seat sees it: its own hand, the tops of the rows, and what was said."""
        seen = self.seen(state, seat)
        return sent(seen, hands=state.hands, pile=state.pile) if seat == ALL else sent(seen)

    def seen(self, state: Table, seat: Seat | None) -> RowsView:
        """What a view tells, by its names."""
        return {**self.common(state), **self.own(state, seat)}

    def common(self, state: Table) -> RowsCommon:
        """What everybody sees: the rows, and what was said."""
        return {
            **seen_by_all("rows", state.hands, self.turn(state), self.phase(state)),
            "rows": self._rows(state),
            "full": self.size(len(state.hands)),
            "minimum": self.minimum,
            "fire": self.fire,
            "pile": len(state.pile),
            "left": state.left,
            "laid": len(state.laid),
            "lays": [{"card": lay.card, "row": ROWS[lay.row]} for lay in state.laid],
            "required": max(0, self.least(state) - len(state.laid)),
            "fires": self.fires(state),
            "said": list(state.said),
            "signals": [
                {"seat": said.seat, "about": said.about, "word": said.word}
                for said in state.signals
            ],
            "open": [ROWS[row] for row in self.rows(state)],
            "commands": {},
            "carriers": {},
        }

    def own(self, state: Table, seat: Seat | None) -> RowsOwn:
        """What only one seat sees: its hand, and what it had better not do."""
        dooms = self.dooms(state) if seat == state.seat else {}
        return {**seen_from(seat, state.hands), "dooms": dooms}

    def phase(self, table: Table) -> str:
        """What is going on: begin, play or over."""
        return "over" if table.over else "play" if table.begun else "begin"

    def _rows(self, table: Table) -> dict[str, RowSeen]:
        found: dict[str, RowSeen] = {}
        for name, cards, top, rising in zip(ROWS, table.rows, table.tops, RISING, strict=True):
            found[name] = {"top": top, "count": len(cards), "rising": rising}
            if self.history:
                found[name]["cards"] = list(cards)
        return found

    def dooms(self, table: Table) -> dict[str, str]:
        """The actions of the seat on turn that lose at once, with the rule they break."""
        if table.over or not table.begun or self.safe(table):
            return {}
        perils = ((deed, self.peril(table, deed)) for deed in self.deeds(table))
        return {self.write(deed): rules[0] for deed, rules in perils if rules}

    def peril(self, table: Table, deed: Lay | End) -> tuple[str, ...]:
        """The rules that it breaks, as far as the seat on turn can know."""
        if self.last(table):
            return self.play(table, deed).broken
        return self.breaks(self._with(table, deed)) if isinstance(deed, Lay) else self.unkept(table)

    def last(self, table: Table) -> bool:
        """Whether nobody else holds a card, and none is left to draw: then the next turn is known too."""
        return not table.pile and len(table.hand) == table.left

    def facts(self, table: Table) -> dict[str, Json]:
        """What there is to tell at the end."""
        return {
            "left": table.left,
            "hands": [len(hand) for hand in table.hands],
            "pile": len(table.pile),
            "excellent": table.left < EXCELLENT,
            "broken": list(table.broken),
            "seat": table.seat,
            "laid": len(table.laid),
            "required": self.least(table),
        }

    def reveals(self, before: Table, after: Table) -> bool:
        """Cards are seen when they are drawn."""
        return before.pile != after.pile

    def obvious(self, state: Table) -> Action | None:
        """No turn plays itself."""
        return None

    # --- in words --------------------------------------------------------------------------------

    @property
    def words(self) -> dict[str, str]:
        """Rows, wishes, and the rules that the game can be lost to."""
        return {**_rows.MESSAGES, **_talk.MESSAGES}

    def reach(self, action: Action) -> Reach:
        """A card goes on a row, a word to what it is about."""
        match action:
            case Lay(card, row):
                return Reach((card,), ROWS[row])
            case Signal(_, about, _):
                return Reach((), about)
            case End():
                return Reach((), "end")
        return Reach()

    def label(self, action: Action) -> Phrase:
        """What may be laid or said."""
        match action:
            case Lay(card, row):
                return Phrase(_rows.MESSAGES[f"onto {ROWS[row]}"], cards=[card])
            case Begin(word):
                return Phrase(_talk.MESSAGES[word])
            case Signal():
                return self.saying(action)
        return Phrase("End the turn")

    def saying(self, signal: Signal) -> Phrase:
        """What is said about a row."""
        row, wish = _rows.MESSAGES[signal.about], _talk.MESSAGES[signal.word]
        return Phrase("{row}: {wish}", row=Phrase(row), wish=Phrase(wish))

    def story(self, before: Table, action: Action) -> Phrase:
        """What was laid or said, and how many cards were drawn."""
        if not isinstance(action, End):
            return self.label(action)
        drawn = min(self.draws(before), len(before.pile))
        return Phrase("Turn ended; cards drawn: {n}", n=drawn)

    def tally(self, state: Table) -> tuple[Line, ...]:
        """The team has nothing to count but the cards that it could not lay."""
        hands = tuple(map(len, state.hands))
        return (Line(Phrase("Cards left in hand"), hands),) if state.broken else ()

    first_round = FirstRound(deal=1, level="strong")

    def tips(self, state: Table, seat: Seat) -> Iterator[Tip]:
        """How cards are laid, what a turn needs, how the game is lost, and what may be said."""
        if seat == self.turn(state):
            yield from rows_tips(self, state, seat)

    def recap(self, course: Sequence[tuple[Table, Seat, Action]], end: Table) -> Recap:
        """Cards and tricks of everybody, the longest turn, the biggest jump and the closest call."""
        return rows_recap(
            course, len(end.hands), len(self.pack), lambda table: sum(1 for _ in self.lays(table))
        )

    def ending(self, outcome: Outcome) -> tuple[Phrase, ...]:
        """Won; or who was stuck, why, and with how many cards left."""
        if outcome.won:
            return (Phrase("Every card is laid: the team has won!"),)
        facts = outcome.facts
        rule = Phrase(self.words[f"broken {outcome.reason}"])
        left = (
            Phrase("Cards left: {n}. That is an excellent result.", n=facts["left"])
            if facts["excellent"]
            else Phrase("Cards left: {n}.", n=facts["left"])
        )
        stuck = Phrase("Stuck: {seat}; {rule}.", seat=facts["seat"], rule=rule)
        return (Phrase("The game is lost."), stuck, left)

    # --- actions as text -------------------------------------------------------------------------

    def write(self, action: Action) -> str:
        """37>up1 lays a card, end ends the turn; the rest is talk."""
        match action:
            case Lay(card, row):
                return f"{card}>{ROWS[row]}"
            case End():
                return "end"
            case Begin() | Signal():
                return write_talk(action)
            case Shuffle():
                raise IllegalAction("Chance has nothing to do in this game.")

    def told(self, action: Action, seat: Seat | None) -> str:
        """The text of an action as a seat hears it: nothing that is done here is secret."""
        return self.write(action)

    @cached_property
    def _texts(self) -> dict[str, Action]:
        talk = {said for sayings in self._sayings for said in sayings}
        talk |= {said._replace(word=FREE) for said in talk}
        actions: tuple[Action, ...] = (*LAYS.values(), END, *map(Begin, KEEN), *talk)
        return {self.write(action): action for action in actions}

    def renewed(self, text: str) -> str:
        """What was said before all talk became wishes, as a wish."""
        return renewed(text)

    def read(self, text: str) -> Action:
        """The action of a text, whether or not it is legal now."""
        action = self._texts.get(text.strip())
        if action is None:
            raise unreadable(text, "37>up1", "end", "begin gladly", "signal up1 not-here by 2")
        return action


@game(
    "table",
    presets={
        "expert": {"minimum": 3},
        "master": {"minimum": 3, "smaller_hands": True},
        "on-fire": {"fire": True},
    },
)
def the_game(
    minimum: Literal[2, 3] = 2,
    smaller_hands: bool = False,
    fire: bool = False,
    history: bool = False,
) -> TheGame:
    """The Game, for beginners and for experts."""
    return TheGame(minimum, smaller_hands, fire, history)
