"""Maze: bring the suits, ace to queen, into one long line by moving cards into a few gaps."""

from dataclasses import dataclass
from itertools import pairwise

from trapoula.patience import *

QUEENS = only(QUEEN)
AFTER = UP & SAME_SUIT | on(QUEENS) & laying(ACES)
BEFORE = DOWN & SAME_SUIT | on(ACES) & laying(QUEENS)


@dataclass(frozen=True, slots=True)
class _Links:
    """A point for an ace at the start, and for each card that follows the last, gaps or not."""

    corner: bool  # whether the start is the first place, or the first card

    def of(self, game: Patience, table: Table) -> int:
        line = b"".join(table.piles)
        start = table.piles[0] if self.corner else line[:1]
        return any(card in ACES for card in start) + sum(AFTER(*two) for two in pairwise(line))


@game("grids", before={"start": "gap"})
def maze(start: Literal["corner", "gap"] = "corner") -> Patience:
    return Patience(
        picture="""
            M M M M M M M M M
            M M M M M M M M M
            M M M M M M M M M
            M M M M M M M M M
            M M M M M M M M M
            M M M M M M M M M
        """,
        zones={"M": square(Some((Along(AFTER, -1, edge=ACES), Along(BEFORE, +1, edge=QUEENS))))},
        deal=(
            Rows("M", piles=range(1, 8)),
            Rows("M", piles=range(9, 17)),
            Rows("M", piles=range(18, 54)),
            Onto("M"),
            Away(KINGS, "M"),
        ),
        moves=(Carry("M", to="M"),),
        goal=Reach(48),
        score=_Links(corner=start == "corner"),
    )
