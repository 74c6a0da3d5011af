"""What a room sends to one person: computed for their seat, never the whole state."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET, Raw, UnsetType

from trapoula.core.game import ALL, CHANCE, Game, Outcome, Seat, is_common, is_guided, is_worded
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.room import events, wire
from trapoula.room.actions import of_patience, phrase, writer
from trapoula.room.events import PlayerId
from trapoula.room.forms import BLANK, YES_OR_NO, Form, beginning, rest
from trapoula.room.points import sheet
from trapoula.room.proposals import hides
from trapoula.room.recap import line, recap
from trapoula.room.room import ENDED_BY_VOTE, Retracted, Room

MOST_MISSED = 200  # missed events sent to a returning guest
MOST_TOLD = 500  # actions of a round sent to a new guest
TABLE = (
    events.Start, events.Again, events.Act, events.Undo, events.Redo, events.Restart, events.Finish,
    events.Pause, events.Flag, events.Back, events.Vote, events.Stand, events.Sit, events.Remove, events.Bot,
    events.Holiday,
)  # fmt: skip


def _doing(session: Session, who: Seat, action: Any, step: int, text: Any) -> wire.Done:
    """Return a seat's action, with words if the game has them, else in structured form."""
    game = session.game
    if not is_worded(game):
        return _move(session, who, action, text)
    words = phrase(game.story(session.state_at(step - 1), action))
    place, talk = game.reach(action).place or UNSET, session.is_talk(action) or UNSET
    return wire.Done(seat=who, action=text, step=step, place=place, talk=talk, words=words)


def _move(
    session: Session, who: Seat, action: Any, text: Any, undone: bool | UnsetType = UNSET
) -> wire.Done:
    """Return a seat's action, done or undone, in structured form without words."""
    game = session.game
    if not isinstance(game, Patience):
        talk = session.is_talk(action) or UNSET
        return wire.Done(seat=who, action=text, talk=talk, undone=undone)
    made = of_patience(game, action, "")
    return wire.Done(
        seat=who,
        action=text,
        verb=made.verb,
        source=made.source,
        place=made.target,
        size=made.size,
        undone=undone,
    )


def done(session: Session, steps: range, seat: Seat | None) -> list[wire.Done]:
    """Return the actions of some steps, as a seat may see them."""
    told, found = session.game.told, []
    for step in steps:
        who, action = session.actions[step - 1]
        found.append(_doing(session, who, action, step, told(action, seat)))
    return found


def story(room: Room, seat: Seat | None) -> list[wire.Done]:
    """Return the actions and undos of this round. Patiences have no story."""
    session = room.session
    if session is None:
        return []
    game = session.game
    if not is_worded(session.game):
        return []
    first = max(1, session.steps - MOST_TOLD + 1)
    found = done(session, range(first, session.steps + 1), seat)
    for one in room.retracted:  # inserted after the actions that preceded it
        at = next((n for n, other in enumerate(found) if _later(other, one)), len(found))
        found[at:at] = taken_back(one, lambda action: game.told(action, seat))
    return found


def _later(other: wire.Done, one: Retracted) -> bool:
    """Return whether an action was done after an undo."""
    return other.undone is UNSET and other.step is not UNSET and other.step > one.steps


def taken_back(one: Retracted, text: Callable[[Any], Any]) -> list[wire.Done]:
    """Return what a seat undid, with words if the game has them."""
    return [
        wire.Done(
            seat=done.seat,
            action=text(done.action),
            step=done.step,
            undone=True,
            words=done.words or UNSET,
        )
        for done in one.taken
    ]


def outcome(game: Game[Any, Any], end: Outcome | None) -> wire.Outcome | None:
    """Return how a round ended."""
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
    """What is the same for everyone at the table, computed and encoded once."""

    def __init__(self, room: Room, session: Session, now: float) -> None:
        game, sitting, state = session.game, room.sitting, session.state
        self._session, self._state, self._alone = session, state, sitting.alone
        self._playing = sitting.phase == "playing"
        self._undoer: Seat | None = None  # the seat that can undo the last action
        self._redoer: Seat | None = None
        if self._playing or self._alone:
            self._undoer = session.undoer
            self._redoer = session.taken_back[0][0] if session.taken_back else None
        self._last, self._heard = room.last, _heard_by_all(session, room.last)
        self._writer = writer(game)
        self._task = game.task if self._playing and is_guided(game) else None
        self._own, view = None, BLANK
        if not self._alone and is_common(game):  # encoded once for all
            self._own, view = game.own, beginning(game.common(state))
        self._turn = room.turn
        over = room.outcome if room.turn is None else None
        self.table = wire.Table(
            view=view,
            legal=BLANK,
            actions=BLANK,
            turn=room.turn,
            steps=session.steps,
            outcome=outcome(game, over),
            seconds=room.seconds(now),
            running=session.running,
            deadline=room.deadline,
            undo=BLANK,
            redo=BLANK,
            finish=BLANK,
            last=_doings(room, session),
            task=UNSET if self._task is None else BLANK,
            tally=_tally(session),
            hands=UNSET if over is None else _hands(room, session),
            recap=UNSET if over is None else recap(room),
        )

    def heard(self, seat: Seat | None) -> tuple[bytes, ...]:
        """Return the last actions, encoded, as a seat may see them."""
        if self._heard is not None:
            return self._heard
        told = self._session.game.told
        return tuple([wire.encode(told(action, seat)) for _, action in self._last])

    def blanks(self, seat: Seat | None, heard: tuple[bytes, ...]) -> tuple[bytes, ...]:
        """Return what differs for a seat: its view, its legal actions and the like."""
        session, state, task, finish = self._session, self._state, None, False
        offers: tuple[str, ...] = ()
        seen = None if self._own is not None else session.view(seat)
        if seat is not None and self._playing:
            offers = session.offers(seat)
            if self._task is not None and seat == self._turn:  # only the seat on turn has a task
                task = self._task(state, seat)
            finish = self._alone and seen is not None and not hides(seen) and session.finishable
        view = rest(self._own(state, seat)) if self._own is not None else wire.encode(seen)
        legal, actions = self._writer.write(offers)
        undo = YES_OR_NO[seat is not None and seat == self._undoer]
        redo = YES_OR_NO[seat is not None and seat == self._redoer]
        own = (view, legal, actions, undo, redo, YES_OR_NO[finish], *heard)
        if self._task is None:
            return own
        return (*own, b"null" if task is None else wire.encode(phrase(task)))


def _heard_by_all(session: Session, last: Sequence[tuple[Seat, Any]]) -> tuple[bytes, ...] | None:
    """Return the last actions if everyone may see them whole, which is so if a spectator may."""
    heard = []
    for who, action in last:
        text = session.game.told(action, None)
        if who == CHANCE or text != session.text(action):
            return None
        heard.append(wire.encode(text))
    return tuple(heard)


def _doings(room: Room, session: Session) -> list[wire.Done]:
    """Return the last actions, done or undone, with blanks for their texts."""
    if room.undone:
        taken = room.retracted[-1] if room.retracted else None
        if taken is not None and [(d.seat, d.action) for d in taken.taken][::-1] == [*room.last]:
            return taken_back(taken, lambda _: BLANK)[::-1]
        return [_move(session, who, action, BLANK, undone=True) for who, action in room.last]
    first = session.steps - len(room.last) + 1
    return [
        _doing(session, who, action, step, BLANK)
        for step, (who, action) in enumerate(room.last, first)
    ]


def common(room: Room, now: float) -> Common | None:
    """Return what is the same for everyone in the present round, or None before the first."""
    session = room.session
    return None if session is None else Common(room, session, now)


def table(seat: Seat | None, shared: Common | None) -> Any:
    """Return the table as a seat sees it, or None before the first round."""
    if shared is None:
        return None
    return Raw(Form(shared.table).fill(shared.blanks(seat, shared.heard(seat))))


def _tally(session: Session) -> list[wire.Line] | UnsetType:
    """Return the lines of the score sheet, as far as they are known."""
    game = session.game
    lines = game.tally(session.state) if is_worded(game) else sheet(session)
    return [*map(line, lines)] or UNSET


def _hands(room: Room, session: Session) -> list[list[int]] | UnsetType:
    """Return all hands once a shared game has been played to its end."""
    if room.sitting.alone or session.outcome is None:
        return UNSET
    secret = session.view(ALL).get("secret")
    found: Any = secret.get("hands") if isinstance(secret, dict) else None
    return UNSET if found is None else found


def shown(room: Room, seat: Seat | None) -> wire.Shown | None:
    """Return the shared replay's step as a seat saw it."""
    session = room.session
    round_, step = room.shown or (0, 0)
    if session is None or round_ != room.sitting.round:
        return None
    return wire.Shown(round=round_, step=step, of=session.steps, table=glimpse(session, step, seat))


def glimpse(session: Session, step: int, seat: Seat | None) -> wire.Step:
    """Return a step of a played game as a seat saw it."""
    game, state = session.game, session.state_at(step)
    return wire.Step(
        step=step,
        view=game.view(state, seat),
        turn=game.turn(state),
        last=done(session, range(step, step + 1) if step else range(0), seat),
        outcome=outcome(game, game.outcome(state)),
    )


def _what_happened(room: Room, number: int) -> dict[str, Any]:
    """Return the fields of a row's event, with a blank for what a seat did."""
    at, event = room.log.row(number)
    told: dict[str, Any] = {"number": number, "what": type(event).__name__.lower(), "at": at}
    match event:
        case events.Act(seat=who):
            told |= {"seat": who, "action": BLANK}
        case events.Say(seat=who, name=name, text=text):
            told |= {"seat": who, "name": name, "text": text}
        case events.Show(round=round_, step=step):
            told |= {"round": round_, "step": step}
        case events.Again(deal=deal):
            later = sum(isinstance(event, events.Again) for _, event in room.log.after(number))
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
        case events.Flag(seat=who, turn=turn):
            told |= {"seat": who, "turn": turn}
        case events.Holiday(seat=who, days=days):
            told |= {"seat": who, "days": days}
        case _:
            told["seat"] = event.seat
    return told


class News:
    """The last event of a room and what it changed, for all guests.

    If it did not change the seating, all who look from the same seat get the same frame."""

    def __init__(self, room: Room) -> None:
        self._room = room
        happened = room.log.last[1]
        self._is_act = isinstance(happened, events.Act)
        self._shared = common(room, room.at) if isinstance(happened, TABLE) else None
        self._shows = isinstance(happened, events.Show)
        told = _what_happened(room, room.number)
        if room.retold:
            told["sitting"], told["you"] = room.sitting.told(), BLANK
        if self._shared is not None:
            told["table"] = self._shared.table
        if self._shows:
            told["shown"] = BLANK
        self._form = Form(wire.Event(**told))

    def event(self, player: PlayerId, seat: Seat | None) -> bytes:
        """Return the frame of the last event for a player who looks from a seat."""
        room, shared = self._room, self._shared
        heard = () if shared is None else shared.heard(seat)
        blanks = heard[:1] if self._is_act else ()
        if room.retold:
            blanks += (wire.encode(you(room, player, seat)),)
        if shared is not None:
            blanks += shared.blanks(seat, heard)
        if self._shows:
            blanks += (wire.encode(shown(room, seat)),)
        return self._form.fill(blanks)


def acknowledging(frame: bytes, id_: str) -> bytes:
    """Start a holiday. The turn clock gets back the time of the holiday before."""
    return b'%b,"id":%b}' % (frame[:-1], wire.encode(id_))


def you(room: Room, player: PlayerId, seat: Seat | None) -> wire.You:
    """Return a player's own state at this table."""
    held = room.sitting.seats_of(player)
    free = UNSET if held else room.sitting.open_to(player)
    return wire.You(seat=seat, held=held, hosting=room.sitting.host == player, free=free)


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
    """Return the whole room for an entering player, and the events since a number."""
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
        free=own.free,
        hosting=own.hosting,
        table=table(seat, common(room, now)),
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
    if not 0 < since <= room.number or len(missed) > MOST_MISSED or since < room.log.start - 1:
        return None
    return [_fact(room, number, seat) for number in missed]


def _fact(room: Room, number: int, seat: Seat | None) -> wire.Fact:
    """Return an event of the log as a seat may see it."""
    told, (_, event) = _what_happened(room, number), room.log.row(number)
    if isinstance(event, events.Act) and room.session is not None:
        game = room.session.game
        told["action"] = game.told(game.read(event.action), seat)
    return wire.Fact(**told)
