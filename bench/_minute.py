"""The first minute at the table, on a processor four times as slow: what `bench.web` tells of it."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from tests.web.board import Board, until
from tests.web.serving import PLAIN, SCRIPT

SLOWER = 4
OPENINGS = 9  # of each game, here and in the older checkout by turns
TAPS = 60
GAMES = 30
SETTLED = 5  # games after which nothing new is loaded
OPENED = ("klondike", "spider")
PLAYED = ("klondike", "golf", "freecell", "spider", "thirteen", "yukon")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}

# from the click to the frame that has cards in it
WATCHED = """() => { window.first = new Promise((done) => {
    let from;
    addEventListener('click', (event) => { from ??= event.timeStamp; }, true);
    const look = () => from === undefined || !document.querySelector('card-board .card')
        ? requestAnimationFrame(look)
        : requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)));
    look();
}); }"""
# from the finger's leaving to the frame after the board has changed
TAPPED = """() => script('store.js').then(({ watch }) => { window.taps = [];
    let from;
    addEventListener('pointerup', (event) => { from = event.timeStamp; }, true);
    watch(['room'], () => {
        const since = from;
        from = undefined;
        if (since !== undefined) requestAnimationFrame(() =>
            setTimeout(() => window.taps.push(performance.now() - since)));
    });
})"""
FRESH = "script('store.js').then(({ now }) => now().room?.table?.steps === 0)"
LAID = "Boolean(document.querySelector('card-board')?.plan)"


@contextmanager
def serving_older(checkout: Path) -> Iterator[str]:
    """The address of a server of another checkout, as it is started by itself."""
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-m", "trapoula", "serve", "--port", "0", "--data", data, *PLAIN],
            env={**os.environ, "PYTHONPATH": str(checkout / "src"), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert process.stdout is not None
            said = next(line for line in process.stdout if "http://" in line)
            yield "http://" + said.partition("http://")[2].split()[0].rstrip("/")
        finally:
            process.terminate()
            process.wait()


def slowed(page: Any) -> None:
    """From here on the page's processor takes four times as long."""
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def opening(browser: Any, url: str, device: dict[str, Any], way: tuple[str, str]) -> float:
    """Milliseconds from a click on something of a page to the first card: the page, and what is clicked."""
    context = browser.new_context(base_url=url, locale="en", **device)
    page = context.new_page()
    path, what = way
    page.goto(path)
    place = page.locator(what).first
    place.wait_for()
    page.wait_for_load_state("networkidle")
    place.scroll_into_view_if_needed()
    slowed(page)
    page.evaluate(WATCHED)
    box = place.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if "has_touch" in device:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
    took: float = page.evaluate("window.first")
    context.close()
    return took


def tile(browser: Any, url: str, older: Path | None) -> None:
    """From a click on a tile to the first card, beside the button *Deal* of the form there was before."""
    with serving_older(older) if older else serving_nothing() as old:
        for game in OPENED:
            for name, device in (("laptop", LAPTOP), ("phone", PHONE)):
                new, was = [], []
                for _ in range(OPENINGS):
                    way = ("/", f".tile[data-game={game}] .tile-link")
                    new.append(opening(browser, url, device, way))
                    if old:
                        form = (f"/game/{game}", "dialog[open] button.main")
                        was.append(opening(browser, old, device, form))
                beside = (
                    f", the older form's Deal {median(was):.0f} ms: {median(new) / median(was):.2f} ×"
                    if was
                    else ""
                )
                print(
                    f"tile to first card, {game}, {name}: {median(new):.0f} ms{beside}", flush=True
                )


@contextmanager
def serving_nothing() -> Iterator[str]:
    """No older server to compare with."""
    yield ""


def tap(browser: Any, url: str, _: Path | None) -> None:
    """From a finger's tap on the stock to the changed frame."""
    page = browser.new_context(base_url=url, locale="en", **PHONE).new_page()
    page.add_init_script(SCRIPT)
    page.goto("/game/klondike?redeals=unlimited&deal=7")
    until(page, LAID)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)  # until the deal has been seen
    slowed(page)
    page.evaluate(TAPPED)
    at = Board(page).point("S")
    for turn in range(TAPS):
        page.touchscreen.tap(*at)
        until(page, "(done) => taps.length > done", turn)
        page.wait_for_timeout(150)  # as fast as fingers go
    times: list[float] = page.evaluate("taps")
    print(
        f"tap to changed frame, {SLOWER} times slower: p50 {median(times):.0f} ms,"
        f" most {max(times):.0f} ms (aim p50 50 ms)",
        flush=True,
    )
    page.context.close()


def hall(browser: Any, url: str, _: Path | None) -> None:
    """What the first page fetches when nothing is kept yet, with the heads of the answers."""
    for lang in ("en", "el"):
        context = browser.new_context(base_url=url, locale=lang, **LAPTOP)
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        sizes: list[int] = []
        line.on(
            "Network.loadingFinished", lambda told, own=sizes: own.append(told["encodedDataLength"])
        )
        page.goto("/")
        page.locator(".famous").wait_for()
        page.wait_for_load_state("networkidle")
        print(
            f"hall, {lang}, cold: {len(sizes)} requests, {sum(sizes) / 1024:.0f} KB"
            " (aim 45 requests, 120 KB)",
            flush=True,
        )
        context.close()


def memory(browser: Any, url: str, _: Path | None) -> None:
    """What a page holds after game upon game, when its garbage has been collected."""
    context = browser.new_context(base_url=url, locale="en", **LAPTOP)
    page = context.new_page()
    page.add_init_script(SCRIPT)
    line = context.new_cdp_session(page)
    line.send("Performance.enable")
    line.send("HeapProfiler.enable")
    page.goto("/")
    held: list[dict[str, float]] = []
    for game in range(GAMES):
        page.locator(f".tile[data-game={PLAYED[game % len(PLAYED)]}] .tile-link").first.click()
        page.wait_for_url("**/table/*")
        until(page, LAID)
        play_a_little(page)
        page.locator("[data-tool=fresh]").click()
        until(page, FRESH)
        page.locator(".table-head a[href='/']").click()
        page.locator(".famous").wait_for()
        line.send("HeapProfiler.collectGarbage")
        told = line.send("Performance.getMetrics")["metrics"]
        held.append({one["name"]: float(one["value"]) for one in told})
    first, last = held[SETTLED], held[-1]
    print(
        f"memory after {SETTLED + 1} and {GAMES} games: {first['JSHeapUsedSize'] / 2**20:.1f} and"
        f" {last['JSHeapUsedSize'] / 2**20:.1f} MB, {first['Nodes']:.0f} and {last['Nodes']:.0f} nodes,"
        f" {first['JSEventListeners']:.0f} and {last['JSEventListeners']:.0f} listeners",
        flush=True,
    )
    context.close()


def play_a_little(page: Any) -> None:
    """Three turns, whatever they are, and one taken back."""
    board = Board(page)
    for _ in range(3):
        number = board.number
        chosen = (board.taps or board.moves)[0]["text"]
        page.evaluate("(text) => document.querySelector('card-board').act(text)", chosen)
        board.wait_beyond(number)
    page.locator("[data-tool=undo]").click()
    page.wait_for_timeout(300)


ROWS = {"hall": hall, "tap": tap, "memory": memory, "tile": tile}
