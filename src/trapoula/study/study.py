"""A study: one game with one setting, under limits, with certain rules and a certain solver."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from trapoula.catalogue.entries import find
from trapoula.catalogue.odds import Setting, setting
from trapoula.core.errors import BadRequest
from trapoula.core.game import Choice
from trapoula.patience import Patience
from trapoula.study.digest import rules_digest, solver_digest

SECONDS, STATES = 10.0, 50_000_000  # default limits per deal


def check_limit(most: float) -> None:
    """Raise if a limit leaves no time for a deal, or is infinite."""
    if not 0 < most < float("inf"):
        raise BadRequest("A deal needs some time, more than nothing and less than for ever.")


@dataclass(frozen=True, slots=True)
class Study:
    """A game with one setting, and how its deals are judged.

    Verdicts belong to the game, its options and its rules. Limits and solver only say what is tried
    now.
    """

    game: str
    options: Setting  # those that differ from the defaults
    seconds: float  # CPU time per deal
    states: int  # positions per deal
    rules: str  # digests
    solver: str

    @classmethod
    def of(
        cls,
        game: str,
        options: Mapping[str, Choice] | None = None,
        *,
        seconds: float = SECONDS,
        states: int = STATES,
    ) -> Self:
        """Return the study of a game with this machine's rules and solver."""
        made = find(game).make(options or {})
        if not isinstance(made, Patience):
            raise BadRequest(
                "Only a patience can be judged, and {game} is a table game.", game=game
            )
        for most in (seconds, states):
            check_limit(most)
        return cls(
            game,
            setting(game, options or {}),
            float(seconds),
            states,
            rules_digest(game),
            solver_digest(),
        )

    @property
    def patience(self) -> Patience:
        """The game, as it is played here."""
        made = find(self.game).make(dict(self.options))
        assert isinstance(made, Patience)
        return made

    @property
    def here(self) -> bool:
        """Whether this machine has the same rules and solver."""
        return (self.rules, self.solver) == (rules_digest(self.game), solver_digest())
