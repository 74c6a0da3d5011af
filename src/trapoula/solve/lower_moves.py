"""Lowering moves, with all that is wrapped around them."""

from collections.abc import Sequence

from trapoula.patience import (
    ANYWHERE,
    Backfill,
    Beat,
    Carry,
    Drop,
    During,
    Earns,
    Fold,
    LayOff,
    Near,
    Pair,
    Replace,
    Spread,
    Swap,
    TakeAlong,
    Tap,
    Then,
    Turn,
    When,
    helped,
)
from trapoula.solve import layout as at
from trapoula.solve.lower_goals import LAST_PHASE, Aimed
from trapoula.solve.program import NotLowered, known, written

MOST_MOVES = 8192  # of one position
AIMED = (at.M_CARRY, at.M_LAYOFF, at.M_REPLACE, at.M_FOLD)  # from one pile to another


class Moving(Aimed):
    """Writes moves."""

    def move(self, move: object) -> None:
        """One move of the player."""
        verb: str = move.verb  # type: ignore[attr-defined]
        row = self.row(move)
        pairs: set[tuple[int, int]] = set()
        if row[at.OP] in AIMED:
            targets = at.FROM if row[at.OP] in (at.M_REPLACE, at.M_FOLD) else at.TO
            pairs = {(a, b) for a in self.list_at(row, at.FROM) for b in self.list_at(row, targets)}
        row[at.OVERLAPS] = any(
            verb == other and (row[at.OP] not in AIMED or bool(pairs & joined))
            for other, joined in zip(self.verbs, self.carried, strict=True)
        )
        self.moves.add(*row)
        self.verbs.append(verb)
        self.carried.append(pairs)

    def hide(self, move: object) -> int:
        """A move that the player is not offered; it stands after all the others."""
        row = self.row(move)
        if row[at.OP] not in (at.M_CARRY, at.M_TURN):
            raise NotLowered(move)
        return self.hidden.add(*row)

    def row(self, move: object) -> list[int]:
        """The row of a move: what must hold before it, and what is done after it, in order."""
        row = [0] * at.MOVE
        when: list[int] = []
        after: list[int] = []
        self.unwrap(move, row, when, after)
        row[at.WHEN], row[at.N_WHEN] = self.listed(when)
        row[at.AFTER], row[at.N_AFTER] = self.listed(after)
        return row

    def unwrap(self, move: object, row: list[int], when: list[int], after: list[int]) -> None:
        """What is wrapped around a move, and the move."""
        known(move)
        match move:
            case During():
                if not all(0 <= phase < LAST_PHASE for phase in move.phases):
                    raise NotLowered(move)
                when += [self.goals.add(at.G_PHASE, sum(1 << phase for phase in move.phases)), 1]
                self.unwrap(move.move, row, when, after)
                if move.then is not None:
                    after.append(self.chores.add(at.C_PHASE, 0, 0, 0, 0, 0, move.then))
            case When():
                when += self.goal(move.so)
                self.unwrap(move.move, row, when, after)
            case Then():
                self.unwrap(move.move, row, when, after)
                after += written(self.chore, move.chores)
            case Backfill():
                self.unwrap(move.move, row, when, after)
                by = self.only_pile(move.by)
                after.append(self.chores.add(at.C_BACKFILL, 0, 0, 0, 0, 0, by))
            case TakeAlong():
                self.unwrap(move.move, row, when, after)
                if row[at.OP] != at.M_CARRY:
                    raise NotLowered(move)
                row[at.TAKES_ALONG] = 1
            case Earns():
                self.unwrap(move.move, row, when, after)
            case _:
                self.bare(move, row)

    def bare(self, move: object, row: list[int]) -> None:
        """The move itself."""
        game = self.game
        row[at.OWN_LIFT], row[at.NEAR] = -1, -1
        match move:
            case Carry():
                self.carry(move, row)
            case LayOff():
                self.join(row, at.M_LAYOFF, self.where(move.source), self.where(move.to))
            case Turn():
                stock, waste = self.only_pile(move.at), self.only_pile(move.to)
                self.join(row, at.M_TURN, self.listed([stock]), self.listed([waste]))
                row[at.BY] = move.by
                row[at.REDEALS] = -1 if move.redeals == "unlimited" else move.redeals
                if move.redeals != 0:
                    self.refilled.add(stock)
            case Spread():
                stock = self.only_pile(move.at)
                self.join(row, at.M_SPREAD, self.listed([stock]), self.where(move.to))
                row[at.FILLED], row[at.FULL] = move.filled, move.full
                self.dealt.update(dict.fromkeys(game.where(move.to), stock))
            case Pair():
                self.join(row, at.M_PAIR, self.where(move.zones), (0, 0), self.table(move.match))
                row[at.UNDER : at.UNDER + 2] = self.where(move.under)
                row[at.NEAR] = self.near(move.near, move.zones)
            case Replace():
                by = self.listed([self.only_pile(move.by)])
                self.join(row, at.M_REPLACE, self.where(move.zones), by, self.table(move.match))
                row[at.NEAR] = self.near(move.near, move.zones)
            case Swap() if all(game.zone[pile].room == 1 for pile in game.where(move.zones)):
                self.fixed.update(game.where(move.zones))
                self.join(row, at.M_SWAP, self.where(move.zones))
            case Fold() if all(game.zone[pile].room == 1 for pile in game.where(move.zones)):
                self.fixed.update(game.where(move.zones))
                distances = self.listed(move.distances)
                self.join(row, at.M_FOLD, self.where(move.zones), distances, self.table(move.match))
            case Drop():
                self.join(row, at.M_DROP, self.where(move.at), (0, 0), self.table(move.test))
            case Beat():
                self.join(row, at.M_BEAT, self.where(move.at), (0, 0), self.table(move.by))
            case Tap():
                place = game.where(move.at) or (at.NO_PILE,)
                self.join(row, at.M_TAP, self.listed(place[:1]))
                row[at.REDEALS] = -1 if move.times == "unlimited" else move.times
                row[at.CELLS], row[at.N_CELLS] = self.listed(written(self.chore, move.chores))
            case _:
                raise NotLowered(move)

    @staticmethod
    def join(
        row: list[int],
        op: int,
        source: tuple[int, int],
        target: tuple[int, int] = (0, 0),
        match: int = 0,
    ) -> None:
        """Fill in what most moves have."""
        row[at.OP] = op
        row[at.FROM : at.FROM + 2] = source
        row[at.TO : at.TO + 2] = target
        row[at.MATCH] = match

    def carry(self, move: Carry, row: list[int]) -> None:
        """Carrying, perhaps with a limit."""
        self.join(row, at.M_CARRY, self.where(move.source), self.where(move.to))
        row[at.ONTO] = ("any", "cards", "spaces").index(move.onto)
        row[at.OWN_LIFT] = self.lift(move.lift)
        if move.limit is not None:
            known(move.limit)
            if not isinstance(move.limit, helped):
                raise NotLowered(move.limit)
            row[at.LIMITED] = 1
            row[at.CELLS : at.CELLS + 2] = self.where(move.limit.cells)
            row[at.BARES : at.BARES + 2] = self.where(move.limit.columns)

    def most_moves(self, header: Sequence[int]) -> int:
        """More moves than a position can have; too many for the kernel's room are refused."""
        cards, targets = header[at.CARDS], sum(row[at.N_TO] for row in self.moves.rows)
        most = 0
        for number, row in enumerate(self.moves.rows):
            op, sources = row[at.OP], max(1, row[at.N_FROM])
            if op in (at.M_CARRY, at.M_LAYOFF):  # each card heads one lift
                most += cards * row[at.N_TO]
            elif op == at.M_TURN:
                most += cards * targets if number == header[at.MACRO] else 1
            elif op in (at.M_PAIR, at.M_REPLACE, at.M_SWAP):
                most += sources * sources + row[at.N_UNDER]
            else:
                most += sources * max(1, row[at.N_TO])
            if row[at.TAKES_ALONG]:  # a lift takes any number of cards along
                tops = row[at.OWN_LIFT] < 0 and all(
                    self.lifts.rows[self.piles.rows[pile][at.LIFT]][0] == at.L_TOP
                    for pile in self.list_at(row, at.FROM)
                    if self.piles.rows[pile][at.LIFT] >= 0
                )
                most += 0 if tops else cards * cards * row[at.N_TO]
        if most > MOST_MOVES:
            raise NotLowered(self.game.moves)
        return most

    def near(self, near: Near, letters: str) -> int:
        """Which two piles lie so, a row of the list for each pile; -1 when it does not matter."""
        if near == ANYWHERE:
            return -1
        piles, places = self.game.where(letters), self.game.places
        self.fixed.update(piles)
        every: Sequence[int] = range(len(places))
        return self.listed([near.holds(places[a], places[b]) for a in every for b in every])[0]
