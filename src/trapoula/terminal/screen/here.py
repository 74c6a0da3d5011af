"""A table that this program keeps itself, with bots and people who hand the screen over."""

import asyncio
from collections.abc import Callable, Iterator
from random import SystemRandom

from trapoula import deals
from trapoula.bots.outside import SECONDS
from trapoula.errors import IllegalAction
from trapoula.folders import data_folder
from trapoula.game import Choice, Seat
from trapoula.patience import Patience
from trapoula.session import Session
from trapoula.terminal.company import Company
from trapoula.terminal.play import SUFFIX, ended, save, task
from trapoula.terminal.screen.sight import Advised, Sight
from trapoula.terminal.tables import name
from trapoula.terminal.wording import worded
from trapoula.texts import say

PACE = 0.5  # seconds between two actions of bots, so that one can follow them


class Here:
    """A session, and whoever sits at it."""

    def __init__(
        self,
        session: Session,
        bots: str = "",
        level: str | None = None,
        seconds: float = SECONDS,
        *,
        pace: float = PACE,
    ) -> None:
        self.session = session
        self.changed: Callable[[], None] = lambda: None
        self.told: Callable[[str], None] = lambda _: None
        self._seating = bots, level, seconds
        self._company = Company(session, *self._seating)
        self._pace = pace
        self._at: Seat | None = None if len(self._company.people) > 1 else 0
        self._moved = asyncio.Event()

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
        self.session.play(text, self._company.speaker(text))
        self._done()

    def undo(self) -> None:
        """Take back the last move."""
        self.session.undo()
        self._done()

    def redo(self) -> None:
        """Do it again."""
        self.session.redo()
        self._done()

    def restart(self) -> None:
        """Back to the deal."""
        self.session.restart()
        self._done()

    def finish(self) -> None:
        """Bring everything home, or else one card that can go there."""
        try:
            self.session.finish()
        except IllegalAction:
            action = self.session.game.obvious(self.session.state)
            if action is None:
                raise
            self.session.play(self.session.game.write(action))
        self._done()

    def again(self, options: dict[str, Choice]) -> None:
        """Another deal, with these options and the same company."""
        deal = SystemRandom().randint(1, deals.LAST_MICROSOFT)
        seats = self.session.seats
        self.session = Session(self.session.id, options, deal=deal, seats=seats)
        self._company = Company(self.session, *self._seating)
        self._done()

    def _done(self) -> None:
        self._moved.set()
        self.changed()

    # --- what is asked ---------------------------------------------------------------------------

    async def advice(self) -> Advised:
        """The solver's hint at a patience, the coach's at a table for several."""
        return await asyncio.to_thread(self._advise)

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
        if self.session.outcome is not None or not self.session.record().actions:
            return ""
        save(self.session, data_folder() / f"last{SUFFIX}")
        return say("The game is kept: trapoula play --resume goes on with it.")
