"""Docs, docstrings and messages are easy to read: short sentences, no words that nobody says."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import trapoula
from tests.texts.extract import code_messages, script_messages
from tests.texts.prose import sentences, words

ROOT = Path(__file__).parents[2]
SOURCE = Path(trapoula.__file__).parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [
    *(ROOT / name for name in ("README.md", "PACKAGE.md", "CONTRIBUTING.md", "SECURITY.md")),
    *DOCS,
]
GENERATED = {
    "ablation.md",
    "hints.md",
    "odds.md",
    "proofs.md",
}  # a command writes them from their first table or heading on
MOST, MEAN, IN_ALL = 40, 18, 15_000  # words: of a sentence, of a page's sentences, of all pages
BANNED = re.compile(
    r"\b(who wants|whoso|nought|naught|wherefore|thereof|whither|hither|as usual:|"
    r"sounds: heard|middling|for a beginning|the hand that plays|be told anew|so gladly)\b",
    re.IGNORECASE,
)


def own(page: Path) -> list[str]:
    """Return the sentences of a page that people wrote, without the README's list of games."""
    text = page.read_text("utf-8")
    if page.name in GENERATED:
        text = re.split(r"^(?:## |\|)", text, maxsplit=1, flags=re.MULTILINE)[0]
    if page.name == "README.md":
        text = text.partition("## The games")[0]
    return sentences(text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_sentence_of_the_docs_is_long(page: Path) -> None:
    lengths = {sentence: words(sentence) for sentence in own(page)}
    assert not [sentence for sentence, length in lengths.items() if length > MOST]
    assert not lengths or sum(lengths.values()) / len(lengths) <= MEAN


def test_the_docs_are_short() -> None:
    assert sum(words(sentence) for page in PAGES for sentence in own(page)) <= IN_ALL


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_a_page_begins_with_its_reader(page: Path) -> None:
    """The first lines say who the page is for; the start page leads everybody on."""
    assert own(page)[0].startswith("For ") or page.name == "index.md"


def docstrings() -> Iterator[tuple[str, str]]:
    """Every docstring of the package, and where it stands; examples and tables in it left out."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                told = ast.get_docstring(node)
                if told:
                    yield f"{path.name}:{getattr(node, 'lineno', 1)}", told


def test_no_sentence_of_a_docstring_is_long() -> None:
    found = [
        f"{where}: {sentence}"
        for where, told in docstrings()
        for sentence in sentences(told)
        if words(sentence) > MOST and "  " not in sentence
    ]
    assert not found


def test_nothing_is_said_that_nobody_says() -> None:
    """In docs, docstrings and the interface."""
    told = [
        *((page.name, sentence) for page in PAGES for sentence in own(page)),
        *docstrings(),
        *(
            (one.where, f"{one.message} {one.many}")
            for one in (*code_messages(), *script_messages())
        ),
    ]
    assert not [(where, text) for where, text in told if BANNED.search(text)]


def test_a_long_sentence_and_an_odd_word_would_be_found() -> None:
    assert [
        words(one) for one in sentences("One two. `A` three\nfour.\n\n- five\n\n| not | this |")
    ] == [
        2,
        3,
        1,
    ]
    assert BANNED.search("Middling")
