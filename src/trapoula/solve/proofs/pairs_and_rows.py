"""Games won otherwise than on foundations: cards that leave in pairs, and rows that suits fill."""

from dataclasses import dataclass
from typing import ClassVar, Self

from trapoula.core.errors import Phrase
from trapoula.patience import (
    SAME_SUIT,
    TWO,
    UP,
    Bare,
    Beside,
    Carry,
    Drop,
    Fixed,
    Join,
    Pair,
    Patience,
    Reach,
    Top,
    Turn,
    Uncovered,
    astray,
    only,
)
from trapoula.patience.patience import Shuffler
from trapoula.patience.rules import Mask
from trapoula.solve.proofs.conditions import NO_JOKERS, TURNED_UP, Claim, Condition, Proof
from trapoula.solve.proofs.declaration import SUIT, by_ranks, moves_of, packs_of

MOST_PILES = 64  # that a mask tells apart


def _matched(game: Patience) -> Join:
    """What goes with what in some move."""
    masks = [0] * len(_pairs(game)[0].match.masks)
    for move in _pairs(game):
        masks = [mask | more for mask, more in zip(masks, move.match.masks, strict=True)]
    return Join(tuple(masks), "matched")


def _pairs(game: Patience) -> list[Pair]:
    return [move for move in moves_of(game) if isinstance(move, Pair)]


def _rank_with_rank(game: Patience) -> bool:
    ranks = by_ranks(_matched(game))
    if ranks is None:
        return False
    dropped: Mask = 0
    for move in moves_of(game):
        if isinstance(move, Drop):
            dropped |= move.test.mask
    return all(
        not others
        or (len(others) == 1 and {rank} == ranks[min(others)] and not dropped >> 4 * rank & 15)
        for rank, others in ranks.items()
    ) and all(rank not in others for rank, others in ranks.items())


IN_PAIRS = (
    Condition(
        Phrase("The game is won when no card is left, and no rule loses it before."),
        lambda game: (
            isinstance(game.goal, Bare)
            and game.goal.but.mask == 0
            and set(game.goal.zones) == set(game.zones)
            and game.lost is None
        ),
    ),
    NO_JOKERS,
    Condition(
        Phrase("Cards leave in pairs or alone, or are turned from a stock."),
        lambda game: (
            bool(_pairs(game))
            and all(isinstance(move, Pair | Drop | Turn) for move in moves_of(game))
        ),
    ),
    TURNED_UP,
    Condition(
        Phrase("Ranks go together by twos, and none of those leaves alone."), _rank_with_rank
    ),
)


def _over(game: Patience) -> tuple[Mask, ...]:
    """For each pile, a mask of those that must be empty before it gives a card."""
    count = len(game.places)
    turned = {
        letter for move in moves_of(game) if isinstance(move, Turn) for letter in (move.at, move.to)
    }
    lasting = [
        isinstance(zone.lift, Uncovered) and letter not in turned
        for zone, letter in zip(game.zone, game.letter, strict=True)
    ]
    over = [0] * count
    for pile in range(count):
        seen, todo = set[int](), [pile]
        while todo:
            more = game.covers[todo.pop()]
            todo += (one for one in more if lasting[one] and one not in seen)
            seen.update(one for one in more if lasting[one])
        over[pile] = sum(1 << one for one in seen) if lasting[pile] else 0
    return tuple(over)


@dataclass(frozen=True, slots=True)
class Partners(Proof):
    """A position is lost if a card lies under all cards that it could leave with.

    Example: Thirteen: 6S lies under all four sevens. When it is free, none is left.
    """

    match: Join
    over: tuple[Mask, ...]

    claim: ClassVar[Claim] = Claim(
        Phrase("Partners"),
        Phrase(
            "Two cards leave together only while both are free; one that lies over the other, with "
            "or without more between them, has to go before that other is. So the cards of two "
            "ranks that go together must fall into pairs of which neither lies over the other; "
            "where they do not, a card is left over."
        ),
        (
            *IN_PAIRS,
            Condition(
                Phrase("Some piles lie over others, and there are no more than can be told apart."),
                lambda game: len(game.places) <= MOST_PILES and any(_over(game)),
            ),
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        return cls(_matched(game), _over(game))


def _freed_by_leaving(game: Patience) -> bool:
    turns = [move for move in moves_of(game) if isinstance(move, Turn)]
    return all(move.by == 1 for move in turns) and all(
        zone.lift is None or isinstance(zone.lift, Uncovered) or zone.lift == Top()
        for zone in game.zones.values()
    )


@dataclass(frozen=True, slots=True)
class Parting(Proof):
    """A card that needs no partner leaves at once, and so do the last two of their ranks.

    Example: Thirteen: a free king leaves. So do 6S and 7D if they are the last six and seven.
    """

    match: Join

    claim: ClassVar[Claim] = Claim(
        Phrase("Parting at once"),
        Phrase(
            "A card that leaves only frees others. So one that leaves alone, and goes with no other, "
            "leaves as soon as it can; and so do the last two cards of ranks that go together, which "
            "have no one else to go with. Whatever was done before they left can be done without them."
        ),
        (
            *IN_PAIRS,
            Condition(
                Phrase(
                    "Piles give their top card, when nothing lies over it; a stock, card by card."
                ),
                _freed_by_leaving,
            ),
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        return cls(_matched(game))


ROWS, IN_ORDER = 4, 48  # of a suit each, and the cards from the twos to the kings


def _rows_of_places(game: Patience) -> bool:
    zones = list(game.zones.values())
    return (
        len(zones) == 1
        and zones[0].room == 1
        and zones[0].start == Beside(UP & SAME_SUIT, dx=-1, edge=only(TWO))
        and zones[0].lift == astray()
        and [game.beside(place, -1) for place in range(len(game.places))]
        == [place - 1 if place % SUIT else None for place in range(ROWS * SUIT)]
    )


def _one_by_one(game: Patience) -> bool:
    moves = [move for move in moves_of(game) if not isinstance(move, Shuffler)]
    every = "".join(game.zones)
    return moves == [Carry(every, to=every)] and not game.chores


IN_ROWS = (
    Condition(
        Phrase("The game is won when all cards but the aces are in order, and no rule loses it."),
        lambda game: (
            game.goal == Reach(IN_ORDER)
            and game.score == Fixed("".join(game.zones))
            and game.lost is None
            and packs_of(game) == 1
        ),
    ),
    Condition(
        Phrase(
            "There are four rows of thirteen places. A two goes to the edge, any other card to the "
            "right of the next lower one of its suit, and cards in order from the edge stay."
        ),
        _rows_of_places,
    ),
    Condition(Phrase("Until cards are shuffled, they are carried and nothing else."), _one_by_one),
)


@dataclass(frozen=True, slots=True)
class Placed(Proof):
    """A position is lost if the suits cannot each fill a row of their own.

    Example: Two suits could fill the first row and no other: one of them is left over.
    """

    claim: ClassVar[Claim] = Claim(
        Phrase("Rows that no suit can fill"),
        Phrase(
            "Let nothing ever be in the way again: a place is free for ever once the card that lies "
            "there now can leave it, and a card can go to the right of wherever the next lower one "
            "can come to, a two to any free edge. Whatever happens in real play is allowed here, by "
            "induction over its moves. Where even so the suits do not find a row each, of which every "
            "card can come to its place, the game is lost."
        ),
        IN_ROWS,
    )


@dataclass(frozen=True, slots=True)
class Settling(Proof):
    """A card goes to its last place at once if it is of no use where it lies.

    Example: A row begins 2H 3H, and 4H ends another row: it goes behind 3H.
    """

    claim: ClassVar[Claim] = Claim(
        Phrase("Cards that come to stay"),
        Phrase(
            "Behind cards in order from the edge, which stay, only one card can ever lie, and it can "
            "go nowhere else. Where it lies now it is of use only if the next higher one comes to "
            "lie on its right. So it goes to its place at once when that cannot happen: at the end "
            "of a row, as a king, or with that card there already, which cannot leave before it."
        ),
        IN_ROWS,
    )
