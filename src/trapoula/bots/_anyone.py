"""What players of every game have in common: how a view is read, and one who does anything."""

from collections.abc import Sequence
from typing import cast

from trapoula.game import Dice, Json, View

TALK = "signal "


def number(view: View, key: str) -> int:
    """A number of a view."""
    return cast(int, view[key])


def cards(view: View, key: str) -> list[int]:
    """The cards of a view; none when they are hidden."""
    return cast("list[int]", view[key] or [])


def table(view: View, key: str) -> dict[str, Json]:
    """A part of a view that has parts itself; empty when there is none."""
    return cast("dict[str, Json]", view.get(key) or {})


def sane(view: View, legal: Sequence[str]) -> list[str]:
    """What may be done that is no talk and loses nothing at once, or at least is no talk."""
    doomed = table(view, "dooms")
    done = [text for text in legal if not text.startswith(TALK)]
    return [text for text in done if text not in doomed] or done


class Anyone:
    """One who does anything that does not lose at once."""

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """Any of the actions, each as likely."""
        choices = sane(view, legal)
        return choices[dice.below(len(choices))]
