"""Places that are kept for the court: what a table promises on which they may be taken."""

from dataclasses import dataclass
from math import comb

from trapoula.core.cards import JACK, KING, QUEEN, rank
from trapoula.patience import Patience, Table
from trapoula.patience.scores import Score

_RISK = 30  # cards gone that one makes up for the end of the game


@dataclass(frozen=True, slots=True)
class Court:
    """The points; they promise less where a card of the court may find its places taken."""

    points: Score
    places: tuple[tuple[str, int], ...] = (("K", KING), ("Q", QUEEN), ("J", JACK))

    def of(self, game: Patience, table: Table) -> int:
        """The points alone."""
        return self.points.of(game, table)

    def promise(self, game: Patience, table: Table) -> float:
        """The points, less the risk that more of one rank come than have room, before the table is full."""
        room = sum(not table.piles[at] for at in game.where("KQJM"))
        ahead = b"".join(table.piles[at] for at in game.where("SW"))
        risk = 0.0
        for letter, face in self.places:
            free = sum(not table.piles[at] for at in game.where(letter))
            risk += _more_than(free, room, [rank(card) for card in ahead].count(face), len(ahead))
        return self.of(game, table) - _RISK * risk


def _more_than(few: int, drawn: int, good: int, cards: int) -> float:
    """The chance that among some drawn cards there are more than a few of the good ones."""
    drawn = min(drawn, cards)
    ways = sum(comb(good, n) * comb(cards - good, drawn - n) for n in range(few + 1, drawn + 1))
    return ways / comb(cards, drawn)
