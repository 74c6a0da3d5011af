"""The names of cards, piles and numbers, in every form that a sentence may need.

Languages have different forms: English has the name and the name with its article ("the"); Greek
has cases too. A message names the form it needs, `{card:the}`, and its translation names its own,
`{card:the accusative}`.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

Forms = Mapping[str, str]  # by the name of the form; "" is the plain name

MOST_IN_WORDS = 20  # larger numbers are written in figures
FACE_DOWN = "--"
ENDLESS = "unlimited"  # the text of an unlimited number


@dataclass(frozen=True)
class Words:
    """A language's words.json."""

    name: str  # the language's name for itself
    short: str  # a short form of it
    ends: str  # the marks that end a sentence
    headings: tuple[str, ...]  # of the rules pages, in order
    counted: Mapping[str, tuple[str, ...]]  # nouns after numbers that the game itself knows
    card_pattern: str  # combines a rank and a suit
    ranks: Mapping[str, Forms]
    suits: Mapping[str, str]
    jokers: Mapping[str, Forms]
    hidden: Forms  # a face-down card
    piles: Mapping[str, Forms]
    numbered: Mapping[str, Forms]  # if there are several of a kind
    numbers: Mapping[str, tuple[str, ...]]  # by gender, from zero
    unlimited: Mapping[str, str]  # by gender
    marks: Mapping[str, str]  # the thousands separator and the decimal mark
    options: Mapping[str, str]  # names of options in menus
    choices: Mapping[str, str]  # names of choices
    presets: Mapping[str, str]  # choices that go together
    variants: Mapping[str, str]  # names of a game with one choice, by option=choice
    kinds: Mapping[str, tuple[str, ...]]  # search words for kinds of games

    def card(self, text: str, form: str = "") -> str:
        """Return a card's name in a form."""
        if text == FACE_DOWN:
            return self.hidden[form]
        if text in self.jokers:
            return self.jokers[text][form]
        if text[:1] not in self.ranks or text[1:] not in self.suits:
            return text  # a numbered card is named by its number
        return self.card_pattern.format(rank=self.ranks[text[0]][form], suit=self.suits[text[1]])

    def pile(self, kind: str, number: int | None = None, form: str = "") -> str:
        """Return a pile's name in a form."""
        if number is None:
            return self.piles[kind][form]
        return self.numbered[kind][form].format(n=number)

    def number(self, value: int | str, gender: str = "") -> str:
        """Return a number as a word of a gender, or in figures.

        A text is "unlimited" or stands for itself.
        """
        if isinstance(value, str):
            return self.unlimited[gender or "n"] if value == ENDLESS else value
        words = self.numbers[gender or "n"]
        in_words = 0 <= value < len(words) and (gender or value == 0)
        return words[value] if in_words else str(value)

    def option(self, name: str) -> str:
        """Return an option's name, by default from its name in code."""
        return self.options.get(name) or _spelt(name)

    def choice(self, written: str) -> str:
        """Return a choice's name; a number stays a number."""
        return self.choices.get(written) or _spelt(written)

    def preset(self, name: str) -> str:
        """Return a preset's name."""
        return self.presets.get(name) or _spelt(name)

    def variants_of(self, option: str, written: Iterable[str]) -> list[str]:
        """Return the names of a game under each choice of an option; empty unless all have one."""
        found = [self.variants.get(f"{option}={choice}", "") for choice in written]
        return found if all(found) else []

    def mark(self, figures: str) -> str:
        """Convert Python's number format to this language's marks."""
        return "".join(self.marks.get(sign, sign) for sign in figures)

    def fill(self, template: str, facts: Mapping[str, object]) -> str:
        """Fill in a template, with cards and piles in the forms it asks for."""
        return _Filler(self).vformat(template, (), facts)

    @property
    def cards(self) -> list[str]:
        """The texts of all cards with names."""
        return [rank + suit for rank in self.ranks for suit in self.suits] + [*self.jokers]

    def forms(self) -> dict[str, str]:
        """Return every form of every card and pile: KH:the accusative, column {n}:to."""
        found = {
            f"{text}:{form}": self.card(text, form) for text in self.cards for form in self.hidden
        }
        for kinds, number in ((self.piles, ""), (self.numbered, " {n}")):
            for kind, forms in kinds.items():
                found |= {f"{kind}{number}:{form}": name for form, name in forms.items()}
        return found

    def labels(self, english: "Words") -> dict[str, str | list[str]]:
        """Return translations of the English names: cards plain and as objects, piles as labels."""
        found: dict[str, str | list[str]] = {}
        for text in self.cards:
            found[english.card(text)] = self.card(text)
            found[english.card(text, "the")] = self.card(text, "the accusative")
        for kind in self.piles:
            found[_capital(english.piles[kind][""])] = _capital(self.piles[kind][""])
            found[_capital(english.numbered[kind][""])] = _capital(self.numbered[kind][""])
        return found


class _Filler(Formatter):
    """A formatter where a fact named card is a card's text, and one named pile is a kind and a number."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        """Return the fact, wrapped if its name means that it has forms."""
        value, used = super().get_field(field_name, args, kwargs)
        if field_name in ("card", "pile"):
            value = _Form(self._words, field_name, str(value))
        return value, used

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return the formatted fact; numbers get the language's marks."""
        found: str = super().format_field(value, format_spec)
        return self._words.mark(found) if format_spec and isinstance(value, (int, float)) else found


@dataclass(frozen=True)
class _Form:
    """A card or pile that is formatted by the name of a form."""

    words: Words
    sort: str
    text: str

    def __format__(self, form: str) -> str:
        if self.sort == "card":
            return self.words.card(self.text, form)
        kind, _, number = self.text.partition(" ")
        return self.words.pile(kind, int(number) if number else None, form)


def read(path: Path) -> Words:
    """Read the words of a file."""
    data = json.loads(path.read_text("utf-8"))
    cards, piles, numbers, pages = data["cards"], data["piles"], data["numbers"], data["pages"]
    return Words(
        data["name"],
        data["short"],
        data["ends"],
        tuple(pages["headings"]),
        {fact: tuple(nouns) for fact, nouns in pages["counted"].items()},
        cards["pattern"],
        {rank: _forms(forms) for rank, forms in cards["ranks"].items()},
        cards["suits"],
        {joker: _forms(forms) for joker, forms in cards["jokers"].items()},
        _forms(cards["hidden"]),
        {kind: _forms(forms["one"]) for kind, forms in piles.items()},
        {kind: _forms(forms["several"]) for kind, forms in piles.items()},
        {gender: tuple(words) for gender, words in numbers["words"].items()},
        numbers["unlimited"],
        numbers["marks"],
        **data["settings"],
        kinds={kind: tuple(words) for kind, words in data["kinds"].items()},
    )


def _forms(given: dict[str, str]) -> Forms:
    """Return the forms, filling in missing ones with the form they derive from."""
    name, the = given[""], given["the"]
    return {"accusative": name, "the accusative": the, "to": the, **given}


def _spelt(name: str) -> str:
    """Return a name in code as a readable label."""
    return _capital(name.replace("_", " ").replace("-", " "))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
