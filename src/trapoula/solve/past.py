"""What a player knows beyond the table as it lies: where play has been, what was seen, what was advised."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from trapoula.cards import HIDDEN, Card
from trapoula.game import CHANCE
from trapoula.patience import Patience, Table
from trapoula.session import Session
from trapoula.solve.verdict import Finding

UNKNOWN = 255  # in place of a card that nobody has seen
_BACKS = bytes(range(HIDDEN, 2 * HIDDEN))  # every card that lies face down


@dataclass(frozen=True, slots=True)
class Kept:
    """What was advised at a step of a game: an action, maybe after turns, or a whole line that wins.

    Where a search for a line was in vain, there or before, it came to `vain`.
    """

    step: int = 0
    line: tuple[str, ...] = ()
    vain: Finding | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """Where play has been, the hidden cards that were seen, and what is left of what was advised."""

    places: frozenset[bytes] = frozenset()
    seen: frozenset[Card] = frozenset()
    step: int = 0
    line: tuple[str, ...] = ()
    advised: bool = False  # whether play came here by what was advised
    vain: Finding | None = None


NO_PAST = Past()


def past(session: Session, kept: Kept | None = None) -> Past:
    """What the player of a patience knows who came to this table step by step."""
    game = session.game
    assert isinstance(game, Patience)
    states = [session.state_at(step) for step in range(session.steps + 1)]
    shuffled = max(
        (step for step, (seat, _) in enumerate(session.actions, 1) if seat == CHANCE), default=0
    )
    line = None if kept is None else _followed(session, kept)
    seen = _seen(Counter(session.deck), states[shuffled:])
    return Past(
        frozenset(place(game, state, seen) for state in states),
        seen,
        session.steps,
        line or (),
        advised=line is not None,
        vain=None if line is None or kept is None or kept.step < shuffled else kept.vain,
    )


def place(game: Patience, table: Table, seen: Set[Card] | None = None) -> bytes:
    """How a table lies, in few bytes, however it came to; cells are as good as each other.

    With what a player has `seen`, cards that lie face down unknown are all alike.
    """
    piles = list(table.piles)
    if seen is not None:
        alike = _alike(frozenset(seen))
        piles = [pile.translate(alike) for pile in piles]
    if cells := [at for at, zone in enumerate(game.zone) if zone.kind == "cell"]:
        for at, pile in zip(cells, sorted(piles[at] for at in cells), strict=True):
            piles[at] = pile
    sizes = bytes(map(len, piles))
    return blake2b(
        b"".join((table.phase.to_bytes(4, "big"), sizes, *piles)), digest_size=8
    ).digest()


@lru_cache(8)
def _alike(seen: frozenset[Card]) -> bytes:
    """Which byte stands for each: one for all cards that lie face down and were not seen."""
    return bytes(
        UNKNOWN if byte in _BACKS and byte - HIDDEN not in seen else byte for byte in range(256)
    )


def _seen(pack: Counter[Card], states: Sequence[Table]) -> frozenset[Card]:
    """The faces of which every card was seen at once, so that none lies anywhere unknown."""
    shown = {b"".join((*state.piles, state.gone)).translate(None, _BACKS) for state in states}
    if max(pack.values()) == 1:
        return frozenset(b"".join(shown))
    most: Counter[Card] = Counter()
    for cards in shown:
        most |= Counter(cards)
    return frozenset(face for face, cards in most.items() if cards >= pack[face])


def _followed(session: Session, kept: Kept) -> tuple[str, ...] | None:
    """What is left of what was advised; None when play went elsewhere."""
    if session.steps < kept.step:
        return None
    done = tuple(
        session.game.write(action)
        for seat, action in session.actions[kept.step :]
        if seat != CHANCE
    )
    return kept.line[len(done) :] if kept.line[: len(done)] == done else None
