"""What a table does when hands are quick, names are long, and others look on."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.board import expect, hears, until
from tests.web.test_company import MAKE, ROOM, asking, begin, say
from tests.web.test_crowded import DRAWN

LONG = "Κωνσταντινουπολιτάνοςς"  # one word of 22 letters
PLACES = """() => [...document.querySelectorAll('.row-place, .deeds .button')].map((node) => {
    const { left, top } = node.getBoundingClientRect(); return [Math.round(left), Math.round(top)]; })"""
HIDDEN = """(parts) => [...document.querySelectorAll(parts)].filter((node) => {
    const box = node.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const top = document.elementFromPoint(x, y);
    return box.width && !node.contains(top) && !top?.contains(node);
}).map((node) => node.outerHTML.slice(0, 90))"""


def name(page: Any, own: str) -> None:
    page.locator(".lobby .naming input").fill(own)
    page.locator(".lobby .naming button").click()
    page.wait_for_selector(".naming", state="detached")


def meet(pages: list[Any], game: str, names: list[str]) -> str:
    """All sit down at a table, each with a name, and it is started; its address."""
    first = pages[0]
    first.goto("/")
    first.wait_for_selector(".tile")
    room = first.evaluate(MAKE, {"game": game, "seats": len(pages), "talk": "chat"})
    for page, own in zip(pages, names, strict=True):
        page.goto(f"/table/{room}")
        page.wait_for_selector(".lobby")
        if page is not first:
            page.locator(".lobby-seat.empty .button").first.dblclick()
            until(page, f"() => {ROOM}.then((room) => room.held.length === 1)")
        name(page, own)
    until(first, f"() => {ROOM}.then((room) => room.sitting.seats.every((one) => one.name))")
    first.locator(".lobby-start .button").dblclick()
    for page in pages:
        page.wait_for_selector(".hand .num")
    return f"/table/{room}"


def test_nobody_is_scolded_for_a_double_tap(open_page: Callable[..., Any]) -> None:
    """To sit down, to start, to end a round by vote and to play another: the second tap says nothing new."""
    pages = [open_page(size=(390, 844)), open_page(size=(360, 640), lang="el")]
    meet(pages, "take-that", ["Anna", "Νίκος"])
    anna, nikos = pages
    say(anna, "vote", end=True)
    asking(nikos, "vote").locator(".button.main").dblclick()
    for page in pages:
        page.wait_for_selector(".verdict")
    anna.get_by_role("button", name="Play again").dblclick()
    asking(nikos, "wish").locator(".button.main").dblclick()
    for page in pages:
        until(page, f"() => {ROOM}.then((room) => room.sitting.round === 2)")
        say(page, "vote", end=False)  # whatever was said before is answered now
        assert page.evaluate("toasts") == []


def test_another_round_ends_the_shared_replay(open_page: Callable[..., Any]) -> None:
    """Who plays looks at no replay: everybody's new hand is on the table at once."""
    pages = [open_page(size=(390, 844)), open_page(size=(360, 640), lang="el")]
    meet(pages, "take-that", ["Anna", "Νίκος"])
    anna, nikos = pages
    for page in pages:
        say(page, "vote", end=True)
    anna.get_by_role("button", name="Watch it together").click()
    nikos.wait_for_selector(".together .replay-bar")
    say(nikos, "again")
    asking(anna, "wish").locator(".button.main").click()
    for page in pages:
        until(page, f"() => {ROOM}.then((room) => room.sitting.round === 2)")
        page.wait_for_selector(".together", state="detached")
        expect(page.locator(".play .hand .num")).to_have_count(9)


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (820, 1180), (1280, 800)])
def test_a_long_name_moves_nothing(size: tuple[int, int], open_page: Callable[..., Any]) -> None:
    """Whoever wishes something of a row, however long they are called: the rows stay where they are."""
    pages = [open_page(size=size), open_page(lang="el")]
    meet(pages, "the-game", ["Anna", LONG])
    begin(pages)
    anna, other = pages
    lying = anna.evaluate(PLACES)
    other.wait_for_selector(".row-head .talk")
    wish = f"{ROOM}.then((room) => room.table.legal.find((text) => text.includes('up1 not-here')))"
    say(other, "act", action=other.evaluate(wish))
    anna.wait_for_selector(".bubble")
    assert anna.evaluate(PLACES) == lying


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (1280, 800)])
@pytest.mark.parametrize("game", ["the-game", "take-that", "triggs"])
def test_who_watches_sees_everybody_and_what_happened(
    game: str, size: tuple[int, int], open_page: Callable[..., Any]
) -> None:
    """That one is watching is said as long as one does, and lies over nothing."""
    pages = [open_page(), open_page()]
    address = meet(pages, game, ["Anna", "Νίκος"])
    begin(pages)
    eve = open_page(size=size, lang="el")
    eve.goto(address)
    asking(eve, "watching").wait_for()
    eve.wait_for_selector(".seat-table > *")
    parts = ".person, .story-toggle, .row-place, .row-head, .strip .num, .side, .draw, .tool"
    assert eve.evaluate(HIDDEN, parts) == []


def test_what_one_has_asked_oneself_can_be_put_aside(open_page: Callable[..., Any]) -> None:
    """One's own vote stands until it is taken back; its line covers the table no longer than one likes."""
    pages = [open_page(size=(390, 844)), open_page(size=(360, 640), lang="el")]
    meet(pages, "take-that", ["Anna", "Νίκος"])
    anna, nikos = pages
    say(anna, "vote", end=True)
    asking(nikos, "vote").wait_for()
    line = asking(anna, "vote")
    line.get_by_role("button", name="Vote to play on").wait_for()
    line.get_by_role("button", name="Wait").click()
    line.wait_for(state="detached")
    assert anna.evaluate(f"{ROOM}.then((room) => room.sitting.votes)") == [0]
    asking(nikos, "vote").locator(".button").nth(1).click()
    anna.locator("[data-tool=more]").click()
    anna.get_by_role("menuitem", name="Vote to play on").click()
    until(nikos, f"() => {ROOM}.then((room) => !room.sitting.votes.length)")


def test_whoever_is_removed_is_told(open_page: Callable[..., Any]) -> None:
    """In words that stay until they are read."""
    pages = [open_page(), open_page(lang="el")]
    meet(pages, "take-that", ["Anna", "Νίκος"])
    anna, nikos = pages
    anna.locator(".person", has_text="Νίκος").click()
    anna.get_by_role("menuitem", name="Remove from the table").click()
    anna.locator("dialog").get_by_role("button", name="Remove").click()
    hears(nikos, "Ο οικοδεσπότης σάς ζήτησε να φύγετε από αυτό το τραπέζι.")
    assert anna.evaluate("toasts") == []


def test_who_gave_a_seat_up_may_sit_down_again(open_page: Callable[..., Any]) -> None:
    """Nobody else is offered it in mid-game, by the line above the table or at the chair."""
    pages = [open_page(), open_page(lang="el")]
    address = meet(pages, "take-that", ["Anna", "Νίκος"])
    anna, eve = pages[0], open_page(lang="el")
    eve.goto(address)
    anna.locator("[data-tool=more]").click()
    anna.get_by_role("menuitem", name="Give up my seat").click()
    anna.locator("dialog").get_by_role("button", name="Give it up").click()
    until(eve, f"() => {ROOM}.then((room) => room?.sitting.seats[0].kind === 'empty')")
    expect(asking(eve, "watching").locator(".button")).to_have_count(0)
    expect(eve.locator("button.person")).to_have_count(0)
    asking(anna, "watching").get_by_role("button", name="Sit down").click()
    anna.wait_for_selector(".hand .num")


SHIFTED = (
    "const now = Date.now; Date.now = () => now() + 3600e3;"  # a clock that is wrong by an hour
)


def test_the_time_that_is_left_is_the_rooms(open_page: Callable[..., Any]) -> None:
    """However wrong the clock of a phone is, at the first look and after a move; it hides no box."""
    page = open_page(size=(360, 640), lang="el")
    page.context.add_init_script(SHIFTED)
    page.goto("/")
    page.wait_for_selector(".tile")
    bots = [{"seat": 1, "level": "random"}]
    wishes = {"game": "triggs", "seats": 2, "clock": 90, "bots": bots, "start": True}
    page.goto(f"/table/{page.evaluate(MAKE, wishes)}")
    page.wait_for_selector(".hand .num")
    bottom = "(node) => node.getBoundingClientRect().bottom"
    scene = page.locator(".scene").evaluate(bottom)
    assert page.locator(".paper.mine .box-row").last.evaluate(bottom) <= scene
    for _ in range(2):
        until(page, f"() => {ROOM}.then((room) => room.table?.turn === 0)")
        shown = page.locator(".facts dd").first
        minutes, seconds = map(int, shown.inner_text().split(":"))
        assert 45 <= 60 * minutes + seconds <= 90
        page.locator("button.draw.target").first.click()
        page.wait_for_selector(".hand .num:nth-child(6)")
        page.locator("button.draw.target").nth(1).click()


def test_who_ran_out_of_time_reads_what_a_bot_did(open_page: Callable[..., Any]) -> None:
    """A bot plays that one turn; both who sat there and who waited are told."""
    pages = [open_page(), open_page(lang="el")]
    first, other = pages
    first.goto("/")
    first.wait_for_selector(".tile")
    room = first.evaluate(MAKE, {"game": "take-that", "seats": 2, "clock": 5})
    for page in pages:
        page.goto(f"/table/{room}")
        page.wait_for_selector(".lobby")
    other.locator(".lobby-seat.empty .button").first.click()
    until(first, f"() => {ROOM}.then((room) => room.sitting.seats[1].kind === 'person')")
    first.locator(".lobby-start .button").click()
    hears(first, "Your time is up: a bot plays this turn.")
    hears(other, "Τέλος χρόνου, παίζει ένα μποτ αυτόν τον γύρο:")
    until(
        first, f"() => {ROOM}.then((room) => !room.sitting.seats[0].away && room.table.turn === 1)"
    )


def test_nobody_hears_of_a_clock_where_there_is_none(open_page: Callable[..., Any]) -> None:
    """Those who let a bot play for somebody who is away read for how long it does."""
    pages = [open_page(), open_page(lang="el")]
    meet(pages, "take-that", ["Anna", "Νίκος"])
    anna, nikos = pages
    anna.close()
    until(nikos, f"() => {ROOM}.then((room) => !room.here.includes(0))")
    say(nikos, "wish", matter="bot", about=0)
    until(nikos, f"() => {ROOM}.then((room) => room.sitting.seats[0].away)")
    hears(nikos, "Παίζει ένα μποτ, ώσπου να γυρίσει: Anna")
    assert not any("χρόνου" in told for told in nikos.evaluate("toasts"))


@pytest.mark.parametrize("game", ["the-game", "take-that", "triggs"])
def test_keys_lose_no_place(game: str, open_page: Callable[..., Any]) -> None:
    """Whoever plays with keys alone is with the hand again when the button that was pressed is gone."""
    page = open_page(size=(1000, 760))
    page.goto("/")
    page.wait_for_selector(".tile")
    wishes = {
        "game": game,
        "seats": 2,
        "bots": [{"seat": 1, "level": "random"}],
        "start": True,
    }
    page.goto(f"/table/{page.evaluate(MAKE, wishes)}")
    page.wait_for_selector(".hand .num")
    for _ in range(3):
        until(page, f"() => {ROOM}.then((room) => room.table.turn === 0)")
        before = page.evaluate(f"{ROOM}.then((room) => room.number)")
        if not page.locator(".task .button:enabled").count():
            page.locator(".hand .num:not(.idle)").first.focus()
            page.keyboard.press("Enter")
        able = page.locator(".task .button:enabled, .row-slot.target .row-place").first
        able.focus()
        page.keyboard.press("Enter")
        until(page, f"(before) => {ROOM}.then((room) => room.number > before)", before)
        page.evaluate(DRAWN)
        assert page.evaluate("Boolean(document.activeElement.closest('.play'))")


def test_statistics_of_tables_are_told_rightly(open_page: Callable[..., Any]) -> None:
    """Scores below nothing are drawn, each number of players by itself, and all of it fits a small phone."""
    page = open_page(size=(360, 640), lang="el")
    scores = {2: [-34, -3, 12], 3: [-50, -50]}
    history = [
        {
            "room": f"r{seats}{at}",
            "round": 1,
            "game": "take-that",
            "options": {"rounds": 2, "professional": False},
            "seats": seats,
            "seat": 0,
            "deal": None,
            "won": score > -10,
            "score": score,
            "reason": "points",
            "seconds": 60,
            "moves": 90,
            "at": 1.7e9 + at,
        }
        for seats, own in scores.items()
        for at, score in enumerate(own)
    ]
    page.goto("/")
    page.wait_for_selector(".tile")
    page.evaluate(
        "(history) => fetch('/api/stats', { method: 'POST', body: JSON.stringify({ history }) })",
        history,
    )

    def with_rivals(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        mates = [{"name": LONG, "level": ""}, {"name": "", "level": "strong"}]
        for line in told["games"]:
            line["rivals"] = True
            line["met"] = [{"mates": mates, "played": 3, "won": 1, "best_score": -3}]
        route.fulfill(response=answer, json=told)

    page.route("**/api/stats", with_rivals)
    page.goto("/stats")
    until(page, "document.querySelectorAll('.plots').length === 2")
    for seats, own in scores.items():
        plot = page.locator(".stats-games .sheet", has_text=f"{seats} παίκτες").locator(".figure")
        expect(plot.nth(1).locator(".bar")).to_have_count(len(own))
        heights = [
            float(bar.get_attribute("height") or 0) for bar in plot.nth(1).locator(".bar").all()
        ]
        biggest = max(map(abs, own))
        assert all(
            height == pytest.approx(max(heights) * abs(score) / biggest, abs=1.1)
            for height, score in zip(heights, own, strict=True)
        )
        assert max(heights) > 50
    results = page.locator("td.won").all_inner_texts()
    assert set(results) == {"νίκη"}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
