"""The names of cards, piles and numbers, in every form that a sentence may need.

The forms are a language's own: English has a name and one with its article ("the"); Greek has cases
too. A message asks for the form it needs, `{card:the}`, and its translation for the one that it
needs, `{card:the accusative}`.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

Forms = Mapping[str, str]  # by the name of the form; "" is how the thing is called

MOST_IN_WORDS = 20  # numbers above this are written in figures
FACE_DOWN = "--"
ENDLESS = "unlimited"  # a number that has no end


@dataclass(frozen=True)
class Words:
    """One language's words.json."""

    name: str  # of the language, in itself
    short: str  # the same where there is little room
    ends: str  # what a sentence may end with: a full stop, a question mark
    headings: tuple[str, ...]  # of the pages of rules, in their order
    counted: Mapping[str, tuple[str, ...]]  # what follows a number that a game itself can tell
    card_pattern: str  # how a rank and a suit make a card
    ranks: Mapping[str, Forms]
    suits: Mapping[str, str]
    jokers: Mapping[str, Forms]
    hidden: Forms  # a card that lies face down
    piles: Mapping[str, Forms]
    numbered: Mapping[str, Forms]  # where there are several of a kind
    numbers: Mapping[str, tuple[str, ...]]  # by gender, from nought
    unlimited: Mapping[str, str]  # by gender
    marks: Mapping[str, str]  # what stands for the comma between thousands, and for the point
    options: Mapping[str, str]  # what the options of games are called in menus
    choices: Mapping[str, str]  # what may be chosen, as it is written
    presets: Mapping[str, str]  # choices that go together
    variants: Mapping[str, str]  # what people call a game with one choice, by option=choice
    kinds: Mapping[str, tuple[str, ...]]  # words that people look for kinds of games by

    def card(self, text: str, form: str = "") -> str:
        """A card's name in a form."""
        if text == FACE_DOWN:
            return self.hidden[form]
        if text in self.jokers:
            return self.jokers[text][form]
        if text[:1] not in self.ranks or text[1:] not in self.suits:
            return text  # a numbered card is called by its number
        return self.card_pattern.format(rank=self.ranks[text[0]][form], suit=self.suits[text[1]])

    def pile(self, kind: str, number: int | None = None, form: str = "") -> str:
        """A pile's name in a form."""
        if number is None:
            return self.piles[kind][form]
        return self.numbered[kind][form].format(n=number)

    def number(self, value: int | str, gender: str = "") -> str:
        """A number in the word of a gender, or in figures; a text is the word for one without end,
        or it stands for itself.
        """
        if isinstance(value, str):
            return self.unlimited[gender or "n"] if value == ENDLESS else value
        words = self.numbers[gender or "n"]
        in_words = 0 <= value < len(words) and (gender or value == 0)
        return words[value] if in_words else str(value)

    def option(self, name: str) -> str:
        """What an option of a game is called; one that has no name here, by its own."""
        return self.options.get(name) or _spelt(name)

    def choice(self, written: str) -> str:
        """What is called what may be chosen; a number is called what it is."""
        return self.choices.get(written) or _spelt(written)

    def preset(self, name: str) -> str:
        """What some choices together are called."""
        return self.presets.get(name) or _spelt(name)

    def variants_of(self, option: str, written: Iterable[str]) -> list[str]:
        """What a game is called by each choice of an option; empty unless all have a name."""
        found = [self.variants.get(f"{option}={choice}", "") for choice in written]
        return found if all(found) else []

    def mark(self, figures: str) -> str:
        """A number in figures as Python writes it, with this language's marks."""
        return "".join(self.marks.get(sign, sign) for sign in figures)

    def fill(self, template: str, facts: Mapping[str, object]) -> str:
        """A template whose card and pile are names in the forms that it asks for."""
        return _Filler(self).vformat(template, (), facts)

    @property
    def cards(self) -> list[str]:
        """The texts of all cards that have a name."""
        return [rank + suit for rank in self.ranks for suit in self.suits] + [*self.jokers]

    def forms(self) -> dict[str, str]:
        """Every form of every card and pile: KH:the accusative, column {n}:to."""
        found = {
            f"{text}:{form}": self.card(text, form) for text in self.cards for form in self.hidden
        }
        for kinds, number in ((self.piles, ""), (self.numbered, " {n}")):
            for kind, forms in kinds.items():
                found |= {f"{kind}{number}:{form}": name for form, name in forms.items()}
        return found

    def labels(self, english: "Words") -> dict[str, str | list[str]]:
        """What the English names become: a card by itself and as an object, a pile as a label."""
        found: dict[str, str | list[str]] = {}
        for text in self.cards:
            found[english.card(text)] = self.card(text)
            found[english.card(text, "the")] = self.card(text, "the accusative")
        for kind in self.piles:
            found[_capital(english.piles[kind][""])] = _capital(self.piles[kind][""])
            found[_capital(english.numbered[kind][""])] = _capital(self.numbered[kind][""])
        return found


class _Filler(Formatter):
    """Fills templates: a fact called card is a card's text, one called pile a kind and a number."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        """The fact, wrapped if its name says that it has forms."""
        value, used = super().get_field(field_name, args, kwargs)
        if field_name in ("card", "pile"):
            value = _Form(self._words, field_name, str(value))
        return value, used

    def format_field(self, value: Any, format_spec: str) -> str:
        """The fact as it is formatted, a number with the language's marks."""
        found: str = super().format_field(value, format_spec)
        return self._words.mark(found) if format_spec and isinstance(value, (int, float)) else found


@dataclass(frozen=True)
class _Form:
    """A card or a pile that takes the form it is formatted with."""

    words: Words
    sort: str
    text: str

    def __format__(self, form: str) -> str:
        if self.sort == "card":
            return self.words.card(self.text, form)
        kind, _, number = self.text.partition(" ")
        return self.words.pile(kind, int(number) if number else None, form)


def read(path: Path) -> Words:
    """The words of a file."""
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
    """The forms, where one that a language does not bend is like the one it comes from."""
    name, the = given[""], given["the"]
    return {"accusative": name, "the accusative": the, "to": the, **given}


def _spelt(name: str) -> str:
    """A name of code as a person reads it."""
    return _capital(name.replace("_", " ").replace("-", " "))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
