"""Bots at a table: what each is asked, what it remembers, and whether what it chose still holds."""

from dataclasses import dataclass
from typing import Any

from trapoula.bots import observe
from trapoula.core.game import Seat, View
from trapoula.play.session import Session
from trapoula.room import events
from trapoula.room.room import Room

MOST_WORDS = 4  # that a bot says in a row


@dataclass(frozen=True, slots=True)
class Notes:
    """What a bot remembers of a round, up to a step; of another round it remembers nothing."""

    round: int
    steps: int
    text: bytes


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """What a bot is asked about: its seat, and the tables since its last notes, of which it gets views."""

    round: int
    session: Session
    seat: Seat
    level: str
    steps: int
    tables: list[Any]
    legal: list[str]
    notes: bytes

    def about(self) -> tuple[str, str, bytes, list[View], list[str]]:
        """What a thinker needs of it."""
        return self.session.id, self.level, self.notes, self.views(), self.legal

    def views(self) -> list[View]:
        """What the seat saw, the newest last."""
        game, seat = self.session.game, self.seat
        seen = [game.view(table, seat) for table in self.tables[:-1]]
        return [*seen, observe(self.session.id, game, self.tables[-1], seat)]


class BotSeats:
    """What the bots of one table remember of it, and when each last spoke."""

    def __init__(self) -> None:
        self._notes: dict[Seat, Notes] = {}
        self._spoken: dict[Seat, int] = {}  # after which move each had its say

    def speaker(self, room: Room) -> Seat | None:
        """A bot that may say something now, whoever plays sooner first: out of turn, and after each move."""
        turn, chairs = room.turn, room.sitting.chairs
        if turn is None or not room.sitting.seating.bots:
            return None
        others = ((turn + ahead) % len(chairs) for ahead in range(1, len(chairs)))
        silent = (
            seat
            for seat in others
            if chairs[seat].played_by_bot and self._spoken.get(seat) != room.moved
        )
        return next(silent, None)

    def spoke(self, room: Room, seat: Seat) -> None:
        """Note that a bot has its say now."""
        self._spoken[seat] = room.moved

    def on_turn(self, room: Room) -> BotQuestion | None:
        """What the bot whose move it is is asked about; nothing when it is nobody's, or a person's."""
        seat = room.turn
        if seat is None:
            return None
        chair = room.sitting.chairs[seat]
        return self.question(room, seat, chair.level) if chair.played_by_bot else None

    def question(self, room: Room, seat: Seat, level: str) -> BotQuestion | None:
        """What a bot is asked about now; one without notes of this round is shown all of it."""
        session, round_ = room.session, room.sitting.round
        if session is None:
            return None
        last = self._notes.get(seat)
        kept = last if last is not None and last.round == round_ else Notes(round_, -1, b"")
        first = min(kept.steps + 1, session.steps)  # something may have been taken back
        tables = [session.state_at(step) for step in range(first, session.steps + 1)]
        return BotQuestion(
            round_, session, seat, level, session.steps, tables, session.legal(seat), kept.text
        )

    def keep(self, question: BotQuestion, notes: bytes) -> None:
        """Remember what a bot noted down."""
        self._notes[question.seat] = Notes(question.round, question.steps, notes)


def act(room: Room, seat: Seat, steps: int, text: str) -> events.Act | None:
    """The bot's action, if the table is still as the bot saw it."""
    return say(room, seat, steps, text) if room.turn == seat else None


def say(room: Room, seat: Seat, steps: int, text: str) -> events.Act | None:
    """The bot's remark, if nothing has happened since."""
    session = room.session
    same = session is not None and room.turn is not None and session.steps == steps
    return (
        events.Act(seat=seat, action=text)
        if same and room.sitting.chairs[seat].played_by_bot
        else None
    )
