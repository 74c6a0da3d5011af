"""A page that teaches: the rules of a game with pictures, one worked move, and how the game turns out.

The pictures are drawn by those who show the page: it only says where they belong, `![The deal](deal)`,
and `pictures` tells what lies on them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from trapoula import deals
from trapoula.cards import FACE_DOWN
from trapoula.catalogue import find
from trapoula.errors import TrapoulaError
from trapoula.game import Choice, Game, Json, View, check
from trapoula.patience import Patience
from trapoula.solve.measured import Measured, measured
from trapoula.texts import Language, language, page, title
from trapoula.texts.heads import head, relatives
from trapoula.texts.notes import Example, example

DEAL, EXAMPLE = "deal", "example"
SURE = 1.96  # standard deviations: what was measured holds for all deals nineteen times in twenty
_ACTION = re.compile(r"(?:\w+ )?(?P<one>\w+)(?::(?P<count>\d+))?(?:(?P<sign>[>+])(?P<other>\w+))?")
EXAMPLE_HEADING = 4  # where among the headings of a page the example stands


@dataclass(frozen=True, slots=True)
class Picture:
    """What lies on a table, and what a move on it lifts and where to."""

    piles: Mapping[str, list[str]]
    lifted: tuple[tuple[str, int], ...] = ()  # piles, and from which card of each
    to: tuple[str, ...] = ()

    def plain(self) -> dict[str, Json]:
        """The picture as it is sent."""
        return {
            "piles": {name: list[Json](own) for name, own in self.piles.items()},
            "lifted": [[pile, at] for pile, at in self.lifted],
            "to": [*self.to],
        }


def lesson(lang: str, game: str, options: Mapping[str, Choice] | None = None) -> str:
    """The page of a game under some options, as Markdown."""
    speaker = language(lang)
    settled = find(game).settle(options or {})
    drawn = pictures(game, settled)
    text = page(lang, game, settled).markdown
    if EXAMPLE not in drawn and example(game):
        text = _without(text, speaker.words.headings[EXAMPLE_HEADING])
    usual = settled == find(game).settle({})
    return "".join(_completed(text, speaker, game, drawn, usual=usual))


def pictures(game: str, options: Mapping[str, Choice]) -> dict[str, Picture]:
    """The deal, and the move of the example where the options allow it."""
    made, shown = find(game).make(options), example(game)
    deal = shown.deal if shown else 1
    start = made.start(deals.deck(made.pack, deal), made.seats[0])
    found = {DEAL: Picture(_piles(made, start))}
    if shown and (move := _move(made, start, shown)):
        found[EXAMPLE] = move
    return found


def _piles(game: Game[Any, Any], state: Any) -> dict[str, list[str]]:
    """What can be seen: of a patience its piles, of another game what lies open and a hand."""
    view = game.view(state, 0)
    if isinstance(game, Patience):
        piles: Any = view["piles"]
        return {name: list(own) for name, own in piles.items()}
    return dict(_strips(view))


def _strips(view: View) -> Iterator[tuple[str, list[str]]]:
    rows: Any = view.get("rows") or view.get("piles") or {}
    tops = [FACE_DOWN if row["top"] is None else str(row["top"]) for row in rows.values()]
    row: Any = view.get("row")
    yield "table", tops if row is None else [FACE_DOWN, *map(str, row)]
    hand: Any = view["hand"]
    yield "hand", [*map(str, hand)]


def _move(game: Game[Any, Any], state: Any, shown: Example) -> Picture | None:
    """The last action of an example, if it may be done under these options."""
    try:
        for text in shown.before:
            state = game.play(state, check(game, state, 0, text))
        check(game, state, 0, shown.move)
    except TrapoulaError:
        return None
    piles = _piles(game, state)
    named = _ACTION.fullmatch(shown.move)
    if not named or named["one"] not in piles:
        return Picture(piles)
    lifted = [(named["one"], len(piles[named["one"]]) - int(named["count"] or 1))]
    if named["sign"] == "+":
        lifted.append((named["other"], len(piles[named["other"]]) - 1))
    return Picture(piles, tuple(lifted), (named["other"],) if named["sign"] == ">" else ())


# --- what is told besides the rules ----------------------------------------------------------------


def _completed(
    text: str, speaker: Language, game: str, drawn: Mapping[str, Picture], *, usual: bool
) -> Iterator[str]:
    """The page with its other names, its pictures, its odds and its relatives."""
    top, _, rest = text.partition("\n\n## ")
    yield top
    if names := head(speaker.code, game).names:
        yield "\n\n" + speaker.say("Also called: {names}.", names=", ".join(names))
    yield f"\n\n![{speaker.say('The deal')}]({DEAL})\n\n## "
    heading = f"## {speaker.words.headings[EXAMPLE_HEADING]}\n\n"
    if EXAMPLE in drawn:
        picture = f"![{speaker.say('The move')}]({EXAMPLE})\n\n"
        rest = f"## {rest}".replace(heading, heading + picture, 1).removeprefix("## ")
    yield rest.rstrip() + "\n"
    if known := measured(game):
        told = " ".join(_odds(known, speaker, usual=usual))
        yield f"\n## {speaker.say('How often it can be won')}\n\n{told}\n"
    if own := relatives(game):
        links = ", ".join(f"[{title(speaker.code, other)}]({other})" for other in own)
        yield f"\n## {speaker.say('Played alike')}\n\n{links}.\n"


def _without(text: str, heading: str) -> str:
    """The page without one of its sections."""
    before, found, after = text.partition(f"\n## {heading}\n")
    return before + "\n## " + after.partition("\n## ")[2] if found else text


def _odds(known: Measured, speaker: Language, *, usual: bool) -> Iterator[str]:
    """How many of the deals that were tried can be won, and what that means for all deals."""
    yield speaker.say(
        "Of {deals} deals that were tried, {won} can be won, {lost} cannot, and {open} stayed undecided.",
        deals=known.deals,
        won=known.winnable,
        lost=known.lost,
        open=known.unknown,
    )
    if known.odds is None:
        yield speaker.say("That is too little to say how often it can be won.")
    else:
        low, high = interval(known)
        yield speaker.say(
            "So most likely between {low} and {high} of all deals can be won.",
            low=speaker.figure(low, ".0%"),
            high=speaker.figure(high, ".0%"),
        )
    if known.length:
        yield speaker.say_many(
            "A game takes about {n} move.", "A game takes about {n} moves.", known.length
        )
    if not usual:
        yield speaker.say("This was measured with the usual options.")


def interval(known: Measured) -> tuple[float, float]:
    """The shares between which the truth most likely lies: Wilson's, the undecided deals counted
    as lost at its lower end and as won at its upper.
    """
    return (
        _wilson(known.winnable, known.deals)[0],
        _wilson(known.winnable + known.unknown, known.deals)[1],
    )


def _wilson(won: int, deals: int) -> tuple[float, float]:
    share, weight = won / deals, SURE**2 / deals
    middle = (share + weight / 2) / (1 + weight)
    half = SURE / (1 + weight) * sqrt(share * (1 - share) / deals + weight / deals / 4)
    return max(0.0, middle - half), min(1.0, middle + half)
