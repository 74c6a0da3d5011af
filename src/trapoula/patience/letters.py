"""How words name piles: by the letters of their zones. The type of a field says how many it takes."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias


@dataclass(frozen=True, slots=True)
class Named:
    """How many piles the letters of a field may name; `checks` enforces it."""

    least: int = 1
    most: int | None = None


Zones: TypeAlias = Annotated[str, Named()]
MaybeZones: TypeAlias = Annotated[str, Named(0)]
OnePile: TypeAlias = Annotated[str, Named(1, 1)]
MaybePile: TypeAlias = Annotated[str, Named(0, 1)]
