"""The one engine: a picture, zones, a deal, moves, chores and a goal make a game."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

from trapoula.core.cards import (
    FACES,
    HIDDEN,
    NAMES,
    ONE_DECK,
    Card,
    Deck,
    Pile,
    name,
    read_cards,
    write_cards,
)
from trapoula.core.errors import BadAction, BadCard, BadSeats, Phrase
from trapoula.core.game import ALL, CHANCE, Dice, Outcome, Seat, View, check_deck
from trapoula.patience.checks import check
from trapoula.patience.chores import Chore, Tidy, one_by_one, prepared
from trapoula.patience.deal import Hand, Step
from trapoula.patience.goals import Goal
from trapoula.patience.lifts import Lift
from trapoula.patience.maximum import maximum
from trapoula.patience.moves import Ask, Carry, Explaining, LayOff, Move, asking
from trapoula.patience.picture import Place, read_picture
from trapoula.patience.rules import Mask
from trapoula.patience.scores import Score
from trapoula.patience.table import CARRY, NOWHERE, PAIR, SHUFFLE, Action, Orders, Table
from trapoula.patience.taps import Redealing
from trapoula.patience.wraps import unwrap
from trapoula.patience.zones import ONE_BY_ONE, Plain, Zone

_CARRY = re.compile(r"(\w+?)(?::(\d{1,3}))?>(\w+)")
_PAIR = re.compile(r"(\w+)\+(\w+)")
_TAP = re.compile(r"([a-z]+)(?: (\w+))?")

MOST_TEXTS = 1 << 12  # of actions that a game remembers


@runtime_checkable
class Shuffler(Protocol):
    """A move or a chore that hands cards to chance and lays them out as they come back."""

    def lay(self, game: "Patience", table: Table, order: Pile) -> Table:
        """The table with the shuffled cards on it."""


def _reveal(card: Card) -> str:
    """The text of a card to one who may see it even face down."""
    return NAMES[card & ~HIDDEN] + ("?" if card & HIDDEN else "")


@dataclass(frozen=True)
class Patience:
    """A game for one player, written as a picture and a handful of words."""

    picture: str
    zones: Mapping[str, Zone]
    deal: tuple[Step, ...]
    moves: tuple[Move, ...]
    goal: Goal
    score: Score
    chores: tuple[Chore, ...] = ()
    lost: Goal | None = None  # when it is lost although something could still be done
    pack: Deck = ONE_DECK
    pitch: float = 1  # how many card heights lie between two lines of the picture
    highest: int | None = None  # the best score there can be, where goal and score do not tell it

    seats = range(1, 2)
    faces = FACES

    def __post_init__(self) -> None:
        check(self)

    @cached_property
    def cards(self) -> Deck:
        """Every card that takes part, those among them that are laid out before the shuffle."""
        table = self.start(self.pack)
        return tuple(
            card & ~HIDDEN for pile in (*table.piles, table.gone, table.loose) for card in pile
        )

    @cached_property
    def maximum(self) -> int | None:
        """The highest score that the game can come to; None where nobody knows it, or it has no end."""
        return maximum(self)

    # --- the picture as geometry -----------------------------------------------------------------

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places of the picture in reading order, one for each pile."""
        return read_picture(self.picture, self.pitch)

    @cached_property
    def letter(self) -> tuple[str, ...]:
        """The zone letter of each pile."""
        return tuple(place.letter for place in self.places)

    @cached_property
    def zone(self) -> tuple[Zone, ...]:
        """The zone of each pile."""
        return tuple(self.zones[letter] for letter in self.letter)

    @cached_property
    def plain(self) -> tuple[Plain | None, ...]:
        """What each pile takes, where what lies there tells it."""
        return tuple(zone.plain for zone in self.zone)

    @cached_property
    def lifts(self) -> tuple[Lift | None, ...]:
        """What may be lifted from each pile."""
        return tuple(zone.lift for zone in self.zone)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each pile: its letter, and its number where the zone has several."""
        counts: dict[str, int] = {}
        names = []
        for letter in self.letter:
            counts[letter] = counts.get(letter, 0) + 1
            names.append(f"{letter}{counts[letter]}" if self.letter.count(letter) > 1 else letter)
        return tuple(names)

    @cached_property
    def covers(self) -> tuple[tuple[int, ...], ...]:
        """For each pile, those of its sort on the picture's next line that lie partly over it."""
        return tuple(
            tuple(
                at
                for at, other in enumerate(self.places)
                if self.zones[other.letter] == self.zones[place.letter]
                and other.line == place.line + 1
                and abs(other.x - place.x) <= 0.5
            )
            for place in self.places
        )

    @cached_property
    def _where(self) -> dict[str, tuple[int, ...]]:
        return {}

    def where(self, letters: str) -> tuple[int, ...]:
        """The piles of some zones, zone after zone, each in reading order."""
        try:
            return self._where[letters]
        except KeyError:
            found = tuple(
                at for letter in letters for at, own in enumerate(self.letter) if own == letter
            )
            return self._where.setdefault(letters, found)

    def elsewhere(self, letters: str) -> tuple[int, ...]:
        """The piles of all the other zones."""
        try:
            return self._elsewhere[letters]
        except KeyError:
            others = "".join(letter for letter in self.zones if letter not in letters)
            return self._elsewhere.setdefault(letters, self.where(others))

    @cached_property
    def _elsewhere(self) -> dict[str, tuple[int, ...]]:
        return {}

    def single(self, letters: str) -> bool:
        """Whether nothing but single cards may be laid on the piles of some zones."""
        try:
            return self._single[letters]
        except KeyError:
            found = all(self.zones[letter].batch == ONE_BY_ONE for letter in letters)
            return self._single.setdefault(letters, found)

    @cached_property
    def _single(self) -> dict[str, bool]:
        return {}

    @cached_property
    def _grid(self) -> dict[tuple[float, int], int]:
        return {(place.x, place.line): at for at, place in enumerate(self.places)}

    def beside(self, at: int, dx: float, lines: int = 0) -> int | None:
        """The pile so many card widths and lines away in the picture, if there is one."""
        place = self.places[at]
        return self._grid.get((place.x + dx, place.line + lines))

    def layout(self) -> list[dict[str, str | float]]:
        """Where each pile lies and how it is spread: all that a client needs to draw the table."""
        return [
            {
                "pile": pile,
                "zone": place.letter,
                "kind": zone.kind,
                "x": place.x,
                "y": place.y,
                "fan": zone.fan,
                "shown": zone.shown,
                "sign": zone.sign,
            }
            for pile, place, zone in zip(self.names, self.places, self.zone, strict=True)
        ]

    # --- the game --------------------------------------------------------------------------------

    def start(self, deck: Sequence[Card], seats: int = 1) -> Table:
        """The table after the deal."""
        if seats not in self.seats:
            raise BadSeats("A patience is for one player, not for {seats}.", seats=seats)
        hand = Hand(list(check_deck(deck, self))[::-1], [bytearray() for _ in self.places])
        for step in self.deal:
            step.deal(self, hand)
        return hand.table()

    def turn(self, state: Table) -> Seat | None:
        """The one player's, chance's, or nobody's."""
        if state.loose:
            return CHANCE
        return None if self.outcome(state) else 0

    def legal(self, state: Table, seat: Seat = 0) -> Collection[Action]:
        """Everything that all moves offer; nothing once the game is won or lost."""
        if state.loose:
            return Orders(state.loose) if seat == CHANCE else ()
        return self._offers(state) if seat == 0 else ()

    def allows(self, state: Table, action: Action, seat: Seat = 0) -> bool:
        """Whether one of the moves offers the action, the game being neither won nor lost."""
        if state.loose:
            return seat == CHANCE and action in Orders(state.loose)
        if seat != 0:
            return False
        if self._latest[0] is state:
            return action in self._latest[1]
        return self._mover(state, action) is not None and not self._verdict(state)

    def why(self, state: Table, action: Action, seat: Seat = 0) -> Phrase | None:
        """What the move it would be has to say, or else another that is made by the same tap."""
        if seat != 0 or action.verb not in self.taps or state.loose or self._verdict(state):
            return None
        others = (move for move in self.moves if action.source in self.where(move.at))
        for move in (*self._by_verb.get(action.verb, ()), *others):
            if isinstance(move, Explaining) and (why := move.why(self, state)) is not None:
                return why
        return None

    def draw(self, state: Table, dice: Dice) -> Action:
        """The loose cards in an order of chance."""
        return Action(SHUFFLE, order=bytes(dice.shuffled(state.loose)))

    def play(self, state: Table, action: Action) -> Table:
        """The move that offers the action plays it; then the chores are done."""
        if action.verb == SHUFFLE:
            return self._settle(self._shuffler.lay(self, state._replace(loose=b""), action.order))
        move = self._alone.get(action.verb) or self._mover(state, action)
        if move is None:
            raise BadAction(
                "Nothing in this game answers to {action} now.", action=repr(self.write(action))
            )
        table = move.play(self, state, action)
        if table.loose:
            return table
        return self._settle(table, state, action) if type(move) is Carry else self._settle(table)

    def outcome(self, state: Table) -> Outcome | None:
        """Won when the goal is met, lost by the game's own rule, stuck when nothing can be done."""
        if state.loose:
            return None
        if self._offers(state):
            return None
        verdict = self._verdict(state)
        return Outcome(verdict == "won", (self.score.of(self, state),), verdict or "stuck")

    def _verdict(self, table: Table) -> str:
        if self.goal.met(self, table):
            return "won"
        return "lost" if self.lost is not None and self.lost.met(self, table) else ""

    def view(self, state: Table, seat: Seat | None) -> View:
        """The table as everyone sees it: a face-down card keeps its secret, except from ALL."""
        shown = _reveal if seat == ALL else name
        return {
            "piles": {
                pile: [shown(card) for card in cards]
                for pile, cards in zip(self.names, state.piles, strict=True)
            },
            "gone": [shown(card) for card in state.gone],
            "turned": state.turned,
            "redeals": self.redeals and max(0, self.redeals - state.turned),
            "phase": state.phase,
            "score": self.score.of(self, state),
        }

    def reveals(self, before: Table, after: Table) -> bool:
        """Never: a player alone may take back whatever was seen."""
        return False

    def obvious(self, state: Table) -> Action | None:
        """The first card that can be carried to a foundation from elsewhere."""
        if state.loose:
            return None
        for action in self._offers(state):
            if action.verb == CARRY:
                kinds = self.zone[action.source].kind, self.zone[action.target].kind
                if kinds[0] != "foundation" == kinds[1]:
                    return action
        return None

    # --- what rules and moves ask ----------------------------------------------------------------

    def takes(self, table: Table, at: int) -> Mask:
        """The set of cards that a pile would take now."""
        pile, told = table.piles[at], self.plain[at]
        if told is not None:
            room, start, build = told
            return (build[pile[-1]] if len(pile) < room else 0) if pile else start
        zone = self.zone[at]
        if len(pile) >= zone.room:
            return 0
        return (zone.build if pile else zone.start).takes(self, table, at)

    def wants(self, table: Table, places: Sequence[int]) -> list[tuple[int, Mask]]:
        """The piles of some places that would take cards now, each with the set of those cards."""
        piles, plain, found = table.piles, self.plain, []
        for at in places:
            told = plain[at]
            if told is None:
                mask = self.takes(table, at)
            elif pile := piles[at]:
                mask = told[2][pile[-1]] if len(pile) < told[0] else 0
            else:
                mask = told[1]
            if mask:
                found.append((at, mask))
        return found

    def liftable(self, table: Table, at: int) -> bool:
        """Whether the top card of a pile may be lifted alone."""
        lift = self.zone[at].lift
        return bool(table.piles[at]) and lift is not None and 1 in lift.sizes(self, table, at)

    def _offers(self, table: Table) -> tuple[Action, ...]:
        """What all moves offer; of the table that was last asked about it is known already."""
        latest = self._latest
        if latest[0] is not table:
            over = bool(self._verdict(table))
            moves = () if over else self.moves
            offers = tuple(action for move in moves for action in move.offers(self, table))
            self.__dict__["_latest"] = latest = table, offers
        return latest[1]

    @cached_property
    def _latest(self) -> tuple[Table | None, tuple[Action, ...]]:
        """A table and what may be done on it, in one value, for several threads may ask."""
        return None, ()

    def _mover(self, table: Table, action: Action) -> Move | None:
        """The first move that offers an action."""
        verb, source, target, _, _ = action
        try:
            asks = self._asks[verb, source, target]
        except KeyError:
            asks = self._asks.setdefault((verb, source, target), self._answering(action))
        for move, ask in asks:
            if ask(self, table, action):
                return move
        return None

    @cached_property
    def _asks(self) -> dict[tuple[str, int, int], list[tuple[Move, Ask]]]:
        """For each verb between two piles, the moves that may offer it, and how each is asked."""
        return {}

    def _answering(self, action: Action) -> list[tuple[Move, Ask]]:
        """The moves of a verb, without those that never carry from the one pile to the other."""
        found: list[tuple[Move, Ask]] = []
        for move in self._by_verb.get(action.verb, ()):
            inner = unwrap(move)
            if isinstance(inner, Carry | LayOff) and not (
                action.source in self.where(inner.source) and action.target in self.where(inner.to)
            ):
                continue
            found.append((move, move.fits if isinstance(move, Carry) else asking(move)))
        return found

    @cached_property
    def _settle(self) -> Tidy:
        """How all chores are done, one after another."""
        return one_by_one([prepared(chore, self) for chore in self.chores])

    # --- actions as text -------------------------------------------------------------------------

    @cached_property
    def _by_verb(self) -> dict[str, tuple[Move, ...]]:
        verbs = dict.fromkeys(move.verb for move in self.moves)
        return {verb: tuple(move for move in self.moves if move.verb == verb) for verb in verbs}

    @cached_property
    def _alone(self) -> dict[str, Move]:
        """For each verb that is played in one way only, whichever move offers it, such a move."""
        return {
            verb: moves[0]
            for verb, moves in self._by_verb.items()
            if len(moves) == 1 or all(type(move) is Carry for move in moves)
        }

    @cached_property
    def _shuffler(self) -> Shuffler:
        return next(part for part in (*self.moves, *self.chores) if isinstance(part, Shuffler))

    @cached_property
    def taps(self) -> dict[str, tuple[int, ...]]:
        """For each verb that is a tap, the piles where it may be made."""
        return {
            verb: tuple(sorted({at for move in moves for at in self.where(move.at)}))
            for verb, moves in self._by_verb.items()
            if verb not in (CARRY, PAIR)
        }

    @cached_property
    def redeals(self) -> int | None:
        """How often cards may be dealt again in a game; None where never, or without end."""
        inner = [unwrap(move) for move in self.moves]
        counted = [move.redeals for move in inner if isinstance(move, Redealing)]
        return max((most for most in counted if most != "unlimited"), default=0) or None

    @cached_property
    def _pile(self) -> dict[str, int]:
        return {name: at for at, name in enumerate(self.names)}

    def write(self, action: Action) -> str:
        """T5:4>T2 carries four cards, P3+P7 pairs two, a verb does what it says."""
        if action.verb == SHUFFLE:
            return f"{SHUFFLE} {write_cards(action.order)}"
        try:
            return self._texts[action]
        except KeyError:
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            return self._texts.setdefault(action, self._write(action))

    @cached_property
    def _texts(self) -> dict[Action, str]:
        """What was written before: many lines share few texts."""
        return {}

    def _write(self, action: Action) -> str:
        names, (verb, source, target, size, _) = self.names, action
        if verb == CARRY:
            return f"{names[source]}{f':{size}' if size > 1 else ''}>{names[target]}"
        if verb == PAIR:
            return f"{names[source]}+{names[target]}"
        return verb if len(self.taps[verb]) < 2 else f"{verb} {names[source]}"

    def told(self, action: Action, seat: Seat | None) -> str:
        """The text of an action, without the order that a shuffle gave to the cards."""
        return SHUFFLE if action.verb == SHUFFLE else self.write(action)

    def read(self, text: str) -> Action:
        """The action of a text, whether or not it is legal now."""
        try:
            return self._read(text.strip())
        except (KeyError, BadCard):
            raise BadAction(
                "{text} is not an action of this game: they look like {example}.",
                text=repr(text),
                example=", ".join(self._examples),
            ) from None

    def _read(self, text: str) -> Action:
        pile = self._pile
        if match := _CARRY.fullmatch(text):
            count = int(match[2] or 1)
            if CARRY in self._by_verb and count and text.isascii():
                return Action(CARRY, pile[match[1]], pile[match[3]], count)
        elif match := _PAIR.fullmatch(text):
            if PAIR in self._by_verb:
                return Action(PAIR, pile[match[1]], pile[match[2]])
        elif text.startswith(f"{SHUFFLE} "):
            return Action(SHUFFLE, order=bytes(read_cards(text.removeprefix(SHUFFLE))))
        elif match := _TAP.fullmatch(text):
            places = self.taps[match[1]]
            if match[2]:
                return Action(match[1], pile[match[2]])
            if len(places) < 2:
                return Action(match[1], places[0] if places else NOWHERE)
        raise KeyError(text)

    @cached_property
    def _examples(self) -> tuple[str, ...]:
        """One action for each verb, as it is written."""
        found: dict[str, Action] = {}
        for move in map(unwrap, self.moves):
            zones = getattr(move, "zones", move.at)
            source = self._likely(getattr(move, "source", zones))
            target = self._likely(getattr(move, "to", zones)[::-1], but=source)
            old = found.get(move.verb)
            if old is None or self._unlikely(old.target) > self._unlikely(target):
                found[move.verb] = Action(move.verb, source, target)
        return tuple(map(self.write, found.values()))

    def _likely(self, zones: str, but: int = NOWHERE) -> int:
        """The first pile of some zones, or else of all, where something may be done soon."""
        piles = [at for at in self.where(zones) or range(len(self.places)) if at != but]
        return min(piles, key=self._unlikely, default=but)

    def _unlikely(self, pile: int) -> int:
        """How seldom cards are carried from a pile or to it."""
        return {"foundation": 1, "stock": 2}.get(self.zone[pile].kind, 0)
