"""Every page opens and a game can be played: what `./run check` sees of the browser, within a minute."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.board import Board, arrive, expect, until
from tests.web.conftest import MISSING

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

LAYS = "Boolean(document.querySelector('card-board')?.plan)"
PATHS = (
    "/",
    "/stats",
    "/daily",
    "/tables",
    "/odds",
    "/rules/klondike",
    "/rules/glossary",
    "/game/the-game",
)


@pytest.mark.parametrize("lang", ["en", "el"])
def test_every_page_opens(lang: str, open_page: Callable[..., Any]) -> None:
    """The hall, the pages around the tables and a table for several; whatever a page complains of fails."""
    page = open_page(lang=lang, size=(390, 844))
    for path in PATHS:
        page.goto(path)
        page.wait_for_selector("main :is(h1, h2)", state="attached")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_a_patience_is_played(open_page: Callable[..., Any]) -> None:
    """From the hall by one click to the cards: a tap, a drag, undo and redo, a hint, a new game."""
    page = open_page(size=(390, 844))
    page.goto("/")
    page.locator("a[href='/game/klondike']").first.click()
    arrive(page, "/table/")
    until(page, LAYS)
    board = Board(page)
    board.check_drawn()
    dealt, number = board.piles, board.number
    page.mouse.click(*board.point("S"))
    board.wait_beyond(number)
    for keys, same in (("Control+z", True), ("Control+y", False)):
        number = board.number
        page.keyboard.press(keys)
        board.wait_beyond(number)
        assert (board.piles == dealt) is same
    page.goto("/game/freecell?deal=7")
    arrive(page, "/table/")
    until(page, LAYS)
    board = Board(page)
    board.drag(next(move for move in board.moves if move["kind"] == "carry"))
    board.check_drawn()
    page.keyboard.press("n")
    until(page, "script('store.js').then((store) => store.now().room.table.steps === 0)")
    expect(page.locator(".deal")).not_to_contain_text("7 ·")
