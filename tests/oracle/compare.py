"""Comparing one trace, position by position: the deal, every legal move, every pile, the score, the win."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.oracle.faults import Gesture, excused, meant
from tests.oracle.options import our_options
from tests.oracle.trace import Slots, Trace
from trapoula.catalogue.entries import find
from trapoula.core.cards import HIDDEN, name, rank, read_cards
from trapoula.core.game import CHANCE
from trapoula.patience import Action, Patience, Table

NOWHERE = -1
ALIKE = ("foundation", "cell")  # kinds of zones where one pile is as good as another


@dataclass
class Report:
    """What came out of comparing one trace."""

    positions: int
    differences: list[str]


def compare(trace: Trace) -> Report:
    """Replay a trace with our rules; a difference in the table ends the comparison of this trace."""
    report = Report(0, [])
    try:
        _Walk(trace, report).run()
    except ApartError as apart:
        report.differences.append(str(apart))
    report.differences[:] = [
        f"seed {trace['seed']} {trace['mode']}: {text}" for text in report.differences
    ]
    return report


class ApartError(Exception):
    """The tables no longer agree, so nothing after this can be compared."""


class _Walk:
    def __init__(self, trace: Trace, report: Report) -> None:
        self.trace, self.report = trace, report
        made = find(trace["game"]).make(our_options(trace["game"], trace["options"]))
        assert isinstance(made, Patience)
        self.game = made
        self.slots = Slots(trace["layout"], made)
        self.step = "start"
        self.scored = 0  # what the record scored for things that we leave out
        self.at: Table | None = None  # the table whose actions are known
        self.actions: list[Action] = []
        self.can_deal = False  # whether the record's Deal button is lit

    def run(self) -> None:
        table = self._start()
        for number, step in enumerate(self.trace["steps"]):
            self.step = f"step {number}"
            if "legal" in step:
                self._compare_legal(table, step["legal"])
            table = self._follow(table, step)
        self.step = "end"
        if not self._over(table, self.trace["end"]["reason"]):
            self._compare_legal(table, self.trace["end"]["legal"])

    def _over(self, table: Table, reason: str) -> bool:
        """Whether the game is won, or lost by its own rule, for the record and for us."""
        outcome = self.game.outcome(table)
        return outcome is not None and (outcome.reason, reason) in {
            ("won", "won"),
            ("lost", "over"),
        }

    def _start(self) -> Table:
        if "draws" in self.trace:  # dealt by more than the deck: only the game is compared
            table = Table(self.slots.piles(self.trace["start"]["slots"]))
        else:
            table = self.game.start(read_cards(self.trace["deck"]))
        self._compare_position(table, self.trace["start"])
        return table

    # --- what may be done ------------------------------------------------------------------------

    def _compare_legal(self, table: Table, recorded: dict[str, Any]) -> None:
        self.report.positions += 1
        listed = self._listed(recorded)
        theirs = self._their_moves(table, recorded, listed)
        known = theirs | {self._ours(way) for way in listed}
        ours: set[Gesture] = set()
        for action in self._legal(table):
            needed, others = self._gestures(table, action)
            ours |= needed | others
            missing = needed - known
            if not needed and not others & known:
                missing = set(sorted(others)[:1])
            for gesture in missing:
                if not excused(self.trace["game"], False, self.game, table, gesture):
                    self._differ(f"we allow {self.game.write(action)}, the record has no {gesture}")
        for gesture in sorted(theirs - ours, key=str):
            if not excused(self.trace["game"], True, self.game, table, gesture):
                self._differ(
                    f"the record allows {gesture}, named {self._named(gesture)}, and we do not"
                )
        if recorded["deal"] != (self.can_deal and any(map(self._at_stock, self._legal(table)))):
            self._differ(f"the record says {recorded['deal']} of its Deal button, and we do not")

    def _legal(self, table: Table) -> list[Action]:
        """Our legal actions, found once for each table."""
        if self.at is not table:
            self.at, self.actions = table, list(self.game.legal(table))
        return self.actions

    def _gestures(self, table: Table, action: Action) -> tuple[set[Gesture], set[Gesture]]:
        """The ways that the record must have to make one of our actions, and those it may have."""
        source, target = action.source, action.target
        if action.verb == "carry":
            drag: set[Gesture] = {("drag", source, action.size, target)}
            return (set(), set()) if self._exchange(table, *drag) else (drag, set())
        if action.verb == "pair":
            return {("drag", source, 1, target), ("drag", target, 1, source)}, set()
        if source == NOWHERE:
            return set(), {("double_click", at) for at in range(len(self.game.places))}
        return {("click", source)}, {("drag", source, 1, source)}

    def _at_stock(self, action: Action) -> bool:
        """Whether it is a tap on the stock, which is what a Deal button is for."""
        return (
            action.verb not in ("carry", "pair")
            and action.source != NOWHERE
            and self.game.zone[action.source].kind == "stock"
        )

    def _listed(self, recorded: dict[str, Any]) -> list[list[Any]]:
        """All that the record lists, but for the Deal button."""
        return [
            *(["drag", *drag] for drag in recorded["drags"]),
            *(["click", at] for at in recorded["clicks"]),
            *(["double_click", at] for at in recorded["double_clicks"]),
        ]

    def _their_moves(
        self, table: Table, recorded: dict[str, Any], listed: list[list[Any]]
    ) -> set[Gesture]:
        """What the record lists, less what it says is another way to do a listed thing."""
        again = [first for first, _ in recorded["same"]]
        if any(way not in [*listed, ["deal"]] for pair in recorded["same"] for way in pair):
            self._differ("the record calls something the same that it does not list")
        gestures = {
            meant(self.trace["game"], self.game, table, self._ours(way))
            for way in listed
            if way[0] == "drag" or way not in again
        }
        return {
            gesture
            for gesture in gestures
            if not self._exchange(table, gesture) and not self._shortcut(table, gesture)
        }

    def _ours(self, way: list[Any]) -> Gesture:
        """A way of the record with our piles in place of its slots."""
        pile = self.slots.pile_of
        try:
            match way:
                case ["drag", source, count, target]:
                    return ("drag", pile[source], count, pile[target])
                case [kind, at]:
                    return (kind, pile[at])
        except KeyError as slot:
            raise ApartError(f"{self.step}: nobody can touch slot {slot}") from None
        return ("deal",)

    def _exchange(self, table: Table, gesture: Gesture) -> bool:
        """Whether a drag merely exchanges two equal piles of one zone, an empty one and another."""
        match gesture:
            case ("drag", int(source), int(count), int(target)) if source != target:
                return (
                    self.game.letter[source] == self.game.letter[target]
                    and self.game.zone[source].kind in ALIKE
                    and len(table.piles[source]) == count
                    and not table.piles[target]
                )
        return False

    def _shortcut(self, table: Table, gesture: Gesture) -> bool:
        """Whether it is a double click that sends cards home: the one clicked, or all that can go."""
        if gesture[0] != "double_click":
            return False
        at = int(gesture[1])
        homeward = [
            action.source
            for action in self._homeward(table)
            if self.game.zone[action.target].kind == "foundation"
        ]
        if self.game.zone[at].kind == "foundation":
            return bool(homeward) or any(
                found.piles != table.piles for found in self._sent_again(table, at)
            )
        return at in homeward

    # --- what was done ---------------------------------------------------------------------------

    def _follow(self, table: Table, step: dict[str, Any]) -> Table:
        """Our table after the recorded action."""
        way, after = step["action"], step["after"]
        same = {tuple(first): other for first, other in step.get("legal", {}).get("same", ())}
        gesture = self._ours(way)
        if not self._shortcut(table, gesture):  # which may be the same as one drag, and then go on
            gesture = self._tap(table, way, same) or self._ours(same.get(tuple(way), way))
        for action in self._legal(table):
            if gesture in self._ways(action):
                found = self._shuffle(self.game.play(table, self._turned(action, gesture)), step)
                break
        else:
            found = self._follow_otherwise(table, gesture, after)
        self._compare_position(found, after)
        return found

    def _follow_otherwise(self, table: Table, gesture: Gesture, after: dict[str, Any]) -> Table:
        """Our table after something that is several actions of ours, or that we leave out."""
        wanted = self.slots.piles(after["slots"])
        if self._exchange(table, gesture):
            return _swap(table, int(gesture[1]), int(gesture[3]))
        if gesture[0] == "double_click" and self.game.zone[int(gesture[1])].kind == "foundation":
            for found in self._sent_again(table, int(gesture[1])):
                if found.piles == wanted:
                    self._count_again(found, int(after["score"]))
                    return found
        return self._reach(table, wanted)

    def _sent_again(self, table: Table, at: int) -> Iterator[Table]:
        """A double click on a foundation may send its top card home as if it were not there yet."""
        card = table.piles[at][-1:]
        without = table.put((at, table.piles[at][:-1]))
        for target, zone in enumerate(self.game.zone):
            if card and zone.kind in ALIKE and self.game.takes(without, target) >> card[0] & 1:
                yield without.put((target, without.piles[target] + card))

    def _count_again(self, table: Table, recorded: int) -> None:
        """Some programs count a card that comes home, and forget that it was counted before."""
        if recorded == self.game.score.of(self.game, table) + self.scored + 1:
            self.scored += 1

    def _tap(
        self, table: Table, way: list[Any], same: dict[tuple[Any, ...], list[Any]]
    ) -> Gesture | None:
        """A click of the record that is a tap of ours, even if a drag would move the same cards."""
        clicks = [way] if way[0] == "click" else []
        if way == ["deal"]:
            clicks = [list(first) for first, other in same.items() if other == same.get(("deal",))]
        for gesture in (self._ours(click) for click in clicks if click[0] == "click"):
            if any(
                action.verb not in ("carry", "pair") and action.source == gesture[1]
                for action in self._legal(table)
            ):
                return gesture
        return None

    def _ways(self, action: Action) -> set[Gesture]:
        if action.verb == "carry":
            return {("drag", action.source, action.size, action.target)}
        needed, others = self._gestures(Table(()), action)
        return needed | others | ({("deal",)} if self._at_stock(action) else set())

    def _turned(self, action: Action, gesture: Gesture) -> Action:
        """A pair in the order in which it was dragged."""
        if action.verb == "pair":
            return action._replace(source=int(gesture[1]), target=int(gesture[3]))
        return action

    def _shuffle(self, table: Table, step: dict[str, Any]) -> Table:
        """Chance does what it did in the record."""
        if self.game.turn(table) != CHANCE:
            return table
        recorded = read_cards(step["shuffles"][-1])
        loose = list(table.loose)
        order = []
        for card in recorded:
            any_suit = recorded.count(card) > self.game.pack.count(card)  # it stands for its rank
            for other in loose:
                if card == other or (any_suit and rank(card) == rank(other)):
                    loose.remove(other)
                    order.append(other)
                    break
        return self.game.play(table, Action("shuffle", order=bytes(order)))

    def _reach(self, table: Table, wanted: tuple[bytes, ...]) -> Table:
        """Our table where one gesture did what another does, or sent several cards home."""
        for action in self._legal(table):
            if (after := self.game.play(table, action)).piles == wanted:
                return after
            if action.verb == "carry" and (bare := _carry(table, action)).piles == wanted:
                return bare  # a double click that does not tidy up as a drag does
        for _ in range(len(self.game.pack)):
            if table.piles == wanted:
                return table
            for action in self._homeward(table):
                after = self.game.play(table, action)
                if self._nearer(after, wanted, action.target):
                    table = after
                    break
            else:
                break
        if table.piles == wanted:
            return table
        raise ApartError(f"{self.step}: no action of ours does what was done")

    def _homeward(self, table: Table) -> Iterator[Action]:
        """Our actions that carry a card to a foundation or a cell."""
        for action in self._legal(table):
            if (
                action.verb == "carry"
                and self.game.zone[action.target].kind in ALIKE
                and self.game.zone[action.source].kind != "foundation"
            ):
                yield action

    def _nearer(self, table: Table, wanted: tuple[bytes, ...], target: int) -> bool:
        return wanted[target].startswith(table.piles[target])

    # --- how the table lies ----------------------------------------------------------------------

    def _compare_position(self, table: Table, recorded: dict[str, Any]) -> None:
        wanted = self.slots.piles(recorded["slots"])
        if table.piles != wanted:
            faults = [
                f"{self.game.names[at]} is [{_show(pile)}], recorded [{_show(other)}]"
                for at, (pile, other) in enumerate(zip(table.piles, wanted, strict=True))
                if pile != other
            ]
            raise ApartError(f"{self.step}: {'; '.join(faults[:4])}")
        score = str(self.game.score.of(self.game, table) + self.scored)
        if score != recorded["score"]:
            self._differ(f"the score is {score}, recorded {recorded['score']}")
        self.can_deal = recorded["can_deal"]
        won = self.game.goal.met(self.game, table)
        if won != (recorded["state"] == "won"):
            self._differ(f"won is {won}, recorded {recorded['state']}")

    def _named(self, gesture: Gesture) -> str:
        names = [self.game.names[int(part)] for part in gesture[1:2] + gesture[3:]]
        return " ".join(names)

    def _differ(self, text: str) -> None:
        self.report.differences.append(f"{self.step}: {text}")


def _swap(table: Table, one: int, other: int) -> Table:
    return table.put((one, table.piles[other]), (other, table.piles[one]))


def _carry(table: Table, action: Action) -> Table:
    """The cards change piles, and nothing else happens."""
    lifted = table.piles[action.source][-action.size :]
    return table.put(
        (action.source, table.piles[action.source][: -action.size]),
        (action.target, table.piles[action.target] + lifted),
    )


def _show(pile: bytes) -> str:
    return " ".join(name(card & ~HIDDEN) + "?" * bool(card & HIDDEN) for card in pile)
