"""Games by what people call them: any of their names, without accents, in part, or slightly misspelt.

A word fits a name when one of the name's words begins with it or has it inside. Only where nothing fits
may a few letters be wrong. `web/js/search.js` finds the same.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from trapoula.catalogue.discovery import broken_files, game_files
from trapoula.core.errors import UnknownGame
from trapoula.texts.heads import names

SAME, BEGINS, INSIDE, NEAR = range(4)  # how well a name fits, best first
ONE_SLIP, TWO_SLIPS = 4, 8  # the shortest words in which one letter, or two, may be wrong
MOST_NEAR = 3  # games that are offered for one that there is not


def fold(text: str) -> str:
    """A text without accents, case, final sigmas and signs: only its words, with blanks between."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", bare.lower().replace("ς", "σ")).strip()


def search(query: str) -> list[str]:
    """The games that a query finds, those that fit best first; all of them for an empty one."""
    asked = fold(query)
    if not asked:
        return list(game_files())
    for misspelt in (False, True):
        fits = {
            game: min(_fit(asked, name, misspelt=misspelt) for name in _called(game))
            for game in game_files()
        }
        if found := [game for game, (level, _) in fits.items() if level <= NEAR]:
            return sorted(found, key=fits.__getitem__)
    return []


def named(word: str) -> str:
    """The id of the game that goes by a name in any language."""
    if word in game_files() or word in broken_files():
        return word
    asked = fold(word).replace(" ", "")
    for game in game_files():
        if any(asked == name.replace(" ", "") for name in _called(game)):
            return game
    near = search(word)[:MOST_NEAR]
    if not near:
        raise UnknownGame("There is no game {game}.", game=repr(word))
    raise UnknownGame(
        "There is no game {game}; the closest are {near}.", game=repr(word), near=", ".join(near)
    )


def _called(game: str) -> Iterator[str]:
    """Every name of a game, folded."""
    yield fold(game)
    for own in names(game).values():
        yield from map(fold, own)


def _fit(asked: str, name: str, *, misspelt: bool) -> tuple[int, int]:
    """How well a folded query fits a folded name, and how many letters they differ by in length."""
    whole, joined = name.replace(" ", ""), asked.replace(" ", "")
    rest = abs(len(whole) - len(joined))
    if joined == whole:
        return SAME, rest
    words = name.split()
    apart = max(
        min(_word(part, word, misspelt=misspelt) for word in words) for part in asked.split()
    )
    return min(apart, _word(joined, whole, misspelt=misspelt)), rest


def _word(asked: str, word: str, *, misspelt: bool) -> int:
    if word.startswith(asked):
        return BEGINS
    if asked in word:
        return INSIDE
    slips = (len(asked) >= ONE_SLIP) + (len(asked) >= TWO_SLIPS) if misspelt else 0
    if slips and any(_slips(asked, start) <= slips for start in _starts(word, len(asked), slips)):
        return NEAR
    return NEAR + 1


def _starts(word: str, length: int, slips: int) -> Iterable[str]:
    """The beginnings of a word that a misspelt query of some length may mean."""
    return (
        word[:end] for end in range(max(1, length - slips), length + slips + 1) if end <= len(word)
    )


def _slips(one: str, other: str) -> int:
    """How many letters must be changed, added, left out or swapped to get from one to the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        above, row, older = row, [i], before
        for j, wanted in enumerate(other, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]
