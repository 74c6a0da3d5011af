"""Reviews of finished rounds: each decision of a seat is a question of its own."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from trapoula.bots.coach import Advice, Review, decisions
from trapoula.core.game import Seat
from trapoula.play.session import Session
from trapoula.room import wire
from trapoula.room.actions import parts
from trapoula.room.errors import NotAvailable
from trapoula.thinking import thoughts
from trapoula.thinking.questions import Question


class Round(NamedTuple):
    """A finished round, and the seat to review."""

    number: int  # the room's last row
    round: int
    seat: Seat
    session: Session


async def review(
    id_: str,
    asked: Round,
    think: Callable[[Question], Awaitable[Any]],
    tell: Callable[[wire.Progress], None],
) -> wire.Review:
    """Return a review of a seat's decisions. Workers can answer others between two decisions."""
    number, round_, seat, session = asked
    judged, notes = [], b""
    for decision in decisions(session, seat):
        tell(wire.Progress(id=id_, done=decision.step, of=session.steps))
        about = session.id, notes, decision
        one, notes = await think(Question("studies", thoughts.judge, about, number))
        if one is None:
            raise NotAvailable("There is nothing to advise here.")
        judged.append(one)
    found = Review(seat, tuple(judged))
    return wire.Review(
        id=id_,
        number=number,
        round=round_,
        seat=seat,
        decisions=[
            wire.Judged(step=one.step, own=_told(session, one.own), best=_told(session, one.best))
            for one in found.decisions
        ],
        turning=[one.step for one in found.turning],
    )


def _told(session: Session, advice: Advice) -> wire.Advice:
    return wire.Advice(
        action=parts(session.game, advice.action),
        chance=advice.chance,
        template=advice.message,
        facts={name: str(fact) for name, fact in advice.facts.items()},
    )
