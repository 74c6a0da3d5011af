"""The bots at a table: their questions, their notes, and whether a chosen action is still valid."""

from dataclasses import dataclass
from typing import Any

from trapoula.bots import observe
from trapoula.core.game import Seat, View
from trapoula.play.session import Session
from trapoula.room import events
from trapoula.room.room import Room

MOST_WORDS = 4  # remarks of a bot in a row


@dataclass(frozen=True, slots=True)
class Notes:
    """A bot's notes on a round up to a step. In another round it starts without notes."""

    round: int
    steps: int
    text: bytes


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """A question for a bot: its seat, and the states since its last notes, which it gets as views."""

    round: int
    session: Session
    seat: Seat
    level: str
    steps: int
    tables: list[Any]
    legal: list[str]
    notes: bytes

    def about(self) -> tuple[str, str, bytes, list[View], list[str]]:
        """Return the arguments for the bot."""
        return self.session.id, self.level, self.notes, self.views(), self.legal

    def views(self) -> list[View]:
        """Return the views of the seat, the latest last."""
        game, seat = self.session.game, self.seat
        seen = [game.view(table, seat) for table in self.tables[:-1]]
        return [*seen, observe(self.session.id, game, self.tables[-1], seat)]


class BotSeats:
    """The notes of the bots at one table, and when each last spoke."""

    def __init__(self) -> None:
        self._notes: dict[Seat, Notes] = {}
        self._spoken: dict[Seat, int] = {}  # the row of the move after which each last spoke

    def speaker(self, room: Room) -> Seat | None:
        """Return a bot that may speak out of turn now, next to play first: each may after every move."""
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
        """Note that a bot is being asked for a remark."""
        self._spoken[seat] = room.moved

    def on_turn(self, room: Room) -> BotQuestion | None:
        """Return the question for the bot on turn, or None if no bot is."""
        seat = room.turn
        if seat is None:
            return None
        chair = room.sitting.chairs[seat]
        return self.question(room, seat, chair.level) if chair.played_by_bot else None

    def question(self, room: Room, seat: Seat, level: str) -> BotQuestion | None:
        """Return the question for a bot now. Without notes on this round, it includes all states."""
        session, round_ = room.session, room.sitting.round
        if session is None:
            return None
        last = self._notes.get(seat)
        kept = last if last is not None and last.round == round_ else Notes(round_, -1, b"")
        first = min(kept.steps + 1, session.steps)  # some steps may have been undone
        tables = [session.state_at(step) for step in range(first, session.steps + 1)]
        return BotQuestion(
            round_, session, seat, level, session.steps, tables, session.legal(seat), kept.text
        )

    def keep(self, question: BotQuestion, notes: bytes) -> None:
        """Store a bot's notes."""
        self._notes[question.seat] = Notes(question.round, question.steps, notes)


def act(room: Room, seat: Seat, steps: int, text: str) -> events.Act | None:
    """Return the bot's action, if the table is unchanged since the question."""
    return say(room, seat, steps, text) if room.turn == seat else None


def say(room: Room, seat: Seat, steps: int, text: str) -> events.Act | None:
    """Return the bot's remark, if the table is unchanged since the question."""
    session = room.session
    same = session is not None and room.turn is not None and session.steps == steps
    return (
        events.Act(seat=seat, action=text)
        if same and room.sitting.chairs[seat].played_by_bot
        else None
    )
