"""Hints followed to the end of a deal, each asked of the rules at the very table.

python -m tests.solve.advised FIRST DEALS [game...]   a row for each patience: what its hints came to

The verdict is asked for first and now and then again; moves are taken back and detours made in between.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest.mock import patch

from tests.solve.positions import patiences
from trapoula.core.deals import SplitMix
from trapoula.play.session import Session
from trapoula.solve import Limits, hint, judge, line_for
from trapoula.solve.hints import sampling
from trapoula.solve.verdict import replayed

WHIMSICAL = (
    40  # hints during which the player does other things too; then play goes straight to the end
)
MOST = 400  # hints of a deal
QUICK = Limits(states=5_000)


class Followed(NamedTuple):
    """What came of the hints of one deal."""

    hints: int
    end: str  # won, lost, or none: no hint was given any more


@contextmanager
def few_samples() -> Iterator[None]:
    """Whether a hint is legal does not hang on how many tables it looks at."""
    with (
        patch.object(sampling, "SAMPLES", 2),
        patch.multiple(sampling, COMPARED=1, ROLLOUTS=1, ACTIONS_TRIED=300),
    ):
        yield


def advised(session: Session) -> bool:
    """Ask for a hint and play it; nothing is advised that the rules do not allow."""
    if session.outcome is not None:
        return False
    found = hint(session)
    if found is None:
        return False
    assert found.action in session.legal(0)
    if line := line_for(session):
        game = session.game
        assert replayed(game, session.state, [game.read(text) for text in line]) == line
    session.play(found.action)
    return True


def follow(id_: str, deal: int, most: int = MOST) -> Followed:
    """Play a deal by its hints, with whims of the player's at first."""
    session, dice, count = Session(id_, deal=deal), SplitMix(deal), 0
    judge(session.game, session.state, QUICK)
    while count < most:
        whim = dice.below(12) if count < WHIMSICAL else 12
        if whim == 0:
            for _ in range(dice.below(4) + 1):
                if session.undoable:
                    session.undo()
        elif whim == 1:
            for _ in range(dice.below(3) + 1):
                if legal := session.legal(0):
                    session.play(legal[dice.below(len(legal))])
        elif whim == 2 and session.outcome is None:
            judge(session.game, session.state, QUICK)
        if not advised(session):
            break
        count += 1
    outcome = session.outcome
    return Followed(count, "none" if outcome is None else "won" if outcome.won else "lost")


def main(words: list[str]) -> None:
    """Follow the hints of many deals, and tell how each game went."""
    first, deals, *games = words
    illegal = 0
    with few_samples():
        for id_ in games or patiences():
            ends: list[str] = []
            hints = 0
            for deal in range(int(first), int(first) + int(deals)):
                try:
                    came = follow(id_, deal)
                except Exception as fault:  # whatever it is: it is told, and the others are tried
                    illegal += 1
                    print(f"{id_} {deal}: {fault!r}", flush=True)
                    continue
                hints += came.hints
                ends.append(came.end)
            told = ", ".join(f"{ends.count(end)} {end}" for end in ("won", "lost", "none"))
            print(f"{id_}: {hints} hints, {told}", flush=True)
    print(f"{illegal} deals went wrong")
    sys.exit(illegal > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
