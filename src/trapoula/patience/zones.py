"""Zones: how the piles of one letter in the picture behave."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from trapoula.patience.lifts import TOP, Lift
from trapoula.patience.rules import ACES, ANY, NONE, NOTHING, SAME_SUIT, UP, Join, Mask, Rule, Test
from trapoula.patience.table import ENDLESS

Kind: TypeAlias = Literal["stock", "waste", "foundation", "column", "reserve", "cell"]
Fan: TypeAlias = Literal["none", "down", "right"]

ANY_NUMBER = range(1, ENDLESS)
ONE_BY_ONE = range(1, 2)


class Plain(NamedTuple):
    """What a pile takes, if that depends only on the pile itself."""

    room: int
    start: Mask  # while it is empty
    build: Sequence[Mask]  # on each card


@dataclass(frozen=True, slots=True)
class Zone:
    """What the piles take, what may be lifted from them, and how they are shown."""

    kind: Kind
    start: Rule = NONE  # what an empty pile takes
    build: Rule = NOTHING  # what a pile takes on its top card
    lift: Lift | None = None  # what may be picked up; None: nothing
    room: int = ENDLESS  # how many cards a pile holds
    batch: range = ANY_NUMBER  # how many cards may be laid down together
    fan: Fan = "none"  # which way a pile is spread out
    shown: int = 0  # how many of the top cards are spread; 0: all
    sign: str = ""  # what is written at the places, the same in all languages

    @property
    def alike(self) -> bool:
        """Whether its piles are interchangeable."""
        return self.kind in ("foundation", "cell")

    @property
    def plain(self) -> Plain | None:
        """What its piles take, if both rules depend only on the pile."""
        if isinstance(self.start, Test) and isinstance(self.build, Join):
            return Plain(self.room, self.start.mask, self.build.masks)
        return None


def stock() -> Zone:
    """Cards to be dealt, face down in a heap."""
    return Zone("stock")


def waste(build: Rule = NOTHING, *, fan: int = 1, lift: Lift = TOP, room: int = ENDLESS) -> Zone:
    """Cards turned from the stock, the last on top; some of them fanned out."""
    return Zone(
        "waste",
        build=build,
        lift=lift,
        room=room,
        fan="right" if fan > 1 else "none",
        shown=fan if fan > 1 else 0,
    )


def foundation(
    start: Rule = ACES,
    build: Rule = UP & SAME_SUIT,
    *,
    lift: Lift | None = TOP,
    batch: range = ONE_BY_ONE,
    room: int = 13,
) -> Zone:
    """Piles to be built to the end: up in suit from the ace, unless the game says otherwise."""
    return Zone("foundation", start, build, lift, room, batch)


def column(
    build: Rule = NOTHING,
    *,
    start: Rule = ANY,
    lift: Lift | None = TOP,
    batch: range = ANY_NUMBER,
    fan: Fan = "down",
    room: int = ENDLESS,
    sign: str = "",
) -> Zone:
    """Piles of the tableau, fanned so that every card is seen."""
    return Zone("column", start, build, lift, room, batch, fan, sign=sign)


def reserve(*, lift: Lift | None = TOP, fan: Fan = "none") -> Zone:
    """Cards set aside: taken from, never laid on."""
    return Zone("reserve", lift=lift, fan=fan)


def cell(start: Rule = ANY) -> Zone:
    """Places for one card each, of any sort."""
    return Zone("cell", start, lift=TOP, room=1, batch=ONE_BY_ONE)


def square(start: Rule = NONE, *, lift: Lift | None = TOP, sign: str = "") -> Zone:
    """Places of a grid, for one card each."""
    return Zone("column", start, lift=lift, room=1, batch=ONE_BY_ONE, sign=sign)
