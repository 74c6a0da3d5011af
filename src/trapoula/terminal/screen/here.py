"""A table of this device, with bots and people who share the screen."""

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

PACE = 0.5  # seconds between two actions of bots, so that you can follow them


class LocalHost:
    """A room of this device, and the people at the screen."""

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
        """The current game."""
        return self._table.session

    # --- state -----------------------------------------------------------------------------------

    @property
    def sight(self) -> Sight | None:
        """The table as the person at the screen sees it."""
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
        """The request to hand over the screen, when another person is on turn."""
        person = self._table.waiting
        if person is None or person == self._at:
            return ""
        return say("{name} is on turn: press Enter when nobody else looks.", name=name(person))

    async def look(self) -> None:
        """Show the table to the person on turn."""
        self._at = self._table.waiting if self._table.waiting is not None else self._at
        self.changed()

    def _follow(self) -> None:
        """Report what bots did, and cover the table until the next person looks."""
        for seat, words in self._table.news():
            self.told(f"{name(seat)}: {words}")
        if self.handover:
            self._at = None
        self.changed()

    # --- actions ---------------------------------------------------------------------------------

    async def run(self) -> None:
        await self._table.begin()

    async def play(self, text: str) -> None:
        await self._table.play(text)

    async def undo(self) -> None:
        await self._table.undo()

    async def redo(self) -> None:
        await self._table.redo()

    async def restart(self) -> None:
        await self._table.restart()

    async def finish(self) -> None:
        """Finish the game, or move a single card to a foundation."""
        try:
            await self._table.finish()
        except IllegalAction:
            action = self.session.game.obvious(self.session.state)
            if action is None:
                raise
            await self._table.play(self.session.game.write(action))

    async def again(self, options: dict[str, Choice]) -> None:
        self._sit_down(await self._table.again(options))
        self.changed()
        await self._table.begin()

    # --- questions -------------------------------------------------------------------------------

    async def advice(self) -> Advised:
        """Return the solver's hint for a patience, the coach's for a table game."""
        from trapoula.terminal.judging import advised

        action, why = await asyncio.to_thread(advised, self.session, self._at or 0)
        if action is not None:
            await self._table.advised()
        return Advised(action, why)

    async def verdict(self) -> str:
        from trapoula.terminal.judging import judged

        return await asyncio.to_thread(judged, self.session)

    def leave(self) -> str:
        self._table.device.screen.changed = lambda: None
        if not self._table.leave():
            return ""
        return say("The game is kept: trapoula play --resume goes on with it.")
