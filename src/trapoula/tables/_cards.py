"""Games with cards for several: what they have in common, so that a file says only what is its own."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from trapoula.core.cards import FACES, ONE_DECK, Card, Deck, Pile, rank, suit
from trapoula.core.errors import Phrase
from trapoula.core.game import (
    ALL,
    CHANCE,
    Dice,
    Line,
    Outcome,
    Pick,
    Reach,
    Seat,
    View,
    check_deck,
)
from trapoula.tables._chance import Orders, Shuffle, read_order
from trapoula.tables._deck import NOT_YOUR_TURN, OVER, check_seats, not_held, unreadable
from trapoula.tables._places import MESSAGES as PLACES
from trapoula.tables._places import Place
from trapoula.tables._view import seen_by_all, seen_from, sent

_TEXT = re.compile(r"([a-z][a-z-]*)((?: \w+)*)(?:>([\w-]+))?((?::[\w-]+)*)")
_NEXT_TO = {0: 0, 1: 1, 3: 2, 2: 3}  # clubs, diamonds, spades, hearts: the colours alternate

MESSAGES = {  # what usual verbs are called, and what they have done
    "play": "Play {cards}",
    "draw": "Draw a card",
    "take": "Take the top card",
    "discard": "Discard {cards}",
    "pass": "Pass",
    "next": "Deal the next round",
    "done play": "{cards} played",
    "done draw": "Card drawn",
    "done take": "Top card taken",
    "done discard": "{cards} discarded",
    "done pass": "Passed",
    "done next": "The next round is dealt.",
}


class Act(NamedTuple):
    """What somebody does: in writing, `pass 2C QS KH>left` or `play 8C>heap:hearts`."""

    verb: str
    cards: tuple[Card, ...] = ()  # of the hand, the lowest first
    place: str = ""  # where they go
    picks: tuple[str, ...] = ()  # what else was chosen


class Held(Protocol):
    """A table at which every seat holds a hand."""

    @property
    def hands(self) -> tuple[Pile, ...]:
        """The hands, by seat."""


State = TypeVar("State", bound=Held)
Action: TypeAlias = Act | Shuffle


def by_suit(card: Card) -> tuple[int, int]:
    """Orders a hand by suit, the ace low."""
    return _NEXT_TO[suit(card)], rank(card)


def by_suit_ace_high(card: Card) -> tuple[int, int]:
    """Orders a hand by suit, the ace high."""
    return _NEXT_TO[suit(card)], rank(card) or 13


class CardGame(Generic[State]):
    """A game of cards, once its file says how it is dealt, whose turn it is, and what may be done.

    `turn` is None when the game is over, and CHANCE when the next round is to be dealt.
    """

    seats: ClassVar[range]
    pack: ClassVar[Deck] = ONE_DECK
    faces: ClassVar[Mapping[str, Card]] = FACES
    lowest_wins: ClassVar[bool] = False
    words: ClassVar[Mapping[str, str]] = {}  # places, picks, and whatever else a view names
    labels: ClassVar[Mapping[str, str]] = {}  # what may be done, by verbs that are not usual
    stories: ClassVar[Mapping[str, str]] = {}  # what was done, where that reads otherwise
    asks: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # the question of each pick, by the verb
    secret: ClassVar[Collection[str]] = ()  # the verbs whose cards nobody else may hear
    example: ClassVar[str] = ""  # of an action in writing
    tries: ClassVar[Sequence[tuple[str, str]]] = (("*", "play {from}>{to}"),)

    # --- what a game says itself -----------------------------------------------------------------

    def deal(self, deck: Deck, seats: int, before: State | None) -> State:
        """The table after the deal; `before` is the round that is over, if it is not the first."""
        raise NotImplementedError

    def turn(self, state: State) -> Seat | None:
        """Whose move it is; CHANCE deals the next round."""
        raise NotImplementedError

    def moves(self, state: State) -> Iterable[Act]:
        """Everything that the seat on turn may do."""
        raise NotImplementedError

    def after(self, state: State, act: Act) -> State:
        """The table after that."""
        raise NotImplementedError

    def places(self, state: State) -> Mapping[str, Place]:
        """What lies on the table for everybody to see."""
        raise NotImplementedError

    # --- what it may say otherwise ---------------------------------------------------------------

    def hand_order(self, card: Card) -> Any:
        """By what a hand is sorted."""
        return by_suit(card)

    def refusal(self, state: State, act: Act) -> Phrase | None:
        """Why the seat on turn may not do that with cards that it holds."""
        return None

    def rounds(self, state: State) -> Sequence[tuple[int, ...]]:
        """What each seat got in each round that is over: the table's field `rounds`, if it has one."""
        return getattr(state, "rounds", ())

    def points(self, state: State) -> tuple[int, ...]:
        """What each seat has so far: the sum of the rounds, if the table has a field for them."""
        if not hasattr(state, "rounds"):
            return ()
        return tuple(map(sum, zip(*self.rounds(state), [0] * len(state.hands), strict=True)))

    def task(self, state: State, seat: Seat) -> Phrase | None:
        """What a seat has to do now."""
        return None

    def tell(self, before: State, act: Act) -> Phrase:
        """What was done, as everybody may hear it."""
        own, usual = {**self.labels, **self.stories}, MESSAGES.get(f"done {act.verb}", "")
        open_act = act._replace(cards=()) if act.verb in self.secret else act
        return self._said(own.get(act.verb, usual), open_act)

    # --- the rest follows ------------------------------------------------------------------------

    def start(self, deck: Sequence[Card], seats: int = 2) -> State:
        """The table after the first deal."""
        return self.deal(check_deck(deck, self), check_seats(seats, self.seats), None)

    def legal(self, state: State, seat: Seat = 0) -> Collection[Action]:
        """Everything that a seat may do now."""
        if seat != self.turn(state):
            return ()
        return Orders(bytes(sorted(self.pack))) if seat == CHANCE else tuple(self.moves(state))

    def allows(self, state: State, action: Action, seat: Seat = 0) -> bool:
        """Whether a seat may do that now."""
        return action in self.legal(state, seat)

    def why(self, state: State, action: Action, seat: Seat = 0) -> Phrase | None:
        """Why it may not."""
        turn = self.turn(state)
        if turn is None:
            return OVER
        if seat != turn:
            return NOT_YOUR_TURN
        if not isinstance(action, Act):
            return None
        lacking = Counter(action.cards) - Counter(state.hands[seat])
        if lacking:
            return not_held(self._names[min(lacking)])
        return self.refusal(state, action)

    def draw(self, state: State, dice: Dice) -> Action:
        """The cards of the next round in an order of chance."""
        return Shuffle(bytes(dice.shuffled(self.pack)))

    def play(self, state: State, action: Action) -> State:
        """The table after a legal action."""
        if isinstance(action, Shuffle):
            return self.deal(tuple(action.order), len(state.hands), state)
        return self.after(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """Whoever has most points wins, or least; a tie is shared."""
        if self.turn(state) is not None:
            return None
        points = self.points(state)
        best = min(points) if self.lowest_wins else max(points)
        winners = [seat for seat, own in enumerate(points) if own == best]
        return Outcome(True, points, "points", sent({"winners": winners}))

    def reveals(self, before: State, after: State) -> bool:
        """A card that comes into a hand was seen."""
        pairs = zip(before.hands, after.hands, strict=True)
        return any(Counter(new) - Counter(old) for old, new in pairs)

    def obvious(self, state: State) -> Action | None:
        """No turn plays itself."""
        return None

    def view(self, state: State, seat: Seat | None) -> View:
        """What lies on the table, and one's own hand in order."""
        ordered = [sorted(hand, key=self.hand_order) for hand in state.hands]
        hands = tuple(map(bytes, ordered))
        seen = {
            **seen_by_all("places", hands, self.turn(state), "play"),
            **seen_from(seat, hands),
            "places": dict(self.places(state)),
        }
        if points := self.points(state):
            seen["scores"] = [*points]
        return sent(seen, **{**_piles(state), "hands": hands}) if seat == ALL else sent(seen)

    # --- in words --------------------------------------------------------------------------------

    def reach(self, action: Action) -> Reach:
        """The cards, the place and the picks of an action."""
        if isinstance(action, Shuffle):
            return Reach()
        asks = zip(self.asks.get(action.verb, ()), action.picks, strict=False)
        picks = tuple(Pick(Phrase(ask), self._word(own)) for ask, own in asks)
        return Reach(action.cards, action.place, picks)

    def label(self, action: Action) -> Phrase:
        """What may be done, its picks left out."""
        if isinstance(action, Shuffle):
            return Phrase("Deal")
        return self._said(self._labels[action.verb], action._replace(picks=()))

    def story(self, before: State, action: Action) -> Phrase:
        """What was done, or that the cards are dealt."""
        if isinstance(action, Shuffle):
            return Phrase("The cards are dealt.")
        return self.tell(before, action)

    def tally(self, state: State) -> Sequence[Line]:
        """The points of each round, and in the end all of them."""
        rounds = self.rounds(state)
        lines = [Line(Phrase("Round {n}", n=n), own, round=n) for n, own in enumerate(rounds, 1)]
        if rounds and self.turn(state) is None:
            lines.append(Line(Phrase("All rounds"), self.points(state), total=True))
        return lines

    def ending(self, outcome: Outcome) -> Sequence[Phrase]:
        """Who has won."""
        return (Phrase("Won by: {seats}", seats=outcome.facts["winners"]),)

    def _said(self, template: str, act: Act) -> Phrase:
        """A template with what it asks for of an action."""
        cards = {"cards": [*act.cards]} if act.cards else {}
        place = {"place": self._word(act.place)} if "{place}" in template else {}
        pick = {"pick": self._word(act.picks[-1])} if act.picks else {}
        return Phrase(template, **cards, **place, **pick)

    def _word(self, word: str) -> Phrase:
        return Phrase(self.words.get(word) or PLACES.get(word, word))

    # --- in writing ------------------------------------------------------------------------------

    def write(self, action: Action) -> str:
        """An action as text."""
        if isinstance(action, Shuffle):
            return " ".join(("deal", *(self._names[card] for card in action.order)))
        cards = "".join(f" {self._names[card]}" for card in action.cards)
        place = f">{action.place}" if action.place else ""
        return f"{action.verb}{cards}{place}{''.join(f':{pick}' for pick in action.picks)}"

    def told(self, action: Action, seat: Seat | None) -> str:
        """The same as a seat may hear it: how cards were dealt stays secret."""
        if isinstance(action, Shuffle):
            return "deal"
        return action.verb if action.verb in self.secret else self.write(action)

    def read(self, text: str) -> Action:
        """The action of a text, whether or not it is legal now."""
        words = text.strip()
        if (order := read_order("deal", words, self.faces)) is not None:
            return order
        found = _TEXT.fullmatch(words)
        faces = [word.upper() for word in found[2].split()] if found else []
        if (
            not found
            or found[1] not in self._labels
            or any(face not in self.faces for face in faces)
        ):
            raise unreadable(text, self.example)
        cards = sorted(self.faces[face] for face in faces)
        picks = tuple(found[4].split(":")[1:])
        if len(picks) > len(self.asks.get(found[1], ())):
            raise unreadable(text, self.example)
        return Act(found[1], tuple(cards), found[3] or "", picks)

    @cached_property
    def _labels(self) -> Mapping[str, str]:
        return {**MESSAGES, **self.labels}

    @cached_property
    def _names(self) -> Mapping[Card, str]:
        return {card: face for face, card in self.faces.items()}


def _piles(state: Any) -> dict[str, Any]:
    """Everything in a state that holds cards, by its names."""
    fields = state._asdict() if hasattr(state, "_asdict") else vars(state)
    return {name: own for name, own in fields.items() if isinstance(own, bytes) or _several(own)}


def _several(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(own, bytes) for own in value)
