"""Search for games by any of their names: without accents, by parts, or with small typos.

A word matches a name if a word of the name starts with it or contains it. Typos are allowed only if
nothing matches otherwise. `web/js/search.js` implements the same search.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from trapoula.catalogue.discovery import broken_files, game_files
from trapoula.core.errors import UnknownGame
from trapoula.texts.heads import names

SAME, BEGINS, INSIDE, NEAR = range(4)  # how well a name matches, best first
ONE_SLIP, TWO_SLIPS = 4, 8  # minimum length of words with one typo, or two
MOST_NEAR = 3  # suggestions for an unknown name


def fold(text: str) -> str:
    """Reduce a text to lowercase words without accents, final sigmas and punctuation."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", bare.lower().replace("ς", "σ")).strip()


def search(query: str) -> list[str]:
    """Return the games that match a query, best first; all games for an empty query."""
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
    """Return the id of the game with a name in any language."""
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
    """Yield every name of a game, folded."""
    yield fold(game)
    for own in names(game).values():
        yield from map(fold, own)


def _fit(asked: str, name: str, *, misspelt: bool) -> tuple[int, int]:
    """Return how well a folded query matches a folded name, and their difference in length."""
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
    """Yield the prefixes of a word that a misspelt query may mean."""
    return (
        word[:end] for end in range(max(1, length - slips), length + slips + 1) if end <= len(word)
    )


def _slips(one: str, other: str) -> int:
    """Return the edit distance, counting a swap of two letters as one change."""
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
