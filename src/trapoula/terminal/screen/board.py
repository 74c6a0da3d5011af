"""The table of a patience as a widget, with a cursor and cards to pick up and drop."""

from collections.abc import Iterator, Sequence
from typing import cast

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from trapoula.core.cards import FACE_DOWN
from trapoula.core.game import Json
from trapoula.patience import Action, Patience
from trapoula.patience.table import NOWHERE
from trapoula.terminal.paint import face
from trapoula.terminal.screen import reach, steer
from trapoula.terminal.screen.sight import Sight
from trapoula.terminal.screen.spread import TEXT, Spot, Spread, fitted
from trapoula.texts import say

CLOTH, EMPTY = "#14523a", "#1d6b4c"
PAPER, SHADE, BACK = "#fbf7ec", "#e6dfcb", "#2d4f8f"
INK, RED, DIM = "#1a1a1a", "#b0122a", "#8fb8a5"
HELD, LIT, ADVISED = "#ffd75f", "#a8e6a1", "#9fd3ff"
WOVEN = "░"  # the back of a card
MARKS = {  # marks beside a card, for those who do not see the colours
    "cursor": ("[", "]"),
    "lit": ("‹", "›"),
    "held": ("»", "«"),
    "advised": ("→", "←"),
    "": (" ", " "),
}


class Board(Widget, can_focus=True):
    """A patience that you play with the arrow keys or the mouse."""

    DEFAULT_CSS = f"Board {{ background: {CLOTH}; width: auto; height: auto; }}"

    class Played(Message):
        """The player made a move."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    class Nothing(Message):
        """Nothing can be done there; the sentence says why."""

        def __init__(self, sentence: str) -> None:
            self.sentence = sentence
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self._sight: Sight | None = None
        self._offers: tuple[Action, ...] = ()
        self._spread = Spread((), 0, 0)
        self._cursor: tuple[int, int] = (0, 1)  # a pile, and how many cards from its top
        self._held: Spot | None = None
        self._advised: Action | None = None
        self._dragged = False
        self._lines: list[Strip] = []

    # --- state -----------------------------------------------------------------------------------

    @property
    def game(self) -> Patience:
        """The game."""
        assert self._sight is not None
        return cast(Patience, self._sight.game)

    def show(self, sight: Sight) -> None:
        """Show a new state, and drop the selection."""
        fresh = self._sight is None or self._sight.game is not sight.game
        self._sight = sight
        self._offers = tuple(self.game.read(text) for text in sight.offers)
        self._held, self._advised = None, None
        if fresh:
            self._cursor = (next(iter(self._offers), Action("")).source, 1)
        self.lay()

    def point(self, text: str) -> None:
        """Highlight a move."""
        self._advised = self.game.read(text)
        self._paint()

    def lay(self) -> None:
        """Fit the table into the available space."""
        if self._sight is None:
            return
        piles = cast("dict[str, list[str]]", self._sight.view["piles"])
        around = self.parent.size if isinstance(self.parent, Widget) else self.app.size
        cards: list[Sequence[str]] = [piles[name] for name in self.game.names]
        self._spread, _ = fitted(self.game, cards, around.width, around.height)
        self._paint()
        self.refresh(layout=True)

    @property
    def pointed(self) -> Spot:
        """The card under the cursor; if it is gone, the top of its pile."""
        pile, size = self._cursor
        spots = self._spread.spots
        found = next((one for one in spots if (one.pile, one.size) == (pile, size)), None)
        known = any(one.pile == pile for one in spots)
        return found or self._spread.top(pile if known else spots[0].pile)

    @property
    def _targets(self) -> dict[int, Action]:
        return {} if self._held is None else reach.lifting(self.game, self._offers, self._held)

    # --- keys and mouse --------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Handle keys: arrows move the cursor, Enter or space picks up and drops, Escape cancels."""
        if self._sight is None:
            return
        if event.key in steer.ARROWS:
            self._move_to(steer.beyond(self._within_reach(), self.pointed, event.key))
        elif event.key in ("enter", "space"):
            self._touch(self.pointed)
        elif event.key == "escape":
            self._held = None
            self._paint()
        else:
            return
        event.stop()
        event.prevent_default()

    def _within_reach(self) -> Iterator[Spot]:
        """Yield where the cursor can go: anywhere, or while cards are held, to their targets."""
        if self._held is None:
            yield from self._seen()
        else:
            yield from (self._spread.top(pile) for pile in (self._held.pile, *self._targets))

    def _seen(self) -> Iterator[Spot]:
        """Return the cards that are at least partly visible."""
        covered = (self._spread.at(spot.column, spot.row) == spot for spot in self._spread.spots)
        return (spot for spot, seen in zip(self._spread.spots, covered, strict=True) if seen)

    def _move_to(self, spot: Spot) -> None:
        self._cursor = spot.pile, spot.size
        self._paint()
        if isinstance(self.parent, Widget):
            around = Region(spot.column, spot.row, spot.width, spot.height)
            self.parent.scroll_to_region(around, animate=False)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Pick up on a press, or drop if the pile is a target."""
        spot = self._spread.at(event.x, event.y)
        if self._sight is not None and spot is not None:
            self._cursor, self._dragged = (spot.pile, spot.size), False
            self._touch(spot)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Note that the held cards are being dragged."""
        self._dragged = self._dragged or (event.button > 0 and self._held is not None)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Drop dragged cards at the pointer."""
        spot = self._spread.at(event.x, event.y)
        if self._dragged and spot is not None and spot.pile in self._targets:
            self._play(self._targets[spot.pile])
        self._dragged = False

    def _touch(self, spot: Spot) -> None:
        """Drop the held cards, pick up, or tap: whatever is possible here."""
        held = self._held
        if held is not None and spot.pile in self._targets:
            self._play(self._targets[spot.pile])
            return
        tap = reach.tapping(self.game, self._offers, spot)
        again = held is not None and held.pile == spot.pile
        self._held = None
        if not again and reach.lifting(self.game, self._offers, spot):
            self._held = spot
        elif tap is not None:
            self._play(tap)
            return
        elif not again:
            self.post_message(self.Nothing(self._why(spot)))
        self._paint()

    def _why(self, spot: Spot) -> str:
        if spot.face == FACE_DOWN:
            return say("That card is covered.")
        return say("Nothing can be done with that now.")

    def deal(self) -> None:
        """Deal from the stock, if possible."""
        action = reach.dealing(self.game, self._offers) if self._sight is not None else None
        if action is None:
            self.post_message(self.Nothing(say("There is nothing to deal now.")))
        else:
            self._play(action)

    def _play(self, action: Action) -> None:
        self._held = None
        self.post_message(self.Played(self.game.write(action)))

    # --- drawing ---------------------------------------------------------------------------------

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._spread.columns

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._spread.rows

    def render_line(self, y: int) -> Strip:
        return self._lines[y] if y < len(self._lines) else Strip.blank(self.size.width)

    def _paint(self) -> None:
        """Draw every card, covered ones first."""
        blank = (" ", Style(bgcolor=CLOTH))
        rows = [[blank] * self._spread.columns for _ in range(self._spread.rows)]
        for spot in self._spread.spots:
            for down, (text, style) in enumerate(self._card(spot)):
                for across, letter in enumerate(text):
                    rows[spot.row + down][spot.column + across] = letter, style
        self._lines = [
            Strip(Segment(letter, style) for letter, style in row).simplify() for row in rows
        ]
        self.refresh()

    def _card(self, spot: Spot) -> Iterator[tuple[str, Style]]:
        """Yield the rows of one card."""
        state = self._state(spot)
        colour = {"held": HELD, "lit": LIT, "advised": ADVISED}.get(state)
        if state == "cursor" and spot.pile in self._targets:
            colour = LIT
        left, right = MARKS[state]
        if not spot.face:
            ink, paper, text = DIM, EMPTY, self.game.names[spot.pile][:TEXT]
        elif spot.face == FACE_DOWN:
            ink, paper, text = PAPER, BACK, WOVEN * TEXT
        else:
            shade = SHADE if spot.size % 2 == 0 else PAPER
            ink, paper, text = (
                RED if _is_red(spot.face) else INK,
                shade,
                face(spot.face, colour=False),
            )
        fill = WOVEN if spot.face == FACE_DOWN else " "
        style = Style(color=INK if colour else ink, bgcolor=colour or paper, bold=state == "cursor")
        if spot.width == TEXT:
            style = style + Style(reverse=state == "cursor")
            yield f"{text:{TEXT}}", style
        else:
            yield f"{left}{text:{TEXT}}{right}".ljust(spot.width, fill), style
        for row in range(1, spot.height):
            heap = f" {spot.heap} " if row == spot.height - 1 and spot.heap > 1 else ""
            yield heap.rjust(spot.width, fill)[-spot.width :], style

    def _state(self, spot: Spot) -> str:
        """Return whether a card is held, a target, advised or under the cursor."""
        if self._held is not None and spot.pile == self._held.pile and spot.size <= self._held.size:
            return "held"
        if spot == self.pointed and self.has_focus:
            return "cursor"
        if spot.pile in self._targets and spot.size <= 1:
            return "lit"
        return "advised" if self._is_advised(spot) else ""

    def _is_advised(self, spot: Spot) -> bool:
        """Return whether the advised move starts or ends at this card."""
        action = self._advised
        if action is None:
            return False
        source = (
            action.source
            if action.source != NOWHERE
            else next(iter(self.game.taps.get(action.verb, ())), NOWHERE)
        )
        lifted = spot.pile == source and spot.size <= action.size
        return lifted or (spot.pile == action.target and spot.size <= 1)

    def facts(self) -> dict[str, Json]:
        """Return the selection and its targets, for tests and screen readers."""
        names = self.game.names
        held = None if self._held is None else names[self._held.pile]
        pointed = self.pointed
        return {
            "pointed": [names[pointed.pile], pointed.size],
            "held": held,
            "lit": [names[pile] for pile in self._targets],
        }


def _is_red(card: str) -> bool:
    return card == "RJ" or card[1] in "DH"


class Cloth(ScrollableContainer, can_focus=False):
    """The container of the board; it lays the table again when its size changes."""

    DEFAULT_CSS = f"Cloth {{ height: 1fr; background: {CLOTH}; align: center top; }}"

    def compose(self) -> ComposeResult:
        yield Board()

    def on_resize(self) -> None:
        self.query_one(Board).lay()
