"""Everything a person reads, in the chosen language.

    say("There is no move {number}.", number=7)      a message with facts
    say_many("{n} card", "{n} cards", 3)             a message with a number
    tell(error)                                      an error, or part of a sentence
    page("el", "golf").markdown                      the rules of a game

Messages are written in English and looked up in the language's .po files. `language("el")` has the
same functions for another language. Each language is a folder beside this file; see
`docs/translating.md`.
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
    """Return a message in the chosen language, formatted with its facts."""
    return chosen().say(message, **facts)


def say_many(one: str, many: str, n: int, /, **facts: object) -> str:
    """Return a message with a number: {n}."""
    return chosen().say_many(one, many, n, **facts)


def figure(value: float, form: str) -> str:
    """Format a number, with a format such as ",.1f", by the rules of the chosen language."""
    return chosen().figure(value, form)


def tell(told: "TrapoulaError | Phrase") -> str:
    """Return an error, or part of a sentence, in the chosen language."""
    return chosen().tell(told)


def messages(lang: str, part: str = "") -> dict[str, str | list[str]]:
    """Return everything that a client needs for a language: translations by English message."""
    return language(lang).messages(part)


def card(lang: str, text: str, form: str = "") -> str:
    """Return a card's name in a grammatical form: card("el", "KH", "the accusative")."""
    return language(lang).words.card(text, form)


def pile(lang: str, kind: str, number: int | None = None, form: str = "") -> str:
    """Return a pile's name, with its number if there are several of its kind."""
    return language(lang).words.pile(kind, number, form)


def option(lang: str, name: str) -> str:
    """Return an option's name in menus: option("en", "draw")."""
    spoken = language(lang)
    return spoken.template(spoken.words.option(name))


def choice(lang: str, chosen: "Choice") -> str:
    """Return a choice's name in menus: choice("en", "unlimited")."""
    from trapoula.catalogue.entries import write_choice

    spoken = language(lang)
    return spoken.template(spoken.words.choice(write_choice(chosen)))


def variants(lang: str, option: str, choices: Iterable["Choice"]) -> list[str]:
    """Return the names of a game under each choice of an option; empty unless all have one."""
    from trapoula.catalogue.entries import write_choice

    return language(lang).words.variants_of(option, map(write_choice, choices))


def title(lang: str, game: str) -> str:
    """Return a game's title."""
    from trapoula.texts.heads import head

    return head(lang, game).title


def summary(lang: str, game: str) -> str:
    """Return a game's summary in one line."""
    from trapoula.texts.heads import head

    return head(lang, game).summary


def page(lang: str, game: str, options: "Mapping[str, Choice] | None" = None) -> "Page":
    """Return the rules of a game with some options."""
    from trapoula.texts import pages

    return pages.page(lang, game, options)


def explained(lang: str, game: str) -> dict[str, dict[str, str]]:
    """Return a page's text for each option, and for each choice that it explains."""
    from trapoula.texts import pages

    return pages.explained(lang, game)


def glossary(lang: str) -> "Page":
    """Return the glossary of the rules."""
    from trapoula.texts import pages

    return pages.glossary(lang)
