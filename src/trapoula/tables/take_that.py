"""Take That: a row of cards grows in small steps; twist its cards away, and never take it whole."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple, TypeAlias

from trapoula.core.cards import Card, Deck, Pile
from trapoula.core.errors import Phrase
from trapoula.core.game import (
    ALL,
    CHANCE,
    Dice,
    FirstRound,
    Line,
    Moment,
    Outcome,
    Reach,
    Recap,
    Seat,
    Tip,
    View,
    check_deck,
    game,
)
from trapoula.tables._chance import Orders, Shuffle, read_order, write_order
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
from trapoula.tables._recap import ahead, best, by_seat, in_order, margin, turns
from trapoula.tables._view import (
    Own,
    Points,
    RowCommon,
    RowView,
    seen_by_all,
    seen_from,
    sent,
    spread,
)

PACK: Final[Deck] = tuple(card for card in range(12, 99) if card % 10)
TOADS: Final = frozenset(card for card in PACK if card // 10 == card % 10)
TOAD: Final = 5  # what a toad costs
STEP: Final = 10  # how far the next card of the row may be from the last
SHORT: Final = range(2, 5)  # cards of a row that it may be wise to take
HANDS: Final = {2: 9, 3: 9, 4: 8}  # by the number of players
END: Final = "end"  # of the row, where the next card goes
ROW: Final = "row"  # all of it
LEAST: Final = 5  # points or cards that make a row worth a word afterwards

MESSAGES = {
    "twisted": "Twisted: {n}",
    "taken": "Taken: {n}",
    "standing": "Points so far: {n}",
    "standing over": "Points: {n}",
    "open": "Open the row",
    "toad": "Toad",
    "about toad": "It has no twin, and costs whoever takes it five points.",
}


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a card at the right end of the row."""

    card: Card


@dataclass(frozen=True, slots=True)
class Twist:
    """Show a card of the hand, and take it and its twin from the row."""

    card: Card


@dataclass(frozen=True, slots=True)
class Take:
    """Take the whole row."""


Action: TypeAlias = Lay | Twist | Take | Shuffle

TAKE: Final = Take()


class Score(NamedTuple):
    """The points of one player in one round."""

    plus: int  # for twisted cards
    minus: int  # for taken cards other than toads
    toads: int  # for taken toads

    @property
    def total(self) -> int:
        """What is won less what is lost."""
        return self.plus - self.minus - self.toads


class Table(NamedTuple):
    """The cards of this round, and the points of those before."""

    hands: tuple[Pile, ...]
    pile: Pile  # the next card to be drawn first
    twisted: tuple[Pile, ...]  # by seat, face up
    taken: tuple[Pile, ...]  # by seat, face down
    dealer: Seat
    seat: Seat  # whose turn it is
    row: Pile = b""  # from left to right
    rounds: tuple[tuple[Score, ...], ...] = ()  # those that are over, with a score for each seat
    loose: Pile = b""  # all cards, between two rounds


def twin(card: Card) -> Card:
    """The card with the digits reversed."""
    return card % 10 * 10 + card // 10


def score(twisted: Pile, taken: Pile) -> Score:
    """One point for each twisted card; minus one for each taken one, and more for a toad."""
    toads = sum(card in TOADS for card in taken)
    return Score(len(twisted), len(taken) - toads, TOAD * toads)


@dataclass(frozen=True)
class TakeThat:
    """The rules, for a number of rounds, plain or professional."""

    rounds: int = 2
    professional: bool = False

    seats = range(2, 5)
    pack = PACK
    faces = number_faces(PACK)
    words = MESSAGES
    tries = ((END, "lay {from}"), (ROW, "take"), ("*", "twist {from}"))

    # --- rounds ----------------------------------------------------------------------------------

    def start(self, deck: Sequence[Card], seats: int = 2) -> Table:
        """The last seat deals first, so that the first seat begins."""
        return _deal(check_deck(deck, self), check_seats(seats, self.seats), dealer=seats - 1)

    def turn(self, state: Table) -> Seat | None:
        """Chance deals each round but the first."""
        if len(state.rounds) == self.rounds:
            return None
        return CHANCE if state.loose else state.seat

    def draw(self, state: Table, dice: Dice) -> Action:
        """The cards of the next round in an order of chance."""
        return Shuffle(bytes(dice.shuffled(state.loose)))

    def outcome(self, state: Table) -> Outcome | None:
        """After the last round the highest total wins; a tie is shared."""
        if len(state.rounds) < self.rounds:
            return None
        totals = _totals(state)
        best = max(totals)
        return Outcome(
            True,
            totals,
            "points",
            sent(
                {
                    "winners": [seat for seat, total in enumerate(totals) if total == best],
                    "rounds": _table_of(state.rounds),
                }
            ),
        )

    def _finish(self, table: Table) -> Table:
        """The round is counted; the deal passes to the left, unless this was the last round."""
        scores = tuple(map(score, table.twisted, table.taken))
        after = table._replace(rounds=(*table.rounds, scores))
        if len(after.rounds) == self.rounds:
            return after
        none = (b"",) * len(table.hands)
        dealer = (table.dealer + 1) % len(table.hands)
        return Table(none, b"", none, none, dealer, dealer, b"", after.rounds, bytes(PACK))

    # --- a turn ----------------------------------------------------------------------------------

    def legal(self, state: Table, seat: Seat = 0) -> Collection[Action]:
        """Open an empty row; else lay, twist, or take the row whether one must or not."""
        if seat != self.turn(state):
            return ()
        if seat == CHANCE:
            return Orders(state.loose)
        hand, row = state.hands[seat], state.row
        if not row:
            return tuple(map(Lay, hand))
        near = (Lay(card) for card in hand if abs(card - row[-1]) <= STEP)
        return (*near, *(Twist(card) for card in hand if _twists(card, row)), TAKE)

    def why(self, state: Table, action: Action, seat: Seat = 0) -> Phrase | None:
        """Why a card cannot be laid or twisted, or the row not taken."""
        turn = self.turn(state)
        if turn is None:
            return OVER
        if seat != turn:
            return NOT_YOUR_TURN
        match action:
            case Lay(card) | Twist(card) if card not in state.hands[seat]:
                return not_held(card)
            case Twist() | Take() if not state.row:
                return Phrase("The row is empty: open it with any card.")
            case Lay():
                last = state.row[-1]
                return Phrase(
                    "The next card is at most {step} away from {last}.", step=STEP, last=last
                )
            case Twist(card) if card in TOADS:
                return Phrase("{card} is a toad, and has no twin.", card=str(card))
            case Twist(card):
                return Phrase("The twin of {card} is not in the row.", card=str(card))
        return None

    def task(self, state: Table, seat: Seat) -> Phrase | None:
        """What is to be done now, for the seat that has to do it."""
        if seat != self.turn(state):
            return None
        if not state.row:
            return Phrase("Open the row with any card.")
        if self.legal(state, seat) == (TAKE,):
            return Phrase("Nothing else can be done: take the row.")
        return Phrase("Lay a card, twist one, or take the row.")

    def allows(self, state: Table, action: Action, seat: Seat = 0) -> bool:
        """Whether it is among what the seat may do."""
        return action in self.legal(state, seat)

    def play(self, state: Table, action: Action) -> Table:
        """The table after a turn, or after the first half of a turn that takes the row."""
        match action:
            case Lay(card):
                return _draw(_play_from_hand(state, card)._replace(row=state.row + bytes([card])))
            case Twist(card):
                return self._twist(state, card)
            case Take():
                return self._take(state)
            case Shuffle(order):
                deck, seats = tuple(order), len(state.hands)
                return _deal(deck, seats, state.dealer)._replace(rounds=state.rounds)

    def _twist(self, table: Table, card: Card) -> Table:
        """Both cards lie open beside the player; the row closes up."""
        pair = bytes((card, twin(card)))
        after = _play_from_hand(table, card)._replace(
            row=without(table.row, twin(card)),
            twisted=put(table.twisted, table.seat, table.twisted[table.seat] + pair),
        )
        return self._finish(after) if not after.row and not table.pile else _draw(after)

    def _take(self, table: Table) -> Table:
        """The row lies face down beside the player, who then opens a new one."""
        fine = table.pile[:1] if self.professional and len(table.row) == 1 else b""
        after = table._replace(
            row=b"",
            pile=table.pile[len(fine) :],
            taken=put(table.taken, table.seat, table.taken[table.seat] + table.row + fine),
        )
        return after if table.pile else self._finish(after)

    # --- what is seen ----------------------------------------------------------------------------

    def view(self, state: Table, seat: Seat | None) -> View:
        """The table as a seat sees it: its own hand, the row, and what lies beside the players."""
        seen = self.seen(state, seat)
        if seat != ALL:
            return sent(seen)
        return sent(seen, hands=state.hands, pile=state.pile, taken=state.taken)

    def seen(self, state: Table, seat: Seat | None) -> RowView:
        """What a view tells, by its names."""
        return {**self.common(state), **self.own(state, seat)}

    def own(self, state: Table, seat: Seat | None) -> Own:
        """What only one seat sees: its hand."""
        return seen_from(seat, state.hands)

    def common(self, state: Table) -> RowCommon:
        """What everybody sees: the row, and what lies beside the players."""
        return {
            **seen_by_all("strip", state.hands, self.turn(state), self._phase(state)),
            "row": list(state.row),
            "pile": len(state.pile),
            "twisted": spread(state.twisted),
            "taken": [len(cards) for cards in state.taken],
            "dealer": state.dealer,
            "round": min(len(state.rounds) + 1, self.rounds),
            "of": self.rounds,
            "professional": self.professional,
            "carriers": {"toad": sorted(TOADS)},
            "rounds": _table_of(state.rounds),
            "totals": list(_totals(state)),
            "standing": self._standing(state),
        }

    def _standing(self, table: Table) -> list[int]:
        """The points of the rounds that are counted, and what everybody can count of this one."""
        totals = _totals(table)
        if len(table.rounds) == self.rounds:
            return list(totals)
        beside = zip(totals, table.twisted, table.taken, strict=True)
        return [total + len(twisted) - len(taken) for total, twisted, taken in beside]

    def _phase(self, table: Table) -> str:
        """What is going on: deal, open, play or over."""
        if len(table.rounds) == self.rounds:
            return "over"
        return "deal" if table.loose else "play" if table.row else "open"

    def reveals(self, before: Table, after: Table) -> bool:
        """Cards are seen when they are drawn, and when a round is dealt or counted."""
        return before.pile != after.pile or before.rounds != after.rounds

    def obvious(self, state: Table) -> Action | None:
        """No turn plays itself."""
        return None

    # --- in words --------------------------------------------------------------------------------

    def reach(self, action: Action) -> Reach:
        """A card goes to the end of the row or onto its twin; the row is taken whole."""
        match action:
            case Lay(card):
                return Reach((card,), END)
            case Twist(card):
                return Reach((card,), str(twin(card)))
            case Take():
                return Reach((), ROW)
        return Reach()

    def label(self, action: Action) -> Phrase:
        """What may be done with a card, or with the row."""
        match action:
            case Lay(card):
                return Phrase("Lay {cards}", cards=[card])
            case Twist(card):
                return Phrase("Twist {cards}", cards=[card])
        return Phrase("Take the row")

    def story(self, before: Table, action: Action) -> Phrase:
        """What was laid, twisted away, taken or dealt."""
        match action:
            case Lay(card) if before.row:
                return Phrase("{cards} laid", cards=[card])
            case Lay(card):
                return Phrase("{cards} opens the row", cards=[card])
            case Twist(card):
                return Phrase("Twisted away: {cards}", cards=[card, twin(card)])
            case Take():
                return Phrase("The row is taken: {cards}", cards=list(before.row))
        return Phrase("Round {n} is dealt.", n=len(before.rounds) + 1)

    def tally(self, state: Table) -> tuple[Line, ...]:
        """Each round that is over with the parts of its points, and in the end all of them."""
        lines = [line for round_, own in enumerate(state.rounds, 1) for line in _lines(round_, own)]
        if len(state.rounds) == self.rounds:
            lines.append(Line(Phrase("All rounds"), _totals(state), total=True))
        return tuple(lines)

    first_round = FirstRound(deal=20, level="greedy")

    def tips(self, state: Table, seat: Seat) -> Iterator[Tip]:
        """How the row is opened and goes on, what twins and toads are, and when the row is taken."""
        if seat != self.turn(state):
            return
        legal, row = self.legal(state, seat), state.row
        lays = [action for action in legal if isinstance(action, Lay)]
        plain = [lay for lay in lays if lay.card not in TOADS]
        if not row:
            lay = max(plain or lays, key=lambda lay: _near(lay.card, state.hands[seat]))
            yield Tip(
                "open",
                Phrase(
                    "A row grows from left to right. Open it with any card: {cards} is good,"
                    " since more of your cards are near it.",
                    cards=[lay.card],
                ),
                lay,
            )
        if (twist := next((act for act in legal if isinstance(act, Twist)), None)) is not None:
            yield Tip(
                "twist",
                Phrase(
                    "Your {cards} is the twin of {twin}: the same digits turned round."
                    " Twist it, and both cards are yours, a point each.",
                    cards=[twist.card],
                    twin=[twin(twist.card)],
                ),
                twist,
            )
        if row and plain:
            lay = min(plain, key=lambda lay: abs(lay.card - row[-1]))
            yield Tip(
                "lay",
                Phrase(
                    "You may lay a card that is at most {step} above or below the last of the row."
                    " {cards} fits; then you draw one.",
                    step=STEP,
                    cards=[lay.card],
                ),
                lay,
            )
        if len(legal) == 1 and row:
            yield Tip(
                "must",
                Phrase(
                    "Nothing of yours fits, so you must take the row. It lies face down beside you,"
                    " each card costs a point, and you open a new one."
                ),
                TAKE,
            )
        toads = [lay for lay in lays if lay.card in TOADS]
        if toads and row:
            yield Tip(
                "toad",
                Phrase(
                    "{cards} is a toad: two equal digits, so it has no twin and nobody can twist it."
                    " Whoever takes it loses {n} points. Lay it, and leave it to somebody else.",
                    cards=[toads[0].card],
                    n=TOAD,
                ),
                toads[0],
            )
        elif any(card in TOADS for card in row):
            yield Tip(
                "danger",
                Phrase("A toad lies in the row. It stays there until somebody takes them all."),
            )
        if len(legal) > 1 and len(row) in SHORT:
            yield Tip(
                "early",
                Phrase(
                    "You may take the row at any time: a short one now costs less than a long one later."
                ),
            )
        if not state.pile:
            yield Tip(
                "last",
                Phrase(
                    "The pile is empty. The round ends when somebody takes the row or twists its last"
                    " card. Cards left in your hand do not count."
                ),
            )

    def recap(self, course: Sequence[tuple[Table, Seat, Action]], end: Table) -> Recap:
        """Twists and rows taken by everybody, the dearest row, the longest one, and who led from when on."""
        seats = len(end.hands)
        twists = [seat for _, seat, action in course if isinstance(action, Twist)]
        takes = [
            (step, seat, table.row)
            for step, (table, seat, action) in enumerate(course, 1)
            if isinstance(action, Take)
        ]
        dear = best(takes, lambda take: -score(b"", take[2]).total, LEAST)
        long = best(
            ((step, seat, table.row) for step, (table, seat, _) in enumerate(course, 1)),
            lambda at: len(at[2]),
            LEAST,
        )
        return Recap(
            (Phrase("Turns: {n}", n=len(turns(course))), *margin(_totals(end))),
            (
                Line(Phrase("Twists"), by_seat(seats, ((seat, 1) for seat in twists))),
                Line(Phrase("Rows taken"), by_seat(seats, ((seat, 1) for _, seat, _ in takes))),
            ),
            in_order(
                ahead(course, end, self._standing),
                dear
                and Moment(
                    Phrase(
                        "Dearest row: {seat}, {n} points with {cards}",
                        seat=dear[0][1],
                        n=-dear[1],
                        cards=list(dear[0][2]),
                    ),
                    dear[0][0],
                ),
                None
                if long is None or (dear and dear[0][0] == long[0][0])
                else Moment(
                    Phrase(
                        "Longest row: {n} cards, when {seat} had the turn",
                        seat=long[0][1],
                        n=long[1],
                    ),
                    long[0][0],
                ),
            ),
        )

    def ending(self, outcome: Outcome) -> tuple[Phrase, ...]:
        """Whoever has most points has won."""
        return (Phrase("Won by: {seats}", seats=outcome.facts["winners"]),)

    # --- actions as text -------------------------------------------------------------------------

    def write(self, action: Action) -> str:
        """lay 34, twist 94, take; deal and 79 cards is what chance does."""
        match action:
            case Lay(card):
                return f"lay {card}"
            case Twist(card):
                return f"twist {card}"
            case Take():
                return "take"
            case Shuffle(order):
                return write_order("deal", order)

    def told(self, action: Action, seat: Seat | None) -> str:
        """The text of an action as a seat hears it: how the cards were dealt is secret."""
        return "deal" if isinstance(action, Shuffle) else self.write(action)

    @cached_property
    def _texts(self) -> dict[str, Action]:
        twists = (Twist(card) for card in PACK if card not in TOADS)
        actions: tuple[Action, ...] = (*map(Lay, PACK), *twists, TAKE)
        return {self.write(action): action for action in actions}

    def read(self, text: str) -> Action:
        """The action of a text, whether or not it is legal now."""
        words = text.strip()
        action = self._texts.get(words) or read_order("deal", words, self.faces)
        if action is None:
            raise unreadable(text, "lay 34", "twist 94", "take")
        return action


def _deal(deck: Deck, seats: int, dealer: Seat) -> Table:
    """A new round; the player left of the dealer begins."""
    hands, pile = deal_hands(deck, seats, HANDS[seats])
    none = (b"",) * seats
    return Table(hands, pile, none, none, dealer, (dealer + 1) % seats)


def _near(card: Card, hand: Pile) -> int:
    """How many cards of a hand may follow a card."""
    return sum(0 < abs(other - card) <= STEP for other in hand)


def _twists(card: Card, row: Pile) -> bool:
    return card not in TOADS and twin(card) in row


def _play_from_hand(table: Table, card: Card) -> Table:
    hand = without(table.hands[table.seat], card)
    return table._replace(hands=put(table.hands, table.seat, hand))


def _draw(table: Table) -> Table:
    """One card is drawn, if there is one, and the turn passes to the left."""
    hand = sort(table.hands[table.seat] + table.pile[:1])
    return table._replace(
        hands=put(table.hands, table.seat, hand),
        pile=table.pile[1:],
        seat=(table.seat + 1) % len(table.hands),
    )


def _totals(table: Table) -> tuple[int, ...]:
    """The points of each seat in all rounds that are over."""
    return tuple(
        sum(scores[seat].total for scores in table.rounds) for seat in range(len(table.hands))
    )


def _lines(round_: int, scores: tuple[Score, ...]) -> tuple[Line, ...]:
    """The points of a round by their parts."""
    return (
        Line(Phrase("Twisted cards"), tuple(own.plus for own in scores), round=round_),
        Line(Phrase("Taken cards"), tuple(-own.minus for own in scores), round=round_),
        Line(Phrase("Taken toads"), tuple(-own.toads for own in scores), round=round_),
        Line(
            Phrase("Round {n}", n=round_),
            tuple(own.total for own in scores),
            total=True,
            round=round_,
        ),
    )


def _table_of(rounds: tuple[tuple[Score, ...], ...]) -> list[list[Points]]:
    """The points by round and by seat, with their parts."""
    return [
        [
            {"plus": own.plus, "minus": own.minus, "toads": own.toads, "total": own.total}
            for own in scores
        ]
        for scores in rounds
    ]


@game("table", presets={"professional": {"professional": True}, "long": {"rounds": 4}})
def take_that(rounds: Literal[2, 3, 4, 5, 6] = 2, professional: bool = False) -> TakeThat:
    """Take That, plain or professional."""
    return TakeThat(rounds, professional)
