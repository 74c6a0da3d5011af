"""Lines that die, servers that refuse, pages that are left too early: the table says so and goes on."""

from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest

from tests.web.board import Board, expect, hears, until

ROOM = "script('store.js').then((store) => store.now().room)"
STEPS = "script('store.js').then((store) => store.now().room.table.steps)"
SAID = "Boolean(document.querySelector('.line-down'))"


class Wire:
    """The line between a page and the server, which can be cut so that neither side hears of it."""

    def __init__(self, page: Any) -> None:
        self.deaf_server = self.deaf_page = False
        self.sent: list[str] = []
        self.count = 0
        page.route_web_socket("**/ws", self._carry)

    def _carry(self, ws: Any) -> None:
        self.count += 1
        mine, server = self.count, ws.connect_to_server()

        def up(text: str) -> None:
            self.sent.append(text)
            if not self.deaf_server or mine != self.cut_at:
                server.send(text)

        def down(text: str) -> None:
            if not self.deaf_page or mine != self.cut_at:
                ws.send(text)

        ws.on_message(up)
        server.on_message(down)

    cut_at = 0

    def cut(self, *, up: bool = True, down: bool = True) -> None:
        """From now on nothing arrives over the present line."""
        self.deaf_server, self.deaf_page, self.cut_at = up, down, self.count


@pytest.fixture
def wired(open_page: Callable[..., Any]) -> Callable[[], tuple[Board, Wire]]:
    def make() -> tuple[Board, Wire]:
        page = open_page()
        page.clock.install()  # time can be moved on
        wire = Wire(page)
        page.goto("/game/klondike?deal=7")
        page.wait_for_url("**/table/*")
        until(page, "Boolean(document.querySelector('card-board')?.plan)")
        until(page, "script('store.js').then((store) => store.now().room.here.length > 0)")
        return Board(page), wire

    return make


def test_a_dead_line_is_noticed_and_a_move_is_done_once(
    wired: Callable[[], tuple[Board, Wire]],
) -> None:
    """The server got the move, its answer was lost: within five seconds the page says so, then goes on."""
    board, wire = wired()
    page = board.page
    steps = page.evaluate(STEPS)
    wire.cut(up=False)
    page.keyboard.press("d")
    page.clock.run_for(5000)
    assert page.evaluate(SAID)
    until(page, f"!{SAID}")
    assert page.evaluate(STEPS) == steps + 1
    moves = [text for text in wire.sent if '"act"' in text]
    assert len(moves) == 2
    assert moves[0] == moves[1], "sent again under its id"


def test_a_silent_line_is_noticed_without_a_move(wired: Callable[[], tuple[Board, Wire]]) -> None:
    board, wire = wired()
    wire.cut()
    board.page.clock.run_for(5000)
    assert board.page.evaluate(SAID)
    until(board.page, f"!{SAID}")


def test_while_the_line_is_down_nothing_is_stored_up(
    wired: Callable[[], tuple[Board, Wire]],
) -> None:
    board, wire = wired()
    page = board.page
    steps = page.evaluate(STEPS)
    page.evaluate(  # in one breath, for the line is soon there again
        """() => script('socket.js').then((socket) => { socket.again();
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true })); })"""
    )
    hears(page, "your move was not played")
    until(page, f"!{SAID}")
    page.wait_for_timeout(300)
    assert page.evaluate(STEPS) == steps
    assert not any('"act"' in text for text in wire.sent)


def test_what_was_clicked_on_cards_that_moved_is_not_played(
    wired: Callable[[], tuple[Board, Wire]],
) -> None:
    """Three turns in a row are three turns; a card clicked before a turn is not another card after it."""
    board, wire = wired()
    page = board.page
    steps = page.evaluate(STEPS)
    done = page.evaluate(
        """() => script('room.js').then(({ command }) => Promise.allSettled([
            command('act', { action: 'turn' }), command('act', { action: 'turn' }),
            command('act', { action: 'turn' }), command('act', { action: 'W>F1' })]))"""
    )
    assert [one["status"] for one in done] == ["fulfilled"] * 3 + ["rejected"]
    assert page.evaluate(STEPS) == steps + 3
    assert not any("W>F1" in text for text in wire.sent)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('{"type": "bye", "code": "too-many"}', "Too many tables"),
        ('{"type": "bye", "code": "removed"}', "This table was deleted"),
        ("no-room", "We can't find this table"),
    ],
)
def test_a_refusal_ends_with_its_reason(
    open_page: Callable[..., Any], answer: str, said: str
) -> None:
    """Who is not let in is told why, once, and nobody knocks again and again."""
    page = open_page()
    knocks = []

    def refuse(ws: Any) -> None:
        knocks.append(1)

        def hear(text: str) -> None:
            if answer.startswith("{"):
                ws.send(answer)
            elif '"enter"' in text:
                id_ = text.partition('"id":"')[2].partition('"')[0]
                template = "There is no such room, or it is not for you."
                ws.send(f'{{"type":"error","code":"no-room","id":"{id_}","template":"{template}"}}')

        ws.on_message(hear)

    page.goto("/game/klondike?deal=7")
    page.wait_for_url("**/table/*")
    until(page, "Boolean(document.querySelector('card-board')?.plan)")
    page.route_web_socket("**/ws", refuse)
    page.evaluate("script('socket.js').then((socket) => socket.again())")
    until(page, "(said) => document.querySelector('main').textContent.includes(said)", said)
    page.wait_for_timeout(1500)
    assert len(knocks) == 1
    assert not page.evaluate(SAID)


def test_attempts_come_ever_more_slowly_until_one_is_let_in(open_page: Callable[..., Any]) -> None:
    """A handshake is no admission: a server that hangs up after it is not called at the first pace."""
    page = open_page()
    page.goto("/game/klondike?deal=7")
    page.wait_for_url("**/table/*")
    until(page, "Boolean(document.querySelector('card-board')?.plan)")
    calls: list[float] = []

    def hang_up(ws: Any) -> None:
        calls.append(monotonic())
        ws.close(code=1013)

    page.route_web_socket("**/ws", hang_up)
    page.evaluate("script('socket.js').then((socket) => socket.again())")
    while len(calls) < 4:
        page.wait_for_timeout(50)
    assert calls[3] - calls[2] > 0.6


@pytest.mark.parametrize("lang", ["en", "el"])
@pytest.mark.parametrize("lost", [{"online": False}, {"apart": True}])
def test_the_notice_of_a_lost_line_leaves_the_head_in_sight(
    sit: Callable[..., Board], lost: dict[str, bool], lang: str
) -> None:
    """On the smallest phone too, where it may take two lines."""
    page = sit("klondike", size=(320, 568), lang=lang).page
    page.evaluate("(lost) => script('store.js').then((store) => store.commit(lost))", lost)
    notice = page.locator(".line-down")
    expect(notice).to_have_count(1)
    below = notice.bounding_box()["y"] + notice.bounding_box()["height"]
    assert below <= page.locator(".table-head h1").bounding_box()["y"]
    assert below <= page.locator(".table-head a").bounding_box()["y"]


def test_a_page_that_was_left_draws_for_nobody(open_page: Callable[..., Any]) -> None:
    """The hall waits for the list of rooms; who goes on to the statistics stays there."""
    page = open_page()
    page.goto("/rules/klondike")
    waiting: list[Any] = []
    page.route("**/api/rooms", lambda route: waiting.append(route))  # noqa: PLW0108
    page.evaluate("void script('main.js').then((main) => main.go('/'))")
    while not waiting:
        page.wait_for_timeout(20)
    page.evaluate("script('main.js').then((main) => main.go('/stats'))")
    heading = page.locator("main h1").inner_text()
    waiting[0].continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator("main")).to_have_count(1)
    expect(page.locator("main h1")).to_have_text(heading)
    assert not page.locator("main.hall").count()


def test_a_deal_that_comes_too_late_takes_nobody_away(open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.goto("/rules/klondike")
    waiting: list[Any] = []
    page.route(
        "**/api/rooms",
        lambda route: (
            waiting.append(route) if route.request.method == "POST" else route.continue_()
        ),
    )
    page.evaluate("void script('main.js').then((main) => main.go('/game/golf'))")
    while not waiting:
        page.wait_for_timeout(20)
    page.evaluate("script('main.js').then((main) => main.go('/stats'))")
    waiting[0].continue_()
    page.wait_for_load_state("networkidle")
    assert page.url.endswith("/stats")
