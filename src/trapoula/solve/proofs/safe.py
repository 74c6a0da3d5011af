"""Cards that do no harm at home."""

from dataclasses import dataclass
from typing import ClassVar, Self

from trapoula.core.errors import Phrase
from trapoula.patience import DOWN, SAME_SUIT, TOP, Join, Patience, Sweep, Top, Turn, run
from trapoula.solve.proofs.conditions import (
    ALL_IN_REACH,
    NO_SWEEP,
    ONE_PACK,
    PLAIN,
    SINGLY,
    Claim,
    Condition,
    Proof,
)
from trapoula.solve.proofs.declaration import (
    below,
    carries_of,
    comes_back,
    homes_of,
    in_order,
    moves_of,
    packed_in,
    packs_of,
    sends_home,
    spread,
    turn_of,
    within,
)
from trapoula.solve.proofs.turning import Turning


def _once_or_in_suit(game: Patience) -> bool:
    if ONE_PACK.holds(game):
        return True
    return (
        packs_of(game) == 2
        and not comes_back(game)
        and NO_SWEEP.holds(game)
        and within(packed_in(game), DOWN & SAME_SUIT)
    )


def _sweeps_safely(game: Patience) -> bool:
    sweeps = [chore for chore in game.chores if isinstance(chore, Sweep)]
    if not sweeps:
        return True
    if comes_back(game) or not in_order(game):
        return False
    swept = {letter for sweep in sweeps for letter in sweep.zones}
    for move in moves_of(game):  # a card less changes what the next rounds show
        if isinstance(move, Turn) and move.by > 1 and move.redeals != 0 and move.to in swept:
            return False
    packed = packed_in(game)
    for sweep in sweeps:
        for card, mask in enumerate(sweep.needed.masks[:52]):
            if spread(packed, card, back=False) & ~(mask | below(mask | 1 << card)):
                return False
    return True


def _gone_once(game: Patience) -> bool:
    return Turning.claim.unmet(game) is None and turn_of(game).redeals == 0


def _senders(game: Patience) -> list[int]:
    """The piles from which a safe card goes home as soon as it lies on top."""
    kinds = ("column", "cell", "reserve", *(("waste",) if _gone_once(game) else ()))
    return [
        pile
        for letter, zone in game.zones.items()
        if zone.kind in kinds
        and (zone.lift == TOP or isinstance(zone.lift, run))
        and sends_home(game, letter)
        for pile in game.where(letter)
    ]


@dataclass(frozen=True, slots=True)
class Safe(Proof):
    """A card goes home at once if no other card will need it.

    Example: Both red twos are home: 3S goes home, since nothing else could be laid on it.
    """

    needed: Join
    strict: bool
    sources: tuple[int, ...]

    claim: ClassVar[Claim] = Claim(
        Phrase("Safe cards"),
        Phrase(
            "A card at home does no harm when every card that could come to lie on it, and on those "
            "again, is home. Whoever wins without bringing it home wins the same way without it: "
            "no other card will ever need it. Where nothing comes back from the foundations and no "
            "card is carried under others that it could not bear, the next cards to go home count "
            "as home, since they go there instead of on the card. With two packs packed in suit the "
            "same holds for a card whose lower ones are all home, when its twin is home or goes next."
        ),
        (
            *PLAIN,
            Condition(
                Phrase(
                    "No card is there twice; or there are two packs, cards are packed down in suit, "
                    "none goes home by itself, and none comes back from the foundations."
                ),
                _once_or_in_suit,
            ),
            SINGLY,
            Condition(
                Phrase(
                    "What the table brings home by itself is as safe, and comes from no waste that is "
                    "turned again several cards at a time."
                ),
                _sweeps_safely,
            ),
            Condition(
                Phrase("Some pile sends its top card to the foundations."),
                lambda game: bool(_senders(game)),
            ),
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        packed, back = packed_in(game), comes_back(game)
        carried = {letter for move in carries_of(game) for letter in move.source} - set(
            homes_of(game)
        )
        freely = in_order(game) and all(
            sends_home(game, letter) and isinstance(game.zones[letter].lift, Top | run)
            for letter in carried
        )
        masks = [0] * len(packed.masks)
        for card in range(52):
            if back or freely:
                masks[card] = spread(packed, card, back=back)
            else:
                masks[card] = packed.masks[card]
            if not ONE_PACK.holds(game):
                masks[card] |= 1 << card
        return cls(Join(tuple(masks), "needed"), back or not freely, tuple(_senders(game)))


@dataclass(frozen=True, slots=True)
class Passed(Proof):
    """A safe card goes home when it is turned up, if the stock is dealt once.

    Example: AS is the next card of the stock: it goes home before any card behind it is played.
    """

    claim: ClassVar[Claim] = Claim(
        Phrase("Safe cards that are turned up once"),
        Phrase(
            "A stock that is gone through once shows its cards in the same order whatever becomes "
            "of them; so a safe card goes home when it is turned up, and nothing behind it is "
            "reached before."
        ),
        (
            Turning.claim,
            Safe.claim,
            Condition(Phrase("The stock is gone through once."), _gone_once),
            Condition(
                Phrase("The waste sends its top card to the foundations."),
                lambda game: sends_home(game, turn_of(game).to),
            ),
        ),
    )


@dataclass(frozen=True, slots=True)
class Anywhere(Proof):
    """A safe card goes home from anywhere in a stock that is turned card by card without end.

    Example: AS is the tenth card of the stock: ten turns and AS home come first.
    """

    claim: ClassVar[Claim] = Claim(
        Phrase("Safe cards anywhere in the stock"),
        Phrase(
            "Where the stock is turned card by card without end, every card of stock and waste can "
            "be reached at any time, and the others keep their order; so a safe one goes home from "
            "wherever it lies."
        ),
        (
            Turning.claim,
            Safe.claim,
            ALL_IN_REACH,
            Condition(
                Phrase("The waste sends its top card to the foundations."),
                lambda game: sends_home(game, turn_of(game).to),
            ),
        ),
    )
