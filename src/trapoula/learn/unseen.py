"""Determinization of any game, patiences included."""

from typing import Any

from trapoula.core.determinization import dealt_anew
from trapoula.core.game import Game, Seat
from trapoula.patience import Patience
from trapoula.solve import redealt


def determinize(game: Game[Any, Any], state: Any, seat: Seat, seed: int) -> Any:
    """Return a state the seat cannot tell from this one. It depends only on the seat's view and the seed."""
    return (
        redealt(state, seed) if isinstance(game, Patience) else dealt_anew(game, state, seat, seed)
    )
