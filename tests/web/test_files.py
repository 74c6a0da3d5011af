"""The files of the browser table: small, whole, and asking nothing of anyone else."""

import json
import re
import struct
from pathlib import Path
from urllib.parse import urljoin

import trapoula
from tests.texts.extract import without_comments
from trapoula.catalogue import entries
from trapoula.core.game import Worded
from trapoula.patience import Patience
from trapoula.server import pages
from trapoula.server.assets import STILL, files, version

WEB = Path(trapoula.__file__).parent / "web"
SCRIPTS = sorted((WEB / "js").rglob("*.js"))


def test_the_first_table_weighs_little() -> None:
    """Scripts, styles and the page leave room for the game and its texts in 250 KB, and are sent in 64."""
    page = pages.page_of("/game/{game}").decode()
    asked = re.findall(rf'(?:href|src)="{STILL}{version()}/((?:js|css)/[^"]+)"', page)
    assert len(asked) > 20
    bodies = [
        re.sub(rb"\n\s+", b"\n", files()[path].body) for path in asked
    ]  # indents weigh nothing
    assert len(page) + sum(map(len, bodies)) < 168 * 1024
    assert sum(len(files()[path].packed) for path in asked) < 64 * 1024


def test_it_can_be_installed() -> None:
    """The manifest names what a browser needs for that, and every icon is there in its size."""
    told = json.loads((WEB / "manifest.webmanifest").read_text("utf-8"))
    assert told["name"]
    at = "https://cards.example/cards/assets/0123/manifest.webmanifest"
    assert urljoin(at, told["start_url"]) == "https://cards.example/cards/"
    assert urljoin(at, told["scope"]) == "https://cards.example/cards/"
    assert told["display"] == "standalone"
    sizes = {icon["sizes"] for icon in told["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for icon in told["icons"]:
        file = WEB / icon["src"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", file.read_bytes()[16:24])
            assert f"{width}x{height}" == icon["sizes"]
        else:
            assert file.read_text("utf-8").startswith("<svg")
    page = (WEB / "index.html").read_text("utf-8")
    assert 'rel="manifest" href="/assets/manifest.webmanifest"' in page


def test_nothing_comes_from_elsewhere() -> None:
    """No address of another machine, but for names of namespaces and reserved names."""
    for path in [*SCRIPTS, *(WEB / "css").glob("*.css"), WEB / "index.html"]:
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://(?!\w+\.invalid/)\w", text), path.name


def test_no_game_is_named() -> None:
    """The client knows tables by what their views hold; only a game's own first steps name it."""
    names = {path.stem for path in (WEB.parent / "games").glob("[!_]*.py")}
    names = {name.rstrip("_").replace("_", "-") for name in names}
    plain = {"clock", "cover", "gaps", "peek", "terrace", "yield"}  # words as well
    for path in SCRIPTS:
        if path.parent == WEB / "js" / "tour" / "games":
            continue
        words = set(re.findall(r"[\w-]+", path.read_text("utf-8")))
        assert not words & (names - plain), path.name


def test_no_word_of_a_table_game_is_in_a_script() -> None:
    """What tables call things, how their actions are written and what is said comes over the wire."""
    made = {id_: entries.find(id_).make() for id_ in entries.ids()}
    games = {id_: game for id_, game in made.items() if isinstance(game, Worded)}
    assert len(games) > 3
    said = {message for game in games.values() for message in game.words.values()}
    texts = [*(text for game in games.values() for text in game._texts)]
    texts += [text for game in games.values() for _, text in game.tries]
    written = {text.partition(" ")[0] for text in texts}
    known = {word for game in games.values() for word in game.words}
    scene = {
        "back",
        "carriers",
        "discard",  # a kind of place
        "draw",
        "end",
        "falling",
        "lay",
        "open",
        "rising",
        "standing",
        "taken",
    }
    scene |= {"twisted", "begin"}  # what a picture asks the words for, and parts of a page
    english = {"could", "fine", "free", "hold", "left", "middle", "right", "take", "three"}
    words = (written | known | set(games)) - scene - english
    assert {"signal", "twist", "skull", "up1", "not-here", "gladly", "cross"} <= words
    for path in SCRIPTS:
        if path.parent == WEB / "js" / "tour" / "games":
            continue
        text = without_comments(path.read_text("utf-8"))
        for match in re.finditer(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', text):
            literal = re.sub(r"\$\{[^}]*\}", " ", match[1] or match[2] or "")
            assert literal not in said, (path.name, literal)
            assert not words & set(re.findall(r"[\w-]+", literal)), (path.name, literal)


def test_modules_stay_small() -> None:
    for path in SCRIPTS:
        assert len(path.read_text("utf-8").splitlines()) < 510, path.name  # one line a thought


def test_everything_in_the_catalogue_has_a_name() -> None:
    """Families, verbs and sorts of piles are told in words; options are in the texts."""
    text = (WEB / "js" / "words.js").read_text("utf-8")
    keys = set(re.findall(r'(?:^|[\s{,])"?([\w-]+)"?: ["\[]', text))
    for entry in map(entries.find, entries.ids()):
        made = entry.make()
        words = {entry.family}
        if isinstance(made, Patience):
            words |= {*made.taps, *(zone.kind for zone in made.zones.values())}
        assert words <= keys, (entry.id, words - keys)
