"""A table of this device, with bots and people who hand the screen over."""

import asyncio
from collections.abc import Callable

from trapoula.core.errors import IllegalAction
from trapoula.core.game import Choice, Seat
from trapoula.play.session import Session
from trapoula.terminal.device import Table
from trapoula.terminal.play import ended, task
from trapoula.terminal.screen.sight import Advised, Sight
from trapoula.terminal.tables import name
from trapoula.texts import say

PACE = 0.5  # seconds between two actions of bots, so that one can follow them


class Here:
    """A room of this device, and the people before the screen."""

    def __init__(self, table: Table, *, pace: float = PACE) -> None:
        self.changed: Callable[[], None] = lambda: None
        self.told: Callable[[str], None] = lambda _: None
        table.device.bots.pace = pace
        self._sit_down(table)

    def _sit_down(self, table: Table) -> None:
        self._table = table
        self._at: Seat | None = table.people[0] if len(table.people) == 1 else None
        table.device.screen.changed = self._follow

    @property
    def session(self) -> Session:
        """The game as it stands."""
        return self._table.session

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def sight(self) -> Sight | None:
        """The table from the seat of the person before the screen."""
        if self._at is None:
            return None
        session, seat = self.session, self._at
        over = session.outcome is not None
        mine = session.turn == seat
        return Sight(
            session.id,
            session.game,
            dict(session.options),
            session.deal,
            seat,
            session.view(seat),
            session.seats,
            tuple(session.legal(seat)),
            task(session, seat) if mine else "",
            ended(session) if over else "",
            "" if over or mine else say("{name} is on turn.", name=name(session.turn or 0)),
        )

    @property
    def handover(self) -> str:
        """Another person is on turn, and nobody else may look."""
        person = self._table.waiting
        if person is None or person == self._at:
            return ""
        return say("{name} is on turn: press Enter when nobody else looks.", name=name(person))

    async def look(self) -> None:
        """The person on turn has taken the screen."""
        self._at = self._table.waiting if self._table.waiting is not None else self._at
        self.changed()

    def _follow(self) -> None:
        """Tell what bots did, and cover the table until the next person looks."""
        for seat, words in self._table.news():
            self.told(f"{name(seat)}: {words}")
        if self.handover:
            self._at = None
        self.changed()

    # --- what is done ----------------------------------------------------------------------------

    async def run(self) -> None:
        """Let the bots play whose turn it is."""
        await self._table.begin()

    async def play(self, text: str) -> None:
        """Do it, for the person who may."""
        await self._table.play(text)

    async def undo(self) -> None:
        """Take back the last move."""
        await self._table.undo()

    async def redo(self) -> None:
        """Do it again."""
        await self._table.redo()

    async def restart(self) -> None:
        """Back to the deal."""
        await self._table.restart()

    async def finish(self) -> None:
        """Bring everything home, or else one card that can go there."""
        try:
            await self._table.finish()
        except IllegalAction:
            action = self.session.game.obvious(self.session.state)
            if action is None:
                raise
            await self._table.play(self.session.game.write(action))

    async def again(self, options: dict[str, Choice]) -> None:
        """Another deal, with these options and the same company."""
        self._sit_down(await self._table.again(options))
        self.changed()
        await self._table.begin()

    # --- what is asked ---------------------------------------------------------------------------

    async def advice(self) -> Advised:
        """The solver's hint at a patience, the coach's at a table for several."""
        from trapoula.terminal.judging import advised

        action, why = await asyncio.to_thread(advised, self.session, self._at or 0)
        if action is not None:
            await self._table.advised()
        return Advised(action, why)

    async def verdict(self) -> str:
        """What the solver proved."""
        from trapoula.terminal.judging import judged

        return await asyncio.to_thread(judged, self.session)

    def leave(self) -> str:
        """Keep an unfinished game."""
        self._table.device.screen.changed = lambda: None
        if not self._table.leave():
            return ""
        return say("The game is kept: trapoula play --resume goes on with it.")
