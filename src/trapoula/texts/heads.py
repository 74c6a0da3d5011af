"""What the pages of rules begin with, read without the rest: notes, the title and one line.

The notes stand between two lines of dashes at the very top, `key: what it says` each: what else the game
is called in this language (`names`), and on English pages what is the same in all languages.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from trapoula.catalogue.discovery import declaration, look_up
from trapoula.texts.languages import ENGLISH, language, languages

DASHES = "---"


class Head(NamedTuple):
    """What a page begins with."""

    title: str
    summary: str
    notes: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """What else the game is called."""
        return _list(self.notes.get("names", ""))


@cache
def head(lang: str, game: str) -> Head:
    """A game's title and summary: its page's, or its file's where no page is written."""
    for code in (lang, ENGLISH):
        try:
            with open(f"{language(code).folder}/{game}.md", encoding="utf-8") as lines:
                return _read(lines)
        except FileNotFoundError:
            continue
    from trapoula.catalogue.entries import find, introduced, opened

    game_file = look_up(game)
    own = (declaration(game_file) or opened(game_file)) if game_file else None
    if own and game_file and lang != ENGLISH and opened(game_file):
        return Head(*introduced(find(game), lang), {})
    return Head(own.title, own.summary, {}) if own else Head(game.replace("-", " ").title(), "", {})


@cache
def names(game: str) -> dict[str, tuple[str, ...]]:
    """Everything that a game is called, its title first, in each language."""
    return {code: (head(code, game).title, *head(code, game).names) for code in languages()}


def relatives(game: str) -> tuple[str, ...]:
    """The games that are played like this one."""
    return _list(head(ENGLISH, game).notes.get("relatives", ""))


def fame(game: str) -> int | None:
    """The place of a game among those that everybody has heard of; None for the others."""
    place = head(ENGLISH, game).notes.get("famous")
    return None if place is None else int(place)


def read_head(text: str) -> Head:
    """The head of a page: its first line is the title, the next that is not empty the summary."""
    return _read(text.splitlines())


def without_notes(text: str) -> str:
    """A page from its title on."""
    return text if not text.startswith(DASHES) else text.split(f"\n{DASHES}\n", 1)[1].lstrip("\n")


def _read(lines: Iterable[str]) -> Head:
    notes: dict[str, str] = {}
    found: list[str] = []
    inside = False
    for line in map(str.strip, lines):
        if line == DASHES:
            inside = not inside
        elif inside:
            key, _, said = line.partition(": ")
            notes[key] = said.strip()
        elif line:
            found.append(line)
            if len(found) == 2:
                break
    title, summary = (*found, "", "")[:2]
    return Head(title.removeprefix("# ").strip(), summary, notes)


def _list(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (word.strip() for word in text.split(","))))
