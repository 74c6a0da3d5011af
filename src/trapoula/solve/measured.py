"""How a patience turns out, as it was measured: a small table that is shipped with the games.

`python -m bench.odds` measures every patience with the options it has by itself and writes the table.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")
SURE = 0.4  # the most undecided deals of all at which a share is worth telling


@dataclass(frozen=True, slots=True)
class Measured:
    """What the deals of a game came to: how many can be won, how many not, and how simple play fared."""

    deals: int
    winnable: int
    lost: int
    simple: float  # the share of games that simple play wins
    length: int | None  # actions of a usual game that is won, or of simple play where none was
    effort: tuple[int, int] | None  # positions that the easier, and all but the harder third took

    @property
    def unknown(self) -> int:
        """The deals that could not be decided in the time they were given."""
        return self.deals - self.winnable - self.lost

    @property
    def odds(self) -> float | None:
        """The share of deals that can be won, the undecided ones halved; None when they are too many."""
        if self.unknown > SURE * self.deals:
            return None
        return round((self.winnable + self.unknown / 2) / self.deals, 3)


@cache
def _table() -> dict[str, Measured]:
    return {
        game: Measured(**{**row, "effort": row["effort"] and tuple(row["effort"])})
        for game, row in json.loads(FILE.read_text("utf-8")).items()
    }


def measured(game: str) -> Measured | None:
    """What was measured of a game; None of one that is no patience, or that nobody measured yet."""
    return _table().get(game)
