"""The workshop in a real browser: a patience is written, played, judged, shared and kept."""

import json
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.board import Board, expect, until
from tests.web.serving import SCRIPT, Server, serving
from tests.web.test_axe import AXE, audit
from tests.web.test_site import LAYS, PYODIDE, Host, patiently
from trapoula.server import site
from trapoula.server.site import CannotWrite

DOCS = Path(__file__).parents[2] / "docs/workshop.md"
(GARDEN,) = re.findall(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
PASTE = """(text) => {
    const own = document.querySelector('.code-editor').shadowRoot.querySelector('.cm-content');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    own.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}"""
TITLE = ".bench-table h1"
LIES = "JSON.stringify(document.querySelector('card-board')?.piles)"
TOLD = ".cm-told"
HERE = "/cards/?at=/workshop"
WIDE, PHONE = {"width": 1280, "height": 760}, {"width": 360, "height": 640}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    root = tmp_path_factory.mktemp("workshop")
    try:
        site.write(root / "cards", PYODIDE if PYODIDE.exists() else None)
    except CannotWrite as error:
        warnings.warn(f"THE WORKSHOP IS NOT TESTED: {error}", stacklevel=1)
        pytest.skip(str(error))
    running = Host(root)
    yield running
    running.close()


@pytest.fixture
def come(browser: Any, faults: list[str]) -> Iterator[Any]:
    """Make pages, each of another person; whatever a page complains of fails the test."""
    contexts = []

    def make(url: str, *, lang: str = "en-GB", **how: Any) -> Any:
        how = {"viewport": WIDE, "reduced_motion": "reduce", **how}
        context = browser.new_context(base_url=url, locale=lang, accept_downloads=True, **how)
        contexts.append(context)
        context.set_default_timeout(30_000)
        context.add_init_script(SCRIPT)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.extend([line.text] * (line.type == "error")))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not faults, faults


def arrived(page: Any, address: str = HERE) -> Any:
    """The workshop with its first table."""
    page.goto(address)
    patiently(page, LAYS)
    return page


def write(page: Any, program: str) -> None:
    """Put a program in place of what is there, as one pastes it."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.evaluate(PASTE, program)


def plays(page: Any, title: str) -> None:
    """Until a game of this title lies on the table."""
    patiently(page, f"document.querySelector('{TITLE}')?.textContent === {title!r}")
    patiently(page, LAYS)


@pytest.mark.slow
def test_a_patience_is_written_played_judged_shared_and_kept(
    come: Any, host: Host, tmp_path: Path
) -> None:
    """From the published docs: with a slip, which is seen under its line and mended."""
    page = arrived(come(host.url, has_touch=True))
    write(page, GARDEN.replace("column(DOWN)", "colum(DOWN)"))
    expect(page.locator(TOLD)).to_have_text("There is no word colum; the closest are column.")
    line = GARDEN.splitlines().index('            "T": column(DOWN),') + 1
    expect(page.locator(".program .line")).to_contain_text(f"Line {line}: There is no word colum")
    write(page, GARDEN)
    plays(page, "Flower Garden")
    expect(page.locator(TOLD)).to_have_count(0)
    board = Board(page)
    lies, dumped = board.piles, page.evaluate(LIES)
    assert sorted(map(len, lies.values())) == [0] * 4 + [1] * 16 + [6] * 6
    board.touch(board.moves[0])
    assert board.piles != lies
    page.get_by_role("button", name="Hint").click()
    until(page, "Boolean(document.querySelector('card-board .hint'))")
    write(page, GARDEN.replace('"T", 6', '"T", 6, down=False') + "\n# the same rules\n")
    write(page, GARDEN.replace("DOWN)", "DOWN & ALTERNATE)"))
    patiently(page, f"{LIES} === {json.dumps(dumped)}")  # the same deal, anew
    page.get_by_role("button", name="Can it be won?").click()
    expect(page.locator(".finding").nth(1)).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".verdicts p")).to_have_text(
        re.compile(r"^Deals 1 to [2-9]: \d can be won")
    )
    write(page, GARDEN)
    expect(page.locator(".verdicts")).to_be_hidden()  # it was about other rules

    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link").input_value()
    page.keyboard.press("Escape")
    other = come(host.url)
    other.goto(link)
    expect(other.locator(".cm-content")).to_contain_text("flower_garden")
    expect(other.locator(".bench-table")).to_contain_text("Somebody wrote this program")
    other.wait_for_timeout(1000)
    assert not other.evaluate(LAYS)
    other.get_by_role("button", name="Play").click()
    plays(other, "Flower Garden")
    assert other.evaluate("localStorage.getItem('trapoula.workshop')") is None

    with page.expect_download() as saved:
        page.get_by_role("button", name="Save").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert (file.name, file.read_text("utf-8")) == ("flower_garden.py", GARDEN)
    words = [sys.executable, "-m", "trapoula", "check", str(file), "--deals", "3"]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "It keeps to all" in done.stdout


def test_twenty_deals_are_judged_and_can_be_played(come: Any, host: Host) -> None:
    """Simple play wins all of these at once; a deal is played by its number."""
    page = arrived(come(host.url))
    write(
        page, GARDEN.replace('Home("F")', 'Bare("B")').replace("column(DOWN)", "column(ANYTHING)")
    )
    plays(page, "Flower Garden")
    page.get_by_role("button", name="Can it be won?").click()
    expect(page.locator(".finding")).to_have_count(20)
    expect(page.locator(".verdicts p")).to_contain_text(
        "Deals 1 to 20: 20 can be won, 0 cannot, 0 undecided"
    )
    page.get_by_role("button", name="Deal 7: can be won").click()
    expect(page.locator(".bench-table .deal")).to_contain_text("Deal 7")
    write(page, GARDEN)
    expect(page.locator(".bench-table .deal")).to_contain_text("Deal 7")


REACHES = """
import js
found = [str(js.origin)]
def tries(name, act):
    try:
        act()
        found.append(name)
    except BaseException as error:
        found.append("no " + name)
def asks():
    asked = js.XMLHttpRequest.new()
    asked.open("GET", "URL", False)
    asked.send()
tries("network", asks)
tries("scripts", lambda: js.importScripts("URL"))
tries("database", lambda: js.indexedDB.open("trapoula"))
tries("storage", lambda: js.localStorage.getItem("trapoula"))
tries("caches", lambda: js.caches.keys())
tries("cookies", lambda: js.document.cookie)
tries("code", lambda: js.eval("1"))
raise ValueError(", ".join(found))
"""


def test_a_program_reaches_nothing(come: Any, host: Host, faults: list[str]) -> None:
    """No network, no storage, no page: it sees an origin of its own."""
    page = arrived(come(host.url))
    host.asked.clear()
    write(page, REACHES.replace("URL", f"{host.url}/cards/index.html"))
    expect(page.locator(TOLD)).to_have_text(
        "Python stops here: null, no network, no scripts, no database, no storage, no caches,"
        " no cookies, no code."
    )
    assert not [path for path in host.asked if "index.html" in path]
    faults[:] = [text for text in faults if "Content Security Policy" not in text]  # which said no


@pytest.mark.slow
def test_a_program_that_does_not_end_is_stopped(come: Any, host: Host) -> None:
    page = arrived(come(host.url))
    write(page, "while True:\n    pass\n")
    stopped = "This takes too long, and was stopped."
    patiently(page, f"document.querySelector('.bench-table').textContent.startsWith({stopped!r})")
    write(page, GARDEN)
    plays(page, "Flower Garden")


def test_a_game_of_the_collection_is_taken_and_given_back(come: Any, host: Host) -> None:
    """Undo brings back what was in the editor; the draft outlives the page, without the network too."""
    page = arrived(come(host.url))
    page.get_by_role("button", name="Start from").click()
    page.get_by_role("combobox", name="Game").select_option("klondike")
    page.get_by_role("button", name="Take it").click()
    plays(page, "My Klondike")
    page.get_by_role("button", name="Draw 3").click()
    until(page, "document.querySelector('.variant[data-variant=\"3\"]')?.ariaPressed === 'true'")
    write(page, GARDEN)
    plays(page, "Flower Garden")
    page.locator("input[type=file]").set_input_files(
        {"name": "x.py", "mimeType": "text/x-python", "buffer": b"x = 1\n"}
    )
    expect(page.locator(TOLD)).to_contain_text("No function here makes a game")
    page.locator(".toast button").click()
    expect(page.locator(TOLD)).to_have_count(0)
    patiently(page, "Boolean(navigator.serviceWorker.controller)")
    host.away = True
    try:
        page.reload()
        plays(page, "Flower Garden")
    finally:
        host.away = False


def test_words_are_completed_from_the_vocabulary(come: Any, host: Host) -> None:
    page = arrived(come(host.url))
    write(page, f"{GARDEN}\nRev")
    page.keyboard.press("Control+Space")
    offered = page.locator(".cm-tooltip-autocomplete")
    expect(offered).to_contain_text("Reveal")
    expect(page.locator(".cm-completionInfo")).to_contain_text("Reveal(")
    page.keyboard.press("Enter")
    expect(page.locator(".cm-content")).to_contain_text("Reveal")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.matches('.code-editor')")


def test_without_codemirror_there_is_a_plain_field(come: Any, host: Host) -> None:
    """With the same errors and the same words."""
    page = come(host.url, service_workers="block")
    script = {"content_type": "text/javascript", "body": "export {};"}
    page.route("**/editor/codemirror.js", lambda route: route.fulfill(**script))
    arrived(page)
    field = page.get_by_role("textbox", name="The program")
    field.fill(GARDEN.replace("column(", "colum("))
    expect(page.locator(".code-editor .told")).to_contain_text("There is no word colum")
    field.fill("")
    field.press_sequentially("from trapoula.patience import *\nrese")
    page.get_by_role("button", name="reserve").click()
    assert field.input_value().endswith("\nreserve")
    field.fill(GARDEN)
    plays(page, "Flower Garden")


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed")
@pytest.mark.parametrize(
    ("theme", "lang", "size"), [("light", "en-GB", WIDE), ("dark", "el-GR", PHONE)]
)
def test_axe_finds_nothing(come: Any, host: Host, theme: Any, lang: str, size: Any) -> None:
    page = come(host.url, lang=lang, viewport=size, color_scheme=theme, bypass_csp=True)
    page.goto(HERE)
    patiently(page, "Boolean(document.querySelector('card-board'))")
    found = audit(page, "the program")
    write(page, GARDEN.replace("column(", "colum("))
    expect(page.locator(TOLD)).to_be_visible()
    found += audit(page, "a fault")
    if size == PHONE:
        page.locator(".tabs button").nth(1).click()
        patiently(page, LAYS)
        found += audit(page, "the table")
    assert not found, "\n".join(found)


def test_a_server_that_lends_no_python_says_how_it_would(open_page: Any) -> None:
    page = open_page()
    page.goto("/workshop")
    expect(page.locator("main")).to_contain_text("start it with trapoula serve --local")


def test_a_server_that_lends_python_has_a_workshop(come: Any, host: Host, tmp_path: Path) -> None:
    """It sees the program nowhere, and its own tables go on as ever."""
    with serving(tmp_path, more=["--local"]) as server:
        lends(come, server)


def lends(come: Any, server: Server) -> None:
    page = arrived(come(server.url), "/workshop")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    write(page, GARDEN)
    plays(page, "Flower Garden")
    assert not [url for url in asked if "/api/rooms" in url]
    page.get_by_role("link", name="All games").first.click()
    page.goto("/game/golf?deal=7")
    page.wait_for_url("**/table/*")
    until(page, LAYS)
    page.close()
