"""Making a table begins with whom: friends, bots, or whoever is at this device."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.board import arrive, expect, hears, until
from tests.web.seat import Friend
from tests.web.test_company import INSIDE, MAKE, ROOM, say
from tests.web.test_crowded import FULL, WIDER, ending, nearly_over
from tests.web.test_playing import PLAY, sit_at
from tests.web.test_seats import make_table, with_whom
from trapoula import Session

PHONE = (360, 640)
HIDE = """() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""
BADLY = f"""() => {ROOM}.then(async ({{ table, sitting }}) => {{
    if (sitting.phase === 'over') return true;
    const begin = table.legal.find((text) => text.startsWith('begin'));
    const lays = table.legal.filter((text) => /^\\d+>/.test(text));
    const far = (text) => Number(text.split('>')[0]) * (text.includes('up') ? 1 : -1);
    lays.sort((one, other) => far(other) - far(one));
    const action = begin ?? lays[0] ?? (table.legal.includes('end') ? 'end' : null);
    const {{ command }} = await script('room.js');
    if (action) await command('act', {{ action }}).catch(() => {{}});
    else await new Promise((done) => setTimeout(done, 50));
    return false; }})"""


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
    expect(nikos.locator(".lobby-seat .button")).to_have_count(0)  # who sits is offered none
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


def test_who_has_days_is_not_played_for_unasked(open_page: Callable[..., Any]) -> None:
    """A clock of seconds lets a bot play, one of days does not, unless the maker says otherwise."""
    page = open_page(size=PHONE)
    page.goto("/game/take-that")
    with_whom(page, "friends", 2)
    late = page.locator("input[name=late]")
    expect(late.first).to_be_hidden()
    for clock, value in ((30, "bot"), (86400, "wait")):
        page.locator(f"input[name=clock][value='{clock}']").check()
        expect(page.locator(f"input[name=late][value={value}]")).to_be_checked()
    page.locator("form.create button[type=submit]").click()
    page.wait_for_selector(".lobby")
    settings = page.evaluate(f"{ROOM}.then((room) => room.settings)")
    assert (settings["clock"], settings["late"]) == (86400, "wait")


def test_a_table_for_days_says_so(open_page: Callable[..., Any]) -> None:
    page = open_page(lang="el")
    page.goto("/")
    page.wait_for_selector("h1")
    for hours, words in ((12, "12 ώρες"), (24, "1 ημέρα"), (72, "3 ημέρες")):
        made = {"game": "take-that", "seats": 2, "clock": hours * 3600}
        page.goto(f"/table/{page.evaluate(MAKE, made)}")
        expect(page.locator(".settled")).to_contain_text(f"{words} για κάθε γύρο")


def test_the_log_says_what_was_taken_back(open_page: Callable[..., Any]) -> None:
    """For those who saw it and for who comes later; and its one line on a phone shows cards, not talk."""
    page = open_page(size=PHONE, has_touch=True, is_mobile=True)
    session = Session("the-game", deal=7, seats=2)
    session.play("begin gladly", 0)
    session.play("begin rather-not", 1)
    sit_at(page, session, bots=[{"seat": 1, "level": "random"}], start=True)
    page.wait_for_selector(".hand .num")
    lay = next(text for text in session.legal(0) if ">up1" in text)
    page.evaluate(PLAY, lay)
    latest = page.locator(".story li.latest")
    expect(latest).to_contain_text("on the first rising row")
    page.evaluate(PLAY, "signal up2 not-here by 1")
    until(page, f"() => {ROOM}.then((room) => room.story.at(-1).talk)")
    expect(latest).to_contain_text("on the first rising row")
    say(page, "undo")
    expect(latest).to_have_text(f"You Taken back: {lay.split('>')[0]} on the first rising row")
    told = page.evaluate(f"{ROOM}.then((room) => room.story.map((one) => one.action))")
    assert told.count(lay) == 1
    page.reload()
    expect(latest).to_contain_text("Taken back")
    assert page.evaluate(f"{ROOM}.then((room) => room.story.map((one) => one.action))") == told


@pytest.mark.parametrize(("game", "seats"), FULL)
def test_an_end_tells_what_the_game_was_like(
    game: str, seats: int, open_page: Callable[..., Any]
) -> None:
    """Figures, everybody's part, moments that lead there; nothing is cut on the smallest phone."""
    page = open_page(size=PHONE, lang="el", has_touch=True, is_mobile=True)
    session = nearly_over(game, seats)
    bots = [{"seat": at, "level": "random"} for at in range(1, seats)]
    sit_at(page, session, bots=bots, start=True)
    page.evaluate(PLAY, ending(session))
    page.wait_for_selector(".verdict")
    expect(page.locator(".figures li")).not_to_have_count(0)
    rows = page.locator(".tally tbody tr:not(.total)").all_inner_texts()
    assert all(any(one in "123456789" for one in row) for row in rows), rows  # no row of noughts
    assert page.locator(".verdict .button.main").evaluate(INSIDE)
    for size in (PHONE, (640, 360), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        until(page, f"innerWidth === {size[0]}")
        assert page.evaluate(WIDER) == [], size
    page.locator(".moment").first.click()
    page.wait_for_url("**/replay/*step=*")


def test_an_end_shows_everybodys_part(open_page: Callable[..., Any]) -> None:
    """A team's cards are parts of all there were; rivals stand in their places, the winner's bar longest."""
    page = open_page(size=PHONE)
    session = nearly_over("the-game", 3)
    bots = [{"seat": at, "level": "random"} for at in (1, 2)]
    sit_at(page, session, bots=bots, start=True)
    page.evaluate(PLAY, ending(session))
    parts = page.locator(".shares li")
    expect(parts).to_have_count(3)
    left = page.evaluate(f"{ROOM}.then((room) => room.table.outcome.scores[0])")
    assert sum(int(one.split()[-1]) for one in parts.all_inner_texts()) == 98 - left
    expect(page.locator(".hero.loss .medal.left")).to_have_text(str(left))
    rivals = nearly_over("take-that", 3)
    sit_at(page, rivals, bots=bots, start=True)
    page.evaluate(PLAY, ending(rivals))
    ladder = page.locator(".ladder li")
    expect(ladder).to_have_count(3)
    scores = page.evaluate(f"{ROOM}.then((room) => room.table.outcome.scores)")
    shown = [int(one.split()[-1].replace("−", "-")) for one in ladder.all_inner_texts()]
    assert shown == sorted(scores, reverse=True)
    widths = ladder.evaluate_all(
        "(all) => all.map((one) => Number(one.style.getPropertyValue('--part')))"
    )
    assert widths == sorted(widths, reverse=True)
    assert widths[0] == 1


def test_a_table_remembers_its_rounds(open_page: Callable[..., Any]) -> None:
    """The second round is compared with the first."""
    page = open_page(size=PHONE)
    session = nearly_over("the-game", 2)
    sit_at(page, session, bots=[{"seat": 1, "level": "random"}], start=True)
    page.evaluate(PLAY, ending(session))
    page.wait_for_selector(".verdict .figures")
    expect(page.locator(".standing")).to_have_count(0)
    page.get_by_role("button", name="Play again").click()
    until(page, f"() => {ROOM}.then((room) => room.sitting.round === 2)")
    page.wait_for_selector(".verdict", state="detached")
    for _ in range(400):
        if page.evaluate(BADLY):
            break
    expect(page.locator(".standing")).to_contain_text("Rounds won: 0 of 2.")


@pytest.mark.parametrize("lang", ["en", "el"])
def test_a_friend_comes_by_the_code(lang: str, quiet_page: Callable[..., Any]) -> None:
    """It is read in the lobby, said, and typed in the friend's own letters."""
    anna, nikos = quiet_page(size=(1100, 760)), quiet_page(size=PHONE, lang=lang, has_touch=True)
    make_table(anna, "triggs", 2)
    code = anna.locator(".say-code .code").inner_text()
    nikos.goto("/game/triggs")
    nikos.locator("a[href='/join']").tap()
    greek = str.maketrans("ABEHIKMNOPTXYZ", "αβεηικμνορτχυζ")
    nikos.fill("#code", "AAA AAA")
    nikos.locator(".join .button").tap()
    hears(nikos, {"en": "No table has this code", "el": "Κανένα τραπέζι"}[lang])
    nikos.fill("#code", code.translate(greek) if lang == "el" else code.lower())
    nikos.locator(".join .button").tap()
    nikos.wait_for_selector(".lobby")
    assert nikos.url == anna.url
    expect(nikos.locator(".say-code")).to_have_count(0)  # who does not sit there has none to tell
    nikos.locator(".lobby-seat.empty .button").tap()
    expect(nikos.locator(".say-code .code")).to_have_text(code)
    nikos.goto(f"/join/{code.replace(' ', '')}")
    arrive(nikos, "/table/")


def test_your_tables_begin_with_your_turns(open_page: Callable[..., Any]) -> None:
    """The most urgent first; others' turns say whose; a table whose round is over waits there too."""
    page, nikos = open_page(size=PHONE), open_page(lang="el", size=PHONE)
    for one in (page, nikos):
        one.goto("/stats")
        one.wait_for_selector("h1")
    rooms = {}
    for clock in (3 * 86400, 43200):
        rooms[clock] = page.evaluate(MAKE, {"game": "take-that", "seats": 2, "clock": clock})
        for one in (page, nikos):
            one.goto(f"/table/{rooms[clock]}")
            one.wait_for_selector(".lobby")
        nikos.locator(".lobby-seat.empty .button").click()
        until(page, f"() => {ROOM}.then((room) => room.sitting.seats[1].kind === 'person')")
        page.locator(".lobby-start .button").click()
        page.wait_for_selector(".hand .num")
    over = nearly_over("triggs", 2)
    sit_at(page, over, bots=[{"seat": 1, "level": "random"}], start=True)
    page.evaluate(PLAY, ending(over))
    page.wait_for_selector(".verdict")
    page.locator("[data-tool=more]").click()
    page.get_by_role("menuitem", name="Rounds of this table").click()
    expect(page.locator(".rounds li")).to_have_count(1)
    page.keyboard.press("Escape")
    page.goto("/tables")
    page.wait_for_selector(".my-table")
    hrefs = page.locator(".my-table .table-line").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('href'))"
    )
    assert hrefs[:2] == [f"/table/{rooms[43200]}", f"/table/{rooms[3 * 86400]}"]
    expect(page.locator(".my-table").first).to_contain_text("Your turn")
    expect(page.locator(".my-table").first).to_contain_text("Turn until")
    expect(page.get_by_role("heading", name="Ready for another round")).to_have_count(1)
    nikos.goto("/tables")
    expect(nikos.locator(".my-table").first).to_contain_text("Περιμένει:")


@pytest.mark.parametrize("lang", ["en", "el"])
def test_those_one_has_played_with_are_invited_in_a_tap(
    lang: str, open_page: Callable[..., Any]
) -> None:
    """The new table is among their tables, under who invites them, until they sit there."""
    anna = Friend(open_page, "Anna", "en", "phone")
    nikos = Friend(open_page, "Nikos", lang, "laptop")
    nikos.come(anna.set_table("take-that", 2))
    expect(anna.page.locator(".companies")).to_have_count(0)  # nobody else can come
    link = anna.set_table("triggs", 3)
    anna.touch(".companies .button")
    hears(anna.page, "Invited: Nikos")
    nikos.page.goto("/tables")
    invited = nikos.page.locator("section").first
    heading = {"en": "You are invited", "el": "Σας προσκαλούν"}[lang]
    expect(invited.locator("h2")).to_have_text(heading)
    expect(invited.locator(".badge").first).to_contain_text("Anna")
    invited.locator(".table-line").click()
    nikos.touch(".lobby-seat .button.main")
    until(anna.page, f"() => {ROOM}.then((room) => room.sitting.seats[1].name === 'Nikos')")
    assert nikos.page.url == link
    nikos.page.goto("/tables")
    nikos.page.wait_for_selector(".my-table")
    expect(nikos.page.get_by_role("heading", name=heading)).to_have_count(0)


def test_the_server_learns_whether_somebody_looks(open_page: Callable[..., Any]) -> None:
    """A hidden page says so at once, over the line that it keeps."""
    page = open_page()
    said: list[dict[str, Any]] = []
    page.on(
        "websocket",
        lambda line: line.on("framesent", lambda frame: said.append(json.loads(frame))),
    )
    page.goto("/")
    page.wait_for_selector("h1")
    room = page.evaluate(MAKE, {"game": "take-that", "seats": 2})
    page.goto(f"/table/{room}")
    page.wait_for_selector(".lobby")
    page.evaluate(HIDE)
    for _ in range(200):
        if any(one["type"] == "ping" and one.get("seen") is False for one in said):
            return
        page.wait_for_timeout(20)
    raise AssertionError(said)


def test_plain_http_says_what_works(open_page: Callable[..., Any]) -> None:
    """One sentence where a browser allows no notifications."""
    page = open_page(lang="el")
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto("/")
    page.wait_for_selector("h1")
    room = page.evaluate(MAKE, {"game": "take-that", "seats": 2, "clock": 86400})
    page.goto(f"/table/{room}")
    expect(page.locator(".lobby")).to_contain_text("μόνο με https")
