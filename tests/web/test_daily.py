"""A reason to return: the deal of the day, the end of a won game, the calendar and the statistics."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from tests.web.board import Board, arrive, expect, until
from tests.web.screens import past
from trapoula.catalogue.entries import ids
from trapoula.play.session import Session
from trapoula.solve import Limits, judge
from trapoula.solve.deals import deals_of


def test_a_deal_of_the_day_is_won_and_stands_in_the_calendar(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    page = open_page()
    page.goto("/")
    page.locator(".today-deals").get_by_role("button", name="FreeCell").click()
    page.click(".today-play")
    arrive(page, "/table/")
    until(page, "Boolean(document.querySelector('card-board')?.plan)")
    board, table = Board(page), page.url
    expect(page.locator(".deal")).to_contain_text("of the day")
    deal = next(one.deal for one in deals_of(date.today()) if one.game == "freecell")
    session = Session("freecell", deal=deal)
    assert board.piles == session.view()["piles"]
    first, *line = judge(session.game, session.state, Limits(10)).line
    play = "(action) => script('room.js').then((room) => room.command('act', { action }))"
    page.evaluate(play, first)
    page.goto("/game/freecell?day=" + date.today().isoformat())
    page.wait_for_url(table)  # where it was left, and not a second time
    until(page, "Boolean(document.querySelector('card-board')?.plan)")
    for action in line:
        page.evaluate(play, action)
    page.wait_for_selector(".verdict")
    until(page, "document.querySelector('.verdict').textContent.includes('1 day in a row')")
    moves = page.locator(".figures div:has(dt:text-is('Moves')) dd")
    expect(moves).to_have_text(str(len(line) + 1))
    with page.expect_download() as picture:
        page.click(".verdict >> text=Share")
    assert Path(picture.value.path()).read_bytes()[:4] == b"\x89PNG"
    page.click(".verdict >> text=Calendar")
    page.wait_for_selector(".day[aria-current=date].won")
    expect(page.locator(".day-deals .won")).to_have_count(1)
    expect(page.locator(".daily")).to_contain_text("1 day in a row")
    if page.locator(".month-head button:first-child").is_enabled():
        page.click(".month-head button:first-child")
        until(page, "!document.querySelector('[aria-current=date]')")

    page.goto("/stats")  # the calendar has its own count
    page.wait_for_selector(".nothing")
    old = {
        "room": "x", "round": 1, "game": "golf", "options": {}, "seats": 1, "seat": 0, "deal": 3, "won": True,
        "score": 5, "reason": "won", "seconds": 61.0, "moves": 40, "at": 1_700_000_000.0, "hints": 2,
    }  # fmt: skip
    file = tmp_path / "trapoula.json"
    file.write_text(json.dumps({"history": [old]}), "utf-8")
    with page.expect_file_chooser() as chooser:
        page.click("text=Import statistics")
    chooser.value.set_files(file)
    page.wait_for_selector(".stats-games .sheet")
    sheet = page.inner_text(".stats-games .sheet")
    assert "Golf" in sheet
    assert "Hints\n2" in sheet


def test_what_was_achieved_stands_on_a_shelf(open_page: Callable[..., Any]) -> None:
    """The first wins and what they were worth; new records are marked in the plots."""
    page = open_page()
    page.goto("/")
    page.request.post("/api/stats", data=past())
    page.goto("/")
    page.locator(".feet").get_by_role("link", name="Achievements").click()
    page.wait_for_selector(".shelf")
    won = page.locator(".firsts .had").count()
    assert won >= 4
    expect(page.locator(".shelf h3")).to_have_text(f"Games won: {won} of {len(ids())}")
    expect(page.locator(".firsts a")).to_have_count(len(ids()))
    week = page.locator(".feats li").filter(has_text="A week in a row")
    expect(week).to_have_class("had")
    expect(page.locator(".feats li").filter(has_text="A hundred wins")).to_contain_text("of 100")
    expect(page.locator(".stats-games .goal").first).to_contain_text("Next goal")
    assert page.locator(".bar.record").count() > 0


def test_streaks_and_achievements_can_be_switched_off(open_page: Callable[..., Any]) -> None:
    """Nothing is counted aloud any more; what was played stays in the statistics."""
    page = open_page()
    page.goto("/")
    page.request.post("/api/stats", data=past())
    page.goto("/")
    expect(page.locator(".month-title")).to_contain_text("in a row")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("tab", name="You").click()
    page.get_by_role("group", name="Streaks and achievements").get_by_label("Off").check(force=True)
    page.reload()
    page.wait_for_selector(".month-title")
    expect(page.locator(".month-title")).not_to_contain_text("in a row")
    expect(page.locator(".feet a[href='/stats#achievements']")).to_have_count(0)
    page.goto("/stats")
    page.wait_for_selector(".stats-games .sheet")
    expect(page.locator(".shelf, .goal")).to_have_count(0)


def test_the_calendar_of_the_hall_leads_to_its_days(open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.goto("/")
    day = page.locator(".month-days a").first
    told = day.get_attribute("aria-label").partition(":")[0]
    day.click()
    page.wait_for_selector(".day[aria-pressed=true]")
    pressed = page.locator(".day[aria-pressed=true]")
    assert pressed.get_attribute("aria-label").startswith(told)


def test_a_win_tells_what_it_has_achieved(open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.goto("/game/freecell")
    arrive(page, "/table/")
    until(page, "Boolean(document.querySelector('card-board')?.plan)")
    deal = page.evaluate("script('store.js').then((store) => store.now().room.deal)")
    session = Session("freecell", deal=deal)
    play = "(action) => script('room.js').then((room) => room.command('act', { action }))"
    for action in judge(session.game, session.state, Limits(10)).line:
        page.evaluate(play, action)
    page.wait_for_selector(".earned")
    earned = page.locator(".earned").all_inner_texts()
    assert "Achievement: First win" in earned
    assert "Achievement: No take-backs" in earned
