"""Hints that do not cheat: what nobody has seen is dealt anew among the hidden places before any search.

Where nothing is unknown a hint follows a winning line, which is kept so that the next hints go on with it.
Else many tables are dealt that look the same, and what keeps most of them winnable is advised. No hint leads
back to where play has been.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from trapoula.core.cards import HIDDEN, NAMES
from trapoula.core.game import CHANCE, Game, Json
from trapoula.patience import Action, Patience, Table
from trapoula.solve.hints.history import NO_PAST, Kept, Past
from trapoula.solve.hints.reason import GAINFUL, MESSAGES, reason
from trapoula.solve.hints.sampling import (
    best_by_rollouts,
    best_by_samples,
    early,
    lowered,
    promising,
)
from trapoula.solve.hints.ways import (
    Way,
    after,
    along,
    fresh_ways,
    leads_back,
    reason_of,
    straight,
)
from trapoula.solve.player_view import unseen
from trapoula.solve.verdict import Finding, Limits, wins

# positions to look for a line where nothing is unknown, and after that was in vain
COMPILED = 1_000_000, 10_000  # by the kernel
PLAIN = 8_000, 500  # through the rules
SECONDS = 6.0  # more than those take, but on a very slow machine
# places that are gone to without a gain before nothing is advised but what gains at once
PATIENT, AIMLESS = 80, 20  # while some way was seen to win, and after none was


@dataclass(frozen=True, slots=True)
class Hint:
    """One action with the reason for it: a code, and a message with its facts; and what is to be kept."""

    action: str
    reason: str
    facts: dict[str, Json] = field(default_factory=dict)
    kept: Kept = field(default=Kept(), compare=False, repr=False)

    @property
    def message(self) -> str:
        """The sentence, to be filled with the facts."""
        return MESSAGES[self.reason]


def advise(game: Game[Any, Any], state: Any, past: Past = NO_PAST) -> Hint | None:
    """What the one player of a patience might do now; None when every move leads back.

    The rules have allowed every action of what is advised, at this very table.
    """
    if not isinstance(game, Patience) or game.turn(state) in (None, CHANCE):
        return None
    plans = (plan for plan in _plans(game, state, past) if _allowed(game, state, plan))
    plan = next(plans, None)
    return None if plan is None else _hint(game, state, plan)


def _plans(game: Patience, state: Table, past: Past) -> Iterator[Kept]:
    """What to do now: what was advised before, a line that wins, or what looks best."""
    if past.line:
        yield Kept(past.step, past.line, past.vain, state)
    ways, vain = fresh_ways(game, state, past), past.vain
    if past.idle > (AIMLESS if vain else PATIENT):
        ways = tuple(way for way in ways if reason_of(game, state, way)[0] in GAINFUL)
    known = not unseen(state, past.seen)
    if known:
        line, vain = _won(game, state, past, ways)
        if line:
            yield Kept(past.step, tuple(map(game.write, line)), table=state)
    if len(ways) > 1 and not known and not promising(game):
        way = best_by_samples(game, state, past, ways)
        vain = None if way or early(game) else "unknown"
        if way:
            yield Kept(past.step, tuple(map(game.write, way)), vain, state)
    if ways:
        way = ways[0] if len(ways) == 1 else best_by_rollouts(game, state, past.seen, ways)
        yield Kept(past.step, tuple(map(game.write, way)), vain, state)


def _allowed(game: Patience, state: Table, plan: Kept) -> bool:
    """Whether the rules allow every action of a plan from this table on."""
    return after(game, state, tuple(map(game.read, plan.line))) is not None


def _hint(game: Patience, state: Table, kept: Kept) -> Hint:
    """The hint to begin with what is kept."""
    text = kept.line[0]
    code, card = reason(game, state, game.read(text))
    facts: dict[str, Json] = {"card": NAMES[card & ~HIDDEN]} if "{card" in MESSAGES[code] else {}
    return Hint(text, code, facts, kept)


# --- where nothing is unknown: a line ------------------------------------------------------------


def _won(
    game: Patience, state: Table, past: Past, ways: Sequence[Way]
) -> tuple[Sequence[Action], Finding | None]:
    """A line that wins from here, and what the search for it came to.

    It leads back to where play has been only when the player came here by other ways than were advised.
    """
    line, found = _searched(game, state, past.vain)
    if line and past.advised and leads_back(game, state, past, line):
        ends = ((way, along(game, state, way)[-1]) for way in ways)
        lines = ((way, _searched(game, end, "unknown")[0]) for way, end in ends)
        whole = ((*way, *rest) for way, rest in lines if rest)
        line = next((way for way in whole if not leads_back(game, state, past, way)), ())
    return line, found


def _searched(
    game: Patience, state: Table, vain: Finding | None
) -> tuple[Sequence[Action], Finding | None]:
    """A line that wins, as straight as it can be walked; a short search after a long one was in vain."""
    from trapoula.solve.lines import judge

    if vain == "lost":
        return (), vain
    long, short = PLAIN if lowered(game) is None else COMPILED
    found = judge(game, state, Limits(SECONDS, short if vain else long, at_once=True))
    line = tuple(map(game.read, found.line))
    shorter = straight(game, state, line)
    shown = None if found.finding == "unknown" and early(game) else found.finding
    return shorter if wins(game, state, shorter) else line, shown
