"""Further scores of patiences: the lines of a score sheet, and standard and Vegas points.

Standard and Vegas points follow from the moves, so they belong to no game's rules. Every patience
that turns a stock to a waste, packs columns and builds foundations has them."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, Protocol, runtime_checkable

from trapoula.core.cards import HIDDEN
from trapoula.core.errors import Phrase
from trapoula.core.game import Game, Line
from trapoula.patience import CARRY, Action, Patience, Reach, Table, Turn
from trapoula.play import views
from trapoula.play.session import Session

FROM_WASTE, HOME, TURNED_UP, BACK, AGAIN = 5, 10, 5, -15, -100  # standard points
STAKE, WON = 1, 5  # Vegas: the cost of each card in the pack, and the gain for each one home


@runtime_checkable
class Lined(Protocol):
    """A score made of lines on the table, each with its points."""

    def lines(self, game: Patience, table: Table) -> list[Line]:
        """Return the full lines: their name, first and last pile, and points."""


def sheet(session: Session) -> Sequence[Line]:
    """Return the lines of a patience's score sheet."""
    game = session.game
    if not isinstance(game, Patience):
        return ()
    if isinstance(game.score, Lined):
        return [*_aim(game), *game.score.lines(game, views.state(session, Table))]
    return [*_aim(game), *(_other_points(session, game) if counted(game) else ())]


def _aim(game: Patience) -> Iterator[Line]:
    """Yield the points needed to win, if points decide."""
    if isinstance(game.goal, Reach):
        yield Line(Phrase("of {goal}", goal=game.goal.points), (game.goal.points,))


def counted(game: Game[Any, Any]) -> bool:
    """Return whether a game has standard and Vegas points."""
    return isinstance(game, Patience) and _turning(game) is not None and _has_all_piles(game)


def told(game: Patience) -> Iterator[Phrase]:
    """Yield what standard and Vegas points are given for, in a game that has them."""
    stake, turning = STAKE * len(game.pack), _turning(game)
    yield Phrase("Instead of this score, standard or Vegas points may be chosen in the settings.")
    yield Phrase(
        "Standard: {waste} for each card from the waste to a column, {turned} for each card turned up, "
        "{home} for each that goes home, {back} less for one that comes back; never below zero.",
        waste=FROM_WASTE, turned=TURNED_UP, home=HOME, back=-BACK,
    )  # fmt: skip
    if turning is not None and turning.by == 1 and turning.redeals:
        yield Phrase("Whenever the waste is turned over, {again} less.", again=-AGAIN)
    yield Phrase(
        "Vegas: the pack is bought for {stake}, so the bank begins at −{stake}; each card at home brings "
        "{won}, and {even} cards at home are a gain.",
        stake=stake, won=WON, even=stake // WON + 1,
    )  # fmt: skip


def _has_all_piles(game: Patience) -> bool:
    return {zone.kind for zone in game.zone} >= {"stock", "waste", "foundation", "column"}


def _turning(game: Patience) -> Turn | None:
    return next((move for move in game.moves if isinstance(move, Turn)), None)


def _other_points(session: Session, game: Patience) -> list[Line]:
    piles = zip(game.zone, views.state(session, Table).piles, strict=True)
    home = sum(len(pile) for zone, pile in piles if zone.kind == "foundation")
    standard = reduce(_never_below_nothing, _standard(session, game), 0)
    vegas = WON * home - STAKE * len(session.deck)
    return [
        Line(Phrase("Standard"), (standard,), kind="standard"),
        Line(Phrase("Vegas bank"), (vegas,), kind="vegas"),
    ]


def _never_below_nothing(points: int, more: int) -> int:
    return max(0, points + more)


def _standard(session: Session, game: Patience) -> Iterator[int]:
    """Yield the standard points of each action."""
    by_ones = (turn := _turning(game)) is not None and turn.by == 1
    stocks = [at for at, zone in enumerate(game.zone) if zone.kind == "stock"]
    for step, (_, action) in enumerate(session.actions):
        before, after = (views.state(session, Table, at) for at in (step, step + 1))
        if isinstance(action, Action) and action.verb == CARRY:
            yield _carried(game, action) + TURNED_UP * _turned_up(before, after, action)
        elif by_ones and any(len(after.piles[at]) > len(before.piles[at]) for at in stocks):
            yield AGAIN


def _carried(game: Patience, action: Action) -> int:
    here, there = game.zone[action.source].kind, game.zone[action.target].kind
    if there == "foundation":
        return 0 if here == "foundation" else HOME
    if here == "foundation":
        return BACK
    return FROM_WASTE if (here, there) == ("waste", "column") else 0


def _turned_up(before: Table, after: Table, action: Action) -> bool:
    """Return whether a carried card has uncovered a hidden one."""
    left, now = before.piles[action.source][: -action.size], after.piles[action.source]
    return bool(left and now) and left[-1] >= HIDDEN > now[-1]
