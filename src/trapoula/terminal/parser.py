"""The command line's parser: it complains in one sentence, in the language that was chosen."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from trapoula.texts import chosen, languages, say

WRONG = 2  # the exit code of a wrong command line
_LANG = "--lang"


def lang_of(arguments: Sequence[str]) -> str:
    """The language that a command line asks for, looked for before the line is read."""
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        if word == _LANG:
            return following
        if word.startswith(f"{_LANG}="):
            return word.removeprefix(f"{_LANG}=")
    return ""


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.add_argument(
            _LANG,
            choices=languages(),
            metavar=say("LANG"),
            help=say("the language: {codes}", codes=", ".join(languages())),
        )

    def error(self, message: str) -> NoReturn:
        """Say what was wrong and where help is."""
        told = say("{message}. Try {command} --help.", message=message, command=self.prog)
        print(f"{self.prog}: {told}", file=sys.stderr)
        sys.exit(WRONG)


def _one_or_many(one: str, many: str, n: int) -> str:
    return _own(one if n == 1 else many)


def _own(message: str) -> str:
    return chosen().template(message, "argparse")


# argparse asks gettext for its own words, and that searches the disk: it is given ours instead.
vars(argparse).update({"_": _own, "ngettext": _one_or_many})
