"""Lowering rules and lifts: a rule becomes a sum of products of signed atoms."""

from trapoula.patience import (
    NONE,
    Along,
    Base,
    Beside,
    Every,
    Except,
    Join,
    OneWay,
    Settled,
    Some,
    Test,
    Top,
    Uncovered,
    Unlike,
    Until,
    astray,
    leaving,
    run,
    whole,
)
from trapoula.solve import layout as at
from trapoula.solve.program import NotLowered, Sheet, known

Atom = tuple[int, int, int, int, int]  # kind, whether it is turned round, three numbers


class Ruled(Sheet):
    """Writes rules and lifts."""

    def rule(self, rule: object, pile: int | None = None) -> int:
        """A rule for a pile: any one of its groups, of which all atoms hold."""
        groups = self.groups(rule, pile)
        atoms = [
            (kind, sign | (2 if number and not place else 0), *rest)
            for number, group in enumerate(groups)
            for place, (kind, sign, *rest) in enumerate(group)
        ]
        if len(atoms) > at.MOST_ATOMS:
            raise NotLowered(rule)
        return self.rules.add(len(atoms), *(number for atom in atoms for number in atom))

    def groups(self, rule: object, pile: int | None) -> list[list[Atom]]:
        """The groups of atoms of a rule."""
        known(rule)
        match rule:
            case Every():
                found: list[list[Atom]] = [[]]
                for one in rule.rules:
                    found = [[*a, *b] for a in found for b in self.groups(one, pile)]
                return found
            case Some():
                return [group for one in rule.rules for group in self.groups(one, pile)]
            case Except():
                inner = self.groups(rule.rule, pile)
                if len(inner) == 1 and len(inner[0]) == 1:
                    kind, sign, a, b, c = inner[0][0]
                    return [[(kind, 1 - sign, a, b, c)]]
                raise NotLowered(rule)
            case Until():
                short = (at.R_SHORT, rule.cards, 0, 0)
                first = self.groups(rule.first, pile)
                then = self.groups(rule.then, pile)
                return [[(short[0], 0, *short[1:]), *group] for group in first] + [
                    [(short[0], 1, *short[1:]), *group] for group in then
                ]
            case OneWay():
                zones = self.where(rule.zones)
                return [
                    [
                        (at.R_TABLE, 0, self.table(way), 0, 0),
                        (at.R_WAY, 0, self.table(way), *zones),
                    ]
                    for way in rule.ways
                ]
            case Beside() | Along():
                return self.beside(rule, pile)
        return [[self.atom(rule)]]

    def atom(self, rule: object) -> Atom:
        """A rule that is one atom."""
        match rule:
            case Test() | Join():
                return at.R_TABLE, 0, self.table(rule), 0, 0
            case Base():
                self.based.update(self.game.where(rule.zones))
                return at.R_BASE, 0, 0, *self.where(rule.zones)
            case Settled():
                return at.R_SETTLED, 0, rule.by, 0, 0
            case Unlike():
                return at.R_UNLIKE, 0, self.table(rule.join), *self.where(rule.zones)
        raise NotLowered(rule)

    def beside(self, rule: Beside | Along, pile: int | None) -> list[list[Atom]]:
        """A rule that looks at another pile, which depends on where this one lies."""
        if pile is None:
            raise NotLowered(rule)
        line = self.game.where(self.game.letter[pile])
        self.fixed.update(line)
        there: int | None
        if isinstance(rule, Beside):
            there = self.game.beside(pile, rule.dx, rule.lines)
        else:
            place = line.index(pile) + rule.by
            there = line[place] if 0 <= place < len(line) else None
        if there is None:
            return self.groups(rule.edge, pile)
        self.fixed.add(there)
        kind = at.R_BESIDE if isinstance(rule, Beside) else at.R_ALONG
        return [[(kind, 0, self.table(rule.join), there, 0)]]

    def lift(self, lift: object, pile: int | None = None, leaves: int = 0) -> int:
        """A lift; -1 when nothing may be lifted."""
        if lift is None:
            return -1
        known(lift)
        match lift:
            case Top():
                return self.lifts.add(at.L_TOP, 0, -1, max(leaves, lift.leaves))
            case run():
                ends = -1 if lift.ends == NONE else self.rule(lift.ends, pile)
                return self.lifts.add(at.L_RUN, self.table(lift.join), ends, leaves)
            case whole():
                return self.lifts.add(at.L_WHOLE, lift.or_top, -1, leaves)
            case leaving():
                return self.lift(lift.lift, pile, leaves + lift.cards)
            case Uncovered():
                self.fixed.update(range(len(self.game.places)) if pile is None else (pile,))
                return self.lifts.add(at.L_UNCOVERED, 0, -1, leaves)
            case astray() if pile is not None and not leaves:
                self.fixed.update(range(len(self.game.places)))
                line, there = [pile], self.game.beside(pile, lift.dx)
                while there is not None:
                    line.append(there)
                    there = self.game.beside(there, lift.dx)
                return self.lifts.add(at.L_ASTRAY, *self.listed(line))
        raise NotLowered(lift)
