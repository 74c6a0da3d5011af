"""The pictures of a rules page, drawn as text."""

from collections.abc import Mapping

from trapoula.catalogue.entries import find
from trapoula.core.game import Choice
from trapoula.host import lesson
from trapoula.host.lesson import EXAMPLE, HAND, Picture
from trapoula.patience import Patience
from trapoula.terminal.paint import wants_colour
from trapoula.terminal.picture import draw
from trapoula.texts.notes import example

INDENT = "    "


def pictures(game: str, options: Mapping[str, Choice], columns: int) -> dict[str, str]:
    """Draw each picture as indented text for so many columns; the example's move goes below its picture."""
    made = find(game).make(options)
    found, shown = {}, example(game)
    for name, picture in lesson.pictures(game, options).items():
        room = columns - len(INDENT)
        text = _table(made, picture, room) if isinstance(made, Patience) else _strips(picture)
        if name == EXAMPLE and shown:  # the first move is made on the table shown before
            text = f"{text}\n\n{shown.move}" if shown.before else shown.move
        found[name] = "\n".join(f"{INDENT}{line}".rstrip() for line in text.splitlines())
    return found


def _table(game: Patience, picture: Picture, columns: int) -> str:
    return draw(game, {"piles": picture.piles}, colour=wants_colour(), columns=columns)


def _strips(picture: Picture) -> str:
    """Draw the cards on the table, and a hand below them."""
    piles = picture.piles
    laid = [card for name in piles if name != HAND for card in piles[name]]
    return "\n\n".join("  ".join(cards) for cards in (laid, piles[HAND]))
