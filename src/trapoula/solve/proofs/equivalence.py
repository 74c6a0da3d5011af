"""Positions that differ in nothing that counts: buried cards, and piles that trade places."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Self

from trapoula.core.errors import Phrase
from trapoula.patience import (
    ACES,
    ANYWHERE,
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
    Turn,
    Uncover,
    Uncovered,
    astray,
)
from trapoula.patience.checks import Word, words
from trapoula.patience.wraps import unwrap
from trapoula.solve.proofs.conditions import (
    AT_REST,
    BY_TOP_CARD,
    EMPTIED,
    ONE_PACK,
    Claim,
    Condition,
    Proof,
)
from trapoula.solve.proofs.declaration import cards_of, growing, looks_at, moves_of


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
