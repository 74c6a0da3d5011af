"""Simple play: one who looks at the next move only, and never goes back to where they have been."""

from collections.abc import Sequence
from dataclasses import dataclass

from trapoula.core.cards import Deck
from trapoula.core.deals import SplitMix, dice
from trapoula.patience import Action, Patience, Table
from trapoula.solve.hints.reason import IDLE, RANK, reason

LONGEST, AIMLESS = 1_000, 50  # moves in all, and moves that lead nowhere, before it is given up
TRIES = 4  # games of one deal, by which it is told how often simple play wins


@dataclass(frozen=True, slots=True)
class Played:
    """How simple play of a deal went: the actions, chance's among them, and whether they won."""

    won: bool
    actions: tuple[Action, ...]


def tries(game: Patience, deck: Deck) -> list[Played]:
    """Some games of simple play at one deal."""
    return [play_simply(game, deck, seed) for seed in range(TRIES)]


def play_simply(game: Patience, deck: Deck, seed: int = 0, after: Sequence[Action] = ()) -> Played:
    """A whole deal by simple play, with the chance that a player of this deal would meet.

    Among moves that are as good, seed 0 takes the first that the rules name and others take any. The first
    actions may have been another's.
    """
    table, done, idle = game.start(deck), list(after), 0
    rng = SplitMix(seed) if seed else None
    seen = {_lies(table)}
    for action in after:
        table = game.play(table, action)
        seen.add(_lies(table))
    while (ended := game.outcome(table)) is None and len(done) < LONGEST and idle < AIMLESS:
        if table.loose:
            code, action = "", game.draw(table, dice(deck, len(done)))
        else:
            code, action = _choice(game, table, seen, rng)
            if not code:
                break
        table = game.play(table, action)
        seen.add(_lies(table))
        done.append(action)
        idle += code in IDLE
    return Played(ended is not None and ended.won, tuple(done))


def _choice(
    game: Patience, table: Table, seen: set[tuple[object, ...]], rng: SplitMix | None
) -> tuple[str, Action]:
    """The move with the best reason that leads to a new table; no reason when there is none."""
    told: list[tuple[int, int, str, Action]] = []
    for number, action in enumerate(game.legal(table, 0)):
        code, _ = reason(game, table, action)
        told.append((RANK[code], rng.below(1 << 16) if rng else number, code, action))
    for _, _, code, action in sorted(told):
        after = game.play(table, action)
        if after.loose or _lies(after) not in seen:
            return code, action
    return "", Action("")


def _lies(table: Table) -> tuple[object, ...]:
    """How a table lies, however it came to."""
    return table.piles, table.phase
