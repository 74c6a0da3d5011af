"""Company at tables: nobody misses a turn, a word or a question, and nobody loses a seat."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.board import expect, hears, until
from tests.web.seat import QUICK
from tests.web.test_axe import AXE, audit

ROOM = "script('store.js').then((store) => store.now().room)"
SAY = "([type, fields]) => script('room.js').then((room) => room.command(type, fields))"
MAKE = """async (wishes) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/rooms', { method: 'POST', headers, body: JSON.stringify(wishes) });
    return (await answer.json()).room;
}"""
LOOKS_AWAY = """() => { document.hasFocus = () => false; }"""
LOOKS_BACK = """() => { delete document.hasFocus; window.dispatchEvent(new Event('focus')); }"""
LAY = f"""() => {ROOM}.then((room) => {{
    const legal = room.table.legal.filter((text) => !text.startsWith('signal'));
    return script('room.js').then(({{ command }}) => command('act', {{ action: legal[0] }}));
}})"""
INSIDE = """(node) => { const box = node.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth; }"""
BESIDE = """(node) => node.getBoundingClientRect().right
    <= node.parentElement.querySelector('label').getBoundingClientRect().left
    && node.getBoundingClientRect().left >= node.parentElement.getBoundingClientRect().left"""


def say(page: Any, type_: str, **fields: Any) -> None:
    """Say something at the table without looking for its button."""
    page.evaluate(SAY, [type_, fields])


def turn(page: Any) -> int:
    found: int = page.evaluate(f"{ROOM}.then((room) => room.table.turn)")
    return found


def begin(pages: list[Any]) -> None:
    """Play until somebody may lay a card: first all say whether they would like to."""
    for page in pages:
        until(page, f"() => {ROOM}.then((room) => room.table !== null)")
        offered = (
            f"{ROOM}.then((room) => room.table.legal.find((text) => text.startsWith('begin')))"
        )
        if text := page.evaluate(offered):
            say(page, "act", action=text)
    until(
        pages[0],
        f"() => {ROOM}.then((room) => room.table.legal.every((a) => !a.startsWith('begin')))",
    )


def asking(page: Any, what: str) -> Any:
    return page.locator(f"[data-asks={what}]")


def test_friends_meet_ask_each_other_and_keep_their_seats(open_page: Callable[..., Any]) -> None:
    """From the doorstep to the rematch: a name, a start, a turn that is told, words and votes that are
    seen, an undo that is asked for, somebody who goes away and has the seat again on coming back."""
    anna, nikos = open_page(size=(1000, 760)), open_page(size=(390, 780), lang="el")
    anna.goto("/")
    anna.wait_for_selector(".tile")
    wishes = {
        "game": "the-game",
        "seats": 2,
        "talk": "chat",
        "clock": 3600,  # nobody is asked about who is away at a table for days
        "options": {"fire": True},
    }
    room = anna.evaluate(MAKE, wishes)
    anna.goto(f"/table/{room}")
    anna.locator(".lobby .naming input").fill("Anna")
    anna.locator(".lobby .naming button").click()
    nikos.goto(f"/table/{room}")
    told = nikos.locator(".settled").inner_text()
    assert "1 ώρα για κάθε γύρο" in told, told
    assert nikos.locator(".settled li").count() > 3  # the option, the clock, the talk, who watches
    expect(nikos.locator(".lobby .warning")).to_have_count(
        1
    )  # the test's server is on this machine
    nikos.locator(".lobby-seat.empty .button").first.click()
    nikos.locator(".lobby .naming input").fill("Νίκος")
    nikos.locator(".lobby .naming button").click()
    nikos.wait_for_selector(".naming", state="detached")
    anna.get_by_text("Νίκος").first.wait_for()
    start = anna.get_by_role("button", name="Start")
    assert start.evaluate(INSIDE)
    start.click()
    pages = [anna, nikos]
    begin(pages)

    anna.locator(".person", has_text="Νίκος").click()
    anna.get_by_role("menuitem", name="Remove from the table").click()
    anna.locator("dialog").get_by_role("button", name="Cancel").click()
    on = turn(anna)
    plays, waits = pages[on], pages[1 - on]
    waits.evaluate(LOOKS_AWAY)
    plays.locator("[data-tool=chat]").click()
    expect(plays.locator("dialog p.muted")).to_have_count(1)  # it says where signals are
    field = plays.locator("dialog .input")
    field.fill("έχω το 45")
    field.press("Enter")
    until(plays, "Boolean(document.querySelector('.refused').textContent)")
    assert field.input_value() == "έχω το 45"  # what was refused can be said otherwise
    field.fill("γεια σου")
    field.press("Enter")
    until(plays, "document.querySelector('dialog .input').value === ''")
    expect(plays.locator(".refused")).to_have_text("")
    plays.keyboard.press("Escape")
    until(waits, "document.title.includes('γεια σου')")
    hears(waits, ["Anna", "Νίκος"][on])
    expect(waits.locator("[data-tool=chat].unread")).to_have_count(1)
    waits.evaluate(LOOKS_BACK)
    until(waits, "!document.title.startsWith('●')")

    say(plays, "vote", end=True)
    asking(waits, "vote").wait_for()
    say(plays, "vote", end=False)
    asking(waits, "vote").wait_for(state="detached")

    steps = plays.evaluate(f"{ROOM}.then((room) => room.table.steps)")
    plays.evaluate(LAY)
    laid = f"(steps) => {ROOM}.then((room) => room.table.steps > steps)"
    until(waits, laid, steps)
    signal = f"{ROOM}.then((room) => room.table.legal.find((text) => text.startsWith('signal')))"
    say(waits, "act", action=waits.evaluate(signal))
    until(plays, laid, steps + 1)
    plays.locator("[data-tool=undo]").click()
    asking(plays, "wish").wait_for()
    asking(waits, "wish").locator(".button").nth(1).click()
    hears(plays, ["Νίκος would rather not.", "Anna: καλύτερα όχι."][on])
    plays.locator("[data-tool=undo]").click()
    asking(waits, "wish").locator(".button.main").click()
    until(plays, f"(steps) => {ROOM}.then((room) => room.table.steps === steps + 1)", steps)

    context, address = waits.context, waits.url
    waits.evaluate(LOOKS_AWAY)
    while turn(plays) == on:
        legal = plays.evaluate(f"{ROOM}.then((room) => room.table.legal)")
        say(plays, "act", action="end") if "end" in legal else plays.evaluate(LAY)
    until(waits, "document.title.startsWith('●')")
    waits.close()
    gone = asking(plays, "gone")
    gone.locator(".button.main").click()
    until(plays, f"(seat) => {ROOM}.then((room) => room.sitting.seats[seat].away)", 1 - on)
    back = context.new_page()
    back.goto(address)
    back.wait_for_selector(".seat-table > *")
    until(plays, f"(seat) => {ROOM}.then((room) => !room.sitting.seats[seat].away)", 1 - on)

    for page in (plays, back):
        say(page, "vote", end=True)
    plays.wait_for_selector(".verdict")
    expect(plays.locator(".task p")).to_have_text("")  # nobody plays any more
    plays.get_by_role("button", name=re.compile("^(Play again|Ξανά)$")).click()
    asking(back, "wish").locator(".button.main").click()
    for page in (plays, back):
        until(page, f"() => {ROOM}.then((room) => room.sitting.round === 2)")


def test_a_bot_that_stood_in_says_so_and_goes(open_page: Callable[..., Any]) -> None:
    """While it plays a large line offers the seat back; looking at the page again is enough."""
    page = open_page(size=(390, 700))
    page.goto("/")
    page.wait_for_selector(".tile")
    wishes = {"game": "the-game", "seats": 1, "clock": 5}
    page.goto(f"/table/{page.evaluate(MAKE, wishes)}")
    page.wait_for_selector(".hand .num")
    line = asking(page, "away")
    line.wait_for()
    line.locator(".button").click()
    line.wait_for(state="detached")
    line.wait_for()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    line.wait_for(state="detached")


def test_the_hall_is_alive(open_page: Callable[..., Any]) -> None:
    """Tables come, begin and wait for one while the hall is looked at; strangers watch and are told so."""
    anna, eve = open_page(), open_page(size=(390, 780), lang="el")
    for page in (anna, eve):
        page.goto("/")
        page.wait_for_selector(".tile")
    painted = eve.locator(".tile[data-game=triggs] .count").all_text_contents()
    assert {int(card) for card in painted} <= set(range(1, 13))  # cards that it has
    room = anna.evaluate(
        MAKE,
        {"game": "take-that", "seats": 3, "lobby": True, "bots": [{"seat": 1, "level": "random"}]},
    )
    eve.evaluate("window.dispatchEvent(new Event('focus'))")
    line = eve.locator(f".around a[href='/table/{room}']")
    line.wait_for()
    expect(line.locator(".badge")).to_have_text("1 ελεύθερη θέση")
    anna.goto(f"/table/{room}")
    anna.wait_for_selector(".lobby-seat.empty")
    say(anna, "bot", seat=2, level="random")
    anna.get_by_role("button", name="Start").click()
    until(anna, f"() => {ROOM}.then((room) => room.table?.turn === 0)")
    eve.evaluate("window.dispatchEvent(new Event('focus'))")
    eve.locator(f".around a[href='/table/{room}'] .badge.quiet").get_by_text("παίζεται").wait_for()
    line.click()
    asking(eve, "watching").wait_for()
    anna.goto("/")
    anna.locator(".tile[data-game=take-that] .badge").first.wait_for()
    expect(anna.locator(f".around a[href='/table/{room}'] .badge")).to_have_text("Your turn")


@pytest.mark.parametrize(("size", "lang"), [((390, 700), "el"), ((1280, 800), "en")])
def test_the_main_button_is_on_screen(
    size: tuple[int, int], lang: str, open_page: Callable[..., Any]
) -> None:
    """Where a table is set and where players are awaited, however much else there is to read."""
    page = open_page(size=size, lang=lang)
    page.goto("/game/extreme")
    button = page.locator("form.create button[type=submit]")
    button.wait_for()
    assert button.evaluate(INSIDE)
    lead = page.locator(".lead")
    assert lead.inner_text()[0] == lead.inner_text()[0].upper()
    assert (
        lead.evaluate("(node) => getComputedStyle(node, '::first-letter').textTransform") == "none"
    )
    page.locator("input[name=seats][value='4']").check(force=True)
    sign = page.locator(".chair-line [data-sign]").first
    expect(sign).to_have_attribute("data-sign", "people")
    assert sign.evaluate(BESIDE)  # and covers nothing
    button.click()
    page.wait_for_selector(".lobby")
    assert page.locator(".lobby-start .button").evaluate(INSIDE)
    assert page.locator(".lobby h2").evaluate(INSIDE)


def test_the_coach_looks_back(open_page: Callable[..., Any]) -> None:
    """After a round: each decision with the bot's, a curve, and the way to that moment."""
    page = open_page(size=(390, 780))
    page.goto("/")
    page.wait_for_selector(".tile")
    bots = [{"seat": 1, "level": "random"}]
    wishes = {"game": "take-that", "seats": 2, "bots": bots, "start": True}
    page.evaluate(QUICK)
    page.goto(f"/table/{page.evaluate(MAKE, wishes)}")
    page.wait_for_selector(".hand .num")
    for _ in range(20):  # before that it is too early to tell a chance; some turns take a row
        until(page, f"() => {ROOM}.then((room) => room.table.turn === 0)")
        page.evaluate(LAY)
    until(page, f"() => {ROOM}.then((room) => room.table.turn === 0)")
    page.locator("[data-tool=hint]").click()
    until(page, "toasts.some((text) => text.startsWith('Hint: '))")
    expect(page.locator(".hint")).not_to_have_count(0)  # it is shown where it is done
    page.evaluate(LAY)
    page.wait_for_selector(".toast", state="detached")  # it was about a table that is no more
    until(page, f"() => {ROOM}.then((room) => room.table.turn === 0)")
    say(page, "vote", end=True)
    page.get_by_role("button", name="Review with the coach").click()
    expect(page.locator(".gap")).to_have_count(0)  # nobody opens a row any more
    page.locator(".review details").click(timeout=120_000)  # the first thought may be compiled
    page.locator(".review details li").nth(1).wait_for()
    both = page.locator(".review details li").first.inner_text()  # one's own move, and the bot's
    assert " · " in both
    expect(page.locator(".review .plot")).to_have_count(1)
    page.locator(".review details .button").last.click()
    page.wait_for_url(re.compile(r"/replay/.*[?&]step=\d+"))
    page.wait_for_selector(".deed p b")
    page.keyboard.press("End")
    until(page, "!document.querySelector('.deed').textContent.includes('Seat ')")
    before = page.url
    page.keyboard.press("Home")
    until(
        page, "(before) => location.href !== before && location.search.includes('step=0')", before
    )
    expect(page.locator(".turned-up")).to_have_count(1)
    assert not AXE.exists() or audit(page, "a replay") == []
    page.select_option(".replay-bar select", "0")
    page.wait_for_selector(".turned-up", state="detached")
