"""What is seen at every table: who is on turn, the own hand, and how many cards the others hold."""

from collections.abc import Sequence

from trapoula.cards import Pile
from trapoula.game import Json, Seat, View


def seen_from(seat: Seat | None, hands: Sequence[Pile], turn: Seat | None, phase: str) -> View:
    """The part of a view that no game does without; one who has no seat sees no hand."""
    own = seat if seat is not None and seat in range(len(hands)) else None
    return {
        "seat": own,
        "turn": turn,
        "phase": phase,
        "hand": None if own is None else list(hands[own]),
        "hands": [len(hand) for hand in hands],
    }


def spread(piles: Sequence[Pile]) -> list[Json]:
    """Piles with all their cards."""
    return [list(pile) for pile in piles]
