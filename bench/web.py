"""The browser table: how soon it can be played, what it weighs, how fast a click is drawn, how a card drags.

Aims on loopback: a playable table within 1 s and 250 KB before compression; from click to committed and drawn
p95 under 50 ms; 60 frames a second while dragging in Spider with three decks. Without a server: a table
within 4 s at the first visit and 2 s later; a click drawn within 30 ms however far away its host is, or the
server of a table that is played here. All but the processor time are seconds on the wall, which a busy
machine stretches: the load is told beside them. `python -m bench.web alone beside` measures only those.
`_minute` has the rows of the first minute, on a slowed processor: `hall`, `tap`, `memory` and `tile`, which
`python -m bench.web tile ../older` compares with an older checkout (`git worktree add ../older 6523836`).
"""

import os
import socket
import sys
import tempfile
import threading
from pathlib import Path
from queue import SimpleQueue
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import Any

from bench import _minute
from tests.web.board import Board, until
from tests.web.serving import SCRIPT, browsing, chromium, round_trips, serving
from tests.web.test_site import PYODIDE, Host, patiently
from trapoula.server import site
from trapoula.server.site import CannotWrite

CLICKS = 120
FAR = 0.15  # seconds to a server that is far away, and back
HERE = "script('offline/beside.js').then((beside) => beside.playsHere())"
WEIGH = "performance.getEntries().flatMap((one) => one.decodedBodySize ?? [])"
LAYS = "Boolean(document.querySelector('card-board')?.plan)"
CLICK = """() => new Promise((done) => {
    const board = document.querySelector('card-board'), box = board.getBoundingClientRect();
    const at = board.plan.slots.get('S'), from = performance.now();
    script('store.js').then(({ watch }) => {
        const drawn = () => setTimeout(() => done(performance.now() - from), 0);
        const stop = watch(['room'], () => { stop(); requestAnimationFrame(drawn); });
        for (const type of ['pointerdown', 'pointerup'])
            board.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: 'mouse',
                button: 0, clientX: box.left + at.x + 9, clientY: box.top + at.y + 9 }));
    });
})"""
FRAMES = """() => { window.gaps = []; let last = performance.now();
    const count = (at) => { window.gaps.push(at - last); last = at;
        window.counting = requestAnimationFrame(count); };
    window.counting = requestAnimationFrame(count); }"""


def opening(page: Any, path: str) -> tuple[float, int, int, int]:
    """Seconds until the table can be played, bytes before compression, requests, round trips in a row."""
    begun = perf_counter()
    page.goto(path)
    until(page, LAYS)
    took = perf_counter() - begun
    trips = round_trips(page)
    page.wait_for_load_state("networkidle")
    weights: list[int] = page.evaluate(WEIGH)
    return took, sum(weights), len(weights), trips


def clicks(page: Any) -> tuple[list[float], float]:
    """Milliseconds from clicks on the stock to what they did on the screen; processor time a click."""
    page.goto("/game/klondike?redeals=unlimited&deal=7")
    page.wait_for_url("**/table/*")
    until(page, LAYS)
    page.wait_for_timeout(1500)  # until the deal has been seen
    meter = Meter(page)
    times = [page.evaluate(CLICK) for _ in range(CLICKS)]
    return times, meter.spent() / CLICKS


class Meter:
    """The processor time of the page's own thread."""

    def __init__(self, page: Any) -> None:
        self._line = page.context.new_cdp_session(page)
        self._line.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._from = self._now()

    def _now(self) -> float:
        told = self._line.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in told if one["name"] == "TaskDuration")

    def spent(self) -> float:
        """Milliseconds since the beginning."""
        return 1000 * (self._now() - self._from)


def dragging(page: Any) -> tuple[float, float]:
    """Frames a second and the longest gap in ms, while a card is dragged for three seconds."""
    page.goto("/game/spider-three-decks?deal=7")
    page.wait_for_url("**/table/*")
    until(page, LAYS)
    page.wait_for_timeout(1500)
    board = Board(page)
    x, y = board.grip(board.moves[0])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y + 10)
    page.evaluate(FRAMES)
    end, step = perf_counter() + 3, 0
    while perf_counter() < end:
        step += 1
        page.mouse.move(x + step * 9 % 500, y + step * 5 % 300)
    gaps: list[float] = page.evaluate("cancelAnimationFrame(window.counting) ?? window.gaps")
    page.mouse.up()
    return 1000 * len(gaps) / sum(gaps), max(gaps[2:])


def alone(browser: Any) -> None:
    """The same without a server: its host is far away, and not asked."""
    with tempfile.TemporaryDirectory() as data:
        try:
            site.write(Path(data) / "cards", PYODIDE if PYODIDE.exists() else None)
        except CannotWrite as error:
            print(f"without a server: nothing measured, {error}")
            return
        host = Host(Path(data))
        context = browser.new_context(base_url=host.url, locale="en")
        context.add_init_script(SCRIPT)
        for kind, aim in (("cold", 4000), ("warm", 2000)):
            page = context.new_page()
            begun = perf_counter()
            page.goto("/cards/?at=/game/klondike&deal=7")
            patiently(page, LAYS)
            took = 1000 * (perf_counter() - begun)
            print(f"first table without a server, {kind}: {took:.0f} ms (aim {aim} ms)")
            patiently(page, "Boolean(navigator.serviceWorker.controller)")
            page.close()
        host.delay = FAR
        page = context.new_page()
        page.goto("/cards/?at=/game/klondike&redeals=unlimited&deal=7")
        patiently(page, LAYS)
        page.wait_for_timeout(1500)
        print(f"click to kept and drawn, the host 150 ms away: {clicked(page)}")
        context.close()
        host.close()


def clicked(page: Any) -> str:
    """How soon clicks are drawn, told."""
    times = [page.evaluate(CLICK) for _ in range(CLICKS)]
    p95 = quantiles(times, n=20)[-1]
    return f"p50 {median(times):.1f} ms, p95 {p95:.1f} ms, most {max(times):.1f} ms (aim p95 30 ms)"


class Far:
    """A line to a server on this machine that takes its time, there and back."""

    def __init__(self, port: int, seconds: float) -> None:
        self._port, self._half = port, seconds / 2
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._open, daemon=True).start()

    def _open(self) -> None:
        while True:
            near, _ = self._door.accept()
            far = socket.create_connection(("127.0.0.1", self._port))
            for one, other in ((near, far), (far, near)):
                on_its_way: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
                for work in (self._take, self._bring):
                    way = one if work == self._take else other
                    threading.Thread(target=work, args=(way, on_its_way), daemon=True).start()

    def _take(self, line: socket.socket, on_its_way: SimpleQueue[tuple[float, bytes]]) -> None:
        piece = b"-"
        while piece:
            try:
                piece = line.recv(65536)
            except OSError:
                piece = b""
            on_its_way.put((perf_counter() + self._half, piece))

    def _bring(self, line: socket.socket, on_its_way: SimpleQueue[tuple[float, bytes]]) -> None:
        while True:
            due, piece = on_its_way.get()
            sleep(max(0.0, due - perf_counter()))
            try:
                if not piece:
                    line.shutdown(socket.SHUT_WR)
                    return
                line.sendall(piece)
            except OSError:
                return


def beside(browser: Any) -> None:
    """A server far away, whose patiences are played here."""
    more = ["--pyodide", str(PYODIDE)] if PYODIDE.exists() else ["--local"]
    with tempfile.TemporaryDirectory() as data, serving(Path(data), more=more) as server:
        context = browser.new_context(base_url=Far(server.port, FAR).url, locale="en")
        context.add_init_script(SCRIPT)
        page = context.new_page()
        begun = perf_counter()
        page.goto("/game/klondike?redeals=unlimited&deal=7")
        page.wait_for_url("**/table/*")
        until(page, LAYS)
        laid = perf_counter() - begun
        page.wait_for_timeout(1500)
        print(f"click to drawn, the server 150 ms away and nothing here: {clicked(page)}")
        patiently(page, HERE)
        print(f"first table 150 ms away: {1000 * laid:.0f} ms")
        print(f"click to drawn, the server 150 ms away, played here: {clicked(page)}")
        context.close()


OWN_HOSTS = {"alone": alone, "beside": beside}


def first_minute(browser: Any, name: str, older: Path | None) -> None:
    """One row of the first minute, at a server that has seen nobody."""
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server:
        _minute.ROWS[name](browser, server.url, older)


def main() -> None:
    """Measure, and say how it compares with the aims."""
    if chromium() is None:
        print("web: no Chromium is installed, nothing measured")
        return
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    wanted = [name for name in sys.argv[1:] if name in (*OWN_HOSTS, *_minute.ROWS)]
    older = next((Path(name) for name in sys.argv[1:] if name not in wanted), None)
    if wanted:
        with browsing() as browser:
            for name in wanted:
                if name in OWN_HOSTS:
                    OWN_HOSTS[name](browser)
                else:
                    first_minute(browser, name, older)
        return
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as server,
        browsing() as browser,
    ):
        for lang in ("en", "el"):
            context = browser.new_context(base_url=server.url, locale=lang)
            context.add_init_script(SCRIPT)
            for kind in ("cold", "warm"):
                page = context.new_page()
                took, weight, requests, trips = opening(page, "/game/klondike?deal=7")
                told = f"first table, {lang}, {kind}: {took * 1000:.0f} ms (aim 1000 ms)"
                size = f", {weight / 1024:.0f} KB in {requests} answers (aim 250 KB)"
                row = f", {trips} round trips in a row (aim 3 when warm)"
                print(told + (size if kind == "cold" else "") + row)
                page.close()
            context.close()
        context = browser.new_context(base_url=server.url, locale="en")
        context.add_init_script(SCRIPT)
        page = context.new_page()
        times, spent = clicks(page)
        print(
            f"click to committed and drawn: p50 {median(times):.1f} ms,"
            f" p95 {quantiles(times, n=20)[-1]:.1f} ms, most {max(times):.1f} ms (aim p95 50 ms);"
            f" {spent:.1f} ms of processor time in the page"
        )
        alone(browser)
        beside(browser)
        for name in _minute.ROWS:
            first_minute(browser, name, older)
        rate, longest = dragging(page)
        print(
            f"dragging in spider-three-decks: {rate:.0f} frames/s, longest gap {longest:.0f} ms (aim 60)"
        )


if __name__ == "__main__":
    main()
