"""Positions that differ in nothing that counts: runs, buried cards, and piles that trade places."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Self

from trapoula.core.errors import Phrase
from trapoula.patience import (
    ACES,
    ANYWHERE,
    NONE,
    SAME_SUIT,
    UP,
    Along,
    Auto,
    Bare,
    Base,
    Beside,
    Carry,
    CloseUp,
    DealAgain,
    Fold,
    FromUnder,
    Gather,
    InLine,
    Join,
    LayOff,
    OneWay,
    Pair,
    Patience,
    Refill,
    Replace,
    Settle,
    Spread,
    Swap,
    Sweep,
    Test,
    Turn,
    Uncover,
    Uncovered,
    astray,
    run,
)
from trapoula.patience.checks import Word, words
from trapoula.patience.wraps import unwrap
from trapoula.solve.proofs.conditions import (
    AT_REST,
    BY_TOP_CARD,
    EMPTIED,
    NO_SWEEP,
    ONE_PACK,
    PLAIN,
    SINGLY,
    Claim,
    Condition,
    Proof,
)
from trapoula.solve.proofs.declaration import (
    SUIT,
    cards_of,
    carries_of,
    column_of,
    growing,
    homes_of,
    looks_at,
    moves_of,
    of_kind,
)


def _buried(game: Patience) -> tuple[int, ...]:
    watched = {pile for chore in game.chores for pile in looks_at(game, chore)}
    left = set(game.where(game.goal.zones)) if isinstance(game.goal, Bare) else set()
    for move in moves_of(game):
        if isinstance(move, Carry | LayOff):
            left |= set(game.where(move.source))
        elif isinstance(move, Turn):
            left |= set(game.where(move.at if move.redeals == 0 else move.at + move.to))
        elif isinstance(move, Spread):
            left |= set(game.where(move.at))
    return tuple(
        pile
        for pile, zone in enumerate(game.zone)
        if pile not in left | watched and zone.room >= len(cards_of(game))
    )


@dataclass(frozen=True, slots=True)
class Buried(Proof):
    """Of a pile that gives no card back only the top card matters.

    Example: Golf: the same columns and 7S on the waste are one position, whatever was laid
    there before.
    """

    piles: tuple[int, ...]

    claim: ClassVar[Claim] = Claim(
        Phrase("Buried cards"),
        Phrase(
            "Where no card ever leaves a pile and only its top card is asked for, positions that "
            "differ in the order of the others are the same; which those are follows from all the "
            "other piles."
        ),
        (
            EMPTIED,
            Condition(
                Phrase("Cards are carried, laid off, turned or dealt, and nothing else is done."),
                lambda game: (
                    all(isinstance(move, Carry | LayOff | Turn | Spread) for move in moves_of(game))
                    and not any(isinstance(part, astray) for part in words(game.zones))
                ),
            ),
            BY_TOP_CARD,
            Condition(
                Phrase("There is a pile that takes any number of cards and gives none back."),
                lambda game: bool(_buried(game)),
            ),
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        return cls(_buried(game))


SUITS = 4


def told_apart(game: Patience) -> frozenset[int]:
    """The piles that a rule, a chore, a move or a score knows from others of their zone."""
    found: set[int] = set()
    for pile, zone in enumerate(game.zone):
        for word in words((zone.start, zone.build, zone.lift)):
            found.update(_by_place(game, pile, word))
    for word in words((game.moves, game.chores, game.goal, game.lost, game.score)):
        found.update(_by_order(game, word))
    return frozenset(found)


def _by_place(game: Patience, pile: int, word: Word) -> Iterable[int]:
    """Those that a rule of one pile tells apart by where they lie."""
    own = game.where(game.letter[pile])
    match word:
        case Beside(_, dx, lines):
            there = game.beside(pile, dx, lines)
            return own if there is None else (*own, there)
        case Along():
            return own
        case Uncovered():
            return (pile, *game.covers[pile])
        case astray():
            return range(len(game.places))
        case Base(zones):  # the first that has begun, unless all begin alike
            return game.where(_unlike(zones, lambda letter: game.zones[letter].start == word))
        case OneWay(_, zones):
            return game.where(_unlike(zones, lambda letter: game.zones[letter].build == word))
    return ()


def _unlike(zones: str, follows: Callable[[str], bool]) -> str:
    return "".join(letter for letter in zones if not follows(letter))


def _by_order(game: Patience, word: Word) -> Iterable[int]:
    """Those that a word of the game takes one after another, or tells apart by where they lie."""
    match word:
        case (
            Uncovered() | astray() | Auto()
        ):  # a lift of a move's own; the first way to make a move
            turned = isinstance(word, Auto) and isinstance(unwrap(word.move), Turn)
            return () if turned else range(len(game.places))
        case Uncover(zones):
            piles = game.where(zones)
            return {*piles, *(over for pile in piles for over in game.covers[pile])}
        case Refill(_, sources):
            piles = game.where(sources)
            return piles if len(piles) > len(sources) else ()
        case FromUnder(zones, sources):
            return game.where(zones + sources)
        case Gather() | DealAgain() | CloseUp() | Swap() | Fold() | InLine():
            return game.where(word.zones)
        case Pair() | Replace() if word.near != ANYWHERE:
            return game.where(word.zones)
        case Settle() if word not in game.chores:
            return game.where(word.zones)
        case Sweep():
            return _by_sweep(game, word)
    return ()


def _by_sweep(game: Patience, sweep: Sweep) -> Iterable[int]:
    """Of two cards that want one place the first gets it, and of two places that take a card the first."""
    homes = [game.zones[letter] for letter in sweep.to]
    if not all(zone.start == ACES and zone.build == UP & SAME_SUIT for zone in homes):
        return game.where(sweep.zones + sweep.to)
    if ONE_PACK.holds(game) and len(game.where(sweep.to)) >= SUITS:
        return ()
    return game.where(sweep.zones)


def _dealt(game: Patience) -> tuple[frozenset[int], frozenset[int]]:
    """The piles that cards are dealt to one after another, and from which."""
    spreads = [word for word in words(game.moves) if isinstance(word, Spread)]
    return (
        frozenset(pile for move in spreads for pile in game.where(move.to)),
        frozenset(pile for move in spreads for pile in game.where(move.at)),
    )


def _trading(game: Patience) -> "Trading":
    stay, (later, stocks) = told_apart(game), _dealt(game)
    if len(stocks) != 1 or growing(game) & {game.letter[pile] for pile in stocks}:
        stay, later = stay | later, frozenset()
    stock = next(iter(stocks)) if later - stay else None
    return Trading(stay, later - stay, stock, AT_REST.holds(game))


@dataclass(frozen=True, slots=True)
class Trading(Proof):
    """Piles of one kind that no rule tells apart may change places.

    Example: Two columns of Spider, one in the place of the other: the same position.
    """

    stay: frozenset[int]
    later: frozenset[int]
    stock: int | None
    idle: bool

    claim: ClassVar[Claim] = Claim(
        Phrase("Piles that trade places"),
        Phrase(
            "Piles of one zone that no rule, chore or deal tells apart may trade places: positions "
            "that differ in that alone are the same, and of several empty ones the first will do. "
            "A pile that moves whole to an empty one has only traded places, unless a chore follows "
            "that would do more."
        ),
        (
            Condition(
                Phrase("Some piles of one zone are told apart by no rule, chore, move or score."),
                lambda game: any(
                    len(set(game.where(letter)) - _trading(game).stay) > 1 for letter in game.zones
                ),
            ),
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        found = _trading(game)
        return cls(found.stay, found.later, found.stock, found.idle)


def _one_sort_of_column(game: Patience) -> bool:
    column = of_kind(game, "column")
    return len(column) == 1 and all(
        set(move.to) <= {column, *homes_of(game)}
        for move in carries_of(game)
        if column in move.source
    )


def _runs_as_packed(game: Patience) -> bool:
    zone, letter = column_of(game), of_kind(game, "column")
    return (
        isinstance(zone.lift, run)
        and zone.lift.ends == NONE
        and zone.lift.join == zone.build
        and zone.room > len(cards_of(game))
        and len(zone.batch) > SUIT
        and all(
            isinstance(move, LayOff)
            or (move.limit is None and move.lift is None and move.onto == "any")
            for move in carries_of(game)
            if letter in move.source and letter in move.to
        )
    )


def _all_or_nothing_in_common(game: Patience) -> bool:
    zone = column_of(game)
    assert isinstance(zone.build, Join)
    assert isinstance(zone.start, Test)
    masks = zone.build.masks[:52]
    return all(not one & other or one == other for one in masks for other in masks) and not any(
        zone.start.mask & mask for mask in masks
    )


@dataclass(frozen=True, slots=True)
class WholeRuns(Proof):
    """A run is split only to free a card that goes home next.

    Example: 6C lies on 7H. It goes to 7D without 7H only if 7H goes home then.
    """

    claim: ClassVar[Claim] = Claim(
        Phrase("Whole runs"),
        Phrase(
            "Two cards that take one card in common take the same cards; so what lies on the one "
            "and what lies on the other may trade places, and all play goes on as before. To split "
            "a run is such a trade. It is needed only for the card beneath to go home, and then "
            "right before that."
        ),
        (
            *PLAIN,
            ONE_PACK,
            NO_SWEEP,
            SINGLY,
            Condition(
                Phrase("There is one sort of column, which sends cards to columns and home only."),
                _one_sort_of_column,
            ),
            Condition(
                Phrase("Runs are lifted as they are packed, as long as one likes."), _runs_as_packed
            ),
            Condition(
                Phrase(
                    "Two cards of a column take the same cards or none in common, and an empty "
                    "column takes none that lies on another."
                ),
                _all_or_nothing_in_common,
            ),
        ),
    )


def _downwards(game: Patience) -> bool:
    zone = column_of(game)
    assert isinstance(zone.build, Join)
    return all(not zone.build.masks[card] >> 4 * (card // 4) for card in range(52))


@dataclass(frozen=True, slots=True)
class Traded(Proof):
    """Of two cards that take the same, it does not matter which bears which run.

    Example: 7H and 7D end two columns: 6S on 7H and 6C on 7D is the same as 6C on 7H and 6S on
    7D.
    """

    claim: ClassVar[Claim] = Claim(
        Phrase("Runs that trade places"),
        Phrase(
            "Let two cards that take the same lie in runs that end their columns. If what lies on the "
            "one and what lies on the other trade places, all play goes on as before, except that "
            "a card may bear a run when it is to go home; the other one is bare then, and the run is "
            "split over to it first. A card lies on higher ones only, so nothing is traded for a "
            "part of itself. So positions are the same when their runs begin with the same cards, "
            "in the same columns, and the same cards are packed in them; what is owed after a split "
            "still tells it from the position before."
        ),
        (
            WholeRuns.claim,
            Condition(Phrase("Cards are packed on higher ones only."), _downwards),
        ),
    )
