"""Maze: bring the suits, ace to queen, into one long line by moving cards into a few gaps."""

from trapoula.patience import *

QUEENS = only(QUEEN)
AFTER = UP & SAME_SUIT | on(QUEENS) & laying(ACES)
BEFORE = DOWN & SAME_SUIT | on(ACES) & laying(QUEENS)


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
        score=InLine("M", AFTER, ACES, corner=start == "corner"),
    )
