"""A plain search through the rules, which knows no proof, and the kernel's searches held beside it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from trapoula.patience import Patience, Redealt, Table
from trapoula.patience.checks import words
from trapoula.patience.patience import Shuffler
from trapoula.solve import Limits
from trapoula.solve.lowering.lower import lower, lower_for
from trapoula.solve.lowering.open_games import OpenGame, opened
from trapoula.solve.lowering.program import Program, actions, load
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.proofs import Proofs, grounded, prove
from trapoula.solve.search.arrays import SearchArrays
from trapoula.solve.search.general import QUICK, Seeker, run_search
from trapoula.solve.search.open_games import PLAIN
from trapoula.solve.search.open_games import Seeker as OpenSeeker
from trapoula.solve.search.portfolio import Found, Try
from trapoula.solve.search_kernel import layout as search_layout
from trapoula.solve.verdict import WrongLine, replayed


def winnable(game: Patience, start: Table, most: int) -> bool | None:
    """Whether some play wins, after trying every legal action; None when there are too many positions."""
    counted = game.redeals is not None or any(isinstance(word, Redealt) for word in words(game))
    seen, stack = {_key(start, counted=counted)}, [start]
    while stack:
        table = stack.pop()
        outcome = game.outcome(table)
        if outcome is not None:
            if outcome.won:
                return True
            continue
        for action in game.legal(table, 0):
            after = game.play(table, action)
            key = _key(after, counted=counted)
            if key not in seen:
                seen.add(key)
                stack.append(after)
        if len(seen) > most:
            return None
    return False


def by_the_rules(game: Patience, program: Program, tables: Iterable[Table]) -> int:
    """How many moves of the kernel were compared: what it offers and what they lead to are the rules'."""
    moves = [move for move in game.moves if not isinstance(move, Shuffler)]
    compared = 0
    for table in tables:
        desk = SearchArrays(program, load(program, table))
        offered = {}
        assert len(desk.legal()) <= program.most
        for move in desk.legal():
            (action,) = actions(program, move)
            offered[action] = move
        assert set(offered) == {a for move in moves for a in move.offers(game, table)}, table
        for action, move in offered.items():
            desk.position = load(program, table)
            desk.do(search_layout.PLAY, move)
            after = game.play(table, action)
            assert _bare(desk.position.table) == _bare(after), (table, action)
            again = load(program, after)
            assert (again.hashes[:-1] == desk.position.hashes[:-1]).all()
            assert (desk.do(search_layout.OUTCOME) == 1) == game.goal.met(game, after)
            compared += 1
    return compared


def openly_by_the_rules(game: Patience, tables: Iterable[Table]) -> int:
    """The same for the kernel of open games, which tells neither columns nor cells apart; 0: it is none."""
    arrays, compared = opened(lower(game, Proofs())), 0
    if arrays is None:
        return 0
    for table in tables:
        if game.goal.met(game, table):
            continue  # nothing is legal any more, and nobody searches on
        here = _heaped(arrays, table)
        by_rules = set()
        for action in game.legal(table, 0):
            if action.size > 1 and action.target in arrays.homes:
                continue  # the same as one card after another
            after = _heaped(arrays, game.play(table, action))
            # a column that moves to an empty one changes nothing; what comes back may be swept home again
            if after != here or action.source in arrays.homes:
                by_rules.add(str(after))
        seeker = OpenSeeker(arrays, table, Limits())
        assert {str(after) for after in _led_to(seeker)} == by_rules, table
        compared += len(by_rules)
    return compared


Heap = tuple[list[bytes], list[bytes]]


def _heaped(game: OpenGame, table: Table) -> Heap:
    """A table whatever the order of its columns and of its cells."""
    return sorted(table.piles[pile] for pile in game.columns), sorted(
        table.piles[pile] for pile in game.cells
    )


def _read(seeker: OpenSeeker) -> Heap:
    """The same of a position in the arrays."""
    state, columns, cells = seeker.state, [], []
    for column in range(len(seeker.game.columns)):
        base = at.CARD + column * at.HIGH + 1
        columns.append(bytes(state[base : base + state[at.SIZES + column]].tolist()))
    for cell in range(len(seeker.game.cells)):
        card = int(state[at.CELL + cell])
        cells.append(b"" if card == at.NONE else bytes([card]))
    return sorted(columns), sorted(cells)


def _led_to(seeker: OpenSeeker) -> Iterator[Heap]:
    """What each move leads to; what is reckoned on the way is what is reckoned from scratch."""
    seeker.do(at.LOAD)
    count = seeker.do(at.OFFERS)
    for move in seeker.out[:count].tolist():
        seeker.do(at.LOAD)
        seeker.do(at.PLAY, move)
        found = _read(seeker)
        again = OpenSeeker(seeker.game, seeker.start, seeker.limits)
        none = bytes([at.NONE])
        row = bytes(at.ROW_CARDS) + bytes(seeker.state[: at.AWAY].tolist())
        row += b"".join(cell or none for cell in found[1])
        row += b"".join(bytes([len(column)]) + column for column in found[0])
        again.row = np.array(bytearray(row), dtype=np.uint8)
        again.do(at.LOAD)
        assert (again.keys == seeker.keys).all()
        assert (again.state[: at.OBLIGATION] == seeker.state[: at.OBLIGATION]).all()
        yield found


def _bare(table: Table) -> tuple[object, ...]:
    return table.piles, sorted(table.gone), table.turned, table.phase


def _key(table: Table, *, counted: bool) -> tuple[object, ...]:
    return table.piles, bytes(sorted(table.gone)), table.phase, table.turned if counted else 0


def chosen(game: Patience) -> Iterator[tuple[str, Proofs]]:
    """All proofs that hold for a game, none of them, each left out, and each alone with what it needs."""
    every = prove(game)
    yield "all", every
    yield "none", Proofs()
    for name in every.held:
        yield f"without {name}", grounded(replace(every, **{name: None}))
        yield f"{name} alone", _alone(every, name)


def _alone(every: Proofs, name: str) -> Proofs:
    """A proof with those that it needs."""
    names, wanted = {proof.claim.name: one for one, proof in every.held.items()}, {name}
    while (
        more := {names[claim.name] for one in wanted for claim in every.held[one].rests_on} - wanted
    ):
        wanted |= more
    return Proofs(**{one: getattr(every, one) for one in wanted})


@dataclass(frozen=True)
class Search:
    """A search by one kernel with some of the proofs: a complete one, a try, or as a player asks."""

    name: str
    program: Program
    arrays: OpenGame | None = None
    one: Try | None = None
    asked: bool = False

    def wins(self, table: Table, most: int) -> bool | None:
        """Whether a position can be won; None when that was not found out."""
        found = self._found(table, most)
        if found is None or found is False:
            return found
        replayed(self.program.game, table, found)
        return True

    def _found(self, table: Table, most: int) -> Found:
        if self.asked:
            return run_search(self.program, table, Limits(seconds=60, states=most))[0]
        limits = Limits(seconds=60)
        if self.arrays is None:
            seeker = Seeker(lower_for(self.program, table), table, limits)
            if (over := seeker.over) is not None:
                return over
            return seeker.attempt(self.one or Try(QUICK[0].order, most))
        open_seeker = OpenSeeker(self.arrays, table, limits)
        if (over := open_seeker.over) is not None:
            return over
        return open_seeker.attempt(self.one) if self.one else open_seeker.complete()(most)

    def agrees(self, table: Table, truth: bool, most: int) -> bool:
        """Whether it says the same or nothing, and says it with a line that the rules allow."""
        try:
            return self.wins(table, most) in (None, truth)
        except WrongLine:
            return False


WIDE = 100  # a beam that seldom has to leave something out
BEAM = Try(QUICK[2].order, width=WIDE)
OPEN_BEAM, BEST_FIRST = Try(PLAIN[0], width=WIDE), Try(PLAIN[0], 10_000, best_first=True)


def searches(game: Patience) -> list[Search]:
    """Every kernel with every choice of proofs, and with all of them in every way that it searches."""
    found = []
    for name, proofs in chosen(game):
        program = lower(game, proofs)
        found.append(Search(name, program))
        if (arrays := opened(program)) is not None:
            found.append(Search(f"{name}, open", program, arrays))
        if name == "all":
            found.append(Search("all, asked", program, asked=True))
            found.append(Search("all, beam", program, one=BEAM))
            if arrays is not None:
                found.append(Search("all, open, beam", program, arrays, OPEN_BEAM))
                found.append(Search("all, open, best first", program, arrays, BEST_FIRST))
    return found


def refuted(
    game: Patience, tables: Iterable[Table], most: int
) -> Iterator[tuple[Table, bool, list[str]]]:
    """The positions whose end is found out, whether they can be won, and the searches that say otherwise."""
    trusted = searches(game)
    for table in tables:
        if game.goal.met(game, table):
            continue
        truth = winnable(game, table, most)
        if truth is not None:
            wrong = [one.name for one in trusted if not one.agrees(table, truth, 40 * most)]
            yield table, truth, wrong
