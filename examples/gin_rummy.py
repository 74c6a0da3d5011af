"""Gin Rummy: make sets and runs, and knock when little else is left.

Two players hold ten cards each. In your turn draw a card, from the stock or the top of the heap, and
discard one, though not the one you just took. The first card of the heap is offered to one player, then
to the other; if both pass, the first draws from the stock. A meld is three or four cards of one rank, or
three or more in sequence of one suit, aces low. The rest is deadwood: courts count ten, aces one, others
what they show. With ten or less after your discard you may knock; with nothing left it is gin.

Both hands are laid down, with as little deadwood as can be, and unless it was gin your opponent adds
cards to your melds. You get what the other has more, for gin 25 more. If the other has no more than you,
they get the difference and 25. When two cards are left in the stock nobody gets anything.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from trapoula.tables import *

GREEK = Translation(
    """Τζιν: κάντε τριάδες και κέντες, και χτυπήστε όταν σας περισσεύουν λίγα.

    Δύο παίκτες κρατούν από δέκα φύλλα. Όταν παίζετε, τραβάτε ένα φύλλο, από τη μάνα ή από τα πεταμένα, και
    πετάτε ένα, όχι όμως αυτό που μόλις πήρατε. Το πρώτο ανοιχτό φύλλο μπορεί να το πάρει ο ένας, αλλιώς ο
    άλλος· αν πάνε και οι δύο πάσο, ο πρώτος τραβάει από τη μάνα. Σχηματισμός είναι τρία ή τέσσερα φύλλα ίδιας
    αξίας, ή τρία και πάνω στη σειρά ίδιας φυλής, Άσσος χαμηλά. Ό,τι περισσεύει μετράει: δέκα οι φιγούρες,
    ένα ο Άσσος, τα άλλα όσο γράφουν. Με δέκα ή λιγότερα αφού πετάξετε χτυπάτε αν θέλετε· με μηδέν είναι τζιν.

    Τα χέρια ανοίγουν, με όσο λιγότερα περισσεύουν γίνεται, και αν δεν ήταν τζιν ο αντίπαλος προσθέτει φύλλα
    στους σχηματισμούς σας. Παίρνετε όσα έχει πιο πολλά, με τζιν άλλα 25. Αν δεν έχει πιο πολλά, παίρνει
    εκείνος τη διαφορά και 25. Όταν μείνουν δύο φύλλα στη μάνα, κανείς δεν παίρνει τίποτα.
    """,
    {
        "Knock with {cards}": "Χτυπήστε με {cards}",
        "Knocked with {cards}": "Χτύπημα με {cards}",
        "Take the card, or pass. Deadwood: {n}": "Πάρτε το φύλλο, ή πάσο. Περισσεύουν: {n}",
        "Draw a card. Deadwood: {n}": "Τραβήξτε ένα φύλλο. Περισσεύουν: {n}",
        "Discard a card. Deadwood: {n}": "Πετάξτε ένα φύλλο. Περισσεύουν: {n}",
        "The round is over: {n} points.": "Η παρτίδα τελείωσε: {n} πόντοι.",
        "Deadwood: {points}": "Περισσεύουν: {points}",
        "You just took it from the heap.": "Μόλις το πήρατε από τα πεταμένα.",
        "You may knock with ten or less.": "Χτυπάτε με δέκα ή λιγότερα.",
    },
)


class Table(NamedTuple):
    """Everything that undo restores."""

    hands: tuple[Pile, ...]
    stock: Pile
    heap: Pile  # the top card last
    seat: Seat
    first: Seat  # who began
    passes: int = 0  # of the first card of the heap; 3 once somebody has drawn
    took: Card | None = None  # from the heap, in this turn
    knocked: Seat | None = None  # then both hands lie open
    rounds: tuple[tuple[int, ...], ...] = ()
    over: bool = False  # whether the round is counted


def worth(cards: Pile) -> int:
    """What cards count that are in no meld."""
    return sum(min(10, rank(card) + 1) for card in cards)


def melds(hand: Pile) -> Iterator[Pile]:
    """Every meld that a hand holds."""
    for first in hand:
        same = [card for card in hand if rank(card) == rank(first) and card >= first]
        yield from (bytes(own) for n in (3, 4) for own in combinations(same, n) if own[0] == first)
        run = bytes([first])
        while rank(run[-1]) < 12 and run[-1] + 4 in hand:
            run += bytes([run[-1] + 4])
            if len(run) > 2:
                yield run


@cache
def arranged(hand: Pile) -> tuple[tuple[Pile, ...], Pile]:
    """The melds of a hand that leave the least deadwood, and that deadwood."""
    found: list[tuple[tuple[Pile, ...], Pile]] = [((), hand)]
    for own in melds(hand):
        others, rest = arranged(without(hand, *own))
        found.append(((own, *others), rest))
    return min(found, key=lambda both: worth(both[1]))


def laid_off(rest: Pile, on: tuple[Pile, ...]) -> Pile:
    """The deadwood that is left when cards were added to the melds of the other."""
    for at, own in enumerate(on):
        run = rank(own[0]) != rank(own[1])
        for card in rest:
            if card in (own[0] - 4, own[-1] + 4) if run else rank(card) == rank(own[0]):
                return laid_off(without(rest, card), put(on, at, sort([*own, card])))
    return rest


@dataclass(frozen=True)
class GinRummy(CardGame[Table]):
    """The rules, up to so many points."""

    until: int

    seats = range(2, 3)
    words = {"left": "Deadwood: {points}"}
    labels = {"knock": "Knock with {cards}"}
    stories = {"knock": "Knocked with {cards}"}
    example = "discard 8C>heap"
    tries = (("heap", "discard {from}>heap"), ("knock", "knock {from}>knock"))

    def deal(self, deck: Deck, seats: int, before: Table | None) -> Table:
        hands, rest = deal_hands(deck, seats, 10)
        first, rounds = (1 - before.first, before.rounds) if before else (0, ())
        return Table(hands, rest[1:], rest[:1], first, first, rounds=rounds)

    def turn(self, state: Table) -> Seat | None:
        if state.over and max(self.points(state)) >= self.until:
            return None
        return state.seat

    def moves(self, state: Table) -> Iterator[Act]:
        own = state.hands[state.seat]
        if state.over:
            yield Act("next")
        elif len(own) == 10:
            yield Act("pass") if state.passes < 2 else Act("draw", place="stock")
            if state.passes != 2:
                yield Act("take", place="heap")
        else:
            for card in own:
                if card != state.took:
                    yield Act("discard", (card,), "heap")
                if worth(arranged(without(own, card))[1]) <= 10 and card != state.took:
                    yield Act("knock", (card,), "knock")

    def refusal(self, state: Table, act: Act) -> Phrase | None:
        took = Phrase("You just took it from the heap.") if state.took in act.cards else None
        return took or (Phrase("You may knock with ten or less.") if act.verb == "knock" else None)

    def after(self, state: Table, act: Act) -> Table:
        seat, own = state.seat, state.hands[state.seat]
        if act.verb == "next":
            return state._replace(seat=CHANCE)
        if act.verb == "pass":
            return state._replace(seat=1 - seat, passes=state.passes + 1)
        new = state.heap[-1:] if act.verb == "take" else state.stock[:1]
        hands = put(state.hands, seat, sort(own + new))
        if act.verb == "draw":
            return state._replace(hands=hands, stock=state.stock[1:], passes=3)
        if act.verb == "take":
            return state._replace(hands=hands, heap=state.heap[:-1], took=new[0], passes=3)
        hands = put(state.hands, seat, without(own, *act.cards))
        after = state._replace(hands=hands, heap=state.heap + bytes(act.cards), took=None)
        if act.verb == "knock":
            return self._counted(after._replace(knocked=seat))
        after = after._replace(seat=1 - seat)
        dead = after._replace(over=True, rounds=(*state.rounds, (0, 0)))
        return dead if len(state.stock) < 3 else after

    def _laid(self, state: Table, seat: Seat) -> tuple[tuple[Pile, ...], Pile]:
        own, rest = arranged(state.hands[seat])
        on, left = arranged(state.hands[1 - seat])
        return own, laid_off(rest, on) if left and seat != state.knocked else rest

    def _counted(self, state: Table) -> Table:
        own, other = (worth(self._laid(state, at)[1]) for at in (state.seat, 1 - state.seat))
        winner = 1 - state.seat if own and other <= own else state.seat
        gain = abs(other - own) + 25 * (not own or winner != state.seat)
        points = (gain, 0) if winner == 0 else (0, gain)
        return state._replace(over=True, rounds=(*state.rounds, points))

    def prospect(self, state: Table, seat: Seat) -> float:
        own = state.hands[seat]
        left = [own] if len(own) == 10 else [without(own, card) for card in own]
        return 0 if state.over else -min(worth(arranged(hand)[1]) for hand in left)

    def places(self, state: Table) -> dict[str, Place]:
        laid: dict[str, Place] = {}
        for seat in (0, 1) if state.knocked is not None else ():
            own, rest = self._laid(state, seat)
            laid[f"melds-{seat}"] = meld(b"".join(own), seat)
            laid[f"left-{seat}"] = hand(rest, seat, points=worth(rest))
        return {"stock": stock(len(state.stock)), "heap": discard(state.heap), **laid}

    def task(self, state: Table, seat: Seat) -> Phrase | None:
        if seat != self.turn(state):
            return None
        if state.over:
            return Phrase("The round is over: {n} points.", n=max(state.rounds[-1]))
        does = "Draw a card." if state.passes > 1 else "Take the card, or pass."
        does = "Discard a card." if len(state.hands[seat]) > 10 else does
        return Phrase(f"{does} Deadwood: {{n}}", n=int(-self.prospect(state, seat)))


@game("table", presets={"short": {"until": 50}}, texts={"el": GREEK})
def gin_rummy(until: Literal[50, 100, 250] = 100) -> GinRummy:
    """Gin Rummy, up to so many points."""
    return GinRummy(until)
