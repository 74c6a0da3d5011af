"""Lowering rules, lifts, goals and chores: each becomes a row of numbers.

A rule is a sum of products of signed atoms, a goal a reckoning on a stack.
"""

from trapoula import patience as words
from trapoula.patience import NONE
from trapoula.patience.wraps import unwrap
from trapoula.solve.kernel import layout as at
from trapoula.solve.lowering.program import NotLowered, Sheet, type_and_fields

LAST_PHASE = 30  # phases below are told apart by a goal

Step = tuple[int, ...]


def goal_rows(sheet: Sheet, goal: object) -> tuple[int, int]:
    """The rows of a goal, for a reckoning on a stack, and their number."""
    start, steps = len(sheet.goals.rows), _steps(sheet, goal)
    for step in steps:
        sheet.goals.add(*step)
    return start, len(steps)


def _steps(sheet: Sheet, goal: object) -> list[Step]:
    """The steps of a goal."""
    match type_and_fields(goal):
        case (words.Home, zones):
            return [(at.G_EMPTY, *sheet.listed(sheet.game.elsewhere(zones)))]
        case (words.Bare, zones, but):
            return [(at.G_BARE, *sheet.where(zones), 0, 0, sheet.table(but))]
        case (words.Full, zones):
            return [(at.G_FULL, *sheet.where(zones))]
        case (words.Left, zones, least, most):
            return [(at.G_LEFT, *sheet.where(zones), least, most)]
        case (words.Sorted, zones, join, cards):
            return [(at.G_SORTED, *sheet.where(zones), cards, 0, sheet.table(join))]
        case (words.Phase, number) if 0 <= number < LAST_PHASE:
            return [(at.G_PHASE, 0, 0, 1 << number)]
        case (words.Redealt, times):
            return [(at.G_TURNED, 0, 0, times)]
        case (words.Cannot, words.Carry(limit=None) as move):
            return [(at.G_CANNOT, 0, 0, sheet.hide(move))]
        case (words.Not, so):
            return [*_steps(sheet, so), (at.G_NOT,)]
        case (words.Reach, points, filled):
            scored = _score_steps(sheet, sheet.game.score)
            return [(at.G_START,), *scored, (at.G_REACH, *sheet.where(filled), points)]
        case (words.Undone, _):  # leads nowhere, so that a search loses nothing if it goes on
            return [(at.G_BARE, 0, 0, 0, 0, sheet.table(words.NONE)), (at.G_NOT,)]
        case (words.Either, one, other):
            return [*_steps(sheet, one), *_steps(sheet, other), (at.G_OR,)]
        case (words.Both, one, other):
            return [*_steps(sheet, one), *_steps(sheet, other), (at.G_AND,)]
    raise NotLowered(goal)


def _score_steps(sheet: Sheet, score: object) -> list[Step]:
    """The steps that add a score up."""
    match type_and_fields(score):
        case (words.Cards, zones, each, start, test):
            table = -1 if test is None else sheet.table(test)
            return [(at.G_CARDS, *sheet.where(zones), each, start, table)]
        case (words.FaceDown, zones, each, start):
            return [(at.G_DOWN, *sheet.where(zones), each, start)]
        case (words.Worth, zones, points):
            worth = sheet.listed([*points, *[0] * (14 - len(points))])[0]
            return [(at.G_WORTH, *sheet.where(zones), 1, 0, worth)]
        case (words.Fixed, zones, each):
            return [(at.G_FIXED, *sheet.where(zones), each)]
        case (words.Gone, each, per):
            return [(at.G_GONE, 0, 0, each, per)]
        case (words.Joined, zones, join, each):
            return [(at.G_JOINED, *sheet.where(zones), each, 0, sheet.table(join))]
        case (words.InLine, zones, join, first, corner):
            tables = sheet.table(first), sheet.table(join)
            return [(at.G_IN_LINE, *sheet.where(zones), corner, *tables)]
        case (words.Suits, zones, each, join):
            return [(at.G_SUITS, *sheet.where(zones), each, 0, sheet.table(join))]
        case (words.Sum, scores):
            return [step for one in scores for step in _score_steps(sheet, one)]
    raise NotLowered(score)


def chore_row(sheet: Sheet, chore: object) -> int:
    """The number of a chore's row."""
    match type_and_fields(chore):
        case (words.If, so, inner) if not isinstance(inner, words.If):
            condition = goal_rows(sheet, so)
            row = chore_row(sheet, inner)
            sheet.chores.rows[row][at.IF : at.N_IF + 1] = condition
            return row
    return sheet.chores.add(*_numbers(sheet, chore))


def _numbers(sheet: Sheet, chore: object) -> tuple[int, ...]:
    """What a chore does, two lists of piles, a table and a number."""
    game = sheet.game
    match type_and_fields(chore):
        case (words.Reveal, zones):
            return (at.C_REVEAL, *sheet.where(zones))
        case (words.Uncover, zones):
            return (at.C_UNCOVER, *sheet.where(zones))
        case (words.Refill, zones, sources):
            return (at.C_REFILL, *sheet.where(zones), *sheet.where(sources))
        case (words.FromUnder, zones, sources):
            return (at.C_FROM_UNDER, *sheet.where(zones), *sheet.where(sources))
        case (words.Clear, zones):
            return (at.C_CLEAR, *sheet.where(zones))
        case (words.Gather, zones, to, lowest):
            stock = sheet.single_pile(to)
            builds = {game.zone[place].build for place in game.where(zones)}
            if len(builds) == 1 and isinstance(build := builds.pop(), words.Join):
                sheet.piles.rows[stock][at.PACKED] = sheet.table(
                    build
                )  # it comes back in that order
            order = game.where(zones)[:: 1 if lowest == "first" else -1]
            return (at.C_GATHER, *sheet.listed(order), *sheet.listed([stock]))
        case (words.DealAgain, zones, cards):
            return (at.C_DEAL_AGAIN, *sheet.where(zones), 0, 0, 0, cards)
        case (words.Close, zones, join, cards):
            return (at.C_CLOSE, *sheet.where(zones), 0, 0, sheet.table(join), cards)
        case (words.Bury, zones):
            return (at.C_BURY, *sheet.where(zones))
        case (words.Begin, phase):
            return (at.C_PHASE, 0, 0, 0, 0, 0, phase)
        case (words.Skip, parts):
            return (at.C_SKIP, 0, 0, 0, 0, 0, parts)
        case (words.Auto, move) if isinstance(unwrap(move), words.Turn):
            return (at.C_AUTO, 0, 0, 0, 0, 0, sheet.hide(move))
        case (words.Settle, zones):
            sheet.based.update(game.where(zones))
            return (at.C_SETTLE, *sheet.where(zones))
        case (words.CloseUp, zones):
            return (at.C_CLOSE_UP, *sheet.where(zones))
        case (words.Sweep, zones, to, _):
            assert isinstance(chore, words.Sweep)
            return (at.C_SWEEP, *sheet.where(zones), *sheet.where(to), sheet.table(chore.needed))
    raise NotLowered(chore)


Atom = tuple[int, int, int, int, int]  # kind, whether it is turned round, three numbers


def rule_row(sheet: Sheet, rule: object, pile: int | None = None) -> int:
    """A rule for a pile: any one of its groups, of which all atoms hold."""
    atoms = [
        (kind, sign | (2 if number and not place else 0), *rest)
        for number, group in enumerate(_groups(sheet, rule, pile))
        for place, (kind, sign, *rest) in enumerate(group)
    ]
    if len(atoms) > at.MOST_ATOMS:
        raise NotLowered(rule)
    return sheet.rules.add(len(atoms), *(number for atom in atoms for number in atom))


def _groups(sheet: Sheet, rule: object, pile: int | None) -> list[list[Atom]]:
    """The groups of atoms of a rule."""
    match type_and_fields(rule):
        case (words.Every, rules):
            found: list[list[Atom]] = [[]]
            for one in rules:
                found = [[*a, *b] for a in found for b in _groups(sheet, one, pile)]
            return found
        case (words.Some, rules):
            return [group for one in rules for group in _groups(sheet, one, pile)]
        case (words.Except, inner):
            match _groups(sheet, inner, pile):
                case [[(kind, sign, a, b, c)]]:
                    return [[(kind, 1 - sign, a, b, c)]]
        case (words.Until, cards, first, then):
            return [
                [(at.R_SHORT, sign, cards, 0, 0), *group]
                for sign, part in enumerate((first, then))
                for group in _groups(sheet, part, pile)
            ]
        case (words.OneWay, ways, zones):
            piles = sheet.where(zones)
            return [
                [(at.R_TABLE, 0, sheet.table(way), 0, 0), (at.R_WAY, 0, sheet.table(way), *piles)]
                for way in ways
            ]
        case (words.Beside, join, dx, lines, edge) if pile is not None:
            there = sheet.game.beside(pile, dx, lines)
            return _beside(sheet, pile, there, (at.R_BESIDE, sheet.table(join)), edge)
        case (words.Along, join, by, edge) if pile is not None:
            line = sheet.game.where(sheet.game.letter[pile])
            place = line.index(pile) + by
            along = line[place] if 0 <= place < len(line) else None
            return _beside(sheet, pile, along, (at.R_ALONG, sheet.table(join)), edge)
        case (words.Test, _, _) | (words.Join, _, _):
            return [[(at.R_TABLE, 0, sheet.table(rule), 0, 0)]]
        case (words.Base, zones):
            sheet.based.update(sheet.game.where(zones))
            return [[(at.R_BASE, 0, 0, *sheet.where(zones))]]
        case (words.Settled, by):
            return [[(at.R_SETTLED, 0, by, 0, 0)]]
        case (words.Unlike, zones, join):
            return [[(at.R_UNLIKE, 0, sheet.table(join), *sheet.where(zones))]]
    raise NotLowered(rule)


def _beside(
    sheet: Sheet, pile: int, there: int | None, atom: tuple[int, int], edge: object
) -> list[list[Atom]]:
    """A rule that looks at another pile, which depends on where this one lies."""
    if there is None:
        return _groups(sheet, edge, pile)
    kind, table = atom
    return [[(kind, 0, table, there, 0)]]


def lift_row(sheet: Sheet, lift: object, pile: int | None = None, leaves: int = 0) -> int:
    """A lift; -1 when nothing may be lifted."""
    if lift is None:
        return -1
    game = sheet.game
    match type_and_fields(lift):
        case (words.Top, own):
            return sheet.lifts.add(at.L_TOP, 0, -1, max(leaves, own))
        case (words.run, join, ends):
            last = -1 if ends == NONE else rule_row(sheet, ends, pile)
            return sheet.lifts.add(at.L_RUN, sheet.table(join), last, leaves)
        case (words.whole, or_top):
            return sheet.lifts.add(at.L_WHOLE, or_top, -1, leaves)
        case (words.leaving, inner, cards):
            return lift_row(sheet, inner, pile, leaves + cards)
        case (words.Uncovered,):
            return sheet.lifts.add(at.L_UNCOVERED, 0, -1, leaves)
        case (words.astray, dx) if pile is not None and not leaves:
            line, there = [pile], game.beside(pile, dx)
            while there is not None:
                line.append(there)
                there = game.beside(there, dx)
            return sheet.lifts.add(at.L_ASTRAY, *sheet.listed(line))
    raise NotLowered(lift)
