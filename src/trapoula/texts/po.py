"""A language's messages, read from a .po file as they are needed: nothing is compiled."""

from collections.abc import Callable
from dataclasses import dataclass, field
from gettext import c2py
from pathlib import Path

import polib

_BETWEEN = "\x04"  # what gettext puts between a context and a message


@dataclass(frozen=True, slots=True)
class Messages:
    """What messages become: one text, or one for each plural form."""

    texts: dict[str, str] = field(default_factory=dict)
    counted: dict[str, list[str]] = field(default_factory=dict)  # by the message for one
    form: Callable[[int], int] = lambda n: int(n != 1)  # which plural form a number takes

    def get(self, message: str, context: str = "") -> str | None:
        """What a message becomes, if it is known."""
        return self.texts.get(f"{context}{_BETWEEN}{message}" if context else message)

    def get_many(self, one: str, n: int) -> str | None:
        """The form for a number, of a message that counts something."""
        forms = self.counted.get(one)
        return None if forms is None else forms[min(self.form(n), len(forms) - 1)]

    def plain(self) -> dict[str, str | list[str]]:
        """All messages without a context."""
        texts = {key: text for key, text in self.texts.items() if _BETWEEN not in key}
        return {**texts, **self.counted}

    def part(self, context: str) -> dict[str, str]:
        """The messages of one context."""
        start = f"{context}{_BETWEEN}"
        return {k.removeprefix(start): v for k, v in self.texts.items() if k.startswith(start)}


def read(path: Path) -> Messages:
    """The messages of a file; none when there is no file."""
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
    """Which plural form a number takes: nplurals=2; plural=(n != 1);"""
    rule = forms.partition("plural=")[2].strip().rstrip(";") or "(n != 1)"
    chooser: Callable[[int], int] = c2py(rule)
    return chooser
