"""A table that this program keeps itself, with bots and people who hand the screen over."""

import asyncio
from collections.abc import Callable, Iterator

from trapoula.bots.outside import SECONDS
from trapoula.errors import IllegalAction
from trapoula.game import Choice, Seat
from trapoula.patience import Patience
from trapoula.session import Session
from trapoula.terminal.company import Company
from trapoula.terminal.play import ended, task
from trapoula.terminal.screen.sight import Advised, Sight
from trapoula.terminal.table import Table, at
from trapoula.terminal.tables import name
from trapoula.terminal.wording import worded
from trapoula.texts import say

PACE = 0.5  # seconds between two actions of bots, so that one can follow them


class Here:
    """A session, and whoever sits at it."""

    def __init__(
        self,
        table: Session | Table,
        bots: str = "",
        level: str | None = None,
        seconds: float = SECONDS,
        *,
        pace: float = PACE,
    ) -> None:
        self._table = at(table)
        self._table.bots, self._table.level = bots, level
        self.changed: Callable[[], None] = lambda: None
        self.told: Callable[[str], None] = lambda _: None
        self._seating = bots, level, seconds
        self._company = Company(self._table, *self._seating)
        self._pace = pace
        self._at: Seat | None = None if len(self._company.people) > 1 else 0
        self._moved = asyncio.Event()

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
            tuple(session.legal(seat)),
            task(session, seat) if mine else "",
            ended(session) if over else "",
            "" if over or mine else say("{name} is on turn.", name=name(session.turn or 0)),
        )

    @property
    def handover(self) -> str:
        """Another person is on turn, and nobody else may look."""
        person = self._company.waiting
        if person is None or person == self._at:
            return ""
        return say("{name} is on turn: press Enter when nobody else looks.", name=name(person))

    def look(self) -> None:
        """The person on turn has taken the screen."""
        self._at = self._company.waiting if self._company.waiting is not None else self._at
        self.changed()

    # --- what is done ----------------------------------------------------------------------------

    async def run(self) -> None:
        """Let the bots play whenever it is their turn, one after another and slowly enough to follow."""
        while True:
            doings: Iterator[tuple[Seat, str]] = self._company.play()
            while (doing := await asyncio.to_thread(next, doings, None)) is not None:
                seat, text = doing
                self.told(f"{name(seat)}: {worded(self.session.game, text)}")
                self.changed()
                await asyncio.sleep(self._pace)
            if self.handover and self._at is not None:
                self._at = None  # the table is covered until the next person looks
                self.changed()
            self._moved.clear()
            await self._moved.wait()

    def play(self, text: str) -> None:
        """Do it, for the person who may."""
        self._table.play(text, self._company.speaker(text))
        self._done()

    def undo(self) -> None:
        """Take back the last move."""
        self._table.undo()
        self._done()

    def redo(self) -> None:
        """Do it again."""
        self._table.redo()
        self._done()

    def restart(self) -> None:
        """Back to the deal."""
        self._table.restart()
        self._done()

    def finish(self) -> None:
        """Bring everything home, or else one card that can go there."""
        try:
            self._table.finish()
        except IllegalAction:
            action = self.session.game.obvious(self.session.state)
            if action is None:
                raise
            self._table.play(self.session.game.write(action))
        self._done()

    def again(self, options: dict[str, Choice]) -> None:
        """Another deal, with these options and the same company."""
        self._table = self._table.again(options)
        self._company = Company(self._table, *self._seating)
        self._done()

    def _done(self) -> None:
        self._moved.set()
        self.changed()

    # --- what is asked ---------------------------------------------------------------------------

    async def advice(self) -> Advised:
        """The solver's hint at a patience, the coach's at a table for several."""
        found = await asyncio.to_thread(self._advise)
        self._table.advised()
        return found

    def _advise(self) -> Advised:
        if isinstance(self.session.game, Patience):
            from trapoula.solve import hint
            from trapoula.terminal.judging import no_hint

            found = hint(self.session)
            if found is None:
                return Advised(None, no_hint(self.session))
            return Advised(found.action, say(found.message, **found.facts))
        from trapoula.terminal.coaching import advised

        return Advised(None, advised(self.session, self._at or 0))

    async def verdict(self) -> str:
        """What the solver proved."""
        from trapoula.terminal.judging import judged

        return await asyncio.to_thread(judged, self.session)

    def leave(self) -> str:
        """Keep an unfinished game."""
        if not self._table.leave():
            return ""
        return say("The game is kept: trapoula play --resume goes on with it.")
