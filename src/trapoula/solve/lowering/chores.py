"""Lowering chores: each becomes a row, with its condition at the end."""

from trapoula import patience as words
from trapoula.patience.wraps import unwrap
from trapoula.solve.kernel import layout as at
from trapoula.solve.lowering.goals import goal_rows
from trapoula.solve.lowering.program import NotLowered, Sheet, spelled


def chore_row(sheet: Sheet, chore: object) -> int:
    """The number of a chore's row."""
    match spelled(chore):
        case (words.If, so, inner) if not isinstance(inner, words.If):
            condition = goal_rows(sheet, so)
            row = chore_row(sheet, inner)
            sheet.chores.rows[row][at.IF : at.N_IF + 1] = condition
            return row
    return sheet.chores.add(*_numbers(sheet, chore))


def _numbers(sheet: Sheet, chore: object) -> tuple[int, ...]:
    """What a chore does, two lists of piles, a table and a number."""
    game = sheet.game
    match spelled(chore):
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
            stock = sheet.only_pile(to)
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
