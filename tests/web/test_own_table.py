"""A table game from a folder of somebody's own: one file, and it is played in the browser like all others."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.board import expect, until
from tests.web.serving import PLAIN, ROOT, Server, serving

ROOM = "script('store.js').then((store) => store.now().room)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    more = (*PLAIN, "--games", str(ROOT / "examples"))
    with serving(tmp_path_factory.mktemp("own"), more=more) as running:
        yield running


def number(page: Any) -> int:
    found: int = page.evaluate(f"{ROOM}.then((room) => room.number)")
    return found


def test_friends_play_it_to_its_end(open_page: Callable[..., Any]) -> None:
    """It is found in the hall, set, played by taps, refused with its reason, ended and gone through again."""
    anna = open_page(size=(390, 844), has_touch=True, is_mobile=True)
    nikos = open_page(size=(360, 640), lang="el", has_touch=True, is_mobile=True)
    anna.goto("/")
    anna.locator(".friends [data-game=last-straw] a").click()
    anna.wait_for_selector("form.create")
    anna.locator("input[name=option-ceiling][value='50']").check()
    anna.get_by_role("button", name="Set the table").click()
    anna.wait_for_selector(".lobby")
    nikos.goto(anna.url)
    nikos.locator(".lobby-seat.empty .button").first.click()
    pages = [anna, nikos]
    for page, name in zip(pages, ("Anna", "Νίκος"), strict=True):
        page.locator(".lobby .naming input").fill(name)
        page.locator(".lobby .naming button").click()
        page.wait_for_selector(".naming", state="detached")
    anna.get_by_role("button", name="Start").click()
    for page in pages:
        page.wait_for_selector(".hand .num")
        expect(page.locator("[data-to=heap] .caption")).to_have_text("The heap: 0 of 50")
        expect(page.locator("[data-tool=hint]")).to_have_count(1)  # bots play any game
    nikos.locator(".hand .num").first.tap()
    nikos.locator("[data-to=heap]").tap()
    until(nikos, "toasts.includes('Δεν παίζετε εσείς τώρα.')")
    for step in range(40):
        turn = anna.evaluate(f"{ROOM}.then((room) => room.table.turn)")
        if turn is None:
            break
        page, before = pages[turn], number(anna)
        until(page, f"(before) => {ROOM}.then((room) => room.number === before)", before)
        page.locator(".hand .num:not(.idle)").last.tap()
        page.locator(".task .button:enabled" if step % 2 else "[data-to=heap].target").tap()
        for each in pages:
            until(each, f"(before) => {ROOM}.then((room) => room.number > before)", before)
    for page in pages:
        expect(page.locator(".verdict")).to_contain_text("No card fits any more")
        assert page.locator(".turned-up p").count() == 2
    expect(anna.locator(".verdict").get_by_text("Review with the coach")).to_have_count(1)
    anna.get_by_role("button", name="Watch it again").click()
    anna.wait_for_url("**/replay/*")
    expect(anna.locator(".where")).to_contain_text("Move 0 of")
    anna.keyboard.press("ArrowRight")
    expect(anna.locator(".deed > p")).to_contain_text("makes")
    expect(anna.locator(".deed > p b")).to_have_text("Anna")
