"""Two classics as small as their rules allow: nothing but the protocol, for the players of any game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from trapoula.core.cards import (
    CLUBS,
    EIGHT,
    FACES,
    HEARTS,
    ONE_DECK,
    QUEEN,
    SPADES,
    Pile,
    rank,
    suit,
)
from trapoula.core.cards import name as face
from trapoula.core.errors import Phrase
from trapoula.core.game import ALL, CHANCE, Dice, Outcome, Seat, View, game
from trapoula.tables import Shuffle, put, sort, without, write_order

CARDS = {text: card for text, card in FACES.items() if card in ONE_DECK}
PASS = -1


class _Small:
    """What the two have in common."""

    pack = ONE_DECK
    faces = CARDS

    def allows(self, state: Any, action: Any, seat: Seat = 0) -> bool:
        if seat == CHANCE:
            return isinstance(action, Shuffle) and sorted(action.order) == sorted(state.loose)
        return action in self.legal(state, seat)

    def legal(self, state: Any, seat: Seat = 0) -> list[Any]:
        raise NotImplementedError

    def why(self, state: Any, action: Any, seat: Seat = 0) -> Phrase | None:
        return None

    def draw(self, state: Any, dice: Dice) -> Any:
        return Shuffle(bytes(dice.shuffled(state.loose)))

    def reveals(self, before: Any, after: Any) -> bool:
        return True

    def obvious(self, state: Any) -> Any:
        return None

    def told(self, action: Any, seat: Seat | None) -> str:
        return "deal" if isinstance(action, Shuffle) else self.write(action)

    def write(self, action: Any) -> str:
        if isinstance(action, Shuffle):
            return write_order("deal", action.order)
        card, called = action if isinstance(action, tuple) else (action, PASS)
        text = "draw" if card == PASS else face(card)
        return text if called == PASS else f"{text}={'CDHS'[called]}"

    def read(self, text: str) -> Any:
        verb, *rest = text.split(" ")
        if verb == "deal":
            return Shuffle(bytes(map(int, rest)))
        card, _, called = text.partition("=")
        return self.deed(PASS if card == "draw" else FACES[card], called)

    def deed(self, card: int, called: str) -> Any:
        raise NotImplementedError


# --- Crazy Eights --------------------------------------------------------------------------------


class Eights(NamedTuple):
    """A table of Crazy Eights."""

    hands: tuple[Pile, ...]
    stock: Pile
    heap: Pile  # the last card is on top
    called: int = PASS
    seat: Seat = 0
    loose: Pile = b""  # what chance shuffles again
    drawn: bool = False


@dataclass(frozen=True)
class CrazyEights(_Small):
    """Follow suit or rank, or lay an eight and call a suit; draw one if you cannot. Rid of all wins."""

    free: bool = False  # whether one may draw although something fits

    seats = range(2, 5)

    def start(self, deck: Sequence[int], seats: int = 2) -> Eights:
        size = 7 if seats == 2 else 5
        hands = tuple(sort(deck[size * at : size * at + size]) for at in range(seats))
        return Eights(hands, bytes(deck[size * seats + 1 :]), bytes([deck[size * seats]]))

    def turn(self, state: Eights) -> Seat | None:
        if not all(state.hands):
            return None
        return CHANCE if state.loose else state.seat

    def legal(self, state: Eights, seat: Seat = 0) -> list[Any]:
        if seat != self.turn(state):
            return []
        top, found = state.heap[-1], list[tuple[int, int]]()
        wanted = suit(top) if state.called == PASS else state.called
        for card in state.hands[seat]:
            if rank(card) == EIGHT:
                found += [(card, one) for one in range(4)]
            elif suit(card) == wanted or rank(card) == rank(top):
                found.append((card, PASS))
        return [*found, (PASS, PASS)] if self.free and not state.drawn else found or [(PASS, PASS)]

    def play(self, state: Eights, action: Any) -> Eights:
        if isinstance(action, Shuffle):
            return state._replace(stock=action.order, loose=b"")
        card, called = action
        after = (state.seat + 1) % len(state.hands)
        if card == PASS:
            hand = sort(state.hands[state.seat] + state.stock[:1])
            drawn = not state.drawn and bool(state.stock)
            new = state._replace(
                hands=put(state.hands, state.seat, hand),
                stock=state.stock[1:],
                seat=state.seat if drawn else after,
                drawn=drawn,
            )
        else:
            new = state._replace(
                hands=put(state.hands, state.seat, without(state.hands[state.seat], card)),
                heap=state.heap + bytes([card]),
                called=called,
                seat=after,
                drawn=False,
            )
        if not new.stock and len(new.heap) > 1:
            return new._replace(heap=new.heap[-1:], loose=bytes(sorted(new.heap[:-1])))
        return new

    def outcome(self, state: Eights) -> Outcome | None:
        if all(state.hands):
            return None
        left = tuple(-len(hand) for hand in state.hands)
        return Outcome(True, left, "out", {"winners": [left.index(0)]})

    def view(self, state: Eights, seat: Seat | None) -> View:
        own = seat in range(len(state.hands))
        return {
            "hand": [*state.hands[seat]] if own and seat is not None else None,
            "hands": [len(hand) for hand in state.hands],
            "stock": len(state.stock),
            "heap": [*state.heap],
            "called": state.called,
            "turn": self.turn(state),
            "drawn": state.drawn,
        }

    def deed(self, card: int, called: str) -> Any:
        return card, "CDHS".index(called) if called else PASS


# --- Hearts --------------------------------------------------------------------------------------


class Trick(NamedTuple):
    """A table of Hearts."""

    hands: tuple[Pile, ...]
    trick: Pile
    lead: Seat
    taken: tuple[Pile, ...]
    points: tuple[int, ...] = (0, 0, 0, 0)  # of the rounds before
    round: int = 1
    loose: Pile = b""


def penalty(cards: Pile) -> int:
    """A point for each heart, and thirteen for the queen of spades."""
    return sum(suit(card) == HEARTS for card in cards) + 13 * (BLACK_LADY in cards)


def high(card: int) -> int:
    """The rank, the ace above the king."""
    return rank(card) or 13


BLACK_LADY = 4 * QUEEN + SPADES
TWO_OF_CLUBS = 4 + CLUBS


@dataclass(frozen=True)
class Hearts(_Small):
    """Follow suit; take no hearts, and not the queen of spades. Nothing is passed."""

    rounds: int = 1

    seats = range(4, 5)

    def start(self, deck: Sequence[int], seats: int = 4) -> Trick:
        hands = tuple(sort(deck[13 * at : 13 * at + 13]) for at in range(4))
        lead = next(at for at, hand in enumerate(hands) if TWO_OF_CLUBS in hand)
        return Trick(hands, b"", lead, (b"",) * 4)

    def turn(self, state: Trick) -> Seat | None:
        if state.loose:
            return CHANCE
        return (state.lead + len(state.trick)) % 4 if any(state.hands) else None

    def legal(self, state: Trick, seat: Seat = 0) -> list[Any]:
        if seat != self.turn(state):
            return []
        hand = state.hands[seat]
        if state.trick:
            return [card for card in hand if suit(card) == suit(state.trick[0])] or [*hand]
        if TWO_OF_CLUBS in hand:
            return [TWO_OF_CLUBS]
        broken = any(suit(card) == HEARTS for taken in state.taken for card in taken)
        return [*hand] if broken else [card for card in hand if suit(card) != HEARTS] or [*hand]

    def play(self, state: Trick, action: Any) -> Trick:
        if isinstance(action, Shuffle):
            return self.start(action.order)._replace(points=state.points, round=state.round + 1)
        seat = (state.lead + len(state.trick)) % 4
        trick = state.trick + bytes([action])
        new = state._replace(
            hands=put(state.hands, seat, without(state.hands[seat], action)), trick=trick
        )
        if len(trick) < 4:
            return new
        followed = [at for at in range(4) if suit(trick[at]) == suit(trick[0])]
        won = (state.lead + max(followed, key=lambda at: high(trick[at]))) % 4
        new = new._replace(trick=b"", lead=won, taken=put(new.taken, won, new.taken[won] + trick))
        if any(new.hands):
            return new
        points = tuple(old + penalty(own) for old, own in zip(new.points, new.taken, strict=True))
        if new.round == self.rounds:
            return new._replace(points=points)
        return new._replace(points=points, taken=(b"",) * 4, loose=bytes(ONE_DECK))

    def outcome(self, state: Trick) -> Outcome | None:
        if self.turn(state) is not None:
            return None
        best = min(state.points)
        winners = [seat for seat, own in enumerate(state.points) if own == best]
        return Outcome(True, state.points, "points", {"winners": list(winners)})

    def view(self, state: Trick, seat: Seat | None) -> View:
        own = seat in range(4)
        view: View = {
            "hand": [*state.hands[seat]] if own and seat is not None else None,
            "hands": [len(hand) for hand in state.hands],
            "trick": [*state.trick],
            "lead": state.lead,
            "taken": [[*taken] for taken in state.taken],
            "scores": [*state.points],
            "round": state.round,
            "turn": self.turn(state),
        }
        return (
            {**view, "secret": {"hands": [[*one] for one in state.hands]}} if seat == ALL else view
        )

    def deed(self, card: int, called: str) -> Any:
        return card


@game("table")
def small_eights() -> CrazyEights:
    """Crazy Eights."""
    return CrazyEights()


@game("table")
def small_hearts(rounds: Literal[1, 3] = 1) -> Hearts:
    """Hearts."""
    return Hearts(rounds)
