"""Words that name a number, in every language that is spoken here, and plain codes for one.

A text is looked at word by word. Words are compared by what they look like: without accents and
case, with a letter that was drawn out counted once, and with Greek and Cyrillic letters as the Latin
ones they resemble. Each step looks back no farther than the longest word, so a text costs as much
as it is long.
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
_SPLIT = 3  # into how many pieces a word is looked for
_SPELT = 3  # letters of the shortest word that is looked for among single letters
_INSIDE = 6  # and of the shortest that is looked for inside another word: weight is no eight

_KERAIA = "ʹ"  # after letters that stand for a number in Greek
_KERAIAS = str.maketrans("΄´ʹ", _KERAIA * 3)
_TENS, _UNITS = ("", *"ικλμνξοπϟ"), ("", *"αβγδεϛζηθ")
_GREEK = [tens + unit for tens, unit in product(_TENS, _UNITS)]
_VOWELS = "αεηιουω"
_ORDINALS = 5  # α' to δ' call rows by their order
_UNMISTAKABLE = {tens + unit for tens in _TENS[1:] for unit in "βγδζθ"}  # no word is spelt so

_ROMAN = (("XC", 90), ("L", 50), ("XL", 40), ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1))


def _roman(number: int) -> str:
    for sign, worth in _ROMAN:
        if number >= worth:
            return sign + _roman(number - worth)
    return ""


_ROMANS = frozenset(map(_roman, range(2, 100)))


@dataclass(frozen=True, slots=True)
class Numbers:
    """The number words of all languages, as they look."""

    values: frozenset[str]  # that name a value by themselves
    units: frozenset[str]  # that do so only at the end of another: twenty-one
    counts: frozenset[str]  # small numbers, which may also say how many
    counted: frozenset[str]  # of what there may be so many
    longest: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "longest", max(map(len, self.values), default=0))

    def spells(self, word: str) -> bool:
        """Whether a word is a number, or several written as one."""
        reached = {0: False}  # by how far numbers reach, whether one of them is a value
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
        """Whether a number of so many letters at least is spelt somewhere among others."""
        return any(
            letters[at : at + size] in self.values
            for size in range(least, self.longest + 1)
            for at in range(len(letters) - size + 1)
        )


@cache
def numbers() -> Numbers:
    """The number words of every language that lists some."""
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
    """Whether a text has a digit, a word for a value or a plain code for one in it."""
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
    """Whether a word names a value, and does not say how many there are of what comes after it."""
    known = numbers()
    counts = word in known.counts and after in known.counted
    return not counts and any(
        known.spells(look) or known.hides(look, _INSIDE) for look in (word, _squeezed(word))
    )


def _hides(letters: str) -> bool:
    """Whether single letters spell a number; I, I, ... is someone who stutters."""
    return numbers().hides(letters, _SPELT) or (letters in _ROMANS and set(letters) != {"I"})


def _single(words: Sequence[str]) -> Iterator[str]:
    """The letters that stand one after another by themselves."""
    for single, run in groupby(words, lambda word: len(word) == 1):
        if single:
            yield "".join(run)


def _joined(words: Sequence[str]) -> Iterator[str]:
    """What neighbours make when they are joined, as they look."""
    for size in range(2, _SPLIT + 1):
        for at in range(len(words) - size + 1):
            yield _squeezed("".join(words[at : at + size]))


def _is_greek_numeral(word: str, after: str) -> bool:
    """Whether letters stand for a number, and not for a word that lost its last vowel to the next."""
    letters = word.casefold().replace("στ", "ϛ").replace("ς", "ϛ")
    if not word.endswith(_KERAIA):
        return letters in _UNMISTAKABLE
    elided = len(word.rstrip(_KERAIA)) == 1 and after[:1].casefold() in tuple(_VOWELS)
    return not elided and letters.rstrip(_KERAIA) in _GREEK[_ORDINALS:]


def _pictures_number(sign: str) -> bool:
    """Whether a sign is a digit, or shows a number as the faces of dice and clocks do."""
    return sign.isnumeric() or unicodedata.name(sign, "").startswith(_PICTURES)


def _written(sign: str) -> bool:
    """Whether a sign counts: accents and signs that cannot be seen do not."""
    return unicodedata.category(sign) not in ("Mn", "Cf")


def _look(word: str) -> str:
    """What a word looks like, in capitals and without accents."""
    return word.upper().translate(_RESEMBLES)


def _looks(word: str) -> tuple[str, str]:
    """What a listed word looks like, and the same with no letter twice in a row."""
    look = _look("".join(filter(_written, unicodedata.normalize("NFKD", word))))
    return look, _squeezed(look)


def _squeezed(look: str) -> str:
    return "".join(letter for letter, _ in groupby(look))
