"""Gaps: by way of four gaps, bring each row into order from two to king of a suit."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from trapoula.cards import Pile
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Row:
    """A row goes up from a first card at its left end; the cards so far in order stay and score."""

    first: Test
    after: Join

    def takes(self, game: Patience, table: Table, at: int) -> Mask:
        """A gap takes what goes on from the card to its left, but nothing goes on from a gap."""
        left = game.beside(at, -1)
        if left is None:
            return self.first.mask
        return self.after.masks[table.piles[left][0]] if table.piles[left] else 0

    def keeps(self, game: Patience, table: Table, at: int) -> bool:
        """Whether the row is in order from its left end to here."""
        pile, left = table.piles[at], game.beside(at, -1)
        fits = bool(pile) and bool(self.takes(game, table, at) >> pile[0] & 1)
        return fits and (left is None or self.keeps(game, table, left))

    def sizes(self, game: Patience, table: Table, at: int) -> Iterable[int]:
        """A card in order is not lifted again."""
        return () if self.keeps(game, table, at) else (1,)

    def of(self, game: Patience, table: Table) -> int:
        """A point for each card in order."""
        return sum(self.keeps(game, table, at) for at in range(len(table.piles)))


@dataclass(frozen=True, slots=True)
class _Redeal:
    """When no gap can be filled, the cards out of order are shuffled and dealt again."""

    row: _Row
    times: int
    aces: bool  # whether the aces are dealt as well, to leave gaps where they fall

    verb = "redeal"
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        """So many times in a game."""
        fillable = any(game.takes(table, at) for at in range(len(table.piles)))
        if table.turned < self.times and not fillable:
            yield Action(self.verb)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        """They are gathered for chance."""
        astray = [at for at in range(len(table.piles)) if not self.row.keeps(game, table, at)]
        aces = table.gone if self.aces else b""
        return table.put(*((at, b"") for at in astray))._replace(
            gone=table.gone.removesuffix(aces),
            loose=b"".join(table.piles[at] for at in astray) + aces,
            turned=table.turned + 1,
        )

    def lay(self, game: Patience, table: Table, order: Pile) -> Table:
        """In reading order; without the aces, the first free place of each row is the gap."""
        free = [at for at, pile in enumerate(table.piles) if not pile]
        places = free if self.aces else [at for at in free if game.beside(at, -1) in free]
        laid = dict(zip(places, order, strict=True))
        table = table.put(*((at, bytes([card])) for at, card in laid.items()))
        return table.away(at for at, card in laid.items() if card in ACES)


@game("grids")
def gaps(gaps: Literal["first", "anywhere"] = "first") -> Patience:
    row = _Row(first=only(TWO), after=UP & SAME_SUIT)
    return Patience(
        picture="""
            G G G G G G G G G G G G G
            G G G G G G G G G G G G G
            G G G G G G G G G G G G G
            G G G G G G G G G G G G G
        """,
        zones={"G": square(row, lift=row)},
        deal=(Rows("G"), Away(ACES, "G")),
        moves=(Carry("G", to="G"), _Redeal(row, times=2, aces=gaps == "anywhere")),
        goal=Reach(48),
        score=row,
    )
