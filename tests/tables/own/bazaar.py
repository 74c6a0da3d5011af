# ruff: noqa: F405
"""Bazaar: bid, give three cards to the left, lay sets, and call with an ace.

Everybody holds eight cards. First each bids how many tricks there will be, then each gives three cards to the
left. In your turn lay a set of three or more cards of one rank, add a card to a set, or play a card to the
trick; with an ace call a suit, and say for how many points. The highest card takes the trick.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from trapoula.tables import *  # noqa: F403


class Table(NamedTuple):
    """Everything that undo restores."""

    hands: tuple[Pile, ...]
    bid: tuple[int, ...]  # by seat; -1: not yet
    given: tuple[Pile, ...]
    won: tuple[Pile, ...]
    called: tuple[int, ...]
    sets: tuple[Pile, ...] = ()
    trick: Pile = b""
    leader: Seat = 0
    seat: Seat = 0


def add(numbers: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    """Numbers by seat, one of them larger."""
    return (*numbers[:seat], numbers[seat] + more, *numbers[seat + 1 :])


@dataclass(frozen=True)
class Bazaar(CardGame[Table]):
    """The rules."""

    seats = range(2, 5)
    words = {"sets": "A new set", "set": "A set", "left": "left"}
    labels = {"bid": "Bid", "give": "Give {cards}", "set": "Lay {cards}", "add": "Add {cards}"}
    stories = {
        "bid": "Bids {pick}",
        "give": "Three cards given away",
        "set": "{cards} is laid",
        "add": "{cards} is added",
    }
    asks = {"bid": ("How many?",), "play": ("Which suit?", "For how many points?")}
    secret = ("give",)
    example = "play 8C>trick"
    tries = (("trick", "play {from}>trick"), ("sets", "set {from}>sets"))

    def deal(self, deck: Deck, seats: int, before: Table | None) -> Table:
        none = (b"",) * seats
        return Table(deal_hands(deck, seats, 8)[0], (-1,) * seats, none, none, (0,) * seats)

    def turn(self, state: Table) -> Seat | None:
        return state.seat if any(state.hands) else None

    def moves(self, state: Table) -> Iterator[Act]:
        hand = state.hands[state.seat]
        if state.bid[state.seat] < 0:
            yield from (Act("bid", picks=(str(n),)) for n in range(5))
        elif not all(state.given):
            yield from (Act("give", three, "left") for three in combinations(hand, 3))
        else:
            for size in () if state.trick else (3, 4):
                for some in combinations(hand, size):
                    if len({rank(card) for card in some}) == 1:
                        yield Act("set", some, "sets")
            for card in hand:
                for at, own in enumerate(() if state.trick else state.sets):
                    if rank(card) == rank(own[0]):
                        yield Act("add", (card,), f"set-{at}")
                if rank(card) == ACE:
                    calls = ((name, n) for name in SUITS for n in "123")
                    yield from (Act("play", (card,), "trick", call) for call in calls)
                else:
                    yield Act("play", (card,), "trick")

    def after(self, state: Table, act: Act) -> Table:
        seat, seats = state.seat, len(state.hands)
        hands = put(state.hands, seat, without(state.hands[seat], *act.cards))
        after = state._replace(hands=hands, seat=(seat + 1) % seats)
        if act.verb == "bid":
            return after._replace(bid=add(state.bid, seat, int(act.picks[0]) + 1))
        if act.verb == "give":
            after = after._replace(given=put(state.given, seat, bytes(act.cards)))
            got = (sort(after.hands[at] + after.given[at - 1]) for at in range(seats))
            return after._replace(hands=tuple(got)) if all(after.given) else after
        if act.verb == "set":
            return self._on(after._replace(sets=(*state.sets, bytes(act.cards))))
        if act.verb == "add":
            at = int(act.place.partition("-")[2])
            return self._on(
                after._replace(sets=put(state.sets, at, state.sets[at] + bytes(act.cards)))
            )
        called = add(state.called, seat, int(act.picks[1])) if act.picks else state.called
        leader = state.leader if state.trick else seat
        after = after._replace(called=called, leader=leader, trick=state.trick + bytes(act.cards))
        return after if len(after.trick) < seats and after.hands[after.seat] else self._taken(after)

    def _taken(self, state: Table) -> Table:
        taker = (state.leader + state.trick.index(max(state.trick))) % len(state.hands)
        won = put(state.won, taker, state.won[taker] + state.trick)
        return self._on(state._replace(won=won, trick=b"", seat=taker))

    def _on(self, state: Table) -> Table:
        """Whoever has cards is next."""
        seats = (seat % len(state.hands) for seat in range(state.seat, state.seat + 4))
        return state._replace(seat=next((own for own in seats if state.hands[own]), state.seat))

    def points(self, state: Table) -> tuple[int, ...]:
        pairs = zip(state.won, state.called, strict=True)
        return tuple(len(won) + called for won, called in pairs)

    def places(self, state: Table) -> dict[str, Place]:
        laid = ((state.leader + at) % len(state.hands) for at in range(len(state.trick)))
        return {
            "trick": trick(zip(laid, state.trick, strict=True)),
            "sets": row(()),
            **{f"set-{at}": row(own) for at, own in enumerate(state.sets)},
            **bids([None if own < 0 else own for own in state.bid]),
            **{f"won-{seat}": captured(own, seat) for seat, own in enumerate(state.won)},
        }


@game("table")
def bazaar() -> Bazaar:
    """Bazaar."""
    return Bazaar()
