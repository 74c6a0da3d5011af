"""The argument parser: help that fits the terminal, and errors as one sentence.

It keeps its arguments as they are added, so that help and completion use the same data; argparse
parses the line. Its English error messages are matched by pattern and translated.
"""

import argparse
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from textwrap import wrap
from typing import Any, NoReturn

from trapoula.terminal.codes import WRONG
from trapoula.texts import chosen, languages, say

WIDEST, NARROWEST = 100, 40  # columns of a help page
INDENT = 24  # column of the explanations
LANG = "--lang"
MESSAGES = (  # argparse's error messages
    "argument {argument}: {fault}",
    "the following arguments are required: {arguments}",
    "unrecognized arguments: {arguments}",
    "invalid choice: {value} (choose from {choices})",
    "expected one argument",
    "expected at most one argument",
    "expected at least one argument",
    "ambiguous option: {option} could match {options}",
    "ignored explicit argument {value}",
    "not allowed with argument {argument}",
)


NUMBERS = (
    "argument {argument}: invalid int value: {value}",
    "argument {argument}: invalid float value: {value}",
)


_NO_COMMAND = re.compile(r"invalid choice: '([^']*)' \(choose from ")


def lang_of(arguments: Sequence[str]) -> str:
    """Return the language in a command line; needed before parsing."""
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        if word == LANG:
            return following
        if word.startswith(f"{LANG}="):
            return word.removeprefix(f"{LANG}=")
    return ""


def columns() -> int:
    """Return the width of a page."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


class Parser(argparse.ArgumentParser):
    """A parser that keeps its arguments, for help and completion."""

    def __init__(self, **settings: Any) -> None:
        self.arguments: list[argparse.Action] = []
        self.commands: dict[str, tuple[Parser, str]] = {}
        super().__init__(**settings, add_help=False, allow_abbrev=False)
        self.add_argument("-h", "--help", action="help", help=say("this help"))
        self.add_argument(
            LANG,
            choices=languages(),
            metavar=say("LANG"),
            help=say("the language: {codes}", codes=", ".join(languages())),
        )

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Add an argument and keep it."""
        action = super().add_argument(*names, **settings)
        self.arguments.append(action)
        return action

    def add_alternatives(self, all_: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """Add mutually exclusive arguments and keep them."""
        group = self.add_mutually_exclusive_group()
        self.arguments += [group.add_argument(name, **settings) for name, settings in all_]

    def add_commands(self, **parsers: tuple["Parser", str]) -> None:
        """Keep the commands with their descriptions."""
        self.commands |= parsers

    @property
    def flags(self) -> list[argparse.Action]:
        """The arguments with flags, help and language last."""
        named = [one for one in self.arguments if one.option_strings]
        return named[2:] + named[:2]

    @property
    def places(self) -> list[argparse.Action]:
        """The positional arguments."""
        return [one for one in self.arguments if not one.option_strings]

    def format_usage(self) -> str:
        """Format the usage line, folded if it is long."""
        words = [self.prog, *(_bracketed(_offered(one), one) for one in self.flags)]
        words += [_place(one) for one in self.places]
        words += [say("COMMAND"), "..."] if self.commands else []
        line = say("usage: {line}", line="\x00".join(word.replace(" ", "\x01") for word in words))
        folded = wrap(line.replace("\x00", " "), columns(), subsequent_indent="    ")
        return "\n".join(folded).replace("\x01", " ") + "\n"

    def format_help(self) -> str:
        """Format usage, description and all arguments."""
        lines = [self.format_usage()]
        if self.description:
            lines += [*wrap(self.description, columns()), ""]
        if self.commands:
            lines += [f"{say('commands')}:"]
            for name, (_, told) in self.commands.items():
                lines += _entry(f"    {name}", told)
            lines.append("")
        if self.places:
            lines += [f"{say('arguments')}:"]
            for one in self.places:
                lines += _entry(f"  {one.metavar}", _told(one))
            lines.append("")
        lines += [f"{say('options')}:"]
        for one in self.flags:
            lines += _entry(f"  {', '.join((*one.option_strings[:-1], _spelled(one)))}", _told(one))
        return "\n".join(lines) + "\n"

    def error(self, message: str) -> NoReturn:
        """Print what was wrong and where to find help, then exit."""
        if (word := _NO_COMMAND.search(message)) and self.commands:
            near = get_close_matches(word[1], self.commands, n=1, cutoff=0.5)
            message = say("there is no command {word}", word=repr(word[1]))
            if near:
                told = say("{message}; the nearest is {near}", message=message, near=near[0])
                message = told
        told = say("{message}. Try {command} --help.", message=_own(message), command=self.prog)
        print(f"{self.prog}: {told}", file=sys.stderr)
        sys.exit(WRONG)


def _spelled(one: argparse.Action) -> str:
    """Write a flag with its value, as you type it."""
    flag = one.option_strings[-1]
    if one.nargs == 0:
        return flag
    return f"{flag} [{one.metavar}]" if one.nargs == "?" else f"{flag} {one.metavar}"


def _offered(one: argparse.Action) -> str:
    """Write a flag with its value, or with its opposite if it has one."""
    both = isinstance(one, argparse.BooleanOptionalAction)
    return " | ".join(one.option_strings) if both else _spelled(one)


def _bracketed(text: str, one: argparse.Action) -> str:
    return text if one.required else f"[{text}]"


def _place(one: argparse.Action) -> str:
    text = f"[{one.metavar} ...]" if one.nargs == "*" else str(one.metavar)
    return f"[{text}]" if one.nargs == "?" else text


def _told(one: argparse.Action) -> str:
    """Describe an argument with its default."""
    told = one.help or ""
    if one.nargs == 0 or one.default in (None, "", False, argparse.SUPPRESS) or one.default == []:
        return told
    default = f"{one.default:g}" if isinstance(one.default, float) else one.default
    return say("{told} (default: {default})", told=told, default=default)


def _entry(name: str, told: str) -> Iterator[str]:
    """Yield a name with its explanation beside it."""
    lines = wrap(told, columns() - INDENT) or [""]
    if len(name) < INDENT - 1:
        yield f"{name:{INDENT}}{lines.pop(0)}".rstrip()
    else:
        yield name
    yield from (" " * INDENT + line for line in lines)


def _own(message: str) -> str:
    """Translate an error message of argparse; return it unchanged if its pattern is unknown."""
    for shape in (*NUMBERS, *MESSAGES):
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(shape))
        if found := re.fullmatch(pattern, message, re.DOTALL):
            facts = {name: _own(text) for name, text in found.groupdict().items()}
            if shape == NUMBERS[0]:
                return say("{argument} is a whole number, not {value}", **facts)
            if shape == NUMBERS[1]:
                return say("{argument} is a number, not {value}", **facts)
            return chosen().say(shape, **facts)
    return message
