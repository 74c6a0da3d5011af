"""What a room tells one person: computed for the seat it goes to, never the state itself."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from trapoula.game import ALL, Game, Outcome, Seat, View, is_common, is_guided, is_talk, is_worded
from trapoula.room import events, wire
from trapoula.room.actions import Writer, phrase, writer
from trapoula.room.events import PlayerId
from trapoula.room.points import sheet
from trapoula.room.proposals import hides
from trapoula.room.room import ENDED_BY_VOTE, Room
from trapoula.session import Session

MOST_MISSED = 200  # events told to one who comes back
MOST_TOLD = 500  # doings of a round told to one who comes in
TABLE = (
    events.Start, events.Again, events.Act, events.Undo, events.Redo, events.Restart, events.Finish,
    events.Pause, events.Flag, events.Back, events.Vote, events.Stand, events.Sit, events.Remove, events.Bot,
)  # fmt: skip


def taken_back(
    game: Game[Any, Any], done: Iterable[tuple[Seat, Any]], seat: Seat | None
) -> list[wire.Done]:
    """What was just taken back, for a client to animate."""
    return [
        wire.Done(seat=who, action=game.told(action, seat), undone=True) for who, action in done
    ]


class Told(NamedTuple):
    """An action, and all that everybody may hear of it."""

    action: Any
    done: wire.Done


def tell(session: Session, steps: range) -> list[Told]:
    """Some steps of a game as everybody may hear of them, in words where the game has them."""
    game = session.game
    found = []
    for step in steps:
        who, action = session.actions[step - 1]
        words: wire.Phrase | UnsetType = UNSET
        place: str | UnsetType = UNSET
        numbered: int | UnsetType = UNSET
        if is_worded(game):
            numbered = step
            words = phrase(game.story(session.state_at(step - 1), action))
            place = game.reach(action).place or UNSET
        talk = is_talk(session.game, action) or UNSET
        told = wire.Done(seat=who, action="", step=numbered, place=place, talk=talk, words=words)
        found.append(Told(action, told))
    return found


def done(session: Session, told: Iterable[Told], seat: Seat | None) -> list[wire.Done]:
    """What was done in some steps of a game, with the actions as a seat may hear them."""
    game = session.game
    return [replace(one, action=game.told(action, seat)) for action, one in told]


def story(room: Room, seat: Seat | None) -> list[wire.Done]:
    """What was done in this round so far; a patience tells no story."""
    session = room.session
    if session is None or not is_worded(session.game):
        return []
    steps = range(max(1, session.steps - MOST_TOLD + 1), session.steps + 1)
    return done(session, tell(session, steps), seat)


def outcome(game: Game[Any, Any], end: Outcome | None) -> wire.Outcome | None:
    """How a round ended."""
    if end is None:
        return None
    words = game.ending(end) if is_worded(game) and end is not ENDED_BY_VOTE else ()
    return wire.Outcome(
        won=end.won,
        scores=end.scores,
        reason=end.reason,
        facts=end.facts,
        told=[*map(phrase, words)],
    )


class Common(NamedTuple):
    """What is the same for everyone at the table, found out once for all of them."""

    turn: Seat | None
    outcome: wire.Outcome | None
    seconds: float
    deadline: float | None
    undoer: Seat | None  # who may take the last action back
    redoer: Seat | None
    last: Sequence[Told]  # what was just done; nothing when it was taken back
    tally: Sequence[wire.Line] | UnsetType
    hands: Sequence[Sequence[int]] | UnsetType
    seen: bytes  # the part of every view that is the same, written; nothing where there is none
    writer: Writer


def common(room: Room, now: float) -> Common | None:
    """What everyone may know of the present round; nothing before the first."""
    session = room.session
    if session is None:
        return None
    sitting, undoer, redoer = room.sitting, None, None
    if sitting.phase == "playing" or sitting.alone:
        undoer = session.undoer
        redoer = session.taken_back[0][0] if session.taken_back else None
    end = outcome(session.game, room.outcome)
    steps = session.steps
    last = range(0) if room.undone else range(steps - len(room.last) + 1, steps + 1)
    return Common(
        room.turn, end, room.seconds(now), room.deadline, undoer, redoer, tell(session, last),
        _tally(session), _hands(room, session), _seen(session), writer(session.game),
    )  # fmt: skip


def table(room: Room, seat: Seat | None, shared: Common | None) -> wire.Table | None:
    """The table as a seat sees it, with what it may do; nothing before the first round."""
    session = room.session
    if session is None or shared is None:
        return None
    playing = seat is not None and room.sitting.phase == "playing"
    view = _view(session, seat, shared.seen)
    legal = session.legal(seat) if playing and seat is not None else []
    last = (
        taken_back(session.game, room.last, seat)
        if room.undone
        else done(session, shared.last, seat)
    )
    return wire.Table(
        view=view,
        legal=legal,
        actions=cast("Sequence[wire.Action]", shared.writer.write(legal)),  # written already
        turn=shared.turn,
        steps=session.steps,
        outcome=shared.outcome,
        seconds=shared.seconds,
        running=session.running,
        deadline=shared.deadline,
        undo=seat is not None and shared.undoer == seat,
        redo=seat is not None and shared.redoer == seat,
        finish=playing and room.sitting.alone and not hides(view) and session.finishable,
        last=last,
        task=_task(session, seat) if playing and seat is not None else UNSET,
        tally=shared.tally,
        hands=shared.hands,
    )


def _seen(session: Session) -> bytes:
    """What everybody at a table for several sees, written; nothing where that is not told apart."""
    game = session.game
    return wire.encode(game.common(session.state)) if session.seats > 1 and is_common(game) else b""


def _view(session: Session, seat: Seat | None, seen: bytes) -> View:
    """What a seat may know, of which the part that everybody sees may be written already."""
    game = session.game
    if not (seen and is_common(game)):
        return session.view(seat)
    own = wire.encode(game.own(session.state, seat))
    return cast(View, Raw(seen[:-1] + b"," + own[1:]))


def _task(session: Session, seat: Seat) -> wire.Phrase | UnsetType:
    """What a seat has to do now, where the game says so."""
    game = session.game
    said = game.task(session.state, seat) if is_guided(game) else None
    return UNSET if said is None else phrase(said)


def _tally(session: Session) -> list[wire.Line] | UnsetType:
    """What can be written of the score sheet."""
    game = session.game
    lines = game.tally(session.state) if is_worded(game) else sheet(session)
    return [
        wire.Line(label=phrase(one.label), scores=one.scores, total=one.total, round=one.round)
        for one in lines
    ] or UNSET


def _hands(room: Room, session: Session) -> list[list[int]] | UnsetType:
    """Everybody's cards are turned up when a game of several was played to its end."""
    if room.sitting.alone or session.outcome is None:
        return UNSET
    secret = session.view(ALL).get("secret")
    found: Any = secret.get("hands") if isinstance(secret, dict) else None
    return UNSET if found is None else found


def shown(room: Room, seat: Seat | None) -> wire.Shown | None:
    """The step that the shared replay is at, as a seat saw it then."""
    if room.shown is None:
        return None
    round_, step = room.shown
    session = room.sessions[round_ - 1]
    return wire.Shown(round=round_, step=step, of=session.steps, table=glimpse(session, step, seat))


def glimpse(session: Session, step: int, seat: Seat | None) -> wire.Step:
    """One step of a game that was played, as a seat saw it."""
    game, state = session.game, session.state_at(step)
    return wire.Step(
        step=step,
        view=game.view(state, seat),
        turn=game.turn(state),
        last=done(session, tell(session, range(step, step + 1) if step else range(0)), seat),
        outcome=outcome(game, game.outcome(state)),
    )


def _what_happened(room: Room, number: int, seat: Seat | None) -> dict[str, Any]:
    """What a row of the log says to a seat, by the names of the wire."""
    at, event = room.log[number - 1]
    told: dict[str, Any] = {"number": number, "what": type(event).__name__.lower(), "at": at}
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
            later = sum(isinstance(event, events.Again) for _, event in room.log[number:])
            told |= {"round": room.sitting.round - later, "deal": deal, "cards": event.cards}
        case events.Create() | events.Start():
            pass
        case events.Sit(seat=who, name=name) | events.Rename(seat=who, name=name):
            told |= {"seat": who, "name": name}
        case events.Bot(seat=who, level=level):
            told |= {"seat": who, "level": level}
        case events.Wish(seat=who, deal=deal):
            told |= {"seat": who, "matter": event.matter, "deal": deal}
            told |= {"about": event.about, "yes": event.yes}
        case events.Vote(seat=who, end=end):
            told |= {"seat": who, "end": end}
        case _:
            told["seat"] = event.seat
    return told


def event(room: Room, player: PlayerId, seat: Seat | None, shared: Common | None) -> wire.Event:
    """The last event as a person who looks from a seat hears it, with what it changed.

    Unless it changed who sits where, it is the same for everyone who looks from there."""
    happened = room.log[-1][1]
    told = _what_happened(room, room.number, seat)
    if room.resat:
        told |= {"sitting": room.sitting.told(), "you": you(room, player, seat)}
    if isinstance(happened, TABLE) and shared is not None:
        told["table"] = table(room, seat, shared)
    if isinstance(happened, events.Show):
        told["shown"] = shown(room, seat)
    return wire.Event(**told)


def you(room: Room, player: PlayerId, seat: Seat | None) -> wire.You:
    """What a person is at this table."""
    held = room.sitting.seats_of(player)
    return wire.You(seat=seat, held=held, hosting=room.sitting.host == player)


def picture(
    room: Room,
    player: PlayerId,
    now: float,
    here: wire.Presence,
    *,
    looks: Seat | None = None,
    since: int | None = None,
    id_: str = "",
) -> wire.Room:
    """Everything that a person who comes in sees, and what was missed since a number."""
    seat = room.sitting.seen_from(player, looks)
    made, session, own = room.made, room.session, you(room, player, seat)
    return wire.Room(
        room=room.id,
        number=room.number,
        at=now,
        game=made.game,
        options=made.options,
        deal=made.deal if session is None else session.deal,
        cards=room.cards,
        settings=made.settings,
        sitting=room.sitting.told(),
        seat=seat,
        held=own.held,
        hosting=own.hosting,
        table=table(room, seat, common(room, now)),
        show=shown(room, seat),
        chat=[
            wire.Said(number=number, seat=said.seat, name=said.name, text=said.text, at=at)
            for number, at, said in room.chat
        ],
        story=story(room, seat),
        here=here.here,
        watching=here.watching,
        id=id_ or UNSET,
        missed=UNSET if since is None else _missed(room, since, seat),
    )


def _missed(room: Room, since: int, seat: Seat | None) -> Sequence[wire.Fact] | None:
    missed = range(since + 1, room.number + 1)
    if not 0 < since <= room.number or len(missed) > MOST_MISSED:
        return None
    return [wire.Fact(**_what_happened(room, number, seat)) for number in missed]
