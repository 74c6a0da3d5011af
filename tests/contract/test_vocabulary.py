"""The page of the vocabulary names every word once, and its examples are true."""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.contract.words import written
from trapoula import patience
from trapoula.catalogue.entries import find, ids
from trapoula.core.game import Family
from trapoula.patience import Patience

PAGE = (Path(__file__).parents[2] / "docs" / "vocabulary.md").read_text("utf-8")
IMPORT = "from trapoula.patience import *\n"
TABLE = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
EXAMPLES = [
    tuple(part.removeprefix("# ").split("\n", 1))
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    for part in block.removeprefix(IMPORT).strip().split("\n\n")
]


def words(example: str) -> list[str]:
    """What an example is about: the word it calls, or the names it lists."""
    value = ast.parse(example, mode="eval").body
    heads = value.elts if isinstance(value, ast.Tuple) else [value]
    return [ast.unparse(head.func if isinstance(head, ast.Call) else head) for head in heads]


def parts(value: object) -> Iterator[object]:
    """A value with all that it holds."""
    yield value
    held: list[Any] = []
    if is_dataclass(value):
        held = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, dict):
        held = list(value.values())
    elif isinstance(value, tuple):
        held = list(value)
    for each in held:
        yield from parts(each)


def test_the_page_names_exactly_the_words_of_the_vocabulary() -> None:
    named = [word for _, example in EXAMPLES for word in words(example)]
    assert sorted(named + TABLE) == sorted(patience.__all__)


def test_the_page_lists_the_parameters_of_every_word() -> None:
    """python -m tests.contract.words writes them again."""
    assert written(PAGE) == PAGE


def test_the_page_lists_every_family() -> None:
    assert re.findall(r"^\| \*(\w+)\* \|", PAGE, re.MULTILINE) == list(get_args(Family))


@pytest.mark.parametrize(("sentence", "example"), EXAMPLES, ids=lambda text: text.split("(")[0])
def test_every_example_is_what_the_page_says(sentence: str, example: str) -> None:
    """It evaluates, and the sentence above it is the word's own."""
    assert eval(example, vars(patience).copy()) is not None
    assert sentence.endswith(".")
    if "(" in example:
        (word,) = words(example)
        assert sentence == (inspect.getdoc(getattr(patience, word)) or "").split("\n")[0]


@pytest.mark.parametrize("id_", ids())
def test_words_hold_plain_data(id_: str) -> None:
    """Letters, numbers, sets of cards, joins and other words, so that rules can be read as data."""
    plain = (str, int, float, range, tuple, dict, type(None))
    game = find(id_).make()
    if isinstance(game, Patience):
        for part in parts((game.zones, game.deal, game.moves, game.chores, game.goal, game.score)):
            assert is_dataclass(part) or isinstance(part, plain), part


def test_most_patiences_need_no_part_of_their_own() -> None:
    """Nine in ten are zones, moves, chores and a goal of the vocabulary alone."""
    games = [game for id_ in ids() if isinstance(game := find(id_).make(), Patience)]
    own = [
        game
        for game in games
        if any(
            is_dataclass(part) and not type(part).__module__.startswith(patience.__name__)
            for part in parts((game.zones, game.moves, game.chores, game.goal))
        )
    ]
    assert len(own) * 10 <= len(games)
