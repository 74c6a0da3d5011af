"""What has happened in a room so far, which the rooms that come of it one after the other share."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeAlias, overload

from trapoula.room.events import AnyEvent, PlayerId

Happened: TypeAlias = tuple[float, AnyEvent]  # when, and what


class History(Sequence[Happened]):
    """Rows that are only ever added to: to the same by who goes on, to a copy by who goes on otherwise."""

    __slots__ = ("_ids", "_rows", "_size")

    def __init__(self, *rows: Happened) -> None:
        self._rows: list[Happened] = []  # perhaps more than are ours,
        self._ids: dict[tuple[PlayerId, str], int] = {}  # and the numbers of those with an id
        self._size = 0
        for at, event in rows:
            self._add(at, event)

    def then(self, at: float, event: AnyEvent) -> "History":
        """The same with one row more."""
        after = History.__new__(History)
        after._rows, after._ids, after._size = self._rows, self._ids, self._size
        if len(self._rows) > self._size:  # somebody has gone on from here already
            after._rows = self._rows[: self._size]
            after._ids = {id_: at for id_, at in self._ids.items() if at <= self._size}
        after._add(at, event)
        return after

    def _add(self, at: float, event: AnyEvent) -> None:
        self._rows.append((at, event))
        self._size += 1
        if event.id:
            self._ids.setdefault((event.by, event.id), self._size)

    def number_of(self, player: PlayerId, id_: str) -> int | None:
        """The number of the row that came of a player's command; None: none did."""
        number = self._ids.get((player, id_))
        return number if number is not None and number <= self._size else None

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Happened]:
        return islice(self._rows, self._size)

    @overload
    def __getitem__(self, at: int) -> Happened: ...
    @overload
    def __getitem__(self, at: slice) -> list[Happened]: ...
    def __getitem__(self, at: int | slice) -> Happened | list[Happened]:
        if isinstance(at, slice):
            return [self._rows[one] for one in range(*at.indices(self._size))]
        if not -self._size <= at < self._size:
            raise IndexError("there is no such row")
        return self._rows[at if at >= 0 else self._size + at]
