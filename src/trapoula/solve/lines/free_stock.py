"""A stock that costs nothing to turn, however often: with its waste it is one ring of cards."""

from dataclasses import dataclass
from typing import Self

from trapoula.cards import HIDDEN, Card
from trapoula.patience import Action, Patience, Table, Turn
from trapoula.solve.proofs.declared import turn_of
from trapoula.solve.proofs.turning import Turning


@dataclass(frozen=True, slots=True)
class Ring:
    """The move that turns it, and its two piles; what lies in them keeps its order."""

    turning: Turn
    stock: int
    waste: int

    @classmethod
    def of(cls, game: Patience) -> Self | None:
        """The ring of a game, where it is proved that turning loses nothing and comes to no end."""
        if Turning.claim.unmet(game) is not None or not Turning.of(game).free:
            return None
        turn = turn_of(game)
        (stock,), (waste,) = game.where(turn.at), game.where(turn.to)
        return cls(turn, stock, waste)

    def turn(self, game: Patience, table: Table) -> Action | None:
        """The turn as it can be made on a table."""
        return next(self.turning.offers(game, table), None)

    def closed(self, piles: list[bytes]) -> None:
        """Lay the waste under the stock, as if nothing had been turned: all turns lie alike then."""
        turned = bytes(card | HIDDEN for card in reversed(piles[self.waste]))
        piles[self.stock], piles[self.waste] = piles[self.stock] + turned, b""

    def news(self, table: Table, seen: frozenset[Card]) -> bool:
        """Whether the next turn shows a card that nobody has seen."""
        cards = table.piles[self.stock][-self.turning.by :]
        return any(card & ~HIDDEN not in seen for card in cards)
