"""Lowering moves, with all that is wrapped around them."""

from collections.abc import Sequence

from trapoula import patience as words
from trapoula.patience import ANYWHERE, Near
from trapoula.solve.kernel import layout as at
from trapoula.solve.lowering.program import NotLowered, Sheet, type_and_fields
from trapoula.solve.lowering.rows import LAST_PHASE, chore_row, goal_rows, lift_row

MOST_MOVES = 8192  # of one position
AIMED = (at.M_CARRY, at.M_LAYOFF, at.M_REPLACE, at.M_FOLD)  # from one pile to another

Row = list[int]


def add_move(sheet: Sheet, move: object) -> None:
    """One move of the player."""
    verb: str = move.verb  # type: ignore[attr-defined]
    row = _row(sheet, move)
    pairs: set[tuple[int, int]] = set()
    if row[at.OP] in AIMED:
        targets = at.FROM if row[at.OP] in (at.M_REPLACE, at.M_FOLD) else at.TO
        pairs = {(a, b) for a in sheet.list_at(row, at.FROM) for b in sheet.list_at(row, targets)}
    row[at.OVERLAPS] = any(
        verb == other and (row[at.OP] not in AIMED or bool(pairs & joined))
        for other, joined in zip(sheet.verbs, sheet.carried, strict=True)
    )
    sheet.moves.add(*row)
    sheet.verbs.append(verb)
    sheet.carried.append(pairs)


def add_hidden(sheet: Sheet, move: object) -> None:
    """A move that the player is not offered; it stands after all the others."""
    row = _row(sheet, move)
    if row[at.OP] not in (at.M_CARRY, at.M_TURN):
        raise NotLowered(move)
    sheet.hidden.add(*row)


def _row(sheet: Sheet, move: object) -> Row:
    """The row of a move: what must hold before it, and what is done after it, in order."""
    row, when, after = [0] * at.MOVE, list[int](), list[int]()
    _unwrap(sheet, move, row, when, after)
    row[at.WHEN], row[at.N_WHEN] = sheet.listed(when)
    row[at.AFTER], row[at.N_AFTER] = sheet.listed(after)
    return row


def _unwrap(sheet: Sheet, move: object, row: Row, when: list[int], after: list[int]) -> None:
    """What is wrapped around a move, and the move."""
    match type_and_fields(move):
        case (words.During, phases, inner, then, _):
            if not all(0 <= phase < LAST_PHASE for phase in phases):
                raise NotLowered(move)
            during = sum(1 << phase for phase in phases)
            when += [sheet.goals.add(at.G_PHASE, 0, 0, during), 1]
            _unwrap(sheet, inner, row, when, after)
            if then is not None:
                after.append(sheet.chores.add(at.C_PHASE, 0, 0, 0, 0, 0, then))
        case (words.When, so, inner, _):
            when += goal_rows(sheet, so)
            _unwrap(sheet, inner, row, when, after)
        case (words.Then, inner, chores):
            _unwrap(sheet, inner, row, when, after)
            after += [chore_row(sheet, chore) for chore in chores]
        case (words.Backfill, inner, by):
            _unwrap(sheet, inner, row, when, after)
            by = sheet.single_pile(by)
            after.append(sheet.chores.add(at.C_BACKFILL, 0, 0, 0, 0, 0, by))
        case (words.TakeAlong, inner):
            _unwrap(sheet, inner, row, when, after)
            if row[at.OP] != at.M_CARRY:
                raise NotLowered(move)
            row[at.TAKES_ALONG] = 1
        case (words.Earns, inner, _, _):
            _unwrap(sheet, inner, row, when, after)
        case _:
            _bare(sheet, move, row)


def _bare(sheet: Sheet, move: object, row: Row) -> None:
    """The move itself."""
    game = sheet.game
    row[at.OWN_LIFT], row[at.NEAR] = -1, -1
    match type_and_fields(move):
        case (words.Carry, source, to, limit, onto, lift):
            _join(row, at.M_CARRY, sheet.where(source), sheet.where(to))
            row[at.ONTO] = ("any", "cards", "spaces").index(onto)
            row[at.OWN_LIFT] = lift_row(sheet, lift)
            if limit is not None:
                _limit(sheet, limit, row)
        case (words.LayOff, source, to):
            _join(row, at.M_LAYOFF, sheet.where(source), sheet.where(to))
        case (words.Turn, stock, waste, by, redeals):
            stock, waste = sheet.single_pile(stock), sheet.single_pile(waste)
            _join(row, at.M_TURN, sheet.listed([stock]), sheet.listed([waste]))
            row[at.BY], row[at.REDEALS] = by, -1 if redeals == "unlimited" else redeals
        case (words.Spread, stock, to, filled, full):
            stock = sheet.single_pile(stock)
            _join(row, at.M_SPREAD, sheet.listed([stock]), sheet.where(to))
            row[at.FILLED], row[at.FULL] = filled, full
        case (words.Pair, zones, match_, under, near):
            _join(row, at.M_PAIR, sheet.where(zones), (0, 0), sheet.table(match_))
            row[at.UNDER : at.UNDER + 2] = sheet.where(under)
            row[at.NEAR] = _near(sheet, near)
        case (words.Replace, zones, stock, match_, near):
            by = sheet.listed([sheet.single_pile(stock)])
            _join(row, at.M_REPLACE, sheet.where(zones), by, sheet.table(match_))
            row[at.NEAR] = _near(sheet, near)
        case (words.Swap, zones) if _of_one_card(sheet, zones):
            _join(row, at.M_SWAP, sheet.where(zones))
        case (words.Fold, zones, match_, distances) if _of_one_card(sheet, zones):
            places = sheet.listed(distances)
            _join(row, at.M_FOLD, sheet.where(zones), places, sheet.table(match_))
        case (words.Drop, zones, test):
            _join(row, at.M_DROP, sheet.where(zones), (0, 0), sheet.table(test))
        case (words.Beat, zones, by):
            _join(row, at.M_BEAT, sheet.where(zones), (0, 0), sheet.table(by))
        case (words.Tap, _, zones, chores, times):
            place = game.where(zones) or (at.NO_PILE,)
            _join(row, at.M_TAP, sheet.listed(place[:1]))
            row[at.REDEALS] = -1 if times == "unlimited" else times
            done = [chore_row(sheet, chore) for chore in chores]
            row[at.CELLS], row[at.N_CELLS] = sheet.listed(done)
        case _:
            raise NotLowered(move)


def _of_one_card(sheet: Sheet, zones: str) -> bool:
    return all(sheet.game.zone[pile].room == 1 for pile in sheet.game.where(zones))


def _join(
    row: Row, op: int, source: tuple[int, int], target: tuple[int, int] = (0, 0), match: int = 0
) -> None:
    """Fill in what most moves have."""
    row[at.OP] = op
    row[at.FROM : at.FROM + 2] = source
    row[at.TO : at.TO + 2] = target
    row[at.MATCH] = match


def _limit(sheet: Sheet, limit: object, row: Row) -> None:
    """How many cards a carry takes at most."""
    match type_and_fields(limit):
        case (words.helped, cells, columns):
            row[at.LIMITED] = 1
            row[at.CELLS : at.CELLS + 2] = sheet.where(cells)
            row[at.BARES : at.BARES + 2] = sheet.where(columns)
        case _:
            raise NotLowered(limit)


def _near(sheet: Sheet, near: Near) -> int:
    """Which two piles lie so, a row of the list for each pile; -1 when it does not matter."""
    if near == ANYWHERE:
        return -1
    places = sheet.game.places
    every: Sequence[int] = range(len(places))
    return sheet.listed([near.holds(places[a], places[b]) for a in every for b in every])[0]


def most_moves(sheet: Sheet, header: Sequence[int]) -> int:
    """More moves than a position can have; too many for the kernel's room are refused."""
    cards, targets = header[at.CARDS], sum(row[at.N_TO] for row in sheet.moves.rows)
    most = 0
    for number, row in enumerate(sheet.moves.rows):
        op, sources = row[at.OP], max(1, row[at.N_FROM])
        if op in (at.M_CARRY, at.M_LAYOFF):  # each card heads one lift
            most += cards * row[at.N_TO]
        elif op == at.M_TURN:
            most += cards * targets if number == header[at.MACRO] else 1
        elif op in (at.M_PAIR, at.M_REPLACE, at.M_SWAP):
            most += sources * sources + row[at.N_UNDER]
        else:
            most += sources * max(1, row[at.N_TO])
        if row[at.TAKES_ALONG]:  # a lift takes any number of cards along
            tops = row[at.OWN_LIFT] < 0 and all(
                sheet.lifts.rows[sheet.piles.rows[pile][at.LIFT]][at.KIND_OF_LIFT] == at.L_TOP
                for pile in sheet.list_at(row, at.FROM)
                if sheet.piles.rows[pile][at.LIFT] >= 0
            )
            most += 0 if tops else cards * cards * row[at.N_TO]
    if most > MOST_MOVES:
        raise NotLowered(sheet.game.moves)
    return most
