"""What can be told of a game without loading it: read off the top of its file.

A game's file begins with its title and a sentence, `Klondike: columns packed down...`, and its function
is headed by `@game("family")` and its options. `catalogue` loads games; this only looks at the spines,
so that a list of them all costs next to nothing.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

SHELVES = ("games", "tables")  # the folders that games are found in
_HERE = Path(__file__).parent
_TITLE = re.compile(r'"""(.+?): (.+?)(?:"""|\n)')
_FAMILY = re.compile(r'@game\(\s*"(\w+)"')
_OPTION = re.compile(r"(\w+): (bool|Literal\[[^\]]*\]) = ([^,)\n]+)")


class Spine(NamedTuple):
    """The spine of a game: what stands on it can be read from across the room."""

    id: str
    module: str
    title: str
    summary: str
    family: str
    options: dict[str, tuple[str, ...]]  # each option's choices, the one it has by itself first


@cache
def modules() -> dict[str, str]:
    """The id of every game and the module it is in."""
    return {
        path.stem.rstrip("_").replace("_", "-"): f"trapoula.{shelf}.{path.stem}"
        for shelf in SHELVES
        for path in sorted((_HERE / shelf).glob("[!_]*.py"))
    }


def spines() -> Iterator[Spine]:
    """Every game, as its file introduces it."""
    for id_, module in modules().items():
        if found := spine(id_, module):
            yield found


def spine(id_: str, module: str) -> Spine | None:
    """One game, as its file introduces it."""
    text = (_HERE / f"{module.removeprefix('trapoula.').replace('.', '/')}.py").read_text("utf-8")
    title, family = _TITLE.match(text), _FAMILY.search(text)
    if not (title and family):
        return None
    head = text[family.end() :].partition("->")[0]
    options = {name: _choices(kind, first) for name, kind, first in _OPTION.findall(head)}
    return Spine(id_, module, title[1], title[2], family[1], options)


def _choices(kind: str, default: str) -> tuple[str, ...]:
    words = kind[8:-1].split(",") if kind != "bool" else ["False", "True"]
    first = _word(default)
    return (first, *(word for word in map(_word, words) if word != first))


def _word(literal: str) -> str:
    """A choice as people write it."""
    return {"True": "on", "False": "off"}.get(literal.strip(), literal.strip().strip("\"'"))
