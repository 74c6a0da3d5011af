"""The languages: one folder each; one is chosen for the whole program."""

import os
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from trapoula.core.errors import Phrase, TrapoulaError

if TYPE_CHECKING:
    from trapoula.texts.po import Messages
    from trapoula.texts.words import Words

ENGLISH = "en"  # the language of messages in the code
FOLDER = Path(__file__).parent
FIRST = "first"  # the part that browsers load at once: the messages of the first page
PLURALS = 200  # larger numbers take the form of their last two digits plus a hundred
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set counts


class Language:
    """A language: its messages and the forms of its words."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.folder = FOLDER / code
        self._learnt: dict[str, str] = {}

    def learn(self, messages: Mapping[str, str]) -> None:
        """Add the messages of a game outside the collection; they do not override others."""
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
        """Return a message in this language, unformatted; an unknown message stays English."""
        if self.code == ENGLISH:
            return message
        return self._known.get(message, context) or self._learnt.get(message) or message

    def say(self, message: str, /, **facts: object) -> str:
        """Return a message, formatted with its facts."""
        return self._fill(self.template(message), facts)

    def say_many(self, one: str, many: str, n: int, /, **facts: object) -> str:
        """Return a message with a number: {n}."""
        found = one if n == 1 else many
        if self.code != ENGLISH:
            found = self._known.get_many(one, n) or found
        return self._fill(found, {"n": n, **facts})

    @property
    def plurals(self) -> str:
        """The plural form of each number from zero, one digit each."""
        return "".join(str(self._known.form(n)) for n in range(PLURALS))

    def tell(self, told: TrapoulaError | Phrase) -> str:
        """Return an error, or part of a sentence, with all its parts in this language."""
        return self.say(told.message, **told.facts)

    def messages(self, part: str = "") -> dict[str, str | list[str]]:
        """Return translations by English message, for a client; a list if there are plural forms.

        The part `first` holds the messages of the first page. Any other part holds the messages
        with that context, which a client loads only when it needs them.
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
        """Format a number, with a format such as ",.1f", by the rules of this language."""
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
    """Return the codes of all languages, English first."""
    codes = sorted(path.name for path in FOLDER.iterdir() if (path / "words.json").exists())
    return (ENGLISH, *(code for code in codes if code != ENGLISH))


def language(code: str) -> Language:
    """Return a language by its code; English if there is none."""
    return _spoken(code if code in languages() else ENGLISH)


@cache
def _spoken(code: str) -> Language:
    return Language(code)


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """Return the language of the environment: TRAPOULA_LANG, or else the locale."""
    given = os.environ if environment is None else environment
    own = _code(given.get("TRAPOULA_LANG", ""))
    if own in languages():
        return own
    locale = next((given[name] for name in _LOCALE if given.get(name)), "")
    return _code(locale) if _code(locale) in languages() else ENGLISH


def accepted(header: str) -> str:
    """Return the first supported language of an Accept-Language header."""
    codes = (_code(tag.partition(";")[0].strip()) for tag in header.split(","))
    return next((code for code in codes if code in languages()), ENGLISH)


def _code(locale: str) -> str:
    """Return the language of a locale such as el_GR.UTF-8."""
    return locale.partition(".")[0].partition("@")[0].partition("_")[0].partition("-")[0].lower()


_choice: list[Language] = []  # the chosen language, if any


def chosen() -> Language:
    """Return the program's language: the chosen one, or the environment's."""
    return _choice[0] if _choice else language(_ambient())


@cache
def _ambient() -> str:
    return preferred()


def speak(code: str) -> None:
    """Choose the program's language."""
    _choice[:] = [language(code)]
