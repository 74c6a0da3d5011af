"""What a player knows beyond the table as it lies: where play has been, what was seen, what was advised."""

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from trapoula.cards import HIDDEN, Card
from trapoula.game import CHANCE
from trapoula.patience import Patience, Table
from trapoula.session import Session
from trapoula.solve.hints.free_stock import Ring
from trapoula.solve.verdict import Finding

UNKNOWN = 255  # in place of a card that nobody has seen
_BACKS = bytes(range(HIDDEN, 2 * HIDDEN))  # every card that lies face down


@dataclass(frozen=True, slots=True)
class Kept:
    """What was advised at a step of a game: an action, maybe after turns, or a whole line that wins.

    It is advice for the `table` of that step alone, for other moves may come to as many steps.
    Where a search for a line was in vain, there or before, it came to `vain`.
    """

    step: int = 0
    line: tuple[str, ...] = ()
    vain: Finding | None = None
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """Where play has been, the hidden cards that were seen, and what is left of what was advised."""

    places: frozenset[bytes] = frozenset()
    seen: frozenset[Card] = frozenset()
    step: int = 0
    line: tuple[str, ...] = ()
    advised: bool = False  # whether play came here by what was advised
    vain: Finding | None = None
    idle: int = (
        0  # places since fewer cards were unknown, or the score was higher, than ever before
    )


NO_PAST = Past()


def past(session: Session, kept: Kept | None = None) -> Past:
    """What the player of a patience knows who came to this table step by step.

    Who is on the way to where a line leads needs to know no more than the line.
    """
    game = session.game
    assert isinstance(game, Patience)
    line, vain = None if kept is None else _followed(session, kept), None
    if line is not None and kept is not None:
        shuffled = any(seat == CHANCE for seat, _ in session.actions[kept.step :])
        vain = None if shuffled else kept.vain
    if line:
        return Past(step=session.steps, line=line, advised=True, vain=vain)
    ring, places, seen = Ring.of(game), dict[bytes, None](), frozenset[Card]()
    gained, fewest, best = 0, len(session.deck), game.score.of(game, session.state_at(0))
    for step, (state, seen) in enumerate(known(session)):
        places[place(game, state, seen, ring)] = None
        unknown, score = dark(state, seen), game.score.of(game, state)
        shuffled = step > 0 and session.actions[step - 1][0] == CHANCE
        if shuffled or unknown < fewest or score > best:
            gained, best = len(places), max(best, score)
            fewest = unknown if shuffled else min(fewest, unknown)
    return Past(
        frozenset(places),
        seen,
        session.steps,
        advised=line is not None,
        vain=vain,
        idle=len(places) - gained,
    )


def place(
    game: Patience, table: Table, seen: Set[Card] | None = None, ring: Ring | None = None
) -> bytes:
    """How a table lies, in few bytes, however it came to; cells are as good as each other.

    With what a player has `seen` by then, cards that lie face down unknown are all alike: the same table is
    another place once more of it is known. With the `ring` of the stock it is one place however far that is
    turned.
    """
    piles = list(table.piles)
    if seen is not None:
        alike = _alike(frozenset(seen))
        piles = [pile.translate(alike) for pile in piles]
    if ring is not None:
        ring.closed(piles)
    if cells := [at for at, zone in enumerate(game.zone) if zone.kind == "cell"]:
        for at, pile in zip(cells, sorted(piles[at] for at in cells), strict=True):
            piles[at] = pile
    sizes = bytes(map(len, piles))
    return blake2b(
        b"".join((table.phase.to_bytes(4, "big"), sizes, *piles)), digest_size=8
    ).digest()


def dark(table: Table, seen: frozenset[Card]) -> int:
    """How many cards lie face down unknown."""
    return b"".join(table.piles).translate(_alike(seen)).count(UNKNOWN)


@lru_cache(256)
def _alike(seen: frozenset[Card]) -> bytes:
    """Which byte stands for each: one for all cards that lie face down and were not seen."""
    return bytes(
        UNKNOWN if byte in _BACKS and byte - HIDDEN not in seen else byte for byte in range(256)
    )


def known(session: Session) -> Iterator[tuple[Table, frozenset[Card]]]:
    """The tables of a game, and the faces that the player knew at each: no card of them lay anywhere unknown.

    Of each of them every card was seen at once, and nothing was shuffled since.
    """
    pack, most, seen = Counter(session.deck), Counter[Card](), frozenset[Card]()
    for step in range(session.steps + 1):
        if step and session.actions[step - 1][0] == CHANCE:
            most, seen = Counter(), frozenset()
        state = session.state_at(step)
        shown = Counter(b"".join((*state.piles, state.gone)).translate(None, _BACKS))
        if not shown <= most:
            most |= shown
            seen = frozenset(face for face, cards in most.items() if cards >= pack[face])
        yield state, seen


def _followed(session: Session, kept: Kept) -> tuple[str, ...] | None:
    """What is left of what was advised; None when play went elsewhere."""
    if session.steps < kept.step or session.state_at(kept.step) != kept.table:
        return None
    done = tuple(
        session.game.write(action)
        for seat, action in session.actions[kept.step :]
        if seat != CHANCE
    )
    return kept.line[len(done) :] if kept.line[: len(done)] == done else None
