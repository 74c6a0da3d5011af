"""The recap of a game with rising and falling rows."""

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from trapoula.core.errors import Phrase
from trapoula.core.game import Line, Moment, Recap
from trapoula.tables._recap import Course, Turn, best, by_seat, in_order, turns
from trapoula.tables._rows import RISING

LONG = 4  # cards of a turn worth mentioning
FAR = 10  # a jump worth mentioning
FEW = 3  # a turn with at most this many legal lays is a close call


def rows_recap(course: Course, seats: int, cards: int, ways: Callable[[Any], int]) -> Recap:
    """Summarize cards and tricks, the longest turn, the biggest jump and the closest call."""
    laid = turns(course, lambda action: hasattr(action, "card"), lambda table: not table.laid)
    jumps = [(turn, ahead, card) for turn in laid for ahead, card in _jumps(turn)]
    tricks = [(turn, [card for ahead, card in _jumps(turn) if ahead < 0]) for turn in laid]
    trick = best(tricks, lambda one: len(one[1]), 2)
    long = best(laid, lambda turn: len(turn.actions), LONG)
    jump = best(jumps, itemgetter(1), FAR)
    close = best(laid, lambda turn: -ways(turn.before), -FEW)
    return Recap(
        (
            Phrase("Cards laid: {n} of {all}", n=sum(len(t.actions) for t in laid), all=cards),
            Phrase("Turns: {n}", n=len(laid)),
            Phrase("Backwards tricks: {n}", n=sum(len(cards) for _, cards in tricks)),
        ),
        (
            Line(Phrase("Cards laid"), by_seat(seats, ((t.seat, len(t.actions)) for t in laid))),
            Line(
                Phrase("Backwards tricks"),
                by_seat(seats, ((turn.seat, len(cards)) for turn, cards in tricks)),
            ),
        ),
        in_order(
            trick
            and Moment(
                Phrase(
                    "Most tricks in one turn: {seat}, {cards}",
                    seat=trick[0][0].seat,
                    cards=trick[0][1],
                ),
                trick[0][0].step,
            ),
            long
            and Moment(
                Phrase(
                    "Longest turn: {seat}, {cards}",
                    seat=long[0].seat,
                    cards=[lay.card for lay in long[0].actions],
                ),
                long[0].step,
            ),
            jump
            and Moment(
                Phrase(
                    "Biggest jump: {seat}, by {n} to {cards}",
                    seat=jump[0][0].seat,
                    n=jump[1],
                    cards=[jump[0][2]],
                ),
                jump[0][0].step,
            ),
            close
            and Moment(
                Phrase(
                    "Closest call: {seat}, ways to lay a card: {n}", seat=close[0].seat, n=-close[1]
                ),
                close[0].step,
            ),
        ),
    )


def _jumps(turn: Turn) -> list[tuple[int, int]]:
    """Return each card of a turn with its distance from the card below; negative for a trick."""
    tops, found = turn.before.tops, []
    for card, row in turn.actions:
        ahead = card - tops[row] if RISING[row] else tops[row] - card
        found.append((ahead, card))
        tops[row] = card
    return found
