"""A claim: what a search may leave out of a game, why it loses nothing by it, and what that needs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Self

from trapoula.errors import Phrase
from trapoula.patience import Patience


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be so of a game, as a sentence and as a test."""

    told: Phrase
    holds: Callable[[Patience], bool]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a search may leave out, the argument for it, and what that needs of a game."""

    name: Phrase
    argument: Phrase
    needs: "tuple[Condition | Claim, ...]"

    def unmet(self, game: Patience) -> Condition | None:
        """The first need that a game does not meet, if there is one."""
        for need in self.needs:
            if isinstance(need, Claim):
                missing = need.unmet(game)
                if missing is not None:
                    return missing
            elif not need.holds(game):
                return need
        return None


class Proof:
    """That a claim holds for a game, with what a search has to know of it."""

    __slots__ = ()
    claim: ClassVar[Claim]

    @property
    def rests_on(self) -> tuple[Claim, ...]:
        """The claims that this one needs."""
        return tuple(need for need in self.claim.needs if isinstance(need, Claim))

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        return cls()
