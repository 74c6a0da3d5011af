"""Search through the rules themselves: slower than the kernel, and good for every patience."""

import random
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import count
from math import exp
from typing import Any, TypeAlias

from trapoula.core.game import CHANCE, Game
from trapoula.patience import Bare, Both, Either, Goal, Home, Patience, Reach, Table
from trapoula.solve.verdict import LONG_LINE, Limits, Verdict, replayed

Path: TypeAlias = "tuple[Path, Any] | None"  # the actions so far, the last one first

FIRST_WIDTH = 1  # of the growing beam: a first score comes at once
DIVES, WHIM = 40, 0.1  # after a beam without end, and how often a dive takes any of the best steps
BEAM_SHARE = 0.5  # of the time, before the complete search begins
SCORE_SHARES = 0.2, 0.9  # where a score wins: for beams, and until lines have been made better
LONGEST = 100  # actions of such a line, where a game may go on without end
HEAT = 6.0  # by how much a line may get worse at first
STATE_BYTES = 1200  # what one remembered position costs, roughly


@dataclass
class _Search:
    """One search: its limits, and what it has seen and spent."""

    game: Game[Any, Any]
    limits: Limits
    since: float = field(init=False)
    states: int = 0
    kept: int = 0  # of those, what this try remembers
    best: int | None = None
    shuffles: bool = False
    endless: bool = False  # whether a beam went on for longer than a line is followed
    won: Path = None
    key: Callable[[Any], Hashable] = field(init=False)
    dice: random.Random = field(default_factory=lambda: random.Random(1))

    def __post_init__(self) -> None:
        self.key, self.since = _key_of(self.game), self.limits.clock()

    def spent(self, share: float = 1.0) -> bool:
        limits = self.limits
        return (
            self.since + limits.seconds * share < limits.clock()
            or self.states > limits.states
            or self.kept * STATE_BYTES > limits.memory
            or (limits.stop is not None and limits.stop())
        )

    def played(self, state: Any, actions: list[Any]) -> list[Any] | None:
        """What the actions lead to, one after the other; None when one of them is not allowed."""
        states = []
        for action in actions:
            if not self.game.allows(state, action):
                return None
            state = self.game.play(state, action)
            states.append(state)
        self.states += len(states)
        return states

    def steps(self, state: Any, path: Path) -> Iterator[tuple[int, Any, Path]]:
        """What each action leads to, with its score; `won` is set on the way when one wins."""
        game = self.game
        for action in game.legal(state, 0):
            after = game.play(state, action)
            self.states += 1
            self.kept += 1
            outcome = game.outcome(after)
            if outcome is not None:
                score = outcome.scores[0]
                self.best = score if self.best is None else max(self.best, score)
                if outcome.won:
                    self.won = (path, action)
                    return
            elif game.turn(after) == CHANCE:
                self.shuffles = True
            else:
                yield _score(game, after), after, (path, action)


def solve(game: Game[Any, Any], state: Any, limits: Limits) -> Verdict:
    """The verdict on a position of a game for one: beams that grow, better lines, then everything."""
    search = _Search(game, limits)
    outcome = game.outcome(state)
    if outcome is not None:
        search.best = outcome.scores[0]
        return _verdict(search, state, exhausted=True, won=outcome.won)
    exhausted, share = False, SCORE_SHARES[0] if _scored(game) else BEAM_SHARE
    for growth in () if limits.thorough else count():
        exhausted = _beam(search, state, FIRST_WIDTH << 2 * growth, share)
        if search.endless and search.won is None:
            _dive(search, state, share)
        if search.won is not None or exhausted or search.spent(share):
            break
    if search.won is None and not exhausted and _scored(game) and not limits.thorough:
        _exchange(search, state)
    if search.won is None and not exhausted:
        exhausted = _deep(search, state)
    return _verdict(search, state, exhausted=exhausted, won=False)


def _longest(game: Game[Any, Any]) -> int:
    """How many moves a line may have that somebody would follow."""
    return LONG_LINE * len(game.pack)


def _dive(search: _Search, start: Any, share: float) -> None:
    """Take the best step each time, to where the dive has not been: of equals the last, or by a whim any."""
    dice = search.dice
    for _ in range(DIVES):
        path: Path = None
        state, seen, search.kept = start, {search.key(start)}, 0
        for _ in range(_longest(search.game)):
            steps = [one for one in search.steps(state, path) if search.key(one[1]) not in seen]
            if search.won is not None or search.spent(share):
                return
            if not steps:
                break
            steps = dice.sample(steps, len(steps)) if dice.random() < WHIM else steps[::-1]
            _, state, path = max(steps, key=lambda scored: scored[0])
            seen.add(search.key(state))


def _beam(search: _Search, state: Any, width: int, share: float) -> bool:
    """Level after level, the best so many positions of each; whether none had to be left out."""
    level: list[tuple[int, Any, Path]] = [(0, state, None)]
    seen, complete = {search.key(state)}, True
    search.kept = 0
    for _ in range(_longest(search.game)):
        after: list[tuple[int, Any, Path]] = []
        for _, position, path in level:
            for scored in search.steps(position, path):
                key = search.key(scored[1])
                if key not in seen:
                    seen.add(key)
                    after.append(scored)
            if search.won is not None or search.spent(share):
                return False
        complete &= len(after) <= width
        level = nlargest(width, after, key=lambda scored: scored[0])
        if not level:
            return complete
    search.endless = True
    return False


def _scored(game: Game[Any, Any]) -> bool:
    """Whether a game is won by its score, which every line to its end brings some of."""
    return isinstance(game, Patience) and isinstance(game.goal, Reach)


def _exchange(search: _Search, state: Any) -> None:
    """Make a line to the end better: two of its actions change places, at first even for a little worse."""
    game, dice = search.game, random.Random(1)
    line, states = list[Any](), [state]
    while game.outcome(states[-1]) is None and len(line) < LONGEST:
        if game.turn(states[-1]) == CHANCE or search.spent():
            return
        legal = tuple(game.legal(states[-1], 0))
        # what the rules name first is what brings a game to its end
        line.append(dice.choice([one for one in legal if one.source == legal[0].source]))
        states.append(game.play(states[-1], line[-1]))
    score = _score(game, states[-1])
    while len(line) > 1 and not search.spent(SCORE_SHARES[1]):
        first, second = sorted(dice.sample(range(len(line)), 2))
        changed = line.copy()
        changed[first], changed[second] = changed[second], changed[first]
        after = search.played(states[first], changed[first:])
        if after is None:
            continue
        found = _score(game, after[-1])
        gone = (search.limits.clock() - search.since) / (search.limits.seconds * SCORE_SHARES[1])
        heat = HEAT * max(0.01, 1 - gone)
        if found < score and dice.random() >= exp((found - score) / heat):
            continue
        line, states, score = changed, states[: first + 1] + after, found
        search.best = score if search.best is None else max(search.best, score)
        outcome = game.outcome(after[-1])
        if outcome is not None and outcome.won:
            for action in line:
                search.won = (search.won, action)
            return


def _deep(search: _Search, state: Any) -> bool:
    """Depth first through everything; whether it came to an end."""
    stack: list[tuple[Any, Path]] = [(state, None)]
    seen = {search.key(state)}
    search.kept = 0
    while stack:
        position, path = stack.pop()
        found = []
        for scored in search.steps(position, path):
            key = search.key(scored[1])
            if key not in seen:
                seen.add(key)
                found.append(scored)
        if search.won is not None or search.spent():
            return False
        found.sort(key=lambda scored: scored[0])
        stack += ((after, way) for _, after, way in found)
    return True


def _verdict(search: _Search, state: Any, *, exhausted: bool, won: bool) -> Verdict:
    actions = []
    path = search.won
    while path is not None:
        path, action = path
        actions.append(action)
    won = won or bool(actions)
    line = replayed(search.game, state, actions[::-1]) if won else ()
    return Verdict(
        "winnable" if won else "lost" if exhausted else "unknown",
        line,
        states=search.states,
        seconds=search.limits.clock() - search.since,
        shuffles=search.shuffles,
        best=search.best,
    )


def _score(game: Game[Any, Any], state: Any) -> int:
    return game.score.of(game, state) if isinstance(game, Patience) else 0


def _key_of(game: Game[Any, Any]) -> Callable[[Any], Hashable]:
    """What tells two positions apart: not the tally, where winning does not ask for it."""
    if isinstance(game, Patience) and game.lost is None and _blind(game.goal):
        return _untold
    return lambda state: state


def _blind(goal: Goal) -> bool:
    if isinstance(goal, Both | Either):
        return _blind(goal.one) and _blind(goal.other)
    return isinstance(goal, Home | Bare)


def _untold(state: Any) -> Hashable:
    assert isinstance(state, Table)
    return state._replace(tally=0, gone=bytes(sorted(state.gone)))
