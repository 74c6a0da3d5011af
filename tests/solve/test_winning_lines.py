"""What can be won is never called lost: on the way of a line that wins, from the deal to the last card."""

from collections.abc import Iterator
from itertools import accumulate, chain, islice

import pytest

from tests.effort import EFFORT
from tests.solve.positions import Setting, endgame, lowered, made, named
from trapoula.core.deals import SplitMix, deck
from trapoula.core.game import check
from trapoula.patience import Patience, Table
from trapoula.solve import Limits
from trapoula.solve.lowering.program import Program
from trapoula.solve.search.general import solve

DEALS = range(1, 5 * EFFORT)
ENDS = range(
    DEALS.stop, 8 * DEALS.stop
)  # deals of which only low cards are left, where those are not won
LINES = 2 * EFFORT  # that are walked, the first that are found
DETOURS = 2 * EFFORT  # walks at random that leave a line
LAST = 12  # positions at the end of a line, which are all asked; of those before them some


def along(game: Patience, table: Table, line: tuple[str, ...]) -> list[Table]:
    """The positions of a line, from the first to the one before the last card."""
    return list(
        accumulate(
            line[:-1], lambda at, text: game.play(at, check(game, at, 0, text)), initial=table
        )
    )


def walk(game: Patience, table: Table, dice: SplitMix, steps: int) -> list[Table]:
    """The positions of some random play, up to its end or a shuffle."""
    tables = [table]
    for _ in range(steps):
        legal = list(game.legal(tables[-1], 0))
        if not legal or (after := game.play(tables[-1], legal[dice.below(len(legal))])).loose:
            break
        tables.append(after)
    return tables


def winning(game: Patience, program: Program) -> Iterator[list[Table]]:
    """Positions that lead to a win: of lines that were found, and of random play that can still be won."""
    limits, dice = Limits(seconds=60, states=5_000), SplitMix(18)
    deals = (game.start(deck(game.pack, number)) for number in DEALS)
    ends = (endgame(game, number, 2 + number % 6) for number in ENDS)
    solved = ((start, solve(program, start, limits)) for start in chain(deals, ends))
    won = ((start, found) for start, found in solved if found.line)
    for start, found in islice(won, LINES):
        tables = along(game, start, found.line)
        yield tables
        for _ in range(DETOURS):
            walked = walk(game, tables[dice.below(len(tables))], dice, 1 + dice.below(12))
            after = solve(program, walked[-1], limits)
            if after.finding == "winnable" and after.line:
                yield walked + along(game, walked[-1], after.line)


@pytest.mark.parametrize("setting", lowered(), ids=named)
def test_no_position_of_a_line_that_wins_is_called_lost(setting: Setting) -> None:
    game, program = made(setting)
    lines = list(winning(game, program))
    if not lines:
        pytest.skip("no deal was won with so little effort")
    for number, tables in enumerate(lines):
        early, late = tables[:-LAST], tables[-LAST:]
        for table in [*early[number % 9 :: 9], *late]:
            found = solve(program, table, Limits(seconds=60, states=2_000))
            assert found.finding != "lost", table
