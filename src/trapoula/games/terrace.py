"""Terrace: a reserve that only the foundations take, and columns that only the waste may start."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.patience import *

_SHUT = 26  # added to the phase while the stock is shut; it leaves the settled base as it is


@dataclass(frozen=True, slots=True)
class _Variant:
    """What sets one of the variants apart."""

    reserve: int
    columns: int = 9
    match: Join = ALTERNATE  # how foundations are built
    chosen: bool = False  # the player chooses the base
    redeals: int = 0
    fill: str = ""  # where the card for a gap comes from; from nowhere if the player fills it


_VARIANTS = {
    "terrace": _Variant(11, chosen=True),
    "general": _Variant(13, match=SAME_SUIT, chosen=True, redeals=1),
    "stars": _Variant(11),
    "signora": _Variant(11, fill="WS"),
    "redheads": _Variant(21, columns=8, fill="RWS"),
    "blondes": _Variant(10, columns=8),
    "wood": _Variant(10),
}


@game("packers")
def terrace(
    variant: Literal[
        "terrace", "general", "stars", "signora", "redheads", "blondes", "wood"
    ] = "terrace",
) -> Patience:
    kind = _VARIANTS[variant]
    base, last, begun = Settled(), Settled(-1), Reach(1)
    turn = _Turn(When(begun, Turn("S", to="W", redeals=kind.redeals)), shuts=not kind.fill)
    carries = (
        Carry("T", to="F"),
        When(begun, _Along(Carry("R", to="F"))),
        Carry("W", to="FT"),
        Carry("T", to="T", limit=_Filled()),
    )
    return Patience(
        picture=f"""
            S W . R
            F F F F F F F F
            {"T " * kind.columns}
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "R": reserve(fan="right"),
            "F": foundation(
                base,
                Every((UP_ROUND & kind.match, Except(base))),
                lift=None,
                room=ENDLESS,
            ),
            "T": column(Every((DOWN_ROUND & ALTERNATE, Except(last)))),
        },
        pack=TWO_DECKS,
        deal=(
            Onto("R", kind.reserve),
            *((Rows("T", piles=range(4)),) if kind.chosen else (Onto("F"), Rows("T"), Onto("W"))),
            Rest("S"),
            Now(Settle("F")),
        ),
        moves=(*(_Tend(carry, turn, kind.fill) for carry in carries), turn),
        chores=(Settle("F"),),
        goal=Home("F"),
        score=Cards("F"),
    )


@dataclass(frozen=True, slots=True)
class _Filled:
    """No card to an empty pile, any number to others."""

    def most(self, game: Patience, table: Table, source: int, target: int) -> int:
        """None or all."""
        return ENDLESS if table.piles[target] else 0


@dataclass(frozen=True, slots=True)
class _Along:
    """A carry that takes along as many of the cards beneath as one likes."""

    carry: Carry

    verb = CARRY
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        """Every size of it."""
        for action in self.carry.offers(game, table):
            for beneath in range(len(table.piles[action.source])):
                yield action._replace(size=1 + beneath)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        """The cards change piles together."""
        return self.carry.play(game, table, action)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn that may shut the stock when it is made while there is a gap among the columns."""

    turn: Move
    shuts: bool

    verb = "turn"
    at = "S"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        """Once the waste was turned over, only when it is used up."""
        (waste,) = game.where("W")
        if table.phase < _SHUT and not (table.turned and table.piles[waste]):
            yield from self.turn.offers(game, table)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        """The turn, and the stock perhaps shut."""
        table = self.turn.play(game, table, action)
        gap = any(not table.piles[at] for at in game.where("T"))
        return table._replace(phase=table.phase + _SHUT) if self.shuts and gap else table


@dataclass(frozen=True, slots=True)
class _Tend:
    """A carry after which gaps are filled, and a card is turned if the waste is used up."""

    carry: Move
    turn: _Turn
    fill: str

    verb = CARRY
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        """The carry's own."""
        return self.carry.offers(game, table)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        """A card from the waste opens the stock again; the first base has the columns dealt."""
        (waste,) = game.where("W")
        first = not table.phase
        table = self.carry.play(game, table, action)
        if action.source == waste:
            table = table._replace(phase=table.phase % _SHUT)
        table = Refill("T", "S" if first else self.fill).tidy(game, table)
        if not table.piles[waste]:
            for turn in self.turn.offers(game, table):
                table = self.turn.play(game, table, turn)
        return table
