"""The log of a room in memory. Successive versions of a room share it."""

from collections.abc import Iterator
from typing import TypeAlias

from trapoula.core.shared_list import SharedList
from trapoula.room.events import AnyEvent, PlayerId

Happened: TypeAlias = tuple[float, AnyEvent]  # time and event


class History:
    """A log's rows by number, and by the id of their command.

    The first row is always present. The others may start at `start`."""

    __slots__ = ("_ids", "_rows", "first", "last", "start")

    def __init__(self, first: Happened, start: int = 2) -> None:
        self.first = self.last = first
        self.start = start
        self._rows: SharedList[Happened] = SharedList()
        # row numbers by command id, perhaps of later rows too
        self._ids: dict[tuple[PlayerId, str], int] = {}
        self._note(first[1], 1)

    def __len__(self) -> int:
        return 1 + self._rows.size

    @property
    def number(self) -> int:
        """Return the number of the last row."""
        return self.start + self._rows.size - 1

    def then(self, at: float, event: AnyEvent) -> "History":
        """Return the history with one more row."""
        after, rows = History.__new__(History), self._rows
        after.first, after.start = self.first, self.start
        after.last, after._ids = (at, event), self._ids
        if not rows.ends:  # another room has already continued from here
            last = self.number
            after._ids = {id_: number for id_, number in self._ids.items() if number <= last}
        after._rows = rows.then(after.last)
        after._note(event, after.number)
        return after

    def latest(self, count: int) -> "History":
        """Return the history with only the first row and the last `count` ones."""
        after = History(self.first, max(self.start, self.number + 1 - count))
        for at, event in self.after(after.start - 1):
            after = after.then(at, event)
        return after

    def _note(self, event: AnyEvent, number: int) -> None:
        if event.id:
            self._ids.setdefault((event.by, event.id), number)

    def number_of(self, player: PlayerId, id_: str) -> int | None:
        """Return the number of the row that a command became, or None if it is not among the rows."""
        number = self._ids.get((player, id_))
        return number if number is not None and number <= self.number else None

    def row(self, number: int) -> Happened:
        """Return the event of a row."""
        if number == 1:
            return self.first
        if number < self.start:
            raise IndexError("the row is not in memory")
        return self._rows[number - self.start]

    def after(self, number: int) -> list[Happened]:
        """Return the rows after a number, as far as they are present."""
        rows = self._rows.since(max(0, number + 1 - self.start))
        return rows if number else [self.first, *rows]

    def __iter__(self) -> Iterator[Happened]:
        return iter(self.after(0))
