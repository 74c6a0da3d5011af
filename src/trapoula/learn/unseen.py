"""A table that looks the same to a seat: what it cannot see is dealt anew."""

from typing import Any

from trapoula.core.determinization import dealt_anew
from trapoula.core.game import Game, Seat
from trapoula.patience import Patience
from trapoula.solve import redealt


def determinize(game: Game[Any, Any], state: Any, seat: Seat, seed: int) -> Any:
    """A state that a seat could not tell from this one; it depends on what the seat sees, and on the seed."""
    return (
        redealt(state, seed) if isinstance(game, Patience) else dealt_anew(game, state, seat, seed)
    )
