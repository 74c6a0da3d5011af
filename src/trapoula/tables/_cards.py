"""The base of card games for several players; a game's file contains only its own rules."""

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

MESSAGES = {  # the usual verbs as actions, and as what was done
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
    """An action: as text, `pass 2C QS KH>left` or `play 8C>heap:hearts`."""

    verb: str
    cards: tuple[Card, ...] = ()  # from the hand, lowest first
    place: str = ""  # where they go
    picks: tuple[str, ...] = ()  # further choices


class Held(Protocol):
    """A state in which every seat has a hand."""

    @property
    def hands(self) -> tuple[Pile, ...]:
        """The hands, by seat."""


State = TypeVar("State", bound=Held)
Action: TypeAlias = Act | Shuffle


def by_suit(card: Card) -> tuple[int, int]:
    """Sort key of a card by suit, ace low."""
    return _NEXT_TO[suit(card)], rank(card)


def by_suit_ace_high(card: Card) -> tuple[int, int]:
    """Sort key of a card by suit, ace high."""
    return _NEXT_TO[suit(card)], rank(card) or 13


class CardGame(Generic[State]):
    """A card game whose file defines the deal, the turns and the moves.

    `turn` is None when the game is over, and CHANCE when the next round must be dealt.
    """

    seats: ClassVar[range]
    pack: ClassVar[Deck] = ONE_DECK
    faces: ClassVar[Mapping[str, Card]] = FACES
    lowest_wins: ClassVar[bool] = False
    words: ClassVar[Mapping[str, str]] = {}  # messages for places, picks and other words in a view
    # messages for verbs that are not in MESSAGES, as actions
    labels: ClassVar[Mapping[str, str]] = {}
    stories: ClassVar[Mapping[str, str]] = {}  # messages for what was done, if different
    asks: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # the question of each pick, by verb
    secret: ClassVar[Collection[str]] = ()  # the verbs whose cards stay secret from other seats
    example: ClassVar[str] = ""  # an example action as text
    tries: ClassVar[Sequence[tuple[str, str]]] = (("*", "play {from}>{to}"),)

    # --- what a game must define -----------------------------------------------------------------

    def deal(self, deck: Deck, seats: int, before: State | None) -> State:
        """Return the state after the deal; `before` is the finished round, or None for the first deal."""
        raise NotImplementedError

    def turn(self, state: State) -> Seat | None:
        """Return the seat to move; CHANCE deals the next round."""
        raise NotImplementedError

    def moves(self, state: State) -> Iterable[Act]:
        """Return every legal action of the seat on turn."""
        raise NotImplementedError

    def after(self, state: State, act: Act) -> State:
        """Return the state after an action."""
        raise NotImplementedError

    def places(self, state: State) -> Mapping[str, Place]:
        """Return the places that everybody can see."""
        raise NotImplementedError

    # --- what a game can override ----------------------------------------------------------------

    def hand_order(self, card: Card) -> Any:
        """Return the sort key of a card in a hand."""
        return by_suit(card)

    def refusal(self, state: State, act: Act) -> Phrase | None:
        """Explain why the seat on turn may not do this with cards it holds."""
        return None

    def rounds(self, state: State) -> Sequence[tuple[int, ...]]:
        """Return each finished round's points by seat; by default the state's `rounds`, if it has any."""
        return getattr(state, "rounds", ())

    def points(self, state: State) -> tuple[int, ...]:
        """Return each seat's points so far: the sum of the rounds, if the state has any."""
        if not hasattr(state, "rounds"):
            return ()
        return tuple(map(sum, zip(*self.rounds(state), [0] * len(state.hands), strict=True)))

    def task(self, state: State, seat: Seat) -> Phrase | None:
        """Return what a seat has to do now."""
        return None

    def tell(self, before: State, act: Act) -> Phrase:
        """Describe what was done, without secrets."""
        own, usual = {**self.labels, **self.stories}, MESSAGES.get(f"done {act.verb}", "")
        open_act = act._replace(cards=()) if act.verb in self.secret else act
        return self._said(own.get(act.verb, usual), open_act)

    # --- what follows from these -----------------------------------------------------------------

    def start(self, deck: Sequence[Card], seats: int = 2) -> State:
        """Return the state after the first deal."""
        return self.deal(check_deck(deck, self), check_seats(seats, self.seats), None)

    def legal(self, state: State, seat: Seat = 0) -> Collection[Action]:
        """Return every legal action of a seat."""
        if seat != self.turn(state):
            return ()
        return Orders(bytes(sorted(self.pack))) if seat == CHANCE else tuple(self.moves(state))

    def allows(self, state: State, action: Action, seat: Seat = 0) -> bool:
        """Return whether a seat may do this now."""
        return action in self.legal(state, seat)

    def why(self, state: State, action: Action, seat: Seat = 0) -> Phrase | None:
        """Explain why a seat may not do this."""
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
        """Shuffle the cards for the next round."""
        return Shuffle(bytes(dice.shuffled(self.pack)))

    def play(self, state: State, action: Action) -> State:
        """Return the state after a legal action."""
        if isinstance(action, Shuffle):
            return self.deal(tuple(action.order), len(state.hands), state)
        return self.after(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome: most points win, or fewest; ties share the win."""
        if self.turn(state) is not None:
            return None
        points = self.points(state)
        best = min(points) if self.lowest_wins else max(points)
        winners = [seat for seat, own in enumerate(points) if own == best]
        return Outcome(True, points, "points", sent({"winners": winners}))

    def reveals(self, before: State, after: State) -> bool:
        """Return whether a hand gained a card, which its seat has then seen."""
        pairs = zip(before.hands, after.hands, strict=True)
        return any(Counter(new) - Counter(old) for old, new in pairs)

    def obvious(self, state: State) -> Action | None:
        """Return None: no move is obvious."""
        return None

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the places, and the seat's own hand in order."""
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
        """Return the cards, the place and the picks of an action."""
        if isinstance(action, Shuffle):
            return Reach()
        asks = zip(self.asks.get(action.verb, ()), action.picks, strict=False)
        picks = tuple(Pick(Phrase(ask), self._word(own)) for ask, own in asks)
        return Reach(action.cards, action.place, picks)

    def label(self, action: Action) -> Phrase:
        """Describe an action, without its picks."""
        if isinstance(action, Shuffle):
            return Phrase("Deal")
        return self._said(self._labels[action.verb], action._replace(picks=()))

    def story(self, before: State, action: Action) -> Phrase:
        """Describe what was done."""
        if isinstance(action, Shuffle):
            return Phrase("The cards are dealt.")
        return self.tell(before, action)

    def tally(self, state: State) -> Sequence[Line]:
        """Return the points of each round, and at the end their sum."""
        rounds = self.rounds(state)
        lines = [Line(Phrase("Round {n}", n=n), own, round=n) for n, own in enumerate(rounds, 1)]
        if rounds and self.turn(state) is None:
            lines.append(Line(Phrase("All rounds"), self.points(state), total=True))
        return lines

    def ending(self, outcome: Outcome) -> Sequence[Phrase]:
        """Return who won."""
        return (Phrase("Won by: {seats}", seats=outcome.facts["winners"]),)

    def _said(self, template: str, act: Act) -> Phrase:
        """Fill a template with the parts of an action that it names."""
        cards = {"cards": [*act.cards]} if act.cards else {}
        place = {"place": self._word(act.place)} if "{place}" in template else {}
        pick = {"pick": self._word(act.picks[-1])} if act.picks else {}
        return Phrase(template, **cards, **place, **pick)

    def _word(self, word: str) -> Phrase:
        return Phrase(self.words.get(word) or PLACES.get(word, word))

    # --- as text ---------------------------------------------------------------------------------

    def write(self, action: Action) -> str:
        """Write an action as text."""
        if isinstance(action, Shuffle):
            return " ".join(("deal", *(self._names[card] for card in action.order)))
        cards = "".join(f" {self._names[card]}" for card in action.cards)
        place = f">{action.place}" if action.place else ""
        return f"{action.verb}{cards}{place}{''.join(f':{pick}' for pick in action.picks)}"

    def told(self, action: Action, seat: Seat | None) -> str:
        """Write an action as a seat may see it: shuffles and secret cards are hidden."""
        if isinstance(action, Shuffle):
            return "deal"
        return action.verb if action.verb in self.secret else self.write(action)

    def read(self, text: str) -> Action:
        """Read an action from its text, legal or not."""
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
    """Return every field of a state that holds cards, by name."""
    fields = state._asdict() if hasattr(state, "_asdict") else vars(state)
    return {name: own for name, own in fields.items() if isinstance(own, bytes) or _several(own)}


def _several(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(own, bytes) for own in value)
