"""The table of a game for several as a widget: its picture, what may be done, and what was."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, RichLog, Static
from textual.widgets.option_list import Option

from trapoula.terminal import tables
from trapoula.terminal.screen.sight import Sight
from trapoula.terminal.wording import worded


class CompanyTable(Horizontal):
    """What lies on the table and what was done to the left, what may be done to the right."""

    DEFAULT_CSS = """
    CompanyTable { height: 1fr; }
    CompanyTable #left { width: 3fr; }
    CompanyTable #picture { padding: 1 2; height: auto; }
    CompanyTable #story { height: 8; border-top: solid $primary; padding: 0 2; scrollbar-size-vertical: 1; }
    CompanyTable #offers { width: 2fr; height: 1fr; max-height: 100%; scrollbar-gutter: stable; }
    """

    class Played(Message):
        """The player wants to do this."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    def compose(self) -> ComposeResult:
        """The picture over the story, and the list of what may be done."""
        with Vertical(id="left"):
            with VerticalScroll(can_focus=False):
                yield Static(id="picture")
            yield RichLog(id="story", wrap=True)
        yield OptionList(id="offers")

    def on_mount(self) -> None:
        """Keys go to the list; the story is only read."""
        self.query_one("#story", RichLog).can_focus = False

    def show(self, sight: Sight) -> None:
        """Lay the table as it is now."""
        picture = tables.draw(sight.view, sight.game, colour=True)
        self.query_one("#picture", Static).update(Text.from_ansi(picture))
        offers = self.query_one("#offers", OptionList)
        offers.clear_options()
        offers.add_options(Option(worded(sight.game, text), id=text) for text in sight.offers)
        offers.highlighted = 0 if sight.offers else None

    def point(self, text: str) -> None:
        """Lead the cursor to an action."""
        offers = self.query_one("#offers", OptionList)
        offers.highlighted = offers.get_option_index(text)

    def cover(self) -> None:
        """Nobody should see a hand now."""
        self.query_one("#picture", Static).update("")
        self.query_one("#offers", OptionList).clear_options()

    def tell(self, line: str) -> None:
        """Go on with the story."""
        self.query_one("#story", RichLog).write(line)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        event.stop()
        self.post_message(self.Played(event.option_id or ""))
