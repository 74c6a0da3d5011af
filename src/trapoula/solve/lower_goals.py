"""Lowering goals, scores and chores."""

from trapoula.patience import (
    NONE,
    Auto,
    Bare,
    Begin,
    Both,
    Bury,
    Cannot,
    Cards,
    Carry,
    Clear,
    Close,
    CloseUp,
    DealAgain,
    Either,
    FaceDown,
    Fixed,
    FromUnder,
    Full,
    Gather,
    Gone,
    Home,
    If,
    Joined,
    Left,
    Not,
    Phase,
    Reach,
    Redealt,
    Refill,
    Reveal,
    Settle,
    Skip,
    Sorted,
    Suits,
    Sum,
    Sweep,
    Uncover,
    Undone,
    Worth,
)
from trapoula.solve import layout as at
from trapoula.solve.lower_rules import Ruled
from trapoula.solve.program import NotLowered, known
from trapoula.solve.proofs import closure

LAST_PHASE = 30  # phases below are told apart by a goal


class Aimed(Ruled):
    """Writes goals, scores and chores."""

    def hide(self, move: object) -> int:
        """A move that the player is not offered."""
        raise NotImplementedError

    # --- goals -----------------------------------------------------------------------------------

    def goal(self, goal: object) -> tuple[int, int]:
        """The rows of a goal, for a reckoning on a stack, and their number."""
        steps: list[tuple[int, ...]] = []
        self.reckon(goal, steps)
        start = len(self.goals.rows)
        for step in steps:
            self.goals.add(*step)
        return start, len(steps)

    def reckon(self, goal: object, steps: list[tuple[int, ...]]) -> None:
        """The steps of a goal."""
        known(goal)
        match goal:
            case Home():
                steps.append((at.G_EMPTY, *self.listed(self.game.elsewhere(goal.zones))))
            case Bare():
                steps.append((at.G_BARE, *self.where(goal.zones), self.table(goal.but)))
            case Full():
                steps.append((at.G_FULL, *self.where(goal.zones)))
            case Left():
                steps.append((at.G_LEFT, *self.where(goal.zones), goal.least, goal.most))
            case Sorted():
                table = self.table(goal.join)
                steps.append((at.G_SORTED, *self.where(goal.zones), goal.cards, 0, table))
            case Phase() if 0 <= goal.number < LAST_PHASE:
                steps.append((at.G_PHASE, 1 << goal.number))
            case Redealt():
                steps.append((at.G_TURNED, 0, 0, goal.times))
            case Cannot(move=Carry() as move) if move.limit is None:
                steps.append((at.G_CANNOT, self.hide(move)))
            case Not():
                self.reckon(goal.so, steps)
                steps.append((at.G_NOT,))
            case Reach():
                steps.append((at.G_START,))
                self.reckon_score(self.game.score, steps)
                steps.append((at.G_REACH, *self.where(goal.filled), goal.points))
            case Undone():  # leads nowhere, so that a search loses nothing if it goes on
                steps.append((at.G_BARE, *self.where(""), self.table(NONE)))
                steps.append((at.G_NOT,))
            case Either() | Both():
                self.reckon(goal.one, steps)
                self.reckon(goal.other, steps)
                steps.append((at.G_AND if isinstance(goal, Both) else at.G_OR,))
            case _:
                raise NotLowered(goal)

    def reckon_score(self, score: object, steps: list[tuple[int, ...]]) -> None:
        """The steps that add a score up."""
        known(score)
        match score:
            case Cards():
                test = -1 if score.test is None else self.table(score.test)
                zones = self.where(score.zones)
                steps.append((at.G_CARDS, *zones, score.each, score.start, test))
            case FaceDown():
                steps.append((at.G_DOWN, *self.where(score.zones), score.each, score.start))
            case Worth():
                points = self.listed([*score.points, *[0] * (14 - len(score.points))])[0]
                steps.append((at.G_WORTH, *self.where(score.zones), 1, 0, points))
            case Fixed():
                steps.append((at.G_FIXED, *self.where(score.zones), score.each))
            case Gone():
                steps.append((at.G_GONE, 0, 0, score.each, score.per))
            case Joined():
                table = self.table(score.join)
                steps.append((at.G_JOINED, *self.where(score.zones), score.each, 0, table))
            case Suits():
                table = self.table(score.join)
                steps.append((at.G_SUITS, *self.where(score.zones), score.each, 0, table))
            case Sum():
                for one in score.scores:
                    self.reckon_score(one, steps)
            case _:
                raise NotLowered(score)

    # --- chores ----------------------------------------------------------------------------------

    def chore(self, chore: object) -> int:
        """The row of a chore; a condition stands at its end."""
        known(chore)
        if isinstance(chore, If):
            if isinstance(chore.chore, If):
                raise NotLowered(chore)
            goal = self.goal(chore.so)
            row = self.chore(chore.chore)
            self.chores.rows[row][-2:] = goal
            return row
        return self.chores.add(*self.chore_row(chore))

    def chore_row(self, chore: object) -> tuple[int, ...]:
        """What a chore does, two lists of piles, a table and a number."""
        game = self.game
        match chore:
            case Reveal():
                return (at.C_REVEAL, *self.where(chore.zones))
            case Uncover():
                self.fixed.update(game.where(chore.zones))
                return (at.C_UNCOVER, *self.where(chore.zones))
            case Refill():
                sources = game.where(chore.sources)
                if len(sources) > len(chore.sources):
                    self.fixed.update(sources)
                return (at.C_REFILL, *self.where(chore.zones), *self.where(chore.sources))
            case FromUnder():
                self.fixed.update(game.where(chore.zones + chore.sources))
                return (at.C_FROM_UNDER, *self.where(chore.zones), *self.where(chore.sources))
            case Clear():
                return (at.C_CLEAR, *self.where(chore.zones))
            case Gather():
                stock = self.only_pile(chore.to)
                self.refilled.add(stock)
                self.fixed.update(game.where(chore.zones))
                order = game.where(chore.zones)[:: 1 if chore.lowest == "first" else -1]
                return (at.C_GATHER, *self.listed(order), *self.listed([stock]))
            case DealAgain():
                self.fixed.update(game.where(chore.zones))
                return (at.C_DEAL_AGAIN, *self.where(chore.zones), 0, 0, 0, chore.cards)
            case Close():
                table = self.table(chore.join)
                return (at.C_CLOSE, *self.where(chore.zones), 0, 0, table, chore.cards)
            case Bury():
                return (at.C_BURY, *self.where(chore.zones))
            case Begin():
                return (at.C_PHASE, 0, 0, 0, 0, 0, chore.phase)
            case Skip():
                return (at.C_SKIP, 0, 0, 0, 0, 0, chore.parts)
            case Auto():
                return (at.C_AUTO, 0, 0, 0, 0, 0, self.hide(chore.move))
            case Settle():
                self.based.update(game.where(chore.zones))
                return (at.C_SETTLE, *self.where(chore.zones))
            case CloseUp():
                self.fixed.update(game.where(chore.zones))
                return (at.C_CLOSE_UP, *self.where(chore.zones))
            case Sweep():
                table = self.table(closure(chore.packed))
                return (at.C_SWEEP, *self.where(chore.zones), *self.where(chore.to), table)
        raise NotLowered(chore)
