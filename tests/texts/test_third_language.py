"""A third language is one folder: everything offers it as soon as it is there."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.third import CODE, NAME, package_with_a_third_language
from tests.web.serving import Server, serving

TESTS = Path(__file__).parent


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return package_with_a_third_language(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module")
def server(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("tables"), package) as running:
        yield running


def run(package: Path, *words: str) -> str:
    """What a command prints, run with the copy of the package."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


def test_the_library_speaks_it(package: Path) -> None:
    code = (
        f"from trapoula import texts; print(*texts.languages(), texts.title('{CODE}', 'klondike'))"
    )
    *codes, title = run(package, "-c", code).split()
    assert CODE in codes
    assert title == "Klondicum"


def test_the_terminal_speaks_it(package: Path) -> None:
    assert CODE in run(package, "-m", "trapoula", "--help")
    assert "Klondicum: " in run(package, "-m", "trapoula", "list", "klondike", "--lang", CODE)
    assert run(package, "-m", "trapoula", "rules", "klondike", "--lang", CODE).startswith("Klondi")


def test_the_server_sends_it(server: Server) -> None:
    def get(path: str) -> str:
        with urlopen(server.url + path) as answer:
            text: str = answer.read().decode()
            return text

    spoken = {one["code"]: one for one in json.loads(get("/api/languages"))["languages"]}
    assert spoken[CODE]["name"] == NAME
    assert spoken[CODE]["plurals"][:12] == "102222222220"
    assert json.loads(get("/api/games/klondike"))["titles"][CODE] == "Klondicum"
    assert get(f"/api/rules/klondike?lang={CODE}").startswith("# Klondicum")
    assert len(json.loads(get(f"/api/texts/{CODE}"))["{n} card"]) == 3
    assert f'<p lang="{CODE}">' in get("/")


@pytest.mark.slow
def test_the_tests_of_the_texts_look_at_it(package: Path) -> None:
    """Its pages, its messages and its words are held to the same rules as all others."""
    files = [str(TESTS / name) for name in ("test_pages.py", "test_messages.py")]
    plain = ["-p", "no:cacheprovider", "-p", "no:xdist", "-o", "pythonpath=.", "-k", CODE]
    told = run(package, "-m", "pytest", *plain, *files)
    assert " passed" in told
    assert "failed" not in told
