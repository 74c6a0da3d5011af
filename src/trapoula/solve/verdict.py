"""What the solver says of a position: winnable, lost or unknown, and what it cost to find out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal, TypeAlias

from trapoula.core.game import Game, Json

Finding: TypeAlias = Literal["winnable", "lost", "unknown"]

LONG_LINE = 20  # moves for each card: a line of more is told only where no other is found,
LONGEST_LINE = (
    200  # and one of more is none, since nobody follows it and its replay alone takes seconds
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a position can be won, with a line that does, and what was spent on it.

    `lost` is said only after an exhaustive search. With `shuffles`, play was judged as far as the
    next shuffle and no further: a lost position might then still be won by luck.
    """

    finding: Finding
    line: tuple[str, ...] = ()  # written actions that win, replayed through the rules
    states: int = 0
    seconds: float = 0.0
    shuffles: bool = False
    best: int | None = None  # the best score found on the way
    compiled: bool = False  # whether the compiled kernel was used

    def facts(self) -> dict[str, Json]:
        """The verdict as plain data."""
        return {
            "verdict": self.finding,
            "line": list(self.line),
            "states": self.states,
            "seconds": round(self.seconds, 4),
            "until_shuffle": self.shuffles,
            "best": self.best,
            "compiled": self.compiled,
        }


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a search may spend, and who may call it off."""

    seconds: float = 10.0
    states: int = 1 << 60  # positions; no search comes to so many
    memory: int = 512 << 20  # bytes
    stop: Callable[[], bool] | None = None
    thorough: bool = False  # begin with the complete search, without quick tries before it
    at_once: bool = False  # search through the rules rather than wait for the compiler
    clock: Callable[[], float] = monotonic

    def reached(self, since: float, states: int) -> bool:
        """Whether a search that began then, and tried so many positions, has to end."""
        return (
            self.clock() - since > self.seconds
            or states > self.states
            or (self.stop is not None and self.stop())
        )


class WrongLine(AssertionError):
    """A search returned a line that the rules do not allow: a fault of the solver."""


def replayed(game: Game[Any, Any], state: Any, actions: Sequence[Any]) -> tuple[str, ...]:
    """The written line, once the rules have allowed every action of it and called the end a win."""
    allows, play = game.allows, game.play
    for number, action in enumerate(actions):
        if not allows(state, action):
            raise WrongLine(f"{game.write(action)} after {_told(game, actions[:number])}")
        state = play(state, action)
    outcome = game.outcome(state)
    if outcome is None or not outcome.won:
        raise WrongLine(f"not won after {_told(game, actions)}")
    return tuple(map(game.write, actions))


def wins(game: Game[Any, Any], state: Any, actions: Sequence[Any]) -> bool:
    """Whether the rules allow every action of a line and call its end a win."""
    try:
        replayed(game, state, actions)
    except WrongLine:
        return False
    return True


def _told(game: Game[Any, Any], actions: Sequence[Any]) -> str:
    return " ".join(map(game.write, actions))
