"""Further notes on a page: an example move, and results of bots."""

from typing import NamedTuple

from trapoula.texts.heads import head
from trapoula.texts.languages import ENGLISH


class Example(NamedTuple):
    """A position in a numbered deal, and one move."""

    deal: int
    before: tuple[str, ...]
    move: str


def example(game: str) -> Example | None:
    """Return a game's example, from the note `example: deal 1, turn, W>T5` on its English page."""
    note = head(ENGLISH, game).notes.get("example", "")
    if not note:
        return None
    deal, *actions = (word.strip() for word in note.split(","))
    return Example(int(deal.removeprefix("deal ")), tuple(actions[:-1]), actions[-1])


class Played(NamedTuple):
    """Results of strong bots in many games: all together, or one against simple ones."""

    seats: int
    games: int
    won: int
    turns: int  # of all seats, in a typical game
    together: bool


def played(game: str) -> Played | None:
    """Return results of `python -m bench.played`: `played: seats 3, games 60, won 41, turns 35, together`."""
    note = head(ENGLISH, game).notes.get("played", "")
    if not note:
        return None
    *counted, how = (word.strip() for word in note.split(","))
    figures = dict(word.split() for word in counted)
    seats, games, won, turns = (int(figures[key]) for key in ("seats", "games", "won", "turns"))
    return Played(seats, games, won, turns, together=how == "together")
