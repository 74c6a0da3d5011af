"""Whole evenings: friends at phones and laptops in two languages, from the lobby to another round."""

from collections.abc import Callable
from typing import Any

from tests.web.board import arrive, expect, until
from tests.web.seat import AGAIN, CUT, QUICK, ROOM, Friend, play_round, play_until, start


def check_end(friends: list[Friend]) -> None:
    """Everybody is told how it ended, in their language, with moments and everybody's part."""
    for friend in friends:
        verdict = friend.page.locator(".verdict.result")
        expect(verdict.locator(".hero h2")).not_to_have_text("")
        expect(verdict.locator(".ladder li, .shares li").first).to_be_visible()
        expect(verdict.get_by_role("button", name=AGAIN[friend.lang], exact=True)).to_be_visible()


def test_an_evening_of_four_at_the_game(open_page: Callable[..., Any]) -> None:
    """By link, by code, late to a bot's seat; a line is cut, a tab is shut; another round in a tap each."""
    anna, nikos, eve, late = (
        Friend(open_page, "Anna", "en", "laptop"),
        Friend(open_page, "Νίκος", "el", "phone"),
        Friend(open_page, "Eve", "en", "phone"),
        Friend(open_page, "Ελένη", "el", "laptop"),
    )
    link = anna.set_table("the-game", 4)
    begin = anna.page.locator(".lobby-start .button")
    expect(begin).to_be_disabled()
    nikos.come(link)
    code = anna.page.locator(".say-code .code").inner_text()
    eve.page.goto("/join")
    eve.page.fill("#code", code.lower())
    eve.touch(".join .button")
    arrive(eve.page, "/table/")
    eve.touch(".lobby-seat .button.main")
    eve.introduce()
    expect(begin).to_be_disabled()  # a seat waits for somebody
    anna.page.get_by_role("button", name="Add a bot").click()
    expect(begin).to_be_enabled()
    late.page.goto(link)
    expect(late.page.locator(".lobby-start")).to_contain_text("Εδώ κάθεται ένα μποτ")
    late.touch(".lobby-seat .button.main")
    late.introduce()
    friends = [anna, nikos, eve, late]
    expect(anna.page.locator(".lobby-seat")).to_contain_text(["Anna", "Νίκος", "Eve", "Ελένη"])
    start(friends)
    play_until(friends, 12)
    nikos.page.evaluate(CUT)
    seat = eve.seen()["seat"]
    eve.come_back()
    assert eve.seen()["seat"] == seat
    play_round([*friends])
    check_end(friends)
    for friend in friends:
        friend.again()
    for friend in friends:
        until(friend.page, f"() => {ROOM}.then((room) => room.sitting.round === 2)")
    play_until(friends, 6)
    anna.say("Rounds of this table")
    expect(anna.page.locator(".rounds li")).to_have_count(1)
    anna.page.locator(".rounds .moment").click()
    anna.page.wait_for_url("**/replay/**")


def test_an_evening_of_five_at_extreme(open_page: Callable[..., Any]) -> None:
    """Nothing is done for anybody: five people, and whoever is on turn plays."""
    people = [
        ("Anna", "el", "phone"),
        ("Bo", "en", "laptop"),
        ("Cy", "en", "phone"),
        ("Δήμητρα", "el", "laptop"),
        ("Ed", "en", "phone"),
    ]
    friends = [Friend(open_page, *one) for one in people]
    link = friends[0].set_table("extreme", 5)
    for friend in friends[1:]:
        friend.come(link)
    start(friends)
    play_round([*friends])
    check_end(friends)
    assert {len(friend.seen()["view"]["hands"]) for friend in friends} == {5}


def test_an_evening_of_three_at_triggs_with_a_bot(open_page: Callable[..., Any]) -> None:
    """One has to go and gives the seat up; who came late and watched sits down there and plays on."""
    anna, bo, late = (
        Friend(open_page, "Anna", "el", "laptop"),
        Friend(open_page, "Bo", "en", "phone"),
        Friend(open_page, "Cy", "en", "laptop"),
    )
    link = anna.set_table("triggs", 3, **{"option-sheet": "short"}, join="anytime")
    bo.come(link)
    anna.touch(".lobby-seat.empty .button")
    start([anna, bo])
    play_until([anna, bo], 12)
    late.page.goto(link)
    late.page.evaluate(QUICK)
    late.page.wait_for_selector("[data-asks=watching]")
    bo.say("Give up my seat")
    bo.page.locator("dialog .button.main").click()
    late.page.locator("[data-asks=watching] .button").click()
    late.page.wait_for_selector(".hand .num")
    play_round([anna, late])
    check_end([anna, late])
    bo.page.wait_for_selector(".verdict")
