"""What players of every game have in common, and one who does anything."""

from collections.abc import Mapping, Sequence

from trapoula.core.game import Dice
from trapoula.tables._talk import is_signal


def quiet(legal: Sequence[str]) -> list[str]:
    """What may be done that is no talk."""
    return [text for text in legal if not is_signal(text)]


def sane(view: Mapping[str, object], legal: Sequence[str]) -> list[str]:
    """What may be done that is no talk and loses nothing at once, or at least is no talk."""
    dooms = view.get("dooms")
    doomed = dooms if isinstance(dooms, dict) else {}
    done = quiet(legal)
    return [text for text in done if text not in doomed] or done


class Anyone:
    """One who does anything that does not lose at once."""

    def choose(self, view: Mapping[str, object], legal: Sequence[str], dice: Dice) -> str:
        """Any of the actions, each as likely."""
        choices = sane(view, legal)
        return choices[dice.below(len(choices))]
