"""The languages: one folder each, one of them chosen for the whole program."""

import os
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from trapoula.core.errors import Phrase, TrapoulaError

if TYPE_CHECKING:
    from trapoula.texts.po import Messages
    from trapoula.texts.words import Words

ENGLISH = "en"  # the language that messages are written in
FOLDER = Path(__file__).parent
FIRST = "first"  # the part that browsers ask for at once: what the first page says
PLURALS = 200  # all numbers above count as the last two figures do, with a hundred before them
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first of them that is set decides


class Language:
    """One language: its messages, and the forms of its words."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.folder = FOLDER / code
        self._learnt: dict[str, str] = {}

    def learn(self, messages: Mapping[str, str]) -> None:
        """Know the messages of a game from anywhere too; those of the collection come first."""
        self._learnt.update(messages)

    @cached_property
    def _known(self) -> "Messages":
        from trapoula.texts.po import read

        return read(self.folder / "messages.po")

    @cached_property
    def words(self) -> "Words":
        """The names of cards, piles and numbers."""
        from trapoula.texts.words import read

        return read(self.folder / "words.json")

    def template(self, message: str, context: str = "") -> str:
        """A message in this language, not yet filled; a message that is not known stays English."""
        if self.code == ENGLISH:
            return message
        return self._known.get(message, context) or self._learnt.get(message) or message

    def say(self, message: str, /, **facts: object) -> str:
        """A message, filled in with its facts."""
        return self._fill(self.template(message), facts)

    def say_many(self, one: str, many: str, n: int, /, **facts: object) -> str:
        """A message that counts something: {n} is the number."""
        found = one if n == 1 else many
        if self.code != ENGLISH:
            found = self._known.get_many(one, n) or found
        return self._fill(found, {"n": n, **facts})

    @property
    def plurals(self) -> str:
        """The plural form of each number from zero, a figure each."""
        return "".join(str(self._known.form(n)) for n in range(PLURALS))

    def tell(self, told: TrapoulaError | Phrase) -> str:
        """An error, or a part of a sentence, with all its parts in this language."""
        return self.say(told.message, **told.facts)

    def messages(self, part: str = "") -> dict[str, str | list[str]]:
        """English messages and what they become, for a client: of two forms or more, a list.

        The part `first` is what the first page says. Another part is what a client asks for only when
        it needs it: the messages with that context.
        """
        if self.code == ENGLISH:
            return {}
        from trapoula.texts.po import read

        first = read(self.folder / "first.po").plain()
        if part == FIRST:
            return first
        client = read(self.folder / "web.po")
        if part:
            return {**client.part(part)}
        names = self.words.labels(language(ENGLISH).words)
        return {**self.words.forms(), **names, **self._known.plain(), **first, **client.plain()}

    def figure(self, value: float, form: str) -> str:
        """A number in figures, of a format such as ",.1f", with this language's marks."""
        found = format(value, form)
        return found if self.code == ENGLISH else self.words.mark(found)

    def _fill(self, template: str, facts: Mapping[str, object]) -> str:
        known = {
            name: self.tell(fact) if isinstance(fact, (TrapoulaError, Phrase)) else fact
            for name, fact in facts.items()
        }
        if self.code != ENGLISH or "card" in known or "pile" in known:
            return self.words.fill(template, known)
        return template.format(**known)


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    codes = sorted(path.name for path in FOLDER.iterdir() if (path / "words.json").exists())
    return (ENGLISH, *(code for code in codes if code != ENGLISH))


def language(code: str) -> Language:
    """A language by its code; English in place of one that is not spoken here."""
    return _spoken(code if code in languages() else ENGLISH)


@cache
def _spoken(code: str) -> Language:
    return Language(code)


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """The language that the environment asks for: TRAPOULA_LANG, or else the locale."""
    given = os.environ if environment is None else environment
    own = _code(given.get("TRAPOULA_LANG", ""))
    if own in languages():
        return own
    locale = next((given[name] for name in _LOCALE if given.get(name)), "")
    return _code(locale) if _code(locale) in languages() else ENGLISH


def accepted(header: str) -> str:
    """The language that a browser's Accept-Language asks for: the first in it that is spoken here."""
    codes = (_code(tag.partition(";")[0].strip()) for tag in header.split(","))
    return next((code for code in codes if code in languages()), ENGLISH)


def _code(locale: str) -> str:
    """The language of a locale such as el_GR.UTF-8."""
    return locale.partition(".")[0].partition("@")[0].partition("_")[0].partition("-")[0].lower()


_choice: list[Language] = []  # the one that was chosen, if one was


def chosen() -> Language:
    """The language of the whole program: the one it was told to speak, or the environment's."""
    return _choice[0] if _choice else language(_ambient())


@cache
def _ambient() -> str:
    return preferred()


def speak(code: str) -> None:
    """Speak a language from now on."""
    _choice[:] = [language(code)]
