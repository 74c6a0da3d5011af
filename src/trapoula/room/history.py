"""What has happened in a room so far, which the rooms that come of it one after the other share."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias, overload

from trapoula.room.events import AnyEvent, PlayerId
from trapoula.trail import Trail

Happened: TypeAlias = tuple[float, AnyEvent]  # when, and what


class History(Sequence[Happened]):
    """The rows of a log, of which those that came of a command are found by its id."""

    __slots__ = ("_ids", "_rows", "last")

    def __init__(self, first: Happened) -> None:
        self.last = first
        self._rows = Trail([first])
        # the numbers of rows with an id, perhaps of more rows than are ours
        self._ids: dict[tuple[PlayerId, str], int] = {}
        self._note()

    def then(self, at: float, event: AnyEvent) -> "History":
        """The same with one row more."""
        after, rows = History.__new__(History), self._rows
        after.last, after._ids = (at, event), self._ids
        if not rows.ends:  # somebody has gone on from here already
            after._ids = {id_: number for id_, number in self._ids.items() if number <= rows.size}
        after._rows = rows.then(after.last)
        after._note()
        return after

    def _note(self) -> None:
        event = self.last[1]
        if event.id:
            self._ids.setdefault((event.by, event.id), self._rows.size)

    def number_of(self, player: PlayerId, id_: str) -> int | None:
        """The number of the row that came of a player's command; None: none did."""
        number = self._ids.get((player, id_))
        return number if number is not None and number <= self._rows.size else None

    def __len__(self) -> int:
        return self._rows.size

    def __iter__(self) -> Iterator[Happened]:
        return iter(self._rows)

    @overload
    def __getitem__(self, at: int) -> Happened: ...
    @overload
    def __getitem__(self, at: slice) -> list[Happened]: ...
    def __getitem__(self, at: int | slice) -> Happened | list[Happened]:
        return self._rows[at]
