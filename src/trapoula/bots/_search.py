"""Information-set Monte Carlo tree search over the rules of any game.

The hidden cards are dealt anew again and again. On each deal every action that is still in question is played
to the end: a playout walks down one tree that is shared by all deals, adds a node to it and plays on. In the
tree an action is compared with the others over the playouts in which it was legal (single-observer ISMCTS:
Cowling, Powley and Whitehouse, 2012). Playouts prefer what has done well for the same seat before
(move-average sampling: Finnsson and Björnsson, 2008).

Where a table tells how a round will end (`standing`), playouts are short, and what looks best at once
is preferred until playouts have shown otherwise. Elsewhere they go on to the end of the round.

Effort is counted in actions that are played ahead, so that the same sight gives the same choice anywhere.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import ceil, log, log2, sqrt
from typing import Any

from trapoula.core.determinization import Unseen
from trapoula.core.game import CHANCE, Dice, Game, Seat, is_hopeful, is_talkative, is_worded
from trapoula.play.standing import leads, learnt, points, shares, standing

CURIOUS = 1.2  # how much an action that was tried seldom is favoured, in deviations of playouts
LEAST = 0.02  # the smallest variance of playouts that is believed
GAINS = 2.0  # how much the best gain is liked in playouts, beside what did well before
BELIEVED = 25  # playouts that weigh as much as what looks best at once
AHEAD = 3  # actions of each seat, after which a table that tells how a round will end is judged
LOOKS = 3  # deals on which it is looked what gains at once
MANY = 24  # actions that are compared one by one; of more, the best by their cards
PICKING = 3  # one in so many actions of the effort chooses them
WHIM = 6  # one in so many actions of a playout is left to chance
LONGEST = 600  # actions of a playout
SHARE = 0.5  # of the points in what an end is worth; the rest is who won
WORD = (1 << 64) - 1


@dataclass(slots=True)
class Node:
    """What is known of an action at one place of the tree."""

    tries: int = 0
    offered: int = 0  # playouts in which it was legal
    worth: float = 0.0  # to the seat that does it
    chance: float = 0.0  # of winning, to the same seat
    after: dict[Hashable, "Node"] = field(default_factory=dict)


class Search:
    """One decision of one seat."""

    def __init__(self, game: Game[Any, Any], state: Any, seat: Seat, dice: Dice) -> None:
        self._game, self._seat, self._dice = game, seat, dice
        self._says = game.says if is_talkative(game) else None
        self._unseen = Unseen(game, state, seat)
        self._before = points(game, state)
        self._usual: dict[tuple[Seat, Hashable], list[float]] = {}  # tries and worth of actions
        self._seats = _seats(game, state)
        found = learnt(game, self._seats)
        self._tells = bool(found.number) or is_hopeful(game)
        self._longest = AHEAD * self._seats if self._tells else LONGEST
        most = max(map(abs, found.gains.values()), default=0.0) or 1.0
        self._gains = {action: GAINS * gain / most for action, gain in found.gains.items()}
        self._worths = [
            1.0,
            0.5,
            0.5,
        ]  # playouts so far: how many, and the sums of worths and squares
        self._random = dice.below(WORD) | 1
        self._played = 0

    def run(
        self,
        actions: Sequence[Any],
        effort: int,
        stop: Callable[[], bool] | None = None,
        *,
        evenly: bool = False,
    ) -> dict[Any, Node]:
        """Compare actions until so many were played ahead or `stop` says so; what is known of each.

        All are tried on the same deals. Each time a share of the effort is spent, the worse half drops out
        (sequential halving), unless they are to be tried `evenly`.
        """
        known = {action: Node() for action in actions}
        if len(actions) > MANY and not evenly:
            actions = self._promising(actions, effort // PICKING)
        promise = self._promise(actions)
        left, rounds = [*actions], 1 if evenly else max(1, ceil(log2(len(actions))))
        for number in range(rounds):
            while True:
                state = self._unseen.deal(self._dice)
                for action in left:
                    self._playout(state, action, known[action])
                if self._played * rounds >= effort * (number + 1) or (stop and stop()):
                    break
            mean = sum(known[one].worth for one in left) / sum(known[one].tries for one in left)
            looks = {one: BELIEVED * (mean + promise[one]) for one in left}
            left.sort(
                key=lambda one: (known[one].worth + looks[one]) / (known[one].tries + BELIEVED),
                reverse=True,
            )
            left = left[: (len(left) + 1) // 2]
        return known

    def _promise(self, actions: Sequence[Any]) -> dict[Any, float]:
        """How much better the seat stands right after each action than after the others."""
        total = dict.fromkeys(actions, 0.0)
        for _ in range(LOOKS if self._tells else 0):
            state = self._unseen.deal(self._dice)
            for action in actions:
                after = standing(self._game, self._game.play(state, action), self._seats)
                total[action] += after[self._seat] / LOOKS
        mean = sum(total.values()) / len(total)
        return {action: own - mean for action, own in total.items()}

    def _promising(self, actions: Sequence[Any], effort: int) -> list[Any]:
        """Those of many actions whose cards did best in some playouts of any of them."""
        reach = self._game.reach if is_worded(self._game) else None
        parts = {one: (*reach(one), *reach(one).cards) if reach else (one,) for one in actions}
        known: dict[Hashable, list[float]] = {}
        end = self._played + effort
        while self._played < end:
            state = self._unseen.deal(self._dice)
            for _ in range(MANY):
                action = actions[self._below(len(actions))]
                worth = self._playout(state, action, Node())
                for part in parts[action]:
                    sums = known.setdefault(part, [BELIEVED, BELIEVED / 2])
                    sums[0] += 1
                    sums[1] += worth
        means = {part: sums[1] / sums[0] for part, sums in known.items()}
        ranked = sorted(
            actions, key=lambda one: sum(means.get(part, 0.5) for part in parts[one]), reverse=True
        )
        return ranked[:MANY]

    def _playout(self, state: Any, first: Any, root: Node) -> float:
        """Do the first action, walk down its tree, add a node, play on, and tell all who were on the way.

        What came of it for the seat."""
        game, node = self._game, root
        way, done = [(self._seat, root)], [(self._seat, first)]
        state, is_new = game.play(state, first), False
        for _ in range(self._longest):
            turn = game.turn(state)
            if turn is None:
                break
            if turn == CHANCE:
                if self._before is not None and points(game, state) != self._before:
                    break  # what follows is another round
                state = game.play(state, game.draw(state, self._dice))
                continue
            legal = [*game.legal(state, turn)]
            if self._says is not None:
                legal = [one for one in legal if not self._says(one)]
            if not legal:
                break
            if len(legal) == 1:
                action = legal[0]
            elif is_new:
                action = self._likely(legal, turn)
            else:
                action, node, is_new = self._down(node, legal, turn)
                way.append((turn, node))
            done.append((turn, action))
            state = game.play(state, action)
        self._played += len(done)
        worths, chances = self._value(state)
        for seat, node in way:
            node.tries += 1
            node.worth += worths[seat]
            node.chance += chances[seat]
        for key in done:
            usual = self._usual.setdefault(key, [0, 0.0])
            usual[0] += 1
            usual[1] += worths[key[0]]
        own = worths[self._seat]
        self._worths = [
            old + new for old, new in zip(self._worths, (1, own, own * own), strict=True)
        ]
        return own

    def _value(self, state: Any) -> tuple[Sequence[float], Sequence[float]]:
        """What a table is worth to each seat, and the chance that each has won or will win."""
        outcome, counted = self._game.outcome(state), points(self._game, state)
        if outcome is None:
            guess = standing(self._game, state, self._seats)
            return guess, guess
        won, ahead = shares(outcome), leads(self._game, counted or outcome.scores)
        return [(1 - SHARE) * one + SHARE * lead for one, lead in zip(won, ahead, strict=True)], won

    def _down(self, node: Node, legal: Sequence[Any], turn: Seat) -> tuple[Any, Node, bool]:
        """The action to try next at a place of the tree, its node, and whether that is new."""
        after = node.after
        new = [action for action in legal if action not in after]
        for action in legal:
            if action in after:
                after[action].offered += 1
        if new:
            action = self._likely(new, turn)
            found = after[action] = Node(offered=1)
            return action, found, True
        count, total, squares = self._worths
        deviation = sqrt(max(LEAST, squares / count - (total / count) ** 2))
        best, most = None, -1.0
        for action in legal:
            one = after[action]
            bound = one.worth / one.tries + CURIOUS * deviation * sqrt(log(one.offered) / one.tries)
            if bound > most:
                best, most = action, bound
        return best, after[best], False

    def _likely(self, legal: Sequence[Any], turn: Seat) -> Any:
        """An action of a playout: what did best before, and now and then anything."""
        if len(legal) == 1:
            return legal[0]
        if not self._below(WHIM):
            return legal[self._below(len(legal))]
        best, most = legal[0], -99.0
        for action in legal:
            usual = self._usual.get((turn, action))
            mean = 1.0 if usual is None else usual[1] / usual[0]
            mean += self._gains.get(action, 0.0)
            if mean > most:
                best, most = action, mean
        return best

    def _below(self, n: int) -> int:
        """A number below n, by a small generator that is quick."""
        s = self._random
        s ^= s << 13 & WORD
        s ^= s >> 7
        s ^= s << 17 & WORD
        self._random = s
        return (s >> 11) % n


def _seats(game: Game[Any, Any], state: Any) -> int:
    """How many play at a table."""
    hands: Any = game.view(state, None).get("hands")
    return len(hands if isinstance(hands, list) else points(game, state) or game.seats)
