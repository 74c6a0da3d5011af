"""What a move costs a table for four before anything is stored or sent, part by part.

    python -m bench.moves [--game the-game] [--moves 2500]

Plays random moves in one room, without sockets and without a disk, and prints the microseconds of each part:
of one table that is always at hand, so that a server with hundreds of them needs about twice as much.
"""

import argparse
import random
import sys
from collections import defaultdict
from time import perf_counter_ns

from trapoula.host.bodies import NewRoom
from trapoula.host.chance import SECRET
from trapoula.host.making import creation, set_up_room
from trapoula.host.names import Person
from trapoula.room import commands, events, frames
from trapoula.room.proposals import propose
from trapoula.room.room import Room

SEATS = 4
ROUNDS = 6  # in one room
OUTLIER = 4  # times the median: then something else had the processor
PEOPLE = [Person(f"p{seat}", f"Player {seat}", True) for seat in range(SEATS)]


class Watch:
    """How long each part took, every time."""

    def __init__(self) -> None:
        self.took: defaultdict[str, list[int]] = defaultdict(list)
        self._since = perf_counter_ns()

    def begin(self) -> None:
        """From now on."""
        self._since = perf_counter_ns()

    def note(self, part: str) -> None:
        """This part ends here, and the next begins."""
        self.took[part].append(perf_counter_ns() - self._since)
        self._since = perf_counter_ns()

    def microseconds(self, part: str) -> float:
        """What a part takes, when nothing comes between."""
        took = sorted(self.took[part])
        usual = [one for one in took if one < OUTLIER * took[len(took) // 2]]
        return sum(usual) / len(usual) / 1000


def do(room: Room, command: commands.Logged, seat: int, watch: Watch) -> Room:
    """The room after a command, with everything that is written for those at it."""
    person = PEOPLE[seat]
    watch.begin()
    event = propose(room, command, person.id, person.name, (), SECRET, lambda: tuple(range(SEATS)))
    watch.note("whether it may be done")
    after = room.then(room.at + 1, event)
    events.write(event)
    watch.note("the room after it, and its row")
    news = frames.News(after)
    watch.note("what is the same for all")
    for looks, other in enumerate(PEOPLE):
        news.event(other.id, after.sitting.seen_from(other.id, None))
        watch.note("the seat on turn" if looks == after.turn else "a seat that is not")
    return after


def play(game: str, moves: int) -> Watch:
    """Play so many moves."""
    watch, aside, made = Watch(), Watch(), 0
    wanted = NewRoom(game=game, seats=SEATS)
    while made < moves:
        create = creation(wanted, PEOPLE[0].id, SECRET)
        room = set_up_room("bench", 1.0, create, wanted, PEOPLE[0], ())
        for seat in range(1, SEATS):
            room = do(room, commands.Sit(id=f"s{seat}", seat=seat), seat, aside)
        room = do(room, commands.Start(id="start"), 0, aside)
        for _ in range(ROUNDS):
            while room.turn is not None and room.session is not None:
                seat, number = room.turn, room.number
                able = [one for one in room.session.legal(seat) if not one.startswith("signal")]
                action = random.choice(able)
                act = commands.Act(id=f"m{number}", number=number, action=action)
                room, made = do(room, act, seat, watch), made + 1
            for seat in range(SEATS):
                again = commands.Again(id=f"a{room.number}", number=room.number)
                room = do(room, again, seat, aside)
    return watch


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="the-game")
    parser.add_argument("--moves", type=int, default=2500)
    given = parser.parse_args()
    watch = play(given.game, given.moves)
    print("| part of a move | µs |\n|---|---:|")
    for part in watch.took:
        print(f"| {part} | {watch.microseconds(part):.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
