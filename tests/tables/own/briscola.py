# ruff: noqa: F405
"""Briscola: win tricks with the cards that count, and with trumps.

Two players hold three cards each; a card of the stock lies open and its suit is trumps. Any card may be
played. The highest trump wins the trick, or else the highest card of the suit that was led: ace, three,
king, queen, jack, and then down from seven. Both draw a card, the winner first. Aces count 11, threes 10,
kings 4, queens 3 and jacks 2.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.tables import *  # noqa: F403

WORTH = {ACE: 11, THREE: 10, KING: 4, QUEEN: 3, JACK: 2}
ORDER = (TWO, FOUR, FIVE, SIX, SEVEN, JACK, QUEEN, KING, THREE, ACE)


class Table(NamedTuple):
    """Everything that undo restores."""

    hands: tuple[Pile, ...]
    stock: Pile
    trump: Card
    won: tuple[Pile, ...] = (b"", b"")
    trick: Pile = b""
    seat: Seat = 0


def worth(cards: Pile) -> int:
    """What captured cards count."""
    return sum(WORTH.get(rank(card), 0) for card in cards)


@dataclass(frozen=True)
class Briscola(CardGame[Table]):
    """The rules."""

    seats = range(2, 3)
    pack = tuple(card for card in ONE_DECK if rank(card) in ORDER)
    words = {"trump": "Trumps"}
    example = "play 7C>trick"
    tries = (("trick", "play {from}>trick"),)

    def deal(self, deck: Deck, seats: int, before: Table | None) -> Table:
        hands, rest = deal_hands(deck, seats, 3)
        return Table(hands, rest[1:] + rest[:1], rest[0])

    def turn(self, state: Table) -> Seat | None:
        return state.seat if any(state.hands) else None

    def moves(self, state: Table) -> Iterator[Act]:
        return (Act("play", (card,), "trick") for card in state.hands[state.seat])

    def after(self, state: Table, act: Act) -> Table:
        seat = state.seat
        hands = put(state.hands, seat, without(state.hands[seat], *act.cards))
        after = state._replace(hands=hands, trick=state.trick + bytes(act.cards), seat=1 - seat)
        if len(after.trick) < 2:
            return after
        led = suit(after.trick[0])

        def high(card: Card) -> tuple[bool, bool, int]:
            return suit(card) == suit(state.trump), suit(card) == led, ORDER.index(rank(card))

        taker = seat if high(after.trick[1]) > high(after.trick[0]) else 1 - seat
        won = put(after.won, taker, after.won[taker] + after.trick)
        after = after._replace(won=won, trick=b"", seat=taker)
        for own in (taker, 1 - taker) if state.stock else ():
            hand = sort(after.hands[own] + after.stock[:1])
            after = after._replace(hands=put(after.hands, own, hand), stock=after.stock[1:])
        return after

    def points(self, state: Table) -> tuple[int, ...]:
        return tuple(map(worth, state.won))

    def places(self, state: Table) -> dict[str, Place]:
        return {
            "stock": stock(len(state.stock)),
            "trump": row([state.trump]),
            "trick": trick([(1 - state.seat, card) for card in state.trick]),
            **{f"won-{seat}": captured(own, seat) for seat, own in enumerate(state.won)},
        }


@game("table")
def briscola() -> Briscola:
    """Briscola."""
    return Briscola()
