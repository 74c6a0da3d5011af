"""Where no search helps: sensible play goes on from each move, on tables that look the same.

What a move comes to is what such games come to in the end, in points of the game's own score.
"""

from collections.abc import Collection, Sequence, Set
from math import sqrt
from statistics import mean, stdev

from trapoula.core.cards import Card
from trapoula.core.deals import SplitMix
from trapoula.patience import CARRY, Action, Patience, Table
from trapoula.patience.scores import Promising
from trapoula.solve.hints.reason import IDLE, RANK, reason
from trapoula.solve.hints.ways import Way, after, along, reason_of
from trapoula.solve.player_view import redealt

SAMPLES, CLOSE = 6, 3  # tables that are dealt, and actions that are compared on them
SURE = 1.0  # standard errors by which another action must be better than the first
WINNING = 50  # points that a game is worth which is won
LONGEST, AIMLESS = 120, 12  # moves of such a game, and those of them that lead nowhere
ACTIONS_TRIED = 3_000  # actions that are looked at in all such games together


def promising(game: Patience) -> bool:
    """Whether the score of a game can tell what an unfinished table may come to."""
    return isinstance(game.score, Promising)


def best_by_rollouts(game: Patience, state: Table, seen: Set[Card], ways: Sequence[Way]) -> Way:
    """The way from which sensible play comes furthest; the first in doubt, which is the most sensible."""
    tables = [*{redealt(state, sample, seen): None for sample in range(1, SAMPLES + 1)}]
    aims = [way for way in ways if reason_of(game, state, way)[0] not in IDLE]
    ordered = _ordered(game, tables[0], aims or ways)[: CLOSE * SAMPLES // len(tables)]
    if len(ordered) == 1:
        return ordered[0]
    looks = ACTIONS_TRIED // (len(ordered) * len(tables))
    best, ends = ordered[0], [_end(game, table, ordered[0], looks) for table in tables]
    for way in ordered[1:]:
        less = _worth_of(game, tables[0], best)[0] - _worth_of(game, tables[0], way)[0]
        others = [_end(game, table, way, looks) for table in tables]
        if _clearly([other - end - max(0, less) for other, end in zip(others, ends, strict=True)]):
            best, ends = way, others
    return best


def _ordered(game: Patience, table: Table, ways: Sequence[Way]) -> list[Way]:
    """The ways, the best reason first; among equals what promises most, takes least room and is short."""

    def order(way: Way) -> tuple[float, ...]:
        promised, room = _worth_of(game, table, way)
        return RANK[reason_of(game, table, way)[0]], -promised, -room, len(way)

    return sorted(ways, key=order)


def _worth_of(game: Patience, table: Table, way: Way) -> tuple[float, int]:
    """What the score promises after a way, and how few other cards its place would have taken."""
    *_, before = table, *along(game, table, way[:-1])
    return worth(game, before, way[-1])


def _clearly(gains: Sequence[float]) -> bool:
    """Whether something gains on the whole, by more than the luck of the deals."""
    luck = stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0
    return mean(gains) > SURE * luck


def _end(game: Patience, table: Table, way: Way, looks: int) -> float:
    """How sensible play ends after a way; badly, where a hidden card does not allow it."""
    reached = after(game, table, way)
    if reached is None:
        return promise(game, table)
    return played_out(game, reached, SplitMix(len(table.gone)), looks)


def sensible(game: Patience, table: Table, actions: Collection[Action]) -> list[Action]:
    """The actions, the best reason first; among equals what promises most and takes least room."""
    ranks = {action: RANK[reason(game, table, action)[0]] for action in actions}
    best = min(ranks.values(), default=0)
    equal = [action for action, rank in ranks.items() if rank == best]
    if len(equal) > 1:
        equal.sort(key=lambda action: worth(game, table, action), reverse=True)
    others = (action for action in actions if ranks[action] > best)
    return [*equal, *sorted(others, key=ranks.__getitem__)]


def worth(game: Patience, table: Table, action: Action) -> tuple[float, int]:
    """What the score promises after an action, and how few other cards its place would have taken.

    What a hidden card does not allow, on a table that looks the same, promises what lies there already.
    """
    room = game.takes(table, action.target).bit_count() if action.verb == CARRY else 0
    then = game.play(table, action) if game.allows(table, action) else table
    return promise(game, then), -room


def promise(game: Patience, table: Table) -> float:
    """What a table may be worth in the end, as its score tells."""
    score = game.score
    return score.promise(game, table) if isinstance(score, Promising) else score.of(game, table)


def played_out(game: Patience, table: Table, dice: SplitMix, looks: int) -> float:
    """What sensible play of so many looks comes to: the score, and more when it wins."""
    seen, idle = {(table.piles, table.phase)}, 0
    for _ in range(LONGEST):
        if table.loose:
            table = game.play(table, game.draw(table, dice))
            continue
        if (ended := game.outcome(table)) is not None:
            return ended.scores[0] + WINNING * ended.won
        legal = game.legal(table)
        looks -= len(legal)
        if looks < 0:
            break
        for action in sensible(game, table, legal):
            further = game.play(table, action)
            if further.loose or (further.piles, further.phase) not in seen:
                break
        else:
            break
        idle += reason(game, table, action)[0] in IDLE
        if idle > AIMLESS:
            break
        table = further
        seen.add((table.piles, table.phase))
    return promise(game, table)
