"""Verdicts with a line that a person can follow, the same whenever asked for; and which move lost a game.

Lines that were found are kept, and simplified first. Whoever asks about a table along one of them reads what
is left of it. A process keeps the tables of a few hundred lines, of a very long one those at its beginning.
"""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Protocol, TypeAlias

from trapoula.core.game import CHANCE, Game, Json
from trapoula.machine.extras import naming_extras
from trapoula.patience import CARRY, Action, Patience, Table
from trapoula.solve.player_view import table_key
from trapoula.solve.search.decide import decide
from trapoula.solve.verdict import Finding, Limits, Verdict, replayed

Line: TypeAlias = tuple[Action, ...]

MOST_TABLES = 40_000  # that are kept,
OF_ONE = 2_000  # and those of one line
MOST_TRIED = 30_000  # moves to make a line straight: so it is as straight on every machine

# by the game and the table: the game itself, so that its number stays its own, what was found, and how far on
_tables: OrderedDict[tuple[int, Hashable], tuple[Game[Any, Any], Verdict, int]]
_tables = OrderedDict()
_lock = Lock()


def keep(game: Game[Any, Any], state: Any, found: Verdict) -> None:
    """Keep a verdict with a line that wins from a table."""
    with _lock:
        for step, text in enumerate(found.line[:OF_ONE]):
            _tables[id(game), state] = game, found, step
            _tables.move_to_end((id(game), state))
            state = game.play(state, game.read(text))
        while len(_tables) > MOST_TABLES:
            _tables.popitem(last=False)


def kept(game: Game[Any, Any], state: Any) -> Verdict | None:
    """The verdict with what is left of a kept line that leads over a table; None when none does."""
    told = _tables.get((id(game), state))
    if told is None:
        return None
    _, found, step = told
    return replace(found, line=found.line[step:], seconds=0.0)


@naming_extras
def judge(game: Game[Any, Any], state: Any, limits: Limits) -> Verdict:
    """The verdict on a position, with a line to follow: straight, and the same wherever there is time."""
    return kept(game, state) or with_short_line(game, state, decide(game, state, limits), limits)


def with_short_line(game: Game[Any, Any], state: Any, found: Verdict, limits: Limits) -> Verdict:
    """The verdict with its line made straight, which is kept for all who ask later."""
    if not found.line or not isinstance(game, Patience):
        return found
    since, line = limits.clock(), tuple(map(game.read, found.line))
    shorter = simplified(game, state, line)
    if len(shorter) < len(line):
        found = replace(found, line=replayed(game, state, shorter))
    keep(game, state, found)
    return replace(found, seconds=found.seconds + limits.clock() - since)


# --- without detours ---------------------------------------------------------------------------------


def simplified(
    game: Patience, table: Table, line: Sequence[Action], most: int = MOST_TRIED
) -> Line:
    """The line without circles, without moves that nothing needed, and without stops on the way.

    No more than so many moves are tried for that; a line of more stays as it is.
    """
    if len(line) > most:
        return tuple(line)
    way = _Simplifier(game, table, line, most)
    shorter = True
    while shorter and way.left > 0:
        shorter = way.cut_circles()
        step = 0
        while step < len(way.line) and way.left > 0:
            if way.drop(step) or way.go_through(step):
                shorter = True
            else:
                step += 1
    return tuple(way.line)


class _Simplifier:
    """A line with the tables along it, and how many moves may still be tried to make it shorter."""

    def __init__(self, game: Patience, table: Table, line: Sequence[Action], most: int) -> None:
        self.game = game
        self.line = list(line)
        self.tables = [table]
        for action in line:
            self.tables.append(game.play(self.tables[-1], action))
        self.left = most - len(line)

    def cut_circles(self) -> bool:
        """Leave out what leads back to where the line has been."""
        cut, step = False, 0
        last = self._last_at()
        while step < len(self.line) and self.left > 0:
            again = last[table_key(self.game, self.tables[step])]
            if again > step and self._go_on(step, self.line[again:]):
                cut, last = True, self._last_at()
            step += 1
        return cut

    def _last_at(self) -> dict[bytes, int]:
        """The last step at which the line is at a place."""
        self.left -= len(self.line)  # to look at a table is as much as to try a move
        return {table_key(self.game, table): step for step, table in enumerate(self.tables)}

    def drop(self, step: int) -> bool:
        """Leave one action out, when all the others can be done without it."""
        return self._go_on(step, self.line[step + 1 :])

    def go_through(self, step: int) -> bool:
        """Carry cards at once to where they go next, now or then; or leave them, if they come back."""
        one = self.line[step]
        if one.verb != CARRY:
            return False
        for later in range(step + 1, len(self.line)):
            other = self.line[later]
            if one.target not in (other.source, other.target):
                continue
            if other.verb != CARRY or other.source != one.target or other.size != one.size:
                return False  # the pile was used on the way
            between, after = self.line[step + 1 : later], self.line[later + 1 :]
            if other.target == one.source:
                return self._go_on(step, [*between, *after])
            through = other._replace(source=one.source)
            return self._go_on(step, [through, *between, *after]) or self._go_on(
                step, [*between, through, *after]
            )
        return False

    def _go_on(self, step: int, rest: Sequence[Action]) -> bool:
        """Take another way from a step on, if it leads to the end by fewer actions."""
        game, tables = self.game, self.tables[: step + 1]
        for done, action in enumerate(rest):
            self.left -= 1
            if not game.allows(tables[-1], action):
                if not game.goal.met(game, tables[-1]):
                    return False
                rest = rest[:done]
                break
            tables.append(game.play(tables[-1], action))
        if step + len(rest) >= len(self.line) or not game.goal.met(game, tables[-1]):
            return False
        self.line[step:], self.tables = rest, tables
        return True


SHARE = 0.25  # of the time that is left, for one position


class Played(Protocol):
    """A game as it went: a session, or the tables of one."""

    @property
    def game(self) -> Game[Any, Any]:
        """What was played."""

    @property
    def steps(self) -> int:
        """How many actions there were."""

    def state_at(self, step: int) -> Any:
        """The table after so many actions."""


@dataclass(frozen=True, slots=True)
class Fatal:
    """Where a game was lost, in numbers of actions: 0 is the deal, 1 the table after the first of them.

    Up to `winnable` it could be won, from `lost` on it could not; None is not known. What lies between
    the two could not be decided.
    """

    winnable: int | None = None
    lost: int | None = None

    @property
    def move(self) -> int | None:
        """The number of the action that lost the game, when just one can have been it."""
        exact = self.winnable is not None and self.lost == self.winnable + 1
        return self.lost if exact else None

    def facts(self) -> dict[str, Json]:
        """The same as plain data."""
        return {"winnable": self.winnable, "lost": self.lost}


@naming_extras
def fatal(session: Played, limits: Limits | float = 10.0) -> Fatal:
    """Where the game on the table was lost; nothing is known of one that is not proved lost."""
    limits = limits if isinstance(limits, Limits) else Limits(limits)
    until = limits.clock() + limits.seconds
    if _proved(session, session.steps, limits) != "lost":
        return Fatal()
    won, lost, unsure = -1, session.steps, list[int]()
    while (left := until - limits.clock()) > 0 and not (limits.stop and limits.stop()):
        above, below = max([won, *unsure]), min([lost, *unsure])
        if lost - above > 1:  # first behind what could not be decided: later positions are smaller
            step = (above + lost) // 2
        elif below - won > 1:
            step = (won + below) // 2
        else:
            break
        found = _proved(session, step, replace(limits, seconds=SHARE * left))
        if found == "unknown":
            unsure.append(step)
        elif found == "lost":
            lost = step
        else:
            won = step
    return Fatal(won if won >= 0 else None, lost)


def _proved(session: Played, step: int, limits: Limits) -> Finding:
    """What is certain of an earlier table; what waits for a shuffle, or is lost up to one, is not."""
    state = session.state_at(step)
    ended = session.game.outcome(state)
    if ended is not None:
        return "winnable" if ended.won else "lost"
    if session.game.turn(state) == CHANCE:
        return "unknown"
    found = judge(session.game, state, limits)
    return "unknown" if found.finding == "lost" and found.shuffles else found.finding
