"""Every patience can be opened, is drawn whole, and is played by drag, by tap and by keys."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.board import Board
from trapoula.catalogue import entries
from trapoula.patience import Patience

PATIENCES = [id_ for id_ in entries.ids() if isinstance(entries.find(id_).make(), Patience)]
FEW = {
    "klondike",
    "spider",
    "freecell",
    "golf",
    "clock",
    "poker",
    "osmosis",
    "thirteen",
    "accordion",
}
SIZES = [(360, 640), (740, 360), (1100, 760)]


def some_move(board: Board, turn: int) -> dict[str, Any] | None:
    """A carry or a pair; when there is none, the stock is tapped."""
    for _ in range(4):
        moves = [move for move in board.moves if move["source"] != move["target"]]
        if moves:
            return moves[turn * 5 % len(moves)]
        if not board.taps:
            return None
        board.press(board.taps[0])
    return None


@pytest.mark.parametrize(
    "game", [g if g in FEW else pytest.param(g, marks=pytest.mark.slow) for g in PATIENCES]
)
def test_a_patience_is_drawn_and_played(game: str, sit: Callable[..., Board]) -> None:
    """Drawn at three sizes; then drag, tap, keys, and undo back to the deal."""
    board = sit(game)
    for width, height in SIZES:
        board.page.set_viewport_size({"width": width, "height": height})
        board.check_drawn()
        board.check_legible(7)
    dealt, begun = board.piles, board.number
    for turn, way in enumerate((board.drag, board.tap, board.press)):
        if board.page.locator(".verdict").count():
            break
        move = some_move(board, turn)
        if move is None:
            break
        way(move)
        board.check_drawn()
    assert board.number > begun
    while board.page.locator("[data-tool=undo]:enabled").count():
        number = board.number
        board.page.keyboard.press("u")
        board.wait_beyond(number)
    assert board.piles == dealt
    board.check_drawn()
