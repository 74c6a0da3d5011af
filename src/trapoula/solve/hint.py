"""Hints that do not cheat: what is hidden is dealt anew among the hidden places before any search."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from trapoula.cards import HIDDEN, NAMES
from trapoula.game import CHANCE, Game, Json
from trapoula.patience import Action, Patience, Table
from trapoula.solve.reason import MESSAGES, RANK, Reason, reason
from trapoula.solve.unseen import outlook, redealt

SAMPLES, STATES = 2, 6_000  # tables that are dealt, and positions that are tried on each
OPEN_STATES = 40_000  # when nothing is hidden


@dataclass(frozen=True, slots=True)
class Hint:
    """One action with the reason for it: a code, and a message with its facts."""

    action: str
    reason: str
    facts: dict[str, Json] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The sentence, to be filled with the facts."""
        return MESSAGES[self.reason]


def advise(game: Game[Any, Any], state: Any) -> Hint | None:
    """What the one player of a patience might do now."""
    if not isinstance(game, Patience) or game.turn(state) in (None, CHANCE):
        return None
    legal = tuple(game.legal(state, 0))
    tellings = {action: reason(game, state, action) for action in legal}
    for action in _searched(game, state, legal):
        return _hint(game, action, tellings[action])
    rank = min(RANK[code] for code, _ in tellings.values())
    best = [action for action in legal if RANK[tellings[action][0]] == rank]
    if len(best) > 1:  # as good as each other: the one that is worth most
        best = [max(best, key=lambda action: _worth(game, state, action))]
    return _hint(game, best[0], tellings[best[0]])


def _worth(game: Patience, state: Table, action: Action) -> int:
    after = outlook(game, state, action)
    return game.score.of(game, state if after is None else after)


def _hint(game: Patience, action: Action, telling: Reason) -> Hint:
    code, card = telling
    facts: dict[str, Json] = {"card": NAMES[card & ~HIDDEN]} if "{card" in MESSAGES[code] else {}
    return Hint(game.write(action), code, facts)


# --- by search -----------------------------------------------------------------------------------


def _searched(game: Patience, state: Table, legal: Sequence[Action]) -> list[Action]:
    """The first actions of winning lines on tables that look the same, the most frequent first."""
    try:
        from trapoula.solve.lower import lower
        from trapoula.solve.search import glance
    except ImportError:  # the kernel's tools are not installed
        return []
    from trapoula.solve.program import NotLowered

    try:
        program = lower(game)
    except NotLowered:
        return []
    hidden = any(card & HIDDEN for pile in state.piles for card in pile)
    votes: Counter[Action] = Counter()
    for sample in range(SAMPLES if hidden else 1):
        table = redealt(state, sample + 1) if hidden else state
        line = glance(program, table, STATES if hidden else OPEN_STATES)
        if line:
            votes[straight(game, table, line)] += 1
    return [action for action, _ in votes.most_common() if action in legal]


def straight(game: Patience, table: Table, line: Sequence[Action]) -> Action:
    """The first action of a line, or one that leads further along it at once."""
    later: dict[tuple[Any, ...], int] = {}
    after = table
    for number, action in enumerate(line[:40]):
        after = game.play(after, action)
        later[after.piles, after.phase] = number
    best, furthest = line[0], 0
    for action in game.legal(table, 0):
        after = game.play(table, action)
        number = later.get((after.piles, after.phase), -1)
        if number > furthest:
            best, furthest = action, number
    return best
