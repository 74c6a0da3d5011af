"""Where cards are hidden: what keeps most of many tables winnable that look the same."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trapoula.core.cards import Card
from trapoula.patience import Action, Patience, Table
from trapoula.solve.hints.history import Past
from trapoula.solve.hints.ways import (
    Way,
    after,
    along,
    detours,
    leads_back,
    planned,
    without_detours,
)
from trapoula.solve.player_view import Ring, count_unseen, redealt
from trapoula.solve.search.decide import compiled, ready, waited_for
from trapoula.solve.verdict import Limits

if TYPE_CHECKING:
    from trapoula.solve.lowering.program import Program

SAMPLES, FEW = 48, 6  # tables that are dealt, and where none of them could be won before
STATES = 1_000  # positions of a table after which nothing else is tried on it
MOST_EFFORT = 6_000_000  # cards of all positions that are tried
BEGIN = 200  # positions that could be tried while a search is begun
EASY = 500  # positions: a win that takes so many to find is worth half of one that is seen at once
CLOSE = 6  # plans that are compared on those tables,
EVEN = 0.05  # of what the best of them wins: what wins so much less is as good
FAR = 3.0  # until they have lost so many more of them than the best


def best_by_samples(game: Patience, state: Table, past: Past, ways: Sequence[Way]) -> Way:
    """The plan that keeps most tables winnable that look the same; none when none of them could be won.

    A few tables are enough after none of many could.
    """
    program = lowered(game)
    if program is None:
        return ()
    return _Sampling(program, state, past, Ring.of(game)).best(ways, FEW if past.vain else SAMPLES)


def lowered(game: Patience) -> "Program | None":
    """The game for the kernel, where there is one that speaks its words and is ready."""
    try:
        return compiled(game) if ready() else None
    except ImportError:  # the kernel's tools are not installed
        return None


def early(game: Patience) -> bool:
    """Whether the kernel for a game will be there soon: it is being compiled."""
    try:
        return waited_for(game)
    except ImportError:
        return False


@dataclass
class _Sampling:
    """One hint: the table, what is known of it, and how many positions were tried for it."""

    program: "Program"
    state: Table
    past: Past
    ring: Ring | None
    effort: int = 0

    @property
    def game(self) -> Patience:
        return self.program.game

    @property
    def seen(self) -> frozenset[Card]:
        return self.past.seen

    def best(self, ways: Sequence[Way], samples: int) -> Way:
        """The plan after which most tables are won; among those that are about as good, the straightest."""
        votes: Counter[Way] = Counter({way: 0 for way in ways if self.shows(way)})
        winnable: list[tuple[Table, float, Way]] = []
        for sample in range(1, samples + 1):
            table = redealt(self.state, sample, self.seen)
            line, worth = self.won(table)
            if line:
                plan = planned(self.game, table, line, self.seen, self.ring)
                winnable.append((table, worth, plan))
                votes.update(
                    way
                    for way in {plan, without_detours(self.game, table, plan, self.ring)}
                    if way and self.fresh(way)
                )
            if self.effort > MOST_EFFORT // 2:
                break
        close = [way for way, _ in votes.most_common(CLOSE)]
        if not winnable or not close:
            return ()
        wins = dict.fromkeys(close, 0.0)
        for table, worth, plan in winnable:
            for way in close:
                wins[way] += worth if way == plan else self.worth_after(table, way)
            most = max(wins.values())
            close = [way for way in close if wins[way] > most - FAR]
            if len(close) == 1 or self.effort > MOST_EFFORT:
                break
        return min(
            (way for way in close if wins[way] >= (1 - EVEN) * most),
            key=lambda way: (
                detours(self.game, self.state, way, self.ring),
                -wins[way],
                -votes[way],
                len(way),
            ),
        )

    def fresh(self, way: Way) -> bool:
        """Whether a way can be gone and leads where play has not been."""
        return after(self.game, self.state, way) is not None and not leads_back(
            self.game, self.state, self.past, way
        )

    def shows(self, way: Way) -> bool:
        """Whether a way turns up a card that nobody has seen."""
        return count_unseen(along(self.game, self.state, way)[-1], self.seen) < count_unseen(
            self.state, self.seen
        )

    def won(self, table: Table) -> tuple[Sequence[Action], float]:
        """A line that wins, as a quick search sees it, and its worth: whoever plays sees less than a search.

        So a win that is found at once is worth a whole one, and one that has to be looked for is worth less.
        """
        from trapoula.solve.lowering.open_games import opened
        from trapoula.solve.search.general import Seeker
        from trapoula.solve.search.open_games import Seeker as OpenSeeker

        game, limits = opened(self.program), Limits()
        board = (
            Seeker(self.program, table, limits) if game is None else OpenSeeker(game, table, limits)
        )
        found, tries = board.over, (one for one in board.quick if not one.staged)  # those take long
        while found is None and board.spending.states < STATES and (one := next(tries, None)):
            found = board.attempt(one)
        states = board.spending.states
        self.effort += (states + BEGIN) * len(self.game.cards)
        return (found, EASY / (EASY + states)) if found else ((), 0.0)

    def worth_after(self, table: Table, way: Way) -> float:
        """What a table is worth after a way."""
        reached = after(self.game, table, way)
        if reached is None:
            return 0.0
        ended = self.game.outcome(reached)
        if ended is not None:
            return float(ended.won)
        return 0.0 if reached.loose else self.won(reached)[1]
