"""Summaries of finished rounds, and the results at the table."""

from msgspec import UNSET, UnsetType

from trapoula.core.game import Line, is_recalled
from trapoula.room import wire
from trapoula.room.actions import phrase
from trapoula.room.room import Room


def line(one: Line) -> wire.Line:
    """Return a line of the score sheet as it is sent."""
    return wire.Line(
        label=phrase(one.label),
        scores=one.scores,
        total=one.total,
        round=one.round,
        kind=one.kind,
    )


def recap(room: Room) -> wire.Recap | UnsetType:
    """Return a summary of the present round, if it was played to its end."""
    session = room.session
    if session is None or session.outcome is None:
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


def standing(room: Room) -> wire.Standing | None:
    """Return the results so far of those who sit at the table now."""
    score = room.finished.score
    if score.best is None:
        return None
    chairs = enumerate(room.sitting.chairs)
    return wire.Standing(
        rounds=score.rounds,
        won=[score.won_by(chair.player, seat) for seat, chair in chairs],
        streak=score.streak,
        best=score.best,
        before=score.before,
    )
