"""What a room tells one person: computed for the seat it goes to, never the state itself."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from trapoula.game import ALL, Game, Outcome, Seat, is_common, is_guided, is_talk, is_worded
from trapoula.patience import Patience
from trapoula.room import events, wire
from trapoula.room.actions import of_patience, phrase, writer
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
        told = _doing(game, who, action)
        if is_worded(game):
            place = game.reach(action).place or UNSET
            words = phrase(game.story(session.state_at(step - 1), action))
            told = replace(told, step=step, place=place, words=words)
        found.append(Told(action, told))
    return found


def _doing(game: Game[Any, Any], who: Seat, action: Any) -> wire.Done:
    """What a seat did, but for the text of it; at a patience taken apart."""
    if not isinstance(game, Patience):
        return wire.Done(seat=who, action="", talk=is_talk(game, action) or UNSET)
    made = of_patience(game, action, "")
    return wire.Done(
        seat=who, action="", verb=made.verb, source=made.source, place=made.target, size=made.size
    )


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


class Common:
    """What is the same for everyone at the table, found out once for all of them."""

    def __init__(self, room: Room, session: Session, now: float) -> None:
        game, sitting, state = session.game, room.sitting, session.state
        self.playing = sitting.phase == "playing"
        self.undoer: Seat | None = None  # who may take the last action back
        self.redoer: Seat | None = None
        if self.playing or sitting.alone:
            self.undoer = session.undoer
            self.redoer = session.taken_back[0][0] if session.taken_back else None
        self.turn, self.deadline, self.seconds = room.turn, room.deadline, room.seconds(now)
        self.steps, self.running = session.steps, session.running
        self.outcome = outcome(game, room.outcome)
        self.tally, self.hands = _tally(session), _hands(room, session)
        self.writer = writer(game)
        self.task = game.task if is_guided(game) else None
        self.own, self.seen = None, b""  # what of a view is one seat's, and what is written for all
        if not sitting.alone and is_common(game):
            self.own, self.seen = game.own, wire.encode(game.common(state))
        self._told, self._last = game.told, [action for _, action in room.last]
        self._doings = _doings(room, session)
        self._written: dict[tuple[str, ...], Raw] = {}

    def heard(self, seat: Seat | None) -> tuple[str, ...]:
        """What was just done or taken back, as a seat may hear it."""
        told = self._told
        return tuple([told(action, seat) for action in self._last])

    def last(self, heard: tuple[str, ...]) -> Raw:
        """The same with all that everybody may know of it: written once for all who hear it so."""
        written = self._written.get(heard)
        if written is None:
            told = zip(self._doings, heard, strict=True)
            every = [replace(doing, action=text) for doing, text in told]
            written = self._written[heard] = Raw(wire.encode(every))
        return written


def _doings(room: Room, session: Session) -> list[wire.Done]:
    """What was just done, or taken back, but for the actions themselves."""
    if room.undone:
        return [replace(_doing(session.game, who, done), undone=True) for who, done in room.last]
    steps = session.steps
    return [one.done for one in tell(session, range(steps - len(room.last) + 1, steps + 1))]


def common(room: Room, now: float) -> Common | None:
    """What everyone may know of the present round; nothing before the first."""
    session = room.session
    return None if session is None else Common(room, session, now)


def table(room: Room, seat: Seat | None, shared: Common | None) -> wire.Table | None:
    """The table as a seat sees it, with what it may do; nothing before the first round."""
    session = room.session
    if session is None or shared is None:
        return None
    return _table(room, session, seat, shared, shared.heard(seat))


def _table(
    room: Room, session: Session, seat: Seat | None, shared: Common, heard: tuple[str, ...]
) -> wire.Table:
    state, seated = session.state, seat is not None
    view: Any  # written already where much of it is the same for all, as are actions and doings
    if shared.own is None:
        view = session.view(seat)
    else:
        view = Raw(shared.seen[:-1] + b"," + wire.encode(shared.own(state, seat))[1:])
    legal, task, finish = [], None, False
    if seat is not None and shared.playing:
        legal = session.legal(seat)
        task = shared.task(state, seat) if shared.task is not None else None
        finish = room.sitting.alone and not hides(view) and session.finishable
    actions: Any = shared.writer.write(legal)
    last: Any = shared.last(heard)
    return wire.Table(
        view=view,
        legal=legal,
        actions=actions,
        turn=shared.turn,
        steps=shared.steps,
        outcome=shared.outcome,
        seconds=shared.seconds,
        running=shared.running,
        deadline=shared.deadline,
        undo=seated and shared.undoer == seat,
        redo=seated and shared.redoer == seat,
        finish=finish,
        last=last,
        task=UNSET if task is None else phrase(task),
        tally=shared.tally,
        hands=shared.hands,
    )


def _tally(session: Session) -> list[wire.Line] | UnsetType:
    """What can be written of the score sheet."""
    game = session.game
    lines = game.tally(session.state) if is_worded(game) else sheet(session)
    return [
        wire.Line(
            label=phrase(one.label),
            scores=one.scores,
            total=one.total,
            round=one.round,
            kind=one.kind,
        )
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


class News:
    """The last event of a room, with what it changed, for everyone who hears of it.

    Unless it changed who sits where, it is the same for all who look from one seat."""

    def __init__(self, room: Room) -> None:
        self._room, self._session = room, room.session
        happened = room.log[-1][1]
        self._is_act = isinstance(happened, events.Act)
        self._shared = common(room, room.at) if isinstance(happened, TABLE) else None
        self._shows = isinstance(happened, events.Show)
        self._told = _what_happened(room, room.number, None)
        if room.retold:
            self._told["sitting"] = room.sitting.told()

    def event(self, player: PlayerId, seat: Seat | None) -> wire.Event:
        """What a person hears who looks from a seat."""
        room, session, shared, told = self._room, self._session, self._shared, {**self._told}
        if session is not None and shared is not None:
            heard = shared.heard(seat)
            told["table"] = _table(room, session, seat, shared, heard)
            if self._is_act:
                told["action"] = heard[0]
        if room.retold:
            told["you"] = you(room, player, seat)
        if self._shows:
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
