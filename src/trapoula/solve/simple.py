"""Simple play: one who looks at the next move only, and never goes back to where they have been."""

from dataclasses import dataclass

from trapoula.cards import Deck
from trapoula.deals import dice
from trapoula.patience import Action, Patience, Table
from trapoula.solve.reason import RANK, reason

LONGEST, IDLE = 1_000, 50  # moves in all, and moves without a reason, before it is given up


@dataclass(frozen=True, slots=True)
class Played:
    """How simple play of a deal went."""

    won: bool
    steps: int


def play_simply(game: Patience, deck: Deck) -> Played:
    """A whole deal by simple play, with the chance that a player of this deal would meet."""
    table, steps, idle = game.start(deck), 0, 0
    seen = {_lies(table)}
    while (ended := game.outcome(table)) is None and steps < LONGEST and idle < IDLE:
        if table.loose:
            table = game.play(table, game.draw(table, dice(deck, steps)))
        else:
            code, after = _step(game, table, seen)
            if after is None:
                break
            table, idle = after, idle + (code == "only")
            seen.add(_lies(table))
        steps += 1
    return Played(ended is not None and ended.won, steps)


def _step(game: Patience, table: Table, seen: set[tuple[object, ...]]) -> tuple[str, Table | None]:
    """The move with the best reason that leads to a new table; none when all is known."""
    told: list[tuple[int, str, Action]] = []
    for action in game.legal(table, 0):
        code, _ = reason(game, table, action)
        told.append((RANK[code], code, action))
    for _, code, action in sorted(told, key=lambda one: one[0]):
        after = game.play(table, action)
        if after.loose or _lies(after) not in seen:
            return code, after
    return "", None


def _lies(table: Table) -> tuple[object, ...]:
    """How a table lies, however it came to."""
    return table.piles, table.phase
