"""The program of a patience: the arrays the kernel is driven by, and the sheet they are written on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields

import numpy as np
import numpy.typing as npt

from trapoula import patience as words
from trapoula.patience import Join, Patience, Test
from trapoula.solve import layout as at
from trapoula.solve.proofs import Proofs

Ints = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]

KNOWN: dict[type, str] = {  # every field that is read here; a word with another one is refused
    words.Patience: "picture zones deal moves goal score chores lost pack pitch highest",
    words.Zone: "kind start build lift room batch fan shown",
    words.Test: "mask text",
    words.Join: "masks text",
    words.Every: "rules",
    words.Some: "rules",
    words.Except: "rule",
    words.Base: "zones",
    words.Settled: "by",
    words.Unlike: "zones join",
    words.Until: "cards first then",
    words.OneWay: "ways zones",
    words.Beside: "join dx lines edge",
    words.Along: "join by edge",
    words.Top: "leaves",
    words.run: "join ends",
    words.whole: "or_top",
    words.leaving: "lift cards",
    words.astray: "dx",
    words.Uncovered: "",
    words.helped: "cells columns",
    words.Carry: "source to limit onto lift",
    words.LayOff: "source to",
    words.Turn: "at to by redeals",
    words.Spread: "at to filled full",
    words.Pair: "zones match under near",
    words.Replace: "zones by match near",
    words.Swap: "zones",
    words.Fold: "zones match distances",
    words.Drop: "at test",
    words.Beat: "at by",
    words.Tap: "verb at chores times",
    words.During: "phases move then otherwise",
    words.When: "so move otherwise",
    words.Then: "move chores",
    words.Backfill: "move by",
    words.TakeAlong: "move",
    words.Earns: "move score debt",
    words.Reveal: "zones",
    words.Uncover: "zones",
    words.Refill: "zones sources",
    words.FromUnder: "zones sources",
    words.Clear: "zones",
    words.Gather: "zones to lowest",
    words.DealAgain: "zones cards",
    words.Close: "zones join cards",
    words.Bury: "zones",
    words.If: "so chore",
    words.Begin: "phase",
    words.Skip: "parts",
    words.Auto: "move",
    words.Settle: "zones",
    words.CloseUp: "zones",
    words.Sweep: "zones to packed",
    words.Home: "zones",
    words.Bare: "zones but",
    words.Full: "zones",
    words.Left: "zones least most",
    words.Sorted: "zones join cards",
    words.Reach: "points filled",
    words.Phase: "number",
    words.Redealt: "times",
    words.Undone: "by",
    words.Cannot: "move",
    words.Not: "so",
    words.Either: "one other",
    words.Both: "one other",
    words.Cards: "zones each start test",
    words.FaceDown: "zones each start",
    words.Worth: "zones points",
    words.Fixed: "zones each",
    words.Gone: "each per",
    words.Joined: "zones join each",
    words.Suits: "zones each join",
    words.Sum: "scores",
}


class NotLowered(Exception):
    """A word that the kernel does not speak."""

    def __init__(self, word: object) -> None:
        super().__init__(f"{type(word).__name__} {word!r}"[:200])


@dataclass(frozen=True)
class Program:
    """A patience as arrays."""

    game: Patience
    proofs: Proofs
    pr: Ints
    mk: Words
    verbs: tuple[str, ...]  # of each row of moves
    shuffles: bool  # whether a move was left out because chance follows it
    trail: int  # where the trail begins in a position
    most: int  # moves that a position can have, and more than it ever has


def known(word: object) -> None:
    """Refuse a word that is not in the table, or that has grown a field."""
    kind = type(word)
    if kind not in KNOWN or [one.name for one in fields(kind)] != KNOWN[kind].split():  # type: ignore[arg-type]
        raise NotLowered(word)


def written(write: Callable[[object], int], some: Sequence[object]) -> list[int]:
    """The rows of several words."""
    return [write(word) for word in some]


@dataclass
class Rows:
    """Rows of one width, written one after another."""

    width: int
    rows: list[list[int]] = field(default_factory=list)

    def add(self, *values: int) -> int:
        """The number of the new row."""
        self.rows.append([*map(int, values), *[0] * (self.width - len(values))])
        return len(self.rows) - 1


class Sheet:
    """What is written so far of one patience."""

    def __init__(self, game: Patience) -> None:
        self.game = game
        self.lists: list[int] = []
        self.tables: list[tuple[int, ...]] = []
        self.rules, self.lifts = Rows(at.RULE), Rows(at.LIFT_ROW)
        self.piles, self.moves = Rows(at.PILE), Rows(at.MOVE)
        self.hidden = Rows(at.MOVE)  # moves that the player is not offered
        self.chores, self.goals = Rows(at.CHORE), Rows(at.GOAL_ROW)
        self.verbs: list[str] = []
        self.carried: list[set[tuple[int, int]]] = []  # what each carrying row joins
        self.fixed: set[int] = set()  # piles that must stay in their places
        self.dealt: dict[int, int] = {}  # piles that cards are dealt to in order, and from where
        self.refilled: set[int] = set()  # stocks that get cards again
        self.based: set[int] = set()  # piles whose first card is the base
        self.shuffles = False

    def listed(self, numbers: Sequence[int]) -> tuple[int, int]:
        """Where a list stands, and its length."""
        self.lists += map(int, numbers)
        return at.HEADER + len(self.lists) - len(numbers), len(numbers)

    def where(self, letters: str) -> tuple[int, int]:
        """The list of the piles of some zones."""
        return self.listed(self.game.where(letters))

    def table(self, rule: Test | Join) -> int:
        """The number of a table of masks; a test has the same mask whatever lies beneath."""
        known(rule)
        masks = rule.masks if isinstance(rule, Join) else (rule.mask,) * 128
        if masks not in self.tables:
            self.tables.append(masks)
        return self.tables.index(masks)

    def only_pile(self, letters: str) -> int:
        """The single pile of a zone."""
        (pile,) = self.game.where(letters)
        return pile

    def list_at(self, row: Sequence[int], slot: int) -> list[int]:
        """The numbers of a list that a row names."""
        start = row[slot] - at.HEADER
        return self.lists[start : start + row[slot + 1]]
