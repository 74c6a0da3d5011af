"""Cards that are alike but for their suits."""

from dataclasses import dataclass
from typing import ClassVar

from trapoula.errors import Phrase
from trapoula.patience import DOWN, Patience, Top
from trapoula.solve.proofs.claim import Claim, Condition, Proof
from trapoula.solve.proofs.conditions import ALL_IN_SIGHT, ONE_PACK, PLAIN, ZONE_LIFTS
from trapoula.solve.proofs.declared import column_of, of_kind


def _in_any_suit(game: Patience) -> bool:
    return (
        len(of_kind(game, "column")) == 1
        and not of_kind(game, "cell")
        and column_of(game).build == DOWN
    )


@dataclass(frozen=True, slots=True)
class Suitless(Proof):
    """Packed cards of one rank, which are alike until they go home."""

    claim: ClassVar[Claim] = Claim(
        Phrase("Packed cards without suits"),
        Phrase(
            "Where cards are packed in any suit, let those that lie packed, and those on the bottom "
            "of a column, forget their suits: each may go home as any card of its rank that lies so. "
            "Whatever real play does, this play can do, move for move, and all cards that real play "
            "has moved lie so or are home. What is lost even then is lost. Of such positions there "
            "are far fewer, since it is all the same which card of a rank lies where."
        ),
        (
            *PLAIN,
            ONE_PACK,
            ALL_IN_SIGHT,
            ZONE_LIFTS,
            Condition(
                Phrase(
                    "There is one sort of column, packed down in any suit, and there are no cells."
                ),
                _in_any_suit,
            ),
            Condition(
                Phrase("Columns give their top card alone."),
                lambda game: isinstance(column_of(game).lift, Top),
            ),
        ),
    )
