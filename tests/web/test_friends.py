"""Making a table begins with whom: friends, bots, or whoever is at this device."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.board import arrive, expect, until
from tests.web.test_company import MAKE, ROOM, say
from tests.web.test_seats import make_table, with_whom

PHONE = (360, 640)


def kinds(page: Any) -> list[str]:
    """Who sits at the page's table: empty, person or bot."""
    found: list[str] = page.evaluate(
        f"{ROOM}.then((room) => room.sitting.seats.map((one) => one.kind))"
    )
    return found


def test_seats_meant_for_friends_wait(open_page: Callable[..., Any]) -> None:
    """No bot sits down by itself, and the game starts only when each seat is taken; bots come one by one."""
    anna = open_page(size=PHONE, lang="el", has_touch=True, is_mobile=True)
    maria = open_page(size=(1100, 760))
    anna.goto("/game/triggs")
    with_whom(anna, "friends", 4)
    anna.locator("form.create button[type=submit]").tap()
    anna.wait_for_selector(".lobby")
    assert kinds(anna) == ["person", "empty", "empty", "empty"]
    start = anna.locator(".lobby-start .button")
    expect(start).to_be_disabled()
    expect(start).to_have_text("Περιμένουμε 3 παίκτες…")
    maria.goto(anna.url)
    expect(maria.locator(".lobby-start")).to_have_text("3 seats are free: sit down to play.")
    maria.get_by_role("button", name="Sit here").first.click()
    until(anna, f"() => {ROOM}.then((room) => room.sitting.seats[1].kind === 'person')")
    for free in (1, 0):
        anna.locator(".lobby-seat.empty .button").first.tap()
        expect(anna.locator(".lobby-seat.empty")).to_have_count(free)
        assert kinds(anna).count("bot") == 2 - free
    start.tap()
    for page in (anna, maria):
        page.wait_for_selector(".sheet-table")


@pytest.mark.parametrize("lang", ["en", "el"])
def test_the_lobby_says_one_true_thing(lang: str, open_page: Callable[..., Any]) -> None:
    """Of a seat for somebody who has none: it is free, a bot's, or nobody's to give."""
    said = {
        "en": ["1 seat is free", "A bot sits here: take its seat.", "People sit on all seats"],
        "el": ["1 θέση είναι ελεύθερη", "Εδώ κάθεται ένα μποτ", "Σε όλες τις θέσεις"],
    }[lang]
    anna, eve, nikos = open_page(), open_page(lang=lang, size=PHONE), open_page()
    link = make_table(anna, "take-that", 2)
    eve.goto(link)
    eve.wait_for_selector(".lobby")
    told = eve.locator(".lobby-start")
    expect(told).to_contain_text(said[0])
    say(anna, "bot", seat=1)
    expect(told).to_contain_text(said[1])
    expect(eve.locator(".lobby-seat .button")).to_have_count(1)
    nikos.goto(link)
    nikos.get_by_role("button", name="Take its seat").click()
    until(nikos, f"() => {ROOM}.then((room) => room.seat === 1)")
    expect(told).to_contain_text(said[2])
    expect(eve.locator(".lobby-seat .button")).to_have_count(0)


def test_who_was_asked_to_leave_is_not_offered_a_seat(quiet_page: Callable[..., Any]) -> None:
    anna, eve = quiet_page(), quiet_page()
    link = make_table(anna, "take-that", 2)
    eve.goto(link)
    eve.get_by_role("button", name="Sit here").click()
    until(anna, f"() => {ROOM}.then((room) => room.sitting.seats[1].kind === 'person')")
    say(anna, "remove", seat=1)
    until(eve, f"() => {ROOM}.then((room) => !room || room.seat === null)")
    expect(eve.get_by_role("button", name="Sit here")).to_have_count(0)


@pytest.mark.parametrize(
    ("company", "game", "seats"),
    [("bots", "extreme", 5), ("here", "the-game", 1), ("here", "take-that", 2)],
)
def test_nobody_waits_where_nobody_is_awaited(
    company: str, game: str, seats: int, open_page: Callable[..., Any]
) -> None:
    """With bots, alone and on one device the game starts with the form's button."""
    page = open_page(size=PHONE, lang="el", has_touch=True, is_mobile=True)
    page.goto(f"/game/{game}")
    with_whom(page, company, seats)
    expect(page.locator("input[name=clock]").first).to_be_hidden()  # that is for friends
    page.locator("form.create button[type=submit]").tap()
    arrive(page, "/table/")
    until(page, f"() => {ROOM}.then((room) => room.sitting.phase === 'playing')")
    wanted = {"bots": ["person", *["bot"] * (seats - 1)], "here": ["person"] * seats}[company]
    assert kinds(page) == wanted
    page.goto(f"/game/{game}")  # what was chosen last is chosen
    page.wait_for_selector(f"input[name=company][value='{company}']:checked")


def test_a_table_for_days_says_so(open_page: Callable[..., Any]) -> None:
    page = open_page(lang="el")
    page.goto("/")
    page.wait_for_selector("h1")
    for hours, words in ((12, "12 ώρες"), (24, "1 ημέρα"), (72, "3 ημέρες")):
        made = {"game": "take-that", "seats": 2, "clock": hours * 3600}
        page.goto(f"/table/{page.evaluate(MAKE, made)}")
        expect(page.locator(".settled")).to_contain_text(f"{words} για κάθε γύρο")
