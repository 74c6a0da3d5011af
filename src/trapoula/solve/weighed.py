"""Where cards are hidden: what keeps most of many tables winnable that look the same.

A way is what may be done next: an action, or, where turning the stock costs nothing, some turns and then an
action. So a card of the stock is weighed beside all others, and not only when it is turned up.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from trapoula.cards import HIDDEN
from trapoula.patience import Action, Patience, Table, Turn
from trapoula.solve.past import Past, place
from trapoula.solve.reason import RANK, reason
from trapoula.solve.unseen import redealt
from trapoula.solve.verdict import Limits

if TYPE_CHECKING:
    from trapoula.solve.program import Program

Way: TypeAlias = tuple[Action, ...]

SAMPLES, STATES = 64, 2_000  # tables that are dealt, and positions that are tried on each
THOUGHT = 150_000  # positions that are tried in all
EASY = 500  # positions: a win that takes so many to find is worth half of one that is seen at once
CLOSE = 6  # ways that are compared on those tables,
FAR = 3.0  # until they have lost so many more of them than the best
EVEN = 0.04  # of what the best way wins: what wins so much less is as good
AHEAD = 16  # actions of a line among which a way is looked for


def fresh_actions(game: Patience, state: Table, past: Past) -> tuple[Action, ...]:
    """The actions that lead where play has not been; a card turned up for the first time is new."""
    return tuple(
        action
        for action in game.legal(state, 0)
        if (after := game.play(state, action)).loose
        or place(game, after, past.seen) not in past.places
    )


def weighed(game: Patience, state: Table, past: Past, fresh: Sequence[Action]) -> Way:
    """The way that keeps most tables winnable that look the same; none when none could be won."""
    program = lowered(game)
    if program is None:
        return ()
    weighing = _Weighing(program, state, past)
    return weighing.look or weighing.best([*weighing.ways(fresh)])


def lowered(game: Patience) -> "Program | None":
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


def along(game: Patience, table: Table, line: Sequence[Action]) -> list[Table]:
    """The tables along a line, as far as no chance comes between."""
    tables: list[Table] = []
    for action in line:
        table = game.play(table, action)
        tables.append(table)
        if table.loose:
            break
    return tables


@dataclass
class _Weighing:
    """One hint: the table, what is known of it, and how many positions were tried for it."""

    program: "Program"
    state: Table
    past: Past
    thought: int = 0

    @property
    def game(self) -> Patience:
        return self.program.game

    # --- what may be done ------------------------------------------------------------------------

    @cached_property
    def turning(self) -> Turn | None:
        """The move that turns the stock, where that loses nothing however often it is done."""
        turning = self.program.proofs.turning
        if turning is None or not turning.free:
            return None
        (turn,) = (move for move in self.game.moves if isinstance(move, Turn))
        return turn

    def turn(self, table: Table) -> Action | None:
        """That move as it can be made on a table."""
        return None if self.turning is None else next(self.turning.offers(self.game, table), None)

    def news(self, table: Table) -> bool:
        """Whether turning shows a card that nobody has seen."""
        assert self.turning is not None
        (stock,) = self.game.where(self.turning.at)
        cards = table.piles[stock][-self.turning.by :]
        return any(card & ~HIDDEN not in self.past.seen for card in cards)

    @property
    def look(self) -> Way:
        """The stock to its end, where it costs nothing to know its cards first, nor leads play back."""
        way: list[Action] = []
        looked, news = redealt(self.state, 1, self.past.seen), 0
        while turn := self.turn(looked):
            if self.news(looked):
                news = len(way) + 1
            looked = self.game.play(looked, turn)
            if place(self.game, looked, self.past.seen) in self.past.places:
                return ()
            if looked.turned > self.state.turned:
                break
            way.append(turn)
        return tuple(way[:news])

    def ways(self, fresh: Sequence[Action]) -> Iterator[Way]:
        """What leads to new tables: turns of cards that were seen stand before what they are made for."""
        turns: Way = ()
        table, passed, named = self.state, set(self.past.places), set[tuple[Action, bytes]]()
        while True:
            turn = self.turn(table)
            for action in fresh:
                what = action, table.piles[action.source] if action.source >= 0 else b""
                if action != turn and what not in named:
                    named.add(what)
                    yield *turns, action
            if turn is None:
                return
            if self.news(table):
                yield *turns, turn
                return
            turns, table = (*turns, turn), self.game.play(table, turn)
            lies = place(self.game, table, self.past.seen)
            if lies in passed:
                return
            passed.add(lies)
            fresh = fresh_actions(self.game, table, self.past)

    # --- what it is worth ------------------------------------------------------------------------

    def best(self, ways: Sequence[Way]) -> Way:
        """The way after which most tables are won; among those that are about as good, the most sensible."""
        if len(ways) < 2:
            return ways[0] if ways else ()
        ranks = {way: self.rank(way) for way in ways}
        votes: Counter[Way] = Counter()
        winnable: list[tuple[Table, float, list[Way]]] = []
        for sample in range(1, SAMPLES + 1):
            table = redealt(self.state, sample, self.past.seen)
            line, worth = self.won(table)
            if line:
                firsts = self.firsts(table, line, ways)
                votes.update(firsts)
                winnable.append((table, worth, firsts))
            if self.thought > THOUGHT // 2:
                break
        if not winnable:
            return ()
        close = sorted(ways, key=lambda way: (-votes[way], ranks[way]))[:CLOSE]
        close += [way for way in (min(ways, key=ranks.__getitem__),) if way not in close]
        wins = dict.fromkeys(close, 0.0)
        for table, worth, firsts in winnable:
            for way in close:
                wins[way] += worth if way in firsts else self.still_worth(table, worth, way)
            most = max(wins.values())
            close = [way for way in close if wins[way] > most - FAR]
            if len(close) == 1 or self.thought > THOUGHT:
                break
        return min(
            (way for way in close if wins[way] >= (1 - EVEN) * most),
            key=lambda way: (ranks[way], -wins[way], -votes[way], len(way)),
        )

    def rank(self, way: Way) -> int:
        """How sensible a way looks, by the action that its turns are made for."""
        *_, table = self.state, *along(self.game, self.state, way[:-1])
        return RANK[reason(self.game, table, way[-1])[0]]

    def won(self, table: Table) -> tuple[Sequence[Action], float]:
        """A line that wins, as a quick search sees it, and its worth: whoever plays sees less than a search.

        So a win that is found at once is worth a whole one, and one that has to be looked for is worth less.
        """
        from trapoula.solve.search import sought

        found, states = sought(self.program, table, Limits(seconds=1.0, states=STATES))
        self.thought += states
        return (found, EASY / (EASY + states)) if found else ((), 0.0)

    def firsts(self, table: Table, line: Sequence[Action], ways: Sequence[Way]) -> list[Way]:
        """The ways that lead to a table along a line at once."""
        places = {place(self.game, after) for after in along(self.game, table, line[:AHEAD])}
        return [
            way
            for way in ways
            if (after := self.after(table, way)) is not None and place(self.game, after) in places
        ]

    def after(self, table: Table, way: Way) -> Table | None:
        """What a way comes to; None where a hidden card does not allow it."""
        for action in way:
            if not self.game.allows(table, action):
                return None
            table = self.game.play(table, action)
        return table

    def still_worth(self, table: Table, worth: float, way: Way) -> float:
        """What a table is worth after a way; turns that cost nothing take nothing away."""
        if way[-1] == self.turn(table):
            return worth
        after = self.after(table, way)
        if after is None:
            return 0.0
        ended = self.game.outcome(after)
        if ended is not None:
            return float(ended.won)
        return 0.0 if after.loose else self.won(after)[1]
