"""Hints that do not cheat: what nobody has seen is dealt anew among the hidden places before any search.

Where nothing is unknown a hint follows a winning line, which is kept so that the next hints go on with it.
Else many tables are dealt that look the same, and what keeps most of them winnable is advised. No hint leads
back to where play has been.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from trapoula.cards import HIDDEN, NAMES
from trapoula.game import CHANCE, Game, Json
from trapoula.patience import Action, Patience, Table
from trapoula.solve.ahead import gone_on, promising
from trapoula.solve.past import NO_PAST, Kept, Past, place
from trapoula.solve.reason import MESSAGES, RANK, reason
from trapoula.solve.unseen import redealt, unseen
from trapoula.solve.verdict import Limits

if TYPE_CHECKING:
    from trapoula.solve.program import Program

SAMPLES, STATES = 24, 2_000  # tables that are dealt, and positions that are tried on each
CLOSE = 3  # actions that are compared on those tables
EVEN = 0.05  # of the tables: what wins so many fewer than the best is as good
SECONDS = 2.0  # for a line where nothing is unknown,
OPEN_STATES = 10_000  # and positions to look for one, after that was in vain


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
    """What the one player of a patience might do now; None when every move leads back."""
    if not isinstance(game, Patience) or game.turn(state) in (None, CHANCE):
        return None
    fresh = _fresh(game, state, past)
    known = not unseen(state, past.seen)
    if known and (line := _won(game, state, past, fresh)):
        return _hint(game, state, game.read(line[0]), Kept(past.step, line))
    if not fresh:
        return None
    action = None if known or promising(game) else _weighed(game, state, past, fresh)
    action = action or gone_on(game, state, past.seen, fresh)
    return _hint(game, state, action, Kept(past.step, (game.write(action),), vain=known))


def _hint(game: Patience, state: Table, action: Action, kept: Kept) -> Hint:
    code, card = reason(game, state, action)
    facts: dict[str, Json] = {"card": NAMES[card & ~HIDDEN]} if "{card" in MESSAGES[code] else {}
    return Hint(game.write(action), code, facts, kept)


def _fresh(game: Patience, state: Table, past: Past) -> tuple[Action, ...]:
    """The actions that lead where play has not been; a card turned up for the first time is new."""
    return tuple(
        action
        for action in game.legal(state, 0)
        if (after := game.play(state, action)).loose
        or place(game, after, past.seen) not in past.places
    )


# --- where nothing is unknown: a line ------------------------------------------------------------


def _won(game: Patience, state: Table, past: Past, fresh: Sequence[Action]) -> tuple[str, ...]:
    """A line that wins from here: what is left of the kept one, or one that is found now.

    It leads back to where play has been only when the player came here by other ways than were advised.
    """
    if past.line:
        return past.line
    line = _searched(game, state, past)
    if line and past.advised and _leads_back(game, state, past, line):
        ways = ((action, _searched(game, game.play(state, action), past)) for action in fresh)
        lines = ((action, *rest) for action, rest in ways if rest)
        line = next((way for way in lines if not _leads_back(game, state, past, way)), ())
    return tuple(map(game.write, line))


def _searched(game: Patience, state: Table, past: Past) -> tuple[Action, ...]:
    """A line that wins, as straight as it can be walked; a short search after a long one was in vain."""
    from trapoula.solve.judge import judge

    limits = Limits(SECONDS, OPEN_STATES) if past.vain else Limits(SECONDS)
    return straight(game, state, tuple(map(game.read, judge(game, state, limits).line)))


def _leads_back(game: Patience, state: Table, past: Past, line: Sequence[Action]) -> bool:
    return any(place(game, after, past.seen) in past.places for after in _along(game, state, line))


def straight(game: Patience, table: Table, line: Sequence[Action]) -> tuple[Action, ...]:
    """The line without its circles, begun with the action that leads furthest along it at once."""
    places = [place(game, after) for after in (table, *_along(game, table, line))]
    last = {where: step for step, where in enumerate(places)}
    found: list[Action] = []
    step = last[places[0]]
    for action in game.legal(table, 0) if step < len(line) else ():
        further = last.get(place(game, game.play(table, action)), 0)
        if further > step + 1:
            found, step = [action], further
    while step < len(line):
        found.append(line[step])
        step = last[places[step + 1]] if step + 1 < len(places) else step + 1
    return tuple(found)


def _along(game: Patience, table: Table, line: Sequence[Action]) -> list[Table]:
    """The tables along a line, as far as no chance comes between."""
    tables: list[Table] = []
    for action in line:
        table = game.play(table, action)
        tables.append(table)
        if table.loose:
            break
    return tables


# --- where cards are hidden: many tables ---------------------------------------------------------


def _weighed(game: Patience, state: Table, past: Past, fresh: Sequence[Action]) -> Action | None:
    """The action that keeps most tables winnable that look the same; None when none could be won."""
    program = _program(game)
    if program is None or len(fresh) == 1:
        return None
    from trapoula.solve.search import glance

    ranks = {action: RANK[reason(game, state, action)[0]] for action in fresh}
    votes: Counter[Action] = Counter()
    winnable: list[tuple[Table, list[Action]]] = []
    for sample in range(1, SAMPLES + 1):
        table = redealt(state, sample, past.seen)
        if line := glance(program, table, STATES):
            firsts = _firsts(game, table, line, fresh)
            votes.update(firsts)
            winnable.append((table, firsts))
    if not winnable:
        return None
    close = sorted(fresh, key=lambda action: (-votes[action], ranks[action]))[:CLOSE]
    close += [action for action in (min(fresh, key=ranks.__getitem__),) if action not in close]
    wins = {
        action: sum(
            action in firsts or _still_won(game, program, table, action)
            for table, firsts in winnable
        )
        for action in close
    }
    enough = max(wins.values()) - max(0.5, EVEN * len(winnable))
    return min(
        (action for action in close if wins[action] >= enough),
        key=lambda action: (ranks[action], -wins[action], -votes[action]),
    )


def _program(game: Patience) -> "Program | None":
    """The game for the kernel, where there is one that speaks its words."""
    try:
        from trapoula.solve.lower import lower
    except ImportError:  # the kernel's tools are not installed
        return None
    from trapoula.solve.program import NotLowered

    try:
        return lower(game)
    except NotLowered:
        return None


def _firsts(
    game: Patience, table: Table, line: Sequence[Action], fresh: Sequence[Action]
) -> list[Action]:
    """The actions that lead to a place along a line at once."""
    places = {place(game, after) for after in _along(game, table, line)}
    return [
        action
        for action in fresh
        if game.allows(table, action) and place(game, game.play(table, action)) in places
    ]


def _still_won(game: Patience, program: "Program", table: Table, action: Action) -> bool:
    """Whether a table can be won after an action, as a quick search sees it."""
    from trapoula.solve.search import glance

    if not game.allows(table, action):
        return False
    after = game.play(table, action)
    ended = game.outcome(after)
    if ended is not None:
        return ended.won
    return not after.loose and bool(glance(program, after, STATES))
