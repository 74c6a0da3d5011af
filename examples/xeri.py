"""Xeri: capture the pile with a card of the same rank, and a lone card for ten points.

Four cards lie open on the pile and everybody holds six, of three players four. In your turn play a
card on the pile. If it has the rank of the top card, or if it is a jack, you capture the whole pile;
otherwise it stays there. When all hands are empty, new ones are dealt until the stock is out. Whoever
captured last then takes what still lies on the pile.

## Points

- A xeri, when you capture a single card with its equal: 10, with jack on jack 20.
- Most cards: 3; nobody has them when two share them.
- The ten of diamonds: 2. The two of clubs: 1.
- Every other ten, every jack, queen and king: 1.

Rounds are played until somebody has the points that were agreed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.tables import *

DEAL = {2: 6, 3: 4, 4: 6}  # the cards of a hand, by the number of players
GREEK = Translation(
    """Ξερή: μαζέψτε τα φύλλα με όμοιο φύλλο, και ένα μόνο του με δέκα πόντους.

    Τέσσερα φύλλα είναι ανοιχτά στη μέση και κάθε παίκτης κρατάει έξι, ή τέσσερα όταν παίζουν τρεις.
    Όταν παίζετε, ρίχνετε ένα φύλλο. Αν έχει την ίδια αξία με το επάνω φύλλο, ή αν είναι Βαλές, τα
    μαζεύετε όλα· αλλιώς μένει κάτω. Όταν αδειάσουν όλα τα χέρια, μοιράζονται νέα, ώσπου να τελειώσει η
    μάνα. Στο τέλος ό,τι έμεινε κάτω το παίρνει όποιος μάζεψε τελευταίος.

    ## Πόντοι

    - Ξερή, όταν μαζεύετε ένα μόνο φύλλο με το όμοιό του: 10, Βαλές με Βαλέ 20.
    - Τα περισσότερα φύλλα: 3· κανείς δεν τα παίρνει στην ισοπαλία.
    - Το δέκα καρό: 2. Το δύο σπαθί: 1.
    - Κάθε άλλο δέκα, κάθε Βαλές, Ντάμα και Ρήγας: 1.

    Παίζονται παρτίδες ώσπου κάποιος να φτάσει τους πόντους που συμφωνήθηκαν.
    """,
    {
        "The pile: {count}": "Κάτω: {count}",
        "Captured: {count}, xeri {xeri}": "Μαζεμένα: {count}, ξερές {xeri}",
        "Play a card.": "Ρίξτε ένα φύλλο.",
        "{cards} captures {n}": "Το {cards} μαζεύει {n}",
        "Xeri with {cards}: {points} points": "Ξερή με {cards}: {points} πόντοι",
    },
)


class Table(NamedTuple):
    """Everything that undo restores."""

    hands: tuple[Pile, ...]
    stock: Pile
    pile: Pile  # the top card last
    won: tuple[Pile, ...]  # by seat
    xeri: tuple[int, ...]  # points for these, by seat
    dealer: Seat
    seat: Seat
    last: Seat  # who captured last
    rounds: tuple[tuple[int, ...], ...] = ()


def worth(cards: Pile) -> int:
    """What captured cards count."""
    two = sum(rank(card) == TWO and suit(card) == CLUBS for card in cards)
    good = sum(rank(card) == TEN and suit(card) == DIAMONDS for card in cards)
    return two + good + sum(rank(card) >= TEN for card in cards)


@dataclass(frozen=True)
class Xeri(CardGame[Table]):
    """The rules, up to so many points."""

    until: int

    seats = range(2, 5)
    words = {"pile": "The pile: {count}", "won": "Captured: {count}, xeri {xeri}"}
    example = "play 8C>pile"

    def deal(self, deck: Deck, seats: int, before: Table | None) -> Table:
        """Four cards on the pile; a jack never lies on top of it."""
        four = sorted(deck[:4], key=lambda card: rank(card) != JACK)
        hands, rest = deal_hands(deck[4:], seats, DEAL[seats])
        dealer = (before.dealer + 1) % seats if before else seats - 1
        first = (dealer + 1) % seats
        none, rounds = (b"",) * seats, before.rounds if before else ()
        return Table(hands, rest, bytes(four), none, (0,) * seats, dealer, first, first, rounds)

    def turn(self, state: Table) -> Seat | None:
        """One after the other; a round ends when all cards are played."""
        if any(state.hands):
            return state.seat
        return None if max(self.points(state)) >= self.until else CHANCE

    def moves(self, state: Table) -> Iterator[Act]:
        """Any card may be played."""
        return (Act("play", (card,), "pile") for card in state.hands[state.seat])

    def after(self, state: Table, act: Act) -> Table:
        """The card stays on the pile or captures it."""
        seat, card = state.seat, act.cards[0]
        pile, gain = state.pile + bytes(act.cards), self._xeri(state, card)
        after = state._replace(
            hands=put(state.hands, seat, without(state.hands[seat], card)),
            pile=pile,
            seat=(seat + 1) % len(state.hands),
        )
        if self._captures(state, card):
            after = after._replace(
                pile=b"",
                won=put(state.won, seat, state.won[seat] + pile),
                xeri=(*state.xeri[:seat], state.xeri[seat] + gain, *state.xeri[seat + 1 :]),
                last=seat,
            )
        return after if any(after.hands) else self._next(after)

    def _captures(self, state: Table, card: int) -> bool:
        return bool(state.pile) and rank(card) in (JACK, rank(state.pile[-1]))

    def _xeri(self, state: Table, card: int) -> int:
        """The points of a xeri, if it is one."""
        lone = len(state.pile) == 1 and rank(card) == rank(state.pile[0])
        return (20 if rank(card) == JACK else 10) if lone else 0

    def _next(self, state: Table) -> Table:
        """New hands from the stock; when it is out the round is counted."""
        seats = len(state.hands)
        if state.stock:
            hands, rest = deal_hands(tuple(state.stock), seats, DEAL[seats])
            return state._replace(hands=hands, stock=rest)
        won = put(state.won, state.last, state.won[state.last] + state.pile)
        most = [seat for seat in range(seats) if len(won[seat]) == max(map(len, won))]
        counted = tuple(
            worth(won[seat]) + state.xeri[seat] + 3 * (most == [seat]) for seat in range(seats)
        )
        rounds = (*state.rounds, counted)
        return state._replace(pile=b"", won=won, xeri=(0,) * seats, rounds=rounds)

    def points(self, state: Table) -> tuple[int, ...]:
        """The points of all rounds, and the xeri of this one."""
        return tuple(map(sum, zip(*state.rounds, state.xeri, strict=True)))

    def places(self, state: Table) -> dict[str, Place]:
        """The stock, the pile, and what everybody has captured."""
        return {
            "stock": stock(len(state.stock)),
            "pile": discard(state.pile),
            **{
                f"won-{seat}": captured(cards, seat, xeri=state.xeri[seat] // 10)
                for seat, cards in enumerate(state.won)
            },
        }

    def task(self, state: Table, seat: Seat) -> Phrase | None:
        """What there is to do."""
        return Phrase("Play a card.") if seat == self.turn(state) else None

    def tell(self, before: Table, act: Act) -> Phrase:
        """A card stays, captures, or makes a xeri."""
        card, cards = act.cards[0], [*act.cards]
        if gain := self._xeri(before, card):
            return Phrase("Xeri with {cards}: {points} points", cards=cards, points=gain)
        if self._captures(before, card):
            return Phrase("{cards} captures {n}", cards=cards, n=len(before.pile) + 1)
        return Phrase("{cards} played", cards=cards)


@game("table", presets={"short": {"until": 21}}, texts={"el": GREEK})
def xeri(until: Literal[21, 51, 101] = 51) -> Xeri:
    """Xeri, up to so many points."""
    return Xeri(until)
