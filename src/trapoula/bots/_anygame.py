"""Players for any game for several: they need nothing but its rules.

A game with a file of its own in this folder has its own players instead.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trapoula.bots import Imagined, Observation, Opinion
from trapoula.bots._search import Node, Search
from trapoula.core.errors import BadOption
from trapoula.core.game import Dice, Json, View, is_talk
from trapoula.play.standing import leads, points, shares, within

HALF = 2  # an opinion takes one in so many of the actions that a choice is worth


class Whim:
    """Does anything that is allowed."""

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """Any action that is no talk."""
        at = _imagined(view)
        done = [text for text in legal if not is_talk(at.game, at.game.read(text))] or [*legal]
        return done[dice.below(len(done))]


class Greedy:
    """Looks one action ahead: wins, else gains points, else gets rid of cards."""

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """The action after which it stands best; any one of equals."""
        at = _imagined(view)
        ranked = [(self._after(at, text), dice.below(1 << 20), text) for text in _deeds(at, legal)]
        return max(ranked)[2]

    def _after(self, at: Imagined, text: str) -> tuple[float, float, int]:
        game, seat = at.game, at.seat
        state = game.play(at.state, game.read(text))
        outcome, counted = game.outcome(state), points(game, state)
        won = 0.0 if outcome is None else shares(outcome)[seat] - 0.5
        ahead = 0.5 if counted is None else leads(game, counted)[seat]
        held: Any = game.view(state, seat).get("hand")
        return won, ahead, -len(held) if isinstance(held, list) else 0


@dataclass(frozen=True)
class Searcher:
    """Deals the hidden cards many times, and searches ahead with each deal."""

    effort: int  # actions that are played ahead for a decision
    stop: Callable[[], bool] | None = None  # asked after each deal, instead of the seconds
    seconds: float = 2.0  # of processor time, at a game whose rules are slow

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """The action that did best of those that were tried most."""
        at = _imagined(view)
        deeds = _deeds(at, legal)
        if len(deeds) == 1:
            return deeds[0]
        found = self._searched(at, deeds, self.effort, dice)
        return max(deeds, key=lambda text: (found[text].tries, found[text].worth))

    def consider(self, view: View, actions: Sequence[str], dice: Dice) -> list[Opinion]:
        """How often each action wins: all get as many playouts."""
        at = _imagined(view)
        found = self._searched(at, actions, self.effort // HALF, dice, evenly=True)
        return [
            Opinion(text, one.chance / one.tries, "playouts", {"games": one.tries})
            for text, one in found.items()
        ]

    def explain(self, view: View, action: str) -> tuple[str, dict[str, Json]]:
        """That it was tried; what the search saw hangs on hidden cards."""
        return "tried", {}

    def _searched(
        self, at: Imagined, texts: Sequence[str], effort: int, dice: Dice, *, evenly: bool = False
    ) -> dict[str, Node]:
        search, deeds = Search(at.game, at.state, at.seat, dice), list(map(at.game.read, texts))
        found = search.run(deeds, effort, self.stop or within(self.seconds), evenly=evenly)
        return {text: found[deed] for text, deed in zip(texts, deeds, strict=True)}


def _deeds(at: Imagined, legal: Sequence[str]) -> list[str]:
    """What may be done that is no talk."""
    return [text for text in legal if not is_talk(at.game, at.game.read(text))] or [*legal]


def _imagined(view: View) -> Imagined:
    if isinstance(view, Observation):
        return view.imagined
    raise BadOption("This player needs a view that trapoula.bots.observe() made.")


LEVELS: Mapping[str, Callable[[], Any]] = {
    "random": Whim,
    "greedy": Greedy,
    "good": lambda: Searcher(2_000),
    "skilled": lambda: Searcher(10_000),
    "strong": lambda: Searcher(50_000),
}
