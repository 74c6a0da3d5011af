"""Line editing and history, and lists of moves that fit the screen."""

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from trapoula.core.errors import BadAction
from trapoula.core.game import Game
from trapoula.machine.folders import data_folder
from trapoula.patience import CARRY, Action, Patience, Table, Test

KEPT = 500  # lines of history
BETWEEN = "   "


class Offer(NamedTuple):
    """A move, with other moves that have the same effect."""

    text: str
    alike: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({' '.join(self.alike)})" if self.alike else self.text


def edit_lines() -> None:
    """Enable line editing and history on a terminal."""
    if not sys.stdin.isatty():
        return
    with suppress(ImportError, OSError):
        import atexit
        import readline

        file = data_folder() / "history"
        file.parent.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):
            readline.read_history_file(file)
        readline.set_history_length(KEPT)
        atexit.register(_keep, file)


def _keep(file: object) -> None:
    import readline

    with suppress(OSError):
        readline.write_history_file(str(file))


def merged(game: Game[Any, Any], state: Any, texts: Sequence[str]) -> list[Offer]:
    """Merge moves that differ only in which of several equal empty piles they use."""
    if not isinstance(game, Patience) or not isinstance(state, Table):
        return [Offer(text) for text in texts]
    found: dict[object, tuple[str, list[str]]] = {}
    for text in texts:
        action = game.read(text)
        key = _place(game, state, action) or text
        if key in found:
            found[key][1].append(game.names[action.target])
        else:
            found[key] = text, []
    return [Offer(text, tuple(others)) for text, others in found.values()]


def _place(game: Patience, table: Table, action: Action) -> object:
    """Return what a carry to an empty pile shares with equal carries; None if the pile matters."""
    if action.verb != CARRY or table.piles[action.target]:
        return None
    zone = game.zone[action.target]
    anywhere = zone.alike or (zone.kind == "column" and zone.room > 1)
    if not (anywhere and isinstance(zone.start, Test)):
        return None
    return action.source, action.size, game.letter[action.target]


def spelled(game: Game[Any, Any], legal: Iterable[str], line: str) -> str:
    """Return the typed text in the game's own upper and lower case."""
    wanted = line.casefold()
    for text in legal:
        if text.casefold() == wanted:
            return text
    for text in (line, line.upper(), line.lower()):
        with suppress(BadAction):
            game.read(text)
            return text
    return line


def laid_out(entries: Iterable[str], columns: int) -> str:
    """Join entries into lines without breaking any entry."""
    lines, width = [""], 0
    for entry in entries:
        if width and width + len(BETWEEN) + len(entry) > columns:
            lines.append("")
            width = 0
        lines[-1] += (BETWEEN if width else "") + entry
        width = len(lines[-1])
    return "\n".join(lines)
