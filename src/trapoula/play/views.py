"""Typed access to views and states.

    from trapoula import Session
    from trapoula.play import views
    table = Session("klondike", {"draw": 3}, deal=17)
    print(views.seen(table, views.PatienceView)["piles"]["W"])

A view is plain JSON; these types name its fields. `Session.state` has the type that the game's file
defines.
"""

from typing import TypedDict, TypeVar, cast

from trapoula.core.errors import BadOption
from trapoula.core.game import Seat
from trapoula.patience import Redeals, Table
from trapoula.play.session import Session
from trapoula.tables._view import PlaceSeen, PlacesView, RowsView, RowView, SheetView

__all__ = [
    "PatienceView",
    "PlaceSeen",
    "PlacesView",
    "RowView",
    "RowsView",
    "SheetView",
    "Table",
    "seen",
    "state",
]

Kind = TypeVar("Kind")


class PatienceView(TypedDict):
    """A patience as its player sees it."""

    piles: dict[str, list[str]]  # by name, bottom card first; "--" is face down
    gone: list[str]  # cards out of play
    turned: int  # how often the stock was turned over or dealt again
    redeals: Redeals  # how many are left
    phase: int
    score: int


def seen(session: Session, kind: type[Kind], seat: Seat | None = 0) -> Kind:
    """Return a seat's view as this type: `PatienceView`, `PlacesView`, `RowsView` and so on."""
    view = session.view(seat)
    wanted: frozenset[str] = getattr(kind, "__required_keys__", frozenset())
    if not wanted or not wanted <= view.keys():
        raise BadOption(
            "{game} has no views of the kind {kind}: its own have {names}.",
            game=session.id,
            kind=kind.__name__,
            names=", ".join(sorted(view)),
        )
    return cast(Kind, view)


def state(session: Session, kind: type[Kind], step: int | None = None) -> Kind:
    """Return the current state, or the state after `step` actions, as this type: `Table` for a patience."""
    found = session.state if step is None else session.state_at(step)
    if isinstance(found, kind):
        return found
    raise BadOption(
        "{game} has no states of the kind {kind}: its own are made in {own}.",
        game=session.id,
        kind=kind.__name__,
        own=type(found).__module__,
    )
