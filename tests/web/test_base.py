"""Under a path of a host that has other things too, behind a proxy that takes the path off or leaves it."""

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.web.board import Board, arrive, until
from tests.web.proxy import Proxy
from tests.web.serving import SCRIPT, Server, serving
from tests.web.test_beside import APART, HERE
from tests.web.test_seats import ROOM, with_whom
from tests.web.test_site import LAYS, PYODIDE, patiently, turn
from trapoula.server import site
from trapoula.server.site import CannotWrite

BASE = "/at/cards"
DOWNLOAD = """script('dom.js').then(({ h }) =>
    h('a', { href: '/api/stats/export.csv', download: true }).getAttribute('href'))"""
SCOPE = """script('offline/keeper.js').then(({ keepPage }) => keepPage())
    .then(() => navigator.serviceWorker.ready).then((ready) => ready.scope)"""
MANIFEST = """fetch(document.querySelector('link[rel=manifest]').href).then(async (answer) => {
    const told = await answer.json();
    return ['start_url', 'scope'].map((name) => new URL(told[name], answer.url).pathname);
})"""


@pytest.fixture(scope="module")
def base_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    more = ["--no-local", "--proxy", "--base", BASE]
    with serving(tmp_path_factory.mktemp("based"), more=more) as running:
        yield running


@pytest.fixture(scope="module", params=[True, False], ids=["strips", "keeps"])
def proxy(request: pytest.FixtureRequest, base_server: Server) -> Iterator[Proxy]:
    running = Proxy(base_server.port, BASE, strips=request.param)
    yield running
    running.close()


class Visitor:
    """A browser of somebody, and every address that it asked for."""

    def __init__(self, browser: Any, faults: list[str]) -> None:
        self.context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        self.context.set_default_timeout(30_000)
        self.context.add_init_script(SCRIPT)
        self.asked: list[str] = []
        self.page = self.context.new_page()
        self.page.on("request", lambda asked: self.asked.append(asked.url))
        self.page.on("websocket", lambda line: self.asked.append(line.url))
        self.page.on("pageerror", lambda error: faults.append(str(error)))
        self.page.on("response", lambda one: one.status >= 400 and faults.append(one.url))


@pytest.fixture
def visitors(browser: Any, proxy: Proxy, faults: list[str]) -> Iterator[list[Visitor]]:
    """Two people; whoever asks for anything outside of the base, or in vain, fails the test."""
    found = [Visitor(browser, faults) for _ in range(2)]
    yield found
    for one in found:
        paths = {urlsplit(url).path for url in one.asked if not url.startswith("data:")}
        assert all(path.startswith(BASE) for path in paths), paths
        one.context.close()
    assert not faults, faults


def test_a_patience_is_played_and_found_again(proxy: Proxy, visitors: list[Visitor]) -> None:
    """From the hall, without the last slash even; its files, socket, cookie and downloads too."""
    (anna, _), page = visitors, visitors[0].page
    page.goto(proxy.origin + BASE)
    assert page.url.rstrip("/") == proxy.origin + BASE
    page.locator(f"a[href='{BASE}/game/klondike']").first.click()
    arrive(page, "/table/")
    until(page, LAYS)
    board = Board(page)
    number = board.number
    page.mouse.click(*board.point("S"))
    board.wait_beyond(number)
    lies = board.piles
    page.reload()
    until(page, LAYS)
    assert Board(page).piles == lies
    assert any(url.startswith("ws:") and url.endswith(f"{BASE}/ws") for url in anna.asked)
    assert [one["path"] for one in anna.context.cookies()] == [f"{BASE}/"]
    page.goto(f"{proxy.origin}{BASE}/")
    page.locator(f"a[href^='{BASE}/table/']").first.click()  # unfinished games
    arrive(page, "/table/")
    assert page.evaluate(MANIFEST) == [f"{BASE}/", f"{BASE}/"]
    assert page.request.get(proxy.origin + page.evaluate(DOWNLOAD)).ok


def test_a_friend_comes_by_the_link_and_plays(proxy: Proxy, visitors: list[Visitor]) -> None:
    """The link of the lobby leads there, and so do a code and the link for another device."""
    anna, eve = (one.page for one in visitors)
    anna.goto(f"{proxy.origin}{BASE}/game/take-that")
    with_whom(anna, "friends", 2)
    anna.get_by_role("button", name="Set the table").click()
    anna.wait_for_url(f"**{BASE}/table/*")
    anna.wait_for_selector(".lobby")
    link = anna.locator(".lobby input[readonly]").first.input_value()
    assert link == anna.url
    eve.goto(link)
    eve.get_by_role("button", name="Sit here").click()
    until(anna, f"() => {ROOM}.then((room) => room.sitting.seats[1].kind === 'person')")
    anna.get_by_role("button", name=re.compile("Start")).click()
    for page in (anna, eve):
        until(page, f"() => {ROOM}.then((room) => room.sitting.phase === 'playing')")
    code = anna.evaluate(
        "([room]) => script('api.js').then(({ send }) => send('POST', `/api/rooms/${room}/code`))",
        [link.rpartition("/")[2]],
    )["code"]
    eve.goto(f"{proxy.origin}{BASE}/join/{code.replace(' ', '')}")
    arrive(eve, "/table/")
    mine = anna.evaluate(
        """Promise.all([script('api.js'), script('address.js')]).then(([{ send }, { linkTo }]) =>
            send('POST', '/api/me/link').then(({ link }) => linkTo(link)))"""
    )
    eve.goto(mine)
    eve.get_by_role("button").click()
    eve.wait_for_url(f"{proxy.origin}{BASE}/")
    assert [one["path"] for one in visitors[1].context.cookies()] == [f"{BASE}/"]


def test_only_what_lies_under_the_base_is_kept(proxy: Proxy, visitors: list[Visitor]) -> None:
    """The worker that hears pushes and keeps pages has nothing to say about the rest of the host."""
    page = visitors[0].page
    page.goto(f"{proxy.origin}{BASE}/stats")
    page.wait_for_selector("main :is(h1, h2)", state="attached")
    assert page.evaluate(SCOPE) == f"{proxy.origin}{BASE}/"


def test_a_seat_is_taken_from_a_terminal(
    proxy: Proxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    from trapoula.terminal.screen.there import ServerHost

    host = ServerHost(f"{proxy.origin}{BASE}/table/x", "Maria")
    assert host.leave() == (
        f"Your seat is kept: trapoula join {proxy.origin}{BASE}/table/x goes on."
    )


@pytest.fixture
def lender(tmp_path: Path) -> Iterator[Server]:
    try:
        site.parts(PYODIDE if PYODIDE.exists() else None)
    except CannotWrite as error:
        warnings.warn(f"PATIENCES BESIDE A SERVER ARE NOT TESTED: {error}", stacklevel=1)
        pytest.skip(str(error))
    with serving(tmp_path, more=["--local", "--proxy", "--base", BASE]) as running:
        yield running


def test_patiences_are_played_beside_the_server(
    browser: Any, lender: Server, faults: list[str]
) -> None:
    """Python and the kept page lie under the base too: without the server the table is played on."""
    proxy, anna = Proxy(lender.port, BASE, strips=True), Visitor(browser, faults)
    page = anna.page
    page.goto(f"{proxy.origin}{BASE}/game/klondike?redeals=unlimited&deal=7")
    arrive(page, "/table/")
    until(page, LAYS)
    patiently(page, HERE)
    turn(page)
    until(page, f"!localStorage.getItem('trapoula.owes{BASE}')")
    room = page.request.get(page.url.replace("/table/", "/api/rooms/")).json()
    assert room["table"]["steps"] == 1
    patiently(page, "Boolean(navigator.serviceWorker.controller)")
    assert all(urlsplit(url).path.startswith(BASE) for url in anna.asked if url.startswith("http"))
    assert not faults, faults
    lender.stop()
    try:
        until(page, APART)
        page.reload()
        patiently(page, LAYS)
        turn(page)
    finally:
        lender.start()
        anna.context.close()
        proxy.close()
