"""A room is what its log says: this module rebuilds it row by row and touches nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from trapoula.catalogue.entries import find
from trapoula.core.deals import SecretDeck
from trapoula.core.errors import Phrase
from trapoula.core.game import Outcome, Seat, is_worded
from trapoula.core.shared_list import SharedList
from trapoula.play.record import Record
from trapoula.play.session import Session
from trapoula.room import events, wire
from trapoula.room.actions import phrase
from trapoula.room.events import DAY, PlayerId, Row
from trapoula.room.history import Happened, History
from trapoula.room.rounds import Finished, Rounds, bot_of
from trapoula.room.sitting import Chair, Seating, Sitting

LONGEST_GAP = 600.0  # seconds between two events that count as time at the table; more is absence
SKEW = 60.0  # seconds that the clocks of processes may differ
CHAT_KEPT = 50
MOST_ROWS = 20_000  # rows in a log
MOST_RETRACTED = 100  # undos of a round that the story shows
MOST_BESIDE = 300  # messages, votes, signals and undos of one player in a round of a shared table
ENDED_BY_VOTE = Outcome(False, (), "vote")
BOT_LATE = 60.0  # seconds until a bot on turn counts as forgotten by the process that ran it
PLAYED = (events.Act, events.Undo, events.Restart, events.Redo, events.Finish, events.Pause)
NEW_TURN = (events.Start, events.Again, events.Back)  # events that restart the turn clock


@dataclass(slots=True)
class Watch:
    """The seconds spent at a table, as a clock for its sessions."""

    seconds: float = 0.0

    def __call__(self) -> float:
        """Return the seconds."""
        return self.seconds


class Taken(NamedTuple):
    """An undone action, with words if the game has them."""

    step: int
    seat: Seat
    action: Any
    words: wire.Phrase | None


class Retracted(NamedTuple):
    """What a seat undid, and the number of actions left."""

    taken: tuple[Taken, ...]
    steps: int  # after the undo


class Room(msgspec.Struct, eq=False):
    """A table with its history.

    Its values are replaced, never changed in place: successive rooms share them."""

    id: str
    made: events.Create
    at: float  # time of the last event
    turn_since: float
    log: History
    sitting: Sitting
    number: int = 1  # of the last row
    session: Session | None = None  # the present round; None before the first
    beginnings: SharedList[int] = msgspec.field(
        default_factory=SharedList
    )  # the row of each round's deal
    turn: Seat | None = None  # the seat on turn, while a round is in play
    dealt: events.Dealt | None = None  # the event with this round's cards
    finished: Rounds = msgspec.field(default_factory=Rounds)  # rounds played to their end
    retracted: tuple[Retracted, ...] = ()  # undos of this round, if the game has words
    outvoted: bool = False  # whether a vote ended this round
    hints: int = 0  # in this round
    undos: int = 0
    last: Sequence[tuple[Seat, Any]] = ()  # the last actions
    undone: bool = False  # whether these were undone
    resat: bool = True  # whether the last event changed the seating or the phase
    retold: bool = True  # whether it changed the seating, a vote or a request
    shown: tuple[int, int] | None = None  # round and step of the shared replay
    chat: tuple[tuple[int, float, events.Say], ...] = ()
    moved: int = 1  # the row of the last move or new turn
    watch: Watch = msgspec.field(default_factory=Watch)  # time spent here, absences capped
    opened: int = 0  # the row at which the player last saw all cards
    swept: int = 1  # the last row that changed the whole table
    beside: Mapping[PlayerId, int] = {}  # actions besides moves in this round, by player
    acted: Mapping[Seat, int] = {}  # the row of each seat's last action
    turned: int = 1  # the row at which the present turn began

    @classmethod
    def new(cls, id_: str, at: float, create: events.Create) -> "Room":
        """Return a new room."""
        options = find(create.game).recorded(create.options)
        made, settings = replace(create, options=options), create.settings
        chairs = (Chair(),) * create.seats
        sitting = Sitting(chairs, Seating(chairs), create.by, settings.absent, settings.join)
        return cls(id_, made, at, at, History((at, create)), sitting)

    @classmethod
    def rebuild(cls, id_: str, rows: Iterable[Row]) -> "Room":
        """Return the room of a log."""
        first, *rest = rows
        create = events.read(first.body)
        if not isinstance(create, events.Create):
            raise ValueError("the first row of a log must make the room")
        room = cls.new(id_, first.at, create)
        for row in rest:
            room.apply(row.number, row.at, events.read(row.body), checked=True)
        return room

    def then(self, at: float, event: events.AnyEvent, *, checked: bool = False) -> "Room":
        """Return the room after one more event. This one stays unchanged."""
        after = self._fork()
        after.apply(self.number + 1, at, event, checked=checked)
        return after

    def next(self, now: float, event: events.AnyEvent) -> "Room":
        """Return the room after an event at `now`, even if the rows before have later times."""
        found = self.awake(now)
        if found.at < self.log.last[0]:
            event = replace(event, after=now - found.at)
        return found.then(now, event)

    def awake(self, now: float) -> "Room":
        """Return the room at `now`. Times in the future, from a wrong clock, are set to now."""
        if max(self.at, self.turn_since) <= now + SKEW:
            return self
        return replace(self, at=min(self.at, now), turn_since=min(self.turn_since, now))

    def _fork(self) -> "Room":
        watch, session = Watch(self.watch.seconds), self.session
        forked = None if session is None else session.fork(watch)
        return replace(self, watch=watch, sitting=replace(self.sitting), session=forked)

    # --- state -----------------------------------------------------------------------------------

    @property
    def rounds(self) -> int:
        """Return the number of rounds dealt."""
        return self.beginnings.size

    @property
    def began(self) -> int:
        """Return the row at which the present round was dealt."""
        return self.beginnings[-1] if self.beginnings.size else 0

    @property
    def full(self) -> bool:
        """Return whether the log has reached its maximum length."""
        return self.number >= MOST_ROWS

    @property
    def outcome(self) -> Outcome | None:
        """Return how the present round ended."""
        session = self.session
        if session is None:
            return None
        return ENDED_BY_VOTE if self.outvoted else session.outcome

    @property
    def cards(self) -> wire.Cards:
        """Return how the cards of this or the first round were chosen, or whether they were shown."""
        dealt = self.dealt or self.made
        if isinstance(dealt, events.Create) and dealt.actions:
            return "record"
        shown = self.opened > self.began and dealt.cards != "number"
        return "shown" if shown else dealt.cards

    def must_move_first(self, player: PlayerId) -> bool:
        """Return whether a player has done so much besides moves that they must move first."""
        seated = bool(self.sitting.seats_of(player))
        if seated and self.sitting.alone:  # no other player is kept waiting
            return False
        voices = (player,) if seated else (player, "")
        return any(self.beside.get(voice, 0) >= MOST_BESIDE for voice in voices)

    def _voice(self, event: events.AnyEvent) -> PlayerId:
        """Return the player an action counts for. All without a seat count as one."""
        seated = isinstance(event, events.Stand) or self.sitting.seats_of(event.by)
        return event.by if seated else ""

    @property
    def deadline(self) -> float | None:
        """Return when the turn clock runs out. It stops during a holiday of the seat on turn."""
        clock, turn = self.made.settings.clock, self.turn
        chair = None if turn is None else self.sitting.chairs[turn]
        if clock is None or chair is None or chair.played_by_bot:
            return None
        return self.turn_since + clock + chair.rested(self.turn_since, chair.until)

    @property
    def rings(self) -> float:
        """Return when this table needs attention even without guests, or 0 for never."""
        if self.turn is None or self.sitting.alone:
            return 0.0
        if self.sitting.chairs[self.turn].played_by_bot:
            return self.turn_since + BOT_LATE if self.sitting.expected else 0.0
        deadline = self.deadline
        told = self.made.settings.late == "wait" and deadline is not None and deadline <= self.at
        return 0.0 if deadline is None or told else deadline

    def seconds(self, now: float) -> float:
        """Return the time spent in this round."""
        session = self.session
        if session is None:
            return 0.0
        running = min(max(0.0, now - self.at), LONGEST_GAP) if session.running else 0.0
        return round(session.seconds + running, 1)

    def stale(self, seat: Seat, number: int) -> bool:
        """Return whether a seat that has seen this row has an outdated table."""
        turned = self.turned if seat == self.turn else 0
        oldest = max(self.swept, self.acted.get(seat, 0), turned)
        return not oldest <= number <= self.number

    # --- events ----------------------------------------------------------------------------------

    def apply(
        self, number: int, at: float, event: events.AnyEvent, *, checked: bool = False
    ) -> None:
        """Apply an event. If the rules refuse it, raise and change nothing."""
        if number != self.number + 1:
            raise ValueError("rows must be applied in order")
        if event.after is None:
            at = max(at, self.at)
            passed_by = at - self.at
        else:
            passed_by = event.after
        sitting, turn, time = self.sitting, self.turn, self.watch.seconds
        phase, chairs = sitting.phase, sitting.chairs
        self.watch.seconds += min(passed_by, LONGEST_GAP)
        try:
            mover = self._happen(number, at, event, checked=checked)
        except BaseException:
            self.watch.seconds = time
            raise
        self.number, self.at = number, at
        self.log = self.log.then(at, event)
        moved = mover is not None and mover == turn
        if event.by and not moved:
            voice = self._voice(event)
            self.beside = {**self.beside, voice: self.beside.get(voice, 0) + 1}
        self._settle_phase()
        passed = self.turn != turn
        if passed and turn is not None and sitting.chairs[turn].turn_only:
            sitting.come_back(turn)
        self.resat = sitting.chairs is not chairs or sitting.phase != phase
        self.resat |= isinstance(event, events.Again)
        self.retold |= self.resat
        if passed:
            self.turned = number
        if passed or isinstance(event, NEW_TURN):
            self.turn_since, self.moved = at, number
        if isinstance(event, events.Act) and event.seat == turn:
            self.moved = number

    def _happen(
        self, number: int, at: float, event: events.AnyEvent, *, checked: bool
    ) -> Seat | None:
        """Apply an event. Return the seat that moved, if it was a move and not just talk."""
        self.retold = False
        match event:
            case events.Act(seat=seat):
                session = self._play_on(event, checked=checked)
                self.last, self.undone = session.last, False
                self.acted = {**self.acted, seat: number}
                self.retold = self.sitting.apply(event)
                if event.by and self.sitting.chairs[seat].until > at:
                    self._rest(event.by, at, 0)  # a move ends the player's holiday
                    self.retold = True
                if not session.is_talk(self.last[0][1]):
                    self.retold |= self.sitting.drop_wishes("undo")
                    return seat
            case events.Start():
                self._deal(self.made, number, at)
            case events.Again():
                self.sitting.round += 1
                self._deal(event, number, at)
            case events.Advice(whole=whole):
                self.hints += 1
                self.opened = number if whole else self.opened
            case events.Undo() | events.Restart():
                before = self._playing().fork(self.watch)
                session, last = self._play_on(event), before.last
                if isinstance(event, events.Undo):
                    last = session.taken_back
                    self._retract(before, last, before.steps - event.remarks - len(last))
                    self.retold = self.sitting.drop_wishes("undo")
                self.last, self.undone = last[::-1], True
                self.undos += 1
                self.shown = None  # its step may have been undone
                self.swept = number
            case events.Redo():
                session = self._play_on(event)
                self.last, self.undone = session.last, False
                self.swept = number
            case events.Finish():
                steps = self._playing().steps
                session = self._play_on(event)
                self.last, self.undone = [*session.actions[steps:]], False
                self.swept = number
            case events.Pause():
                self._play_on(event)
            case events.Holiday(by=player, days=days):
                self._rest(player, at, days * DAY)
                self.retold = True
            case events.Say():
                self.chat = (*self.chat, (number, self.at, event))[-CHAT_KEPT:]
            case events.Show(round=round_, step=step):
                self.shown = None if step is None else (round_, step)
            case _:
                self.retold = self.sitting.apply(event)
        return None

    def _rest(self, player: PlayerId, at: float, seconds: float) -> None:
        """Start a holiday. The turn clock gets back the time of the holiday before."""
        if self.turn is not None and self.turn in self.sitting.seats_of(player):
            self.turn_since += self.sitting.chairs[self.turn].rested(self.turn_since, at)
        self.sitting.rest(player, at, seconds)

    def _retract(self, before: Session, last: Sequence[tuple[Seat, Any]], start: int) -> None:
        """Record what was undone, for the story."""
        game, taken = before.game, []
        if self.sitting.alone and not is_worded(game):
            return
        for step, (seat, action) in enumerate(last, start):
            words = None
            if is_worded(game):
                what = game.story(before.state_at(step), action)
                words = phrase(Phrase("Taken back: {what}", what=what))
            taken.append(Taken(step + 1, seat, action, words))
        one = Retracted(tuple(taken), self._playing().steps)
        self.retracted = (*self.retracted, one)[-MOST_RETRACTED:]

    def _deal(self, dealt: events.Dealt, number: int, at: float) -> None:
        self.session, self.dealt = _session(self.made, dealt, self.watch), dealt
        self.swept, self.beginnings = number, self.beginnings.then(number)
        self.outvoted, self.hints, self.undos = False, 0, 0
        self.last, self.undone, self.shown = (), False, None
        self.acted, self.beside, self.retracted = {}, {}, ()
        self.sitting.begin(at)

    def _finish(self) -> None:
        """Record the result of a shared round."""
        session = self.session
        outcome = None if session is None else session.outcome
        if session is None or outcome is None or self.sitting.alone:
            return
        chairs = self.sitting.chairs
        one = Finished(
            round=self.sitting.round,
            won=outcome.won,
            scores=outcome.scores,
            facts=outcome.facts,
            players=tuple(
                chair.player if chair.kind == "person" else f"{bot_of(seat)}{chair.level}"
                for seat, chair in enumerate(chairs)
            ),
            names=tuple(chair.name for chair in chairs),
            seconds=round(session.seconds, 1),
            at=self.at,
        )
        self.finished = self.finished.then(one)

    def _play_on(self, event: events.AnyEvent, *, checked: bool = True) -> Session:
        play_on(session := self._playing(), event, checked=checked)
        return session

    def _playing(self) -> Session:
        if self.session is None:
            raise ValueError("no round has begun")
        return self.session

    def _settle_phase(self) -> None:
        """End the round if the rules or the votes do, else set the seat on turn."""
        sitting = self.sitting
        if sitting.phase == "playing" and sitting.votes and sitting.outvoted():
            self.outvoted = True
            if self.session is not None:
                self.session.pause()
        if sitting.phase != "waiting":
            was = sitting.phase
            sitting.phase = "playing" if self.outcome is None else "over"
            if sitting.phase == "over" != was:
                self._finish()
        if sitting.phase == "over":
            sitting.drop_wishes("undo", "bot")
        else:
            self.shown = None  # no replays during play
        playing = self.session if sitting.phase == "playing" else None
        self.turn = None if playing is None else playing.turn


def play_on(session: Session, event: events.AnyEvent, *, checked: bool) -> None:
    """Apply an event to the session, if it is one about cards."""
    match event:
        case events.Act(seat=seat, action=text, then=then):
            session.play(text, seat, then=then, checked=checked)
        case events.Undo(remarks=remarks):
            session.undo(remarks=remarks)
        case events.Restart():
            session.restart()
        case events.Redo(all=all_):
            session.redo()
            while all_ and session.taken_back:
                session.redo()
        case events.Finish():
            session.finish()
        case events.Pause():
            session.pause()


def session_of(made: events.Create, rows: Sequence[Happened]) -> Session:
    """Return the session of an earlier round from its rows. Its time runs to the last move."""
    watch, (at, first) = Watch(), rows[0]
    session = _session(made, first if isinstance(first, events.Again) else made, watch)
    played = [n for n, (_, event) in enumerate(rows) if isinstance(event, PLAYED)]
    for then, event in rows[1 : played[-1] + 1 if played else 1]:
        watch.seconds += min(
            max(0.0, then - at) if event.after is None else event.after, LONGEST_GAP
        )
        at = max(at, then) if event.after is None else then
        play_on(session, event, checked=True)
    session.pause()
    return session


def new_session(made: events.Create, dealt: events.Dealt, clock: Watch) -> Session:
    """Return the session of a round as dealt."""
    deck = dealt.deck
    return Session(
        made.game,
        made.options,
        deal=dealt.deal,
        deck=SecretDeck(deck, dealt.key) if deck is not None and dealt.key else deck,
        seats=made.seats,
        clock=clock,
    )


def _session(made: events.Create, dealt: events.Dealt, clock: Watch) -> Session:
    """Return the session at the start of a round, which may be in the middle of a record."""
    session = new_session(made, dealt, clock)
    if not isinstance(dealt, events.Create) or not dealt.actions:
        return session
    record = Record(made.game, made.options, made.seats, session.deck, dealt.actions, dealt.deal)
    return Session.resume(record, key=dealt.key, clock=clock)
