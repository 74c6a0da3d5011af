"""Triggs: cross off every box of your sheet first, with single cards and with pairs that add up."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias

from trapoula.core.cards import Card, Deck, Pile
from trapoula.core.errors import BadAction, Phrase
from trapoula.core.game import (
    ALL,
    CHANCE,
    Dice,
    FirstRound,
    Line,
    Moment,
    Outcome,
    Reach,
    Recap,
    Seat,
    Tip,
    View,
    check_deck,
    game,
)
from trapoula.tables._chance import Orders, Shuffle, read_order, write_order
from trapoula.tables._deck import (
    NOT_YOUR_TURN,
    OVER,
    check_seats,
    deal_hands,
    number_faces,
    put,
    sort,
    unreadable,
    without,
)
from trapoula.tables._recap import Turn, ahead, best, by_seat, in_order, margin, turns
from trapoula.tables._view import Own, SheetCommon, SheetView, seen_by_all, seen_from, sent, spread

VALUES: Final = range(1, 13)
COPIES: Final = 9
PACK: Final[Deck] = tuple(value for value in VALUES for _ in range(COPIES))
HAND: Final = 5  # cards dealt, and drawn by a player who has none left
MOST: Final = 10  # cards in a hand
DRAWN: Final = 2  # cards in a draw
PILES: Final = ("left", "middle", "right")
MIDDLE: Final = 1  # the closed pile; the others are open
OPEN: Final = (0, 2)
SPLIT: Final = {2: (24, 50, 24), 3: (23, 47, 23), 4: (22, 44, 22)}  # by the number of players
ASIDE: Final = "aside"  # where discards go
MANY: Final = 3  # boxes that make a turn worth a word afterwards

MESSAGES = {
    "left": "Left pile",
    "middle": "Closed pile",
    "right": "Right pile",
    "draw left": "Draw from the left pile",
    "draw middle": "Draw from the closed pile",
    "draw right": "Draw from the right pile",
    "drawn left": "{cards} from the left pile",
    "drawn middle": "A card from the closed pile",
    "drawn right": "{cards} from the right pile",
}

LEAVING: Final = (12, 11)  # values that leave the game when nobody needs them, in this order

SHEETS: Final[dict[str, Pile]] = {  # boxes in rows 1 to 12
    "standard": bytes((2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5)),
    "short": bytes((1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3)),
    "even": bytes((3,) * 12),
}


@dataclass(frozen=True, slots=True)
class Begins:
    """The player whom chance lets begin."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of a pile."""

    pile: int  # a place in PILES


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard some cards of one value."""

    value: Card
    count: int


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross off boxes of a value with single cards, and with pairs told by their lower card."""

    value: Card
    singles: int
    lows: Pile  # in rising order

    @property
    def count(self) -> int:
        """How many boxes that makes."""
        return self.singles + len(self.lows)

    @property
    def cards(self) -> Pile:
        """The cards it takes."""
        pairs = bytes(card for low in self.lows for card in (low, self.value - low))
        return bytes([self.value]) * self.singles + pairs


@dataclass(frozen=True, slots=True)
class Bonus:
    """The extra cross for a finished row, in another row."""

    value: Card


Action: TypeAlias = Begins | Draw | Discard | Cross | Bonus | Shuffle


class Table(NamedTuple):
    """The cards, the sheets, and how far the turn has come."""

    hands: tuple[Pile, ...]
    piles: tuple[Pile, ...]  # left, middle, right; the top card first
    crossed: tuple[Pile, ...]  # by seat, how many boxes are crossed off in each row
    seat: Seat = CHANCE  # whose turn it is, once it is known who begins
    discards: Pile = b""
    gone: Pile = b""  # cards that have left the game
    drawing: bool = False  # a second card is to be drawn
    bonus: bool = False  # an extra cross is to be made
    empty: int = 0  # how many cards are still to be drawn for an empty hand
    turns: int = 0  # how many turns are over


@dataclass(frozen=True)
class Triggs:
    """The rules, for a sheet and for the number of rounds after which it is a draw."""

    sheet: Pile = SHEETS["standard"]
    limit: int = 200

    seats = range(2, 5)
    pack = PACK
    faces = number_faces(PACK)
    words = MESSAGES
    tries = (
        *((pile, f"draw {pile}") for pile in PILES),
        (ASIDE, "discard {from}"),
        ("*", "cross {to}: {from}"),
    )

    @property
    def printed(self) -> dict[str, int]:
        """The boxes of each row of the sheet and of them all, for the page of rules."""
        rows = {f"row{row}": boxes for row, boxes in enumerate(self.sheet, 1)}
        return {**rows, "boxes": sum(self.sheet)}

    # --- the course of the game ------------------------------------------------------------------

    def start(self, deck: Sequence[Card], seats: int = 2) -> Table:
        """After the hands the deck makes the middle pile, then the left one, then the right one."""
        dealt = check_deck(deck, self)
        hands, rest = deal_hands(dealt, check_seats(seats, self.seats), HAND)
        left, middle, _ = SPLIT[seats]
        piles = (rest[middle : middle + left], rest[:middle], rest[middle + left :])
        return Table(hands, piles, (bytes(len(VALUES)),) * seats)

    def turn(self, state: Table) -> Seat | None:
        """Chance says who begins, and shuffles when a pile is empty."""
        if self._over(state):
            return None
        return CHANCE if _refill(state) is not None else state.seat

    def legal(self, state: Table, seat: Seat = 0) -> Collection[Action]:
        """One of three actions, or what an action has left to do."""
        if seat != self.turn(state):
            return ()
        if seat == CHANCE:
            first = state.seat == CHANCE
            return tuple(map(Begins, range(len(state.hands)))) if first else Orders(state.discards)
        if state.bonus:
            return tuple(Bonus(value) for value in VALUES if self._room(state, value))
        hand = state.hands[seat]
        draws = tuple(map(Draw, _stocked(state))) if len(hand) < MOST else ()
        return draws if state.drawing else (*draws, *_discards(hand), *self._crosses(state))

    def why(self, state: Table, action: Action, seat: Seat = 0) -> Phrase | None:
        """Why a pile cannot be drawn from, or cards not be discarded or crossed off."""
        turn = self.turn(state)
        if turn is None:
            return OVER
        if seat != turn:
            return NOT_YOUR_TURN
        if state.bonus and not isinstance(action, Bonus):
            return Phrase("First the extra cross for the row that was finished.")
        if state.drawing and not isinstance(action, Draw):
            return Phrase("First draw the second card.")
        held = Counter(state.hands[seat])
        match action:
            case Draw() if len(state.hands[seat]) >= MOST:
                return Phrase("You hold {most} cards already: discard, or cross off.", most=MOST)
            case Draw():
                return Phrase("That pile is empty.")
            case Bonus() if not state.bonus:
                return Phrase("There is no extra cross to make.")
            case Cross(value) | Bonus(value) if not self._room(state, value):
                return Phrase("Row {row} is finished.", row=value)
            case Discard(value, count) if held[value] < count:
                return Phrase("You do not hold these cards.")
            case Cross() if Counter(action.cards) - held:
                return Phrase("You do not hold these cards.")
            case Cross(value):
                boxes = self._room(state, value)
                return Phrase("Open boxes in row {row}: {boxes}.", row=value, boxes=boxes)
        return None

    def task(self, state: Table, seat: Seat) -> Phrase | None:
        """What is to be done now, for the seat that has to do it."""
        if seat != self.turn(state):
            return None
        if state.bonus:
            return Phrase("A row is finished: make the extra cross.")
        if state.drawing:
            return Phrase("Draw the second card.")
        if len(state.hands[seat]) >= MOST:
            return Phrase("You hold {most} cards: discard, or cross off.", most=MOST)
        return Phrase("Draw, discard, or cross off.")

    def draw(self, state: Table, dice: Dice) -> Action:
        """Who begins, or the discards in an order of chance."""
        if state.seat == CHANCE:
            return Begins(dice.below(len(state.hands)))
        return Shuffle(bytes(dice.shuffled(state.discards)))

    def allows(self, state: Table, action: Action, seat: Seat = 0) -> bool:
        """Whether it is among what the seat may do."""
        return action in self.legal(state, seat)

    def play(self, state: Table, action: Action) -> Table:
        """The table after an action, and after all that follows from it by itself."""
        match action:
            case Begins(seat):
                return state._replace(seat=seat)
            case Draw(pile):
                after = _drawn(state, pile)._replace(drawing=not state.drawing)
            case Discard(value, count):
                after = self._discard(state, bytes([value]) * count)
            case Cross(value, _, _):
                after = self._cross(_laid(state, action.cards), value, action.count)
            case Bonus(value):
                after = self._cross(state._replace(bonus=False), value, 1)
            case Shuffle(order):
                after = _refilled(state, order)
        return self._settle(after)

    def outcome(self, state: Table) -> Outcome | None:
        """Won by the first to cross off everything; drawn after too many turns."""
        if not self._over(state):
            return None
        winner = [seat for seat, own in enumerate(state.crossed) if own == self.sheet]
        crossed = tuple(map(sum, state.crossed))
        return Outcome(
            bool(winner),
            crossed,
            "finished" if winner else "turn-limit",
            {
                "winners": [*winner],
                "open": [sum(self.sheet) - own for own in crossed],
                "turns": state.turns,
            },
        )

    def _over(self, table: Table) -> bool:
        return self.sheet in table.crossed or table.turns >= self.limit * len(table.hands)

    # --- crossing off and discarding -------------------------------------------------------------

    def _room(self, table: Table, value: Card) -> int:
        """How many boxes of a row are open for the seat on turn."""
        return self.sheet[value - 1] - table.crossed[table.seat][value - 1]

    def _crosses(self, table: Table) -> Iterator[Cross]:
        """Every choice of single cards and pairs that makes a value and fits in its row."""
        held = Counter(table.hands[table.seat])
        for value in VALUES:
            if not (room := self._room(table, value)):
                continue
            lows = [low for low in range(1, value // 2 + 1) if held[low] and held[value - low]]
            most = [_pairs(held, low, value) for low in lows]
            for singles, *pairs in product(*(range(n + 1) for n in (held[value], *most))):
                if 0 < singles + sum(pairs) <= room:
                    chosen = zip(lows, pairs, strict=True)
                    yield Cross(value, singles, bytes(low for low, n in chosen for _ in range(n)))

    def _cross(self, table: Table, value: Card, count: int) -> Table:
        """Boxes are crossed off; a finished row gives an extra cross, if a box is open anywhere."""
        own = bytearray(table.crossed[table.seat])
        own[value - 1] += count
        crossed = put(table.crossed, table.seat, bytes(own))
        finished = own[value - 1] == self.sheet[value - 1]
        return table._replace(crossed=crossed, bonus=finished and own != self.sheet)

    def _discard(self, table: Table, cards: Pile) -> Table:
        """Cards that nobody needs leave the game instead."""
        after = _laid(table, cards)
        if cards[0] not in self.leaving(table):
            return after
        return after._replace(discards=table.discards, gone=table.gone + cards)

    def leaving(self, table: Table) -> tuple[Card, ...]:
        """The values whose row everybody has finished: 12, and after it 11."""
        found: list[Card] = []
        for value in LEAVING:
            if any(own[value - 1] < self.sheet[value - 1] for own in table.crossed):
                break
            found.append(value)
        return tuple(found)

    # --- what happens by itself ------------------------------------------------------------------

    def _settle(self, table: Table) -> Table:
        """Go on until somebody has to choose, chance has to shuffle, or the next turn begins."""
        if self._over(table):
            return table
        table = self._clear(table)
        if table.bonus or _refill(table) is not None:
            return table
        if table.empty:
            return self._settle(_fill(table))
        if table.drawing and len(table.hands[table.seat]) < MOST and _stocked(table):
            return table
        seat = (table.seat + 1) % len(table.hands)
        return table._replace(seat=seat, drawing=False, turns=table.turns + 1)

    def _clear(self, table: Table) -> Table:
        """Values that nobody needs leave the open piles as soon as they show."""
        leaving, piles, gone = self.leaving(table), list(table.piles), table.gone
        for at in OPEN:
            while piles[at] and piles[at][0] in leaving:
                gone += piles[at][:1]
                piles[at] = piles[at][1:]
        return table._replace(piles=tuple(piles), gone=gone)

    # --- what is seen ----------------------------------------------------------------------------

    def view(self, state: Table, seat: Seat | None) -> View:
        """The table as a seat sees it: its own hand, open cards, discards and all sheets."""
        seen = self.seen(state, seat)
        return sent(seen, hands=state.hands, piles=state.piles) if seat == ALL else sent(seen)

    def seen(self, state: Table, seat: Seat | None) -> SheetView:
        """What a view tells, by its names."""
        return {**self.common(state), **self.own(state, seat)}

    def own(self, state: Table, seat: Seat | None) -> Own:
        """What only one seat sees: its hand."""
        return seen_from(seat, state.hands)

    def common(self, state: Table) -> SheetCommon:
        """What everybody sees: open cards, discards and all sheets."""
        return {
            **seen_by_all("sheet", state.hands, self.turn(state), self._phase(state)),
            "piles": {
                name: {"count": len(pile), "top": pile[0] if pile and at in OPEN else None}
                for at, (name, pile) in enumerate(zip(PILES, state.piles, strict=True))
            },
            "discards": list(state.discards),
            "gone": list(state.gone),
            "leaving": list(self.leaving(state)),
            "sheet": list(self.sheet),
            "crossed": spread(state.crossed),
            "turns": state.turns,
            "limit": self.limit * len(state.hands),
        }

    def _phase(self, table: Table) -> str:
        """What is going on: begin, refill, bonus, draw (the second card), act or over."""
        if self._over(table):
            return "over"
        if table.seat == CHANCE:
            return "begin"
        if _refill(table) is not None:
            return "refill"
        return "bonus" if table.bonus else "draw" if table.drawing else "act"

    def reveals(self, before: Table, after: Table) -> bool:
        """A card that leaves a pile is seen, and so is the one beneath it."""
        return before.piles != after.piles

    def obvious(self, state: Table) -> Action | None:
        """No turn plays itself."""
        return None

    # --- in words --------------------------------------------------------------------------------

    def reach(self, action: Action) -> Reach:
        """Cards go to a row of the sheet, or aside; other actions are of a pile or a row."""
        match action:
            case Draw(pile):
                return Reach((), PILES[pile])
            case Discard(value, count):
                return Reach((value,) * count, ASIDE)
            case Cross(value, _, _):
                return Reach(tuple(action.cards), str(value))
            case Bonus(value):
                return Reach((), str(value))
        return Reach()

    def label(self, action: Action) -> Phrase:
        """What may be drawn, discarded or crossed off."""
        match action:
            case Draw(pile):
                return Phrase(MESSAGES[f"draw {PILES[pile]}"])
            case Discard(value, count):
                return Phrase("Discard {cards}", cards=[value] * count)
            case Cross(value, _, _):
                cards = list(action.cards)
                return Phrase(
                    "Row {row}: {n} × with {cards}", row=value, n=action.count, cards=cards
                )
            case Bonus(value):
                return Phrase("Extra cross in row {row}", row=value)
            case Begins(seat):
                return Phrase("Begins: {seat}", seat=seat)
        return Phrase("The discards become a new pile.")

    def story(self, before: Table, action: Action) -> Phrase:
        """What was drawn, discarded or crossed off."""
        match action:
            case Draw(pile):
                seen = {"cards": [before.piles[pile][0]]} if pile in OPEN else {}
                return Phrase(MESSAGES[f"drawn {PILES[pile]}"], **seen)
            case Discard(value, count):
                return Phrase("Discarded: {cards}", cards=[value] * count)
        return self.label(action)

    def tally(self, state: Table) -> tuple[Line, ...]:
        """In the end, how far everybody came."""
        if not self._over(state):
            return ()
        crossed = tuple(map(sum, state.crossed))
        open_ = tuple(sum(self.sheet) - own for own in crossed)
        return (
            Line(Phrase("Boxes crossed off"), crossed, total=True),
            Line(Phrase("Boxes still open"), open_),
            Line(Phrase("Cards left in hand"), tuple(map(len, state.hands))),
        )

    first_round = FirstRound(deal=3, level="greedy", options={"sheet": "short"})

    def tips(self, state: Table, seat: Seat) -> Iterator[Tip]:
        """How boxes are crossed off, what else a turn may be, and what follows from rows and hands."""
        if seat != self.turn(state):
            return
        hand = state.hands[seat]
        if state.bonus:
            closest = min(
                (value for value in VALUES if self._room(state, value)),
                key=lambda value: self._room(state, value),
            )
            yield Tip(
                "bonus",
                Phrase(
                    "A row is finished, and that gives an extra cross in any other row."
                    " If that finishes row {row} or another, you get one more: a chain.",
                    row=closest,
                ),
                Bonus(closest),
            )
            return
        if state.drawing:
            yield Tip("second", Phrase("A draw is two cards, one after the other, from any piles."))
            return
        crosses = sorted(self._crosses(state), key=lambda cross: (-cross.count, -cross.value))
        if crosses:
            yield Tip("cross", _crossing(crosses[0]), crosses[0])
        if len(hand) < MOST and (piles := _stocked(state)):
            yield Tip(
                "draw",
                Phrase(
                    "You may also draw two cards and wait for more. The outer piles are open,"
                    " the one in the middle is closed."
                )
                if crosses
                else Phrase(
                    "Your cards cross off nothing yet, so draw two. The outer piles are open,"
                    " the one in the middle is closed."
                ),
                Draw(piles[0]),
            )
        done = [cross for cross in crosses if cross.count == self._room(state, cross.value)]
        if done:
            yield Tip(
                "finish",
                Phrase(
                    "You can finish row {row} now. Each finished row gives an extra cross in another one.",
                    row=done[0].value,
                ),
                done[0],
            )
        out = [cross for cross in crosses if len(cross.cards) == len(hand)]
        if out:
            yield Tip(
                "out",
                Phrase("This empties your hand, and you draw {n} new cards at once.", n=HAND),
                out[0],
            )
        if len(hand) >= MOST - 1:
            yield Tip(
                "full",
                Phrase(
                    "A hand has at most {n} cards. Cross off, or discard equal cards that you do not need.",
                    n=MOST,
                ),
            )
        if leaving := self.leaving(state):
            yield Tip(
                "leaving",
                Phrase(
                    "Everybody has finished row {row}, so its cards leave the game.",
                    row=leaving[-1],
                ),
            )

    def recap(self, course: Sequence[tuple[Table, Seat, Action]], end: Table) -> Recap:
        """Extra crosses and new hands of everybody, the longest chain, the best turn, the lead."""
        seats, all_ = len(end.hands), turns(course)
        chains = [(turn, sum(isinstance(one, Bonus) for one in turn.actions)) for turn in all_]
        chain = best(chains, itemgetter(1), 2)
        most = best(all_, _boxes, MANY)
        fresh = ((t.seat, 1) for t in all_ if _emptied(t.before.hands[t.seat], t.actions))
        return Recap(
            (Phrase("Turns: {n}", n=len(all_)), *margin(_crosses(end))),
            (
                Line(Phrase("Extra crosses"), by_seat(seats, ((t.seat, n) for t, n in chains))),
                Line(Phrase("Hands emptied"), by_seat(seats, fresh)),
            ),
            in_order(
                ahead(course, end, _crosses),
                chain
                and Moment(
                    Phrase(
                        "Longest chain: {seat}, {n} extra crosses",
                        seat=chain[0][0].seat,
                        n=chain[1],
                    ),
                    chain[0][0].step,
                ),
                most
                and Moment(
                    Phrase("Best turn: {seat}, {n} boxes", seat=most[0].seat, n=most[1]),
                    most[0].step,
                ),
            ),
        )

    def ending(self, outcome: Outcome) -> tuple[Phrase, ...]:
        """Whoever has crossed off every box has won."""
        if outcome.won:
            return (Phrase("Every box is crossed off: {seats}", seats=outcome.facts["winners"]),)
        return (Phrase("Nobody has won: the game ends in a draw."),)

    # --- actions as text -------------------------------------------------------------------------

    def write(self, action: Action) -> str:
        """draw left, discard 7x3, cross 9: 9 4+5, bonus 9; begins and refill are chance's."""
        match action:
            case Begins(seat):
                return f"begins {seat + 1}"
            case Draw(pile):
                return f"draw {PILES[pile]}"
            case Discard(value, count):
                return f"discard {value}" if count == 1 else f"discard {value}x{count}"
            case Cross(value, singles, lows):
                pairs = (f"{low}+{value - low}" for low in lows)
                return " ".join((f"cross {value}:", *[str(value)] * singles, *pairs))
            case Bonus(value):
                return f"bonus {value}"
            case Shuffle(order):
                return write_order("refill", order)

    def told(self, action: Action, seat: Seat | None) -> str:
        """The text of an action as a seat hears it: how the cards were shuffled is secret."""
        return "refill" if isinstance(action, Shuffle) else self.write(action)

    @cached_property
    def _texts(self) -> dict[str, Action]:
        actions: tuple[Action, ...] = (
            *map(Begins, range(self.seats[-1])),
            *map(Draw, range(len(PILES))),
            *(Discard(value, count) for value in VALUES for count in range(1, COPIES + 1)),
            *map(Bonus, VALUES),
        )
        return {self.write(action): action for action in actions}

    def read(self, text: str) -> Action:
        """The action of a text, whether or not it is legal now."""
        words = text.strip()
        action = self._texts.get(words) or read_order("refill", words, self.faces)
        action = action or _read_cross(words, self.faces) or _read_discard(words, self.faces)
        if action is None:
            raise unreadable(text, "draw left", "discard 7x3", "cross 9: 9 4+5", "bonus 9")
        return action


def _crossing(cross: Cross) -> Phrase:
    """How the cards of a cross make its value."""
    facts = {"row": cross.value, "cards": [*cross.cards], "n": cross.count}
    if cross.lows:
        return Phrase(
            "Be the first to cross off all your boxes. In row {row} its own number counts, and each pair that"
            " adds up to it: {cards} cross off {n}.",
            **facts,
        )
    return Phrase(
        "Be the first to cross off all your boxes. In row {row} its own number counts, and each pair that"
        " adds up to it. Begin with {cards}.",
        **facts,
    )


def _refill(table: Table) -> int | None:
    """The empty pile that gets the discards: the closed one first, alone while a new hand is due."""
    if table.seat == CHANCE or not table.discards:
        return None
    piles = (MIDDLE,) if table.empty else (MIDDLE, *OPEN)
    return next((at for at in piles if not table.piles[at]), None)


def _refilled(table: Table, order: Pile) -> Table:
    at = _refill(table)
    piles = table.piles if at is None else put(table.piles, at, order)
    return table._replace(piles=piles, discards=b"")


def _stocked(table: Table) -> list[int]:
    """The piles that have cards."""
    return [at for at, pile in enumerate(table.piles) if pile]


def _drawn(table: Table, at: int, count: int = 1) -> Table:
    """Cards go from the top of a pile to the hand."""
    hand = sort(table.hands[table.seat] + table.piles[at][:count])
    return table._replace(
        hands=put(table.hands, table.seat, hand),
        piles=put(table.piles, at, table.piles[at][count:]),
    )


def _fill(table: Table) -> Table:
    """As many cards as the closed pile has go to the empty hand."""
    count = min(table.empty, len(table.piles[MIDDLE]))
    after = _drawn(table, MIDDLE, count)
    return after._replace(empty=table.empty - count if after.discards else 0)


def _laid(table: Table, cards: Pile) -> Table:
    """Cards go from the hand to the discards; a player without cards is to draw a new hand."""
    hand = without(table.hands[table.seat], *cards)
    return table._replace(
        hands=put(table.hands, table.seat, hand),
        discards=table.discards + cards,
        empty=0 if hand else HAND,
    )


def _boxes(turn: Turn) -> int:
    """How many boxes a turn crossed off."""
    return sum(
        one.count if isinstance(one, Cross) else isinstance(one, Bonus) for one in turn.actions
    )


def _crosses(table: Table) -> list[int]:
    """How many boxes each seat has crossed off."""
    return [sum(own) for own in table.crossed]


def _emptied(hand: Pile, actions: Sequence[Action]) -> bool:
    """Whether a turn left no card of the hand that it began with."""
    match actions[0]:
        case Cross():
            return len(actions[0].cards) == len(hand)
        case Discard(_, count):
            return count == len(hand)
    return False


def _discards(hand: Pile) -> Iterator[Discard]:
    """Any number of equal cards."""
    for value, held in Counter(hand).items():
        yield from (Discard(value, count) for count in range(1, held + 1))


def _pairs(held: Counter[Card], low: Card, value: Card) -> int:
    """How many pairs of a low card and its complement a hand makes."""
    return held[low] // 2 if 2 * low == value else min(held[low], held[value - low])


def _read_cross(text: str, faces: dict[str, Card]) -> Cross | None:
    """cross 9: 9 4+5, the cards in any order, and pairs also without their plus."""
    head, _, rest = text.partition(": ")
    verb, _, name = head.partition(" ")
    value = faces.get(name, 0)
    parts = [[faces.get(word, 0) for word in part.split("+")] for part in rest.split(" ")]
    if verb != "cross" or not value or any(0 in part for part in parts):
        return None
    loose = sorted(part[0] for part in parts if len(part) == 1 and part[0] != value)
    pairs = [part for part in parts if len(part) > 1]
    while loose:
        pairs.append([loose.pop(0), *loose[-1:]])
        del loose[-1:]
    if any(sum(part) != value or len(part) > 2 for part in pairs):
        raise BadAction("Row {row} takes cards of {row}, and pairs that make {row}.", row=value)
    lows = bytes(sorted(map(min, pairs)))
    return Cross(value, parts.count([value]), lows)


def _read_discard(text: str, faces: dict[str, Card]) -> Discard | None:
    """discard 7 7 7, as cards are picked from a hand."""
    verb, *words = text.split(" ")
    if verb != "discard" or len(words) < 2 or any(word not in faces for word in words):
        return None
    if len(set(words)) > 1 or len(words) > COPIES:
        raise BadAction("Cards that are discarded together are equal.")
    return Discard(faces[words[0]], len(words))


@game("table", presets={"short": {"sheet": "short"}})
def triggs(
    sheet: Literal["standard", "short", "even"] = "standard",
    limit: Literal[50, 100, 200, 500] = 200,
) -> Triggs:
    """Triggs, with a sheet, and with the number of rounds after which it is a draw."""
    return Triggs(SHEETS[sheet], limit)
