"""Determinization: deal the cards that a seat cannot see anew, keeping its view the same.

A game can do this itself (`game.Redealing`). Otherwise this module finds the cards in the state: in
the fields listed in `view(state, ALL)["secret"]`, or in every field that holds piles of the pack. A
card is hidden from a seat if the seat's view does not change with another card in its place.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from trapoula.core.cards import Card
from trapoula.core.deals import SplitMix
from trapoula.core.errors import BadGame
from trapoula.core.game import ALL, Dice, Game, Seat, is_redealing

Path: TypeAlias = (
    "tuple[str | int, ...]"  # from the state to a pile in it: names of fields, and numbers
)

HANDS = "hands"  # hands are kept sorted, so their order gives nothing away
TRIES = 20  # how many deals to try before giving up


class _Pile(NamedTuple):
    """A pile of cards somewhere in a state."""

    path: Path
    kind: type  # bytes, tuple or frozenset
    cards: tuple[Card, ...]
    hidden: tuple[int, ...] = ()  # indices that the seat cannot see


class Unseen:
    """One state as one seat sees it; `deal` reorders the cards hidden from that seat."""

    def __init__(self, game: Game[Any, Any], state: Any, seat: Seat) -> None:
        self._game, self._state, self._seat = game, state, seat
        self._view = game.view(state, seat)
        self._piles = [] if is_redealing(game) else [*self._found()]
        self._cards = sorted(pile.cards[at] for pile in self._piles for at in pile.hidden)

    def deal(self, dice: Dice) -> Any:
        """Return a state that looks the same to the seat. It depends only on the seat's view and the dice."""
        for _ in range(TRIES):
            state = self._dealt(dice)
            if self._looks_the_same(state):
                return state
        raise BadGame(
            "What seat {seat} cannot see could not be dealt anew: give the game a method determinize().",
            seat=self._seat,
        )

    def _dealt(self, dice: Dice) -> Any:
        if is_redealing(self._game):
            return self._game.determinize(self._state, self._seat, dice)
        state, rest = self._state, iter(dice.shuffled(self._cards))
        for pile in self._piles:
            cards = [*pile.cards]
            for at in pile.hidden:
                cards[at] = next(rest)
            state = _put(state, pile.path, _packed(pile, cards))
        return state

    def _looks_the_same(self, state: Any) -> bool:
        try:
            return self._game.view(state, self._seat) == self._view
        except (
            Exception
        ):  # a view of another card may fail in any way that its author did not think of
            return False

    def _found(self) -> Iterator[_Pile]:
        """Yield the piles that hold cards hidden from the seat."""
        for pile in _piles(self._game, self._state):
            places = (*range(len(pile.cards)),)
            if pile.kind is frozenset or self._blind(pile, places):
                hidden = places if self._blind(pile, places) else ()
            else:
                hidden = tuple(at for at in places if self._blind(pile, (at,)))
            if hidden:
                yield pile._replace(hidden=hidden)

    def _blind(self, pile: _Pile, places: tuple[int, ...]) -> bool:
        """Return whether the seat's view stays the same with other cards in these places."""
        pack = [*dict.fromkeys(self._game.pack)]
        for turn in (1, 2):
            cards = [*pile.cards]
            for at in places:
                cards[at] = pack[(pack.index(cards[at]) + turn) % len(pack)]
            if not self._looks_the_same(_put(self._state, pile.path, _packed(pile, cards))):
                return False
        return True


def dealt_anew(game: Game[Any, Any], state: Any, seat: Seat, seed: int) -> Any:
    """Return a state the seat cannot tell from this one. It depends only on the seat's view and the seed."""
    return Unseen(game, state, seat).deal(SplitMix(seed))


def _piles(game: Game[Any, Any], state: Any) -> list[_Pile]:
    """Find the piles: in the fields the game calls secret, or wherever cards of the pack lie."""
    known = frozenset(game.pack)
    try:
        secret = game.view(state, ALL).get("secret")
    except Exception:  # a game need not support ALL
        secret = None
    named = [name for name in secret if hasattr(state, name)] if isinstance(secret, dict) else []
    if named:
        return [pile for name in named for pile in _within(getattr(state, name), (name,), known)]
    left, piles = Counter(game.pack), list[_Pile]()
    for pile in sorted(_within(state, (), known), key=lambda pile: pile.kind is tuple):
        if Counter(pile.cards) <= left:  # numbers that are not cards would exceed the pack
            left -= Counter(pile.cards)
            piles.append(pile)
    return piles


def _within(value: Any, path: Path, known: frozenset[Card]) -> Iterator[_Pile]:
    """Yield the piles inside a value, at any depth."""
    if hasattr(value, "_fields"):
        for name in value._fields:
            yield from _within(getattr(value, name), (*path, name), known)
    elif is_dataclass(value):
        for one in fields(value):
            yield from _within(getattr(value, one.name), (*path, one.name), known)
    elif isinstance(value, (bytes, tuple, frozenset)):
        if value and all(type(one) is int for one in value):
            if known.issuperset(value):
                ordered = sorted(value) if isinstance(value, frozenset) else value
                yield _Pile(path, type(value), tuple(ordered))
        elif isinstance(value, tuple):
            for at, one in enumerate(value):
                yield from _within(one, (*path, at), known)


def _packed(pile: _Pile, cards: list[Card]) -> Any:
    return pile.kind(sorted(cards) if HANDS in pile.path else cards)


def _put(value: Any, path: Path, new: Any) -> Any:
    """Return the value with `new` in place of what is at the end of the path."""
    if not path:
        return new
    head, *rest = path
    if isinstance(head, int):
        return (*value[:head], _put(value[head], (*rest,), new), *value[head + 1 :])
    inner = _put(getattr(value, head), (*rest,), new)
    return (
        value._replace(**{head: inner})
        if hasattr(value, "_fields")
        else replace(value, **{head: inner})
    )
