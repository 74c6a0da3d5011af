"""A table that looks the same to a seat: what it cannot see is dealt anew."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from trapoula.cards import Card
from trapoula.deals import SplitMix
from trapoula.game import ALL, Game, Seat
from trapoula.patience import Patience
from trapoula.solve.hints.unseen import redealt

HANDS = "hands"  # what the hands are called at every table


class Place(NamedTuple):
    """Where a card lies that only one who studies the game may see."""

    field: str
    pile: int | None
    at: int


def determinize(game: Game[Any, Any], state: Any, seat: Seat, seed: int) -> Any:
    """A state that a seat could not tell from this one; it hangs on what the seat sees, and on the seed."""
    if isinstance(game, Patience):
        return redealt(state, seed)
    own = game.view(state, seat)
    secret: Any = game.view(state, ALL)["secret"]
    places = [*_places(secret)]
    cards = [_lies(secret, place) for place in places]
    hidden = [
        place
        for place, card in zip(places, cards, strict=True)
        if all(
            game.view(_with(state, {place: other}), seat) == own
            for other in _two_others(card, cards)
        )
    ]
    held = sorted(_lies(secret, place) for place in hidden)
    return _with(state, dict(zip(hidden, SplitMix(seed).shuffled(held), strict=True)))


def _two_others(card: Card, cards: list[Card]) -> list[Card]:
    """Two cards that are not this one: whoever sees it would see the difference."""
    return [other for other in dict.fromkeys(cards) if other != card][:2]


def _places(secret: dict[str, list[Any]]) -> Iterator[Place]:
    for field, piles in secret.items():
        for number, pile in enumerate(piles):
            if isinstance(pile, int):
                yield Place(field, None, number)
            else:
                yield from (Place(field, number, at) for at in range(len(pile)))


def _lies(secret: dict[str, Any], place: Place) -> Card:
    pile = secret[place.field] if place.pile is None else secret[place.field][place.pile]
    card: Card = pile[place.at]
    return card


def _with(state: Any, cards: dict[Place, Card]) -> Any:
    """The state with other cards in some places; hands are sorted, as they are held."""
    fields: dict[str, Any] = {}
    for place, card in cards.items():
        held = fields.setdefault(place.field, _opened(getattr(state, place.field)))
        (held if place.pile is None else held[place.pile])[place.at] = card
    return state._replace(**{field: _closed(held, field) for field, held in fields.items()})


def _opened(held: Any) -> list[Any]:
    return [bytearray(pile) for pile in held] if isinstance(held, tuple) else bytearray(held)  # type: ignore[return-value]


def _closed(held: Any, field: str) -> Any:
    if isinstance(held, list):
        return tuple(bytes(sorted(pile) if field == HANDS else pile) for pile in held)
    return bytes(held)
