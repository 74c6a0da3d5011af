"""A room is what its log says: this rebuilds it, row by row, and touches nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from trapoula.catalogue import find
from trapoula.deals import SecretDeck
from trapoula.game import Outcome, Seat, is_worded
from trapoula.record import Record
from trapoula.room import events, wire
from trapoula.room.events import DAY, PlayerId, Row
from trapoula.room.history import History
from trapoula.room.sitting import Chair, Seating, Sitting
from trapoula.session import Session

LONGEST_GAP = 600.0  # seconds between two events that count as time at the table; more is absence
SKEW = 60.0  # seconds that the clocks of several processes may disagree
CHAT_KEPT = 50
MOST_ROWS = 20_000  # in a log
MOST_BESIDE = (
    300  # words, votes, signals and undos of one player in a round, at a table for several
)
ENDED_BY_VOTE = Outcome(False, (), "vote")
BOT_LATE = 60.0  # seconds after which a bot on turn has been forgotten by whoever thought for it
NEW_TURN = (events.Start, events.Again, events.Back)  # the time for it begins anew


@dataclass(slots=True)
class Watch:
    """The seconds that were spent at a table, which its sessions read."""

    seconds: float = 0.0

    def __call__(self) -> float:
        """What it shows."""
        return self.seconds


class Retracted(NamedTuple):
    """What a seat took back: the table before it, and how far the round was then."""

    before: Any
    actions: Sequence[tuple[Seat, Any]]
    first: int  # the step of the first action
    steps: int  # after it was taken back


class Finished(NamedTuple):
    """How a round ended that was played to its end, and who sat there."""

    outcome: Outcome
    players: tuple[PlayerId, ...]
    names: tuple[str, ...]  # nothing for a bot
    seconds: float
    at: float


class Room(msgspec.Struct, eq=False):
    """One table with everything that happened at it.

    What it holds is replaced and never changed, so that the room after it may hold the same."""

    id: str
    made: events.Create
    at: float  # when something last happened
    turn_since: float
    log: History
    sitting: Sitting
    number: int = 1  # of the last row
    session: Session | None = None  # the table of the present round; None before the first
    turn: Seat | None = None  # whose move it is, while a round is being played
    dealt: tuple[events.Dealt, ...] = ()  # what brought the cards of each round
    finished: Mapping[int, Finished] = {}  # rounds that were played to their end
    retracted: tuple[Retracted, ...] = ()  # in this round, at a table that tells its story
    ended: Mapping[int, Outcome] = {}  # rounds that were ended, not played to the end
    last: Sequence[tuple[Seat, Any]] = ()  # what was just done at the table
    undone: bool = False  # whether that was taken back
    resat: bool = True  # whether the last event changed who sits where, or the phase
    retold: bool = True  # whether it changed anything of the sitting, a vote or a wish perhaps
    shown: tuple[int, int] | None = None  # the round and step of the shared replay
    chat: tuple[tuple[int, float, events.Say], ...] = ()
    began: int = 0  # the number with which the present round was dealt
    moved: int = 1  # the last number at which a turn began or went on
    _watch: Watch = msgspec.field(default_factory=Watch)  # of time spent here, absences cut short
    _earlier: tuple[Session, ...] = ()  # the tables of the rounds before the present one
    _opened: int = 0  # the last number at which all cards were shown to the player
    _swept: int = 1  # the last number after which everything was different
    _beside: Mapping[PlayerId, int] = {}  # what each did this round that was no turn
    _acted: Mapping[Seat, int] = {}  # the last number at which each seat acted
    _turned: int = 1  # the number with which the present turn began

    @classmethod
    def new(cls, id_: str, at: float, create: events.Create) -> "Room":
        """A room that was just made."""
        options = find(create.game).recorded(create.options)
        made, settings = replace(create, options=options), create.settings
        chairs = (Chair(),) * create.seats
        sitting = Sitting(chairs, Seating(chairs), create.by, settings.absent, settings.join)
        return cls(id_, made, at, at, History((at, create)), sitting)

    @classmethod
    def rebuild(cls, id_: str, rows: Iterable[Row]) -> "Room":
        """The room of a log."""
        first, *rest = rows
        create = events.read(first.body)
        if not isinstance(create, events.Create):
            raise ValueError("a log begins with the making of the room")
        room = cls.new(id_, first.at, create)
        for row in rest:
            room.apply(row.number, row.at, events.read(row.body), checked=True)
        return room

    def then(self, at: float, event: events.AnyEvent, *, checked: bool = False) -> "Room":
        """The room after one more event; this one stays as it is."""
        after = self._fork()
        after.apply(self.number + 1, at, event, checked=checked)
        return after

    def next(self, now: float, event: events.AnyEvent) -> "Room":
        """The room after an event of this moment, also where a clock that was ahead wrote the rows before."""
        found = self.awake(now)
        if found.at < self.log.last[0]:
            event = replace(event, after=now - found.at)
        return found.then(now, event)

    def awake(self, now: float) -> "Room":
        """The room as it is found now: what seems to be long after it has just happened."""
        if max(self.at, self.turn_since) <= now + SKEW:
            return self
        return replace(self, at=min(self.at, now), turn_since=min(self.turn_since, now))

    def _fork(self) -> "Room":
        watch, session = Watch(self._watch.seconds), self.session
        forked = None if session is None else session.fork(watch)
        return replace(self, _watch=watch, sitting=replace(self.sitting), session=forked)

    # --- how it stands ---------------------------------------------------------------------------

    @property
    def sessions(self) -> Sequence[Session]:
        """The tables of all rounds, the present one last."""
        return self._earlier if self.session is None else (*self._earlier, self.session)

    def this_round(self) -> list[events.AnyEvent]:
        """What has happened since the cards on the table were dealt."""
        return [event for _, event in self.log[self.began :]]

    @property
    def full(self) -> bool:
        """Whether the log is as long as a log may be."""
        return self.number >= MOST_ROWS

    @property
    def outcome(self) -> Outcome | None:
        """How the present round ended."""
        session = self.session
        if session is None:
            return None
        return self.ended.get(self.sitting.round) or session.outcome

    def outcome_of(self, round_: int) -> Outcome | None:
        """How a round ended."""
        return self.ended.get(round_) or self.sessions[round_ - 1].outcome

    @property
    def cards(self) -> wire.Cards:
        """Whether the cards on the table, or those to be dealt first, were chosen by somebody, or shown."""
        dealt = (self.dealt or (self.made,))[-1]
        if isinstance(dealt, events.Create) and dealt.actions:
            return "record"
        shown = self._opened > self.began and dealt.cards != "number"
        return "shown" if shown else dealt.cards

    def chatters(self, player: PlayerId) -> bool:
        """Whether somebody has done so much beside the game that it must be played first."""
        seated = bool(self.sitting.seats_of(player))
        if seated and self.sitting.alone:  # there is nobody whom it would keep from playing
            return False
        voices = (player,) if seated else (player, "")
        return any(self._beside.get(voice, 0) >= MOST_BESIDE for voice in voices)

    def _voice(self, event: events.AnyEvent) -> PlayerId:
        """Under whose name it is counted what was done: all who neither sit nor sat share one."""
        seated = isinstance(event, events.Stand) or self.sitting.seats_of(event.by)
        return event.by if seated else ""

    @property
    def deadline(self) -> float | None:
        """When the turn clock runs out: it stands still while the seat on turn has a holiday."""
        clock, turn = self.made.settings.clock, self.turn
        chair = None if turn is None else self.sitting.chairs[turn]
        if clock is None or chair is None or chair.played_by_bot:
            return None
        return self.turn_since + clock + chair.rested(self.turn_since, chair.until)

    @property
    def rings(self) -> float:
        """When somebody must see to this table though nobody has it open; 0 for never."""
        if self.turn is None or self.sitting.alone:
            return 0.0
        if self.sitting.chairs[self.turn].played_by_bot:
            return self.turn_since + BOT_LATE if self.sitting.expected else 0.0
        deadline = self.deadline
        told = self.made.settings.late == "wait" and deadline is not None and deadline <= self.at
        return 0.0 if deadline is None or told else deadline

    def seconds(self, now: float) -> float:
        """The time spent in this round."""
        session = self.session
        if session is None:
            return 0.0
        running = min(max(0.0, now - self.at), LONGEST_GAP) if session.running else 0.0
        return round(session.seconds + running, 1)

    def stale(self, seat: Seat, number: int) -> bool:
        """Whether a seat that has seen this number has an old table before it."""
        turned = self._turned if seat == self.turn else 0
        oldest = max(self._swept, self._acted.get(seat, 0), turned)
        return not oldest <= number <= self.number

    # --- what happens ----------------------------------------------------------------------------

    def apply(
        self, number: int, at: float, event: events.AnyEvent, *, checked: bool = False
    ) -> None:
        """Let an event happen; what the rules refuse raises and changes nothing."""
        if number != self.number + 1:
            raise ValueError("rows come one after the other")
        if event.after is None:
            at = max(at, self.at)
            passed_by = at - self.at
        else:
            passed_by = event.after
        sitting, turn, time = self.sitting, self.turn, self._watch.seconds
        phase, chairs = sitting.phase, sitting.chairs
        self._watch.seconds += min(passed_by, LONGEST_GAP)
        try:
            mover = self._happen(number, at, event, checked=checked)
        except BaseException:
            self._watch.seconds = time
            raise
        self.number, self.at = number, at
        self.log = self.log.then(at, event)
        moved = mover is not None and mover == turn
        if event.by and not moved:
            voice = self._voice(event)
            self._beside = {**self._beside, voice: self._beside.get(voice, 0) + 1}
        self._settle_phase()
        passed = self.turn != turn
        if passed and turn is not None and sitting.chairs[turn].turn_only:
            sitting.come_back(turn)
        self.resat = sitting.chairs is not chairs or sitting.phase != phase
        self.resat |= isinstance(event, events.Again)
        self.retold |= self.resat
        if passed:
            self._turned = number
        if passed or isinstance(event, NEW_TURN):
            self.turn_since, self.moved = at, number
        if isinstance(event, events.Act) and event.seat == turn:
            self.moved = number

    def _happen(
        self, number: int, at: float, event: events.AnyEvent, *, checked: bool
    ) -> Seat | None:
        """Let an event happen; whose move it was, if it was one and not only words."""
        self.retold = False
        match event:
            case events.Act(seat=seat, action=text, then=then):
                session = self._playing()
                session.play(text, seat, then=then, checked=checked)
                self.last, self.undone = session.last, False
                self._acted = {**self._acted, seat: number}
                self.retold = self.sitting.apply(event)
                if event.by and self.sitting.chairs[seat].until > at:
                    self._rest(event.by, at, 0)  # who plays is back
                    self.retold = True
                if not session.is_talk(self.last[0][1]):
                    self.retold |= self.sitting.drop_wishes("undo")
                    return seat
            case events.Start():
                self._deal(self.made, at)
                self._swept = self.began = number
            case events.Again():
                self.sitting.round += 1
                self._deal(event, at)
                self._swept = self.began = number
            case events.Advice(whole=True):
                self._opened = number
            case events.Undo() | events.Restart():
                session = self._playing()
                last = session.last
                if isinstance(event, events.Undo):
                    before = session.steps - event.remarks
                    session.undo(remarks=event.remarks)
                    last = session.taken_back
                    self._retract(session, last, before - len(last))
                    self.retold = self.sitting.drop_wishes("undo")
                else:
                    session.restart()
                self.last, self.undone = last[::-1], True
                self.shown = None  # its step may be one of those taken back
                self._swept = number
            case events.Redo(all=all_):
                session = self._playing()
                session.redo()
                while all_ and session.taken_back:
                    session.redo()
                self.last, self.undone = session.last, False
                self._swept = number
            case events.Finish():
                session = self._playing()
                before = session.steps
                session.finish()
                self.last, self.undone = [*session.actions[before:]], False
                self._swept = number
            case events.Pause():
                self._playing().pause()
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
        """A person is away from now on, for whom the clock stood still in the holiday before."""
        if self.turn is not None and self.turn in self.sitting.seats_of(player):
            self.turn_since += self.sitting.chairs[self.turn].rested(self.turn_since, at)
        self.sitting.rest(player, at, seconds)

    def _retract(self, session: Session, taken: Sequence[tuple[Seat, Any]], start: int) -> None:
        """Keep what was taken back, so that the story can say so."""
        if self.sitting.alone and not is_worded(session.game):
            return
        one = Retracted(session.state_at(start), tuple(taken), start + 1, session.steps)
        self.retracted = (*self.retracted, one)

    def _deal(self, dealt: events.Dealt, at: float) -> None:
        made = self.made
        deck = dealt.deck
        session = Session(
            made.game,
            made.options,
            deal=dealt.deal,
            deck=SecretDeck(deck, dealt.key) if deck is not None and dealt.key else deck,
            seats=made.seats,
            clock=self._watch,
        )
        if isinstance(dealt, events.Create) and dealt.actions:
            so_far = Record(
                made.game, made.options, made.seats, session.deck, dealt.actions, dealt.deal
            )
            session = Session.resume(so_far, key=dealt.key, clock=self._watch)
        if self.session is not None:
            self.session.pause()  # a round that was left is not played on
            self._earlier += (self.session,)
        self.session = session
        self.dealt += (dealt,)
        self.last, self.undone, self.shown = (), False, None
        self._acted, self._beside, self.retracted = {}, {}, ()
        self.sitting.begin(at)

    def _finish(self) -> None:
        """Keep how a round of several ended, for the record of the table."""
        session, round_ = self.session, self.sitting.round
        if session is None or session.outcome is None or self.sitting.alone:
            return
        players = tuple(
            chair.player if chair.kind == "person" else f"{seat} {chair.level}"
            for seat, chair in enumerate(self.sitting.chairs)
        )
        names = tuple(chair.name for chair in self.sitting.chairs)
        one = Finished(session.outcome, players, names, round(session.seconds, 1), self.at)
        self.finished = {**self.finished, round_: one}

    def _playing(self) -> Session:
        if self.session is None:
            raise ValueError("nothing is on the table")
        return self.session

    def _settle_phase(self) -> None:
        """The round is over when the rules say so, or when the votes do; else it is somebody's turn."""
        sitting = self.sitting
        if sitting.phase == "playing" and sitting.votes and sitting.outvoted():
            self.ended = {**self.ended, sitting.round: ENDED_BY_VOTE}
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
            self.shown = None  # who plays is not looking at replays
        playing = self.session if sitting.phase == "playing" else None
        self.turn = None if playing is None else playing.turn
