"""After a lost game: which move was the fatal one, as far as that can be proved."""

from dataclasses import dataclass, replace
from typing import Any, Protocol

from trapoula.extras import naming_extras
from trapoula.game import CHANCE, Game, Json
from trapoula.solve.lines import judge
from trapoula.solve.verdict import Finding, Limits

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
