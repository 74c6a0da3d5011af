"""What axe says of every page and every dialog, in both themes and both languages: nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.board import Board, arrive, until
from tests.web.test_pages import OVER, ready
from trapoula.catalogue import entries
from trapoula.patience import Patience

AXE = Path(__file__).parents[2] / ".tools/node_modules/axe-core/axe.min.js"
TABLES = [id_ for id_ in entries.ids() if not isinstance(entries.find(id_).make(), Patience)]
LOOKS = [("light", "el"), ("dark", "en")]  # colours do not hang on words, nor words on colours
LAYS = "Boolean(document.querySelector('card-board')?.plan)"
SET = """async ([game, full]) => {
    const bots = full ? [{ seat: 1 }] : [];
    const body = JSON.stringify({ game, seats: 2, bots, start: full });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/rooms', { method: 'POST', headers, body });
    return (await answer.json()).room;
}"""

pytestmark = pytest.mark.skipif(
    not AXE.exists(),
    reason="axe-core is not installed: ./run test installs it where npm is present",
)


def audit(page: Any, where: str) -> list[str]:
    """What axe finds wrong."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{where}: {fault['id']} {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:3]]}"
        for fault in found["violations"]
    ]


def dialog(page: Any, item: int) -> None:
    """Open one of the lines of the table's menu, counted from the top."""
    page.keyboard.press("Escape")
    page.click("[data-tool=more]")
    page.locator("[role=menuitem]").nth(item).click()
    page.wait_for_selector("dialog[open]")


def patience_pages(page: Any) -> Iterator[str]:
    """All that somebody sees who plays alone, one thing after another."""
    page.goto("/game/klondike")
    until(page, LAYS)
    yield "the table"
    page.click("[data-tool=more]")
    yield "the menu"
    page.keyboard.press("Escape")
    for item, name in enumerate(
        (
            "a new game",
            "a winnable deal",
            "",
            "rules",
            "",
            "",
            "share",
            "settings",
            "keys",
        )
    ):
        if name:
            dialog(page, item)
            yield name
    page.keyboard.press("Escape")
    board = Board(page)
    board.press(board.taps[0])
    page.keyboard.press("n")
    page.wait_for_selector(".toast button")
    yield "an offer to undo"
    page.keyboard.press("p")
    page.wait_for_selector(".curtain")
    yield "a pause"


def end_pages(page: Any) -> Iterator[str]:
    """What comes after a game."""
    page.goto("/game/golf")  # by chance, so that it counts
    until(page, LAYS)
    board = Board(page)
    while not page.evaluate(OVER):
        number, action = board.number, (board.moves or board.taps)[0]["text"]
        page.evaluate("(text) => document.querySelector('card-board').act(text)", action)
        board.wait_beyond(number)
    page.wait_for_selector(".verdict")
    yield "the end"
    page.goto("/stats")
    ready(page)
    yield "statistics"
    page.locator(".list .button").first.click()
    arrive(page, "/replay/")
    until(page, LAYS)
    yield "a replay"


def other_pages(page: Any) -> Iterator[str]:
    """Everything around the tables."""
    page.goto("/stats")
    ready(page)
    yield "no statistics"
    page.goto("/odds")
    ready(page)
    yield "the odds"
    page.goto("/")
    ready(page)
    yield "the hall"
    page.fill("#search", "spider")
    yield "games found"
    page.fill("#search", "nothing is called so")
    yield "nothing found"
    for path in (
        "/rules/klondike",
        "/rules/glossary",
        "/daily",
        "/game/the-game",
        "/table/nowhere",
        "/replay/nowhere",
    ):
        page.goto(path)
        ready(page)
        yield path


@pytest.mark.parametrize(("theme", "lang"), LOOKS)
@pytest.mark.parametrize("pages", [patience_pages, end_pages, other_pages])
def test_axe_finds_nothing(
    pages: Callable[[Any], Iterator[str]], theme: str, lang: str, quiet_page: Callable[..., Any]
) -> None:
    page = quiet_page(lang=lang, color_scheme=theme)
    faults = [fault for where in pages(page) for fault in audit(page, where)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("theme", "lang"), LOOKS)
@pytest.mark.parametrize("game", TABLES)
def test_axe_finds_nothing_at_tables(
    game: str, theme: str, lang: str, open_page: Callable[..., Any]
) -> None:
    """While players are awaited, while the game is played with bots, and what is opened there."""
    page = open_page(color_scheme=theme, lang=lang)
    page.goto("/")
    ready(page)
    faults = []
    for bots, sign in ((False, ".lobby"), (True, ".hand .num")):
        page.goto(f"/table/{page.evaluate(SET, [game, bots])}")
        page.wait_for_selector(sign)
        faults += audit(page, f"{game} {sign}")
    page.click("[data-tool=rules]")
    page.wait_for_selector("dialog[open]")
    faults += audit(page, f"{game} rules")
    page.keyboard.press("Escape")
    page.click("[data-tool=chat]")
    page.wait_for_selector("dialog[open]")
    faults += audit(page, f"{game} talk")
    dialog(page, 1)
    faults += audit(page, f"{game} invite")
    assert not faults, "\n".join(faults)
