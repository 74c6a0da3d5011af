"""Find words for numbers in chat, in every supported language, and simple codes for them.

Words are compared by their look: without accents and case, with repeated letters counted once, and
with Greek and Cyrillic letters as the Latin ones they resemble. Each step looks back at most the
length of the longest word, so the cost is linear in the text.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, pairwise, product

from trapoula.texts.languages import FOLDER, languages

_RESEMBLES = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТУХІЈЅ", "ABEZHIKMNOPTYXABEKMHOPCTYXIJS")
_APOSTROPHES = str.maketrans("", "", "'’‘`")
_WORD = re.compile(r"[^\W\d_]+")
_PICTURES = ("KEYCAP", "CLOCK FACE", "DIE FACE", "DOMINO TILE", "MAHJONG TILE", "PLAYING CARD")
_TALLY = "||"
_SPLIT = 3  # into how many pieces a word may be split
_SPELT = 3  # shortest word to find among single letters
_INSIDE = 6  # shortest word to find inside another: weight is no eight

_KERAIA = "ʹ"  # follows Greek letters that stand for a number
_KERAIAS = str.maketrans("΄´ʹ", _KERAIA * 3)
_TENS, _UNITS = ("", *"ικλμνξοπϟ"), ("", *"αβγδεϛζηθ")
_GREEK = [tens + unit for tens, unit in product(_TENS, _UNITS)]
_VOWELS = "αεηιουω"
_ORDINALS = 5  # α' to δ' also number rows
# no word is spelt like these
_UNMISTAKABLE = {tens + unit for tens in _TENS[1:] for unit in "βγδζθ"}

_ROMAN = (("XC", 90), ("L", 50), ("XL", 40), ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1))


def _roman(number: int) -> str:
    for sign, worth in _ROMAN:
        if number >= worth:
            return sign + _roman(number - worth)
    return ""


_ROMANS = frozenset(map(_roman, range(2, 100)))


@dataclass(frozen=True, slots=True)
class Numbers:
    """The number words of all languages, by their look."""

    values: frozenset[str]  # words that are numbers by themselves
    units: frozenset[str]  # only at the end of another number: twenty-one
    counts: frozenset[str]  # small numbers that can also be counts
    counted: frozenset[str]  # nouns that can be counted
    longest: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "longest", max(map(len, self.values), default=0))

    def spells(self, word: str) -> bool:
        """Return whether a word is a number, or several written as one."""
        reached = {0: False}  # for each end of numbers: whether one of them is a value
        for end in range(1, len(word) + 1):
            for start in range(max(0, end - self.longest), end):
                if start in reached:
                    part = word[start:end]
                    if part in self.values:
                        reached[end] = True
                    elif part in self.units:
                        reached[end] = reached.get(end, False) or reached[start]
        return reached.get(len(word), False)

    def hides(self, letters: str, least: int) -> bool:
        """Return whether a number of at least so many letters is spelt among other letters."""
        return any(
            letters[at : at + size] in self.values
            for size in range(least, self.longest + 1)
            for at in range(len(letters) - size + 1)
        )


@cache
def numbers() -> Numbers:
    """Return the number words of every language that lists some."""
    found: dict[str, set[str]] = {
        "values": set(),
        "units": set(),
        "counts": set(),
        "counted": set(),
    }
    for code in languages():
        path = FOLDER / code / "numbers.json"
        told = json.loads(path.read_text("utf-8")) if path.exists() else {}
        for kind, words in found.items():
            words |= {form for word in told.get(kind, "").split() for form in _looks(word)}
        bent = product(told.get("stems", "").split(), told.get("endings", "").split())
        found["values"] |= {form for stem, end in bent for form in _looks(stem + end)}
    kinds = {kind: frozenset(words) for kind, words in found.items()}
    return Numbers(**kinds)


def names_number(text: str) -> bool:
    """Return whether a text contains a digit, a number word or a simple code for one."""
    plain = unicodedata.normalize("NFKD", text.translate(_KERAIAS))
    if any(map(_pictures_number, text + plain)) or _TALLY in plain:
        return True
    words = _WORD.findall("".join(filter(_written, plain)).translate(_APOSTROPHES))
    if any(_is_greek_numeral(word, after) for word, after in pairwise((*words, ""))):
        return True
    looks = [_look(word) for word in words]
    return (
        any(look in _ROMANS for look in looks)
        or any(_names(word, after) for word, after in pairwise((*looks, "")))
        or any(_hides(letters) for letters in _single(looks))
        or any(joined in numbers().values for joined in _joined(looks))
    )


def _names(word: str, after: str) -> bool:
    """Return whether a word is a number, unless it counts the noun after it."""
    known = numbers()
    counts = word in known.counts and after in known.counted
    return not counts and any(
        known.spells(look) or known.hides(look, _INSIDE) for look in (word, _squeezed(word))
    )


def _hides(letters: str) -> bool:
    """Return whether single letters spell a number; I, I, ... is stuttering."""
    return numbers().hides(letters, _SPELT) or (letters in _ROMANS and set(letters) != {"I"})


def _single(words: Sequence[str]) -> Iterator[str]:
    """Yield runs of single letters."""
    for single, run in groupby(words, lambda word: len(word) == 1):
        if single:
            yield "".join(run)


def _joined(words: Sequence[str]) -> Iterator[str]:
    """Yield neighbouring words joined together, by their look."""
    for size in range(2, _SPLIT + 1):
        for at in range(len(words) - size + 1):
            yield _squeezed("".join(words[at : at + size]))


def _is_greek_numeral(word: str, after: str) -> bool:
    """Return whether letters are a Greek numeral, rather than a word with an elided vowel."""
    letters = word.casefold().replace("στ", "ϛ").replace("ς", "ϛ")
    if not word.endswith(_KERAIA):
        return letters in _UNMISTAKABLE
    elided = len(word.rstrip(_KERAIA)) == 1 and after[:1].casefold() in tuple(_VOWELS)
    return not elided and letters.rstrip(_KERAIA) in _GREEK[_ORDINALS:]


def _pictures_number(sign: str) -> bool:
    """Return whether a character is a digit, or shows a number as dice and clock faces do."""
    return sign.isnumeric() or unicodedata.name(sign, "").startswith(_PICTURES)


def _written(sign: str) -> bool:
    """Return whether a character counts; accents and invisible characters do not."""
    return unicodedata.category(sign) not in ("Mn", "Cf")


def _look(word: str) -> str:
    """Return a word's look: capitals without accents."""
    return word.upper().translate(_RESEMBLES)


def _looks(word: str) -> tuple[str, str]:
    """Return a listed word's look, and the same without double letters."""
    look = _look("".join(filter(_written, unicodedata.normalize("NFKD", word))))
    return look, _squeezed(look)


def _squeezed(look: str) -> str:
    return "".join(letter for letter, _ in groupby(look))
