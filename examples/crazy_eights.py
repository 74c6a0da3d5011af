"""Crazy Eights: follow the suit or the rank, and change the suit with an eight.

Two players hold seven cards each, more hold five. In your turn play a card that has the suit or the
rank of the card on the heap. An eight goes on anything, and you say which suit is to follow. If you
cannot play, or do not want to, draw a card; you may play it at once, or else you pass. When the stock
is out you pass without drawing.

The first to be rid of all cards wins the round, and gets what the others still hold: 50 for an eight,
10 for a ten or a court card, one for an ace, and for any other card what it shows. When everybody has
to pass, the hand that counts least wins what the others count more; equal ones share it. Rounds are
played until somebody has enough points.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.tables import *

GREEK = Translation(
    """Τρελά οχτάρια: ακολουθήστε τη φυλή ή την αξία, και αλλάξτε φυλή με ένα οχτάρι.

    Οι δύο παίκτες κρατούν από επτά φύλλα, οι περισσότεροι από πέντε. Όταν παίζετε, ρίχνετε ένα φύλλο με τη
    φυλή ή την αξία του επάνω φύλλου. Το οχτάρι μπαίνει παντού, και λέτε εσείς ποια φυλή ακολουθεί. Αν δεν
    μπορείτε ή δεν θέλετε, τραβάτε ένα φύλλο· μπορείτε να το παίξετε αμέσως, αλλιώς πάτε πάσο. Όταν τελειώσει
    η μάνα, πάτε πάσο χωρίς να τραβήξετε.

    Όποιος ξεμείνει πρώτος από φύλλα κερδίζει την παρτίδα, και παίρνει όσα κρατούν οι άλλοι: 50 κάθε οχτάρι,
    10 για δεκάρι και φιγούρα, ένα για τον Άσσο, και για τα άλλα όσο γράφουν. Αν πάνε όλοι πάσο, κερδίζει το
    χέρι που μετράει λιγότερο τη διαφορά· τα ίσα μοιράζονται. Παίζονται παρτίδες ώσπου κάποιος να μαζέψει
    αρκετούς πόντους.
    """,
    {
        "Which suit?": "Ποια φυλή;",
        "To follow: {suit}": "Ακολουθεί: {suit}",
        "{cards} played: {pick}": "Παίχτηκε {cards}: {pick}",
        "Play a card, or draw one.": "Ρίξτε ένα φύλλο, ή τραβήξτε.",
        "Play a card, or pass.": "Ρίξτε ένα φύλλο, ή πάσο.",
        "It has neither the suit nor the rank.": "Δεν έχει ούτε τη φυλή ούτε την αξία.",
    },
)


class Table(NamedTuple):
    """Everything that undo restores."""

    hands: tuple[Pile, ...]
    stock: Pile
    heap: Pile  # the top card last
    suit: int  # that is to follow
    seat: Seat
    dealer: Seat
    drew: bool = False  # whether the one on turn has drawn
    passes: int = 0  # one after another
    rounds: tuple[tuple[int, ...], ...] = ()


def worth(cards: Pile) -> int:
    """What a hand counts."""
    return sum(50 if rank(card) == EIGHT else min(10, rank(card) + 1) for card in cards)


@dataclass(frozen=True)
class CrazyEights(CardGame[Table]):
    """The rules, up to so many points."""

    until: int

    seats = range(2, 6)
    words = {"heap": "To follow: {suit}"}
    asks = {"play": ("Which suit?",)}
    example = "play 8C>heap:hearts"
    tries = (("heap", "play {from}>heap"),)

    def deal(self, deck: Deck, seats: int, before: Table | None) -> Table:
        """The first card that is no eight begins the heap."""
        hands, rest = deal_hands(deck, seats, 7 if seats == 2 else 5)
        first = next(card for card in rest if rank(card) != EIGHT)
        dealer = (before.dealer + 1) % seats if before else seats - 1
        return Table(
            hands, without(rest, first), bytes([first]), suit(first), (dealer + 1) % seats, dealer,
            rounds=before.rounds if before else (),
        )  # fmt: skip

    def turn(self, state: Table) -> Seat | None:
        """A round ends when a hand is empty, or when nobody can go on."""
        if all(state.hands) and state.passes < len(state.hands):
            return state.seat
        return None if max(self.points(state)) >= self.until else CHANCE

    def moves(self, state: Table) -> Iterator[Act]:
        """Cards that fit, an eight with any suit, and a card from the stock or a pass."""
        for card in state.hands[state.seat]:
            if rank(card) == EIGHT:
                yield from (Act("play", (card,), "heap", (name,)) for name in SUITS)
            elif self._fits(state, card):
                yield Act("play", (card,), "heap")
        yield Act("pass") if state.drew or not state.stock else Act("draw", place="stock")

    def _fits(self, state: Table, card: Card) -> bool:
        return suit(card) == state.suit or rank(card) == rank(state.heap[-1])

    def refusal(self, state: Table, act: Act) -> Phrase | None:
        """Why a card does not go on the heap."""
        fits = all(rank(card) == EIGHT or self._fits(state, card) for card in act.cards)
        return None if fits else Phrase("It has neither the suit nor the rank.")

    def after(self, state: Table, act: Act) -> Table:
        """A card is played or drawn, or the turn is passed on."""
        seat, hand = state.seat, state.hands[state.seat]
        if act.verb == "draw":
            hands = put(state.hands, seat, hand + state.stock[:1])
            return state._replace(hands=hands, stock=state.stock[1:], drew=True)
        after = state._replace(seat=(seat + 1) % len(state.hands), drew=False)
        if act.verb == "pass":
            after = after._replace(passes=state.passes + (not state.stock))
            return after if after.passes < len(state.hands) else self._counted(after)
        card = act.cards[0]
        after = after._replace(
            hands=put(state.hands, seat, without(hand, card)),
            heap=state.heap + bytes([card]),
            suit=SUITS.index(act.picks[0]) if act.picks else suit(card),
            passes=0,
        )
        return after if all(after.hands) else self._counted(after)

    def _counted(self, state: Table) -> Table:
        """The hand that counts least gets what the others count more; equal ones share it."""
        held = [*map(worth, state.hands)]
        least = min(held)
        gained = (sum(held) - len(held) * least) // held.count(least)
        own = tuple(gained if one == least else 0 for one in held)
        return state._replace(rounds=(*state.rounds, own))

    def places(self, state: Table) -> dict[str, Place]:
        """The stock and the heap."""
        return {
            "stock": stock(len(state.stock)),
            "heap": discard(state.heap, suit=SUITS[state.suit]),
        }

    def task(self, state: Table, seat: Seat) -> Phrase | None:
        """What there is to do."""
        if seat != self.turn(state):
            return None
        drawn = state.drew or not state.stock
        return Phrase("Play a card, or pass.") if drawn else Phrase("Play a card, or draw one.")

    def tell(self, before: Table, act: Act) -> Phrase:
        """An eight is told with its suit."""
        told = super().tell(before, act)
        return Phrase("{cards} played: {pick}", **told.facts) if "pick" in told.facts else told


@game("table", presets={"short": {"until": 50}}, texts={"el": GREEK})
def crazy_eights(until: Literal[50, 100, 200] = 100) -> CrazyEights:
    """Crazy Eights, up to so many points."""
    return CrazyEights(until)
