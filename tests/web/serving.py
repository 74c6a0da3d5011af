"""A real server on a free port of this machine, and a real browser to look at it."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.web.alike import LEAP, MOVED, TAKEN_UP

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


SCRIPT = """window.script = (name) =>
    import(document.querySelector('script[type=module]').src.replace('main.js', name));
window.toasts = []; // what was said at the foot of the screen, also when it is gone again
new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes)
        if (node.matches?.('.toast')) window.toasts.push(node.querySelector('span').textContent);
}).observe(document, { childList: true, subtree: true });"""

PLAIN = ("--no-local",)  # whatever was made on this machine before
ASKED = """performance.getEntries().filter((one) => one.transferSize > 0 && one.responseEnd > 0)
    .map((one) => [one.requestStart, one.responseEnd])"""


DRIVERS: list[tuple["Playwright", list[None]]] = []  # the one that runs, and who uses it


def chromium() -> str | None:
    """The browser of the system's packages: the one without windows, which takes a third of the time."""
    browsers = map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))
    return next(filter(None, browsers), None)


class Server:
    """A server process that can be stopped and started again on the same port and data."""

    def __init__(
        self, data: Path, port: int = 0, package: Path | None = None, more: Sequence[str] = PLAIN
    ) -> None:
        self.data = data
        self.port = port
        self.more = more
        self.path = {"PYTHONPATH": str(package)} if package else {}
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.web.alike", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data), *self.more],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env={**os.environ, **self.path, "PYTHONUNBUFFERED": "1"},
        )
        self.url = "http://" + self._said("http://").partition("http://")[2].split()[0].rstrip("/")
        self.port = urlsplit(self.url).port or 0

    def _said(self, part: str) -> str:
        """The next line of the server's with this in it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if part in line:
                return line
        raise RuntimeError(f"the server ended and did not say {part}")

    def take_up_dice(self) -> None:
        """From here on it deals what it deals first."""
        self.process.send_signal(signal.SIGUSR1)
        self._said(TAKEN_UP)

    def move_on(self, hours: int) -> None:
        """Let so many hours pass, six at a time."""
        for _ in range(0, hours, LEAP // 3600):
            self.process.send_signal(signal.SIGUSR2)
            self._said(MOVED)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def round_trips(page: Any) -> int:
    """How many answers of the server a page has waited for, one after the other."""
    spans: list[tuple[float, float]] = page.evaluate(ASKED)
    count, free = 0, 0.0
    for begun, ended in sorted(spans, key=lambda span: span[1]):
        if begun >= free:
            count, free = count + 1, ended
    return count


@contextmanager
def serving(
    data: Path, package: Path | None = None, more: Sequence[str] = PLAIN
) -> Iterator[Server]:
    """A server while the block runs, of this package or of a copy in a folder."""
    server = Server(data, package=package, more=more)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def driving() -> Iterator["Playwright"]:
    """Playwright's driver: a process can have only one, however many browsers it starts."""
    from playwright.sync_api import sync_playwright

    if not DRIVERS:
        DRIVERS.append((sync_playwright().start(), []))
    play, users = DRIVERS[0]
    users.append(None)
    try:
        yield play
    finally:
        users.pop()
        if not users:
            DRIVERS.clear()
            play.stop()


@contextmanager
def browsing(path: str | None = None) -> Iterator["Browser"]:
    """A browser while the block runs."""
    path = path or chromium()
    assert path is not None
    with driving() as play:
        browser = play.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
