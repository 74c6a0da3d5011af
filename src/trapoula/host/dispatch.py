"""Commands over a socket: decode them, run them at the sender's table, answer under their ids."""

import logging
from collections.abc import Awaitable
from typing import Any, Protocol, TypeAlias

import msgspec
from msgspec import UNSET

from trapoula.core.errors import TrapoulaError
from trapoula.host.names import Person, clean_text
from trapoula.host.rounds import Replayed
from trapoula.room import commands, wire
from trapoula.room.errors import Failed, NotAvailable, NotInRoom, TooLong, WrongPhase, unreadable
from trapoula.room.room import Room
from trapoula.room.wire import told
from trapoula.solve import Kept
from trapoula.thinking import questions, reviews
from trapoula.thinking.questions import Question, Round

Work: TypeAlias = Awaitable[None]
log = logging.getLogger("trapoula.commands")


class Place(Protocol):
    """The table that a connection has entered."""

    @property
    def room(self) -> Room:
        """The room as of its last row."""


class Line(Protocol):
    """The connection of a person to a host. Its caller awaits the work that some methods return."""

    seen: bool  # whether the person has the page in view

    @property
    def person(self) -> Person:
        """The person at this connection."""

    @property
    def table(self) -> Place | None:
        """The table that the person has entered."""

    def say(self, message: wire.Told | wire.Answer) -> None:
        """Send a message."""

    def count(self, name: str, kind: str = "") -> None:
        """Count an error."""

    def enter(self, command: commands.Enter) -> Work:
        """Enter a room and answer."""

    def look(self, command: commands.Look) -> None:
        """Show the table from another seat and answer."""

    def leave(self) -> None:
        """Leave the table."""

    def post(self, command: commands.Logged) -> Work | None:
        """Run a command at the table, and answer."""

    def time_limit(self, seconds: float) -> float:
        """Return the time limit for a search that asks for so many seconds."""

    async def think(self, question: Question) -> Any:
        """Answer a question in a worker."""

    def stop_thinking(self) -> None:
        """Cancel the question in progress."""

    async def replayed(self, room: Room, round_: int) -> Replayed:
        """Replay a round of a room."""

    def advised(self, number: int) -> Work | None:
        """Record that the person used a hint at this row."""


class Dispatch:
    """Handles the messages of one connection."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._asked: commands.Said | None = None  # the question in progress
        self._kept: dict[Round, Kept] = {}  # for the next hint of the round

    def hear(self, text: str | bytes) -> Work | None:
        """Handle a message and return the work left to await. Errors are sent to the client."""
        id_ = ""
        try:
            if len(text) > commands.LONGEST:
                raise TooLong("A message has at most {most} bytes.", most=commands.LONGEST)
            try:
                command = commands.read(text)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                id_ = commands.id_of(text)
                raise unreadable(error) from None
            id_ = command.id
            work = self._do(command)
        except Exception as error:
            self.fail(error, id_)
            return None
        return None if work is None else self._finish(work, id_)

    async def _finish(self, work: Work, id_: str) -> None:
        try:
            await work
        except Exception as error:
            self.fail(error, id_)

    def fail(self, error: Exception, id_: str) -> None:
        """Send the client the error of a command."""
        if isinstance(error, TrapoulaError):
            refused = error
        else:
            log.error("a command failed", exc_info=error)
            self._line.count("failures")
            refused = Failed("Something went wrong on our side; nothing was changed.")
        self._line.count("errors", refused.code)
        table = self._line.table
        number = UNSET if table is None else table.room.number
        self._line.say(told(refused, id_=id_, number=number))

    def forget(self) -> None:
        """Cancel the question in progress, and drop its answer."""
        if self._asked is not None:
            self._asked = None
            self._line.stop_thinking()

    def _do(self, command: commands.Said) -> Work | None:
        match command:
            case commands.TableCommand():
                return self._post(command)
            case commands.Ping(seen=seen):
                self._line.seen = seen
                self._line.say(wire.Pong(id=command.id))
            case commands.Enter():
                return self._line.enter(command)
            case commands.Look():
                self._room()
                self._line.look(command)
            case commands.Leave():
                self.forget()
                self._line.leave()
                self._line.say(wire.Finished(id=command.id))
            case commands.Hint() | commands.Why():
                return self._think(command)
            case commands.Verdict() | commands.Fatal() | commands.Pick():
                return self._think(command)
            case commands.Review():
                return self._review(command)
            case commands.Tips():
                self._line.say(questions.tips(command, self._room(), self._line.person.id))
            case commands.Drop():
                self.forget()
                self._line.say(wire.Finished(id=command.id))
            case commands.Say(text=text):
                return self._post(msgspec.structs.replace(command, text=clean_text(text)))
            case _:
                return self._post(command)
        return None

    def _post(self, command: commands.Logged) -> Work | None:
        self._room()
        return self._line.post(command)

    def _room(self) -> Room:
        table = self._line.table
        if table is None:
            raise NotInRoom("Enter a room first.")
        return table.room

    # --- questions -------------------------------------------------------------------------------

    def _think(self, command: commands.Question) -> Work:
        """Start a question. Other commands are handled meanwhile."""
        self._check_idle()
        room, line = self._room(), self._line
        asked = questions.question(command, room, line.person.id, self._kept, line.time_limit)
        self._asked = command
        return self._answer(command, asked)

    def _review(self, command: commands.Review) -> Work:
        """Start a review, which asks many questions one after the other."""
        self._check_idle()
        room, self._asked = self._room(), command
        return self._look_back(command, room)

    def _check_idle(self) -> None:
        if self._asked is not None:
            raise WrongPhase("One question at a time, please.")

    async def _answer(self, command: commands.Question, asked: Question) -> None:
        """Send the answer to a question, unless it was dropped."""
        wanted, thought = await self._wanted(command, self._line.think(asked))
        if not wanted:
            return
        answer, self._kept = questions.answer(command, asked, thought, self._kept)
        self._line.say(answer)
        if isinstance(command, commands.Hint) and (noting := self._line.advised(asked.number)):
            await noting

    async def _look_back(self, command: commands.Review, room: Room) -> None:
        """Send the coach's review of a finished round."""

        async def think(question: Question) -> Any:
            if self._asked is not command:
                raise NotAvailable("Nobody waits for the answer any more.")
            return await self._line.think(question)

        async def found() -> wire.Review:
            seat = room.sitting.own(self._line.person.id, command.seat)
            round_ = command.round or room.sitting.round
            session, over = await self._line.replayed(room, round_)
            if not over:
                raise WrongPhase("The round is not over.")
            about = reviews.Round(room.number, round_, seat, session)
            return await reviews.review(command.id, about, think, self._line.say)

        wanted, review = await self._wanted(command, found())
        if wanted:
            self._line.say(review)

    async def _wanted(self, command: commands.Said, work: Awaitable[Any]) -> tuple[bool, Any]:
        """Return whether a question is still wanted, and its answer."""
        try:
            thought = await work
        except Exception:
            if self._asked is command:
                raise
            return False, None
        finally:
            wanted = self._asked is command
            if wanted:
                self._asked = None
        return wanted, thought
