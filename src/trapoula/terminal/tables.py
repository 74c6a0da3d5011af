"""Table games as text, drawn from a seat's view."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, cast

from trapoula.core.game import Game, View
from trapoula.tables._places import MESSAGES
from trapoula.tables._view import PlacesView, RowsView, RowView, Seen, SheetView
from trapoula.terminal.paint import DIM, PLAIN, RED
from trapoula.terminal.wording import called, cards_of, seat_name, words_of
from trapoula.texts import say

OPEN = ("hand", "meld", "row")  # kinds of places that are left out while empty
BOX, CROSS, BACK = "□", "■", "▒▒"
ARROWS = {True: "▲", False: "▼"}
MARKS = {False: "  ", True: "> "}


def draw(view: View, game: Game[Any, Any], *, colour: bool) -> str:
    """Draw a table as text, by the scene of its view."""
    if view["scene"] == "places":
        return "\n".join(_places(cast(PlacesView, view), game, colour))
    return "\n".join(PICTURES.get(str(view["scene"]), _plain)(view, words_of(game), colour))


def _plain(view: View, words: Mapping[str, str], colour: bool) -> Iterator[str]:
    yield from (f"{key}: {value}" for key, value in view.items())


def _bright(text: str, colour: bool) -> str:
    return f"{RED}{text}{PLAIN}" if colour else text


def _dim(text: str, colour: bool) -> str:
    return f"{DIM}{text}{PLAIN}" if colour else text


def name(seat: int, view: Seen | None = None) -> str:
    """Return a seat's name, or "you" for the viewer's own."""
    return say("you") if view is not None and view["seat"] == seat else seat_name(seat)


def _hand(view: Seen, marks: Mapping[int, str] = MappingProxyType({})) -> Iterator[str]:
    hand = view["hand"]
    if hand is not None:
        yield ""
        cards = "  ".join(f"{card}{marks.get(card, '')}" for card in hand)
        yield f"{say('your hand')}: {cards or '–'}"


def _counts(view: Seen, *, pile: int) -> str:
    """List the counts of hidden cards."""
    counts = ", ".join(f"{name(seat, view)} {count}" for seat, count in enumerate(view["hands"]))
    return f"{say('to be drawn')}: {pile}   {say('in hand')}: {counts}"


# --- rows that go up and down --------------------------------------------------------------------


def _rows(view: RowsView, words: Mapping[str, str], colour: bool) -> Iterator[str]:
    commands, fires = view["commands"], view["fires"]
    for row, lying in view["rows"].items():
        arrow = ARROWS[lying["rising"]]
        notes = [called(words, f"about {commands[row]}")] if row in commands else []
        notes += [called(words, f"burns {fires[row]}")] if row in fires else []
        shut = row not in view["open"]
        line = f"{row:6}{arrow} {lying['top']:4}  {_dim('×', colour) if shut else ' '}"
        cards = lying.get("cards")
        behind = (
            " ".join(map(str, cards[-9:-1]))
            if cards
            else say("beneath: {n}", n=max(0, lying["count"] - 1))
        )
        marks = "".join(f"  {_bright(note, colour)}" for note in notes)
        yield f"{line} {_dim(behind, colour)}{marks}".rstrip()
        yield from (f"        {line}" for line in _said(view, words, row))
    yield from (line for command in view["carriers"] for line in _said(view, words, command))
    carriers = view["carriers"].items()
    yield from _hand(
        view, {card: f" ({called(words, kind)})" for kind, own in carriers for card in own}
    )
    yield _counts(view, pile=view["pile"])
    if view["phase"] == "play":
        facts = {"laid": view["laid"], "required": view["required"]}
        yield say(
            "on turn: {name}; laid: {laid}; still needed: {required}", name=_turn(view), **facts
        )
    elif view["phase"] == "begin":
        yield say("asked whether to begin: {name}", name=_turn(view))


def _turn(view: Seen) -> str:
    turn = view["turn"]
    return name(turn, view) if turn is not None and turn >= 0 else "–"


def _said(view: RowsView, words: Mapping[str, str], about: str) -> Iterator[str]:
    for signal in view["signals"]:
        if signal["about"] == about:
            wish = called(words, signal["word"], command=called(words, about))
            yield f"{name(signal['seat'], view)}: {wish}"


# --- one row of toads ----------------------------------------------------------------------------


def _line(view: RowView, words: Mapping[str, str], colour: bool) -> Iterator[str]:
    yield say("round {round} of {of}", round=view["round"], of=view["of"])
    yield ""
    yield f"{say('the row')}: {'  '.join(_toad(card, colour) for card in view['row']) or '–'}"
    yield ""
    for seat, cards in enumerate(view["twisted"]):
        pairs = "  ".join(f"{cards[at]}-{cards[at + 1]}" for at in range(0, len(cards), 2))
        counts = say("twisted {won}, taken {lost}", won=len(cards), lost=view["taken"][seat])
        standing = view["standing"][seat]
        before = (
            say("points: {points}", points=standing)
            if view["phase"] == "over"
            else say("points so far: {points}", points=standing)
        )
        who = f"{MARKS[seat == view['turn']]}{name(seat, view):8}"
        yield f"{who} {counts}, {before}  {_dim(pairs, colour)}".rstrip()
    yield from _hand(view)
    yield _counts(view, pile=view["pile"])


def _toad(card: int, colour: bool) -> str:
    """Highlight a toad, a card with two equal digits."""
    return _bright(f"{card}!", colour) if card // 10 == card % 10 else str(card)


# --- score sheets --------------------------------------------------------------------------------


def _sheets(view: SheetView, words: Mapping[str, str], colour: bool) -> Iterator[str]:
    sheet, crossed = view["sheet"], view["crossed"]
    width = max(sheet) + 2
    heads = (f"{MARKS[seat == view['turn']]}{name(seat, view)}" for seat in range(len(crossed)))
    yield "    " + "".join(f"{head:{max(width, 10)}}" for head in heads).rstrip()
    for row, boxes in enumerate(sheet):
        lines = (_boxes(own[row], boxes) for own in crossed)
        yield (
            f"{row + 1:2}  " + "".join(f"  {line:{max(width, 10) - 2}}" for line in lines).rstrip()
        )
    yield ""
    yield from _piled(view, words, colour)
    yield from _hand(view)
    counts = ", ".join(f"{name(seat, view)} {count}" for seat, count in enumerate(view["hands"]))
    yield f"{say('in hand')}: {counts}"
    if view["phase"] == "bonus":
        yield say("A row is finished: an extra cross, in any row.")


def _boxes(crossed: int, boxes: int) -> str:
    return CROSS * crossed + BOX * (boxes - crossed)


def _piled(view: SheetView, words: Mapping[str, str], colour: bool) -> Iterator[str]:
    """Yield each pile with its open card and its size."""
    names = {pile: called(words, pile, **lying) for pile, lying in view["piles"].items()}
    broad = max(map(len, names.values()))
    for pile, lying in view["piles"].items():
        top = lying["top"] if lying["top"] is not None else (BACK if lying["count"] else "–")
        yield f"{names[pile]:{broad}}{top:>4}  {_dim(str(lying['count']), colour)}"


# --- places --------------------------------------------------------------------------------------


def _places(view: PlacesView, game: Game[Any, Any], colour: bool) -> Iterator[str]:
    """Yield the middle of the table, each seat's places, and the viewer's hand."""
    words, card = words_of(game), cards_of(game, colour=colour)
    middle = {place: own for place, own in view["places"].items() if "seat" not in own}
    names = {place: place_name(words, place, own) for place, own in middle.items()}
    broad = max(map(len, names.values()), default=0)
    for place, own in middle.items():
        yield f"{names[place]:{broad}}  {_lying(view, own, card)}".rstrip()
    yield ""
    for seat, count in enumerate(view["hands"]):
        mine = [lying for lying in view["places"].items() if lying[1].get("seat") == seat]
        theirs = [one for one in mine if one[1].get("cards") or one[1]["kind"] not in OPEN]
        told = [say("in hand: {n}", n=count)]
        if "scores" in view:
            told.insert(0, called({**MESSAGES, **words}, "score", n=view["scores"][seat]))
        told += [place_name(words, *one) for one in theirs if not one[1].get("cards")]
        yield f"{MARKS[seat == view['turn']]}{name(seat, view):8} {'   '.join(told)}"
        for place, lying in theirs:
            if lying.get("cards"):
                yield f"    {place_name(words, place, lying)}  {_lying(view, lying, card)}"
    if view["hand"] is not None:
        held = "  ".join(map(card, view["hand"])) or "–"
        yield from ("", f"{say('your hand')}: {held}")


def place_name(words: Mapping[str, str], name: str, place: Mapping[str, Any]) -> str:
    """Return a place's name: its own, the same without its number, or its kind."""
    known = {**MESSAGES, **words}
    found = next(one for one in (name, name.rpartition("-")[0], place["kind"]) if one in known)
    facts = {key: fact for key, fact in place.items() if key not in ("kind", "seat")}
    told = {key: called(known, own) if isinstance(own, str) else own for key, own in facts.items()}
    return called(known, found, **told)


def _lying(view: PlacesView, place: Mapping[str, Any], card: Callable[[int], str]) -> str:
    cards = place.get("cards")
    if place["kind"] == "trick":
        pairs = zip(place["seats"], place["cards"], strict=True)
        return "   ".join(f"{name(seat, view)} {card(one)}" for seat, one in pairs) or "–"
    if cards:
        return "  ".join(map(card, cards))
    return f"{BACK} {place['count']}" if place["count"] and cards is None else "–"


PICTURES: Mapping[str, Callable[[Any, Mapping[str, str], bool], Iterator[str]]] = {  # by scene
    "rows": _rows,
    "strip": _line,
    "sheet": _sheets,
}
