"""How strong the players of any game are, who know nothing but its rules: a table in Markdown.

    python -m bench.players [GAMES] [FIRST] [LEVEL] [PART OF A NAME]

They meet random and greedy players, the weakest that search, and simple ones who know their game: at Hearts,
duck, and throw away what costs points; at Crazy Eights, keep the eights, and call the suit of which most is
held; at Take That its own bot `greedy`. A cheater who searches as they do, but sees every card, shows how
much luck leaves to skill.

Each deal is played once from each seat against the same players. Deals are numbered from FIRST on, so the
figures can be repeated. Milliseconds are of processor time.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Any, NamedTuple

from trapoula.bots import Observation, player
from trapoula.bots._anygame import LEVELS, Searcher
from trapoula.bots._observation import Imagined, imagine
from trapoula.catalogue import discovery
from trapoula.catalogue.entries import find
from trapoula.catalogue.odds import wilson
from trapoula.core.cards import EIGHT, FACES, HEARTS, QUEEN, SPADES, Card, rank, suit
from trapoula.core.deals import SplitMix, deck
from trapoula.core.game import CHANCE, Choice, Dice, Game, View
from trapoula.play.standing import shares
from trapoula.tables import by_suit_ace_high

HERE = Path(__file__).parents[1]
NAMES = "crazy_eights", "gin_rummy", "hearts", "last_straw", "xeri"
GAMES, FIRST = 20, 1001


def high(card: Card) -> int:
    """The rank of a card, the ace high."""
    return by_suit_ace_high(card)[1]


def _cards(text: str) -> list[Card]:
    return [FACES[word] for word in text.partition(">")[0].split()[1:]]


class Ducking:
    """At Hearts: wins no trick if possible, and is rid of what costs points as soon as possible."""

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """The highest card that does not win the trick, else what costs most; the highest are given away."""
        trick: Any = view["places"]["trick"]["cards"]  # type: ignore[call-overload, index]
        if legal[0].startswith("give"):
            return max(legal, key=lambda text: sum(map(high, _cards(text))))
        if len(trick) % 4 == 0:
            return min(legal, key=lambda text: high(_cards(text)[0]))
        led, last = suit(trick[0]), len(trick) == 3
        top = max(high(card) for card in trick if suit(card) == led)

        def worth(text: str) -> tuple[int, int, int]:
            (card,) = _cards(text)
            lady = rank(card) == QUEEN and suit(card) == SPADES
            if suit(card) != led:
                return 2, 100 * lady + 50 * (suit(card) == HEARTS), high(card)
            if high(card) < top:
                return 1, int(lady), high(card)
            return 0, -int(lady), high(card) if last else -high(card)

        return max(legal, key=worth)


class Thrifty:
    """At Crazy Eights: lays what fits and keeps its eights for when nothing does."""

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """A card that is no eight, else an eight and the suit of which most is held, else a card is drawn."""
        hand: Any = view["hand"]
        plain = [text for text in legal if text.startswith("play") and ":" not in text]
        if plain:
            return plain[dice.below(len(plain))]
        eights = [text for text in legal if ":" in text]
        held = ["CDHS"[suit(card)] for card in hand if rank(card) != EIGHT]
        return max(
            eights, key=lambda text: held.count(text.partition(":")[2][0].upper()), default=legal[0]
        )


class Cheating:
    """Searches as the others do, but is shown every card."""

    def __init__(self, level: str) -> None:
        self._searcher: Searcher = LEVELS[level]()

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """What does best on the very cards that lie there."""
        assert isinstance(view, Observation)
        game, state, seat = view.imagined
        return self._searcher.choose(
            Observation(view, Imagined(_Open(game), state, seat)), legal, dice
        )


class _Open:
    """A game that hides nothing from whoever thinks about it."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def determinize(self, state: Any, seat: int, dice: Dice) -> Any:
        """The table as it lies."""
        return state


class Line(NamedTuple):
    """Who meets whom at a game."""

    name: str
    game: str
    options: Mapping[str, Choice]
    seats: int
    other: Callable[[], Any]
    cheats: bool = False


def lines() -> list[Line]:
    """The matches."""
    for name in NAMES:
        discovery.put(str(HERE / "examples" / f"{name}.py"))
    discovery.put(str(HERE / "tests" / "tables" / "own" / "briscola.py"))
    games: list[tuple[str, dict[str, Choice], int]] = [
        ("crazy-eights", {"until": 50}, 2),
        ("xeri", {"until": 21}, 2),
        ("gin-rummy", {"until": 50}, 2),
        ("briscola", {}, 2),
        ("take-that", {}, 2),
        ("hearts", {"until": 26}, 4),
    ]
    simple: dict[str, Callable[[], Any]] = {
        "crazy-eights": Thrifty,
        "hearts": Ducking,
        "take-that": lambda: player("take-that", "greedy"),
    }
    found = list[Line]()
    for game, options, seats in games:
        for name in ("random", "greedy", "good"):
            found.append(Line(f"{game} against {name}", game, options, seats, LEVELS[name]))
        if game in simple:
            found.append(Line(f"{game} against simple", game, options, seats, simple[game]))
        found.append(
            Line(f"{game}, cheater against random", game, options, seats, LEVELS["random"], True)
        )
    return found


def played(line: Line, bot: Any, deal: int, own: int) -> tuple[float, float, float, int]:
    """What the one at seat `own` wins, its points less the others' mean, its seconds and its decisions."""
    game, other = find(line.game).make(line.options), line.other()
    spent, count, shuffled = 0.0, 0, 0
    dice = [SplitMix(deal * line.seats + seat) for seat in range(line.seats)]
    state = game.start(deck(game.pack, deal), line.seats)
    while (turn := game.turn(state)) is not None:
        if turn == CHANCE:
            shuffled += 1
            state = game.play(state, game.draw(state, SplitMix(deal << 20 | shuffled)))
            continue
        legal = {game.write(action): action for action in game.legal(state, turn)}
        text = next(iter(legal))
        if len(legal) > 1:
            seen = imagine(game, state, turn)
            if line.cheats and turn == own:
                seen = Observation(seen, Imagined(game, state, turn))
            since = process_time()
            text = (bot if turn == own else other).choose(seen, [*legal], dice[turn])
            if turn == own:
                spent, count = spent + process_time() - since, count + 1
        state = game.play(state, legal[text])
    outcome = game.outcome(state)
    assert outcome is not None
    rest = (sum(outcome.scores) - outcome.scores[own]) / (line.seats - 1)
    return shares(outcome)[own], outcome.scores[own] - rest, spent, count


def main(games: int = GAMES, first: int = FIRST, level: str = "good", part: str = "") -> None:
    """Play all matches and print a line for each."""
    print("| match | level | games | won | 95 % | if equal | points ahead | ms a decision |")
    print("|---|---|---:|---:|---|---:|---:|---:|")
    for line in lines():
        if part not in line.name:
            continue
        bot = Cheating(level) if line.cheats else LEVELS[level]()
        found = [
            [played(line, bot, deal, seat) for seat in range(line.seats)]
            for deal in range(first, first + games)
        ]
        won, ahead, spent, count = map(
            sum, zip(*(one for deal in found for one in deal), strict=True)
        )
        number = games * line.seats
        low, up = wilson(won, number)
        by_deal = [fmean(one[1] for one in deal) for deal in found]
        sure = 1.96 * stdev(by_deal) / games**0.5 if games > 1 else float("nan")
        cells = (
            *(line.name, level, number, f"{won / number:.1%}", f"{low:.0%} – {up:.0%}"),
            *(f"{1 / line.seats:.0%}", f"{ahead / number:+.1f} ± {sure:.1f}"),
            f"{1000 * spent / max(1, count):.0f}",
        )
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])
