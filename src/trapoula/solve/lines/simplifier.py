"""A line that a person can follow: a search is glad of any way to the end; here the detours are taken out."""

from collections.abc import Sequence
from typing import TypeAlias

from trapoula.patience import CARRY, Action, Patience, Table
from trapoula.solve.lines.places import place

Line: TypeAlias = tuple[Action, ...]

MOST = 30_000  # moves that are tried on the way, so that a line is as straight on every machine


def straightened(game: Patience, table: Table, line: Sequence[Action], most: int = MOST) -> Line:
    """The line without circles, without moves that nothing needed, and without stops on the way.

    No more than so many moves are tried for that; a line of more stays as it is.
    """
    if len(line) > most:
        return tuple(line)
    way = _Way(game, table, line, most)
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


class _Way:
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
            again = last[place(self.game, self.tables[step])]
            if again > step and self._go_on(step, self.line[again:]):
                cut, last = True, self._last_at()
            step += 1
        return cut

    def _last_at(self) -> dict[bytes, int]:
        """The last step at which the line is at a place."""
        self.left -= len(self.line)  # to look at a table is as much as to try a move
        return {place(self.game, table): step for step, table in enumerate(self.tables)}

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
