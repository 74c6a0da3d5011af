"""A plain search through the rules, which knows no proof, and the kernel's searches held beside it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from trapoula.patience import Patience, Redealt, Table
from trapoula.patience.checks import words
from trapoula.patience.patience import Shuffler
from trapoula.solve import Limits, tasks
from trapoula.solve.desk import Desk
from trapoula.solve.lower import lower
from trapoula.solve.open.program import OpenGame, opened
from trapoula.solve.open.search import Seeker as OpenSeeker
from trapoula.solve.position import actions, load
from trapoula.solve.program import Program
from trapoula.solve.proofs import Proofs, prove
from trapoula.solve.search import QUICK, Seeker

NEEDED: dict[str, tuple[str, ...]] = {  # by a proof that is used alone
    "passed": ("turning", "safe"),
    "anywhere": ("turning", "safe"),
    "waiting": ("turning",),
    "rounds": ("turning",),
    "traded": ("whole_runs",),
    "from_runs": ("returning",),
    "dead_ends": ("turning",),
    "free_return": ("returning",),
    "parked": ("safe",),
}


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
        desk = Desk(program, load(program, table))
        offered = {}
        assert len(desk.legal()) <= program.most
        for move in desk.legal():
            (action,) = actions(program, move)
            offered[action] = move
        assert set(offered) == {a for move in moves for a in move.offers(game, table)}, table
        for action, move in offered.items():
            desk.position = load(program, table)
            desk.do(tasks.PLAY, move)
            after = game.play(table, action)
            assert _bare(desk.position.table) == _bare(after), (table, action)
            again = load(program, after)
            assert (again.hashes[:-1] == desk.position.hashes[:-1]).all()
            assert (desk.do(tasks.WON) == 1) == game.goal.met(game, after)
            compared += 1
    return compared


def _bare(table: Table) -> tuple[object, ...]:
    return table.piles, sorted(table.gone), table.turned, table.phase


def _key(table: Table, *, counted: bool) -> tuple[object, ...]:
    return table.piles, bytes(sorted(table.gone)), table.phase, table.turned if counted else 0


def chosen(game: Patience) -> Iterator[tuple[str, Proofs]]:
    """All proofs that hold for a game, none of them, each left out, and each alone with what it needs."""
    every = prove(game)
    held = [name for name in Proofs.__slots__ if getattr(every, name) is not None]
    yield "all", every
    yield "none", Proofs()
    for name in held:
        yield f"without {name}", replace(every, **{name: None})
        alone = {one: getattr(every, one) for one in (name, *NEEDED.get(name, ()))}
        yield f"{name} alone", Proofs(**alone)


@dataclass(frozen=True)
class Search:
    """A complete search by one kernel with some of the proofs."""

    name: str
    program: Program
    arrays: OpenGame | None = None

    def wins(self, table: Table, most: int) -> bool | None:
        """Whether a position can be won; None when that was not found out."""
        limits = Limits(seconds=60)
        if self.arrays is None:
            found = Seeker(self.program, table, limits).deep(QUICK[0].order, most)
        else:
            found = OpenSeeker(self.arrays, table, limits).complete()(most)
        return None if found is None else found is not False


def searches(game: Patience) -> list[Search]:
    """Every kernel with every choice of proofs."""
    found = []
    for name, proofs in chosen(game):
        program = lower(game, proofs)
        found.append(Search(name, program))
        if (arrays := opened(program)) is not None:
            found.append(Search(f"{name}, open", program, arrays))
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
            wrong = [one.name for one in trusted if one.wins(table, 40 * most) not in (None, truth)]
            yield table, truth, wrong
