"""Modal screens: rules, options, the list of games and the handover."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from trapoula import texts
from trapoula.catalogue.entries import Entry, find, ids, write_choice
from trapoula.core.game import Choice
from trapoula.host.lesson import lesson
from trapoula.terminal.device import Unfinished
from trapoula.terminal.drawing import pictures
from trapoula.terminal.reading import lay_out
from trapoula.texts import chosen, say, title
from trapoula.texts.search import search

FRAME = "align: center middle;"
NO_BREAK = "\N{NO-BREAK SPACE}"
PANEL = "width: 80%; max-width: 96; height: 80%; padding: 1 2; background: $surface; border: round $primary;"


class Rules(ModalScreen[None]):
    """The rules of a game, below the list of keys."""

    CSS = (
        f"Rules {{ {FRAME} }} Rules VerticalScroll {{ {PANEL} scrollbar-gutter: stable; }}"
        " Rules #keys { color: $text-muted; margin-bottom: 1; }"
    )
    BINDINGS = [Binding("escape,q,enter,question_mark", "dismiss")]

    def __init__(
        self, game: str, options: Mapping[str, Choice], keys: Iterable[tuple[str, str]]
    ) -> None:
        super().__init__()
        self._page = Page(game, options)
        self._keys = "  ".join(f"{key} {told}".replace(" ", NO_BREAK) for key, told in keys)

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._keys, id="keys", markup=False)
            yield self._page


class Page(Static):
    """The text of a game's rules, folded to the width available."""

    def __init__(self, game: str, options: Mapping[str, Choice]) -> None:
        super().__init__()
        self._game, self._options = game, options
        self._text, self._width = lesson(chosen().code, game, options), 0

    def on_resize(self, event: Resize) -> None:
        """Fold it again."""
        if event.size.width == self._width:
            return
        self._width = event.size.width
        page = lay_out(
            self._text,
            options={option.name for option in find(self._game).options},
            draw=partial(pictures, self._game, self._options),
            width=self._width,
            colour=True,
        )
        self.call_after_refresh(self.update, Text.from_ansi(page))


class Options(ModalScreen[dict[str, Choice] | None]):
    """The options of a game, one line per choice; Enter selects, and the last line deals."""

    CSS = f"Options {{ {FRAME} }} Options Vertical {{ {PANEL} }} Options OptionList {{ height: 1fr; }}"
    BINDINGS = [Binding("escape,q", "dismiss(None)")]

    def __init__(self, entry: Entry, chosen_now: Mapping[str, Choice]) -> None:
        super().__init__()
        self._entry = entry
        self._now = dict(chosen_now)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(say("Options of {game}", game=title(chosen().code, self._entry.id)))
            yield OptionList(*self._lines())

    def _lines(self) -> Iterator[Option]:
        for option in self._entry.options:
            for choice in option.choices:
                mark = "●" if self._now.get(option.name) == choice else "○"
                word, lang = write_choice(choice), chosen().code
                told = f"{mark} {texts.option(lang, option.name)}: {texts.choice(lang, choice)}"
                yield Option(told, id=f"{option.name}={word}")
        yield Option(say("New deal with these"), id="deal")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Select a choice, or deal."""
        event.stop()
        if event.option_id == "deal":
            self.dismiss(self._now)
            return
        name, _, word = (event.option_id or "").partition("=")
        self._now[name] = self._entry.option(name).read(word)
        lines, at = self.query_one(OptionList), event.option_index
        lines.clear_options()
        lines.add_options(self._lines())
        lines.highlighted = at


class Games(ModalScreen[str | None]):
    """All games, with a search field."""

    CSS = f"Games {{ {FRAME} }} Games Vertical {{ {PANEL} }} Games OptionList {{ height: 1fr; }}"
    BINDINGS = [Binding("escape", "dismiss(None)"), Binding("down", "into_the_list", show=False)]

    def __init__(self, left: Sequence[Unfinished] = ()) -> None:
        super().__init__()
        self._left = left

    def compose(self) -> ComposeResult:
        """Yield the search field above the list: unfinished games, then all games."""
        with Vertical():
            yield Input(placeholder=say("Which game? (a number or a name)"))
            yield OptionList(*self._all())

    def _all(self) -> Iterator[Option | None]:
        yield from (Option(f"▸ {one}", id=one.room) for one in self._left)
        if self._left:
            yield None  # a separator
        yield from self._lines(ids())

    def _lines(self, games: "tuple[str, ...] | list[str]") -> Iterator[Option]:
        for game in games:
            yield Option(title(chosen().code, game), id=game)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter the list."""
        lines = self.query_one(OptionList)
        lines.clear_options()
        lines.add_options(self._lines(search(event.value)) if event.value.strip() else self._all())
        lines.highlighted = 0 if lines.option_count else None

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the first match."""
        lines = self.query_one(OptionList)
        if lines.option_count:
            self.dismiss(lines.get_option_at_index(lines.highlighted or 0).id)

    def action_into_the_list(self) -> None:
        """Move to the list."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the selected game."""
        event.stop()
        self.dismiss(event.option_id)


class Handover(ModalScreen[None]):
    """An empty screen until the next person presses Enter."""

    CSS = f"Handover {{ {FRAME} background: $background; }} Handover Label {{ padding: 2 4; }}"
    BINDINGS = [Binding("enter", "dismiss")]

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self._sentence = sentence

    def compose(self) -> ComposeResult:
        yield Label(self._sentence)
