"""A language's messages, read from a .po file on first use."""

from collections.abc import Callable
from dataclasses import dataclass, field
from gettext import c2py
from pathlib import Path

import polib

_BETWEEN = "\x04"  # gettext's separator between context and message


@dataclass(frozen=True, slots=True)
class Messages:
    """Translations: one text, or one for each plural form."""

    texts: dict[str, str] = field(default_factory=dict)
    counted: dict[str, list[str]] = field(default_factory=dict)  # by the singular message
    form: Callable[[int], int] = lambda n: int(n != 1)  # maps a number to its plural form

    def get(self, message: str, context: str = "") -> str | None:
        """Return a translation, if there is one."""
        return self.texts.get(f"{context}{_BETWEEN}{message}" if context else message)

    def get_many(self, one: str, n: int) -> str | None:
        """Return the plural form of a message for a number."""
        forms = self.counted.get(one)
        return None if forms is None else forms[min(self.form(n), len(forms) - 1)]

    def plain(self) -> dict[str, str | list[str]]:
        """Return all messages without context."""
        texts = {key: text for key, text in self.texts.items() if _BETWEEN not in key}
        return {**texts, **self.counted}

    def part(self, context: str) -> dict[str, str]:
        """Return the messages of one context."""
        start = f"{context}{_BETWEEN}"
        return {k.removeprefix(start): v for k, v in self.texts.items() if k.startswith(start)}


def read(path: Path) -> Messages:
    """Read the messages of a file; none if it does not exist."""
    if not path.exists():
        return Messages()
    file = polib.pofile(str(path), encoding="utf-8")
    texts: dict[str, str] = {}
    counted: dict[str, list[str]] = {}
    for entry in file:
        if not entry.translated():
            continue
        key = f"{entry.msgctxt}{_BETWEEN}{entry.msgid}" if entry.msgctxt else entry.msgid
        if entry.msgid_plural:
            counted[key] = [text for _, text in sorted(entry.msgstr_plural.items())]
        else:
            texts[key] = entry.msgstr
    return Messages(texts, counted, _plural(file.metadata.get("Plural-Forms", "")))


def _plural(forms: str) -> Callable[[int], int]:
    """Compile a plural rule: nplurals=2; plural=(n != 1);"""
    rule = forms.partition("plural=")[2].strip().rstrip(";") or "(n != 1)"
    chooser: Callable[[int], int] = c2py(rule)
    return chooser
