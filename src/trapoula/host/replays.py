"""A record that was kept under a name, shown step by step."""

from trapoula import record as records
from trapoula.game import ALL, Seat
from trapoula.room import frames, wire
from trapoula.room.errors import BadMessage
from trapoula.session import Session

MOST_STEPS = 100  # in one answer
MOST_ACTIONS = 5000


def check_length(text: str) -> int:
    """How many lines a record has that somebody brings, when these are not too many."""
    lines = text.count("\n")
    if lines > MOST_ACTIONS:
        raise BadMessage("A record to replay has at most {most} actions.", most=MOST_ACTIONS)
    return lines


def replay(text: str) -> Session:
    """The replayed game of a record."""
    return Session.resume(records.read(text), clock=lambda: 0.0)


def told(name: str, text: str, session: Session) -> wire.Replay:
    """A replay before its first step."""
    return wire.Replay(
        replay=name,
        game=session.id,
        options=session.options,
        seats=session.seats,
        deal=session.deal,
        seconds=session.record().seconds,
        steps=session.steps,
        outcome=frames.outcome(session.game, session.outcome),
        record=text,
    )


def steps(session: Session, first: int, last: int, seat: Seat | None) -> list[wire.Step]:
    """Some steps of a replay as a seat sees them."""
    if seat is not None and seat != ALL and not 0 <= seat < session.seats:
        raise BadMessage("There is no such seat.")
    last = min(last, session.steps, first + MOST_STEPS - 1)
    return [frames.glimpse(session, step, seat) for step in range(max(0, first), last + 1)]
