"""Lowering: a patience becomes arrays. A word or a field that is not known here is refused."""

import numpy as np

from trapoula.deals import SplitMix
from trapoula.patience import ENDLESS, Every, Join, Patience
from trapoula.patience.patience import Shuffler
from trapoula.solve import layout as at
from trapoula.solve.lower_moves import Moving
from trapoula.solve.program import NotLowered, Program, known, written
from trapoula.solve.proofs import Proofs, cards_of, prove

MOST_CARDS, MOST_PILES = 200, 96
_SEED = 20  # of the random words


def lower(game: Patience, proofs: Proofs | None = None) -> Program:
    """The program of a patience, with its own proofs or with others; NotLowered if it has a strange word."""
    if proofs is not None:
        return _Writer(game, proofs).program()
    found = _LOWERED.get(id(game))
    if found is None or found[0] is not game:
        try:
            found = game, _Writer(game, prove(game)).program()
        except NotLowered as refusal:
            found = game, refusal
        _LOWERED[id(game)] = found
    if isinstance(found[1], NotLowered):
        raise found[1]
    return found[1]


def _upward(game: Patience, home: int) -> bool:
    build = game.zone[home].build
    return isinstance(build, Join) and any(build(card, card + 4) for card in range(48))


# by identity, since a patience holds a mapping: the catalogue makes each game once
_LOWERED: dict[int, tuple[Patience, Program | NotLowered]] = {}


class _Writer(Moving):
    """Writes the arrays of one patience."""

    def __init__(self, game: Patience, proofs: Proofs) -> None:
        super().__init__(game)
        self.proofs = proofs

    def program(self) -> Program:
        """All of it."""
        game = self.game
        known(game)
        held = len(cards_of(game))
        if len(game.places) > MOST_PILES or held > MOST_CARDS:
            raise NotLowered(game)
        header = [0] * at.HEADER
        header[at.PILES], header[at.CARDS], header[at.DEPTH] = len(game.places), held, held + 1
        header[at.SINGLE] = len(set(cards_of(game))) == held
        for number in range(len(game.places)):
            self.pile(number)
        for move in game.moves:
            if isinstance(move, Shuffler):
                self.shuffles = True  # play is judged up to there
            else:
                self.move(move)
        if any(isinstance(chore, Shuffler) for chore in game.chores):
            raise NotLowered(game.chores)
        header[at.SETTLE], header[at.N_SETTLE] = self.listed(written(self.chore, game.chores))
        header[at.GOAL], header[at.N_GOAL] = self.goal(game.goal)
        if game.lost is not None:
            header[at.LOST], header[at.N_LOST] = self.goal(game.lost)
        self.place(header, held)
        self.left_out(header)
        return self.arrays(header)

    def pile(self, number: int) -> None:
        """One pile, by its zone."""
        zone = self.game.zone[number]
        known(zone)
        if zone.batch.step != 1:
            raise NotLowered(zone)
        build = zone.build.rules[0] if isinstance(zone.build, Every) else zone.build
        self.piles.add(
            self.rule(zone.start, number),
            self.rule(zone.build, number),
            self.lift(zone.lift, number),
            min(zone.room, ENDLESS),
            zone.batch.start,
            zone.batch.stop,
            zone.alike,
            ord(self.game.letter[number]),
            at.KINDS_OF_PILE.index(zone.kind),
            *self.listed(self.game.covers[number]),
            0,
            self.table(build) if isinstance(build, Join) else -1,
            2,
        )

    def place(self, header: list[int], held: int) -> None:
        """Where the cards of each pile begin, and which piles may trade places."""
        self.piles.add(0, 0, -1, ENDLESS, 0, 0, 0, -1, at.GONE, 0, 0, 0, -1, 2)
        room = at.SIZES + len(self.piles.rows)
        stocks, trading = set(self.dealt.values()), self.proofs.trading
        header[at.DEALT] = stocks.pop() if len(stocks) == 1 else -1
        for number, row in enumerate(self.piles.rows):
            row[at.BASE_AT] = room
            room += held + 1
            if trading is None or number in self.fixed or self.dealt.get(number) in self.refilled:
                row[at.SWAPS] = 0
            elif number in self.dealt:
                row[at.SWAPS] = int(header[at.DEALT] >= 0)
        turned = {
            self.list_at(row, at.FROM)[0]
            for row in self.moves.rows
            if row[at.OP] in (at.M_TURN, at.M_SPREAD)
        } - self.refilled
        header[at.STAGED] = turned.pop() if len(turned) == 1 else -1
        header[at.SCRATCH], header[at.TRAIL] = room, room + held + 1
        header[at.NUMBERED] = any(
            row[at.REDEALS] > 0 for row in (*self.moves.rows, *self.hidden.rows)
        ) or any(row[0] == at.G_TURNED for row in self.goals.rows)
        for number in self.proofs.buried.piles if self.proofs.buried else ():
            self.piles.rows[number][at.BURIES] = 1
        header[at.BASED], header[at.N_BASED] = self.listed(sorted(self.based))

    def left_out(self, header: list[int]) -> None:
        """What the proofs allow a search to leave out."""
        game, proofs = self.game, self.proofs
        homes = [place for place, zone in enumerate(game.zone) if zone.kind == "foundation"]
        header[at.SAFE_TO], header[at.N_SAFE_TO] = self.listed(homes)
        header[at.UPWARD] = bool(homes) and all(_upward(game, home) for home in homes)
        header[at.MACRO] = header[at.SAFE] = header[at.DOOM] = -1
        header[at.RETURNING] = proofs.returning is not None
        header[at.WHOLE_RUNS] = proofs.whole_runs is not None
        header[at.IDLE] = proofs.trading is not None and proofs.trading.idle
        if proofs.turning is not None:
            header[at.MACRO], header[at.MACRO_FREE] = proofs.turning.move, proofs.turning.free
            header[at.WAITING] = proofs.waiting is not None
        if proofs.safe is not None:
            header[at.SAFE] = self.table(proofs.safe.needed)
            header[at.SAFE_STRICT] = proofs.safe.strict
            header[at.SAFE_FROM], header[at.N_SAFE_FROM] = self.listed(proofs.safe.sources)
            if proofs.turning is not None:
                header[at.SAFE_WASTE] = proofs.anywhere is not None
                header[at.SAFE_PASSED] = proofs.passed is not None
        if proofs.dead_ends is not None and proofs.turning is not None:
            dead_ends = proofs.dead_ends
            header[at.DOOM] = self.table(dead_ends.build)
            header[at.DOOM_START] = self.table(dead_ends.start)
            header[at.DOOM_RUN] = self.table(dead_ends.runs)
            header[at.DOOM_BACK] = dead_ends.back
            columns = self.listed(dead_ends.columns)
            header[at.DOOM_COLUMNS], header[at.N_DOOM_COLUMNS] = columns

    def arrays(self, header: list[int]) -> Program:
        """Header, lists and rows one after another; tables and random words."""
        if len(self.lists) > at.LISTS_END - at.HEADER:
            raise NotLowered(self.game)
        body = [*header, *self.lists]
        body += [0] * (at.LISTS_END - len(body))
        for slot, rows in (
            (at.ROW_PILES, self.piles),
            (at.ROW_MOVES, self.moves),
            (at.ROW_HIDDEN, self.hidden),
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
        return Program(
            self.game,
            self.proofs,
            np.array(body, dtype=np.int32),
            np.array(words, dtype=np.uint64),
            tuple(self.verbs),
            self.shuffles,
            header[at.TRAIL],
            self.most_moves(header),
        )
