"""The worked move that a page notes: a deal, what is played before, and the move itself."""

from typing import NamedTuple

from trapoula.texts.heads import head
from trapoula.texts.languages import ENGLISH


class Example(NamedTuple):
    """A position that everybody can deal, and one move in it."""

    deal: int
    before: tuple[str, ...]
    move: str


def example(game: str) -> Example | None:
    """The worked move of a game; its English page notes it as `example: deal 1, turn, W>T5`."""
    note = head(ENGLISH, game).notes.get("example", "")
    if not note:
        return None
    deal, *actions = (word.strip() for word in note.split(","))
    return Example(int(deal.removeprefix("deal ")), tuple(actions[:-1]), actions[-1])
