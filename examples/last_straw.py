"""Last Straw: cards are laid on one heap, and whoever cannot lay one without passing the ceiling has lost.

Everybody holds four cards. In your turn lay one of them on the heap and draw another. Cards count what
they show, and a one takes nine away. The heap may never count more than ninety-nine, or whatever was
agreed: who has no card left that fits loses, and all others win.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trapoula.tables import *

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
class LastStraw(CardGame[Table]):
    """The rules, up to a ceiling."""

    ceiling: int

    seats = range(2, 6)
    pack = PACK
    faces = number_faces(PACK)
    words = {HEAP: "The heap: {total} of {ceiling}", "pile": "To be drawn"}
    labels = {"lay": "Lay {cards}"}
    tries = ((HEAP, "lay {from}>heap"),)
    example = "lay 7>heap"

    def deal(self, deck: Deck, seats: int, before: Table | None) -> Table:
        """Four cards for everybody; the others are drawn later."""
        return Table(*deal_hands(deck, seats, HAND))

    def turn(self, state: Table) -> Seat | None:
        """One after the other, until somebody has no card that fits."""
        return state.seat if any(self.moves(state)) else None

    def moves(self, state: Table) -> Iterator[Act]:
        """Every card that fits."""
        for card in sorted(set(state.hands[state.seat])):
            if worth(*state.heap, card) <= self.ceiling:
                yield Act("lay", (card,), HEAP)

    def refusal(self, state: Table, act: Act) -> Phrase | None:
        """Why a card cannot be laid."""
        return Phrase("The heap would count more than {ceiling}.", ceiling=self.ceiling)

    def after(self, state: Table, act: Act) -> Table:
        """The card lies on the heap, another one is drawn, and the next seat is on turn."""
        seat, drawn = state.seat, state.pile[:1]
        hand = sort(without(state.hands[seat], *act.cards) + drawn)
        hands, heap = put(state.hands, seat, hand), state.heap + bytes(act.cards)
        return Table(hands, state.pile[1:], heap, (seat + 1) % len(hands))

    def outcome(self, state: Table) -> Outcome | None:
        """All win but the one who cannot go on."""
        if self.turn(state) is not None:
            return None
        seats = range(len(state.hands))
        points = tuple(int(seat != state.seat) for seat in seats)
        winners = [seat for seat in seats if points[seat]]
        return Outcome(True, points, "stuck", sent({"winners": winners, "loser": state.seat}))

    def places(self, state: Table) -> dict[str, Place]:
        """The heap, and how many cards are to be drawn."""
        return {
            HEAP: discard(state.heap, total=worth(*state.heap), ceiling=self.ceiling),
            "pile": stock(len(state.pile)),
        }

    def hand_order(self, card: Card) -> int:
        """The lowest card first."""
        return card

    def task(self, state: Table, seat: Seat) -> Phrase | None:
        """How far the heap may still grow."""
        if seat != self.turn(state):
            return None
        return Phrase("Lay a card: {n} is left.", n=self.ceiling - worth(*state.heap))

    def tell(self, before: Table, act: Act) -> Phrase:
        """What the heap counts now."""
        return Phrase("{cards} makes {n}", cards=[*act.cards], n=worth(*before.heap, *act.cards))

    def tally(self, state: Table) -> Sequence[Line]:
        """In the end, what everybody still holds."""
        if self.turn(state) is not None:
            return ()
        return (Line(Phrase("Still in hand"), tuple(worth(*hand) for hand in state.hands)),)

    def ending(self, outcome: Outcome) -> tuple[Phrase, ...]:
        """Who could not go on."""
        return (Phrase("No card fits any more: {seats}", seats=[outcome.facts["loser"]]),)


@game("table", presets={"short": {"ceiling": 50}})
def last_straw(ceiling: Literal[50, 99, 150] = 99) -> LastStraw:
    """Last Straw, up to a ceiling."""
    return LastStraw(ceiling)
