"""A rules page, formatted for a terminal."""

import re
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import groupby
from textwrap import fill

from trapoula.terminal.paint import wants_colour
from trapoula.texts import chosen
from trapoula.texts import option as option_name

WIDEST = 88  # columns; longer lines are hard to read
BOLD, PLAIN = "\033[1m", "\033[0m"
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_STRESS = re.compile(r"\*([^*]+)\*")
_ANCHOR = re.compile(r" \{#[\w-]+\}$")
_BULLET = re.compile(r" *- ")
_PICTURE = re.compile(r"^!\[[^\]]*\]\((\w+)\)$")
_CHOICE = re.compile(r"^(- |  - )\*([\w-]+)\*: ")  # an option or one of its choices


def lay_out(
    markdown: str,
    *,
    options: Collection[str] = (),
    draw: Callable[[int], Mapping[str, str]] | None = None,
    width: int | None = None,
    colour: bool | None = None,
) -> str:
    """Format a page for the terminal: remove the markup, fold lines and draw pictures.

    Options show their names and how to type them.
    """
    columns = min(WIDEST, width or shutil.get_terminal_size().columns)
    bright = wants_colour() if colour is None else colour
    pictures = draw(columns) if draw else {}
    lines = _typed(markdown.splitlines(), options)
    parts = groupby(lines, key=lambda line: line.startswith("|"))
    return "\n".join(
        text
        for is_table, own in parts
        for text in (
            _table([*own]) if is_table else (_line(line, columns, bright, pictures) for line in own)
        )
    )


def _typed(lines: list[str], options: Collection[str]) -> Iterator[str]:
    """Yield the lines, adding how to type each option and choice: -o draw=3."""
    option = ""
    for line in lines:
        named = _CHOICE.match(line)
        if named and named[1] == "- ":
            option = named[2] if named[2] in options else ""
        if named and option:
            word = (
                f"{option_name(chosen().code, option)} (-o {option}=…)"
                if named[1] == "- "
                else f"{option}={named[2]}"
            )
            yield f"{named[1]}{word}: {line[named.end() :]}"
        else:
            yield line


def _table(rows: list[str]) -> list[str]:
    """Align the cells of a table."""
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    shown = [row for row in cells if not all(set(cell) <= {"-", ":"} for cell in row)]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in shown
    ]


def _line(line: str, columns: int, bright: bool, pictures: Mapping[str, str]) -> str:
    if picture := _PICTURE.match(line):
        return pictures.get(picture[1], "")
    if line.startswith("#"):
        title = _ANCHOR.sub("", line.lstrip("# "))
        return f"{BOLD}{title}{PLAIN}" if bright else title
    plain = _STRESS.sub(r"\1", _LINK.sub(r"\1", line))
    bullet = _BULLET.match(plain)
    indent = " " * (bullet.end() if bullet else 0)
    return fill(plain, columns, subsequent_indent=indent) if plain else ""
