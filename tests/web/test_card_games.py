"""The card games of the examples, each a file of its own: played to their ends by taps."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.board import expect, until
from tests.web.serving import PLAIN, ROOT, Server, serving

ROOM = "script('store.js').then((store) => store.now().room)"
NEW = """async ([game, seats, options]) => {
    const body = JSON.stringify({ game, seats, options });
    const headers = { 'Content-Type': 'application/json' };
    return (await (await fetch('/api/rooms', { method: 'POST', headers, body })).json()).room; }"""
PHONE = {"has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    more = (*PLAIN, "--games", str(ROOT / "examples"))
    with serving(tmp_path_factory.mktemp("cards"), more=more) as running:
        yield running


def table(page: Any) -> Any:
    """The table as this page has it."""
    return page.evaluate(f"{ROOM}.then((room) => ({{...room.table, number: room.number}}))")


def gather(pages: list[Any], game: str, options: dict[str, Any]) -> None:
    """Everybody sits down at a new table, and the first page starts it."""
    pages[0].goto("/")
    room = pages[0].evaluate(NEW, [game, len(pages), options])
    pages[0].goto(f"/table/{room}")
    pages[0].wait_for_selector(".lobby")
    for page in pages[1:]:
        page.goto(f"/table/{room}")
        page.locator(".lobby-seat.empty .button").first.click()
    pages[0].locator(".lobby-start .button").click()
    for page in pages:
        page.wait_for_selector(".play .hand")


def tap(page: Any, action: Any) -> None:
    """Do an action as a finger does it: cards, then a place or a button, then an answer to each question."""
    for card in action.get("from", "").split():
        page.locator(f".hand [data-card='{card}']:not(.held)").first.tap()
    place = page.locator(f".play [data-to='{action.get('to')}']")
    if "to" in action and place.count():
        place.first.tap()
    else:
        words = page.evaluate(
            "([label]) => script('scenes/telling.js').then(({ told }) => told(label, [])"
            ".map((one) => one.textContent ?? one).join(''))",
            [action["label"]],
        )
        page.locator(".task .button:enabled").filter(has_text=words).first.tap()
    for pick in action.get("picks", []):
        words = page.evaluate(
            "([own]) => script('texts.js').then(({ t }) => t(own.template, own.facts))",
            [pick["answer"]],
        )
        page.locator(".task.asked .button").get_by_text(words, exact=True).tap()


def play_on(pages: list[Any], steps: int, pick: Callable[[list[Any]], Any]) -> int:
    """Play so many steps, or to the end; how many were made."""
    for step in range(steps):
        now = table(pages[0])
        if now["turn"] is None:
            return step
        page = pages[now["turn"]]
        until(page, f"(number) => {ROOM}.then((room) => room.number === number)", now["number"])
        tap(page, pick(table(page)["actions"]))
        for each in pages:
            seen = f"(number) => {ROOM}.then((room) => room.number > number)"
            until(each, seen, now["number"])
    return steps


def a_middle_one(actions: list[Any]) -> Any:
    return actions[len(actions) // 2]


def test_xeri_is_played_to_its_end(open_page: Callable[..., Any]) -> None:
    """Real cards, captured piles and points, on a small phone in Greek and on a laptop in English."""
    pages = [
        open_page(size=(360, 640), lang="el", **PHONE),
        open_page(size=(1280, 800), has_touch=True),
    ]
    gather(pages, "xeri", {"until": 21})
    greek, english = pages
    expect(greek.locator("h1")).to_have_text("Ξερή")
    expect(english.locator("h1")).to_have_text("Xeri")
    expect(greek.locator(".hand .playing .card-picture")).to_have_count(6)
    expect(english.locator("[data-to=pile] .card-picture")).to_have_count(1)
    expect(english.locator("[data-to=stock] .caption")).to_have_text("Stock")
    english.locator(".hand .num").first.tap()
    english.locator("[data-to=pile]").tap()
    until(english, "toasts.includes('It is not your turn.')")
    expect(greek.locator(".play").get_by_text("NaN")).to_have_count(0)
    play_on(pages, 400, a_middle_one)
    assert table(greek)["turn"] is None
    for page in pages:
        expect(page.locator(".verdict .tally tbody tr").first).to_be_visible()
    expect(english.locator(".verdict .tally")).to_contain_text("Round 1")
