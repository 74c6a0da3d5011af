"""A server whose patiences browsers play themselves: drawn at once, told after, played on without it."""

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import trapoula
from tests.web.board import Board, expect, until
from tests.web.serving import SCRIPT, Server, serving
from tests.web.test_site import FULL, LAYS, NONE, PYODIDE, STEPS, patiently, turn
from trapoula.server import site
from trapoula.server.site import CannotWrite

HERE = "script('offline/beside.js').then((beside) => beside.playsHere())"
APART = "script('store.js').then((store) => store.now().apart)"
TOLD = "!localStorage.getItem('trapoula.owes')"
STEPS_THERE = """(room) => fetch(`/api/rooms/${room}`).then((answer) => answer.json())
    .then((room) => room.table.steps)"""
TURNED = """script('room.js').then(({ command }) => command('act', { action: 'turn' }))
    .then(() => true, () => false)"""
DOWN = "Offline: you can play on"


@pytest.fixture(scope="module")
def lender(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    try:
        site.parts(PYODIDE if PYODIDE.exists() else None)
    except CannotWrite as error:
        warnings.warn(f"PATIENCES BESIDE A SERVER ARE NOT TESTED: {error}", stacklevel=1)
        pytest.skip(str(error))
    with serving(tmp_path_factory.mktemp("lender"), more=["--local"]) as running:
        yield running


def person(browser: Any, lender: Server, **how: Any) -> Any:
    context = browser.new_context(
        base_url=lender.url, locale="en-GB", reduced_motion="reduce", **how
    )
    context.set_default_timeout(30_000)
    context.add_init_script(SCRIPT)
    return context


@pytest.fixture(scope="module")
def context(browser: Any, lender: Server) -> Iterator[Any]:
    made = person(browser, lender)
    yield made
    made.close()


def sat(context: Any, path: str = "/game/klondike?redeals=unlimited&deal=7") -> Any:
    page = context.new_page()
    page.goto(path)
    page.wait_for_url("**/table/*")
    until(page, LAYS)
    return page


def there(page: Any) -> int:
    """How many steps the server has, when it was told everything."""
    until(page, TOLD)
    steps: int = page.evaluate(STEPS_THERE, page.url.rpartition("/")[2])
    return steps


def test_a_patience_is_played_here_and_told_there(
    context: Any, lender: Server, faults: list[str]
) -> None:
    """At once by the server, then here: moves, hints, two pages in step; the line may go, the page too."""
    page = sat(context)
    page.on("pageerror", lambda error: faults.append(str(error)))
    turn(page)
    said: list[str] = []
    page.on("request", lambda asked: said.append(asked.url))
    patiently(page, HERE)
    assert page.evaluate(STEPS) == 1, "nothing is lost when it is taken up here"
    turn(page)
    assert there(page) == 2
    assert any(url.endswith("/log") for url in said)
    hint = page.evaluate("script('room.js').then(({ command }) => command('hint'))")
    assert hint["type"] == "hint"
    other = context.new_page()
    other.goto(page.url)
    until(other, LAYS)
    patiently(other, HERE)
    turn(other)
    until(page, f"{STEPS[:-1]}).then((steps) => steps === 3)")
    turn(page)
    until(other, f"{STEPS[:-1]}).then((steps) => steps === 4)")
    other.close()
    patiently(page, "Boolean(navigator.serviceWorker.controller)")

    lender.stop()
    try:
        until(page, APART)
        expect(page.locator(".line-down")).to_contain_text(DOWN)
        banner = page.locator(".line-down").bounding_box()
        way_out = page.locator(".table-head a").bounding_box()
        assert banner["y"] + banner["height"] <= way_out["y"]  # the table's head stays in sight
        turn(page)
        lies = Board(page).piles
        page.reload()
        patiently(page, LAYS)
        assert Board(page).piles == lies
        expect(page.locator(".line-down")).to_contain_text(DOWN)
        turn(page)
    finally:
        lender.start()
    until(page, f"{APART}.then((apart) => !apart)")
    assert there(page) == page.evaluate(STEPS) == 6
    expect(page.locator(".line-down")).to_have_count(0)

    lender.stop()
    try:
        until(page, APART)
        turn(page)
        page.close()
    finally:
        lender.start()
    later = context.new_page()
    later.goto(page.url)
    until(later, LAYS)
    assert later.evaluate(STEPS) == 7, "the server was told before its table was shown"
    assert there(later) == 7
    later.close()
    assert not faults, faults


def test_a_browser_that_keeps_nothing_plays_at_the_server(browser: Any, lender: Server) -> None:
    """Full, the move is the server's, and nobody waits; without a storage everything is."""
    context = person(browser, lender, service_workers="block")
    own = Path(trapoula.__file__).parent / "web/js/offline/storage.js"
    body = own.read_text("utf-8").replace(
        "export async function openStorage", "async function plainStorage"
    )
    script = {"content_type": "text/javascript"}
    context.route("**/offline/storage.js", lambda route: route.fulfill(body=body + FULL, **script))
    page = sat(context)
    patiently(page, HERE)
    turn(page)
    page.evaluate("new BroadcastChannel('full').postMessage(true)")
    until(page, TURNED)  # at a slow machine the line may just be down, and then nothing is played
    assert not page.evaluate(HERE)
    assert page.evaluate(STEPS) == 2
    until(page, TOLD)
    page.close()
    context.unroute("**/offline/storage.js")
    context.route("**/offline/storage.js", lambda route: route.fulfill(body=NONE, **script))
    page = sat(context, "/game/golf?deal=7")
    turn(page)
    turn(page)
    assert there(page) == 2
    context.close()


def at(page: Any) -> str:
    return str(page.url.rpartition("/")[2])


def settled(page: Any) -> None:
    """The table of the address is on the page, is played here, and takes a move."""
    until(page, "script('store.js').then((s) => location.pathname.endsWith(s.now().room?.room))")
    patiently(page, HERE)
    turn(page)
    assert there(page) == page.evaluate(STEPS)
    expect(page.locator("card-board")).to_be_visible()


def menu(page: Any, entry: str) -> None:
    page.locator("[data-tool=more]").click()
    page.get_by_role("menuitem", name=entry, exact=True).click()


def test_every_way_to_another_table_leads_there(
    context: Any, lender: Server, faults: list[str]
) -> None:
    """New game and the way back from it, a deal by number, other options, a link, play on from a replay."""
    page = sat(context, "/game/golf?deal=7")
    page.on("pageerror", lambda error: faults.append(str(error)))
    patiently(page, HERE)
    turn(page)
    first = at(page)

    page.locator("[data-tool=fresh]").click()
    until(page, "(was) => !location.pathname.endsWith(was)", first)
    until(page, f"{STEPS[:-1]}).then((steps) => steps === 0)")
    page.locator("[data-tool=undo]").click()  # the way back, while the new one is untouched
    until(page, "(was) => location.pathname.endsWith(was)", first)
    settled(page)
    page.locator("[data-tool=fresh]").click()
    until(page, "(was) => !location.pathname.endsWith(was)", first)
    settled(page)

    second = at(page)
    menu(page, "New game…")
    page.fill("#deal-number", "8")
    page.keyboard.press("Enter")
    until(page, "(was) => !location.pathname.endsWith(was)", second)
    expect(page.locator(".deal")).to_contain_text("8")
    settled(page)

    page.evaluate("script('main.js').then((main) => main.go('/game/klondike?deal=9&draw=3'))")
    page.wait_for_url(lambda url: "/table/" in url)
    expect(page.locator("h1")).to_have_text("Klondike")
    settled(page)
    assert not faults, faults


def test_a_lost_game_is_played_on_from_before_the_move_that_lost_it(context: Any) -> None:
    """At a table of its own, which is played here in its turn."""
    page = sat(context, "/game/fortress?deal=2")
    patiently(page, HERE)
    board, over = Board(page), "script('store.js').then((s) => Boolean(s.now().room.table.outcome))"
    while not page.evaluate(over):
        number, action = board.number, (board.moves or board.taps)[0]["text"]
        page.evaluate("(text) => document.querySelector('card-board').act(text)", action)
        board.wait_beyond(number)
    first = at(page)
    page.get_by_role("button", name="Play on from before it").click(timeout=60_000)
    until(page, "(was) => !location.pathname.endsWith(was)", first)
    page.get_by_text("From here it can still be won.").wait_for()
    until(page, "script('store.js').then((s) => location.pathname.endsWith(s.now().room?.room))")
    patiently(page, HERE)


def test_what_cannot_be_entered_leaves_the_player_where_they_are(
    context: Any, lender: Server, faults: list[str]
) -> None:
    """The way back to a table that was deleted elsewhere: a sentence, and the new table stays."""
    page = sat(context, "/game/golf?deal=7")
    patiently(page, HERE)
    turn(page)
    first = at(page)
    page.locator("[data-tool=fresh]").click()
    until(page, "(was) => !location.pathname.endsWith(was)", first)
    patiently(page, HERE)
    new = at(page)
    page.evaluate("(room) => fetch(`/api/rooms/${room}`, { method: 'DELETE' })", first)
    page.locator("[data-tool=undo]").click()
    until(page, "() => toasts.some((said) => said.includes('no such room'))")
    assert at(page) == new
    settled(page)


def test_the_way_back_holds_while_the_line_is_down(context: Any, lender: Server) -> None:
    """A table that was played here before is kept here, and can be had back without the server."""
    page = sat(context, "/game/golf?deal=7")
    patiently(page, HERE)
    turn(page)
    first = at(page)
    page.locator("[data-tool=fresh]").click()
    until(page, "(was) => !location.pathname.endsWith(was)", first)
    patiently(page, HERE)
    lender.stop()
    try:
        until(page, APART)
        page.locator("[data-tool=undo]").click()
        until(page, "(was) => location.pathname.endsWith(was)", first)
        until(page, f"{STEPS[:-1]}).then((steps) => steps === 1)")
        turn(page)
    finally:
        lender.start()
    until(page, f"{APART}.then((apart) => !apart)")
    assert there(page) == 2
