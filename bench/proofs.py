"""Every proof of the solver beside a search that knows none: python -m bench.proofs [SECONDS] [FIRST]

Games put together at random, one after another from the first number on, each with tables strewn at random,
some of them with words where games of the catalogue have none;
and ends of the games of the catalogue with every option. Whatever a plain search through the rules decides,
each kernel must decide the same, and win by lines that the rules allow: with all proofs, with none, with each
left out and with each alone. And each kernel's moves must lead to what the rules' moves lead to.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from itertools import count
from time import monotonic

from tests.solve.positions import endgame, lowered, made, named, thinned
from tests.solve.referee import by_the_rules, openly_by_the_rules, refuted
from tests.solve.variants import early, in_sight, late, strange, strewn, variant
from trapoula.patience import Patience, Table
from trapoula.solve.lowering.lower import lower
from trapoula.solve.proofs import Proofs, prove

MOST = 20_000  # positions that the plain search looks at


def cases(first: int) -> Iterator[tuple[str, Patience, list[Table]]]:
    """Games with tables, in turn one of the catalogue and several that nobody plays."""
    settings = lowered()
    for number in count(first):
        game = variant(number)
        tables = [late(game, number * 100 + place, 4 + place % 11) for place in range(30)]
        tables += [early(game, number * 100 + place, 2 + place % 2) for place in range(10)]
        yield f"variant {number}", game, tables
        game = strange(number)
        yield f"strange {number}", game, [strewn(game, number * 100 + place) for place in range(60)]
        if number % 2 == 0:
            game = in_sight(number)
            tables = [late(game, number * 100 + place, 4 + place) for place in range(15)]
            tables += [early(game, number * 100 + place, 2 + place % 2) for place in range(5)]
            yield f"in sight {number}", game, tables
        if number % 4 == 0:
            setting = settings[number // 4 % len(settings)]
            game, _ = made(setting)
            tables = [endgame(game, number + rank, rank) for rank in range(2, 6)]
            low = number // 4 % 6  # with ranks that make thirteen, for cards that leave in pairs
            kept = {low, 11 - low, (low + 1) % 6, 11 - (low + 1) % 6, 12}
            tables += [thinned(game, number + place, kept) for place in range(4)]
            yield named(setting), game, tables


def main(seconds: float = 60.0, first: int = 1000) -> int:
    """Go on until the time is up; how many verdicts were wrong."""
    until, wrong = monotonic() + seconds, 0
    used: Counter[str] = Counter()
    decided: Counter[bool] = Counter()
    moves = 0
    for name, game, tables in cases(first):
        if monotonic() > until:
            break
        proofs = prove(game)
        try:
            moves += by_the_rules(game, lower(game), tables[::5])
            moves += openly_by_the_rules(game, tables[::5])
        except AssertionError as fault:
            wrong += 1
            print(f"WRONG: {name}: moves that are not the rules': {fault}", flush=True)
        for table, truth, searches in refuted(game, tables, MOST):
            decided[truth] += 1
            used.update(one.name for one in fields(Proofs) if getattr(proofs, one.name))
            if searches:
                wrong += 1
                print(f"WRONG: {name}: {truth}, but not {', '.join(searches)}: {table}", flush=True)
    print(
        f"{decided.total()} positions decided by the rules alone, {decided[True]} of them can be won"
    )
    print(f"{moves} moves compared; {wrong} positions with a wrong verdict or move")
    for proof in fields(Proofs):
        print(f"{used[proof.name]:>8}  {proof.name}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:2]), *map(int, sys.argv[2:3])) > 0)
