"""How seats stand at any game: their points so far, and what being ahead by some of them is worth."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any, Final, NamedTuple

from trapoula.deals import SplitMix
from trapoula.game import CHANCE, ByGame, Game, Outcome, Seat, is_common, is_talk

NAMES: Final = ("standing", "scores", "totals")  # what views call the points of each seat
GAMES, LONGEST, MOST = 30, 1_000, 6_000  # quick games, actions of one, and of all together
LEARNING, FEWEST = 0.7, 10  # seconds that they may take, and games that are played however long
CLEARLY = 0.15  # how much more often than others somebody wins who does something right
STEEPEST = 30.0


class Scale(NamedTuple):
    """What points mean at a game with so many players."""

    sign: int  # 1 where many are good, -1 where few are, 0 where they say nothing
    mean: float  # at the end of a game
    spread: float
    together: bool  # whether all win or lose at once


def within(seconds: float) -> Callable[[], bool]:
    """Whether so many seconds of processor time are spent, from now on."""
    clock = getattr(time, "thread_time", time.monotonic)  # not every machine has the first
    end: float = clock() + seconds
    return lambda: bool(clock() > end)


def points(game: Game[Any, Any], state: Any) -> tuple[float, ...] | None:
    """The points of each seat so far, where everybody can see them."""
    view = game.common(state) if is_common(game) else game.view(state, None)
    for name in NAMES:
        found: Any = view.get(name)
        if isinstance(found, list) and found and all(type(one) in (int, float) for one in found):
            return (*found,)
    return None


def shares(outcome: Outcome) -> tuple[float, ...]:
    """1 for the winner, shared by several; where all win together, 1 for each."""
    winners: Any = outcome.facts.get("winners")
    if winners is None:
        return (float(outcome.won),) * len(outcome.scores)
    return tuple((seat in winners) / max(1, len(winners)) for seat in range(len(outcome.scores)))


def leads(game: Game[Any, Any], counted: Sequence[float]) -> tuple[float, ...]:
    """How far each seat is ahead, from 0 to 1; level is 0.5."""
    scale = _played.of(game).of(len(counted)).scale
    total, others = sum(counted), len(counted) - 1
    return tuple(
        _squashed(
            scale.sign
            * (own - (scale.mean if scale.together else (total - own) / others))
            / scale.spread
        )
        for own in counted
    )


def _squashed(lead: float) -> float:
    return 1 / (1 + exp(-2 * max(-STEEPEST, min(STEEPEST, lead))))


class Learnt(NamedTuple):
    """What some quick games between equals showed."""

    scale: Scale
    sheds: Mapping[Any, float]  # how many cards more one holds after each action, where fewer win


def sheds(game: Game[Any, Any]) -> Mapping[Any, float]:
    """How many cards more one holds after each action; nothing where it does not pay to get rid of cards."""
    return _played.of(game).of(game.seats[0]).sheds


class _Quick:
    """What quick games show of one game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._kept: dict[int, Learnt] = {}

    def of(self, seats: int) -> Learnt:
        """The same for so many players, found out when it is first asked."""
        if seats not in self._kept:
            self._kept[seats] = _learnt(self._game, seats)
        return self._kept[seats]


_played = ByGame(_Quick)


def _learnt(game: Game[Any, Any], seats: int) -> Learnt:
    """Play some games by chance; then try whether one wins more who gets rid of cards whenever possible."""
    ends, lean, together, steps = list[float](), 0.0, seats == 1, 0
    tries, held = Counter[Any](), Counter[Any]()
    enough = within(LEARNING)
    for seed in range(1, GAMES + 1):
        done, state = _quick_game(game, seats, SplitMix(seed))
        steps += len(done)
        counted, outcome = points(game, state), game.outcome(state)
        for _, action, drawn in done:
            tries[action] += 1
            held[action] += drawn
        if outcome is not None:
            won, counted = shares(outcome), counted or outcome.scores
            together = together or "winners" not in outcome.facts
            mean = sum(counted) / seats
            lean += sum((own - mean) * share for own, share in zip(counted, won, strict=True))
        ends += counted or ()
        if steps > MOST or enough():
            break
    more = {action: held[action] / count for action, count in tries.items()}
    usual = more if _pays(game, seats, more) else {}
    if not ends:
        return Learnt(Scale(0, 0.0, 1.0, together), usual)
    mean = sum(ends) / len(ends)
    spread = (sum((end - mean) ** 2 for end in ends) / len(ends)) ** 0.5
    sign = 1 if together or lean > 0 else -1 if lean < 0 else 0
    return Learnt(Scale(sign, mean, spread or 1.0, together), usual)


def _pays(game: Game[Any, Any], seats: int, shed: Mapping[Any, float]) -> bool:
    """Whether who gets rid of cards whenever possible wins clearly more often than by chance."""
    if len({round(more, 1) for more in shed.values()}) < 2:
        return False
    won, games, enough = 0.0, 0, within(LEARNING)
    for seed in range(1, GAMES + 1):
        seat = seed % seats
        _, state = _quick_game(game, seats, SplitMix(seed), {seat: shed})
        outcome = game.outcome(state)
        won += 1 / seats if outcome is None else shares(outcome)[seat]
        games += 1
        if games >= FEWEST and enough():
            break
    return won / games > 1 / seats + CLEARLY


def _quick_game(
    game: Game[Any, Any],
    seats: int,
    dice: SplitMix,
    sheds: Mapping[Seat, Mapping[Any, float]] | None = None,
) -> tuple[list[tuple[Seat, Any, int]], Any]:
    """What was done in a game, with how many cards more each seat then held, and its last table."""
    state, done = game.start(dice.shuffled(game.pack), seats), list[tuple[Seat, Any, int]]()
    for _ in range(LONGEST):
        turn = game.turn(state)
        if turn is None:
            break
        if turn == CHANCE:
            state = game.play(state, game.draw(state, dice))
            continue
        legal = [one for one in game.legal(state, turn) if not is_talk(game, one)]
        if sheds and turn in sheds:
            least = min(sheds[turn].get(one, 0.0) for one in legal)
            legal = [one for one in legal if sheds[turn].get(one, 0.0) == least]
        action = legal[dice.below(len(legal))]
        before, state = state, game.play(state, action)
        done.append(
            (turn, action, 0 if sheds else _held(game, state, turn) - _held(game, before, turn))
        )
    return done, state


def _held(game: Game[Any, Any], state: Any, seat: Seat) -> int:
    """How many cards a seat holds, where views say so."""
    hands: Any = (game.common(state) if is_common(game) else game.view(state, None)).get("hands")
    return hands[seat] if isinstance(hands, list) else 0
