"""Hints that do not cheat: what nobody has seen is dealt anew among the hidden places before any search.

Where nothing is unknown a hint follows a winning line, which is kept so that the next hints go on with it.
Else many tables are dealt that look the same, and what keeps most of them winnable is advised. No hint leads
back to where play has been.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from trapoula.cards import HIDDEN, NAMES
from trapoula.game import CHANCE, Game, Json
from trapoula.patience import Action, Patience, Table
from trapoula.solve.ahead import gone_on, promising
from trapoula.solve.past import NO_PAST, Kept, Past, place
from trapoula.solve.reason import MESSAGES, reason
from trapoula.solve.unseen import unseen
from trapoula.solve.verdict import Finding, Limits
from trapoula.solve.weighed import along, fresh_actions, lowered, weighed

SECONDS = 2.0  # for a line where nothing is unknown;
COMPILED = 10_000  # positions to look for one after that, by the kernel
PLAIN = 500  # and through the rules


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
    if past.line:
        return _hint(game, state, Kept(past.step, past.line, past.vain))
    fresh, vain = fresh_actions(game, state, past), past.vain
    known = not unseen(state, past.seen)
    if known:
        line, vain = _won(game, state, past, fresh)
        if line:
            return _hint(game, state, Kept(past.step, tuple(map(game.write, line))))
    if not fresh:
        return None
    way = () if known or promising(game) else weighed(game, state, past, fresh)
    way = way or (gone_on(game, state, past.seen, fresh),)
    return _hint(game, state, Kept(past.step, tuple(map(game.write, way)), vain))


def _hint(game: Patience, state: Table, kept: Kept) -> Hint:
    """The hint to begin with what is kept."""
    text = kept.line[0]
    code, card = reason(game, state, game.read(text))
    facts: dict[str, Json] = {"card": NAMES[card & ~HIDDEN]} if "{card" in MESSAGES[code] else {}
    return Hint(text, code, facts, kept)


# --- where nothing is unknown: a line ------------------------------------------------------------


def _won(
    game: Patience, state: Table, past: Past, fresh: Sequence[Action]
) -> tuple[Sequence[Action], Finding | None]:
    """A line that wins from here, and what the search for it came to.

    It leads back to where play has been only when the player came here by other ways than were advised.
    """
    line, found = _searched(game, state, past)
    if line and past.advised and _leads_back(game, state, past, line):
        ways = ((action, _searched(game, game.play(state, action), past)[0]) for action in fresh)
        lines = ((action, *rest) for action, rest in ways if rest)
        line = next((way for way in lines if not _leads_back(game, state, past, way)), ())
    return line, found


def _searched(game: Patience, state: Table, past: Past) -> tuple[Sequence[Action], Finding | None]:
    """A line that wins, as straight as it can be walked; a short search after a long one was in vain."""
    from trapoula.solve.judge import judge

    if past.vain == "lost":
        return (), past.vain
    short = PLAIN if lowered(game) is None else COMPILED
    found = judge(game, state, Limits(SECONDS, short) if past.vain else Limits(SECONDS))
    return straight(game, state, tuple(map(game.read, found.line))), found.finding


def _leads_back(game: Patience, state: Table, past: Past, line: Sequence[Action]) -> bool:
    return any(place(game, after, past.seen) in past.places for after in along(game, state, line))


def straight(game: Patience, table: Table, line: Sequence[Action]) -> tuple[Action, ...]:
    """The line without its circles, begun with the action that leads furthest along it at once."""
    places = [place(game, after) for after in (table, *along(game, table, line))]
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
