"""How seats stand in any game: their points, and numbers that predict further points.

Quick games show what points mean: whether high or low is good, and which public number (cards in
hands, cards won) predicts best who will gain points.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from trapoula.core.deals import SplitMix
from trapoula.core.game import CHANCE, ByGame, Game, Outcome, Seat, is_common, is_hopeful, is_talk

NAMES: Final = ("standing", "scores", "totals")  # the names of points by seat in views
GAMES, LONGEST, MOST = 30, 1_000, 6_000  # number of quick games, actions per game, actions in total
LEARNING, FEWEST = 0.7, 10  # seconds for the quick games, and the minimum number of games
CLEARLY = 0.15  # how much more often a good strategy must win
SAME = 1e-9  # smaller differences do not count
FORETELLS = 0.08  # minimum correlation of a number with points
NONE: Final[Mapping[Any, float]] = MappingProxyType({})
STEEPEST = 30.0


class Scale(NamedTuple):
    """What points mean in a game with a given player count."""

    sign: int  # 1 if high is good, -1 if low is good
    mean: float  # at the end of a game
    spread: float
    together: bool  # whether all win or lose together


def within(seconds: float) -> Callable[[], bool]:
    """Return a check of whether so much CPU time has passed from now on."""
    clock = getattr(time, "thread_time", time.monotonic)  # not every platform has thread_time
    end: float = clock() + seconds
    return lambda: bool(clock() > end)


def points(game: Game[Any, Any], state: Any) -> tuple[float, ...] | None:
    """Return each seat's points so far, if they are public."""
    return _points(_seen(game, state))


def shares(outcome: Outcome) -> tuple[float, ...]:
    """Return 1 for the winner, shared in a tie; 1 for each if all win together."""
    winners: Any = outcome.facts.get("winners")
    if winners is None:
        return (float(outcome.won),) * len(outcome.scores)
    return tuple((seat in winners) / max(1, len(winners)) for seat in range(len(outcome.scores)))


def leads(game: Game[Any, Any], counted: Sequence[float]) -> tuple[float, ...]:
    """Return how far each seat is ahead in points, from 0 to 1; 0.5 is level."""
    scale = _played.of(game).of(len(counted)).scale
    together = scale.together
    ahead = [own - scale.mean for own in counted] if together else _margins(counted)
    return tuple(_squashed(scale.sign * own / scale.spread) for own in ahead)


def standing(game: Game[Any, Any], state: Any, seats: int) -> Sequence[float]:
    """Return how each seat stands during a round, including points it can still expect."""
    found = learnt(game, seats)
    if found.scale.together:
        counted = points(game, state)
        return (0.5,) * seats if counted is None else leads(game, counted)
    return [_squashed(own / found.scale.spread) for own in _ahead(game, state, found, seats)]


def learnt(game: Game[Any, Any], seats: int) -> "Learnt":
    """Return what quick games for so many players showed."""
    return _played.of(game).of(seats)


def _seen(game: Game[Any, Any], state: Any) -> Mapping[str, Any]:
    return game.common(state) if is_common(game) else game.view(state, None)


def _points(view: Mapping[str, Any]) -> tuple[float, ...] | None:
    for name in NAMES:
        found = view.get(name)
        if isinstance(found, list) and found and all(type(one) in (int, float) for one in found):
            return (*found,)
    return None


def _numbers(view: Mapping[str, Any], seats: int) -> dict[str, Sequence[float]]:
    """Return public numbers by seat besides points: cards in hands, cards won, melds."""
    found: dict[str, Sequence[float]] = {}
    for name, value in view.items():
        by_seat = isinstance(value, list) and len(value) == seats and name not in NAMES
        if by_seat and all(type(one) in (int, float) for one in value):
            found[name] = value
    places = view.get("places")
    for place in places.values() if isinstance(places, dict) else ():
        seat = place.get("seat")
        if type(seat) is int and seat < seats:
            found.setdefault(place["kind"], [0] * seats)[seat] += place["count"]  # type: ignore[index]
    return found


def _margins(numbers: Sequence[float]) -> list[float]:
    """Return each value minus the mean of the others."""
    total, others = sum(numbers), max(1, len(numbers) - 1)
    return [own - (total - own) / others for own in numbers]


def _counted(view: Mapping[str, Any], found: "Learnt", seats: int) -> list[float]:
    """Return each seat's points plus expected points, from public numbers."""
    total = [found.scale.sign * own for own in _points(view) or (0.0,) * seats]
    more = _numbers(view, seats).get(found.number) if found.number else None
    if more is not None:
        total = [own + found.worth * one for own, one in zip(total, more, strict=True)]
    return total


def _ahead(game: Game[Any, Any], state: Any, found: "Learnt", seats: int) -> list[float]:
    """Return each seat's lead in points and expected points."""
    total = _counted(_seen(game, state), found, seats)
    if is_hopeful(game):
        total = [own + game.prospect(state, seat) for seat, own in enumerate(total)]
    return _margins(total)


def _squashed(lead: float) -> float:
    return 1 / (1 + exp(-2 * max(-STEEPEST, min(STEEPEST, lead))))


class Learnt(NamedTuple):
    """What quick games between equal players showed."""

    scale: Scale
    number: str = ""  # the number that best predicts points; empty if none does
    worth: float = 0.0  # points per unit of that number
    gains: Mapping[Any, float] = (
        NONE  # how much better one stood after each action, where it counts
    )


class _Quick:
    """What quick games showed of one game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._kept: dict[int, Learnt] = {}

    def of(self, seats: int) -> Learnt:
        """Return the findings for a player count; play the quick games at the first call."""
        if seats not in self._kept:
            self._kept[seats] = _learn(self._game, seats)
        return self._kept[seats]


_played = ByGame(_Quick)


class _Done(NamedTuple):
    """An action of a quick game, with the public views before and after."""

    seat: Seat
    action: Any
    before: Mapping[str, Any]
    after: Mapping[str, Any]


@dataclass(slots=True)
class _Course:
    """A quick game."""

    state: Any
    rounds: list[tuple[list[_Done], tuple[float, ...]]] = field(default_factory=list)  # with points


def _learn(game: Game[Any, Any], seats: int) -> Learnt:
    """Play some random games, and see what correlates with winning."""
    courses, ends, lean, together, steps = list[_Course](), list[float](), 0.0, seats == 1, 0
    enough = within(LEARNING)
    for seed in range(1, GAMES + 1):
        course = _quick_game(game, seats, SplitMix(seed))
        courses.append(course)
        steps += sum(len(done) for done, _ in course.rounds)
        counted, outcome = points(game, course.state), game.outcome(course.state)
        if outcome is not None:
            won, counted = shares(outcome), counted or outcome.scores
            together = together or "winners" not in outcome.facts
            mean = sum(counted) / seats
            lean += sum((own - mean) * share for own, share in zip(counted, won, strict=True))
        ends += counted or ()
        if steps > MOST or enough():
            break
    mean = sum(ends) / len(ends) if ends else 0.0
    spread = sqrt(sum((end - mean) ** 2 for end in ends) / len(ends)) if ends else 0.0
    # the default if games are too long to tell
    sign = -1 if getattr(game, "lowest_wins", False) else 1
    if lean and not together:
        sign = 1 if lean > 0 else -1
    found = Learnt(Scale(sign, mean, spread or 1.0, together))
    return found if together else _foretelling(game, found, courses, seats)


def _foretelling(
    game: Game[Any, Any], found: Learnt, courses: Sequence[_Course], seats: int
) -> Learnt:
    """Add the number that predicts points best, if playing by it wins clearly more often."""
    sign, pairs = found.scale.sign, defaultdict[str, list[tuple[float, float]]](list)
    for done, ends in (one for course in courses for one in course.rounds):
        last = _margins(ends)
        for seat, _, before, _ in done:
            now = _points(before)
            to_come = sign * (last[seat] - (_margins(now)[seat] if now else 0.0))
            for name, by_seat in _numbers(before, seats).items():
                pairs[name].append((_margins(by_seat)[seat], to_come))
    slopes = {name: _slope(both) for name, both in pairs.items()}
    name = max(slopes, key=lambda one: abs(slopes[one][1]), default="")
    if not name or abs(slopes[name][1]) < FORETELLS:
        return found
    found = found._replace(number=name, worth=slopes[name][0])
    if not _pays(game, seats, found):
        return found._replace(number="", worth=0.0)
    gained = defaultdict[Any, list[float]](list)
    for done, _ in (one for course in courses for one in course.rounds):
        for seat, action, *views in done:
            first, second = (_counted(view, found, seats)[seat] for view in views)
            gained[action].append(second - first)
    return found._replace(gains={action: sum(own) / len(own) for action, own in gained.items()})


def _slope(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the slope of a linear fit, and the correlation."""
    one, other = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
    both = sum((x - one) * (y - other) for x, y in pairs)
    first, second = sum((x - one) ** 2 for x, _ in pairs), sum((y - other) ** 2 for _, y in pairs)
    return (both / first, both / sqrt(first * second)) if first and second else (0.0, 0.0)


def _pays(game: Game[Any, Any], seats: int, found: Learnt) -> bool:
    """Return whether a player who maximizes the expected points wins clearly more often."""
    won, games, enough = 0.0, 0, within(LEARNING)
    for seed in range(1, GAMES + 1):
        seat = seed % seats
        outcome = game.outcome(_quick_game(game, seats, SplitMix(seed), seat, found).state)
        won += 1 / seats if outcome is None else shares(outcome)[seat]
        games += 1
        if games >= FEWEST and enough():
            break
    return won / games > 1 / seats + CLEARLY


def _quick_game(
    game: Game[Any, Any],
    seats: int,
    dice: SplitMix,
    wise: Seat | None = None,
    found: Learnt | None = None,
) -> _Course:
    """Play a random game; if `wise` is given, that seat maximizes expected points and nothing is recorded."""
    state, done = game.start(dice.shuffled(game.pack), seats), list[_Done]()
    course, before = _Course(state), points(game, state)
    for _ in range(LONGEST):
        turn = game.turn(state)
        if turn is None:
            break
        if turn == CHANCE:
            counted = points(game, state)
            if counted is not None and counted != before:
                course.rounds.append((done, counted))
                before, done = counted, []
            state = game.play(state, game.draw(state, dice))
            continue
        legal = [one for one in game.legal(state, turn) if not is_talk(game, one)]
        if turn == wise and found is not None:
            after = [_ahead(game, game.play(state, one), found, seats)[turn] for one in legal]
            legal = [one for one, own in zip(legal, after, strict=True) if own > max(after) - SAME]
        action = legal[dice.below(len(legal))]
        new = game.play(state, action)
        if found is None:
            done.append(_Done(turn, action, _seen(game, state), _seen(game, new)))
        state = new
    course.state, outcome = state, game.outcome(state)
    if outcome is not None:
        course.rounds.append((done, points(game, state) or outcome.scores))
    return course
