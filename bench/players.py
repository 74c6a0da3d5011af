"""How strong the players of any game are, who know nothing but its rules: a table in Markdown.

    python -m bench.players [GAMES] [FIRST]

Against chance with two players, and against simple players who know their game: at Hearts, duck, and throw
away what costs points; at Crazy Eights, keep the eights, and call the suit of which most is held; at
Take That the bot `greedy`. Deals are numbered from FIRST on and chairs move on with each, so that the
figures can be repeated. Milliseconds are of processor time.
"""

import sys
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any, NamedTuple

from tests.bots.small import BLACK_LADY, CrazyEights, Hearts, high
from trapoula.bots import player
from trapoula.bots._anygame import LEVELS
from trapoula.bots._observation import imagine
from trapoula.cards import EIGHT, FACES, HEARTS, rank, suit
from trapoula.catalogue import find
from trapoula.deals import SplitMix, deck
from trapoula.game import CHANCE, Dice, Game, View
from trapoula.leads import shares
from trapoula.odds import wilson

GAMES = 100


class Ducking:
    """At Hearts: wins no trick if possible, and is rid of what costs points as soon as possible."""

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """The highest card that does not win the trick, else what costs most."""
        trick: Any = view["trick"]
        if not trick:
            return min(legal, key=lambda text: high(FACES[text]))
        led = suit(trick[0])
        top = max(high(card) for card in trick if suit(card) == led)

        def worth(text: str) -> tuple[int, int, int]:
            card = FACES[text]
            if suit(card) != led:
                return 2, 100 * (card == BLACK_LADY) + 50 * (suit(card) == HEARTS), high(card)
            if high(card) < top:
                return 1, int(card == BLACK_LADY), high(card)
            last = len(trick) == 3
            return 0, -int(card == BLACK_LADY), high(card) if last else -high(card)

        return max(legal, key=worth)


class Thrifty:
    """At Crazy Eights: lays what fits and keeps its eights for when nothing does."""

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """A card that is no eight, else an eight and the suit of which most is held, else a card is drawn."""
        hand: Any = view["hand"]
        plain = [text for text in legal if text != "draw" and "=" not in text]
        if plain:
            return plain[dice.below(len(plain))]
        eights = [text for text in legal if "=" in text]
        held = [card for card in hand if rank(card) != EIGHT]
        count = ["CDHS"[suit(card)] for card in held].count
        return max(eights, key=lambda text: count(text[-1])) if eights else legal[0]


class Line(NamedTuple):
    """Who meets whom at a game: one of any game, and others."""

    name: str
    game: Game[Any, Any]
    seats: int
    other: Callable[[], Any]


def lines() -> list[Line]:
    """The matches."""
    chance = LEVELS["random"]
    return [
        Line("Crazy Eights, 2, against chance", CrazyEights(), 2, chance),
        Line("Take That, 2, against chance", find("take-that").make(), 2, chance),
        Line("Crazy Eights, 2, against simple play", CrazyEights(), 2, Thrifty),
        Line("Crazy Eights, 4, against simple play", CrazyEights(), 4, Thrifty),
        Line("Hearts, 4, against chance", Hearts(), 4, chance),
        Line("Hearts, 4, against simple play", Hearts(), 4, Ducking),
        Line(
            "Take That, 2, against its greedy",
            find("take-that").make(),
            2,
            lambda: player("take-that", "greedy"),
        ),
    ]


def played(line: Line, level: str, deal: int) -> tuple[float, float, float, int]:
    """What the one of any game wins, its points less the others' mean, its seconds and its decisions."""
    game, one, other = line.game, LEVELS[level](), line.other()
    own, spent, count = deal % line.seats, 0.0, 0
    state, dice = game.start(deck(game.pack, deal), line.seats), SplitMix(deal)
    while (turn := game.turn(state)) is not None:
        if turn == CHANCE:
            state = game.play(state, game.draw(state, dice))
            continue
        legal = [game.write(action) for action in game.legal(state, turn)]
        if len(legal) == 1:
            text = legal[0]
        elif turn == own:
            since = process_time()
            text = one.choose(imagine(game, state, turn), legal, dice)
            spent, count = spent + process_time() - since, count + 1
        else:
            text = other.choose(imagine(game, state, turn), legal, dice)
        state = game.play(state, game.read(text))
    outcome = game.outcome(state)
    assert outcome is not None
    rest = (sum(outcome.scores) - outcome.scores[own]) / (line.seats - 1)
    return shares(outcome)[own], outcome.scores[own] - rest, spent, count


def main(games: int = GAMES, first: int = 1, *levels: str) -> None:
    """Play all matches and print a line for each."""
    print("| match | level | deals | won | 95 % | par | points ahead | ms a decision |")
    print("|---|---|---:|---:|---|---:|---:|---:|")
    for line in lines():
        for level in levels or ("greedy", "good", "skilled", "strong"):
            found = [played(line, level, deal) for deal in range(first, first + games)]
            won, ahead, spent, count = map(sum, zip(*found, strict=True))
            low, high_ = wilson(won, games)
            cells = (
                *(line.name, level, games, f"{won / games:.1%}", f"{low:.1%} – {high_:.1%}"),
                *(f"{1 / line.seats:.0%}", f"{ahead / games:+.1f}"),
                f"{1000 * spent / max(1, count):.0f}",
            )
            print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])
