"""Lowering rules and lifts: a rule becomes a sum of products of signed atoms."""

from trapoula import patience as words
from trapoula.patience import NONE
from trapoula.solve.kernel import layout as at
from trapoula.solve.lowering.program import NotLowered, Sheet, type_and_fields

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
