"""Whether the tips on the pages of rules help: what they advise first or last, played both ways.

    python -m bench.advice            play every tip and print its figures
    python -m bench.advice osmosis    only these games; --deals 1000 for more, --write to note the figures

Simple play, which looks at the next move only, follows a tip wherever it has a choice, and then does the
opposite. The figures are games won and points on average, with the tip and against it, on the same deals.
They stand beside the tip, as the note `tested` of its English page.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from bench._pages import note
from trapoula.catalogue.entries import find
from trapoula.core.cards import HIDDEN, SUITS, rank, suit
from trapoula.core.deals import SplitMix, deck, dice
from trapoula.patience import KINGS, Action, Patience, Table
from trapoula.patience.table import CARRY, PAIR
from trapoula.solve.hints.reason import IDLE, RANK, reason

LONGEST, DEALS = 400, 300
DEALING = ("deal", "turn", "redeal", "gather")

Lean = Callable[[Patience, Table, Action], float]  # the more, the rather the tip would do it


class Tip(NamedTuple):
    """What a page advises, as a leaning, and the other way; that is the opposite unless it is named."""

    game: str
    says: str
    lean: Lean
    other: Lean | None = None


# --- what tips speak of ----------------------------------------------------------------------------


def _deals(game: Patience, table: Table, action: Action) -> bool:
    return action.verb in DEALING


def _useful(game: Patience, table: Table, action: Action) -> int:
    """One for a move that serves something, less for one that leads nowhere, zero for a deal."""
    if _deals(game, table, action):
        return 0
    return -1 if reason(game, table, action)[0] in IDLE else 1


def _last(game: Patience, table: Table, action: Action) -> float:
    """Turn or deal only when no move serves anything."""
    return _useful(game, table, action)


def _first(game: Patience, table: Table, action: Action) -> float:
    """Turn or deal before anything else."""
    return 2 if _deals(game, table, action) else _useful(game, table, action)


def _uncovers(game: Patience, table: Table, action: Action) -> bool:
    if action.verb != CARRY:
        return False
    rest = table.piles[action.source][: -action.size]
    return bool(rest) and rest[-1] & HIDDEN > 0


def _hidden(table: Table, pile: int) -> int:
    return sum(card & HIDDEN > 0 for card in table.piles[pile])


def _kind(game: Patience, pile: int) -> str:
    return game.zone[pile].kind if pile >= 0 else ""


def _from(first: str, later: str = "") -> Lean:
    """Rather from one kind of pile, and last from another."""
    return lambda game, table, action: (
        (_kind(game, action.source) == first)
        - (later != "" and _kind(game, action.source) == later)
        - 2 * _deals(game, table, action)
    )


def _reserve(game: Patience, table: Table, action: Action) -> float:
    return _kind(game, action.source) == "reserve"


def _home(game: Patience, table: Table, action: Action) -> float:
    return _kind(game, action.target) == "foundation"


def _cell_home(game: Patience, table: Table, action: Action) -> float:
    return _home(game, table, action) * (_kind(game, action.source) == "cell")


def _opens(game: Patience, table: Table, action: Action) -> float:
    """Uncover a card before anything else."""
    return _uncovers(game, table, action)


def _opens_longest(game: Patience, table: Table, action: Action) -> float:
    return _hidden(table, action.source) if _uncovers(game, table, action) else 0


def _opens_shortest(game: Patience, table: Table, action: Action) -> float:
    return 100 - _hidden(table, action.source) if _uncovers(game, table, action) else 0


def _opens_left(game: Patience, table: Table, action: Action) -> float:
    return 100 - action.source if _uncovers(game, table, action) else 0


def _opens_right(game: Patience, table: Table, action: Action) -> float:
    return action.source if _uncovers(game, table, action) else 0


def _usual(game: Patience, table: Table, action: Action) -> float:
    """As simple play would without the tip."""
    return 0


def _empties(game: Patience, table: Table, action: Action) -> float:
    """Carry a whole column onto another."""
    whole = action.verb == CARRY and len(table.piles[action.source]) == action.size
    return whole and _kind(game, action.source) == _kind(game, action.target) == "column"


def _early(game: Patience, table: Table, action: Action) -> float:
    return -min(action.source, action.target) if action.verb == PAIR else -action.source


def _late(game: Patience, table: Table, action: Action) -> float:
    return max(action.source, action.target)


def _late_at_the_end(game: Patience, table: Table, action: Action) -> float:
    (stock,) = game.where("S")
    return 0 if table.piles[stock] else _late(game, table, action)


def _tall(game: Patience, table: Table, action: Action) -> float:
    return sum(len(table.piles[pile]) for pile in (action.source, action.target) if pile >= 0)


def _frees_reserves(game: Patience, table: Table, action: Action) -> float:
    """In the first round, begin no foundation from the waste while another suit closes more reserves."""
    begins = _home(game, table, action) and not table.piles[action.target]
    if not begins or table.turned or _kind(game, action.source) != "waste":
        return _last(game, table, action)
    tops = Counter(suit(pile[-1]) for at in game.where("R") if (pile := table.piles[at]))
    begun = {suit(pile[0]) for at in game.where("BF") if (pile := table.piles[at])}
    own = suit(table.piles[action.source][-1])
    others = [tops[other] for other in range(len(SUITS)) if other not in begun | {own}]
    return -2 if others and tops[own] < max(others) else 1


def _no_waste(game: Patience, table: Table, action: Action) -> float:
    piles = (action.source, action.target)
    return -sum(_kind(game, pile) == "waste" for pile in piles) - 3 * _deals(game, table, action)


def _reveals(game: Patience, table: Table, action: Action) -> float:
    """What brings more cards to light; turn last."""
    return _lit(game, table, action) - 9 * _deals(game, table, action)


def _conceals(game: Patience, table: Table, action: Action) -> float:
    """What brings fewer cards to light; turn last."""
    return -_lit(game, table, action) - 9 * _deals(game, table, action)


def _lit(game: Patience, table: Table, action: Action) -> int:
    after = game.play(table, action)
    before, then = (sum(_hidden(one, at) for at in range(len(one.piles))) for one in (table, after))
    return before - then


def _high_apart(game: Patience, table: Table, action: Action) -> float:
    """One pile for the highest cards; on the others a lower card on a higher one."""
    if action.verb != CARRY or _kind(game, action.target) != "column":
        return 0
    card, pile = rank(table.piles[action.source][-1] & ~HIDDEN), table.piles[action.target]
    if not pile:
        return 0
    if card >= 11:
        return 1 if rank(pile[0] & ~HIDDEN) >= 11 else -1
    return -2 if rank(pile[0] & ~HIDDEN) >= 11 else (1 if rank(pile[-1] & ~HIDDEN) > card else -1)


def _foot(game: Patience, table: Table, action: Action) -> float:
    return action.source >= 0 and game.places[action.source].letter == "E"


def _kingless(game: Patience, table: Table, action: Action) -> float:
    """Cover a king on the waste before a place is made for it."""
    (waste,) = game.where("W")
    king = bool(table.piles[waste]) and table.piles[waste][-1] in KINGS
    return _deals(game, table, action) if king else _useful(game, table, action)


def _kinglike(game: Patience, table: Table, action: Action) -> float:
    """Play from the reserve whatever lies on the waste."""
    return _useful(game, table, action)


def _gaps_together(game: Patience, table: Table, action: Action) -> float:
    """Moves after which more gaps lie side by side."""
    after = game.play(table, action).piles
    return sum(not one and not other for one, other in pairwise(after))


def _downwards(game: Patience, table: Table, action: Action) -> float:
    """Begin piles downwards."""
    pile = table.piles[action.target] if action.target >= 0 else b""
    if _kind(game, action.target) != "column" or len(pile) != 1:
        return 0
    return 1 if rank(table.piles[action.source][-1]) < rank(pile[-1]) else -1


def _waste_to_columns(game: Patience, table: Table, action: Action) -> float:
    """Save what the waste would bury."""
    return (
        _kind(game, action.source) == "waste" and _kind(game, action.target) == "column"
    ) - _deals(game, table, action)


def _court_free(game: Patience, table: Table, action: Action) -> float:
    """Number cards in the places that belong to nobody; and clear those of the court first."""
    letters = [game.places[pile].letter for pile in (action.source, action.target) if pile >= 0]
    court = sum(letter in "JQK" for letter in letters)
    return court if action.verb in (PAIR, "drop") else -court


TIPS = (
    Tip("accordion", "fold near the end first", _late),
    Tip("agnes", "play before dealing", _last, _first),
    Tip("backbone", "the card at the foot first", _foot),
    Tip("bear-river", "home whenever it can be", _home),
    Tip("block-ten", "no order is better", _early),
    Tip("camelot", "leave the places of the court free", _court_free),
    Tip("canfield", "the reserve first", _reserve),
    Tip("carpet", "play before turning", _last, _first),
    Tip("cover", "no order is better", _early),
    Tip("doublets", "cover a king of the waste first", _kingless, _kinglike),
    Tip("easthaven", "play before dealing", _last, _first),
    Tip("eight-off", "home whenever it can be", _home),
    Tip("elevator", "what opens more", _reveals, _conceals),
    Tip("fortunes", "take before dealing", _last, _first),
    Tip(
        "forty-thieves",
        "the columns first, the waste last",
        _from("column", "waste"),
        _from("waste", "column"),
    ),
    Tip("giant", "play before dealing", _last, _first),
    Tip("glenwood", "the reserve first", _reserve),
    Tip("golf", "play before turning", _last, _first),
    Tip("helsinki", "no order is better", _early),
    Tip("hopscotch", "the kings on a pile of their own", _high_apart),
    Tip("isabel", "from the tallest piles", _tall),
    Tip("jamestown", "no order is better", _early),
    Tip("jumbo", "open on the left first", _opens_left, _opens_right),
    Tip("kansas", "save the waste in the columns", _waste_to_columns),
    Tip("king-albert", "open first", _opens),
    Tip("klondike", "open in the longest column first", _opens_longest, _opens_shortest),
    Tip("labyrinth", "play before dealing", _last, _first),
    Tip("lady-jane", "play before dealing", _last, _first),
    Tip("maze", "gaps side by side", _gaps_together),
    Tip("neighbor", "nearest the start first", _early),
    Tip("osmosis", "upper places for suits that close reserves", _frees_reserves, _last),
    Tip("peek", "upper places for suits that close reserves", _frees_reserves, _last),
    Tip("quatorze", "at the end first, once the stock is empty", _late_at_the_end),
    Tip("scorpion", "open first", _opens),
    Tip("scuffle", "play before dealing", _last, _first),
    Tip("sir-tommy", "high cards apart, low on high", _high_apart),
    Tip("spiderette", "play before dealing", _last, _first),
    Tip("straight-up", "whole columns onto others first", _empties),
    Tip("thirteen", "within the pyramid first", _no_waste),
    Tip("thumb-and-pouch", "open first", _opens),
    Tip("triple-peaks", "what opens more", _reveals, _conceals),
    Tip("union-square", "downwards at first", _downwards),
    Tip("westhaven", "open first", _opens),
    Tip("will-o-the-wisp", "open first", _opens),
)


# --- playing both ways -----------------------------------------------------------------------------


def play(game: Patience, number: int, lean: Lean) -> tuple[bool, float]:
    """Simple play of a deal with a leaning: whether it won, and its points."""
    cards = deck(game.pack, number)
    table, whims = game.start(cards), SplitMix(number)
    seen = {(table.piles, table.phase)}
    for step in range(LONGEST):
        if game.outcome(table) is not None:
            break
        if table.loose:
            table = game.play(table, game.draw(table, dice(cards, step)))
            continue
        found = [
            (
                -lean(game, table, action),
                RANK[reason(game, table, action)[0]],
                whims.below(1 << 16),
                action,
            )
            for action in game.legal(table, 0)
        ]
        for *_, action in sorted(found):
            after = game.play(table, action)
            if after.loose or (after.piles, after.phase) not in seen:
                break
        else:
            break
        table = after
        seen.add((table.piles, table.phase))
    ended = game.outcome(table)
    points = game.view(table, 0)["score"]
    return ended is not None and ended.won, float(points) if isinstance(
        points, (int, float)
    ) else 0.0


def figures(tip: Tip, deals: int) -> str:
    """Games won and points with a tip and against it."""
    game = find(tip.game).make()
    assert isinstance(game, Patience)
    told = []
    for lean in (tip.lean, tip.other or (lambda *asked: -tip.lean(*asked))):
        played = [play(game, number, lean) for number in range(1, deals + 1)]
        won, points = sum(one for one, _ in played), sum(own for _, own in played) / deals
        told.append(f"{won} won, {points:.1f} points")
    return f"{tip.says}: {told[0]}; the other way {told[1]}; of {deals} deals by simple play"


def main() -> None:
    """Play the tips that are asked for."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    for tip in TIPS:
        if not asked.games or tip.game in asked.games:
            line = figures(tip, asked.deals)
            print(f"{tip.game}: {line}", flush=True)
            if asked.write:
                note(tip.game, "tested", line)


if __name__ == "__main__":
    main()
