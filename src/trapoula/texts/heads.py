"""The heads of rules pages, read without the rest: notes, title and summary.

The notes come first, between two lines of dashes, as `key: value` lines. They hold other names of
the game in this language (`names`), and on English pages what is the same in all languages.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from trapoula.catalogue.discovery import declaration, look_up
from trapoula.texts.languages import ENGLISH, language, languages

DASHES = "---"


class Head(NamedTuple):
    """The head of a page."""

    title: str
    summary: str
    notes: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """Other names of the game."""
        return _list(self.notes.get("names", ""))


@cache
def head(lang: str, game: str) -> Head:
    """Return a game's title and summary: from its page, or from its file if there is no page."""
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
    """Return all names of a game in each language, its title first."""
    return {code: (head(code, game).title, *head(code, game).names) for code in languages()}


def relatives(game: str) -> tuple[str, ...]:
    """Return the similar games."""
    return _list(head(ENGLISH, game).notes.get("relatives", ""))


def fame(game: str) -> int | None:
    """Return a game's rank among the famous ones; None for the others."""
    place = head(ENGLISH, game).notes.get("famous")
    return None if place is None else int(place)


def read_head(text: str) -> Head:
    """Read the head of a page: the first line is the title, the next nonblank line the summary."""
    return _read(text.splitlines())


def without_notes(text: str) -> str:
    """Return a page from its title on."""
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
