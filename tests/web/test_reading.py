"""What is written on the pages can be read: whole, in line, large enough, and for as long as one likes."""

from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from tests.web.board import Board, arrive, until
from trapoula.catalogue.entries import ids
from trapoula.catalogue.odds import odds
from trapoula.host.catalogue_view import describe
from trapoula.host.lesson import lesson
from trapoula.play.session import Session
from trapoula.solve import verdict

CUT = """[...document.querySelectorAll('.tile .summary')].filter((one) =>
    one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent)"""
CROOKED = """(() => {
    const tops = (nodes) => nodes.map((one) => Math.round(one.getBoundingClientRect().top));
    const sheets = [...document.querySelectorAll('.stats-games .sheet')], found = [];
    const cells = sheets.flatMap((sheet) => [...sheet.querySelectorAll('.numbers > div')]);
    for (const [one, other] of cells.slice(1).map((cell, at) => [cells[at], cell])) {
        const [first, next] = tops([one, other]);
        const [here, there] = tops([one.querySelector('dd'), other.querySelector('dd')]);
        if (first === next && here !== there) found.push(one.textContent + ' | ' + other.textContent);
    }
    return found;
})()"""
BESIDE = """(() => {
    const [head, link] = ['span', 'a'].map((one) =>
        document.querySelector(`.month-title > ${one}`).getBoundingClientRect());
    return head.right <= link.left && link.right <= innerWidth
        && head.top < link.bottom && link.top < head.bottom;
})()"""  # the calendar, on the line of its heading
SMALLEST = """Math.min(...[...document.querySelectorAll('.table-head :is(h1, .deal, dt, dd), .tools .tool')]
    .filter((one) => one.textContent && one.offsetParent)
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
BROUGHT = """(history) => script('api.js')
    .then(({ send }) => send('POST', '/api/stats', JSON.stringify({ history })))"""


def result(number: int, game: str) -> dict[str, object]:
    """A game that was played elsewhere."""
    return {
        "room": f"x{number}", "round": 1, "game": game, "options": {}, "seats": 1, "seat": 0, "deal": number,
        "won": True, "score": 52, "reason": "won", "seconds": 61.0, "moves": 40, "at": 1_700_000_000.0,
    }  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "el"])
def test_pages_are_in_line_and_nothing_on_them_is_cut_or_tiny(
    lang: str, open_page: Callable[..., Any]
) -> None:
    """Tiles tell their whole sentence, statistics stand in rows, and a large screen has large words."""
    page = open_page(size=(820, 1100), lang=lang)
    page.goto("/")
    page.wait_for_selector(".tile .summary")
    for width in (820, 1440):
        page.set_viewport_size({"width": width, "height": 1000})
        assert page.locator(".tile .summary").count() > len(ids())
        until(page, f"{CUT}.length === 0")
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 780})
        until(page, BESIDE)
    page.set_viewport_size({"width": 820, "height": 1100})
    page.goto("/odds")
    page.wait_for_selector(".odds td")
    until(
        page,
        "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.scroll'))",
    )
    games = ["golf", "klondike", "freecell", "accordion"]
    page.evaluate(BROUGHT, [result(at, game) for at, game in enumerate(games * 3, 1)])
    page.goto("/stats")
    until(page, f"document.querySelectorAll('.stats-games .sheet').length === {len(games)}")
    for width in (390, 1100, 1440):
        page.set_viewport_size({"width": width, "height": 1000})
        until(page, f"{CROOKED}.length === 0")
    page.goto("/game/klondike?deal=7")
    arrive(page, "/table/")
    until(page, "Boolean(document.querySelector('card-board')?.plan)")
    for height in (1080, 1440):
        page.set_viewport_size({"width": 2560, "height": height})
        until(page, f"{SMALLEST} >= 16")


def test_a_verdict_in_mid_game_stays_until_it_is_closed(
    sit: Callable[..., Board], open_page: Callable[..., Any]
) -> None:
    page = open_page()
    page.clock.install()
    board = sit("freecell", "deal=7", page=page)
    number = board.number
    page.evaluate("document.querySelector('card-board').act(" + repr(board.moves[0]["text"]) + ")")
    board.wait_beyond(number)
    page.click("[data-tool=more]")
    page.get_by_role("menuitem", name="Can it still be won?").click()
    told = page.locator(".toast", has_text="this deal can")
    told.wait_for(timeout=60_000)
    page.clock.fast_forward("30:00")
    assert told.is_visible()
    told.get_by_role("button", name="Close").click()
    told.wait_for(state="detached")


def test_no_tile_and_no_page_tells_how_long_a_line_wanders() -> None:
    """Three moves a card are a long game; a search that finds a way in a thousand tells nobody anything."""
    studied = [told for told in map(describe, ids()) if told["length"]]
    for told in studied:
        assert told["wanders"] is (told["length"] > 3 * told["cards"]), told["game"]
    for wanders in (False, True):
        told = next(told for told in studied if told["wanders"] is wanders)
        assert ("takes about" in lesson("en", told["game"])) is not wanders


def test_the_moves_on_a_tile_are_those_of_games_that_were_won() -> None:
    """No figure where nobody has won; where lines are found at once, they are about as long."""
    for game in ids():
        if known := odds(game):
            assert (known.length is None) is (known.winnable == 0)
    for game in ("freecell", "eight-off", "fourteen", "bakers-dozen"):
        lines = (verdict(Session(game, deal=deal), 2).line for deal in range(1, 6))
        usual, known = median(len(line) for line in lines if line), odds(game)
        assert known is not None
        assert known.length is not None
        assert usual / 1.5 < known.length < usual * 1.5
