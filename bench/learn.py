"""Steps a second for those who learn: one table and many, beside OpenSpiel's solitaire in the same run.

`python -m bench.learn`. A step here is what a learner needs of it: the action done, what is seen as an array
and what may be done next as a mask. Both play Klondike at random; processor time.
"""

import sys
from collections.abc import Callable, Iterator
from random import Random
from time import process_time

import numpy as np

from trapoula.learn import GOING, Kernel

SECONDS = 4.0
TABLES = 128
LONGEST = 300  # steps of a game that goes round in circles


def single() -> Iterator[int]:
    """One table, step by step from Python."""
    kernel, dice, deal = Kernel("klondike"), Random(1), 0
    while True:
        deal += 1
        kernel.reset(deal)
        for _ in range(LONGEST):
            if kernel.ends[0] != GOING:
                break
            legal = kernel.mask[0].nonzero()[0]
            kernel.step(legal[dice.randrange(len(legal))])
            yield 1


def many() -> Iterator[int]:
    """Many tables together, the choosing of actions counted too."""
    kernel, dice, deal = Kernel("klondike", tables=TABLES), np.random.default_rng(1), 1
    while True:
        kernel.reset(deal)
        deal += TABLES
        for _ in range(LONGEST):
            wishes = dice.random(kernel.mask.shape, dtype=np.float32)
            kernel.step((kernel.mask * wishes).argmax(axis=1))
            yield int((kernel.ends == GOING).sum())


def theirs(*, arrays: bool) -> Iterator[int]:
    """OpenSpiel's solitaire from Python, with what is seen and the mask, or with the legal actions only."""
    import pyspiel

    game, dice = pyspiel.load_game("solitaire"), Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                if arrays:
                    np.array(state.observation_tensor(0), np.float32)
                    np.array(state.legal_actions_mask(), np.uint8)
                yield 1
            state.apply_action(dice.choice(legal))


def rate(steps: Callable[[], Iterator[int]]) -> float:
    """Steps a second of processor time, after a first step that may have to get ready."""
    made = steps()
    next(made)
    done, since = 0, process_time()
    while (spent := process_time() - since) < SECONDS:
        done += next(made)
    return done / spent


def main() -> None:
    """A line for each way to step."""
    ours = {"trapoula, one table": rate(single), f"trapoula, {TABLES} tables": rate(many)}
    try:
        peer = rate(lambda: theirs(arrays=True))
        bare = rate(lambda: theirs(arrays=False))
    except ImportError:
        print("NOT COMPARED with OpenSpiel: pip install open_spiel", file=sys.stderr)
        peer = bare = float("nan")
    for name, found in ours.items():
        print(f"{name:38} {found:10.0f} steps/s  {found / peer:6.1f} times OpenSpiel")
    print(f"{'OpenSpiel, seen and mask as arrays':38} {peer:10.0f} steps/s")
    print(f"{'OpenSpiel, legal actions only':38} {bare:10.0f} steps/s")


if __name__ == "__main__":
    main()
