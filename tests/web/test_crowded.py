"""Full tables on small screens: what is played with is whole, can be read, and stays where it is."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from tests.web.board import until
from tests.web.seat import AGAIN
from tests.web.test_company import INSIDE
from tests.web.test_playing import PLAY, POST, ROOM, room, sit_at
from trapoula import Session, record
from trapoula import bots as players
from trapoula.catalogue import entries
from trapoula.core.deals import SplitMix

SMALLEST = (360, 640)
SIDEWAYS = (640, 360)
SIZES = [(390, 844), SMALLEST, (844, 390), SIDEWAYS, (820, 1180)]
SEATS = {game: entries.find(game).make().seats for game in entries.ids() if players.has_own(game)}
FULL = [(game, seats[-1]) for game, seats in SEATS.items()]
USED = ".row-place, .strip button, .draw, .paper.mine .box-row, .hand .num, .deeds .button, .said .bubble"
CUT = """(used) => [...document.querySelectorAll(used)].filter((node) => {
        const box = node.getBoundingClientRect();
        const seen = (node.closest('.scene, .people') ?? document.body).getBoundingClientRect();
        return box.top < seen.top - 1 || box.bottom > seen.bottom + 1 || box.left < seen.left - 1
            || box.right > Math.min(seen.right + 1, innerWidth);
    }).map((node) => node.outerHTML.slice(0, 90))"""
UNREAD = """() => [...document.querySelectorAll('h1, .command, .task p, .side > *, .person')].filter((node) =>
    node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1
    || parseFloat(getComputedStyle(node).fontSize) < 9).map((node) => node.outerHTML.slice(0, 90))"""
OVER = """() => {
    const nodes = [...document.querySelectorAll('.bubble, .row-place')];
    const boxes = nodes.map((node) => node.getBoundingClientRect());
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    return boxes.filter((one, at) => boxes.slice(at + 1).some((other) => meet(one, other))).length; }"""
BROKEN = """(sheet) => [...sheet.querySelectorAll('thead th')].filter((name) => {
    const range = document.createRange();
    range.selectNodeContents(name.firstElementChild ?? name);
    return range.getClientRects().length > name.textContent.split(' ').length;
}).map((name) => name.textContent).concat(sheet.scrollWidth > sheet.clientWidth ? ['too wide'] : [])"""
NAME = """async (room) => {
    const { botName } = await script('seats/people.js');
    document.querySelectorAll('.verdict .tally thead span').forEach(
        (node, seat) => seat && (node.textContent = botName(room, seat))); }"""
WIDER = """() => [...document.querySelectorAll('.verdict, .verdict *')].filter((node) => {
    const box = node.getBoundingClientRect(), panel = node.closest('.verdict').getBoundingClientRect();
    return box.right > panel.right + 1 || box.left < panel.left - 1;
}).map((node) => node.outerHTML.slice(0, 90))"""
CALL = """(names) => document.querySelectorAll('.person > span:first-of-type').forEach(
    (node, at) => (node.textContent = names[at]))"""
SHORTENED = """() => [...document.querySelectorAll('.person > span:first-of-type')]
    .filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent)"""
DRAWN = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"""
PLACES = """() => [...document.querySelectorAll('.row-place, .deeds .button')].map((node) => {
    const { left, top } = node.getBoundingClientRect(); return [Math.round(left), Math.round(top)]; })"""
TOP = "() => Math.round(document.querySelector('.hand .num').getBoundingClientRect().top)"


def well_on(game: str, seats: int) -> Session:
    """A round in which all have played, with as much on the table as there may be, the first seat on turn."""
    for deal in range(1, 100):
        session, dice = Session(game, deal=deal, seats=seats), SplitMix(deal)
        while session.turn is not None and (session.steps < 5 * seats or session.turn != 0):
            legal = session.legal(session.turn)
            able = [text for text in legal if not text.startswith("signal")]
            session.play(able[dice.below(len(able))], session.turn)
        if session.turn is not None:
            break
    for seat in range(1, seats):  # each wishes something of each row
        for row in ("up1", "up2", "down1", "down2"):
            wish = f"{row} not-here" if (seat + int(row[-1])) % 2 else f"{row} no-jump"
            said = [text for text in session.legal(seat) if wish in text]
            session.play(said[0], seat) if said else None
        for told in [text for text in session.legal(seat) if " hold by " in text]:
            session.play(told, seat)
    return session


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybodys_sheet_is_whole_on_a_phone(seats: int, open_page: Callable[..., Any]) -> None:
    page = open_page(size=SIZES[0], lang="el", has_touch=True, is_mobile=True)
    bots = [{"seat": at, "level": "random"} for at in range(1, seats)]
    sit_at(page, well_on("triggs", seats), bots=bots, start=True)
    page.evaluate("document.querySelector('.chosen-cards').remove()")
    assert page.evaluate(CUT, ".paper") == []


def ending(session: Session) -> str | None:
    """What the seat on turn can do to end the game."""
    game, turn = session.game, session.turn
    return next(
        (
            text
            for text in ([] if turn is None else session.legal(turn))
            if game.outcome(game.play(session.state, game.read(text)))
        ),
        None,
    )


def nearly_over(game: str, seats: int) -> Session:
    """A game that the first seat can end with its next action."""
    for deal in range(1, 100):
        session, dice = Session(game, deal=deal, seats=seats), SplitMix(deal)
        while session.turn is not None:
            if session.turn == 0 and ending(session):
                return session
            legal = session.legal(session.turn)
            session.play(legal[dice.below(len(legal))], session.turn)
    raise AssertionError("nobody came so far")


@pytest.mark.parametrize("lang", ["en", "el"])
@pytest.mark.parametrize("game", SEATS)
def test_what_is_played_with_is_whole_and_read_on_small_screens(
    game: str, lang: str, open_page: Callable[..., Any]
) -> None:
    """With any number of players, upright and sideways, and nothing has to be scrolled for."""
    page = open_page(size=SIZES[0], lang=lang, has_touch=True, is_mobile=True)
    used = f"{USED}, .aside .bubble, .aside .button, .person, .paper, .box-row, .side"
    for seats in SEATS[game]:
        bots = [{"seat": at, "level": "random"} for at in range(1, seats)]
        sit_at(page, well_on(game, seats), bots=bots, start=True)
        page.evaluate("document.querySelector('.chosen-cards').remove()")  # over played cards only
        for width, height in SIZES if seats == SEATS[game][-1] else (SMALLEST, SIDEWAYS):
            page.set_viewport_size({"width": width, "height": height})
            until(page, f"innerWidth === {width}")
            page.evaluate(DRAWN)  # the hand's room follows the screen
            found = page.evaluate(CUT, used), page.evaluate(UNREAD), page.evaluate(OVER)
            assert found == ([], [], 0), (seats, width, found)


@pytest.mark.parametrize(("game", "seats"), FULL)
def test_a_replay_shows_the_table_on_phones(
    game: str, seats: int, open_page: Callable[..., Any]
) -> None:
    """All hands are told beside it, and whoever looked on plays nobody's part."""
    page = open_page(size=SIZES[0], has_touch=True, is_mobile=True)
    session = well_on(game, seats)
    page.goto("/stats")
    page.wait_for_selector("h1")
    kept = page.evaluate(POST, ["/api/replays", record.write(session.record()), "text/plain"])
    names = quote('["You","Bo","Cy","Di","Ed"]')
    page.goto(f"/replay/{kept['replay']}?step={session.steps}&names={names}")
    page.wait_for_selector(".turned-up")
    assert "You is" not in page.locator("main").inner_text()
    for width, height in (SIZES[0], SIZES[2]):
        page.set_viewport_size({"width": width, "height": height})
        until(page, f"innerWidth === {width}")
        assert page.evaluate(CUT, USED) == [], width
        for part in (".turned-up", "[type=range]", ".replay-bar .tool >> nth=0"):
            assert page.locator(part).evaluate(INSIDE), (width, part)


@pytest.mark.parametrize("lang", ["en", "el"])
@pytest.mark.parametrize("game", SEATS)
def test_how_it_ended_is_whole_on_a_phone(
    game: str, lang: str, open_page: Callable[..., Any]
) -> None:
    """With any number of players: everybody has a column, whose name is not broken within a word."""
    page = open_page(size=SIZES[0], lang=lang, has_touch=True, is_mobile=True)
    for seats in SEATS[game]:
        session = nearly_over(game, seats)
        bots = [{"seat": at, "level": "random"} for at in range(1, seats)]
        sit_at(page, session, bots=bots, start=True)
        page.evaluate(PLAY, ending(session))
        page.wait_for_selector(".verdict")
        for width, height in (SIZES[0], SMALLEST, SIDEWAYS):
            page.set_viewport_size({"width": width, "height": height})
            until(page, f"innerWidth === {width}")
            page.evaluate(DRAWN)
            sheet = page.locator(".verdict .tally")
            for table in "abcdefgh" if sheet.count() else "":  # each of them with other bots
                page.evaluate(NAME, table)
                assert sheet.evaluate(BROKEN) == [], (seats, width, table)
            assert page.evaluate(WIDER) == [], (seats, width)
            again = page.get_by_role("button", name=AGAIN[lang], exact=True)
            assert again.evaluate(INSIDE), (seats, width)


@pytest.mark.parametrize("size", [SMALLEST, SIDEWAYS])
def test_short_names_stay_whole_beside_long_ones(
    size: tuple[int, int], open_page: Callable[..., Any]
) -> None:
    page = open_page(size=size, lang="el", has_touch=True, is_mobile=True)
    bots = [{"seat": at, "level": "random"} for at in range(1, 5)]
    sit_at(page, well_on("extreme", 5), bots=bots, start=True)
    page.evaluate(CALL, ["Εσείς", "Γιώργος-Αλέξανδρος", "Eve", "Ελένη", "Παππούς Θανάσης"])
    page.evaluate(DRAWN)
    assert page.evaluate(SHORTENED) == ["Γιώργος-Αλέξανδρος", "Παππούς Θανάσης"]
    assert page.evaluate(CUT, ".person") == []


def test_nothing_slides_under_a_finger(open_page: Callable[..., Any]) -> None:
    """A hand of two lines becomes one of one, somebody speaks: rows, buttons and hand stay where they are."""
    page = open_page(size=SIZES[0], lang="el", has_touch=True, is_mobile=True)
    session = Session("the-game", deal=7, seats=2)
    session.play("begin gladly", 0)
    session.play("begin rather-not", 1)
    sit_at(page, session, bots=[{"seat": 1, "level": "random"}], start=True)
    page.wait_for_selector(".hand .num:nth-child(7)")
    lying, top = page.evaluate(PLACES), page.evaluate(TOP)
    for text in session.legal(0)[0], "signal up1 not-here by 1":
        before = room(page, "number")
        assert page.evaluate(PLAY, text)
        until(page, f"(before) => {ROOM}.then((room) => room.number > before)", before)
        page.wait_for_selector(".hand:not(:has(:nth-child(7)))")
        assert (page.evaluate(PLACES), page.evaluate(TOP)) == (lying, top), text
    page.wait_for_selector(".bubble")
