"""How seats stand at any game: by their points, and by what foretells those that are still to come.

What points mean is found out from some quick games: whether many are good or few, and which of the numbers
that everybody can count (cards in hands, cards won) foretells best who will gain points.
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

NAMES: Final = ("standing", "scores", "totals")  # what views call the points of each seat
GAMES, LONGEST, MOST = 30, 1_000, 6_000  # quick games, actions of one, and of all together
LEARNING, FEWEST = 0.7, 10  # seconds that they may take, and games that are played however long
CLEARLY = 0.15  # how much more often than others somebody wins who does something right
SAME = 1e-9  # points that are no difference
FORETELLS = 0.08  # how closely a number must go with points, as a correlation
NONE: Final[Mapping[Any, float]] = MappingProxyType({})
STEEPEST = 30.0


class Scale(NamedTuple):
    """What points mean at a game with so many players."""

    sign: int  # 1 where many are good, -1 where few are
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
    return _points(_seen(game, state))


def shares(outcome: Outcome) -> tuple[float, ...]:
    """1 for the winner, shared by several; where all win together, 1 for each."""
    winners: Any = outcome.facts.get("winners")
    if winners is None:
        return (float(outcome.won),) * len(outcome.scores)
    return tuple((seat in winners) / max(1, len(winners)) for seat in range(len(outcome.scores)))


def leads(game: Game[Any, Any], counted: Sequence[float]) -> tuple[float, ...]:
    """How far each seat is ahead by points, from 0 to 1; level is 0.5."""
    scale = _played.of(game).of(len(counted)).scale
    together = scale.together
    ahead = [own - scale.mean for own in counted] if together else _margins(counted)
    return tuple(_squashed(scale.sign * own / scale.spread) for own in ahead)


def standing(game: Game[Any, Any], state: Any, seats: int) -> Sequence[float]:
    """The same while a round goes on, with what the table lets each seat hope for."""
    found = learnt(game, seats)
    if found.scale.together:
        counted = points(game, state)
        return (0.5,) * seats if counted is None else leads(game, counted)
    return [_squashed(own / found.scale.spread) for own in _ahead(game, state, found, seats)]


def learnt(game: Game[Any, Any], seats: int) -> "Learnt":
    """What quick games for so many players showed of a game."""
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
    """What everybody can count of each seat besides points: cards in hands, cards won, melds."""
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
    """How much more each has than the others in the mean."""
    total, others = sum(numbers), max(1, len(numbers) - 1)
    return [own - (total - own) / others for own in numbers]


def _counted(view: Mapping[str, Any], found: "Learnt", seats: int) -> list[float]:
    """How many points each seat has and will have, as far as everybody can count them."""
    total = [found.scale.sign * own for own in _points(view) or (0.0,) * seats]
    more = _numbers(view, seats).get(found.number) if found.number else None
    if more is not None:
        total = [own + found.worth * one for own, one in zip(total, more, strict=True)]
    return total


def _ahead(game: Game[Any, Any], state: Any, found: "Learnt", seats: int) -> list[float]:
    """How many points each seat is ahead and will be, as the table tells."""
    total = _counted(_seen(game, state), found, seats)
    if is_hopeful(game):
        total = [own + game.prospect(state, seat) for seat, own in enumerate(total)]
    return _margins(total)


def _squashed(lead: float) -> float:
    return 1 / (1 + exp(-2 * max(-STEEPEST, min(STEEPEST, lead))))


class Learnt(NamedTuple):
    """What some quick games between equals showed."""

    scale: Scale
    number: str = ""  # that foretells best who will gain points; empty if none does
    worth: float = 0.0  # how many points one more of it is worth
    gains: Mapping[Any, float] = (
        NONE  # how much better one stood after each action, where it counts
    )


class _Quick:
    """What quick games show of one game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._kept: dict[int, Learnt] = {}

    def of(self, seats: int) -> Learnt:
        """The same for so many players, found out when it is first asked."""
        if seats not in self._kept:
            self._kept[seats] = _learn(self._game, seats)
        return self._kept[seats]


_played = ByGame(_Quick)


class _Done(NamedTuple):
    """An action of a quick game, and what everybody could count before and after it."""

    seat: Seat
    action: Any
    before: Mapping[str, Any]
    after: Mapping[str, Any]


@dataclass(slots=True)
class _Course:
    """A quick game."""

    state: Any
    rounds: list[tuple[list[_Done], tuple[float, ...]]] = field(default_factory=list)  # and points


def _learn(game: Game[Any, Any], seats: int) -> Learnt:
    """Play some games by chance, and see what goes with winning."""
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
    sign = -1 if getattr(game, "lowest_wins", False) else 1  # where games are too long to tell
    if lean and not together:
        sign = 1 if lean > 0 else -1
    found = Learnt(Scale(sign, mean, spread or 1.0, together))
    return found if together else _foretelling(game, found, courses, seats)


def _foretelling(
    game: Game[Any, Any], found: Learnt, courses: Sequence[_Course], seats: int
) -> Learnt:
    """The same with the number that foretells points best, if playing by it wins clearly more often."""
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
    """How much the second of two numbers grows with the first, and how closely they go together."""
    one, other = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
    both = sum((x - one) * (y - other) for x, y in pairs)
    first, second = sum((x - one) ** 2 for x, _ in pairs), sum((y - other) ** 2 for _, y in pairs)
    return (both / first, both / sqrt(first * second)) if first and second else (0.0, 0.0)


def _pays(game: Game[Any, Any], seats: int, found: Learnt) -> bool:
    """Whether whoever does what looks best at once wins clearly more often than by chance."""
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
    """A game by chance, but for one who does what looks best by what was found; then nothing is noted."""
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
