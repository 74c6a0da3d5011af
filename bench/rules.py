"""Positions a second in random play, and the slowest `legal`, for every game.

    ./run bench rules

A position is one `legal` and one `play`, in processor time. The last column is the rate as a multiple
of a fixed piece of plain Python timed in the same run, so that machines can be compared.
"""

import sys
from time import process_time as clock

from tests.walks import Setting, options_of
from trapoula.catalogue.entries import find, ids
from trapoula.core.deals import SplitMix, deck
from trapoula.core.game import CHANCE

SECONDS = 0.6  # for each game
SLOWEST_RATE, SLOWEST_LEGAL = 2_000, 0.005  # no game may be slower


def baseline() -> float:
    """How often a second this machine sorts and hashes a pack of cards."""
    pack, count, start = list(range(52)), 0, clock()
    while clock() - start < SECONDS:
        hash(tuple(sorted(pack, key=lambda card: -card)))
        count += 1
    return count / SECONDS


def measure(setting: Setting) -> tuple[float, float]:
    """Positions a second, and the 99th percentile of the time that `legal` takes."""
    id_, options, seats = setting
    game = find(id_).make(options)
    dice, deal, positions = SplitMix(1), 0, 0
    times, spent = [], 0.0
    while spent < SECONDS:
        deal += 1
        state = game.start(deck(game.pack, deal), seats)
        for _ in range(200):
            turn = game.turn(state)
            if turn is None:
                break
            if turn == CHANCE:
                state = game.play(state, game.draw(state, dice))
                continue
            start = clock()
            legal = list(game.legal(state, turn))
            listed = clock()
            state = game.play(state, legal[dice.below(len(legal))])
            spent += clock() - start
            times.append(listed - start)
            positions += 1
    times.sort()
    return positions / spent, times[int(len(times) * 0.99)]


def main() -> int:
    """Print the table; the exit code says whether every game is fast enough."""
    unit, slow = baseline(), []
    print(f"| game | positions/s | legal p99, ms | of baseline {unit:,.0f}/s |")
    print("|---|---:|---:|---:|")
    for id_ in ids():
        worst = min(
            (
                measure((id_, options, seats))
                for options in options_of(find(id_))
                for seats in _seats(id_)
            ),
            key=lambda result: result[0],
        )
        rate, p99 = worst
        print(f"| {id_} | {rate:,.0f} | {p99 * 1000:.2f} | {rate / unit:.2f} |", flush=True)
        if rate < SLOWEST_RATE or p99 > SLOWEST_LEGAL:
            slow.append(id_)
    if slow:
        print(f"too slow: {', '.join(slow)}", file=sys.stderr)
    return bool(slow)


def _seats(id_: str) -> tuple[int, ...]:
    seats = find(id_).make().seats
    return (seats[0],) if len(seats) == 1 else (seats[0], seats[-1])


if __name__ == "__main__":
    sys.exit(main())
