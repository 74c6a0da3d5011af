"""A room's state in writing, so that opening it need not replay the whole log.

A checkpoint contains nothing that the rows up to its number do not, so it can be made again from
them. Of earlier rounds it has only the results."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from trapoula.core.game import Seat, logged
from trapoula.core.shared_list import SharedList
from trapoula.play.session import Gist, Session
from trapoula.room import events, wire
from trapoula.room.events import PlayerId, Row
from trapoula.room.history import History
from trapoula.room.room import Retracted, Room, Taken, Watch, new_session
from trapoula.room.rounds import Rounds, Score
from trapoula.room.sitting import Chair, Seating, Wish

Fields = TypeVar("Fields", bound=msgspec.Struct)
WINDOW = 1000  # rows kept at least: for missed events, and ids of commands


class Seats(msgspec.Struct, frozen=True):
    """The fields of `Sitting`, without what follows from them."""

    chairs: tuple[Chair, ...]
    host: PlayerId
    phase: Literal["waiting", "playing", "over"]
    round: int
    votes: frozenset[Seat]
    wishes: tuple[Wish, ...]
    removed: frozenset[PlayerId]
    seen: dict[PlayerId, frozenset[Seat]]
    holidays: dict[PlayerId, float]


class Plain(msgspec.Struct, frozen=True):
    """The fields of `Room` that are stored as they are."""

    at: float
    turn_since: float
    turn: Seat | None
    outvoted: bool
    hints: int
    undos: int
    undone: bool
    resat: bool
    retold: bool
    shown: tuple[int, int] | None
    chat: tuple[tuple[int, float, events.Say], ...]
    moved: int
    opened: int
    swept: int
    beside: dict[PlayerId, int]
    acted: dict[Seat, int]
    turned: int


class Told(msgspec.Struct, frozen=True, array_like=True):
    """An undone action, as text."""

    step: int
    seat: Seat
    action: str
    words: wire.Phrase | None


class Checkpoint(msgspec.Struct, frozen=True):
    """A room as of a row."""

    row: str  # the digest of that row
    plain: Plain
    seats: Seats
    seconds: float
    beginnings: tuple[int, ...]
    score: Score
    again: events.Again | None  # the deal of the present round, unless it is the first
    gist: Gist | None  # of the present round
    last: tuple[tuple[Seat, str], ...]
    retracted: tuple[tuple[tuple[Told, ...], int], ...]


def write(room: Room) -> bytes:
    """Return a room's checkpoint: a line for the room, and one for each finished round."""
    session, sitting = room.session, room.sitting
    text = str if session is None else session.text
    event = room.log.last[1]
    return (
        _write(
            Checkpoint(
                row=_digest(events.write(event)),
                plain=_fields(room, Plain),
                seats=_fields(sitting, Seats),
                seconds=room.watch.seconds,
                beginnings=tuple(room.beginnings),
                score=room.finished.score,
                again=room.dealt if isinstance(room.dealt, events.Again) else None,
                gist=None if session is None else session.gist(),
                last=()
                if session is None
                else tuple((who, text(action)) for who, action in room.last),
                retracted=tuple(
                    (
                        tuple(Told(d.step, d.seat, text(d.action), d.words) for d in one.taken),
                        one.steps,
                    )
                    for one in room.retracted
                ),
            )
        )
        + b"\n"
        + room.finished.write()
    )


def read(id_: str, number: int, body: bytes, rows: Sequence[Row]) -> Room:
    """Return the room of a checkpoint, with the rows after it. Raises ValueError if they do not fit.

    `rows` are the first row, and all from some rows before the checkpoint on."""
    head, _, ends = body.partition(b"\n")
    kept, (first, *others) = _read(head), rows
    create = events.read(first.body)
    before = [row for row in others if row.number <= number]
    numbers = [row.number for row in before]
    if not isinstance(create, events.Create) or numbers != [
        *range(number + 1 - len(before), number + 1)
    ]:
        raise ValueError("rows are missing")
    log = History((first.at, create), number + 1 - len(before))
    for row in before:
        event = events.read(row.body)
        log = log.then(row.at if event.after is not None else max(row.at, log.last[0]), event)
    if not before or kept.row != _digest(events.write(log.last[1])):
        raise ValueError("the checkpoint is of another log")
    room = Room.new(id_, first.at, create)
    room = _stood(room, kept, log, Rounds(ends, kept.score))
    for row in others[len(before) :]:
        room.apply(row.number, row.at, events.read(row.body), checked=True)
    return room


def lean(room: Room) -> Room:
    """Return a room without its oldest rows, if there are many."""
    if len(room.log) <= 2 * WINDOW:
        return room
    return replace(room, log=room.log.latest(WINDOW))


def _stood(room: Room, kept: Checkpoint, log: History, finished: Rounds) -> Room:
    """Return the room of a checkpoint, made from a new room."""
    seats, watch, session = asdict(kept.seats), Watch(kept.seconds), None
    dealt = kept.again or room.made
    if kept.gist is not None:
        session = new_session(room.made, dealt, watch)
        session.go_on_from(kept.gist)
    seating = Seating(kept.seats.chairs)
    return replace(
        room,
        **asdict(kept.plain),
        log=log,
        number=log.number,
        sitting=replace(room.sitting, seating=seating, **seats),
        session=session,
        beginnings=SharedList(kept.beginnings),
        dealt=None if session is None else dealt,
        finished=finished,
        last=[]
        if session is None
        else [(who, logged(session.game, text)) for who, text in kept.last],
        retracted=()
        if session is None
        else tuple(_retracted(session, *one) for one in kept.retracted),
        watch=watch,
    )


def _retracted(session: Session, taken: Sequence[Told], steps: int) -> Retracted:
    game = session.game
    return Retracted(
        tuple(Taken(one.step, one.seat, logged(game, one.action), one.words) for one in taken),
        steps,
    )


def _fields(source: Any, kind: type[Fields]) -> Fields:
    """Copy the fields of a value that another type has too."""
    return kind(**{name: getattr(source, name) for name in kind.__struct_fields__})


def _digest(row: bytes) -> str:
    return sha256(row).hexdigest()[:16]


_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Checkpoint).decode
