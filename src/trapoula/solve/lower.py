"""Lowering: a patience becomes arrays. A word or a field that is not known here is refused."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields

import numpy as np
import numpy.typing as npt

from trapoula.deals import SplitMix
from trapoula.patience import (
    ANYWHERE,
    ENDLESS,
    NONE,
    Bare,
    Base,
    Both,
    Cards,
    Carry,
    CloseUp,
    Drop,
    During,
    Earns,
    Either,
    Every,
    Except,
    Gone,
    Home,
    Join,
    Joined,
    Lay,
    LayOff,
    Near,
    Pair,
    Patience,
    Reach,
    Refill,
    Replace,
    Reveal,
    Settle,
    Settled,
    Spread,
    Suits,
    Sum,
    Sweep,
    Test,
    Then,
    Top,
    Turn,
    Uncover,
    Uncovered,
    When,
    Zone,
    helped,
    run,
    whole,
)
from trapoula.patience.patience import Shuffler
from trapoula.solve import layout as at
from trapoula.solve.proofs import allow, closure

Ints = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]

KNOWN: dict[type, str] = {  # every field that is read here; a word with another one is refused
    Patience: "picture zones deal moves goal score chores lost pack pitch",
    Zone: "kind start build lift room batch fan shown",
    Test: "mask text",
    Join: "masks text",
    Every: "rules",
    Except: "rule",
    Base: "zones",
    Settled: "by",
    Top: "leaves",
    run: "join ends",
    whole: "or_top",
    Uncovered: "",
    helped: "cells columns",
    Carry: "source to limit onto lift",
    LayOff: "source to",
    Turn: "at to by redeals",
    Spread: "at to filled full",
    Pair: "zones match under near",
    Replace: "zones by match near",
    Drop: "at test",
    During: "phases move then",
    When: "so move",
    Then: "move chores",
    Earns: "move score",
    Reveal: "zones",
    Uncover: "zones",
    Refill: "zones sources",
    Settle: "zones",
    CloseUp: "zones",
    Sweep: "zones to packed",
    Home: "zones",
    Bare: "zones but",
    Reach: "points filled",
    Either: "one other",
    Both: "one other",
    Cards: "zones each start test",
    Gone: "each per",
    Joined: "zones join each",
    Suits: "zones each join",
    Sum: "scores",
}
MOST_CARDS = 200
_SEED = 20  # of the random words


class NotLowered(Exception):
    """A word that the kernel does not speak."""

    def __init__(self, word: object) -> None:
        super().__init__(f"{type(word).__name__} {word!r}"[:200])


@dataclass(frozen=True)
class Program:
    """A patience as arrays."""

    game: Patience
    pr: Ints
    mk: Words
    verbs: tuple[str, ...]  # of each row of moves
    taps: tuple[bool, ...]  # whether the row's action names the stock alone
    shuffles: bool  # whether a move was left out because chance follows it
    trail: int  # where the trail begins in a position


def lower(game: Patience) -> Program:
    """The program of a patience; NotLowered when a word of it is not spoken."""
    found = _LOWERED.get(id(game))
    if found is None or found[0] is not game:
        try:
            found = game, _Writer(game).program()
        except NotLowered as refusal:
            found = game, refusal
        _LOWERED[id(game)] = found
    if isinstance(found[1], NotLowered):
        raise found[1]
    return found[1]


# by identity, since a patience holds a mapping: the catalogue makes each game once
_LOWERED: dict[int, tuple[Patience, Program | NotLowered]] = {}


def known(word: object) -> None:
    """Refuse a word that is not in the table, or that has grown a field."""
    kind = type(word)
    if kind not in KNOWN or [one.name for one in fields(kind)] != KNOWN[kind].split():  # type: ignore[arg-type]
        raise NotLowered(word)


@dataclass
class _Rows:
    """Rows of one width, written one after another."""

    width: int
    rows: list[list[int]] = field(default_factory=list)

    def add(self, *values: int) -> int:
        """The number of the new row."""
        self.rows.append([*map(int, values), *[0] * (self.width - len(values))])
        return len(self.rows) - 1


class _Writer:
    """Writes the arrays of one patience."""

    def __init__(self, game: Patience) -> None:
        self.game = game
        self.lists: list[int] = []
        self.tables: list[tuple[int, ...]] = []
        self.rules, self.lifts = _Rows(at.RULE), _Rows(at.LIFT_ROW)
        self.piles, self.moves = _Rows(at.PILE), _Rows(at.MOVE)
        self.chores, self.goals = _Rows(at.CHORE), _Rows(at.GOAL_ROW)
        self.verbs: list[str] = []
        self.carried: list[set[tuple[int, int]]] = []  # what each carrying row joins
        self.fixed: set[int] = set()  # piles that must stay in their places
        self.dealt: dict[int, int] = {}  # piles that cards are dealt to in order, and from where
        self.refilled: set[int] = set()  # stocks that get cards again
        self.based: set[int] = set()  # piles whose first card is the base
        self.seen: set[int] = set()  # piles that were looked at lately
        self.chored: set[int] = set()  # piles that a chore looks at
        self.asked: set[int] = set()  # piles that a condition looks at
        self.shuffles = False

    # --- the whole -------------------------------------------------------------------------------

    def program(self) -> Program:
        """All of it."""
        game = self.game
        known(game)
        laid = sum(len(step.cards) for step in game.deal if isinstance(step, Lay))
        held = len(game.pack) + laid
        if len(game.places) >= at.NO_PILE or held > MOST_CARDS:
            raise NotLowered(game)
        header = [0] * at.HEADER
        header[at.PILES], header[at.CARDS], header[at.DEPTH] = len(game.places), held, held + 1
        header[at.SINGLE] = len(set(game.pack)) == len(game.pack)
        for number in range(len(game.places)):
            self.pile(number)
        for move in game.moves:
            if isinstance(move, Shuffler):
                self.shuffles = True  # play is judged up to there
            else:
                self.move(move)
        header[at.SETTLE], header[at.N_SETTLE] = self.listed(map_(self.chore, game.chores))
        header[at.GOAL], header[at.N_GOAL] = self.goal(game.goal)
        if game.lost is not None:
            header[at.LOST], header[at.N_LOST] = self.goal(game.lost)
        self.place(header, held)
        allow(game, header, self)
        return self.arrays(header)

    def place(self, header: list[int], held: int) -> None:
        """Where the cards of each pile begin, and which piles may trade places."""
        self.piles.add(0, 0, -1, ENDLESS, 0, 0, 0, -1, at.GONE, 0, 0, 0, -1, 2)
        room = at.SIZES + len(self.piles.rows)
        stocks = set(self.dealt.values())
        header[at.DEALT] = stocks.pop() if len(stocks) == 1 else -1
        for number, row in enumerate(self.piles.rows):
            row[at.BASE_AT] = room
            room += held + 1
            if number in self.fixed or self.dealt.get(number) in self.refilled:
                row[at.SWAPS] = 0
            elif number in self.dealt:
                row[at.SWAPS] = int(header[at.DEALT] >= 0)
        header[at.TRAIL] = room
        header[at.NUMBERED] = any(row[at.REDEALS] > 0 for row in self.moves.rows)
        header[at.BASED], header[at.N_BASED] = self.listed(sorted(self.based))

    def arrays(self, header: list[int]) -> Program:
        """Header, lists and rows one after another; tables and random words."""
        if len(self.lists) > at.LISTS_END - at.HEADER:
            raise NotLowered(self.game)
        body = [*header, *self.lists]
        body += [0] * (at.LISTS_END - len(body))
        for slot, rows in (
            (at.ROW_PILES, self.piles),
            (at.ROW_MOVES, self.moves),
            (at.ROW_CHORES, self.chores),
            (at.ROW_GOALS, self.goals),
            (at.ROW_RULES, self.rules),
            (at.ROW_LIFTS, self.lifts),
        ):
            body[slot] = len(body)
            for row in rows.rows:
                body += row
        body[at.N_MOVES] = len(self.moves.rows)
        dice, depth = SplitMix(_SEED), header[at.DEPTH]
        words = [mask for table in self.tables for mask in table]
        body[at.ZOBRIST] = len(words)
        words += [dice.draw() for _ in range(2 * 128 * depth)]
        body[at.SALT] = len(words)
        letters = [*self.game.letter, "gone"]
        shared = {letter: dice.draw() for letter in letters}
        words += [shared[letter] for letter in letters] + [dice.draw() for _ in letters]
        taps = tuple(row[at.OP] in (at.M_TURN, at.M_SPREAD) for row in self.moves.rows)
        return Program(
            self.game,
            np.array(body, dtype=np.int32),
            np.array(words, dtype=np.uint64),
            tuple(self.verbs),
            taps,
            self.shuffles,
            header[at.TRAIL],
        )

    # --- small parts -----------------------------------------------------------------------------

    def listed(self, numbers: Sequence[int]) -> tuple[int, int]:
        """Where a list stands, and its length."""
        self.lists += numbers
        return at.HEADER + len(self.lists) - len(numbers), len(numbers)

    def where(self, letters: str) -> tuple[int, int]:
        """The list of the piles of some zones."""
        piles = self.game.where(letters)
        self.seen |= set(piles)
        return self.listed(piles)

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

    # --- piles -----------------------------------------------------------------------------------

    def pile(self, number: int) -> None:
        """One pile, by its zone."""
        zone = self.game.zone[number]
        known(zone)
        if zone.batch.step != 1:
            raise NotLowered(zone)
        build = zone.build.rules[0] if isinstance(zone.build, Every) else zone.build
        letter = self.game.letter[number]
        self.piles.add(
            self.rule(zone.start),
            self.rule(zone.build),
            self.lift(zone.lift, number),
            min(zone.room, ENDLESS),
            zone.batch.start,
            zone.batch.stop,
            zone.alike,
            ord(letter),
            at.KINDS_OF_PILE.index(zone.kind),
            *self.listed(self.game.covers[number]),
            0,
            self.table(build) if isinstance(build, Join) else -1,
            2,
        )

    def rule(self, rule: object) -> int:
        """A rule as signed atoms that must all hold."""
        atoms = self.atoms(rule)
        if len(atoms) > at.MOST_ATOMS:
            raise NotLowered(rule)
        return self.rules.add(len(atoms), *(number for atom in atoms for number in atom))

    def atoms(self, rule: object) -> list[tuple[int, int, int, int, int]]:
        """The atoms of a rule: kind, sign and three numbers each."""
        known(rule)
        match rule:
            case Test() | Join():
                return [(at.R_TABLE, 0, self.table(rule), 0, 0)]
            case Every():
                return [atom for one in rule.rules for atom in self.atoms(one)]
            case Except():
                inner = self.atoms(rule.rule)
                if len(inner) == 1:
                    kind, sign, *numbers = inner[0]
                    return [(kind, 1 - sign, numbers[0], numbers[1], numbers[2])]
            case Base():
                self.based.update(self.game.where(rule.zones))
                return [(at.R_BASE, 0, *self.where(rule.zones), 0)]
            case Settled():
                return [(at.R_SETTLED, 0, rule.by, 0, 0)]
        raise NotLowered(rule)

    def lift(self, lift: object, number: int | None = None) -> int:
        """A lift; -1 when nothing may be lifted."""
        if lift is None:
            return -1
        known(lift)
        match lift:
            case Top():
                return self.lifts.add(at.L_TOP, lift.leaves)
            case run():
                ends = -1 if lift.ends == NONE else self.rule(lift.ends)
                return self.lifts.add(at.L_RUN, self.table(lift.join), ends)
            case whole():
                return self.lifts.add(at.L_WHOLE, lift.or_top)
            case Uncovered():
                self.fixed.update(range(len(self.game.places)) if number is None else (number,))
                return self.lifts.add(at.L_UNCOVERED)
        raise NotLowered(lift)

    # --- moves -----------------------------------------------------------------------------------

    def move(self, move: object) -> None:
        """One move with all that is wrapped around it."""
        verb, row = move.verb, [0] * at.MOVE  # type: ignore[attr-defined]
        when: list[int] = []
        after: list[int] = []
        self.unwrap(move, row, when, after)
        row[at.WHEN], row[at.N_WHEN] = self.listed(when)
        row[at.AFTER], row[at.N_AFTER] = self.listed(after)
        pairs: set[tuple[int, int]] = set()
        if row[at.OP] in (at.M_CARRY, at.M_LAYOFF, at.M_REPLACE):
            pairs = {(a, b) for a in self.list_at(row, at.FROM) for b in self.list_at(row, at.TO)}
        row[at.OVERLAPS] = any(
            verb == other and (row[at.OP] not in (at.M_CARRY, at.M_LAYOFF, at.M_REPLACE) or pairs & joined)
            for other, joined in zip(self.verbs, self.carried, strict=True)
        )
        self.moves.add(*row)
        self.verbs.append(verb)
        self.carried.append(pairs)

    def list_at(self, row: Sequence[int], slot: int) -> list[int]:
        """The numbers of a list that a row names."""
        start = row[slot] - at.HEADER
        return self.lists[start : start + row[slot + 1]]

    def unwrap(self, move: object, row: list[int], when: list[int], after: list[int]) -> None:
        """What must hold before the move, and what is done after it, in order."""
        known(move)
        match move:
            case During():
                if not all(0 <= phase < 30 for phase in move.phases):
                    raise NotLowered(move)
                when += [self.goals.add(at.G_PHASE, sum(1 << phase for phase in move.phases)), 1]
                self.unwrap(move.move, row, when, after)
                if move.then is not None:
                    after.append(self.chores.add(at.C_PHASE, 0, 0, 0, 0, 0, move.then))
            case When():
                self.seen = set()
                when += self.goal(move.so)
                self.asked |= self.seen
                self.unwrap(move.move, row, when, after)
            case Then():
                self.unwrap(move.move, row, when, after)
                after += map_(self.chore, move.chores)
            case Earns():
                self.unwrap(move.move, row, when, after)
            case _:
                self.bare(move, row)

    def bare(self, move: object, row: list[int]) -> None:
        """The move itself."""
        game = self.game
        row[at.OWN_LIFT], row[at.NEAR] = -1, -1
        match move:
            case Carry():
                row[at.OP] = at.M_CARRY
                row[at.FROM : at.FROM + 2] = self.where(move.source)
                row[at.TO : at.TO + 2] = self.where(move.to)
                row[at.ONTO] = ("any", "cards", "spaces").index(move.onto)
                row[at.OWN_LIFT] = self.lift(move.lift)
                if move.limit is not None:
                    known(move.limit)
                    assert isinstance(move.limit, helped)
                    row[at.LIMITED] = 1
                    row[at.CELLS : at.CELLS + 2] = self.where(move.limit.cells)
                    row[at.BARES : at.BARES + 2] = self.where(move.limit.columns)
            case LayOff():
                row[at.OP] = at.M_LAYOFF
                row[at.FROM : at.FROM + 2] = self.where(move.source)
                row[at.TO : at.TO + 2] = self.where(move.to)
            case Turn():
                row[at.OP] = at.M_TURN
                row[at.FROM : at.FROM + 2] = self.listed([self.only_pile(move.at)])
                row[at.TO : at.TO + 2] = self.listed([self.only_pile(move.to)])
                row[at.BY] = move.by
                row[at.REDEALS] = -1 if move.redeals == "unlimited" else move.redeals
                if move.redeals != 0:
                    self.refilled.add(self.only_pile(move.at))
            case Spread():
                row[at.OP] = at.M_SPREAD
                row[at.FROM : at.FROM + 2] = self.listed([self.only_pile(move.at)])
                row[at.TO : at.TO + 2] = self.where(move.to)
                row[at.FILLED], row[at.FULL] = move.filled, move.full
                self.dealt.update(dict.fromkeys(game.where(move.to), self.only_pile(move.at)))
            case Pair():
                row[at.OP] = at.M_PAIR
                row[at.FROM : at.FROM + 2] = self.where(move.zones)
                row[at.MATCH] = self.table(move.match)
                row[at.UNDER : at.UNDER + 2] = self.where(move.under)
                row[at.NEAR] = self.near(move.near, move.zones)
            case Replace():
                row[at.OP] = at.M_REPLACE
                row[at.FROM : at.FROM + 2] = self.where(move.zones)
                row[at.TO : at.TO + 2] = self.listed([self.only_pile(move.by)])
                row[at.MATCH] = self.table(move.match)
                row[at.NEAR] = self.near(move.near, move.zones)
            case Drop():
                row[at.OP] = at.M_DROP
                row[at.FROM : at.FROM + 2] = self.where(move.at)
                row[at.MATCH] = self.table(move.test)
            case _:
                raise NotLowered(move)

    def near(self, near: Near, letters: str) -> int:
        """Which two piles lie so, a row of the list for each pile; -1 when it does not matter."""
        if near == ANYWHERE:
            return -1
        piles, places = self.game.where(letters), self.game.places
        self.fixed.update(piles)
        every = range(len(places))
        return self.listed([near.holds(places[a], places[b]) for a in every for b in every])[0]

    # --- chores ----------------------------------------------------------------------------------

    def chore(self, chore: object) -> int:
        """The row of a chore."""
        self.seen = set()
        row = self.tidied(chore)
        self.chored |= self.seen
        return row

    def tidied(self, chore: object) -> int:
        """The row itself."""
        known(chore)
        game = self.game
        match chore:
            case Reveal():
                return self.chores.add(at.C_REVEAL, *self.where(chore.zones))
            case Uncover():
                self.fixed.update(game.where(chore.zones))
                return self.chores.add(at.C_UNCOVER, *self.where(chore.zones))
            case Refill():
                sources = game.where(chore.sources)
                if len(sources) > len(chore.sources):
                    self.fixed.update(sources)
                return self.chores.add(
                    at.C_REFILL, *self.where(chore.zones), *self.where(chore.sources)
                )
            case Settle():
                self.based.update(game.where(chore.zones))
                return self.chores.add(at.C_SETTLE, *self.where(chore.zones))
            case CloseUp():
                self.fixed.update(game.where(chore.zones))
                return self.chores.add(at.C_CLOSE_UP, *self.where(chore.zones))
            case Sweep():
                return self.chores.add(
                    at.C_SWEEP,
                    *self.where(chore.zones),
                    *self.where(chore.to),
                    self.table(closure(chore.packed)),
                )
        raise NotLowered(chore)

    # --- goals -----------------------------------------------------------------------------------

    def goal(self, goal: object) -> tuple[int, int]:
        """The rows of a goal, for a reckoning on a stack, and their number."""
        start = len(self.goals.rows)
        self.reckon(goal)
        return start, len(self.goals.rows) - start

    def reckon(self, goal: object) -> None:
        """Write the steps of a goal."""
        known(goal)
        match goal:
            case Home():
                self.seen |= set(self.game.elsewhere(goal.zones))
                self.goals.add(at.G_EMPTY, *self.listed(self.game.elsewhere(goal.zones)))
            case Bare():
                self.goals.add(at.G_BARE, *self.where(goal.zones), self.table(goal.but))
            case Reach():
                self.goals.add(at.G_START)
                self.reckon_score(self.game.score)
                self.goals.add(at.G_REACH, *self.where(goal.filled), goal.points)
            case Either() | Both():
                self.reckon(goal.one)
                self.reckon(goal.other)
                self.goals.add(at.G_AND if isinstance(goal, Both) else at.G_OR)
            case _:
                raise NotLowered(goal)

    def reckon_score(self, score: object) -> None:
        """Write the steps that add a score up."""
        known(score)
        match score:
            case Cards():
                test = -1 if score.test is None else self.table(score.test)
                self.goals.add(at.G_CARDS, *self.where(score.zones), score.each, score.start, test)
            case Gone():
                self.goals.add(at.G_GONE, 0, 0, score.each, score.per)
            case Joined():
                table = self.table(score.join)
                self.goals.add(at.G_JOINED, *self.where(score.zones), score.each, 0, table)
            case Suits():
                table = self.table(score.join)
                self.goals.add(at.G_SUITS, *self.where(score.zones), score.each, 0, table)
            case Sum():
                for one in score.scores:
                    self.reckon_score(one)
            case _:
                raise NotLowered(score)


def map_(write: Callable[[object], int], words: Sequence[object]) -> list[int]:
    """The rows of several words."""
    return [write(word) for word in words]
