"""What a room tells one person: computed for the seat it goes to, never the state itself."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from trapoula.game import Game, Json, Outcome, Seat
from trapoula.room import events
from trapoula.room.events import PlayerId
from trapoula.room.proposals import hides
from trapoula.room.room import Room
from trapoula.session import Session

MOST_MISSED = 200  # events told to one who comes back
TABLE = (
    events.Start, events.Again, events.Act, events.Undo, events.Redo, events.Restart, events.Finish,
    events.Pause, events.Flag, events.Back, events.Vote, events.Stand, events.Sit, events.Remove, events.Bot,
)  # fmt: skip


def last_actions(
    game: Game[Any, Any],
    done: Iterable[tuple[Seat, Any]],
    seat: Seat | None,
    *,
    undone: bool = False,
) -> list[Json]:
    """What was done, for a client to animate."""
    told: list[Json] = []
    for who, action in done:
        deed: dict[str, Json] = {"seat": who, "action": game.told(action, seat)}
        told.append(deed | {"undone": True} if undone else deed)
    return told


def outcome(end: Outcome | None) -> Json:
    """How a round ended."""
    if end is None:
        return None
    return {"won": end.won, "scores": [*end.scores], "reason": end.reason, "facts": end.facts}


class Common(NamedTuple):
    """What is the same for everyone at the table, found out once for all of them."""

    told: dict[str, Json]
    undoer: Seat | None  # who may take the last action back
    redoer: Seat | None


def common(room: Room, now: float) -> Common | None:
    """What everyone may know of the present round; nothing before the first."""
    session = room.session
    if session is None:
        return None
    sitting, undoer, redoer = room.sitting, None, None
    if sitting.phase == "playing" or sitting.alone:
        undoer = session.last[0][0] if session.undoable else None
        redoer = session.taken_back[0][0] if session.taken_back else None
    told: dict[str, Json] = {
        "turn": room.turn,
        "steps": session.steps,
        "outcome": outcome(room.outcome),
        "seconds": room.seconds(now),
        "running": session.running,
        "deadline": room.deadline,
    }
    return Common(told, undoer, redoer)


def table(room: Room, seat: Seat | None, shared: Common | None) -> Json:
    """The table as a seat sees it, with what it may do; nothing before the first round."""
    session = room.session
    if session is None or shared is None:
        return None
    playing = seat is not None and room.sitting.phase == "playing"
    view = session.view(seat)
    return {
        "view": view,
        "legal": [*session.legal(seat)] if playing and seat is not None else [],
        **shared.told,
        "undo": seat is not None and shared.undoer == seat,
        "redo": seat is not None and shared.redoer == seat,
        "finish": playing and room.sitting.alone and not hides(view) and session.finishable,
        "last": last_actions(session.game, room.last, seat, undone=room.undone),
    }


def shown(room: Room, seat: Seat | None) -> Json:
    """The step that the shared replay is at, as a seat saw it then."""
    if room.shown is None:
        return None
    round_, step = room.shown
    session = room.sessions[round_ - 1]
    seen = glimpse(session, step, seat)
    return {"round": round_, "step": step, "of": session.steps, "table": seen}


def glimpse(session: Session, step: int, seat: Seat | None) -> dict[str, Json]:
    """One step of a game that was played, as a seat saw it."""
    game, state = session.game, session.state_at(step)
    return {
        "step": step,
        "view": game.view(state, seat),
        "turn": game.turn(state),
        "last": last_actions(game, session.actions[max(0, step - 1) : step], seat),
        "outcome": outcome(game.outcome(state)),
    }


def fact(room: Room, number: int, seat: Seat | None) -> dict[str, Json]:
    """What a row of the log says to a seat, without the table."""
    at, event = room.log[number - 1]
    told: dict[str, Json] = {"number": number, "what": type(event).__name__.lower(), "at": at}
    match event:
        case events.Act(seat=who, action=text):
            told["seat"] = who
            session = room.session
            assert session is not None
            told["action"] = session.game.told(session.game.read(text), seat)
        case events.Say(seat=who, name=name, text=text):
            told |= {"seat": who, "name": name, "text": text}
        case events.Show(round=round_, step=step):
            told |= {"round": round_, "step": step}
        case events.Again(deal=deal):
            rounds = sum(isinstance(event, events.Again) for _, event in room.log[:number])
            told |= {"round": 1 + rounds, "deal": deal, "cards": event.cards}
        case events.Create() | events.Start():
            pass
        case events.Sit(seat=who, name=name) | events.Rename(seat=who, name=name):
            told |= {"seat": who, "name": name}
        case events.Bot(seat=who, level=level):
            told |= {"seat": who, "level": level}
        case events.Wish(seat=who, deal=deal):
            told |= {"seat": who, "deal": deal}
        case events.Vote(seat=who, end=end):
            told |= {"seat": who, "end": end}
        case _:
            told["seat"] = event.seat
    return told


def event(
    room: Room, player: PlayerId, seat: Seat | None, shared: Common | None
) -> dict[str, Json]:
    """The last event as a person who looks from a seat hears it, with what it changed.

    Unless it changed who sits where, it is the same for everyone who looks from there."""
    happened = room.log[-1][1]
    told: dict[str, Json] = {"type": "event", **fact(room, room.number, seat)}
    if room.resat:
        told["sitting"] = room.sitting.told()
        told["you"] = you(room, player, seat)
    if isinstance(happened, TABLE) and shared is not None:
        told["table"] = table(room, seat, shared)
    if isinstance(happened, events.Show):
        told["shown"] = shown(room, seat)
    return told


def you(room: Room, player: PlayerId, seat: Seat | None) -> dict[str, Json]:
    """What a person is at this table."""
    held: list[Json] = [*room.sitting.seats_of(player)]
    return {"seat": seat, "held": held, "hosting": room.sitting.host == player}


def picture(
    room: Room,
    player: PlayerId,
    now: float,
    *,
    looks: Seat | None = None,
    since: int | None = None,
    id_: str = "",
) -> dict[str, Json]:
    """Everything that a person who comes in sees, and what was missed since a number."""
    seat = room.sitting.seen_from(player, looks)
    made, session = room.made, room.session
    told: dict[str, Json] = {
        "type": "room",
        "room": room.id,
        "number": room.number,
        "at": now,
        "game": made.game,
        "options": {**made.options},
        "deal": made.deal if session is None else session.deal,
        "cards": room.cards,
        "settings": {
            "watch": made.settings.watch,
            "lobby": made.settings.lobby,
            "talk": made.settings.talk,
            "clock": made.settings.clock,
            "absent": made.settings.absent,
            "join": made.settings.join,
        },
        "sitting": room.sitting.told(),
        **you(room, player, seat),
        "table": table(room, seat, common(room, now)),
        "show": shown(room, seat),
        "chat": [
            {"number": number, "seat": said.seat, "name": said.name, "text": said.text, "at": at}
            for number, at, said in room.chat
        ],
    }
    if id_:
        told["id"] = id_
    if since is not None:
        missed = range(since + 1, room.number + 1)
        known = 0 < since <= room.number and len(missed) <= MOST_MISSED
        told["missed"] = [fact(room, number, seat) for number in missed] if known else None
    return told
