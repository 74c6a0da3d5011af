"""Last Straw: cards are laid on one heap, and whoever cannot lay one without passing the ceiling has lost.

Everybody holds four cards. In your turn lay one of them on the heap and draw another. Cards count what
they show, and a one takes nine away. The heap may never count more than ninety-nine, or whatever was
agreed: who has no card left that fits loses, and all others win.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from trapoula.cards import Card, Deck, Pile
from trapoula.errors import Phrase
from trapoula.game import ALL, Dice, Line, Outcome, Reach, Seat, View, check_deck, game
from trapoula.tables import (
    NOT_YOUR_TURN,
    OVER,
    check_seats,
    deal_hands,
    not_held,
    number_faces,
    put,
    seen_by_all,
    seen_from,
    sent,
    sort,
    unreadable,
    without,
)

PACK: Deck = tuple(card for card in range(1, 13) for _ in range(4))
HAND = 4
HEAP = "heap"  # the place where cards go


class Table(NamedTuple):
    """Everything that undo restores."""

    hands: tuple[Pile, ...]
    pile: Pile
    heap: Pile = b""
    seat: Seat = 0


def worth(*cards: Card) -> int:
    """What cards count on the heap."""
    return sum(-9 if card == 1 else card for card in cards)


@dataclass(frozen=True)
class LastStraw:
    """The rules; an action is the card that is laid."""

    ceiling: int

    seats = range(2, 6)
    pack = PACK
    faces = number_faces(PACK)
    words = {HEAP: "The heap: {total} of {ceiling}", "pile": "To be drawn"}
    tries = ((HEAP, "{from}"),)

    # --- the rules -------------------------------------------------------------------------------

    def start(self, deck: Sequence[Card], seats: int = 2) -> Table:
        """Four cards for everybody; the others are drawn later."""
        return Table(*deal_hands(check_deck(deck, self), check_seats(seats, self.seats), HAND))

    def turn(self, state: Table) -> Seat | None:
        """One after the other, until somebody has no card that fits."""
        return state.seat if self._fitting(state) else None

    def legal(self, state: Table, seat: Seat = 0) -> list[Card]:
        """Every card that fits."""
        return self._fitting(state) if seat == state.seat else []

    def allows(self, state: Table, action: Card, seat: Seat = 0) -> bool:
        """Whether that card fits."""
        return action in self.legal(state, seat)

    def why(self, state: Table, action: Card, seat: Seat = 0) -> Phrase | None:
        """Why a card cannot be laid."""
        if self.turn(state) is None:
            return OVER
        if seat != state.seat:
            return NOT_YOUR_TURN
        if action not in state.hands[seat]:
            return not_held(action)
        return Phrase("The heap would count more than {ceiling}.", ceiling=self.ceiling)

    def draw(self, state: Table, dice: Dice) -> Card:
        """Chance has nothing to do."""
        raise NotImplementedError

    def play(self, state: Table, action: Card) -> Table:
        """The card lies on the heap, another one is drawn, and the next seat is on turn."""
        seat, drawn = state.seat, state.pile[:1]
        hand = sort(without(state.hands[seat], action) + drawn)
        return Table(
            put(state.hands, seat, hand),
            state.pile[1:],
            state.heap + bytes([action]),
            (seat + 1) % len(state.hands),
        )

    def outcome(self, state: Table) -> Outcome | None:
        """All win but the one who cannot go on."""
        if self.turn(state) is not None:
            return None
        seats = range(len(state.hands))
        facts = {"winners": [seat for seat in seats if seat != state.seat], "loser": state.seat}
        return Outcome(True, tuple(int(seat != state.seat) for seat in seats), "stuck", sent(facts))

    def _fitting(self, table: Table) -> list[Card]:
        hand = sorted(set(table.hands[table.seat]))
        return [card for card in hand if worth(*table.heap, card) <= self.ceiling]

    def reveals(self, before: Table, after: Table) -> bool:
        """A card that is drawn was seen."""
        return before.pile != after.pile

    def obvious(self, state: Table) -> Card | None:
        """No turn plays itself."""
        return None

    # --- what is seen ----------------------------------------------------------------------------

    def view(self, state: Table, seat: Seat | None) -> View:
        """The heap, how many cards are to be drawn, and one's own hand."""
        total, top = worth(*state.heap), state.heap[-1] if state.heap else None
        seen = {
            **seen_by_all("piles", state.hands, self.turn(state), "play"),
            **seen_from(seat, state.hands),
            "piles": {
                HEAP: {
                    "count": len(state.heap),
                    "top": top,
                    "total": total,
                    "ceiling": self.ceiling,
                },
                "pile": {"count": len(state.pile), "top": None},
            },
        }
        return sent(seen, hands=state.hands, pile=state.pile) if seat == ALL else sent(seen)

    # --- in words --------------------------------------------------------------------------------

    def task(self, state: Table, seat: Seat) -> Phrase | None:
        """How far the heap may still grow."""
        if seat != self.turn(state):
            return None
        return Phrase("Lay a card: {n} is left.", n=self.ceiling - worth(*state.heap))

    def reach(self, action: Card) -> Reach:
        """The card goes to the heap."""
        return Reach((action,), HEAP)

    def label(self, action: Card) -> Phrase:
        """What a player may do."""
        return Phrase("Lay {cards}", cards=[action])

    def story(self, before: Table, action: Card) -> Phrase:
        """What was done."""
        return Phrase("{cards} makes {n}", cards=[action], n=worth(*before.heap, action))

    def tally(self, state: Table) -> tuple[Line, ...]:
        """In the end, what everybody still holds."""
        if self.turn(state) is not None:
            return ()
        return (Line(Phrase("Still in hand"), tuple(worth(*hand) for hand in state.hands)),)

    def ending(self, outcome: Outcome) -> tuple[Phrase, ...]:
        """Who could not go on."""
        return (Phrase("No card fits any more: {seats}", seats=[outcome.facts["loser"]]),)

    # --- actions as text -------------------------------------------------------------------------

    def write(self, action: Card) -> str:
        """The card's number."""
        return str(action)

    def told(self, action: Card, seat: Seat | None) -> str:
        """Everybody sees it."""
        return self.write(action)

    def read(self, text: str) -> Card:
        """The card of a number."""
        if text.strip() not in self.faces:
            raise unreadable(text, "7", "12")
        return self.faces[text.strip()]


@game("table", presets={"short": {"ceiling": 50}})
def last_straw(ceiling: Literal[50, 99, 150] = 99) -> LastStraw:
    """Last Straw, up to a ceiling."""
    return LastStraw(ceiling)
