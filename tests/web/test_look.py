"""One look for all pages: named colours, nothing off the edge of a phone, a way on from everywhere."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.board import arrive, expect, until
from tests.web.screens import past
from tests.web.test_pages import ready

STYLES = Path(__file__).parents[2] / "src/trapoula/web/css"
LANGUAGE = "tokens.css"
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\((?!0 0 0 /)", re.IGNORECASE)
GAMES = {"seats.css"}  # paints the cards of four games in colours of their own
PAGES = (
    "/",
    "/daily",
    "/stats",
    "/tables",
    "/odds",
    "/rules/klondike",
    "/game/the-game",
    "/nowhere",
)
WIDER = """() => {
    const wide = document.documentElement.clientWidth;
    const cut = (node) => getComputedStyle(node).overflowX !== 'visible';
    const hidden = (node) => node && (cut(node) || hidden(node.parentElement));
    return [...document.querySelectorAll('main *')].filter((node) => {
        const { right, width } = node.getBoundingClientRect();
        return width && right > wide + 1 && !hidden(node.parentElement);
    }).map((node) => node.outerHTML.slice(0, 80)); }"""
SENT = """performance.getEntriesByType('navigation')
    .concat(performance.getEntriesByType('resource')).map((one) => one.transferSize)"""
SCROLLS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.mark.parametrize("style", sorted(path.name for path in STYLES.iterdir()))
def test_colours_have_names(style: str) -> None:
    """Only the shades of shadows are written where they fall."""
    if style == LANGUAGE or style in GAMES:
        return
    found = COLOUR.findall((STYLES / style).read_text("utf-8"))
    assert not found, f"{style} has colours that css/{LANGUAGE} does not name"


@pytest.mark.parametrize("lang", ["en", "el"])
def test_nothing_leaves_the_smallest_phone(lang: str, quiet_page: Callable[..., Any]) -> None:
    page = quiet_page(size=(320, 568), lang=lang)
    page.goto("/")
    page.request.post("/api/stats", data=past())
    for path in PAGES:
        page.goto(path)
        arrive(page, path)
        ready(page)
        assert not page.evaluate(SCROLLS), path
        assert page.evaluate(WIDER) == [], path


def test_variants_on_a_tile_are_read_on_the_smallest_phone(open_page: Callable[..., Any]) -> None:
    page = open_page(size=(320, 568), lang="el")
    page.goto("/")
    ready(page)
    page.fill("#search", "spider")
    tile = page.locator(".tile[data-game=spider]").first
    expect(tile.locator(".variant")).to_have_count(3)
    box = tile.bounding_box()
    for variant in tile.locator(".variant").all():
        own = variant.bounding_box()
        assert box["x"] <= own["x"]
        assert own["x"] + own["width"] <= box["x"] + box["width"]


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/table/nowhere", "We can't find this table."),
        ("/replay/nowhere", "We can't find this replay."),
        ("/nowhere", "We can't find this page."),
        ("/game/klondike?draw=7", "We can't open this page."),
        ("/game/nowhere", "We can't open this page."),
    ],
)
def test_a_link_that_leads_nowhere_shows_the_way_on(
    path: str, heading: str, quiet_page: Callable[..., Any]
) -> None:
    """What is wrong, under the same header as everywhere; the button leads to the games."""
    page = quiet_page(size=(390, 844))
    page.goto(path)
    page.get_by_role("heading", name=heading).wait_for()
    page.get_by_role("button", name="Settings").wait_for()
    page.locator(".nothing").get_by_role("link").click()
    page.wait_for_selector(".tile")


def test_settings_come_in_groups(open_page: Callable[..., Any]) -> None:
    """Each fits a laptop's window; keys lead from one to the next, and what is chosen holds."""
    page = open_page(size=(1366, 768))
    page.goto("/")
    ready(page)
    page.get_by_role("button", name="Settings").click()
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(5)
    body = page.locator(".dialog-body")
    for at in range(5):
        tabs.nth(at).click()
        expect(page.get_by_role("tabpanel")).to_have_count(1)
        assert body.evaluate("(node) => node.scrollHeight - node.clientHeight") <= 0, at
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", selected=True)).to_have_text("Appearance")
    page.get_by_role("tab", name="Sound and motion").click()
    page.get_by_role("group", name="Sound").get_by_label("Off").check(force=True)
    until(page, "script('store.js').then((store) => store.now().prefs.sound === false)")


def test_cards_of_statistics_stand_in_line(open_page: Callable[..., Any]) -> None:
    page = open_page(size=(1366, 768))
    page.goto("/")
    page.request.post("/api/stats", data=past())
    page.goto("/stats")
    page.wait_for_selector(".stats-games .sheet")
    tops = page.locator(".stats-games .sheet").evaluate_all(
        "(all) => all.slice(0, 3).map((node) => Math.round(node.getBoundingClientRect().top))"
    )
    assert len(set(tops)) == 1


def test_the_hall_asks_for_little(open_page: Callable[..., Any]) -> None:
    """Cold, in English: as many answers and bytes as a phone on a slow line can bear."""
    page = open_page(size=(390, 844))
    page.goto("/")
    page.wait_for_selector(".feet")
    ready(page)
    sent = page.evaluate(SENT)
    assert len(sent) <= 45
    assert sum(sent) <= 120 * 1024


ALWAYS = {
    "tokens.css",
    "base.css",
    "table.css",
    "pages.css",
}  # of every page; others come with their parts
SUBJECT = re.compile(r"(?:^|[{}])\s*([^{}@;]+)\{")


def test_parts_have_classes_of_their_own() -> None:
    """The styles of a page stay when one goes on to the next: what both call alike would look like both."""
    owners: dict[str, set[str]] = {}
    for path in STYLES.glob("*.css"):
        if path.name not in ALWAYS:
            text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
            for selectors in SUBJECT.findall(text):
                for selector in selectors.split(","):
                    if alone := re.fullmatch(r"\.([\w-]+)", selector.strip()):
                        owners.setdefault(alone[1], set()).add(path.name)
    assert {name: files for name, files in owners.items() if len(files) > 1} == {}


@pytest.mark.parametrize("path", ["/", "/daily", "/stats", "/odds"])
def test_a_table_looks_the_same_from_wherever_one_comes(
    path: str, open_page: Callable[..., Any]
) -> None:
    """Its tools stand in a line, as they do when its address is opened."""
    page = open_page(size=(390, 844), lang="el")
    lines = "(all) => [...new Set(all.map((node) => node.getBoundingClientRect().top))]"
    places = []
    for first in ("/game/klondike?deal=7", path):
        page.goto(first)
        arrive(page, "/table/" if "game" in first else path)
        ready(page)
        if "game" not in first:
            page.evaluate("script('main.js').then((main) => main.go('/game/klondike?deal=7'))")
            arrive(page, "/table/")
        until(page, "Boolean(document.querySelector('card-board')?.plan)")
        places.append(page.locator(".tools .tool:visible .icon").evaluate_all(lines))
    assert len(places[0]) == 1
    assert places[0] == places[1]
