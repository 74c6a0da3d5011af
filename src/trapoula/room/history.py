"""What has happened in a room so far, which the rooms that come of it one after the other share."""

from collections.abc import Iterator
from typing import TypeAlias

from trapoula.core.shared_list import SharedList
from trapoula.room.events import AnyEvent, PlayerId

Happened: TypeAlias = tuple[float, AnyEvent]  # when, and what


class History:
    """The rows of a log by their numbers, of which those that came of a command are found by its id.

    The first row is always there. Of the others, perhaps only those from `start` on."""

    __slots__ = ("_ids", "_rows", "first", "last", "start")

    def __init__(self, first: Happened, start: int = 2) -> None:
        self.first = self.last = first
        self.start = start
        self._rows: SharedList[Happened] = SharedList()
        # the numbers of rows with an id, perhaps of more rows than are ours
        self._ids: dict[tuple[PlayerId, str], int] = {}
        self._note(first[1], 1)

    def __len__(self) -> int:
        return 1 + self._rows.size

    @property
    def number(self) -> int:
        """The number of the last row."""
        return self.start + self._rows.size - 1

    def then(self, at: float, event: AnyEvent) -> "History":
        """The same with one row more."""
        after, rows = History.__new__(History), self._rows
        after.first, after.start = self.first, self.start
        after.last, after._ids = (at, event), self._ids
        if not rows.ends:  # somebody has gone on from here already
            last = self.number
            after._ids = {id_: number for id_, number in self._ids.items() if number <= last}
        after._rows = rows.then(after.last)
        after._note(event, after.number)
        return after

    def latest(self, count: int) -> "History":
        """The same with the first row and so many of the last ones."""
        after = History(self.first, max(self.start, self.number + 1 - count))
        for at, event in self.after(after.start - 1):
            after = after.then(at, event)
        return after

    def _note(self, event: AnyEvent, number: int) -> None:
        if event.id:
            self._ids.setdefault((event.by, event.id), number)

    def number_of(self, player: PlayerId, id_: str) -> int | None:
        """The number of the row that came of a player's command; None: none that is there did."""
        number = self._ids.get((player, id_))
        return number if number is not None and number <= self.number else None

    def row(self, number: int) -> Happened:
        """The row of a number."""
        if number == 1:
            return self.first
        if number < self.start:
            raise IndexError("that row is not there")
        return self._rows[number - self.start]

    def after(self, number: int) -> list[Happened]:
        """The rows after a number, if they are there."""
        rows = self._rows.since(max(0, number + 1 - self.start))
        return rows if number else [self.first, *rows]

    def __iter__(self) -> Iterator[Happened]:
        return iter(self.after(0))
