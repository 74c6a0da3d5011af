"""Tables that look the same to the player: which plan a quick search wins most of, or how far rollouts come.

Where a search helps, the plan is advised that keeps most tables winnable. Elsewhere sensible play goes on
from each move, and what such games come to, in points of the game's own score, decides.
"""

from collections import Counter
from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING

from trapoula.core.cards import Card
from trapoula.core.deals import SplitMix
from trapoula.patience import CARRY, Action, Patience, Table
from trapoula.patience.scores import Promising
from trapoula.solve.hints.history import Past
from trapoula.solve.hints.reason import IDLE, RANK, reason
from trapoula.solve.hints.ways import (
    Way,
    after,
    along,
    detours,
    leads_back,
    planned,
    reason_of,
    without_detours,
)
from trapoula.solve.player_view import Ring, count_unseen, redealt
from trapoula.solve.search.decide import compiled, ready, waited_for
from trapoula.solve.verdict import Limits

if TYPE_CHECKING:
    from trapoula.solve.lowering.program import Program

SAMPLES, FEW = 48, 6  # tables that are dealt, and where none of them could be won before
STATES = 1_000  # positions of a table after which nothing else is tried on it
MOST_EFFORT = 6_000_000  # cards of all positions that are tried
BEGIN = 200  # positions that could be tried while a search is begun
EASY = 500  # positions: a win that takes so many to find is worth half of one that is seen at once
CLOSE = 6  # plans that are compared on those tables,
EVEN = 0.05  # of what the best of them wins: what wins so much less is as good
FAR = 3.0  # until they have lost so many more of them than the best


def best_by_samples(game: Patience, state: Table, past: Past, ways: Sequence[Way]) -> Way:
    """The plan that keeps most tables winnable that look the same; none when none of them could be won.

    A few tables are enough after none of many could.
    """
    program = lowered(game)
    if program is None:
        return ()
    return _Sampling(program, state, past, Ring.of(game)).best(ways, FEW if past.vain else SAMPLES)


def lowered(game: Patience) -> "Program | None":
    """The game for the kernel, where there is one that speaks its words and is ready."""
    try:
        return compiled(game) if ready() else None
    except ImportError:  # the kernel's tools are not installed
        return None


def early(game: Patience) -> bool:
    """Whether the kernel for a game will be there soon: it is being compiled."""
    try:
        return waited_for(game)
    except ImportError:
        return False


@dataclass
class _Sampling:
    """One hint: the table, what is known of it, and how many positions were tried for it."""

    program: "Program"
    state: Table
    past: Past
    ring: Ring | None
    effort: int = 0

    @property
    def game(self) -> Patience:
        return self.program.game

    @property
    def seen(self) -> frozenset[Card]:
        return self.past.seen

    def best(self, ways: Sequence[Way], samples: int) -> Way:
        """The plan after which most tables are won; among those that are about as good, the straightest."""
        votes: Counter[Way] = Counter({way: 0 for way in ways if self.shows(way)})
        winnable: list[tuple[Table, float, Way]] = []
        for sample in range(1, samples + 1):
            table = redealt(self.state, sample, self.seen)
            line, worth = self.won(table)
            if line:
                plan = planned(self.game, table, line, self.seen, self.ring)
                winnable.append((table, worth, plan))
                votes.update(
                    way
                    for way in {plan, without_detours(self.game, table, plan, self.ring)}
                    if way and self.fresh(way)
                )
            if self.effort > MOST_EFFORT // 2:
                break
        close = [way for way, _ in votes.most_common(CLOSE)]
        if not winnable or not close:
            return ()
        wins = dict.fromkeys(close, 0.0)
        for table, worth, plan in winnable:
            for way in close:
                wins[way] += worth if way == plan else self.worth_after(table, way)
            most = max(wins.values())
            close = [way for way in close if wins[way] > most - FAR]
            if len(close) == 1 or self.effort > MOST_EFFORT:
                break
        return min(
            (way for way in close if wins[way] >= (1 - EVEN) * most),
            key=lambda way: (
                detours(self.game, self.state, way, self.ring),
                -wins[way],
                -votes[way],
                len(way),
            ),
        )

    def fresh(self, way: Way) -> bool:
        """Whether a way can be gone and leads where play has not been."""
        return after(self.game, self.state, way) is not None and not leads_back(
            self.game, self.state, self.past, way
        )

    def shows(self, way: Way) -> bool:
        """Whether a way turns up a card that nobody has seen."""
        return count_unseen(along(self.game, self.state, way)[-1], self.seen) < count_unseen(
            self.state, self.seen
        )

    def won(self, table: Table) -> tuple[Sequence[Action], float]:
        """A line that wins, as a quick search sees it, and its worth: whoever plays sees less than a search.

        So a win that is found at once is worth a whole one, and one that has to be looked for is worth less.
        """
        from trapoula.solve.lowering.open_games import opened
        from trapoula.solve.search.general import Seeker
        from trapoula.solve.search.open_games import Seeker as OpenSeeker

        game, limits = opened(self.program), Limits()
        board = (
            Seeker(self.program, table, limits) if game is None else OpenSeeker(game, table, limits)
        )
        found, tries = board.over, (one for one in board.quick if not one.staged)  # those take long
        while found is None and board.spending.states < STATES and (one := next(tries, None)):
            found = board.attempt(one)
        states = board.spending.states
        self.effort += (states + BEGIN) * len(self.game.cards)
        return (found, EASY / (EASY + states)) if found else ((), 0.0)

    def worth_after(self, table: Table, way: Way) -> float:
        """What a table is worth after a way."""
        reached = after(self.game, table, way)
        if reached is None:
            return 0.0
        ended = self.game.outcome(reached)
        if ended is not None:
            return float(ended.won)
        return 0.0 if reached.loose else self.won(reached)[1]


ROLLOUTS, COMPARED = 6, 3  # tables that are dealt, and actions that are compared on them
SURE = 1.0  # standard errors by which another action must be better than the first
WINNING = 50  # points that a game is worth which is won
LONGEST, AIMLESS = 120, 12  # moves of such a game, and those of them that lead nowhere
ACTIONS_TRIED = 3_000  # actions that are looked at in all such games together


def promising(game: Patience) -> bool:
    """Whether the score of a game can tell what an unfinished table may come to."""
    return isinstance(game.score, Promising)


def best_by_rollouts(game: Patience, state: Table, seen: Set[Card], ways: Sequence[Way]) -> Way:
    """The way from which sensible play comes furthest; the first in doubt, which is the most sensible."""
    tables = [*{redealt(state, sample, seen): None for sample in range(1, ROLLOUTS + 1)}]
    aims = [way for way in ways if reason_of(game, state, way)[0] not in IDLE]
    ordered = _ordered(game, tables[0], aims or ways)[: COMPARED * ROLLOUTS // len(tables)]
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
