"""Cards that go home by themselves after a move: all that can, or those that are proved to do no harm there.

What is safe follows from the declaration of the game, as `Safe` in the proofs tells it; where that proof
does not hold nothing is safe.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from trapoula.core.game import Game, check
from trapoula.patience import CARRY, Action, Patience, Table, Turn
from trapoula.patience.rules import Mask
from trapoula.solve.proofs import Proofs, prove
from trapoula.solve.proofs.conditions import ONE_PACK
from trapoula.solve.proofs.declaration import bare

Home: TypeAlias = Literal["never", "safe", "all"]
MOST = 208  # cards of the largest pack: no more can follow a move


def followers(game: Game[Any, Any], state: Any, text: str, home: Home) -> tuple[str, ...]:
    """What follows an action by itself, written; what was taken from home is wanted on the table."""
    if home == "never" or not isinstance(game, Patience):
        return ()
    action = check(game, state, 0, text)
    if action.verb == CARRY and game.zone[action.source].kind == "foundation":
        return ()
    proofs = prove(game) if home == "safe" else None
    if proofs is not None and proofs.safe is None:
        return ()
    table, found = game.play(state, action), list[str]()
    while len(found) < MOST and not table.loose:
        following = game.obvious(table) if proofs is None else safe(game, table, proofs)
        if following is None:
            break
        found.append(game.write(following))
        table = game.play(table, following)
    return tuple(found)


def safe(game: Patience, table: Table, proofs: Proofs) -> Action | None:
    """The first card that goes home and does no harm there, whatever is hidden."""
    if proofs.safe is None or game.outcome(table) is not None:
        return None
    ready, needed = _ready(game, table, strict=proofs.safe.strict), proofs.safe.needed.masks
    sources = {*proofs.safe.sources, *_waste(game, proofs)}
    for action in game.legal(table):
        if action.verb != CARRY or action.size != 1 or action.source not in sources:
            continue
        card = table.piles[action.source][-1]
        if game.zone[action.target].kind == "foundation" and not needed[card] & ~ready:
            return action
    return None


def _waste(game: Patience, proofs: Proofs) -> Sequence[int]:
    """The waste of a stock that is turned card by card: without its top card the others keep their order."""
    if proofs.turning is None:
        return ()
    turn = bare(game.moves[proofs.turning.move])
    return game.where(turn.to) if isinstance(turn, Turn) and turn.by == 1 else ()


def _ready(game: Patience, table: Table, *, strict: bool) -> Mask:
    """The cards that are home, or go there next unless these do not count; of two packs, those of both."""
    single, once, twice = ONE_PACK.holds(game), 0, 0
    for at, zone in enumerate(game.zone):
        if zone.kind != "foundation":
            continue
        found = 0 if single and strict else game.takes(table, at)
        for card in table.piles[at]:
            found |= 1 << card
        twice |= once & found
        once |= found
    return once if single else twice
