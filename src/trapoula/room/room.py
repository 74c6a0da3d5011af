"""A room is what its log says: this rebuilds it, row by row, and touches nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from trapoula.catalogue import find
from trapoula.game import Outcome, Seat, is_talk
from trapoula.record import Record
from trapoula.room import events, wire
from trapoula.room.events import PlayerId, Row
from trapoula.room.history import History
from trapoula.room.sitting import Chair, Sitting
from trapoula.session import Session

LONGEST_GAP = 600.0  # seconds between two events that count as time at the table; more is absence
CHAT_KEPT = 50
MOST_ROWS = 20_000  # in a log
MOST_BESIDE = (
    300  # words, votes, signals and undos of one player in a round, at a table for several
)
ENDED_BY_VOTE = Outcome(False, (), "vote")


@dataclass(slots=True)
class Watch:
    """The seconds that were spent at a table, which its sessions read."""

    seconds: float = 0.0

    def __call__(self) -> float:
        """What it shows."""
        return self.seconds


class Room:
    """One table with everything that happened at it.

    What it holds is replaced and never changed, so that the room after it may hold the same."""

    def __init__(self, id_: str, at: float, create: events.Create) -> None:
        self.id = id_
        options = find(create.game).recorded(create.options)
        self.made = msgspec.structs.replace(create, options=options)
        self.number, self.at = 1, at
        self._watch = Watch()  # of the time spent here, absences cut short
        self.sitting = Sitting(
            (Chair(),) * create.seats,
            create.by,
            create.settings.absent,
            create.settings.join,
        )
        self.sessions: Sequence[Session] = ()  # one for each round
        self.dealt: tuple[events.Dealt, ...] = ()  # what brought the cards of each
        self.ended: Mapping[int, Outcome] = {}  # rounds that were ended, not played to the end
        self.last: list[tuple[Seat, Any]] = []  # what was just done at the table
        self.undone = False  # whether that was taken back
        self.resat = True  # whether the last event changed who sits where, or the phase
        self.turn_since = at
        self.shown: tuple[int, int] | None = None  # the round and step of the shared replay
        self.chat: tuple[tuple[int, float, events.Say], ...] = ()
        self.log = History((at, create))
        self.began = 0  # the number with which the present round was dealt
        self._opened = 0  # the last number at which all its cards were shown to the player
        self._swept = 1  # the last number after which everything was different
        self._beside: Mapping[PlayerId, int] = {}  # what each did this round that was no turn
        self._acted: Mapping[Seat, int] = {}  # the last number at which each seat acted
        self._turned = 1  # the number with which the present turn began
        self.moved = 1  # the last number at which a turn began or went on

    @classmethod
    def rebuild(cls, id_: str, rows: Iterable[Row]) -> "Room":
        """The room of a log."""
        first, *rest = rows
        create = events.read(first.body)
        if not isinstance(create, events.Create):
            raise ValueError("a log begins with the making of the room")
        room = cls(id_, first.at, create)
        for row in rest:
            room.apply(row.number, row.at, events.read(row.body), checked=True)
        return room

    def then(self, at: float, event: events.AnyEvent, *, checked: bool = False) -> "Room":
        """The room after one more event; this one stays as it is."""
        after = self._fork()
        after.apply(self.number + 1, at, event, checked=checked)
        return after

    def _fork(self) -> "Room":
        other = Room.__new__(Room)
        other.__dict__.update(self.__dict__)
        other._watch = Watch(self._watch.seconds)
        other.sitting = self.sitting.fork()
        if self.sessions:
            other.sessions = [*self.sessions[:-1], self.sessions[-1].fork(other._watch)]
        return other

    # --- how it stands ---------------------------------------------------------------------------

    @property
    def session(self) -> Session | None:
        """The table of the present round; None before the first."""
        return self.sessions[-1] if self.sessions else None

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
        """Whether one of several at a table has done so much beside the game that it must be played first."""
        if self.sitting.alone:
            return False
        voices = (player,) if self.sitting.seats_of(player) else (player, "")
        return any(self._beside.get(voice, 0) >= MOST_BESIDE for voice in voices)

    def _voice(self, event: events.AnyEvent) -> PlayerId:
        """Under whose name it is counted what was done: all who neither sit nor sat share one."""
        seated = isinstance(event, events.Stand) or self.sitting.seats_of(event.by)
        return event.by if seated else ""

    def _is_move(self, event: events.AnyEvent, turn: Seat | None) -> bool:
        """Whether it was the seat on turn that acted, and not with words."""
        if not isinstance(event, events.Act) or event.seat != turn:
            return False
        return not is_talk(self._playing().game, self.last[0][1])

    @property
    def turn(self) -> Seat | None:
        """Whose move it is, while a round is being played."""
        sessions = self.sessions
        return sessions[-1].turn if sessions and self.sitting.phase == "playing" else None

    @property
    def deadline(self) -> float | None:
        """When the turn clock runs out."""
        clock = self.made.settings.clock
        turn = None if clock is None else self.turn
        if clock is None or turn is None or self.sitting.chairs[turn].played_by_bot:
            return None
        return self.turn_since + clock

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
        at = max(at, self.at)
        turn, time, phase = self.turn, self._watch.seconds, self.sitting.phase
        self._watch.seconds += min(at - self.at, LONGEST_GAP)
        try:
            self._happen(number, event, checked=checked)
        except BaseException:
            self._watch.seconds = time
            raise
        self.number, self.at = number, at
        self.log = self.log.then(at, event)
        if event.by and not self._is_move(event, turn):
            voice = self._voice(event)
            self._beside = {**self._beside, voice: self._beside.get(voice, 0) + 1}
        self._settle_phase()
        passed = self.turn != turn
        if passed and turn is not None and self.sitting.chairs[turn].turn_only:
            self.sitting.come_back(turn)
            self.resat = True
        self.resat |= self.sitting.phase != phase or isinstance(event, events.Again)
        if passed:
            self._turned = number
        if passed or isinstance(event, (events.Start, events.Again, events.Back)):
            self.turn_since, self.moved = at, number
        if isinstance(event, events.Act) and event.seat == turn:
            self.moved = number

    def _happen(self, number: int, event: events.AnyEvent, *, checked: bool) -> None:
        self.resat = False
        match event:
            case events.Start():
                self._deal(self.made)
                self._swept = self.began = number
            case events.Again():
                self.sitting.round += 1
                self._deal(event)
                self._swept = self.began = number
            case events.Advice(whole=True):
                self._opened = number
            case events.Act(seat=seat, action=text, then=then):
                session = self._playing()
                session.play(text, seat, then=then, checked=checked)
                self.last, self.undone = session.last, False
                self._acted = {**self._acted, seat: number}
                self.resat = self.sitting.apply(event)
                if not is_talk(session.game, session.last[0][1]):
                    self.resat |= self.sitting.drop_wishes("undo")
            case events.Undo() | events.Restart():
                session = self._playing()
                last = session.last
                if isinstance(event, events.Undo):
                    session.undo(remarks=event.remarks)
                    last = session.taken_back
                    self.resat = self.sitting.drop_wishes("undo")
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
                self.last, self.undone = session.actions[before:], False
                self._swept = number
            case events.Pause():
                self._playing().pause()
            case events.Say():
                self.chat = (*self.chat, (number, self.at, event))[-CHAT_KEPT:]
            case events.Show(round=round_, step=step):
                self.shown = None if step is None else (round_, step)
            case _:
                self.resat = self.sitting.apply(event)

    def _deal(self, dealt: events.Dealt) -> None:
        made = self.made
        session = Session(
            made.game,
            made.options,
            deal=dealt.deal,
            deck=dealt.deck,
            seats=made.seats,
            clock=self._watch,
        )
        if isinstance(dealt, events.Create) and dealt.actions:
            so_far = Record(
                made.game, made.options, made.seats, session.deck, dealt.actions, dealt.deal
            )
            session = Session.resume(so_far, clock=self._watch)
        if self.session is not None:
            self.session.pause()  # a round that was left is not played on
        self.sessions = [*self.sessions, session]
        self.dealt += (dealt,)
        self.last, self.undone, self.shown = [], False, None
        self._acted, self._beside = {}, {}
        self.sitting.begin()

    def _playing(self) -> Session:
        if self.session is None:
            raise ValueError("nothing is on the table")
        return self.session

    def _settle_phase(self) -> None:
        """The round is over when the rules say so, or when the votes do."""
        sitting = self.sitting
        if sitting.phase == "playing" and sitting.votes and sitting.outvoted():
            self.ended = {**self.ended, sitting.round: ENDED_BY_VOTE}
            if self.session is not None:
                self.session.pause()
        if sitting.phase != "waiting":
            sitting.phase = "playing" if self.outcome is None else "over"
        if sitting.phase == "over":
            sitting.drop_wishes("undo", "bot")
        else:
            self.shown = None  # who plays is not looking at replays
