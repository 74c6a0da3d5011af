"""Maze: bring the suits, ace to queen, into one long line by moving cards into a few gaps."""

from dataclasses import dataclass
from itertools import pairwise

from trapoula.patience import *

_QUEENS = only(QUEEN)
_AFTER = UP & SAME_SUIT | on(_QUEENS) & laying(ACES)
_BEFORE = DOWN & SAME_SUIT | on(ACES) & laying(_QUEENS)


@dataclass(frozen=True, slots=True)
class _Fits:
    """A gap takes a card that goes on from the one before it or leads to the one after it."""

    def takes(self, game: Patience, table: Table, at: int) -> Mask:
        """Any ace where the line begins, and any queen where it ends."""
        before = table.piles[at - 1] if at else None
        after = table.piles[at + 1] if at + 1 < len(table.piles) else None
        mask = ACES.mask if before is None else _AFTER.masks[before[0]] if before else 0
        return mask | (_QUEENS.mask if after is None else _BEFORE.masks[after[0]] if after else 0)


@dataclass(frozen=True, slots=True)
class _Links:
    """A point for an ace at the start, and for each card that goes on from the one before it."""

    def of(self, game: Patience, table: Table) -> int:
        """Along the whole line, over gaps as well."""
        line = b"".join(table.piles)
        return (line[0] in ACES) + sum(_AFTER(*two) for two in pairwise(line))


@game("grids")
def maze() -> Patience:
    return Patience(
        picture="""
            M M M M M M M M M
            M M M M M M M M M
            M M M M M M M M M
            M M M M M M M M M
            M M M M M M M M M
            M M M M M M M M M
        """,
        zones={"M": square(_Fits())},
        deal=(
            Rows("M", piles=range(1, 8)),
            Rows("M", piles=range(9, 17)),
            Rows("M", piles=range(18, 54)),
            Onto("M"),
            Away(KINGS, "M"),
        ),
        moves=(Carry("M", to="M"),),
        goal=Reach(48),
        score=_Links(),
    )
