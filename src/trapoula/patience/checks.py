"""Check a patience's declaration when it is made, and explain every fault.

Each error names the word at fault and the cure. Faults that only play can show, such as a move that
is never offered, are found by `trapoula check`.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from trapoula.core.cards import HIDDEN, Card, write_cards
from trapoula.core.errors import BadGame, Phrase, TrapoulaError
from trapoula.patience.chores import Begin, Clear, Settle, Skip
from trapoula.patience.deal import Hand, Lay
from trapoula.patience.goals import Bare, Both, Either, Full, Goal, Home, Left, Phase
from trapoula.patience.letters import Named
from trapoula.patience.moves import Fold, Pair, Replace
from trapoula.patience.rules import Join, Test
from trapoula.patience.taps import Beat, Drop
from trapoula.patience.wraps import During
from trapoula.patience.zones import Zone

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience

_SPEAKS = {  # the method that each protocol requires
    "Rule": "takes",
    "Lift": "sizes",
    "Limit": "most",
    "Step": "deal",
    "Move": "offers",
    "Chore": "tidy",
    "Goal": "met",
    "Score": "of",
    "Near": "holds",
}
_TAKES_AWAY = (Pair, Replace, Fold, Drop, Beat, Clear)  # words that take cards out of play
Word: TypeAlias = Any  # a word of the vocabulary, or a part defined by a game
_OWN = __name__.rpartition(".")[0]  # the package of the vocabulary's own words


def check(game: "Patience") -> None:
    """Raise `BadGame` if a declaration cannot be played."""
    _check_picture(game)
    words = tuple(_check_words(game))
    dealt = _check_deal(game)
    if fault := _unmet(_Written(game, words, dealt), game.goal):
        raise BadGame(
            "goal={word} can never be met: {reason}", word=_short(game.goal), reason=fault
        )


# --- the picture and its zones -------------------------------------------------------------------


def _check_picture(game: "Patience") -> None:
    if not game.picture.strip(" .\n"):
        raise BadGame("picture= is empty: draw a letter for every pile.")
    drawn = dict.fromkeys(game.letter)
    for letter in drawn:
        if not (letter.isascii() and letter.isalnum()):
            raise BadGame(
                "picture= has {letter}, which is no letter: a pile is a letter from A to Z.",
                letter=repr(letter),
            )
        if letter not in game.zones:
            raise BadGame(
                "picture= has the letter {letter} and zones= has not: say there what sort of pile it"
                " is, or take it out of the picture.",
                letter=repr(letter),
            )
    for letter, zone in game.zones.items():
        if letter not in drawn:
            raise BadGame(
                "zones= has {letter} and picture= has not: draw it there, or take the zone out.",
                letter=repr(letter),
            )
        if not isinstance(zone, Zone):
            raise BadGame(
                "zones= should say what sort of pile {letter} is, as column() does, not {value}.",
                letter=repr(letter),
                value=_short(zone),
            )


# --- the words and what they name ----------------------------------------------------------------


def _check_words(game: "Patience") -> Iterator[Word]:
    """Check and yield every word of the game except sets of cards."""
    for field in ("deal", "moves", "chores"):
        if not isinstance(getattr(game, field), tuple):
            raise BadGame(
                "{field}= should be a tuple: (one, another), and (one,) where there is one alone.",
                field=field,
            )
    for part in words(game):
        for slot in _slots(part.__class__):
            _check_slot(game, part, slot)
        yield part


def words(value: Word) -> Iterator[Word]:
    """Yield a word and all words nested in it, except sets of cards and joins."""
    if isinstance(value, (tuple, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from words(each)
    elif hasattr(type(value), "__dataclass_fields__") and not isinstance(value, (Test, Join)):
        yield value
        for slot in _slots(value.__class__):
            yield from words(getattr(value, slot.name))


def letters(word: Word) -> str:
    """Return the letters by which a word itself names piles."""
    slots = _slots(word.__class__)
    return "".join(getattr(word, slot.name) for slot in slots if slot.named is not None)


@dataclass(frozen=True, slots=True)
class _Slot:
    """A field of a word: the values that fit, and whether its letters name piles."""

    name: str
    named: Named | None
    kind: str
    fits: Callable[[object], bool]


@cache
def _slots(word: type) -> tuple[_Slot, ...]:
    found = []
    for field in fields(word):
        kind: Any = field.type
        named = None
        if get_origin(kind) is Annotated:
            kind, named = get_args(kind)[:2]
        found.append(
            _Slot(
                field.name,
                named if isinstance(named, Named) else None,
                getattr(kind, "__name__", str(kind)),
                _fitting(kind),
            )
        )
    return tuple(found)


def _fitting(kind: Any) -> Callable[[object], bool]:
    """Return a test of whether a value has a type, as far as the type is simple."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        choices = [_fitting(one) for one in arguments]
        return lambda value: any(fits(value) for fits in choices)
    if origin is Literal:
        return lambda value: any(value == one and type(value) is type(one) for one in arguments)
    if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        each = _fitting(arguments[0])
        return lambda value: isinstance(value, tuple) and all(map(each, value))
    spoken = _SPEAKS.get(kind if isinstance(kind, str) else getattr(kind, "__name__", ""))
    if spoken is not None:
        return lambda value: hasattr(value, spoken)
    if kind is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    if kind is float:
        return lambda value: isinstance(value, (int, float)) and not isinstance(value, bool)
    if isinstance(kind, type):
        return lambda value: isinstance(value, kind)
    return lambda value: True


def _check_slot(game: "Patience", part: Word, slot: _Slot) -> None:
    value = getattr(part, slot.name)
    if slot.named is None and slot.fits(value):
        return
    where = f"{type(part).__name__}({slot.name}={_short(value)})"
    if not slot.fits(value):
        raise BadGame(
            "{word}: {field} should be {kind}.", word=where, field=slot.name, kind=slot.kind
        )
    assert slot.named is not None
    unknown = [letter for letter in value if letter not in game.zones]
    if unknown:
        raise BadGame(
            "{word} names the zone {letter}, which is not there: the zones are {zones}.",
            word=where,
            letter=repr(unknown[0]),
            zones=", ".join(game.zones),
        )
    count = len(game.where(value))
    if count < slot.named.least:
        raise BadGame(
            "{word} names no zone: one of {zones} should stand there.",
            word=where,
            zones=", ".join(game.zones),
        )
    if slot.named.most is not None and count > slot.named.most:
        raise BadGame(
            "{word} is about a single pile, and {letters} has {count}: name a zone with one pile.",
            word=where,
            letters=value,
            count=count,
        )


def _short(value: object, most: int = 60) -> str:
    text = repr(value)
    return text if len(text) <= most else f"{text[: most - 3]}..."


# --- the deal ------------------------------------------------------------------------------------


def _check_deal(game: "Patience") -> Hand:
    """Deal the sorted pack step by step; no step may lose, keep or invent a card."""
    hand = Hand(list(game.pack)[::-1], [bytearray() for _ in game.places])
    held = Counter(game.pack)
    for step in game.deal:
        missed = hand.missed
        _check_piles(game, step)
        try:
            step.deal(game, hand)
        except TrapoulaError:
            raise
        except Exception as error:
            raise BadGame(
                "{word} in deal= cannot be dealt: {error}.",
                word=_short(step),
                error=f"{type(error).__name__}: {error}",
            ) from error
        if hand.missed - missed >= max(1, _row(game, step)):
            raise BadGame(
                "{word} in deal= asks for more cards than are left of the pack of {cards}: deal"
                " fewer, or take a larger pack.",
                word=_short(step),
                cards=len(game.pack),
            )
        if isinstance(step, Lay):
            held.update(step.cards)
        _check_cards(held, _lying(hand), step)
    if hand.cards:
        raise BadGame(
            "deal= leaves {cards} cards in the dealer's hand: Rest lays them on a pile, or the pack"
            " should be smaller.",
            cards=len(hand.cards),
        )
    return hand


def _check_piles(game: "Patience", step: object) -> None:
    chosen, letters = getattr(step, "piles", None), getattr(step, "zones", "")
    if isinstance(chosen, range) and chosen:
        count = len(game.where(letters))
        if not 0 <= min(chosen) <= max(chosen) < count:
            raise BadGame(
                "{word}: piles are counted from zero, and {letters} has {count}, so the last is"
                " {last}.",
                word=_short(step),
                letters=letters,
                count=count,
                last=count - 1,
            )


def _row(game: "Patience", step: Word) -> int:
    """Return the number of piles that a step deals to in turn; its last row may be short."""
    chosen = getattr(step, "piles", None)
    named = (getattr(step, slot.name) for slot in _slots(step.__class__) if slot.named)
    return len(chosen) if isinstance(chosen, range) else sum(len(game.where(own)) for own in named)


def _lying(hand: Hand) -> Counter[Card]:
    lying = [card & ~HIDDEN for pile in (*hand.piles, hand.gone) for card in pile]
    return Counter([*hand.cards, *lying])


def _check_cards(held: Counter[Card], found: Counter[Card], step: object) -> None:
    if found == held:
        return
    lost, made = held - found, found - held
    if lost:
        raise BadGame(
            "{word} in deal= loses cards that it takes from the hand: {cards}.",
            word=_short(step),
            cards=_short(write_cards(sorted(lost.elements()))),
        )
    raise BadGame(
        "{word} in deal= lays cards that are not in the pack: {cards}. Only Lay may do that.",
        word=_short(step),
        cards=_short(write_cards(sorted(made.elements()))),
    )


# --- the goal ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Written:
    """A game with all its words, and one deal of it."""

    game: "Patience"
    words: tuple[Word, ...]
    dealt: Hand

    @property
    def cards(self) -> int:
        """How many cards are in play."""
        return sum(map(len, self.dealt.piles))

    def has(self, *kinds: type) -> bool:
        """Return whether the game uses such a word, or a part of its own, which could do anything."""
        return any(
            isinstance(word, kinds) or not type(word).__module__.startswith(_OWN)
            for word in self.words
        )

    def moves(self, zones: str) -> bool:
        """Return whether any move or chore names one of the zones."""
        return self.has() or any(
            slot.named and not set(zones).isdisjoint(getattr(word, slot.name))
            for word in words((self.game.moves, self.game.chores))
            for slot in _slots(word.__class__)
        )


def _unmet(written: _Written, goal: Goal) -> Phrase | None:
    """Return why a goal can never be met, if its words alone show it."""
    cards = written.cards
    match goal:
        case Both(one, other):
            return _unmet(written, one) or _unmet(written, other)
        case Either(one, other):
            return _unmet(written, one) and _unmet(written, other)
        case Home(zones):
            return _unhomely(written, zones)
        case Bare(zones) if not written.moves(zones):
            return Phrase(
                "no move and no chore takes cards from {letters}: a Carry would.", letters=zones
            )
        case Full(zones) if (places := len(written.game.where(zones))) > cards:
            return Phrase(
                "it has {places} places for {cards} cards: name fewer.", places=places, cards=cards
            )
        case Left(_, least) if least > cards:
            return Phrase("only {cards} cards are in play: ask for fewer.", cards=cards)
        case Phase(number) if number and not written.has(Begin, Skip, Settle, During):
            return Phrase("no word begins that part of the game: Begin would.")
    return None


def _unhomely(written: _Written, zones: str) -> Phrase | None:
    game, cards = written.game, written.cards
    if not written.moves(zones):
        return Phrase(
            "no move and no chore lays cards on {letters}: a Carry to it would.", letters=zones
        )
    most = sum(game.zone[at].room for at in game.where(zones))
    if most < cards and not written.has(*_TAKES_AWAY):
        return Phrase(
            "{letters} holds {most} cards, and {cards} are in play: give its piles more room.",
            letters=zones,
            most=most,
            cards=cards,
        )
    pack = sum({1 << card for card in game.pack})
    for letter in zones:
        start = game.zones[letter].start
        bare = not any(written.dealt.piles[at] for at in game.where(letter))
        if bare and isinstance(start, Test) and start.mask and not start.mask & pack:
            return Phrase(
                "no card of the pack can begin {letter}: another start= than {start} would let one.",
                letter=letter,
                start=start,
            )
    return None
