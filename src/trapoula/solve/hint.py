"""Hints that do not cheat: what is hidden is dealt anew among the hidden places before any search."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from trapoula.cards import HIDDEN, NAMES
from trapoula.deals import SplitMix
from trapoula.game import CHANCE, Game, Json
from trapoula.patience import CARRY, PAIR, Action, Patience, Table

SAMPLES, STATES = 2, 6_000  # tables that are dealt, and positions that are tried on each
OPEN_STATES = 40_000  # when nothing is hidden

MESSAGES = {  # what a move does for the player, in the order of preference
    "home": "brings {card:the} home",
    "away": "takes {card:the} away",
    "turns": "turns a card up",
    "frees": "frees {card:the}",
    "waste": "plays {card:the}",
    "empties": "empties a pile",
    "packs": "packs {card:the} in order",
    "stock": "brings new cards",
    "parks": "parks {card:the}",
    "only": "is what can be done",
}
_ORDER = tuple(MESSAGES)


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
    tellings = {action: _reason(game, state, action) for action in legal}
    for action in _searched(game, state, legal):
        return _hint(game, state, action, tellings[action])
    best = min(legal, key=lambda action: (_ORDER.index(tellings[action][0]), legal.index(action)))
    return _hint(game, state, best, tellings[best])


def _hint(game: Patience, state: Table, action: Action, telling: tuple[str, int]) -> Hint:
    reason, card = telling
    facts: dict[str, Json] = {"card": NAMES[card & ~HIDDEN]} if "{card" in MESSAGES[reason] else {}
    return Hint(game.write(action), reason, facts)


def _reason(game: Patience, state: Table, action: Action) -> tuple[str, int]:
    """What an action does, told by cards that lie face up before it, and the card it is told of."""
    if action.verb not in (CARRY, PAIR):
        pile = state.piles[action.source] if action.source >= 0 else b""
        if pile and not pile[-1] & HIDDEN and game.zone[action.source].kind != "stock":
            return "away", pile[-1]
        return "stock", 0
    source, size = state.piles[action.source], action.size
    card, left = source[-size], source[:-size]
    kinds = game.zone[action.source].kind, game.zone[action.target].kind
    if action.verb == PAIR:
        return "away", card
    if kinds[0] == "foundation":
        return "only", card
    if kinds[1] == "foundation" or kinds[1] == "waste":
        return "home" if kinds[1] == "foundation" else "away", card
    if left and left[-1] & HIDDEN:
        return "turns", card
    if left and _goes_home(game, state, left[-1]):
        return "frees", left[-1]
    if kinds[0] in ("waste", "reserve", "cell") and kinds[1] == "column":
        return "waste", card
    if kinds[1] == "cell":
        return "parks", card
    if not left and state.piles[action.target]:
        return "empties", card
    if left and state.piles[action.target]:
        under, onto = left[-1], state.piles[action.target][-1]
        joined = _joins(game, state, action.source, under, card)
        if not joined and not onto & HIDDEN:
            return "packs", card
    return "only", card


def _joins(game: Patience, state: Table, at: int, under: int, card: int) -> bool:
    """Whether a card lies in order already."""
    lower = state.put((at, state.piles[at][: state.piles[at].index(card)]))
    return bool(lower.piles[at]) and bool(game.takes(lower, at) >> card & 1)


def _goes_home(game: Patience, state: Table, card: int) -> bool:
    return not card & HIDDEN and any(
        zone.kind == "foundation" and game.takes(state, at) >> card & 1
        for at, zone in enumerate(game.zone)
    )


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


def redealt(state: Table, seed: int) -> Table:
    """A table that looks the same: the cards that lie face down are dealt anew in their places."""
    unseen = [card & ~HIDDEN for pile in state.piles for card in pile if card & HIDDEN]
    dealt = iter(SplitMix(seed * 1009 + len(unseen)).shuffled(unseen))
    piles = (
        bytes(next(dealt) | HIDDEN if card & HIDDEN else card for card in pile)
        for pile in state.piles
    )
    return state._replace(piles=tuple(piles))


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
