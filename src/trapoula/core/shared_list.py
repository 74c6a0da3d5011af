"""A growing list that many owners can share and each extend in their own way."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")


class SharedList(Sequence[Item], Generic[Item]):
    """An immutable list with cheap appends.

    The first append to a list reuses its storage; a second, different append copies it. So
    appending to a long list costs no more than to a short one.
    """

    __slots__ = ("_items", "size")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = [*items]  # may hold more items than ours
        self.size = len(self._items)

    @property
    def ends(self) -> bool:
        """Whether no list was extended from this one yet."""
        return len(self._items) == self.size

    def then(self, item: Item) -> "SharedList[Item]":
        """Return a list with one more item."""
        other: SharedList[Item] = SharedList.__new__(SharedList)
        items, size = self._items, self.size
        other._items = items = items if len(items) == size else items[:size]
        items.append(item)
        other.size = size + 1
        return other

    def upto(self, size: int) -> "SharedList[Item]":
        """Return a list of the first `size` items."""
        return self if size == self.size else SharedList(self._items[:size])

    def since(self, start: int) -> list[Item]:
        """Return the items from index `start` on."""
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
