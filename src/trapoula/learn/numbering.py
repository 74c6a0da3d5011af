"""Fixed numbers for every action that a patience can ever offer."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from trapoula.patience import CARRY, PAIR, Action, Join, Patience
from trapoula.patience.lifts import Top, run
from trapoula.patience.table import ENDLESS, NOWHERE
from trapoula.solve.kernel import layout as at
from trapoula.solve.lowering import Ints, Program


@dataclass(frozen=True)
class Numbering:
    """Actions by number, and the lookup table from a move to its number in compiled code."""

    actions: tuple[Action, ...]
    kinds: Ints  # for each row of moves: the index of its verb
    table: Ints  # verb, source, target and size -> number
    piles: int  # one more than there are, to stand for none
    sizes: int

    def place(self, verb: int, action: Action) -> int:
        """Return the index of an action in the lookup table."""
        source = action.source if action.source != NOWHERE else self.piles - 1
        target = action.target if action.target != NOWHERE else self.piles - 1
        return ((verb * self.piles + source) * self.piles + target) * self.sizes + action.size


def numbered(program: Program) -> Numbering:
    """Number all actions of a program, in the order of its moves."""
    verbs = sorted(set(program.verbs))
    actions = tuple(dict.fromkeys(_possible(program)))
    piles = len(program.game.places) + 1
    sizes = 1 + max(action.size for action in actions)
    kinds = np.array([verbs.index(verb) for verb in program.verbs], dtype=np.int32)
    table = np.full(len(verbs) * piles * piles * sizes, -1, dtype=np.int32)
    found = Numbering(actions, kinds, table, piles, sizes)
    for number, action in enumerate(actions):
        table[found.place(verbs.index(action.verb), action)] = number
    return found


def _possible(program: Program) -> Iterator[Action]:
    """Yield every action that a move of the program could be, in any position."""
    code = program.code
    for number, verb in enumerate(program.verbs):
        row = code[code[at.ROW_MOVES] + number * at.MOVE :][: at.MOVE]
        sources = _list(code, row, at.FROM)
        carries = row[at.OP] in (at.M_CARRY, at.M_LAYOFF)
        targets = _list(code, row, at.TO) if carries else sources
        for source in sources:
            if verb not in (CARRY, PAIR):
                yield Action(verb, NOWHERE if source == at.NO_PILE else source)
                continue
            for target in targets:
                most = _most(program.game, row, source, target) if carries else 1
                if carries and source == target:
                    continue
                yield from (Action(verb, source, target, size) for size in range(1, most + 1))


def _list(code: Ints, row: Ints, slot: int) -> list[int]:
    """Return the piles that a row names; NO_PILE if it names none."""
    return code[row[slot] :][: row[slot + 1]].tolist() or [at.NO_PILE]


def _most(game: Patience, row: Ints, source: int, target: int) -> int:
    """Return how many cards can ever be carried together."""
    here, there = game.zone[source], game.zone[target]
    most = min(there.room, here.room, len(game.cards))
    if row[at.OP] == at.M_CARRY:  # a lay-off moves cards one by one, without such a limit
        most = min(most, there.batch.stop - 1)
    if row[at.OWN_LIFT] >= 0 or row[at.TAKES_ALONG]:
        return most
    match here.lift:
        case Top():
            return 1
        case run(join=join):
            return min(most, _longest(join))
        case _:
            return most


@cache
def _longest(join: Join) -> int:
    """Return the length of the longest chain of joined cards; ENDLESS if it can cycle."""
    over = {card: [other for other in range(64) if join(card, other)] for card in range(64)}
    lengths: dict[int, int] = {}

    def height(card: int, beneath: frozenset[int]) -> int:
        if card in beneath:
            return ENDLESS
        if card not in lengths:
            below = beneath | {card}
            lengths[card] = 1 + max((height(other, below) for other in over[card]), default=0)
        return lengths[card]

    return min(ENDLESS, max(height(card, frozenset()) for card in range(64)))
