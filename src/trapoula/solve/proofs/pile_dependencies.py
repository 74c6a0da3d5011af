"""Which piles a word of a patience looks at or changes."""

from trapoula.patience import Along, Beside, Home, Patience, Reach, Uncovered, astray
from trapoula.patience.checks import Word, letters, words

_BY_PLACE = (Along, Beside, Uncovered, astray)  # words that look at what lies round a pile


def looks_at(game: Patience, word: Word) -> frozenset[int]:
    """The piles of all zones that a word and the words in it name; all piles, where it looks around."""
    found: set[int] = set()
    for part in words(word):
        if isinstance(part, _BY_PLACE):
            return frozenset(range(len(game.places)))
        if isinstance(part, Home):
            found.update(game.elsewhere(part.zones))
        else:
            found.update(game.where(letters(part)))
        if isinstance(part, Reach):
            found |= looks_at(game, game.score)
    return frozenset(found)


def laid_down(game: Patience, pile: int) -> frozenset[int]:
    """The piles that the rules of one pile look at: what it takes, and what may be lifted from it."""
    zone, found = game.zone[pile], set[int]()
    line = game.where(game.letter[pile])
    for part in (*words(zone.start), *words(zone.build), *words(zone.lift)):
        match part:
            case Uncovered():
                found.update(game.covers[pile])
            case Beside():
                there = game.beside(pile, part.dx, part.lines)
                found.update(() if there is None else (there,))
            case Along():
                found.update(line)
            case astray():
                found.update(range(len(game.places)))
            case _:
                found.update(game.where(letters(part)))
    return frozenset(found)
