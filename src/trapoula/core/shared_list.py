"""A row of things that grows, and that is shared by everybody who goes on from any place in it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")


class SharedList(Sequence[Item], Generic[Item]):
    """Things one after the other, which stay: whoever goes on has a trail of their own.

    The first who goes on adds to the same list, and only who goes on otherwise needs a copy of it: so a
    long trail costs no more to go on with than a short one."""

    __slots__ = ("_items", "size")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = [*items]  # perhaps more than are ours
        self.size = len(self._items)

    @property
    def ends(self) -> bool:
        """Whether nobody has gone on from here yet."""
        return len(self._items) == self.size

    def then(self, item: Item) -> "SharedList[Item]":
        """The same with one thing more."""
        other: SharedList[Item] = SharedList.__new__(SharedList)
        items, size = self._items, self.size
        other._items = items = items if len(items) == size else items[:size]
        items.append(item)
        other.size = size + 1
        return other

    def upto(self, size: int) -> "SharedList[Item]":
        """Only the first so many."""
        return self if size == self.size else SharedList(self._items[:size])

    def since(self, start: int) -> list[Item]:
        """What came after the first so many."""
        return self._items[start : self.size]

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self.size)

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> list[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | list[Item]:
        if isinstance(at, slice):
            start, end, step = at.indices(self.size)
            return self._items[start:end:step] if step > 0 else [*self][at]
        if not -self.size <= at < self.size:
            raise IndexError("there is nothing there")
        return self._items[at if at >= 0 else self.size + at]
