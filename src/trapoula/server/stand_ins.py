"""Bots and the clock of a table, including bots that stand in for absent players.

Their moves are rows like any other, so several processes can run them for one table. The log
decides which process was first; the others find nothing left to do."""

import asyncio
import logging
import random
from functools import partial

from trapoula.core.errors import TrapoulaError
from trapoula.core.game import CHANCE, Seat, View
from trapoula.room import events
from trapoula.room.commands import Pace
from trapoula.room.errors import NoRoom
from trapoula.room.room import Room
from trapoula.server.errors import Busy
from trapoula.server.lanes import Lanes
from trapoula.server.limits import Limits
from trapoula.server.open_room import OpenRoom
from trapoula.thinking.bot_seats import MOST_WORDS, BotQuestion, BotSeats, act, say

AGAIN = 1.0  # seconds until a failed step is retried
MANY = 10  # tables in the history above which a thread gathers it
PACES: dict[Pace, float] = {"slow": 2.5, "normal": 1.0, "quick": 0.1}  # factors on the usual pause
DEALT = 3  # factor on the pause after a deal, when there is much to look at
log = logging.getLogger("trapoula.stand_ins")


class StandIns:
    """The bots and the clock of one table."""

    def __init__(self, table: OpenRoom, lanes: Lanes, limits: Limits) -> None:
        self._table, self._lanes, self._limits = table, lanes, limits
        self._playing: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._flagging: asyncio.Task[None] | None = None
        self._speaking: asyncio.Task[None] | None = None
        self._bots = BotSeats()

    def look(self) -> None:
        """Start a bot, a remark or the alarm as the room's state asks. Called after every event or visit."""
        room = self._table.room
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        seat = room.turn
        if seat is None:
            return
        silent = self._speaking is None or self._speaking.done()
        if silent and self._table.guests and self._bots.speaker(room) is not None:
            self._speaking = asyncio.create_task(self._speak())
        if room.sitting.chairs[seat].played_by_bot:
            if not self.busy:
                self._playing = asyncio.create_task(self._play())
            return
        wait = self._wait(seat)
        if wait is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, wait) + 0.01, self._ring)

    async def see_to(self) -> None:
        """Flag a player who is late, then start what is due. For tables without guests."""
        await self._call_time()
        self.look()

    @property
    def busy(self) -> bool:
        """Return whether a bot is playing."""
        return self._playing is not None and not self._playing.done()

    def stop(self) -> None:
        """Stop the alarm and all bots."""
        if self._alarm is not None:
            self._alarm.cancel()
        for task in (self._playing, self._speaking, self._flagging):
            if task is not None:
                task.cancel()

    # --- bots ------------------------------------------------------------------------------------

    async def _play(self) -> None:
        """Let bots play until it is a person's turn."""
        while self._bot_turn() is not None:
            await asyncio.sleep(self._pause())
            question = self._bot_turn()  # the turn may have passed during the pause
            if question is None:
                return
            try:
                text, notes = await self._lanes.choose(*await _asked(question), self._addresses())
                self._bots.keep(question, notes)
                choice = partial(act, seat=question.seat, steps=question.steps, text=text)
                await self._table.happen(choice)
            except NoRoom:
                return
            except Busy:  # this table's players have reached their limit of bot questions
                await asyncio.sleep(AGAIN)
            except Exception as error:  # such as a database that is away for a while
                log.warning(
                    "the move of a bot at seat %d after %d steps failed: %s",
                    question.seat,
                    question.steps,
                    error.code if isinstance(error, TrapoulaError) else type(error).__name__,
                )
                if not self._table.guests:  # the alarm starts it again later
                    return
                await asyncio.sleep(AGAIN)

    def _addresses(self) -> set[str]:
        """Return the addresses that the work of this table's bots is charged to."""
        return {guest.address for guest in self._table.guests}

    def _pause(self) -> float:
        """Return the seconds before a bot plays: set by the slowest pace, longer after a deal."""
        slowest = max((PACES[guest.pace] for guest in self._table.guests), default=1.0)
        dealt = any(seat == CHANCE for seat, _ in self._table.room.last)
        return self._limits.bot_pause * slowest * random.uniform(0.6, 1.4) * (DEALT if dealt else 1)

    def _bot_turn(self) -> BotQuestion | None:
        """Return the question for the bot on turn.

        Without guests, bots play only if a person will be on turn again."""
        table = self._table
        if table.gone or not (table.guests or table.room.sitting.expected):
            return None
        return self._bots.on_turn(self._table.room)

    async def _speak(self) -> None:
        """Ask each bot that is not on turn for a remark, until none has any."""
        while (speaker := self._bots.speaker(self._table.room)) is not None:
            self._bots.spoke(self._table.room, speaker)
            for _ in range(MOST_WORDS):
                if not await self._say_something(speaker):
                    break

    async def _say_something(self, seat: Seat) -> bool:
        """Ask a bot for a remark and send it. Return whether it made one."""
        room = self._table.room
        if room.turn in (None, seat) or self._table.gone:
            return False
        question = self._bots.question(room, seat, room.sitting.chairs[seat].level)
        if question is None or not question.legal:
            return False
        said, notes = await self._lanes.remark(*await _asked(question), self._addresses())
        self._bots.keep(question, notes)
        if said is None:
            return False
        try:
            remark = partial(say, seat=seat, steps=question.steps, text=said)
            return await self._table.happen(remark)
        except TrapoulaError:
            return False

    # --- clocks ----------------------------------------------------------------------------------

    def _wait(self, seat: Seat) -> float | None:
        """Return the seconds until the seat on turn is flagged, or None for no limit."""
        room = self._table.room
        deadline = room.deadline if room.made.settings.late == "bot" else None
        ends = [] if deadline is None else [deadline]
        if self._left(seat):
            ends.append(max(room.turn_since, room.at) + self._limits.absent)
        return min(ends) - self._table.now() if ends else None

    def _left(self, seat: Seat) -> bool:
        """Return whether an absent player wants a bot to play for them."""
        table = self._table
        stands_in = table.room.made.settings.absent == "bot" and bool(table.guests)
        resting = table.room.sitting.chairs[seat].until > table.now()
        return stands_in and not resting and seat not in table.presence().here

    def _ring(self) -> None:
        self._alarm = None
        self._flagging = asyncio.create_task(self._call_time())

    async def _call_time(self) -> None:
        """Flag a seat whose time is up. If that fails, set the alarm again."""
        try:
            await self._table.happen(self._flag)
        except NoRoom:
            return
        except TrapoulaError:
            if self._alarm is None:
                self._alarm = asyncio.get_running_loop().call_later(AGAIN, self._ring)

    def _flag(self, room: Room) -> events.Flag | None:
        seat = room.turn
        if seat is None or room.sitting.chairs[seat].played_by_bot:
            return None
        wait = self._wait(seat)
        if wait is None or wait > 0:
            return None
        return events.Flag(seat=seat, turn=not self._left(seat))


async def _asked(question: BotQuestion) -> tuple[str, str, bytes, list[View], list[str]]:
    """Return the arguments for a bot. A long history is gathered in a thread, to keep the loop free."""
    many = len(question.tables) > MANY
    return await asyncio.to_thread(question.about) if many else question.about()
