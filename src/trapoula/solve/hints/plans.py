"""Plans: all that is done before another hidden card is turned up, but for what can wait until it is seen.

So far a player can think ahead, knowing every card that takes part; the rest is decided with the new card.
"""

from collections.abc import Sequence
from typing import NamedTuple

from trapoula.cards import Card
from trapoula.patience import Action, Patience, Table
from trapoula.solve.hints.candidates import Way, straight
from trapoula.solve.hints.reason import GAINFUL, reason
from trapoula.solve.places import Ring, dark

LONG = 20  # deeds of a plan that is asked which of them can wait


class Deed(NamedTuple):
    """An action with the cards that it takes, the one on which it lays them, and whether that gains."""

    action: Action
    taken: bytes
    onto: bytes
    gains: bool


def planned(
    game: Patience, table: Table, line: Sequence[Action], seen: frozenset[Card], ring: Ring | None
) -> Way:
    """The beginning of a line, up to the first hidden card that it turns up; all of it when it does not."""
    begun, lies, unknown = list[Action](), table, dark(table, seen)
    for action in line:
        begun.append(action)
        lies = game.play(lies, action)
        if lies.loose or dark(lies, seen) < unknown:
            break
    else:
        return straight(game, table, line)
    deeds, waits = _deeds(game, table, straight(game, table, begun), ring), list[Deed]()
    if len(deeds) <= LONG:
        for number in reversed(range(len(deeds) - 1)):
            fewer, later = deeds[:number] + deeds[number + 1 :], [deeds[number], *waits]
            if _walked(game, table, [*fewer, *later], ring):
                deeds, waits = fewer, later
    return straight(game, table, _walked(game, table, deeds, ring))


def without_detours(game: Patience, table: Table, plan: Way, ring: Ring | None) -> Way:
    """A plan with nothing in it but what gains at once, and its end; nothing where that cannot be."""
    *deeds, last = _deeds(game, table, plan, ring)
    return _walked(game, table, [*(deed for deed in deeds if deed.gains), last], ring)


def detours(game: Patience, table: Table, plan: Way, ring: Ring | None) -> int:
    """How much of a plan, before its end, gains nothing at once."""
    return sum(not deed.gains for deed in _deeds(game, table, plan, ring)[:-1])


def _deeds(game: Patience, table: Table, line: Sequence[Action], ring: Ring | None) -> list[Deed]:
    """What is done along a line, but for the turns of a ring."""
    deeds: list[Deed] = []
    for action in line:
        if ring is None or action.verb != ring.turning.verb:
            gains = reason(game, table, action)[0] in GAINFUL
            deeds.append(Deed(action, *_about(table, action), gains))
        table = game.play(table, action)
    return deeds


def _about(table: Table, action: Action) -> tuple[bytes, bytes]:
    """The cards that an action takes, and the one on which it lays them."""
    taken = table.piles[action.source][-max(1, action.size) :] if action.source >= 0 else b""
    return taken, table.piles[action.target][-1:] if action.target >= 0 else b""


def _walked(game: Patience, table: Table, deeds: Sequence[Deed], ring: Ring | None) -> Way:
    """The deeds one after the other, with the turns between them that they need; nothing if one cannot be."""
    way: list[Action] = []
    for action, taken, onto, _ in deeds:
        turns = 0
        while _about(table, action) != (taken, onto) or not game.allows(table, action):
            turn = ring.turn(game, table) if ring and action.source == ring.waste else None
            if turn is None or turns > len(game.cards):
                return ()
            table, turns = game.play(table, turn), turns + 1
            way.append(turn)
        table = game.play(table, action)
        way.append(action)
    return tuple(way)
