"""Information-set Monte Carlo tree search over the rules of any game.

The hidden cards are dealt anew again and again. On each deal every action that is still in question is played
to the end: a playout walks down one tree that is shared by all deals, adds a node to it and plays on. In the
tree an action is compared with the others over the playouts in which it was legal (single-observer ISMCTS:
Cowling, Powley and Whitehouse, 2012). Playouts prefer what has done well for the same seat before
(move-average sampling: Finnsson and Björnsson, 2008), and getting rid of cards where that pays.

Effort is counted in actions that are played ahead, so that the same sight gives the same choice anywhere.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import ceil, log, log2, sqrt
from typing import Any

from trapoula.game import CHANCE, Dice, Game, Seat, is_talkative
from trapoula.leads import leads, points, shares, sheds
from trapoula.unseen import Unseen

CURIOUS = 0.6  # how much an action that was tried seldom is favoured in the tree
SHEDS = 2.0  # how much a card less is liked in playouts, where it pays to get rid of cards
WHIM = 6  # one in so many actions of a playout is left to chance
LONGEST = 600  # actions of a playout
SHARE = 0.5  # of the points in what an end is worth; the rest is who won
EVEN = (0.5,) * 64  # what a playout is worth to each seat that tells nothing
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
        self._sheds = sheds(game)
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
        left, rounds = [*actions], 1 if evenly else max(1, ceil(log2(len(actions))))
        for number in range(rounds):
            while True:
                state = self._unseen.deal(self._dice)
                for action in left:
                    self._playout(state, action, known[action])
                if self._played * rounds >= effort * (number + 1) or (stop and stop()):
                    break
            left.sort(key=lambda action: known[action].worth / known[action].tries, reverse=True)
            left = left[: (len(left) + 1) // 2]
        return known

    def _playout(self, state: Any, first: Any, root: Node) -> None:
        """Do the first action, walk down its tree, add a node, play on, and tell all who were on the way."""
        game, node = self._game, root
        way, done = [(self._seat, root)], [(self._seat, first)]
        state, is_new = game.play(state, first), False
        for _ in range(LONGEST):
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

    def _value(self, state: Any) -> tuple[Sequence[float], Sequence[float]]:
        """What a table is worth to each seat, and the chance that each has won or will win."""
        outcome, counted = self._game.outcome(state), points(self._game, state)
        if outcome is None:
            guess = EVEN if counted is None else leads(self._game, counted)
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
        best, most = None, -1.0
        for action in legal:
            one = after[action]
            bound = one.worth / one.tries + CURIOUS * sqrt(log(one.offered) / one.tries)
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
            mean -= SHEDS * self._sheds.get(action, 0.0)
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
