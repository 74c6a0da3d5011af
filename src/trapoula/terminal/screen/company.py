"""The table of a table game as a widget: the picture, the story and the list of actions."""

from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.message import Message
from textual.widgets import OptionList, RichLog, Static
from textual.widgets.option_list import Option

from trapoula.core.game import Game, is_talk
from trapoula.terminal import tables
from trapoula.terminal.choosing import Step, further, steps
from trapoula.terminal.screen.sight import Sight
from trapoula.texts import say

QUESTION, TALK, BACK = "question", "talk", "back"  # ids of lines that are no actions


class CompanyTable(Horizontal):
    """The table and the story on the left, the actions on the right."""

    DEFAULT_CSS = """
    CompanyTable { height: 1fr; }
    CompanyTable #left { width: 3fr; }
    CompanyTable VerticalScroll { height: auto; max-height: 75%; }
    CompanyTable #picture { padding: 1 2 0 2; height: auto; }
    CompanyTable #story { height: 1fr; border-top: solid $primary; padding: 0 2; scrollbar-size-vertical: 1; }
    CompanyTable #offers { width: 2fr; height: 1fr; max-height: 100%; scrollbar-gutter: stable; }
    """

    class Played(Message):
        """The player chose an action."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self._game: Game[Any, Any] | None = None
        self._offers: tuple[str, ...] = ()
        self._lines: list[Step] = []
        self._taken: list[Step] = []  # choices made so far for an unfinished action

    def compose(self) -> ComposeResult:
        with Vertical(id="left"):
            with VerticalScroll(can_focus=False):
                yield Static(id="picture")
            yield RichLog(id="story", wrap=True, min_width=0)
        yield OptionList(id="offers")

    def on_mount(self) -> None:
        """Keep the keyboard focus on the list."""
        self.query_one("#story", RichLog).can_focus = False

    def show(self, sight: Sight) -> None:
        """Show a new state."""
        picture = tables.draw(sight.view, sight.game, colour=True)
        self.query_one("#picture", Static).update(Text.from_ansi(picture))
        self._game, self._offers = sight.game, sight.offers
        if self._taken and not {*self._taken[-1].texts} <= {*sight.offers}:
            self._taken = []  # the table has changed
        self._list()

    def _list(self) -> None:
        """List the actions, or the answers to the next question."""
        offers = self.query_one("#offers", OptionList)
        offers.clear_options()
        if self._game is None:
            return
        if self._taken:
            question, self._lines = further(self._game, self._taken[-1])
            offers.add_option(Option(question, id=QUESTION, disabled=True))
        else:
            self._lines = steps(self._game, self._offers)
        said = next((at for at, line in enumerate(self._lines) if self._says(line)), None)
        for at, line in enumerate(self._lines):
            if at == said:
                offers.add_option(Option(say("What you can say"), id=TALK, disabled=True))
            offers.add_option(Option(line.label, id=str(at)))
        if self._taken:
            offers.add_option(Option(say("Back"), id=BACK))
        offers.action_first()

    def _says(self, line: Step) -> bool:
        assert self._game is not None
        return is_talk(self._game, self._game.read(line.texts[0]))

    def point(self, text: str) -> None:
        """Move the cursor to an action, or to the line that leads to it."""
        self._taken = []
        self._list()
        found = next((at for at, line in enumerate(self._lines) if text in line.texts), None)
        if found is not None:
            offers = self.query_one("#offers", OptionList)
            offers.highlighted = offers.get_option_index(str(found))

    def on_key(self, event: Key) -> None:
        """Undo the last choice on Escape."""
        if event.key == "escape" and self._taken:
            event.stop()
            self._taken.pop()
            self._list()

    def cover(self) -> None:
        """Clear the table, so that no hand is visible."""
        self.query_one("#picture", Static).update("")
        self.query_one("#offers", OptionList).clear_options()

    def tell(self, line: str) -> None:
        """Add a line to the story."""
        self.query_one("#story", RichLog).write(line)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play the chosen action, or ask its next question."""
        event.stop()
        if event.option_id == BACK:
            self._taken.pop()
        else:
            line = self._lines[int(event.option_id or 0)]
            if line.action is not None:
                self.post_message(self.Played(line.action))
                return
            self._taken.append(line)
        self._list()
