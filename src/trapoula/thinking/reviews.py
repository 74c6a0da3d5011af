"""A finished round looked at again: each decision of a seat is a question of its own to who thinks."""

from collections.abc import Awaitable, Callable
from typing import Any

from trapoula.coach import Advice, Review, decisions
from trapoula.room import commands, wire
from trapoula.room.actions import parts
from trapoula.room.errors import NotAvailable, WrongPhase
from trapoula.room.events import PlayerId
from trapoula.room.room import Room
from trapoula.session import Session
from trapoula.thinking import thoughts
from trapoula.thinking.questions import Question


async def review(
    command: commands.Review,
    room: Room,
    player: PlayerId,
    think: Callable[[Question], Awaitable[Any]],
    tell: Callable[[wire.Progress], None],
) -> wire.Review:
    """What a seat did in a round and might have done; others are answered between any two decisions."""
    seat, round_ = room.sitting.own(player, command.seat), command.round or room.sitting.round
    if not 1 <= round_ <= len(room.sessions):
        raise WrongPhase("There is no such round.")
    if room.outcome_of(round_) is None:
        raise WrongPhase("The round is not over.")
    session, judged, notes = room.sessions[round_ - 1], [], b""
    for decision in decisions(session, seat):
        tell(wire.Progress(id=command.id, done=decision.step, of=session.steps))
        about = session.id, notes, decision
        one, notes = await think(Question("studies", thoughts.judge, about, room.number))
        if one is None:
            raise NotAvailable("There is nothing to advise here.")
        judged.append(one)
    found = Review(seat, tuple(judged))
    return wire.Review(
        id=command.id,
        number=room.number,
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
