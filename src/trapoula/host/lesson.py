"""A page that teaches a game: rules with pictures, one worked move, and the odds.

The client draws the pictures. The page only marks their places, `![The deal](deal)`, and `pictures`
returns what is on them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trapoula.catalogue.entries import find
from trapoula.catalogue.odds import Odds, odds, wilson
from trapoula.core import deals
from trapoula.core.cards import FACE_DOWN
from trapoula.core.errors import TrapoulaError
from trapoula.core.game import Choice, Game, Json, Seat, View, check
from trapoula.patience import Patience
from trapoula.room import points
from trapoula.texts import Language, language, page, title
from trapoula.texts.heads import head, relatives
from trapoula.texts.notes import Example, Played, example, played

DEAL, EXAMPLE = "deal", "example"
_ACTION = re.compile(r"(?:\w+ )?(?P<one>\w+)(?::(?P<count>\d+))?(?:(?P<sign>[>+])(?P<other>\w+))?")
EXAMPLE_HEADING = 4  # position of the example among the headings of a page


HAND = "hand"  # the pile of a picture that a player holds


@dataclass(frozen=True, slots=True)
class Picture:
    """The piles on a table, and what a move lifts and where to."""

    piles: Mapping[str, list[str]]
    lifted: tuple[tuple[str, int], ...] = ()  # pile and first card
    to: tuple[str, ...] = ()

    def plain(self) -> dict[str, Json]:
        """Return the picture as JSON."""
        return {
            "piles": {name: list[Json](own) for name, own in self.piles.items()},
            "lifted": [[pile, at] for pile, at in self.lifted],
            "to": [*self.to],
        }


def lesson(lang: str, game: str, options: Mapping[str, Choice] | None = None) -> str:
    """Return the page of a game under some options, as Markdown."""
    speaker = language(lang)
    settled = find(game).settle(options or {})
    drawn = pictures(game, settled)
    text = page(lang, game, settled).markdown
    if EXAMPLE not in drawn and isinstance(find(game).make(settled), Patience):
        text = _without(text, speaker.words.headings[EXAMPLE_HEADING])
    return "".join(_completed(text, speaker, game, settled, drawn))


def pictures(game: str, options: Mapping[str, Choice]) -> dict[str, Picture]:
    """Return the deal, and the example's move if the options allow it."""
    made, shown = find(game).make(options), example(game)
    deal = shown.deal if shown else 1
    start = made.start(deals.deck(made.pack, deal), made.seats[0])
    found = {DEAL: Picture(_piles(made, start))}
    if shown and (move := _move(made, start, shown)):
        found[EXAMPLE] = move
    return found


def _piles(game: Game[Any, Any], state: Any, seat: Seat = 0) -> dict[str, list[str]]:
    """Return the visible piles of a patience, or a table game's open cards and one hand."""
    view = game.view(state, seat)
    if isinstance(game, Patience):
        piles: Any = view["piles"]
        return {name: list(own) for name, own in piles.items()}
    if "places" in view:
        return dict(_places(game, view))
    return dict(_strips(view))


def _places(game: Game[Any, Any], view: View) -> Iterator[tuple[str, list[str]]]:
    """Yield the open cards of each place that has some, the backs of a stock, and the hand."""
    faces, places, hand = (
        {card: text for text, card in game.faces.items()},
        view["places"],
        view[HAND],
    )
    seen: Any = places
    for name, own in seen.items():
        cards = own.get("cards", [])
        if cards or own["kind"] == "stock":
            yield name, [faces[card] for card in cards] or [FACE_DOWN]
    held: Any = hand
    yield HAND, [faces[card] for card in held]


def _strips(view: View) -> Iterator[tuple[str, list[str]]]:
    rows: Any = view.get("rows") or view.get("piles") or {}
    for name, own in rows.items():
        yield name, [FACE_DOWN if own["top"] is None else str(own["top"])]
    row: Any = view.get("row")
    if row is not None:
        yield "pile", [FACE_DOWN]
        yield "row", [*map(str, row)]
    hand: Any = view["hand"]
    yield HAND, [*map(str, hand)]


def _move(game: Game[Any, Any], state: Any, shown: Example) -> Picture | None:
    """Return the last action of an example, if these options allow it."""
    try:
        for text in shown.before:
            state = game.play(state, check(game, state, _turn(game, state), text))
        action = check(game, state, seat := _turn(game, state), shown.move)
    except TrapoulaError:
        return None
    piles = _piles(game, state, seat)
    if not isinstance(game, Patience):
        return _played(piles, _piles(game, game.play(state, action), seat))
    named = _ACTION.fullmatch(shown.move)
    if not named or named["one"] not in piles:
        return Picture(piles)
    lifted = [(named["one"], len(piles[named["one"]]) - int(named["count"] or 1))]
    if named["sign"] == "+":
        lifted.append((named["other"], len(piles[named["other"]]) - 1))
    return Picture(piles, tuple(lifted), (named["other"],) if named["sign"] == ">" else ())


def _turn(game: Game[Any, Any], state: Any) -> Seat:
    """Return the seat on turn, or seat 0 after the end of the game."""
    seat = game.turn(state)
    return 0 if seat is None else seat


def _played(before: Mapping[str, list[str]], after: Mapping[str, list[str]]) -> Picture:
    """Return a move's picture: the cards gone from a hand or row are lifted, to the piles with new cards."""
    lifted, to = [], []
    for name, own in before.items():
        gone, come = Counter(own) - Counter(after[name]), Counter(after[name]) - Counter(own)
        if name == HAND or not come:
            for at, text in enumerate(own):
                if gone[text]:
                    gone[text] -= 1
                    lifted.append((name, at))
        elif come:
            to.append(name)
    return Picture(before, tuple(lifted), tuple(to))


# --- sections besides the rules --------------------------------------------------------------------


def _completed(
    text: str,
    speaker: Language,
    game: str,
    options: Mapping[str, Choice],
    drawn: Mapping[str, Picture],
) -> Iterator[str]:
    """Yield the page with its other names, pictures, odds and related games."""
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
    made = find(game).make(options)
    if isinstance(made, Patience) and points.counted(made):
        ways = " ".join(speaker.say(one.message, **one.facts) for one in points.told(made))
        yield f"\n## {speaker.say('Other ways of counting')}\n\n{ways}\n"
    own_odds = odds(game, options)
    if known := own_odds or odds(game):
        told = " ".join(told_odds(known, len(made.pack), speaker, usual=own_odds is None))
        yield f"\n## {speaker.say('How often it can be won')}\n\n{told}\n"
    elif bots := played(game):
        told = " ".join(_matches(bots, speaker))
        yield f"\n## {speaker.say('How often it is won')}\n\n{told}\n"
    if own := relatives(game):
        links = ", ".join(f"[{title(speaker.code, other)}]({other})" for other in own)
        yield f"\n## {speaker.say('Played alike')}\n\n{links}.\n"


def _without(text: str, heading: str) -> str:
    """Return the page without one of its sections."""
    before, found, after = text.partition(f"\n## {heading}\n")
    return before + "\n## " + after.partition("\n## ")[2] if found else text


def told_odds(known: Odds, cards: int, speaker: Language, *, usual: bool = False) -> Iterator[str]:
    """Yield how many of the studied deals can be won, and what that means for all deals."""
    yield speaker.say(
        "Of the first {deals} deals, {won} can be won, {lost} cannot, and {open} stayed undecided.",
        deals=speaker.figure(known.deals, ","),
        won=speaker.figure(known.winnable, ","),
        lost=speaker.figure(known.lost, ","),
        open=speaker.figure(known.unknown, ","),
    )
    if known.vague:
        yield speaker.say("That is too little to say how often it can be won.")
    else:
        yield _winnable(speaker, *known.bounds)
    won, played = known.simple
    if played:
        yield speaker.say(
            "Simple play, which looks at the next move only, wins {share} of the deals.",
            share=speaker.figure(won / played, ".0%"),
        )
    if known.length and not known.wanders(cards):
        yield speaker.say_many(
            "A game takes about {n} move.", "A game takes about {n} moves.", known.length
        )
    if usual:
        yield speaker.say("This was measured with the usual options.")


def _winnable(speaker: Language, least: float, most: float) -> str:
    """Return the likely share of winnable deals, in whole percents."""
    low, high = (speaker.figure(end, ".0%") for end in (least, most))
    if low != high:
        return speaker.say(
            "So most likely between {low} and {high} of all deals can be won.", low=low, high=high
        )
    if low == speaker.figure(1, ".0%"):
        return speaker.say("So nearly every deal can be won.")
    if high == speaker.figure(0, ".0%"):
        return speaker.say("So hardly any deal can be won.")
    return speaker.say("So about {share} of all deals can be won.", share=low)


def _matches(bots: Played, speaker: Language) -> Iterator[str]:
    """Yield the bots' results: all together, or a strong one against weaker ones."""
    low, high = wilson(bots.won, bots.games)
    facts = {
        "games": speaker.figure(bots.games, ","),
        "won": speaker.figure(bots.won, ","),
        "seats": bots.seats,
        "low": speaker.figure(low, ".0%"),
        "high": speaker.figure(high, ".0%"),
    }
    if bots.together:
        yield speaker.say(
            "Strong bots, {seats} at the table, won {won} of {games} games: most likely they win "
            "between {low} and {high} of all games.",
            **facts,
        )
    else:
        yield speaker.say(
            "A strong bot won {won} of {games} games for {seats} against simple ones: most likely it "
            "wins between {low} and {high} of all such games. Among equals everybody wins as often "
            "as the others.",
            **facts,
        )
    yield speaker.say_many(
        "A game takes about {n} turn.", "A game takes about {n} turns.", bots.turns
    )
