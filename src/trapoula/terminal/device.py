"""The local host of this device: each patience is a room of it, kept move by move and counted."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, cast

from trapoula.game import Choice, Seat
from trapoula.host.bodies import NewRoom
from trapoula.host.listings import line_of
from trapoula.host.ports import Caller
from trapoula.host.routes import Answer
from trapoula.local import thinker
from trapoula.local.house import UNTOUCHED, House
from trapoula.patience import Patience
from trapoula.record import Record
from trapoula.room import commands
from trapoula.room.room import Room
from trapoula.session import Session
from trapoula.terminal.table import LEFT, Kept, Left, Table, at_once


class Quiet:
    """Nothing is told by frames here: a terminal reads the room."""

    def say(self, frame: str) -> None:
        """Tell nobody."""

    def spread(self, room: str) -> None:
        """Others read the same file."""

    async def think(self, packed: bytes, pause: float) -> bytes:
        """Think here and now."""
        return thinker.answer(packed)


class Device(Kept):
    """The rooms of this device, and the records of other tables."""

    def __init__(self) -> None:
        super().__init__()
        self.house = House(self.drawer, Quiet())
        at_once(self.house.open())

    def ask(self, method: str, path: str, body: str = "") -> Answer:
        """Ask the local host what a server is asked over HTTP."""
        return at_once(self.house.ask(method, path, body))

    def deal(
        self, game: str, options: Mapping[str, Choice], deal: int | None, seats: int | None
    ) -> Table:
        """A new game. A patience without a number is dealt by chance, and counts in statistics."""
        session = Session(game, options, deal=deal, seats=seats)
        if not isinstance(session.game, Patience):
            return super().deal(game, options, deal, seats)
        wanted = NewRoom(game=session.id, options=session.options, deal=deal)
        return Hosted(self, at_once(self.house.make_room(wanted)).id)

    def play_on(self, record: Record, key: str = "") -> Table:
        """A recorded game, to be played on. With a key it is the one that is kept under it."""
        if not isinstance(record.make(), Patience):
            return super().play_on(record, key)
        return Hosted(self, at_once(self.house.make_room(NewRoom(), record)).id, key)

    def go_on(self, key: str = "") -> Table:
        """An unfinished game, the last one that was played unless another is named."""
        return super().go_on(key) if key.startswith(LEFT) or not key else Hosted(self, key)

    def left(self) -> list[Left]:
        """Everything that was left, in any order."""
        player = self.house.person.id
        lines = [
            line_of(one, player, mine=True)
            for one in at_once(self.house.store.rooms())
            if one.rows > UNTOUCHED
        ]
        return [*super().left(), *(Left(one.room, one.game, one.deal, one.active) for one in lines)]


class Hosted:
    """A patience in a room of this device."""

    def __init__(self, device: Device, room: str, key: str = "") -> None:
        self.bots, self.level = "", cast("str | None", None)
        self._device, self._key = device, key
        at_once(device.house.enter(commands.Enter(id=_new_id(), room=room)))

    @property
    def _room(self) -> Room:
        table = self._device.house.table
        assert table is not None
        return table.room

    @property
    def session(self) -> Session:
        """The game as it stands; what is done to it is done through the table."""
        session = self._room.session
        assert session is not None
        return session

    def _do(self, kind: Callable[..., commands.Logged], **facts: Any) -> None:
        command = kind(id=_new_id(), number=self._room.number, **facts)
        at_once(self._device.house.happen(command))

    def play(self, text: str, seat: Seat | None = None) -> None:
        """Do an action."""
        self._do(commands.Act, action=text)

    def undo(self) -> None:
        """Take the last action back."""
        self._do(commands.Undo)

    def redo(self) -> None:
        """Do it again."""
        self._do(commands.Redo)

    def restart(self) -> None:
        """Go back to the deal."""
        self._do(commands.Restart)

    def finish(self) -> int:
        """Play the rest where it plays itself; how many moves that were."""
        before = self.session.steps
        self._do(commands.Finish)
        return self.session.steps - before

    def again(self, options: Mapping[str, Choice]) -> "Table":
        """Another deal: in the same room, unless it is to be played otherwise."""
        if dict(options) == dict(self.session.options):
            self._do(commands.Again)
            return self
        self.leave()
        return self._device.deal(self.session.id, options, None, None)

    def advised(self) -> None:
        """Note that the player was given a hint."""
        room = self._room
        at_once(self._device.house.note_advice(room.id, room.number))

    def leave(self) -> bool:
        """Stop the clock. Return whether there is an unfinished game."""
        house, room = self._device.house, self._room
        if room.number <= UNTOUCHED:  # it was only looked at
            at_once(house.delete(room.id, Caller(house.person)))
            return bool(self._key)
        if self._key:
            self._device.forget(self._key)  # it is a room now
        if self.session.outcome is not None:
            return False
        if self.session.running:
            at_once(house.happen(commands.Pause(id=_new_id())))
        return True


def _new_id() -> str:
    return secrets.token_urlsafe(9)
