"""Comparing one trace, position by position: the deal, every legal move, every pile, the score, the win."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.oracle.faults import Gesture, excused, meant
from tests.oracle.options import our_options
from tests.oracle.trace import Slots, Trace
from trapoula.cards import HIDDEN, name, rank, read_cards
from trapoula.catalogue import find
from trapoula.game import CHANCE
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
        theirs = self._their_gestures(table, recorded)
        taps = theirs | {("click", self.slots.pile_of[slot]) for slot in recorded["clicks"]}
        ours = set()
        for action in self.game.legal(table):
            gestures = self._gestures(table, action)
            if not gestures:
                continue
            ours.update(gestures)
            if action.verb in ("carry", "pair"):
                missing = gestures - theirs
            else:
                missing = set() if gestures & taps else {next(iter(sorted(gestures, key=str)))}
            for gesture in missing:
                if not excused(self.trace["game"], False, self.game, table, gesture):
                    self._differ(f"we allow {self.game.write(action)}, the record has no {gesture}")
        for gesture in sorted(theirs - ours, key=str):
            if not excused(self.trace["game"], True, self.game, table, gesture):
                self._differ(
                    f"the record allows {gesture}, named {self._named(gesture)}, and we do not"
                )

    def _gestures(self, table: Table, action: Action) -> set[Gesture]:
        """The ways of the record to make one of our actions."""
        if action.verb == "carry":
            drag = ("drag", action.source, action.size, action.target)
            return set() if self._exchange(table, drag) else {drag}
        if action.verb == "pair":
            return {
                ("drag", action.source, 1, action.target),
                ("drag", action.target, 1, action.source),
            }
        places = range(len(self.game.places)) if action.source == NOWHERE else (action.source,)
        return {("deal",)} | {
            gesture
            for at in places
            for gesture in (("click", at), ("double_click", at), ("drag", at, 1, at))
        }

    def _their_gestures(self, table: Table, recorded: dict[str, Any]) -> set[Gesture]:
        """What the record lists, less what it says is another way to do a listed thing."""
        listed = [
            *(["drag", *drag] for drag in recorded["drags"]),
            *(["click", at] for at in recorded["clicks"]),
            *(["double_click", at] for at in recorded["double_clicks"]),
            *([["deal"]] if recorded["deal"] else []),
        ]
        again = [first for first, _ in recorded["same"]]
        if any(way not in listed for pair in recorded["same"] for way in pair):
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
        match way:
            case ["drag", source, count, target]:
                return ("drag", pile[source], count, pile[target])
            case [kind, at]:
                return (kind, pile[at])
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
        return gesture[0] == "double_click" and (
            self.game.zone[int(gesture[1])].kind == "foundation"
            or any(action.source == gesture[1] for action in self._homeward(table))
        )

    # --- what was done ---------------------------------------------------------------------------

    def _follow(self, table: Table, step: dict[str, Any]) -> Table:
        """Our table after the recorded action."""
        way, after = step["action"], step["after"]
        same = {tuple(first): other for first, other in step.get("legal", {}).get("same", ())}
        gesture = self._ours(way)
        if not self._shortcut(table, gesture):  # which may be the same as one drag, and then go on
            gesture = self._tap(table, way, same) or self._ours(same.get(tuple(way), way))
        for action in self.game.legal(table):
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
        if self._shortcut(table, gesture) and self._regrouped(table.piles, wanted):
            found = table._replace(piles=wanted)
        elif self._exchange(table, gesture):
            found = _swap(table, int(gesture[1]), int(gesture[3]))
        else:
            return self._reach(table, wanted)
        self.scored = int(after["score"]) - self.game.score.of(self.game, found)
        return found

    def _regrouped(self, before: tuple[bytes, ...], after: tuple[bytes, ...]) -> bool:
        """Whether a double click on a foundation sent no card home, but some back or across."""
        if sum(map(len, self._homes(after))) > sum(map(len, self._homes(before))):
            return False
        alike = [at for at, zone in enumerate(self.game.zone) if zone.kind in ALIKE]
        held, since = (sorted(b"".join(piles[at] for at in alike)) for piles in (before, after))
        return held == since and all(
            pile == other or at in alike
            for at, (pile, other) in enumerate(zip(before, after, strict=True))
        )

    def _homes(self, piles: tuple[bytes, ...]) -> list[bytes]:
        zones = zip(self.game.zone, piles, strict=True)
        return [pile for zone, pile in zones if zone.kind == "foundation"]

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
                for action in self.game.legal(table)
            ):
                return gesture
        return None

    def _ways(self, action: Action) -> set[Gesture]:
        if action.verb == "carry":
            return {("drag", action.source, action.size, action.target)}
        return self._gestures(Table(()), action)

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
        for action in self.game.legal(table):
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
        for action in self.game.legal(table):
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
