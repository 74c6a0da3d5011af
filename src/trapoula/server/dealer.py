"""The dealer of a table: lets bots play, watches the clock, and stands bots in for the absent.

What it does are rows like any other, so several processes may each have a dealer at the same table: the log
decides who was first, and the others find nothing left to do.
"""

import asyncio
import logging
import random
from collections.abc import Callable

from trapoula.errors import TrapoulaError
from trapoula.game import Seat, View
from trapoula.server import events
from trapoula.server.limits import Limits
from trapoula.server.live import Live
from trapoula.server.room import Room
from trapoula.server.thinking import Thinking

log = logging.getLogger("trapoula.dealer")


class Dealer:
    """One for each live room."""

    def __init__(
        self, live: Live, thinking: Thinking, limits: Limits, clock: Callable[[], float]
    ) -> None:
        self._live, self._thinking, self._limits, self._clock = live, thinking, limits, clock
        self._playing: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._flagging: asyncio.Task[bool] | None = None
        self._speaking: asyncio.Task[None] | None = None
        self._spoken: dict[Seat, float] = {}  # in which turn each bot has last been heard

    def look(self) -> None:
        """See what is to be done now; called after every event and every coming and going."""
        room = self._live.room
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        seat = room.turn
        if seat is None or not self._live.guests:
            return
        idle = self._speaking is None or self._speaking.done()
        if idle and any(self._may_speak(other, room) for other in range(room.made.seats)):
            self._speaking = asyncio.create_task(self._speak())
        if room.sitting.chairs[seat].played_by_bot:
            if self._playing is None or self._playing.done():
                self._playing = asyncio.create_task(self._play())
            return
        wait = self._wait(seat)
        if wait is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, wait) + 0.01, self._ring)

    def stop(self) -> None:
        """Leave the table."""
        if self._alarm is not None:
            self._alarm.cancel()
        for task in (self._playing, self._speaking):
            if task is not None:
                task.cancel()

    # --- bots ------------------------------------------------------------------------------------

    async def _play(self) -> None:
        """Let bots play until it is a person's turn."""
        while (turn := await self._bot_turn()) is not None:
            seat, steps, level, view, legal = turn
            await asyncio.sleep(self._limits.bot_pause * random.uniform(0.6, 1.4))
            try:
                text = await self._thinking.choose(self._live.room.made.game, level, view, legal)
                await self._live.happen(lambda room, t=turn, x=text: _act(room, t[0], t[1], x))  # type: ignore[misc]
            except TrapoulaError as error:
                log.warning(
                    "a bot at seat %d was refused after %d steps: %s", seat, steps, error.code
                )
                await asyncio.sleep(1.0)

    async def _bot_turn(self) -> tuple[Seat, int, str, View, list[str]] | None:
        async with self._live.lock:
            room = self._live.room
            session, seat = room.session, room.turn
            if session is None or seat is None or not self._live.guests or self._live.gone:
                return None
            chair = room.sitting.chairs[seat]
            if not chair.played_by_bot:
                return None
            return seat, session.steps, chair.level, session.view(seat), session.legal(seat)

    def _may_speak(self, seat: Seat, room: Room) -> bool:
        """Once a turn, and only out of turn."""
        chair = room.sitting.chairs[seat]
        return (
            chair.played_by_bot and seat != room.turn and self._spoken.get(seat) != room.turn_since
        )

    async def _speak(self) -> None:
        """Ask each bot that is not on turn whether it has something to say."""
        for seat in range(len(self._live.room.sitting.chairs)):
            async with self._live.lock:
                room = self._live.room
                session = room.session
                if session is None or room.turn is None or not self._may_speak(seat, room):
                    continue
                self._spoken[seat] = room.turn_since
                steps, level = session.steps, room.sitting.chairs[seat].level
                view, legal = session.view(seat), session.legal(seat)
            if not legal:
                continue
            said = await self._thinking.remark(self._live.room.made.game, level, view, legal)
            if said is not None:
                try:
                    await self._live.happen(
                        lambda room, own=seat, n=steps, text=said: _say(room, own, n, text)  # type: ignore[misc]
                    )
                except TrapoulaError:
                    continue

    # --- clocks ----------------------------------------------------------------------------------

    def _wait(self, seat: Seat) -> float | None:
        """How long until the seat on turn runs out of time; None: never."""
        room = self._live.room
        ends = [room.deadline] if room.deadline is not None else []
        if room.made.settings.absent == "bot" and not self._here(seat):
            ends.append(max(room.turn_since, room.at) + self._limits.absent)
        return min(ends) - self._clock() if ends else None

    def _here(self, seat: Seat) -> bool:
        here = self._live.presence()["here"]
        return isinstance(here, list) and seat in here

    def _ring(self) -> None:
        self._alarm = None
        self._flagging = asyncio.create_task(self._live.happen(self._flag))

    def _flag(self, room: Room) -> events.Flag | None:
        seat = room.turn
        if seat is None or room.sitting.chairs[seat].played_by_bot:
            return None
        wait = self._wait(seat)
        return events.Flag(seat=seat) if wait is not None and wait <= 0 else None


def _say(room: Room, seat: Seat, steps: int, text: str) -> events.Act | None:
    """The bot's remark, if nothing has happened since."""
    session = room.session
    same = session is not None and room.turn is not None and session.steps == steps
    return (
        events.Act(seat=seat, action=text)
        if same and room.sitting.chairs[seat].played_by_bot
        else None
    )


def _act(room: Room, seat: Seat, steps: int, text: str) -> events.Act | None:
    """The bot's action, if the table is still as the bot saw it."""
    session = room.session
    same = session is not None and room.turn == seat and session.steps == steps
    return (
        events.Act(seat=seat, action=text)
        if same and room.sitting.chairs[seat].played_by_bot
        else None
    )
