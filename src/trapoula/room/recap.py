"""What is told of rounds that are over: what each was like, and the record of the table."""

from collections.abc import Iterable
from itertools import takewhile

from msgspec import UNSET, UnsetType

from trapoula.game import Line, Outcome, Seat, is_recalled
from trapoula.room import wire
from trapoula.room.actions import phrase
from trapoula.room.room import Finished, Room


def line(one: Line) -> wire.Line:
    """A line of the score sheet."""
    return wire.Line(
        label=phrase(one.label),
        scores=one.scores,
        total=one.total,
        round=one.round,
        kind=one.kind,
    )


def recap(room: Room) -> wire.Recap | UnsetType:
    """What the present round was like, when several have played it to its end."""
    session = room.session
    if session is None or session.outcome is None or room.sitting.alone:
        return UNSET
    game = session.game
    if not is_recalled(game):
        return UNSET
    course = [(session.state_at(at), *done) for at, done in enumerate(session.actions)]
    found = game.recap(course, session.state)
    return wire.Recap(
        counts=[*map(phrase, found.counts)],
        lines=[*map(line, found.lines)],
        moments=[wire.Moment(step=one.step, words=phrase(one.words)) for one in found.moments],
        standing=standing(room),
    )


def winners(outcome: Outcome) -> Iterable[Seat] | None:
    """The seats that won, where players are rivals."""
    found = outcome.facts.get("winners")
    return found if isinstance(found, list) else None  # type: ignore[return-value]


def standing(room: Room) -> wire.Standing | None:
    """How it has gone at this table, for those who sit there now."""
    rounds = [one for _, one in sorted(room.finished.items())]
    if not rounds:
        return None
    players = [chair.player for chair in room.sitting.chairs]
    rivals = winners(rounds[-1].outcome) is not None
    last = rounds[-1].outcome.won
    same = [*takewhile(lambda one: one.outcome.won == last, reversed(rounds))]
    figures = [_score(one, rivals=rivals) for one in rounds]
    better = max if rivals else min
    return wire.Standing(
        rounds=len(rounds),
        won=[sum(_won(one, player, seat) for one in rounds) for seat, player in enumerate(players)],
        streak=0 if rivals else len(same) * (1 if last else -1),
        best=better(figures),
        before=better(figures[:-1]) if len(figures) > 1 else None,
    )


def _won(one: Finished, player: str, seat: Seat) -> bool:
    """Whether a player, or the bot of a seat, won a round."""
    won = winners(one.outcome)
    if won is None:
        return one.outcome.won
    if not player:
        return seat in won and one.players[seat].startswith(f"{seat} ")
    return any(one.players[other] == player for other in won)


def _score(one: Finished, *, rivals: bool) -> int:
    """The best score of a round; a team has one score for all."""
    return max(one.outcome.scores) if rivals else one.outcome.scores[0]
