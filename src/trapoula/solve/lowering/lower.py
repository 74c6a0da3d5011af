"""Lowering: a patience becomes arrays. A word or a field that is not known here is refused."""

from dataclasses import replace

import numpy as np

from trapoula import patience as words
from trapoula.core.deals import SplitMix
from trapoula.patience import ENDLESS, SAME_SUIT, Join, Patience, Table, run
from trapoula.patience.patience import Shuffler
from trapoula.solve.kernel import layout as at
from trapoula.solve.lowering.moves import add_hidden, add_move, most_moves
from trapoula.solve.lowering.program import NotLowered, Program, Sheet, type_and_fields
from trapoula.solve.lowering.rows import chore_row, goal_rows, lift_row, rule_row
from trapoula.solve.proofs import Proofs, grounded, prove
from trapoula.solve.proofs.declaration import cards_of, growing, sends_home, within

MOST_CARDS, MOST_PILES = 200, 96
_SEED = 20  # of the random words
CONSUMED = (  # the proofs that the arrays are written by; others change nothing in them
    "turning",
    "safe",
    "passed",
    "anywhere",
    "waiting",
    "whole_runs",
    "traded",
    "buried",
    "dead_ends",
    "links",
    "partners",
    "parting",
    "placed",
    "settling",
    "trading",
)


def lower(game: Patience, proofs: Proofs | None = None) -> Program:
    """The program of a patience, with its own proofs or with others; NotLowered if it has a strange word."""
    if proofs is not None:
        return _write(game, grounded(proofs))
    found = _LOWERED.get(id(game))
    if found is None or found[0] is not game:
        try:
            found = game, _write(game, prove(game))
        except NotLowered as refusal:
            found = game, refusal
        _LOWERED[id(game)] = found
    if isinstance(found[1], NotLowered):
        raise found[1]
    return found[1]


def lower_for(program: Program, table: Table) -> Program:
    """The program itself, or where chores are still to be done at a table, one with idle moves for them."""
    game, proofs = program.game, program.proofs
    if program.rested or all(one.tidy(game, table) == table for one in game.chores):
        return program
    found = _UNRESTED.get(id(program))
    if found is None or found[0] is not program:
        trading = proofs.trading and replace(proofs.trading, idle=False)
        found = program, lower(game, replace(proofs, turning=None, trading=trading))
        _UNRESTED[id(program)] = found
    return found[1]


def _rested(game: Patience, proofs: Proofs) -> bool:
    """Whether no move is left out as idle, or whatever chores do may be done by the player as well."""
    if proofs.turning is None and (proofs.trading is None or not proofs.trading.idle):
        return True
    return all(
        isinstance(one, words.Sweep) and all(sends_home(game, letter) for letter in one.zones)
        for one in game.chores
    )


def _upward(game: Patience, home: int) -> bool:
    build = game.zone[home].build
    return isinstance(build, Join) and any(build(card, card + 4) for card in range(48))


# by identity, since a patience holds a mapping: the catalogue makes each game once
_LOWERED: dict[int, tuple[Patience, Program | NotLowered]] = {}
_UNRESTED: dict[int, tuple[Program, Program]] = {}  # in the same way


def _write(game: Patience, proofs: Proofs) -> Program:
    """All of a patience."""
    sheet, held = Sheet(game, proofs), len(cards_of(game))
    if len(game.places) > MOST_PILES or held > MOST_CARDS:
        raise NotLowered(game)
    match type_and_fields(game):
        case (words.Patience, _, _, _, moves, goal, _, chores, lost, _, _, _):
            pass
        case _:
            raise NotLowered(game)
    header = [0] * at.HEADER
    header[at.PILES], header[at.CARDS], header[at.DEPTH] = len(game.places), held, held + 1
    header[at.SINGLE] = len(set(cards_of(game))) == held
    for number in range(len(game.places)):
        _add_pile(sheet, number)
    for move in moves:
        if isinstance(move, Shuffler):
            sheet.shuffles = True  # play is judged up to there
        else:
            add_move(sheet, move)
    if any(isinstance(chore, Shuffler) for chore in chores):
        raise NotLowered(chores)
    done = [chore_row(sheet, chore) for chore in chores]
    header[at.SETTLE], header[at.N_SETTLE] = sheet.listed(done)
    header[at.GOAL], header[at.N_GOAL] = goal_rows(sheet, goal)
    header[at.SCORED] = isinstance(goal, words.Reach) and isinstance(
        game.score, words.Fixed | words.InLine
    )
    if lost is not None:
        header[at.LOST], header[at.N_LOST] = goal_rows(sheet, lost)
    for move in sheet.hidden_moves:  # which may grow on the way
        add_hidden(sheet, move)
    _place(sheet, header, held)
    _leave_out(sheet, header)
    return _arrays(sheet, header)


def _add_pile(sheet: Sheet, number: int) -> None:
    """One pile, by its zone."""
    zone = sheet.game.zone[number]
    match type_and_fields(zone):
        case (words.Zone, kind, start, build, lift, room, batch, _, _, _) if batch.step == 1:
            pass  # the last three say how it is shown
        case _:
            raise NotLowered(zone)
    packed = build.rules[0] if isinstance(build, words.Every) else build
    ordered = isinstance(packed, words.Join) and kind != "stock"
    sheet.piles.add(
        rule_row(sheet, start, number),
        rule_row(sheet, build, number),
        lift_row(sheet, lift, number),
        min(room, ENDLESS),
        batch.start,
        batch.stop,
        zone.alike,
        ord(sheet.game.letter[number]),
        at.KINDS_OF_PILE.index(kind),
        *sheet.listed(sheet.game.covers[number]),
        0,
        sheet.table(packed) if ordered else -1,
        2,
    )


def _place(sheet: Sheet, header: list[int], held: int) -> None:
    """Where the cards of each pile begin, and which piles may trade places."""
    sheet.piles.add(0, 0, -1, ENDLESS, 0, 0, 0, -1, at.GONE, 0, 0, 0, -1, 2)
    room = at.SIZES + len(sheet.piles.rows)
    trading = sheet.proofs.trading
    header[at.DEALT] = -1 if trading is None or trading.stock is None else trading.stock
    for number, row in enumerate(sheet.piles.rows):
        row[at.BASE_AT] = room
        room += held + 1
        if trading is None or number in trading.stay:
            row[at.SWAPS] = 0
        elif number in trading.later:
            row[at.SWAPS] = 1
    turned = {
        sheet.list_at(row, at.FROM)[0]
        for row in sheet.moves.rows
        if row[at.OP] in (at.M_TURN, at.M_SPREAD)
    } - set(sheet.game.where("".join(growing(sheet.game))))
    header[at.STAGED] = turned.pop() if len(turned) == 1 else -1
    header[at.SCRATCH], header[at.TRAIL] = room, room + held + 1
    header[at.NUMBERED] = any(
        row[at.REDEALS] > 0 for row in (*sheet.moves.rows, *sheet.hidden.rows)
    ) or any(row[at.ASKS] == at.G_TURNED for row in sheet.goals.rows)
    for number in sheet.proofs.buried.piles if sheet.proofs.buried else ():
        sheet.piles.rows[number][at.BURIES] = 1
    header[at.BASED], header[at.N_BASED] = sheet.listed(sorted(sheet.based))


def _leave_out(sheet: Sheet, header: list[int]) -> None:
    """What the proofs allow a search to leave out."""
    game, proofs = sheet.game, sheet.proofs
    homes = [place for place, zone in enumerate(game.zone) if zone.kind == "foundation"]
    header[at.SAFE_TO], header[at.N_SAFE_TO] = sheet.listed(homes)
    header[at.UPWARD] = bool(homes) and all(_upward(game, home) for home in homes)
    header[at.STEPPING] = (
        bool(homes)
        and not header[at.UPWARD]
        and all(1 in game.zone[home].batch for home in homes)
        and header[at.CARDS] >= at.MOST_RANKS  # there is room to count
    )
    header[at.MACRO] = header[at.SAFE] = header[at.PARTING] = -1
    header[at.SETTLING] = proofs.settling is not None
    header[at.WHOLE_RUNS] = proofs.whole_runs is not None
    header[at.IN_SUIT] = _packed_in_suit(game)
    header[at.TRADED] = proofs.traded is not None
    header[at.IDLE] = proofs.trading is not None and proofs.trading.idle
    if proofs.turning is not None:
        header[at.MACRO], header[at.MACRO_FREE] = proofs.turning.move, proofs.turning.free
    header[at.WAITING] = proofs.waiting is not None
    if proofs.safe is not None:
        header[at.SAFE] = sheet.table(proofs.safe.needed)
        header[at.SAFE_STRICT] = proofs.safe.strict
        header[at.SAFE_FROM], header[at.N_SAFE_FROM] = sheet.listed(proofs.safe.sources)
    header[at.SAFE_WASTE] = proofs.anywhere is not None
    header[at.SAFE_PASSED] = proofs.passed is not None
    if proofs.parting is not None:
        header[at.PARTING] = sheet.table(proofs.parting.match)
    _lose(sheet, header)


def _packed_in_suit(game: Patience) -> bool:
    """Whether columns are packed in suit, and lifted as they are packed."""
    columns = [zone for zone in game.zones.values() if zone.kind == "column"]
    return bool(columns) and all(
        isinstance(zone.build, Join)
        and within(zone.build, SAME_SUIT)
        and isinstance(zone.lift, run)
        and zone.lift.join == zone.build
        for zone in columns
    )


def _lose(sheet: Sheet, header: list[int]) -> None:
    """Which positions the proofs call lost without a search."""
    proofs = sheet.proofs
    header[at.PLACED] = proofs.placed is not None
    header[at.DEAD_ENDS] = header[at.LINKED] = header[at.PAIRED] = -1
    if proofs.dead_ends is not None:
        dead_ends = proofs.dead_ends
        header[at.DEAD_ENDS] = sheet.table(dead_ends.build)
        header[at.DEAD_END_STOCK] = -1 if dead_ends.stock is None else dead_ends.stock
        header[at.DEAD_END_START] = sheet.table(dead_ends.start)
        header[at.DEAD_END_RUN] = sheet.table(dead_ends.runs)
        header[at.DEAD_END_BACK] = dead_ends.back
        columns = sheet.listed(dead_ends.columns)
        header[at.DEAD_END_COLUMNS], header[at.N_DEAD_END_COLUMNS] = columns
    if proofs.links is not None:
        header[at.LINKED] = sheet.table(proofs.links.build)
        header[at.LINKED_TO] = proofs.links.target
        sources = sheet.listed(proofs.links.sources)
        header[at.LINKED_FROM], header[at.N_LINKED_FROM] = sources
    if proofs.partners is not None:
        over = proofs.partners.over
        header[at.PAIRED] = sheet.table(proofs.partners.match)
        header[at.PAIRED_OVER] = sheet.masks((*over, *[0] * (at.TABLE - len(over))))


def _arrays(sheet: Sheet, header: list[int]) -> Program:
    """Header, lists and rows one after another; tables and random words."""
    if len(sheet.lists) > at.LISTS_END - at.HEADER:
        raise NotLowered(sheet.game)
    body = [*header, *sheet.lists]
    body += [0] * (at.LISTS_END - len(body))
    for slot, rows in (
        (at.ROW_PILES, sheet.piles),
        (at.ROW_MOVES, sheet.moves),
        (at.ROW_HIDDEN, sheet.hidden),
        (at.ROW_CHORES, sheet.chores),
        (at.ROW_GOALS, sheet.goals),
        (at.ROW_RULES, sheet.rules),
        (at.ROW_LIFTS, sheet.lifts),
    ):
        body[slot] = len(body)
        for row in rows.rows:
            body += row
    body[at.N_MOVES] = len(sheet.moves.rows)
    dice, depth = SplitMix(_SEED), header[at.DEPTH]
    drawn = [mask for table in sheet.tables for mask in table]
    body[at.ZOBRIST] = len(drawn)
    drawn += [dice.draw() for _ in range(2 * at.TABLE * depth)]
    body[at.SALT] = len(drawn)
    letters = [*sheet.game.letter, "gone"]
    shared = {letter: dice.draw() for letter in letters}
    drawn += [shared[letter] for letter in letters] + [dice.draw() for _ in letters]
    return Program(
        sheet.game,
        sheet.proofs,
        np.array(body, dtype=np.int32),
        np.array(drawn, dtype=np.uint64),
        tuple(sheet.verbs),
        sheet.shuffles,
        header[at.TRAIL],
        most_moves(sheet, header),
        _rested(sheet.game, sheet.proofs),
    )
