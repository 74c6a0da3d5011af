"""`trapoula check`: test a game against every rule, and report what was found."""

import sys
from dataclasses import dataclass
from typing import Any

from trapoula.bots import levels
from trapoula.catalogue.entries import Entry, find, write_choice
from trapoula.catalogue.odds import wilson
from trapoula.core import deals
from trapoula.core.errors import BadGame
from trapoula.core.game import Json
from trapoula.patience import Patience
from trapoula.play import contract
from trapoula.play.session import Session
from trapoula.solve import play_simply
from trapoula.terminal.codes import DONE, NO, UNKNOWN
from trapoula.terminal.parser import columns
from trapoula.terminal.play import paint
from trapoula.terminal.waiting import ERASE
from trapoula.texts import chosen, figure, say, summary, tell, title


@dataclass(frozen=True, slots=True)
class Report:
    """The result of checking a game."""

    game: str
    entry: Entry | None = None  # None if the game cannot even be made
    settings: int = 0  # combinations of options and player counts that were tried
    faults: tuple[BadGame, ...] = ()
    idle: tuple[str, ...] = ()  # moves that were never offered
    picture: str = ""
    deals: int = 0
    won: int = 0  # by simple play
    solver: str = ""  # how the solver searches it
    bots: tuple[str, ...] = ()  # the levels of its bots

    @property
    def code(self) -> int:
        """The exit code: done, a rule is broken, or something to look at."""
        return NO if self.faults else UNKNOWN if self.idle else DONE

    def facts(self) -> dict[str, Json]:
        """Return the report for a program."""
        return {
            "game": self.game,
            "sound": not self.faults,
            "settings": self.settings,
            "faults": [tell(fault) for fault in self.faults],
            "idle": list(self.idle),
            "deals": self.deals,
            "won": self.won,
            "solver": self.solver,
            "bots": list(self.bots),
        }

    def text(self) -> str:
        """Return the report for a person."""
        return "\n".join(self._lines())

    def _lines(self) -> list[str]:
        lines = []
        if self.entry is not None:
            lang = chosen().code
            lines.append(f"{title(lang, self.game)}: {summary(lang, self.game)}".removesuffix(": "))
            lines += [f"{self.entry.where}  ({self.entry.family})"]
            lines += [
                f"  {option.name}: {', '.join(map(write_choice, (option.default, *option.others)))}"
                for option in self.entry.options
            ]
        if self.picture:
            lines += ["", self.picture, ""]
        lines += [tell(fault) for fault in self.faults]
        if not self.faults:
            lines.append(
                say(
                    "It keeps to all {rules} rules of a game, in each of its {settings} settings.",
                    rules=len(contract.RULES),
                    settings=self.settings,
                )
            )
        lines += [
            say(
                "There was never an occasion for the move {move}: is its rule too narrow, or the move"
                " very rare?",
                move=move,
            )
            for move in self.idle
        ]
        if self.deals:
            low, high = wilson(self.won, self.deals)
            lines.append(
                say(
                    "Simple play wins {won} of {deals} deals: {share} ({low} – {high}).",
                    won=self.won,
                    deals=self.deals,
                    share=figure(self.won / self.deals, ".1%"),
                    low=figure(low, ".1%"),
                    high=figure(high, ".1%"),
                )
            )
        if self.solver:
            lines.append(self.solver)
        if self.bots:
            lines.append(say("Bots play it: {levels}.", levels=", ".join(self.bots)))
        return lines


def check(game: str, count: int) -> Report:
    """Make a game in all its settings, play and draw it, and count wins."""
    try:
        entry = find(game)
        settings = list(contract.settings_of(entry))
    except BadGame as fault:
        return Report(game, faults=(fault,))
    faults: list[BadGame] = []
    for number, setting in enumerate(settings, 1):
        _progress(say("rules"), number, len(settings))
        broken = (contract.breach(rule, setting) for rule in contract.RULES)
        faults += [fault for fault in broken if fault is not None]
    _progress()
    if faults:
        return Report(game, entry, len(settings), tuple(faults), picture=_picture(entry))
    made: Any = entry.make()
    idle = tuple(repr(move) for move in contract.idle_moves(entry))
    won = _odds(made, count) if isinstance(made, Patience) else 0
    return Report(
        game,
        entry,
        len(settings),
        (),
        idle,
        _picture(entry),
        count if isinstance(made, Patience) else 0,
        won,
        _solver(made) if isinstance(made, Patience) else "",
        levels(game),
    )


def _picture(entry: Entry) -> str:
    try:
        return paint(Session(entry.id, deal=1, seats=entry.make().seats[0]))
    except Exception:  # a game that breaks a rule may fail here too
        return ""


def _odds(game: Patience, count: int) -> int:
    """Return how many of the first deals simple play wins."""
    won = 0
    for deal in range(1, count + 1):
        _progress(say("deals"), deal, count)
        won += play_simply(game, deals.deck(game.pack, deal)).won
    _progress()
    return won


def _solver(game: Patience) -> str:
    """Describe how the solver would search the game, if the solver is installed."""
    try:
        from trapoula.solve.lowering import NotLowered, lower
    except ModuleNotFoundError:
        return ""
    try:
        lower(game)
    except NotLowered as refusal:
        return say(
            "The solver searches it through its rules, which is slower: the kernel has no word for {word}.",
            word=str(refusal)[: columns()],
        )
    return say("The solver searches it in compiled code.")


def _progress(what: str = "", done: int = 0, total: int = 0) -> None:
    """Show the progress on a terminal."""
    if sys.stderr.isatty():
        told = f"{what} {done}/{total}" if what else ""
        print(f"{ERASE}{told}", end="", file=sys.stderr, flush=True)
