"""The patience engine: a picture, zones, a deal, moves, chores and a goal make a game."""

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

MOST_TEXTS = 1 << 12  # action texts that a game caches


@runtime_checkable
class Shuffler(Protocol):
    """A move or chore that hands cards to chance and lays them out after the shuffle."""

    def lay(self, game: "Patience", table: Table, order: Pile) -> Table:
        """Return the table with the shuffled cards on it."""


def _reveal(card: Card) -> str:
    """Return the text of a card for a reader who may see it even face down."""
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
    lost: Goal | None = None  # when it is lost even though moves are left
    pack: Deck = ONE_DECK
    pitch: float = 1  # how many card heights apart two lines of the picture are
    highest: int | None = None  # the best possible score, if goal and score do not determine it

    seats = range(1, 2)
    faces = FACES

    def __post_init__(self) -> None:
        check(self)

    @cached_property
    def cards(self) -> Deck:
        """Every card in the game, including those laid out before the shuffle."""
        table = self.start(self.pack)
        return tuple(
            card & ~HIDDEN for pile in (*table.piles, table.gone, table.loose) for card in pile
        )

    @cached_property
    def maximum(self) -> int | None:
        """The highest possible score; None if it is unknown or unlimited."""
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
        """What each pile takes, if that depends only on the pile."""
        return tuple(zone.plain for zone in self.zone)

    @cached_property
    def lifts(self) -> tuple[Lift | None, ...]:
        """What can be lifted from each pile."""
        return tuple(zone.lift for zone in self.zone)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each pile: its letter, plus a number if the zone has several."""
        counts: dict[str, int] = {}
        names = []
        for letter in self.letter:
            counts[letter] = counts.get(letter, 0) + 1
            names.append(f"{letter}{counts[letter]}" if self.letter.count(letter) > 1 else letter)
        return tuple(names)

    @cached_property
    def covers(self) -> tuple[tuple[int, ...], ...]:
        """For each pile, those with the same zone rules on the next line of the picture that overlap it."""
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
        """Return the piles of some zones, zone after zone, each in reading order."""
        try:
            return self._where[letters]
        except KeyError:
            found = tuple(
                at for letter in letters for at, own in enumerate(self.letter) if own == letter
            )
            return self._where.setdefault(letters, found)

    def elsewhere(self, letters: str) -> tuple[int, ...]:
        """Return the piles of all other zones."""
        try:
            return self._elsewhere[letters]
        except KeyError:
            others = "".join(letter for letter in self.zones if letter not in letters)
            return self._elsewhere.setdefault(letters, self.where(others))

    @cached_property
    def _elsewhere(self) -> dict[str, tuple[int, ...]]:
        return {}

    def single(self, letters: str) -> bool:
        """Return whether the piles of these zones take cards only one at a time."""
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
        """Return the pile so many card widths and lines away in the picture, if there is one."""
        place = self.places[at]
        return self._grid.get((place.x + dx, place.line + lines))

    def layout(self) -> list[dict[str, str | float]]:
        """Return each pile's position and fan: everything a client needs to draw the table."""
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
        """Return the table after the deal."""
        if seats not in self.seats:
            raise BadSeats("A patience is for one player, not for {seats}.", seats=seats)
        hand = Hand(list(check_deck(deck, self))[::-1], [bytearray() for _ in self.places])
        for step in self.deal:
            step.deal(self, hand)
        return hand.table()

    def turn(self, state: Table) -> Seat | None:
        """Return the player, chance, or None."""
        if state.loose:
            return CHANCE
        return None if self.outcome(state) else 0

    def legal(self, state: Table, seat: Seat = 0) -> Collection[Action]:
        """Return everything that all moves offer; nothing once the game is won or lost."""
        if state.loose:
            return Orders(state.loose) if seat == CHANCE else ()
        return self._offers(state) if seat == 0 else ()

    def allows(self, state: Table, action: Action, seat: Seat = 0) -> bool:
        """Return whether a move offers the action and the game is not over."""
        if state.loose:
            return seat == CHANCE and action in Orders(state.loose)
        if seat != 0:
            return False
        if self._latest[0] is state:
            return action in self._latest[1]
        return self._mover(state, action) is not None and not self._verdict(state)

    def why(self, state: Table, action: Action, seat: Seat = 0) -> Phrase | None:
        """Ask the move itself why not, or another move that uses the same tap."""
        if seat != 0 or action.verb not in self.taps or state.loose or self._verdict(state):
            return None
        others = (move for move in self.moves if action.source in self.where(move.at))
        for move in (*self._by_verb.get(action.verb, ()), *others):
            if isinstance(move, Explaining) and (why := move.why(self, state)) is not None:
                return why
        return None

    def draw(self, state: Table, dice: Dice) -> Action:
        """Return the loose cards in a random order."""
        return Action(SHUFFLE, order=bytes(dice.shuffled(state.loose)))

    def play(self, state: Table, action: Action) -> Table:
        """Play the first move that offers the action, then run the chores."""
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
        """Return won if the goal is met, lost by the game's own rule, or stuck if no move is left."""
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
        """Return the table as everyone sees it: face-down cards are hidden, except from ALL."""
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
        """Return False: a single player may undo anything."""
        return False

    def obvious(self, state: Table) -> Action | None:
        """Return the first carry of a card to a foundation."""
        if state.loose:
            return None
        for action in self._offers(state):
            if action.verb == CARRY:
                kinds = self.zone[action.source].kind, self.zone[action.target].kind
                if kinds[0] != "foundation" == kinds[1]:
                    return action
        return None

    # --- what rules and moves ask for ------------------------------------------------------------

    def takes(self, table: Table, at: int) -> Mask:
        """Return the set of cards that a pile takes now."""
        pile, told = table.piles[at], self.plain[at]
        if told is not None:
            room, start, build = told
            return (build[pile[-1]] if len(pile) < room else 0) if pile else start
        zone = self.zone[at]
        if len(pile) >= zone.room:
            return 0
        return (zone.build if pile else zone.start).takes(self, table, at)

    def wants(self, table: Table, places: Sequence[int]) -> list[tuple[int, Mask]]:
        """Return the piles that take any cards now, each with the set of those cards."""
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
        """Return whether the top card of a pile can be lifted alone."""
        lift = self.zone[at].lift
        return bool(table.piles[at]) and lift is not None and 1 in lift.sizes(self, table, at)

    def _offers(self, table: Table) -> tuple[Action, ...]:
        """Return everything that all moves offer; cached for the latest table."""
        latest = self._latest
        if latest[0] is not table:
            over = bool(self._verdict(table))
            moves = () if over else self.moves
            offers = tuple(action for move in moves for action in move.offers(self, table))
            self.__dict__["_latest"] = latest = table, offers
        return latest[1]

    @cached_property
    def _latest(self) -> tuple[Table | None, tuple[Action, ...]]:
        """The latest table and its actions, in one value, because several threads may read it."""
        return None, ()

    def _mover(self, table: Table, action: Action) -> Move | None:
        """Return the first move that offers an action."""
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
        """For each verb between two piles: the moves that may offer it, and how to check each."""
        return {}

    def _answering(self, action: Action) -> list[tuple[Move, Ask]]:
        """Return the moves of a verb, except carries that never connect these two piles."""
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
        """All chores combined into one."""
        return one_by_one([prepared(chore, self) for chore in self.chores])

    # --- actions as text -------------------------------------------------------------------------

    @cached_property
    def _by_verb(self) -> dict[str, tuple[Move, ...]]:
        verbs = dict.fromkeys(move.verb for move in self.moves)
        return {verb: tuple(move for move in self.moves if move.verb == verb) for verb in verbs}

    @cached_property
    def _alone(self) -> dict[str, Move]:
        """For each verb that always plays the same way, one of its moves."""
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
        """For each verb that is a tap: the piles where it can be made."""
        return {
            verb: tuple(sorted({at for move in moves for at in self.where(move.at)}))
            for verb, moves in self._by_verb.items()
            if verb not in (CARRY, PAIR)
        }

    @cached_property
    def redeals(self) -> int | None:
        """How many redeals the game allows; None if none, or unlimited."""
        inner = [unwrap(move) for move in self.moves]
        counted = [move.redeals for move in inner if isinstance(move, Redealing)]
        return max((most for most in counted if most != "unlimited"), default=0) or None

    @cached_property
    def _pile(self) -> dict[str, int]:
        return {name: at for at, name in enumerate(self.names)}

    def write(self, action: Action) -> str:
        """Write an action: T5:4>T2 carries four cards, P3+P7 pairs two, anything else is a verb."""
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
        """A cache: many lines of play share few texts."""
        return {}

    def _write(self, action: Action) -> str:
        names, (verb, source, target, size, _) = self.names, action
        if verb == CARRY:
            return f"{names[source]}{f':{size}' if size > 1 else ''}>{names[target]}"
        if verb == PAIR:
            return f"{names[source]}+{names[target]}"
        return verb if len(self.taps[verb]) < 2 else f"{verb} {names[source]}"

    def told(self, action: Action, seat: Seat | None) -> str:
        """Write an action, but hide the order of a shuffle."""
        return SHUFFLE if action.verb == SHUFFLE else self.write(action)

    def read(self, text: str) -> Action:
        """Read an action from its text, legal or not."""
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
        """One example action for each verb, written."""
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
        """Return a typical pile of some zones, or of all: one that is often played from or to."""
        piles = [at for at in self.where(zones) or range(len(self.places)) if at != but]
        return min(piles, key=self._unlikely, default=but)

    def _unlikely(self, pile: int) -> int:
        """Return how rarely cards are carried from or to a pile."""
        return {"foundation": 1, "stock": 2}.get(self.zone[pile].kind, 0)
