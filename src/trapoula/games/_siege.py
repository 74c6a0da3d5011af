"""A siege: bricks B and guards L and H before the throne K, attacked by the waste W."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.core.cards import Pile, face_up, rank
from trapoula.patience import *

OPENS = {  # which piles a gap lays open: those beside it and above it
    "H": ((-2, 0), (2, 0)),
    "L": ((-2, 0), (2, 0), (-1, -2), (1, -2)),
    "B": ((-1, 0), (1, 0), (-0.5, -1), (0.5, -1), (-0.5, -2), (0.5, -2)),
}
FOOT = 7  # cards in the lowest row of the wall, which always lie open


@dataclass(frozen=True, slots=True)
class Storm:
    """Attack a pile with cards from one pile of the waste."""

    verb, at = CARRY, ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        targets = _targets(game, table)
        for source in game.where("W"):
            pile = table.piles[source]
            for size in range(1, len(pile) + 1):
                force = _pips(pile[-size:])
                yield from (Action(CARRY, source, at, size) for at, foe in targets if force > foe)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        force = table.piles[action.source][-action.size :]
        return _strike(game, table.away((action.source,), action.size), action.target, force)


@dataclass(frozen=True, slots=True)
class Charge:
    """Attack a pile with the whole waste."""

    verb, at = "attack", "KHLB"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        force = _pips(b"".join(table.piles[at] for at in game.where("W")))
        yield from (Action(self.verb, at) for at, foe in _targets(game, table) if force > foe)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        force = b"".join(table.piles[at] for at in game.where("W"))
        return _strike(game, Clear("W").tidy(game, table), action.source, force)


def _pips(pile: Pile) -> int:
    return sum(rank(card) + 1 for card in pile)


def _targets(game: Patience, table: Table) -> list[tuple[int, int]]:
    """The piles that lie open, and what they withstand; a guard not yet seen, whatever it is."""
    unguarded = game.where("K") if Bare("H").met(game, table) else ()
    found: set[int | None] = {*unguarded, *game.where("B")[-FOOT:]}
    for gap in game.where("HLB"):
        if not table.piles[gap]:
            found.update(game.beside(gap, *there) for there in OPENS[game.letter[gap]])
    return [
        (at, -1 if pile[0] & HIDDEN else _strength(game, table, at))
        for at in game.where("KHLB")
        if at in found and (pile := table.piles[at])
    ]


def _strength(game: Patience, table: Table, at: int) -> int:
    """The pips of a pile, and in the wall those of the two cards over it."""
    cards = table.piles[at]
    if game.letter[at] == "B":
        for side in (-0.5, 0.5):
            over = game.beside(at, side, -1) or game.beside(at, 0, -2)
            cards += table.piles[over] if over else b""
    return _pips(cards)


def _strike(game: Patience, table: Table, at: int, force: Pile) -> Table:
    """A pile weaker than the force leaves; a guard that withstands it is seen from then on."""
    strength = _strength(game, table, at)
    table = table.put((at, face_up(table.piles[at])))
    if _pips(force) <= strength:
        return table
    return table.away((at,), len(table.piles[at]))._replace(tally=table.tally + strength)
