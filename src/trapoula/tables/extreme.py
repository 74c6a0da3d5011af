"""The Game Extreme: The Game with seven commands on 28 of its cards, to be obeyed exactly."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from trapoula.core.cards import Card, Pile
from trapoula.core.errors import Phrase
from trapoula.core.game import CHANCE, Dice, FirstRound, Json, Seat, Tip, game
from trapoula.tables import _commands, _rows
from trapoula.tables._chance import Shuffle
from trapoula.tables._commands import COMMANDS, EACH, HOLD, NAMES, NOT_NOW, THREE
from trapoula.tables._rows import BACK, RISING, ROWS
from trapoula.tables._talk import FREE, Signal
from trapoula.tables._view import RowsCommon
from trapoula.tables.the_game import PACK, Action, Lay, Row, Table, TheGame

_THREE: Final = {
    1: Phrase("Two more cards: Three!"),
    2: Phrase("One more card: Three!"),
    THREE: Phrase("Three cards lie there: end your turn."),
}
_TABLE = bytes(card for cards in COMMANDS.values() for card in cards)


class Assignments(Collection[Shuffle]):
    """Every way to give each command its cards: too many to list, quickly recognised."""

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Shuffle) and _assigns(action.order)

    def __iter__(self) -> Iterator[Shuffle]:
        return (Shuffle(bytes(order)) for order in _assignments(PACK, len(NAMES)))

    def __len__(self) -> int:
        return 1  # there is at least one; the true number does not fit


def _assigns(order: Pile) -> bool:
    """Whether the cards are all different and those of each command in rising order."""
    return len(set(order)) == len(order) == EACH * len(NAMES) and order == _tidy(order)


def _tidy(order: Sequence[Card]) -> Pile:
    """The cards of each command in rising order."""
    groups = (sorted(order[at : at + EACH]) for at in range(0, len(order), EACH))
    return bytes(card for group in groups for card in group)


def _assignments(cards: Sequence[Card], commands: int) -> Iterator[tuple[Card, ...]]:
    if not commands:
        yield ()
        return
    for group in combinations(cards, EACH):
        left = [card for card in cards if card not in group]
        yield from ((*group, *rest) for rest in _assignments(left, commands - 1))


@dataclass(frozen=True)
class Extreme(TheGame):
    """The rules of The Game, and what each command adds to them.

    A command that holds while it is visible limits what is legal; one that holds for the turn can
    be broken, and that loses the game.
    """

    random: bool = False  # commands are dealt by chance

    first_round = FirstRound(deal=7, level="strong")

    @property
    def printed(self) -> dict[str, str]:
        """The cards of each command, for the page of rules."""
        return (
            {}
            if self.random
            else {name: ", ".join(map(str, own)) for name, own in COMMANDS.items()}
        )

    # --- who carries which command ---------------------------------------------------------------

    def start(self, deck: Sequence[Card], seats: int = 1) -> Table:
        """As in The Game; commands are as in the table, or chance has yet to deal them."""
        table = super().start(deck, seats)
        return table if self.random else table._replace(commands=_TABLE)

    def turn(self, state: Table) -> Seat | None:
        """Chance first, when it deals the commands."""
        return super().turn(state) if state.commands else CHANCE

    def legal(self, state: Table, seat: Seat = 0) -> Collection[Action]:
        """As in The Game, once every command has its cards."""
        if state.commands:
            return super().legal(state, seat)
        return Assignments() if seat == CHANCE else ()

    def draw(self, state: Table, dice: Dice) -> Action:
        """The commands on cards of chance."""
        return Shuffle(_tidy(dice.shuffled(PACK)[: EACH * len(NAMES)]))

    def play(self, state: Table, action: Action) -> Table:
        """As in The Game, once chance has dealt the commands."""
        if isinstance(action, Shuffle):
            return state._replace(commands=action.order)
        return super().play(state, action)

    def command(self, table: Table, card: Card) -> str:
        """The command that a card carries; most carry none."""
        at = table.commands.find(card)
        return NAMES[at // EACH] if at >= 0 else ""

    def shown(self, table: Table) -> dict[Row, str]:
        """The commands that are visible, by row."""
        found = {row: self.command(table, table.top(row)) for row in range(len(ROWS))}
        return {row: command for row, command in found.items() if command}

    # --- as long as it is visible: silence, no way back, one row, draw one -----------------------

    def tricks(self, table: Table) -> bool:
        """No backwards trick while a no-way-back is visible."""
        return "no-way-back" not in self.shown(table).values()

    def rows(self, table: Table) -> Collection[Row]:
        """While a one-row is visible, the row of the first card that this turn laid after it."""
        cards = [lay.card for lay in table.laid]
        for row, command in self.shown(table).items():
            if command == "one-row":
                top = table.top(row)
                under = table.laid[cards.index(top) + 1 :] if top in cards else table.laid
                if under:
                    return (under[0].row,)
        return super().rows(table)

    def draws(self, table: Table) -> int:
        """A single card while a draw-one is visible."""
        return 1 if "draw-one" in self.shown(table).values() else super().draws(table)

    # --- at once: stop, skull, three -------------------------------------------------------------

    def cut(self, table: Table) -> bool:
        """A stop ends the turn."""
        return bool(table.laid) and self.command(table, table.laid[-1].card) == "stop"

    def three(self, table: Table) -> bool:
        """Whether this turn must have exactly three cards."""
        return any(self.command(table, lay.card) == "three" for lay in table.laid)

    def more(self, table: Table) -> bool:
        """A turn of exactly three cards goes no further than its third."""
        done = len(table.laid) >= THREE and self.three(table)
        return not done and super().more(table)

    def breaks(self, table: Table) -> tuple[str, ...]:
        """A three is broken by a fourth card, and by a hand that began with fewer than three."""
        laid = len(table.laid)
        if self.three(table) and (laid > THREE or laid + len(table.hand) < THREE):
            return ("three",)
        return super().breaks(table)

    def safe(self, table: Table) -> bool:
        """Any card may carry a command."""
        return False

    def unkept(self, table: Table) -> tuple[str, ...]:
        """A stop makes up for the minimum; a three wants three cards and a skull its cover."""
        rules = super().unkept(table)
        return (
            *(rule for rule in rules if rule != "minimum" or not self.cut(table)),
            *(("three",) if self.three(table) and len(table.laid) != THREE else ()),
            *(("skull",) if "skull" in self.shown(table).values() else ()),
        )

    # --- in words ------------------------------------------------------------------------------

    def unlaid(self, table: Table, lay: Lay) -> Phrase | None:
        """A command that lies open may be the reason."""
        if lay.card in table.hand:
            if lay.row not in (rows := self.rows(table)):
                left = Phrase(_rows.MESSAGES[ROWS[next(iter(rows))]])
                return Phrase("One row lies open. You can only lay on this row: {row}.", row=left)
            ahead = lay.card - table.top(lay.row)
            if abs(ahead) == BACK and (ahead < 0) == RISING[lay.row] and not self.tricks(table):
                return Phrase("No way back lies open: there is no backwards trick.")
        return super().unlaid(table, lay)

    def unspoken(self, table: Table, signal: Signal, seat: Seat) -> Phrase | None:
        """A silence may be the reason, or that the seat has no such command."""
        if "silence" in self.shown(table).values():
            return Phrase("Silence lies open: nobody may speak.")
        held = {self.command(table, card) for card in table.hands[seat]}
        if signal.seat == seat and signal.word == HOLD and signal.about not in held:
            return Phrase("You have no such command.")
        return super().unspoken(table, signal, seat)

    def ordered(self, table: Table) -> Phrase | None:
        """A skull is covered first, and a three counted to its end."""
        if "skull" in self.shown(table).values():
            return Phrase("Cover the skull.")
        if self.three(table):
            return _THREE[min(len(table.laid), THREE)]
        return super().ordered(table)

    # --- what is said and seen -------------------------------------------------------------------

    def sayings(self, seat: Seat) -> tuple[Signal, ...]:
        """Besides wishes, which commands it has, and which had better not be played now."""
        words = (Signal(seat, name, word) for name in NAMES for word in (HOLD, NOT_NOW))
        return (*super().sayings(seat), *words)

    def talk(self, table: Table, seat: Seat) -> tuple[Signal, ...]:
        """No word while a silence is visible, and nobody claims a command that it does not have."""
        if "silence" in self.shown(table).values():
            return ()
        held = {self.command(table, card) for card in table.hands[seat]}
        talk = super().talk(table, seat)
        return tuple(said for said in talk if said.word != HOLD or said.about in held)

    def _with(self, table: Table, lay: Lay) -> Table:
        """A command that is played is no longer one that was spoken of."""
        after, command = super()._with(table, lay), self.command(table, lay.card)
        if not command or not table.signals:
            return after
        spent = {(table.seat, command, HOLD)}
        return after._replace(signals=tuple(said for said in after.signals if said not in spent))

    def phase(self, table: Table) -> str:
        """At first, perhaps, the commands are dealt."""
        return super().phase(table) if table.commands else "commands"

    def common(self, state: Table) -> RowsCommon:
        """As in The Game; and everyone knows which cards carry a command."""
        return {
            **super().common(state),
            "commands": {ROWS[row]: command for row, command in self.shown(state).items()},
            "carriers": {name: list(cards) for name, cards in self.carriers(state).items()},
        }

    def carriers(self, table: Table) -> dict[str, Pile]:
        """The cards of each command."""
        groups = (table.commands[at : at + EACH] for at in range(0, len(table.commands), EACH))
        return dict(zip(NAMES, groups, strict=False))

    def facts(self, table: Table) -> dict[str, Json]:
        """Also the commands that were visible at the end."""
        shown = {ROWS[row]: command for row, command in self.shown(table).items()}
        return {**super().facts(table), "commands": {**shown}}

    @property
    def words(self) -> dict[str, str]:
        """As in The Game, and the commands."""
        return {**super().words, **_commands.MESSAGES}

    def saying(self, signal: Signal) -> Phrase:
        """What is said about a row, or about a command."""
        if signal.about not in COMMANDS:
            return super().saying(signal)
        command = Phrase(_commands.MESSAGES[signal.about])
        if signal.word == FREE:
            return Phrase("{command}: as you like", command=command)
        return Phrase(_commands.MESSAGES[signal.word], command=command)

    def story(self, before: Table, action: Action) -> Phrase:
        """As in The Game, and that chance has dealt the commands."""
        if isinstance(action, Shuffle):
            return Phrase("The commands are dealt.")
        return super().story(before, action)

    def tips(self, state: Table, seat: Seat) -> Iterator[Tip]:
        """As in The Game; then each command that lies open, or that a card of the hand would bring."""
        if seat != self.turn(state) or not state.begun:
            yield from super().tips(state, seat)
            return
        signs = Phrase(
            "Some cards carry a command. With ⚡ it holds at once, with ∞ as long as the card lies open."
            " Tap a card to read it."
        )
        usual = [*super().tips(state, seat)]
        yield from (*usual[:1], Tip("signs", signs))
        dooms = self.dooms(state)
        met: dict[str, Lay | None] = dict.fromkeys(self.shown(state).values())
        for lay in self.lays(state):
            if (command := self.command(state, lay.card)) and self.write(lay) not in dooms:
                met.setdefault(command, lay)
        for name, brings in met.items():
            words = {
                "command": Phrase(_commands.MESSAGES[name]),
                "about": Phrase(_commands.MESSAGES[f"about {name}"]),
            }
            told = (
                Phrase("{command} lies open. {about}", **words)
                if brings is None
                else Phrase("{cards} carries {command}. {about}", cards=[brings.card], **words)
            )
            yield Tip(name, told, brings)
        yield from usual[1:]

    # --- actions as text -------------------------------------------------------------------------

    def write(self, action: Action) -> str:
        """Commands dealt by chance are written with their cards."""
        if not isinstance(action, Shuffle):
            return super().write(action)
        groups = (action.order[at : at + EACH] for at in range(0, len(action.order), EACH))
        dealt = zip(NAMES, groups, strict=False)
        return "commands " + ", ".join(f"{name} {' '.join(map(str, c))}" for name, c in dealt)

    def read(self, text: str) -> Action:
        """As in The Game, and the commands that chance dealt."""
        words = text.strip().replace(",", "").split(" ")
        order = bytes(self.faces[word] for word in words if word in self.faces)
        if words[0] == "commands" and len(order) == EACH * len(NAMES):
            action = Shuffle(order)
            if self.write(action) == text.strip():
                return action
        return super().read(text)


@game(
    "table",
    presets={
        "expert": {"minimum": 3},
        "master": {"minimum": 3, "smaller_hands": True},
        "on-fire": {"fire": True},
        "random": {"commands": "random"},
    },
)
def extreme(
    commands: Literal["table", "random"] = "table",
    minimum: Literal[2, 3] = 2,
    smaller_hands: bool = False,
    fire: bool = False,
    history: bool = False,
) -> Extreme:
    """The Game Extreme, with the commands of the table or dealt at random."""
    return Extreme(minimum, smaller_hands, fire, history, random=commands == "random")
