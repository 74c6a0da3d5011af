"""What every test of the browser table needs."""

import os
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.board import Board, arrive, until
from tests.web.serving import SCRIPT, Server, browsing, chromium, serving

SLOWNESS = int(
    os.environ.get("TRAPOULA_SLOWNESS", "1")
)  # of pages, to look for tests that lose races

try:
    import playwright  # noqa: F401

    MISSING = "" if chromium() else "no Chromium is installed"
except ImportError:
    MISSING = "playwright is not installed"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip aloud where there is no browser."""
    own = [item for item in items if Path(__file__).parent in item.path.parents]
    if MISSING and own:
        warnings.warn(f"THE BROWSER TABLE IS NOT TESTED: {MISSING}", stacklevel=1)
        for item in own:
            item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("tables")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    with browsing() as running:
        yield running


@pytest.fixture
def faults() -> list[str]:
    """What pages complain of."""
    return []


@pytest.fixture
def quiet_page(browser: Any, server: Server, faults: list[str]) -> Iterator[Callable[..., Any]]:
    """Make pages, each with its own person, that may ask for what is not there."""
    server.take_up_dice()
    contexts = []

    def make(*, size: tuple[int, int] = (1100, 760), lang: str = "en", **how: Any) -> Any:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "el": "el-GR"}[lang],
            base_url=server.url,
            **{"reduced_motion": "reduce", **how},
        )
        context.set_default_timeout(30_000)
        context.add_init_script(SCRIPT)  # a page's own modules, by name, and what it has said
        contexts.append(context)
        page = context.new_page()
        if SLOWNESS > 1:
            slow = {"rate": SLOWNESS}
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", slow)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda line: (
                faults.append(line.text)
                if line.type == "error" and "WebSocket" not in line.text
                else None
            ),
        )
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def open_page(quiet_page: Callable[..., Any], faults: list[str]) -> Iterator[Callable[..., Any]]:
    """Make pages, each with its own person; whatever a page complains of fails the test."""
    yield quiet_page
    assert not faults, faults


@pytest.fixture
def sit(open_page: Callable[..., Any]) -> Callable[..., Board]:
    """Open a game and wait until it is dealt."""

    def make(game: str, query: str = "deal=7", page: Any = None, **how: Any) -> Board:
        page = page or open_page(**how)
        page.goto(f"/game/{game}?{query}")
        arrive(page, "/table/")
        until(page, "Boolean(document.querySelector('card-board')?.plan)")
        return Board(page)

    return make
