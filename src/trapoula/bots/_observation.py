"""What a player of any game is handed: the view of its seat, and a table that it imagines behind it."""

import pickle
from typing import Any, NamedTuple

from trapoula.core.determinization import dealt_anew
from trapoula.core.game import Game, Json, Seat, View


class Imagined(NamedTuple):
    """A table that looks just like the real one to a seat: what it cannot see was dealt anew."""

    game: Game[Any, Any]
    state: Any
    seat: Seat


class Observation(dict[str, Json]):
    """A view, and a table to search: nothing of the real table is in it but what the seat sees."""

    def __init__(self, view: View, imagined: Imagined | bytes) -> None:
        super().__init__(view)
        self._imagined = imagined

    @property
    def imagined(self) -> Imagined:
        """The table, read when it is first asked for: by then its game is loaded, in any process."""
        if isinstance(self._imagined, bytes):
            self._imagined = Imagined(*pickle.loads(self._imagined))
        return self._imagined

    def __reduce__(self) -> tuple[Any, ...]:
        kept = self._imagined
        return Observation, (
            dict(self),
            kept if isinstance(kept, bytes) else pickle.dumps(tuple(kept)),
        )


def imagine(game: Game[Any, Any], state: Any, seat: Seat) -> Observation:
    """What a seat sees, and a table that looks like it: from two states that look the same, the same one."""
    return Observation(
        game.view(state, seat), Imagined(game, dealt_anew(game, state, seat, seed=0), seat)
    )
