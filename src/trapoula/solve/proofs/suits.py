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


_NEEDS = (
    *PLAIN,
    ONE_PACK,
    ALL_IN_SIGHT,
    ZONE_LIFTS,
    Condition(
        Phrase("There is one sort of column, packed down in any suit, and there are no cells."),
        _in_any_suit,
    ),
    Condition(
        Phrase("Columns give their top card alone."),
        lambda game: isinstance(column_of(game).lift, Top),
    ),
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
        _NEEDS,
    )


@dataclass(frozen=True, slots=True)
class Room(Proof):
    """Packed cards, which are laid anew as one likes."""

    claim: ClassVar[Claim] = Claim(
        Phrase("Room for packed cards"),
        Phrase(
            "Let all cards that lie packed, or on the bottom of a column, be laid anew before every "
            "move of another: in an empty column, home, or on a card of the next rank that bears no "
            "other, and let what is home come back. Another card leaves its place only while nothing "
            "lies on it, and then lies packed, or is home; so there are ever fewer of them, and how "
            "many are left in each column is all that counts. Whatever real play does, this play can "
            "do. Where some card never finds room even so, the game is lost."
        ),
        _NEEDS,
    )
