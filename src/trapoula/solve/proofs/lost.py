"""Positions that are lost whatever is done: cards that cannot come home, or find no place."""

from dataclasses import dataclass
from typing import ClassVar, Self

from trapoula.core.errors import Phrase
from trapoula.patience import (
    DOWN,
    Bare,
    Carry,
    Home,
    Join,
    LayOff,
    Patience,
    Spread,
    Test,
    Top,
    Turn,
    Uncovered,
    run,
)
from trapoula.solve.proofs.conditions import (
    ALL_HOME,
    ALL_IN_SIGHT,
    BY_TOP_CARD,
    EMPTIED,
    FEW_CHORES,
    FROM_THE_ACE,
    NO_JOKERS,
    ONE_PACK,
    PLAIN,
    TO_WASTES,
    TURNED_UP,
    ZONE_LIFTS,
    Claim,
    Condition,
    Proof,
)
from trapoula.solve.proofs.declaration import (
    SUIT,
    by_ranks,
    column_of,
    comes_back,
    moves_at_any_time,
    moves_of,
    of_kind,
    packs_of,
)
from trapoula.solve.proofs.turning import Turning

# --- dead ends -------------------------------------------------------------------------------------


def _stock_in_reach(game: Patience) -> bool:
    others = sorted(zone.kind for zone in game.zones.values() if zone.kind != "foundation")
    if others == ["column", "stock", "waste"]:
        return Turning.claim.unmet(game) is None
    if others == ["column", "stock"]:
        spreads = [move for move in moves_at_any_time(game) if isinstance(move, Spread)]
        return len(game.where(of_kind(game, "stock"))) == 1 and all(
            move.to == of_kind(game, "column") for move in spreads
        )
    return others == ["column"]


@dataclass(frozen=True, slots=True)
class DeadEnds(Proof):
    """A position is lost if a card cannot come home even when nothing is in its way.

    Example: 4H, 6S and 6C lie face down under 5H: it can neither go home nor be packed.
    """

    build: Join
    start: Test
    runs: Join
    back: bool
    columns: tuple[int, ...]
    stock: int | None
    turned: bool

    claim: ClassVar[Claim] = Claim(
        Phrase("Dead ends"),
        Phrase(
            "Let nothing ever be in the way again: a card that was once laid bare stays so, and "
            "takes every card that fits; a card that is yet to be dealt is laid bare from the "
            "beginning. What cannot come home even then never will. In real play, by induction over "
            "its moves, a card is laid bare only once the card that lay on it has gone: home, on a "
            "card that was laid bare, or to an empty column, alone or with the run on it; and all of "
            "this is allowed here at the latest at the same time. Of two packs, a card comes home "
            "second only after both of each lower one of its suit."
        ),
        (
            ALL_HOME,
            FROM_THE_ACE,
            Condition(
                Phrase("Cards are carried, laid off, turned or dealt, at any time or at some."),
                lambda game: all(
                    isinstance(move, Carry | LayOff | Turn | Spread)
                    for move in moves_at_any_time(game)
                ),
            ),
            TO_WASTES,
            FEW_CHORES,
            BY_TOP_CARD,
            Condition(
                Phrase("There are one or two packs, foundations and one sort of column."),
                lambda game: packs_of(game) in (1, 2) and len(of_kind(game, "column")) == 1,
            ),
            Condition(
                Phrase(
                    "Besides, there is nothing; or one stock that is dealt to the columns; or a stock "
                    "and a waste, where turning and playing are one step."
                ),
                _stock_in_reach,
            ),
            Condition(
                Phrase("Columns give their top card, or a run, the same for every move."),
                lambda game: (
                    isinstance(column_of(game).lift, Top | run)
                    and not any(
                        isinstance(move, Carry) and move.lift is not None
                        for move in moves_at_any_time(game)
                    )
                ),
            ),
        ),
    )

    @property
    def rests_on(self) -> tuple[Claim, ...]:
        """That turning and playing are one step, where a stock is turned."""
        return (Turning.claim,) if self.turned else ()

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        zone = column_of(game)
        assert isinstance(zone.build, Join)
        assert isinstance(zone.start, Test)
        runs = zone.lift.join if isinstance(zone.lift, run) else zone.build
        columns = tuple(game.where(of_kind(game, "column")))
        turned, back = bool(of_kind(game, "waste")), comes_back(game)
        stock = None if turned else next(iter(game.where(of_kind(game, "stock"))), None)
        return cls(zone.build, zone.start, runs, back, columns, stock, turned)


# --- cards that lie on one another -----------------------------------------------------------------


def _one_target(game: Patience) -> bool:
    moves = moves_of(game)
    targets = {move.to for move in moves if isinstance(move, Carry | Turn)}
    sources = {letter for move in moves if isinstance(move, Carry) for letter in move.source}
    if len(targets) != 1 or not sources:
        return False
    (target,) = targets
    return (
        len(game.where(target)) == 1
        and target not in sources
        and all(
            (isinstance(move, Carry) and move.lift is None)
            or (isinstance(move, Turn) and move.redeals == 0)
            for move in moves
        )
        and all(isinstance(game.zones[letter].lift, Top | Uncovered) for letter in sources)
    )


def _target(game: Patience) -> str:
    return next(move.to for move in moves_of(game) if isinstance(move, Carry))


def _next_ranks(game: Patience) -> bool:
    zone = game.zones[_target(game)]
    assert isinstance(zone.build, Join)
    assert isinstance(zone.start, Test)
    ranks = by_ranks(zone.build)
    return (
        zone.start.mask == 0
        and ranks is not None
        and all((over - under) % SUIT in (1, SUIT - 1) for under in ranks for over in ranks[under])
    )


def _to_empty(game: Patience) -> tuple[int, ...]:
    """The piles that must be emptied by carrying."""
    goal = game.goal
    assert isinstance(goal, Home | Bare)
    piles = game.where(goal.zones) if isinstance(goal, Bare) else game.elsewhere(goal.zones)
    stocks = {move.at for move in moves_of(game) if isinstance(move, Turn)}
    return tuple(pile for pile in piles if game.letter[pile] not in stocks)


@dataclass(frozen=True, slots=True)
class Links(Proof):
    """A position is lost if cards that must be laid on others find too few of those.

    Example: Golf: a king is left on the table, but neither queen nor ace to lay it on.
    """

    build: Join
    target: int
    sources: tuple[int, ...]

    claim: ClassVar[Claim] = Claim(
        Phrase("Links of a chain"),
        Phrase(
            "Every card that must leave its pile comes to lie on one that takes it, and no card "
            "bears two. So each of them needs one of its own among the cards that are still to come "
            "there and the one on top; where some ranks find too few, a card is left over."
        ),
        (
            EMPTIED,
            NO_JOKERS,
            Condition(
                Phrase("Cards are carried or turned to one pile, one by one and once for all."),
                _one_target,
            ),
            TURNED_UP,
            BY_TOP_CARD,
            Condition(
                Phrase("That pile takes the next rank above or below, and none while it is empty."),
                _next_ranks,
            ),
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        letter = _target(game)
        build = game.zones[letter].build
        assert isinstance(build, Join)
        return cls(build, game.where(letter)[0], _to_empty(game))


def _in_any_suit(game: Patience) -> bool:
    return (
        len(of_kind(game, "column")) == 1
        and not of_kind(game, "cell")
        and column_of(game).build == DOWN
    )


@dataclass(frozen=True, slots=True)
class Room(Proof):
    """A position is lost if some card finds no place however the packed cards are laid.

    Example: Every column ends in a king over other cards, and no queen is home: nothing can
    ever move.
    """

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
