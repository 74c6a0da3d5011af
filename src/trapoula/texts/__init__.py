"""Every word a person reads, in the language that was chosen.

    say("There is no move {number}.", number=7)      a message, filled with its facts
    say_many("{n} card", "{n} cards", 3)             a message that counts something
    tell(error)                                      an error, or a part of a sentence
    page("el", "golf").markdown                      the rules of a game

Messages are written in English and looked up in the language's .po files; `language("el")` answers
the same questions for a language that is not the chosen one. Each language is a folder beside this
file: `docs/translating.md` says what is in it.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from trapoula.texts.languages import (
    ENGLISH,
    Language,
    accepted,
    chosen,
    language,
    languages,
    preferred,
    speak,
)

if TYPE_CHECKING:
    from trapoula.core.errors import Phrase, TrapoulaError
    from trapoula.core.game import Choice
    from trapoula.texts.pages import Page

__all__ = [
    "ENGLISH",
    "Language",
    "accepted",
    "card",
    "choice",
    "chosen",
    "explained",
    "figure",
    "glossary",
    "language",
    "languages",
    "messages",
    "option",
    "page",
    "pile",
    "preferred",
    "say",
    "say_many",
    "speak",
    "summary",
    "tell",
    "title",
    "variants",
]


def say(message: str, /, **facts: object) -> str:
    """A message in the chosen language, filled in with its facts."""
    return chosen().say(message, **facts)


def say_many(one: str, many: str, n: int, /, **facts: object) -> str:
    """A message that counts something: {n} is the number."""
    return chosen().say_many(one, many, n, **facts)


def figure(value: float, form: str) -> str:
    """A number in figures, of a format such as ",.1f", with the marks of the chosen language."""
    return chosen().figure(value, form)


def tell(told: "TrapoulaError | Phrase") -> str:
    """An error, or a part of a sentence, in the chosen language."""
    return chosen().tell(told)


def messages(lang: str, part: str = "") -> dict[str, str | list[str]]:
    """Everything that a client needs to speak a language: English messages and what they become."""
    return language(lang).messages(part)


def card(lang: str, text: str, form: str = "") -> str:
    """A card's name in the form that a sentence needs: card("el", "KH", "the accusative")."""
    return language(lang).words.card(text, form)


def pile(lang: str, kind: str, number: int | None = None, form: str = "") -> str:
    """A pile's name, with its number where there are several of its kind."""
    return language(lang).words.pile(kind, number, form)


def option(lang: str, name: str) -> str:
    """What an option of a game is called in menus: option("en", "draw")."""
    spoken = language(lang)
    return spoken.template(spoken.words.option(name))


def choice(lang: str, chosen: "Choice") -> str:
    """What is called what may be chosen: choice("en", "unlimited")."""
    from trapoula.catalogue.entries import write_choice

    spoken = language(lang)
    return spoken.template(spoken.words.choice(write_choice(chosen)))


def variants(lang: str, option: str, choices: Iterable["Choice"]) -> list[str]:
    """What a game is called by each choice of an option; empty unless all have a name."""
    from trapoula.catalogue.entries import write_choice

    return language(lang).words.variants_of(option, map(write_choice, choices))


def title(lang: str, game: str) -> str:
    """What a game is called."""
    from trapoula.texts.heads import head

    return head(lang, game).title


def summary(lang: str, game: str) -> str:
    """What a game is, in one line."""
    from trapoula.texts.heads import head

    return head(lang, game).summary


def page(lang: str, game: str, options: "Mapping[str, Choice] | None" = None) -> "Page":
    """The rules of a game under some options."""
    from trapoula.texts import pages

    return pages.page(lang, game, options)


def explained(lang: str, game: str) -> dict[str, dict[str, str]]:
    """What the page of a game says of each option, and by their names of those choices that it explains."""
    from trapoula.texts import pages

    return pages.explained(lang, game)


def glossary(lang: str) -> "Page":
    """What the words of the rules mean."""
    from trapoula.texts import pages

    return pages.glossary(lang)
