"""What README and docs show runs as shown, and names what is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import trapoula
from tests.contract import library
from trapoula.catalogue.entries import ids
from trapoula.texts import title

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
BLOCKS = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(PYTHON.findall(page.read_text("utf-8")), 1)
    if not block.startswith("@game")
]


@pytest.mark.parametrize("block", BLOCKS)
def test_code_in_the_docs_runs(block: str, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        [sys.executable, "-c", block],
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.slow
def test_every_command_of_the_readme_runs(tmp_path: Path) -> None:
    """As it is shown; whoever is asked for a move leaves. Looking for a deal takes as long as luck wants."""
    shown = re.findall(
        r"^trapoula ([^#\n]*?) +#", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE
    )
    assert shown
    for words in (words for words in shown if not words.startswith("deal ")):
        ran = subprocess.run(
            [sys.executable, "-m", "trapoula", *words.split()],
            check=False,
            cwd=tmp_path,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
            input="quit\n",
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert ran.returncode == 0, f"trapoula {words}: {ran.stderr}"
        assert ran.stdout, words


def test_the_site_leads_to_every_page() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8").partition("nav:")[2]
    listed = re.findall(r": (\S+\.md)$", navigation, re.MULTILINE)
    assert sorted(listed) == sorted(page.name for page in PAGES if page.parent != ROOT)


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """Broken links, missing pages and names that are not in the library stop it."""
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    built = subprocess.run(words, check=False, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    api = (tmp_path / "api.html").read_text("utf-8")
    assert "trapoula.play.session.Session.play" in api


def test_the_library_page_names_the_library() -> None:
    """Every public name with its own sentence: python -m tests.contract.library writes them again."""
    page = library.PAGE.read_text("utf-8")
    assert library.written(page) == page
    assert set(library.TABLE.findall(page)) == set(library.SHOWN)
    for name in library.SHOWN:
        assert all(told for _, told in library.public(name)), name


def test_the_library_has_one_name_for_one_thing() -> None:
    assert all(getattr(trapoula, name) is not None for name in trapoula.__all__)
    assert re.fullmatch(r"\d+\.\d+\.\d+", trapoula.__version__)


@pytest.mark.parametrize(
    "page",
    [*PAGES, *(ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md", "PACKAGE.md"))],
    ids=lambda page: page.name,
)
def test_links_between_pages_resolve(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_game_is_in_the_readme() -> None:
    games = (ROOT / "README.md").read_text("utf-8").partition("## The games")[2]
    missing = [title("en", id_) for id_ in ids() if title("en", id_) not in games]
    assert missing == []
