"""Hearts: take no hearts and no queen of spades, or else take them all.

Four players hold thirteen cards each. First everybody gives three cards away: to the left in the first
round, to the right in the second, across in the third; in the fourth all are kept, and so on.

The two of clubs leads. Follow suit if you can; the highest card of the suit that was led takes the
trick, and whoever takes it leads the next. Aces are high. In the first trick nobody plays a heart or
the queen of spades unless nothing else is left, and nobody leads a heart before one has been played.

Each heart counts one and the queen of spades thirteen. Whoever takes all of them counts nothing, and
every other player twenty-six. When somebody has as many points as were agreed, the lowest score wins.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from trapoula.tables import *

WAYS = ("left", "right", "across", "")  # by the round
STEPS = {"left": 1, "right": 3, "across": 2}
BLACK_LADY = QUEEN * 4 + SPADES
FIRST = TWO * 4 + CLUBS
GREEK = Translation(
    """Κούπες: μην πάρετε κούπες ούτε την Ντάμα Μπαστούνι, ή πάρτε τα όλα.

    Τέσσερις παίκτες κρατούν από δεκατρία φύλλα. Πρώτα όλοι δίνουν τρία: αριστερά στην πρώτη παρτίδα, δεξιά
    στη δεύτερη, απέναντι στην τρίτη· στην τέταρτη τα κρατούν όλοι, και πάλι από την αρχή.

    Ξεκινά το δύο σπαθί. Ακολουθείτε φυλή αν έχετε· τη μπάζα παίρνει το ψηλότερο φύλλο της φυλής που
    ξεκίνησε, και όποιος την πήρε ξεκινά πάλι. Ο Άσσος είναι ψηλά. Στην πρώτη μπάζα δεν παίζονται κούπες
    ούτε η Ντάμα Μπαστούνι, εκτός αν δεν έχετε άλλο, και κανείς δεν ξεκινά με κούπα πριν παιχτεί μία.

    Κάθε κούπα μετράει έναν πόντο και η Ντάμα Μπαστούνι δεκατρείς. Όποιος τα πάρει όλα δεν μετράει τίποτα, και
    οι άλλοι από είκοσι έξι. Όταν κάποιος φτάσει τους πόντους που συμφωνήθηκαν, κερδίζουν οι λιγότεροι.
    """,
    {
        "left": "αριστερά",
        "right": "δεξιά",
        "across": "απέναντι",
        "Pass {place}: {cards}": "Δώστε {place}: {cards}",
        "Three cards passed": "Δόθηκαν τρία φύλλα",
        "Taken: {count}": "Πήρε: {count}",
        "Pick three cards to pass {place}.": "Διαλέξτε τρία φύλλα να δώσετε {place}.",
        "Play a card.": "Ρίξτε ένα φύλλο.",
        "Lead a card.": "Ξεκινήστε με ένα φύλλο.",
        "The two of clubs leads.": "Ξεκινά το δύο σπαθί.",
        "Follow suit.": "Ακολουθήστε φυλή.",
        "Not in the first trick.": "Όχι στην πρώτη μπάζα.",
        "No heart has been played yet.": "Δεν έχει παιχτεί κούπα ακόμη.",
    },
)


class Table(NamedTuple):
    """Everything that undo restores."""

    hands: tuple[Pile, ...]
    given: tuple[Pile, ...]  # by seat, until all have given
    won: tuple[Pile, ...]  # by seat
    giving: bool = True
    trick: Pile = b""  # a whole one lies there until the next is led
    leader: Seat = 0  # of the trick
    seat: Seat = 0
    rounds: tuple[tuple[int, ...], ...] = ()


def worth(*cards: Card) -> int:
    """What cards cost whoever takes them."""
    return sum(13 if card == BLACK_LADY else suit(card) == HEARTS for card in cards)


@dataclass(frozen=True)
class Hearts(CardGame[Table]):
    """The rules, up to so many points."""

    until: int

    seats = range(4, 5)
    lowest_wins = True
    words = {"won": "Taken: {count}", "left": "left", "right": "right", "across": "across"}
    labels = {"give": "Pass {place}: {cards}"}
    stories = {"give": "Three cards passed"}
    secret = ("give",)
    example = "play QS>trick"
    tries = (("trick", "play {from}>trick"),)

    def deal(self, deck: Deck, seats: int, before: Table | None) -> Table:
        hands, _ = deal_hands(deck, seats, 13)
        none, rounds = (b"",) * seats, before.rounds if before else ()
        table = Table(hands, none, none, rounds=rounds)
        return table if self._way(table) else self._begun(table)

    def _way(self, state: Table) -> str:
        return WAYS[len(state.rounds) % 4]

    def _begun(self, state: Table) -> Table:
        """Whoever holds the two of clubs leads."""
        first = next(seat for seat, hand in enumerate(state.hands) if FIRST in hand)
        return state._replace(giving=False, leader=first, seat=first)

    def turn(self, state: Table) -> Seat | None:
        if any(state.hands):
            return state.seat
        return None if max(self.points(state)) >= self.until else CHANCE

    def moves(self, state: Table) -> Iterator[Act]:
        hand = state.hands[state.seat]
        if state.giving:
            way = self._way(state)
            yield from (Act("give", three, way) for three in combinations(sorted(hand), 3))
            return
        able = [card for card in hand if not self._against(state, card)]
        yield from (Act("play", (card,), "trick") for card in able or hand)

    def _against(self, state: Table, card: Card) -> Phrase | None:
        """What speaks against a card, unless all of the hand are alike."""
        hand, laid = state.hands[state.seat], state.trick if len(state.trick) < 4 else b""
        if FIRST in hand:
            return None if card == FIRST else Phrase("The two of clubs leads.")
        if laid:
            led = suit(laid[0])
            if suit(card) != led and any(suit(own) == led for own in hand):
                return Phrase("Follow suit.")
            first = not any(state.won)
            return Phrase("Not in the first trick.") if first and worth(card) else None
        broken = any(suit(own) == HEARTS for pile in state.won for own in pile)
        if suit(card) == HEARTS and not broken and any(suit(own) != HEARTS for own in hand):
            return Phrase("No heart has been played yet.")
        return None

    def refusal(self, state: Table, act: Act) -> Phrase | None:
        if state.giving:
            return self.task(state, state.seat)
        return next((why for card in act.cards if (why := self._against(state, card))), None)

    def after(self, state: Table, act: Act) -> Table:
        seat = state.seat
        hands = put(state.hands, seat, without(state.hands[seat], *act.cards))
        after = state._replace(hands=hands, seat=(seat + 1) % 4)
        if not state.giving:
            return self._played(after, act.cards[0])
        after = after._replace(given=put(state.given, seat, bytes(act.cards)))
        if not all(after.given):
            return after
        by = STEPS[self._way(state)]
        both = (bytes(sorted(hands[to] + after.given[to - by])) for to in range(4))
        return self._begun(after._replace(hands=tuple(both), given=(b"",) * 4))

    def _played(self, state: Table, card: Card) -> Table:
        """The highest card of the suit that was led takes the trick."""
        whole = len(state.trick) == 4
        laid = (b"" if whole else state.trick) + bytes([card])
        leader = (state.seat - 1) % 4 if whole or not state.trick else state.leader
        after = state._replace(trick=laid, leader=leader)
        if len(laid) < 4:
            return after
        best = max(laid, key=lambda own: (suit(own) == suit(laid[0]), by_suit_ace_high(own)[1]))
        taker = (leader + laid.index(best)) % 4
        after = after._replace(seat=taker, won=put(state.won, taker, state.won[taker] + laid))
        if any(after.hands):
            return after
        taken = [worth(*cards) for cards in after.won]
        counted = tuple(26 - own if 26 in taken else own for own in taken)
        return after._replace(rounds=(*state.rounds, counted))

    def points(self, state: Table) -> tuple[int, ...]:
        taken = tuple(worth(*cards) for cards in state.won) if any(state.hands) else (0,) * 4
        return tuple(map(sum, zip(*state.rounds, taken, strict=True)))

    def places(self, state: Table) -> dict[str, Place]:
        laid = [((state.leader + at) % 4, card) for at, card in enumerate(state.trick)]
        return {
            "trick": trick(laid),
            **{
                f"won-{seat}": captured(cards, seat, shown=filter(worth, cards))
                for seat, cards in enumerate(state.won)
            },
        }

    def hand_order(self, card: Card) -> tuple[int, int]:
        return by_suit_ace_high(card)

    def task(self, state: Table, seat: Seat) -> Phrase | None:
        if seat != self.turn(state):
            return None
        if state.giving:
            way = Phrase(self._way(state))
            return Phrase("Pick three cards to pass {place}.", place=way)
        return Phrase("Play a card.") if len(state.trick) % 4 else Phrase("Lead a card.")


@game("table", presets={"short": {"until": 26}}, texts={"el": GREEK})
def hearts(until: Literal[26, 50, 100] = 50) -> Hearts:
    """Hearts, up to so many points."""
    return Hearts(until)
