"""What a player knows beyond the table as it lies: where play has been, what was seen, what was advised."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.core.cards import Card
from trapoula.core.game import CHANCE
from trapoula.patience import Patience, Table
from trapoula.play import views
from trapoula.play.session import Session
from trapoula.solve.player_view import BACKS, Ring, count_unseen, table_key
from trapoula.solve.verdict import Finding


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
    gained, fewest, best = 0, len(session.deck), game.score.of(game, views.state(session, Table, 0))
    for step, (state, seen) in enumerate(known(session)):
        places[table_key(game, state, seen, ring)] = None
        unknown, score = count_unseen(state, seen), game.score.of(game, state)
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


def known(session: Session) -> Iterator[tuple[Table, frozenset[Card]]]:
    """The tables of a game, and the faces that the player knew at each: no card of them lay anywhere unknown.

    Of each of them every card was seen at once, and nothing was shuffled since.
    """
    pack, most, seen = Counter(session.deck), Counter[Card](), frozenset[Card]()
    for step in range(session.steps + 1):
        if step and session.actions[step - 1][0] == CHANCE:
            most, seen = Counter(), frozenset()
        state = views.state(session, Table, step)
        shown = Counter(b"".join((*state.piles, state.gone)).translate(None, BACKS))
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
