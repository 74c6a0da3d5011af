"""Baker's Game: FreeCell with the columns packed in suit, and gaps for kings."""

from trapoula.games.freecell import BY_ALL, freecell
from trapoula.patience import *


@game("open", before={"gaps": "any"})
def bakers_game(gaps: Literal["kings", "any"] = "kings", *, autoplay: bool = True) -> Patience:
    kings = gaps == "kings"
    return freecell(
        autoplay=autoplay,
        match=SAME_SUIT,
        start=KINGS if kings else ANY,
        limit=helped("C") if kings else BY_ALL,
        home=None if autoplay or not kings else TOP,  # what comes back would be swept home at once
    )
