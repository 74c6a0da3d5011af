"""What the table does for a player who wants it: cards that go home by themselves, and the whole solution."""

from collections.abc import Callable

from tests.web.board import Board, until


def test_cards_go_home_by_themselves_and_are_taken_back_with_the_move(
    sit: Callable[..., Board],
) -> None:
    """The rules say which; one undo takes back the move and what followed it; every move is numbered."""
    board = sit("freecell", "autoplay=off&deal=7")
    page = board.page
    moves = ".facts div:has(dt:text-is('Moves')) dd"
    assert page.inner_text(moves) == "0"
    page.evaluate("script('prefs.js').then((prefs) => prefs.prefer({ home: 'safe' }))")
    before = board.piles
    move = next(one for one in board.moves if one["text"] == "T3>T8")
    board.drag(move)
    assert board.piles["F1"] == ["AC"]
    assert page.inner_text(moves) == "2"
    page.keyboard.press("u")
    until(page, "document.querySelector('card-board').piles.F1.length === 0")
    assert board.piles == before
    page.keyboard.press("r")
    until(page, "document.querySelector('card-board').piles.F1.length === 1")
    board.check_drawn()


def test_the_solution_is_shown_openly_and_played_on_from(sit: Callable[..., Board]) -> None:
    """With all cards open, step by step; whoever looked plays on, but that game no longer counts."""
    board = sit("klondike", "deal=4")
    page = board.page
    table = page.url
    page.click("[data-tool=more]")
    page.click("text=Show the solution")
    page.click("dialog .main")
    page.wait_for_url("**/replay/*")
    until(page, "Boolean(document.querySelector('card-board')?.plan)")
    assert "all cards open" in page.inner_text(".table-head")
    assert not [card for cards in board.piles.values() for card in cards if card == "--"]
    before = board.piles
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('.where').textContent.startsWith('Move 1 ')")
    assert board.piles != before
    page.click(".table-head a")
    page.wait_for_url(table)
    until(page, "document.querySelector('.deal')?.textContent.includes('Deal 4')")
    page.go_back()
    page.wait_for_url("**/replay/*")
    page.click("text=Play on from here")
    page.wait_for_url("**/table/*")
    assert page.url != table
