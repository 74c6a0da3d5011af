"""A page of rules, laid out for a terminal."""

import re
import shutil
from textwrap import fill

from trapoula.terminal.paint import wants_colour

WIDEST = 88  # columns; longer lines are hard to read
BOLD, PLAIN = "\033[1m", "\033[0m"
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_STRESS = re.compile(r"\*([^*]+)\*")
_ANCHOR = re.compile(r" \{#[\w-]+\}$")
_BULLET = re.compile(r" *- ")


def lay_out(markdown: str, *, width: int | None = None, colour: bool | None = None) -> str:
    """The text without its marks, its paragraphs folded to the width of the terminal."""
    columns = min(WIDEST, width or shutil.get_terminal_size().columns)
    bright = wants_colour() if colour is None else colour
    return "\n".join(_line(line, columns, bright) for line in markdown.splitlines())


def _line(line: str, columns: int, bright: bool) -> str:
    if line.startswith("#"):
        title = _ANCHOR.sub("", line.lstrip("# "))
        return f"{BOLD}{title}{PLAIN}" if bright else title
    plain = _STRESS.sub(r"\1", _LINK.sub(r"\1", line))
    bullet = _BULLET.match(plain)
    indent = " " * (bullet.end() if bullet else 0)
    return fill(plain, columns, subsequent_indent=indent) if plain else ""
