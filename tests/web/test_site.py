"""The folder without a server, in a real browser: played, kept, taken up in the air, and renewed."""

import shutil
import threading
import warnings
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.web.board import Board, until
from tests.web.serving import SCRIPT
from trapoula.server import editor, site
from trapoula.server.site import CannotWrite

PYODIDE = Path(__file__).parents[2] / ".tools/node_modules/pyodide"
FIRST = 120.0  # seconds for Python to begin on a machine that has much else to do
LAYS = "Boolean(document.querySelector('card-board')?.plan)"
STEPS = "script('store.js').then((store) => store.now().room?.table.steps)"
CACHES_OF_OLD = """async () => {
    await (await caches.open('trapoula-0ld')).put('./', new Response('ours, as it was called'));
    await (await caches.open('trapoula-else')).put('/elsewhere/', new Response('of somebody else'));
}"""
SAY = "([type, fields]) => script('room.js').then(({ command }) => command(type, fields))"


class Host:
    """A web host that knows nothing but files, and can be away."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.away, self.delay, host = folder, False, 0.0, self
        self.asked: list[str] = []

        class Files(SimpleHTTPRequestHandler):
            extensions_map = {
                **SimpleHTTPRequestHandler.extensions_map,
                ".mjs": "text/javascript",
                ".js": "text/javascript",
                ".wasm": "application/wasm",
            }

            def __init__(self, *args: Any) -> None:
                super().__init__(*args, directory=str(host.folder))

            def do_GET(self) -> None:
                host.asked.append(self.path)
                sleep(host.delay)  # as if it were far away
                if host.away:
                    self.close_connection = True
                else:
                    super().do_GET()

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, written once below another one: it need not lie at the root of its host."""
    root = tmp_path_factory.mktemp("host")
    try:
        site.write(root / "cards", PYODIDE if PYODIDE.exists() else None)
    except CannotWrite as error:
        warnings.warn(f"THE FOLDER WITHOUT A SERVER IS NOT TESTED: {error}", stacklevel=1)
        pytest.skip(str(error))
    return root


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[Host]:
    running = Host(folder)
    yield running
    running.close()


@pytest.fixture(scope="module")
def context(browser: Any, host: Host) -> Iterator[Any]:
    """One person with one browser, for all of these tests: Python begins once."""
    made = browser.new_context(
        base_url=host.url, locale="en-GB", reduced_motion="reduce", accept_downloads=True
    )
    made.set_default_timeout(30_000)
    made.add_init_script(SCRIPT)
    yield made
    made.close()


def opened(context: Any, query: str, faults: list[str] | None = None) -> Any:
    """A page of the folder with its table dealt."""
    page = context.new_page()
    if faults is not None:
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: line.type == "error" and faults.append(line.text))
    page.goto(f"/cards/?{query}")
    patiently(page, LAYS)
    return page


def patiently(page: Any, script: str) -> None:
    """Wait for what Python must begin for."""
    end = monotonic() + FIRST
    while not page.evaluate(script):
        assert monotonic() < end, f"still not true: {script}"
        page.wait_for_timeout(50)


def turn(page: Any) -> None:
    """Tap the stock, and wait until it is turned."""
    board, before = Board(page), page.evaluate(STEPS)
    x, y = board.point("S")
    page.mouse.click(x, y)
    until(page, f"{STEPS[:-1]}).then((steps) => steps === {before + 1})")


def test_it_is_played_without_a_server(context: Any, host: Host, faults: list[str]) -> None:
    """Moves, hints, verdicts, statistics, rules, records and both languages, from files alone."""
    page = opened(context, "at=/game/klondike&deal=7", faults)
    turn(page)
    assert "?at=/table/" in page.url
    assert context.cookies() == []
    assert not any("/api/rooms" in path or path.endswith("/ws") for path in host.asked)
    hint = page.evaluate(SAY, ["hint", {}])
    assert hint["type"] == "hint"
    assert page.evaluate(SAY, ["verdict", {"seconds": 0.5}])["verdict"]
    lies = Board(page).piles
    page.reload()
    patiently(page, LAYS)
    assert Board(page).piles == lies
    page.evaluate("script('main.js').then((main) => main.go('/rules/klondike?draw=3'))")
    page.get_by_role("heading", name="Klondike").wait_for()
    assert (
        page.get_by_role("link", name="Play").get_attribute("href") == "/cards/?at=/game/klondike"
    )
    page.get_by_role("button", name="Ελληνικά").click()
    page.get_by_role("heading", name="Κλόνταϊκ").wait_for()
    page.evaluate("script('prefs.js').then((prefs) => prefs.prefer({ lang: 'en' }))")
    page.goto("/cards/?at=/stats")
    page.get_by_role("heading", name="Statistics").wait_for()
    assert not faults, faults
    page.close()


def test_two_pages_of_one_browser_stay_in_step(context: Any) -> None:
    one = opened(context, "at=/game/golf&deal=7")
    other = context.new_page()
    other.goto(one.url)
    patiently(other, LAYS)
    turn(one)
    until(other, f"{STEPS[:-1]}).then((steps) => steps === 1)")
    turn(other)
    until(one, f"{STEPS[:-1]}).then((steps) => steps === 2)")
    one.close()
    other.close()


def test_it_flies(context: Any, host: Host) -> None:
    """After the first visit it needs no network: the same table, another game, and nothing asked for."""
    page = opened(context, "at=/game/golf&deal=7")
    patiently(page, "Boolean(navigator.serviceWorker.controller)")
    steps = page.evaluate(STEPS)
    host.away = True
    host.asked.clear()
    try:
        page.reload()
        patiently(page, LAYS)
        turn(page)
        assert page.evaluate(STEPS) == steps + 1
        page.goto("/cards/?at=/game/freecell&deal=7")
        patiently(page, LAYS)
        assert not [path for path in host.asked if not path.endswith("worker.js")]
    finally:
        host.away = False
    page.close()


def test_a_new_version_waits_until_it_is_wanted(context: Any, host: Host, folder: Path) -> None:
    """It is announced, the game goes on under the old one, and nothing of the old one is left then."""
    page = opened(context, "at=/game/klondike&deal=7")
    patiently(page, "Boolean(navigator.serviceWorker.controller)")
    page.evaluate(CACHES_OF_OLD)
    old = next((folder / "cards/assets").iterdir())
    new = old.with_name("0123456789abcdef")
    for name in ("index.html", "worker.js"):
        file = folder / "cards" / name
        file.write_text(file.read_text("utf-8").replace(old.name, new.name), "utf-8")
    shutil.move(old, new)
    page.evaluate("navigator.serviceWorker.getRegistration().then((own) => void own.update())")
    page.get_by_text("A new version of Trapoula is ready.").wait_for()
    turn(page)
    steps = page.evaluate(STEPS)
    with page.expect_navigation():
        page.get_by_role("button", name="Update").click()
    patiently(page, LAYS)
    assert page.evaluate(STEPS) == steps
    assert new.name in page.evaluate("document.querySelector('script[type=module]').src")
    assert page.evaluate("caches.keys()") == ["trapoula-else", f"trapoula/cards-{new.name}"]
    page.close()


NONE = "export const openStorage = () => Promise.reject(new Error('no'));"
FULL = """
export async function openStorage(name) {
  const storage = await plainStorage(name), told = new BroadcastChannel("full");
  let full = false;
  told.addEventListener("message", ({ data }) => (full = data));
  const grows = (changes) => JSON.parse(changes).some(([what]) => what === "new" || what === "put");
  const change = (changes) =>
    full && grows(changes) ? Promise.reject(new Error("no room")) : storage.change(changes);
  return { ...storage, change };
}"""


def test_what_cannot_be_kept_is_said(browser: Any, host: Host, folder: Path) -> None:
    """A full browser changes nothing, and goes on when it has room; one that keeps nothing still plays."""
    context = browser.new_context(base_url=host.url, service_workers="block", locale="en-GB")
    context.add_init_script(SCRIPT)
    own = next((folder / "cards/assets").glob("*/js/offline/storage.js")).read_text("utf-8")
    body = own.replace("export async function openStorage", "async function plainStorage") + FULL
    script = {"content_type": "text/javascript"}
    context.route("**/offline/storage.js", lambda route: route.fulfill(body=body, **script))
    page = opened(context, "at=/game/klondike&deal=7")
    turn(page)
    page.evaluate("new BroadcastChannel('full').postMessage(true)")
    x, y = Board(page).point("S")
    page.mouse.click(x, y)
    page.get_by_text("This browser could not keep it").wait_for()
    assert page.evaluate(STEPS) == 1
    page.evaluate("new BroadcastChannel('full').postMessage(false)")
    turn(page)
    page.close()
    context.unroute("**/offline/storage.js")
    context.route("**/offline/storage.js", lambda route: route.fulfill(body=NONE, **script))
    page = opened(context, "at=/game/klondike&deal=7")
    page.get_by_text("This browser can't save anything").wait_for()
    turn(page)
    context.close()


def test_it_is_known_whether_all_is_ready_for_browsers(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is once a folder was written, and asking makes nothing."""
    assert site.ready()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert not site.ready()
    assert not list(tmp_path.iterdir())


def test_the_folder_is_written_with_care(tmp_path: Path, folder: Path) -> None:
    """Nothing of anybody else's is overwritten; what it says of itself holds wherever it lies."""
    (tmp_path / "photo.jpg").write_bytes(b"mine")
    with pytest.raises(CannotWrite, match="not empty"):
        site.write(tmp_path)
    with pytest.raises(CannotWrite, match="is a file and no folder"):
        site.write(tmp_path / "photo.jpg")
    assert [entry.name for entry in tmp_path.iterdir()] == ["photo.jpg"]
    run = (PYODIDE.parents[2] / "run").read_text("utf-8")
    assert f"pyodide@{site.PYODIDE}" in run
    assert all(f"{name}@{release}" in run for name, release in editor.PACKAGES.items())
    page = (folder / "cards/index.html").read_text("utf-8")
    assert "'wasm-unsafe-eval'" in page
    assert "'unsafe-eval'" not in page.replace("'wasm-unsafe-eval'", "")
    assert 'href="/' not in page
    assert 'src="/' not in page
