"""What the pages of rules begin with, read without the rest: the title and one line."""

from functools import cache
from typing import NamedTuple

from trapoula.shelf import books, spine
from trapoula.texts.languages import ENGLISH, language


class Head(NamedTuple):
    """What a page begins with."""

    title: str
    summary: str


@cache
def head(lang: str, game: str) -> Head:
    """A game's title and summary: its page's, or its file's where no page is written."""
    for code in (lang, ENGLISH):
        try:
            with open(f"{language(code).folder}/{game}.md", encoding="utf-8") as lines:
                return read_head("".join(line for line, _ in zip(lines, range(3), strict=False)))
        except FileNotFoundError:
            continue
    book = books().get(game)
    own = spine(book) if book else None
    return Head(own.title, own.summary) if own else Head(game.replace("-", " ").title(), "")


def read_head(text: str) -> Head:
    """The head of a page: its first line is the title, the next that is not empty the summary."""
    title, _, rest = text.partition("\n")
    return Head(title.removeprefix("# ").strip(), rest.strip().partition("\n")[0])
