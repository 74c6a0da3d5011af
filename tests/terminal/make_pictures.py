"""The pictures of docs/terminal.md, taken by Textual itself: `python -m tests.terminal.make_pictures`."""

import asyncio
import re
from pathlib import Path

from tests.terminal.tables import table
from trapoula.terminal.device import Table
from trapoula.terminal.screen.app import TableApp
from trapoula.terminal.screen.here import LocalHost

DOCS = Path(__file__).parents[2] / "docs"
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # those of elsewhere; any even one will do


async def take(table: Table, keys: str, file: str) -> None:
    """A picture of a table after some keys."""
    app = TableApp(LocalHost(table, pace=0))
    app.title = "trapoula"
    async with app.run_test(size=(84, 26)) as pilot:
        await pilot.press(*keys.split())
        await pilot.pause(0.5)
        picture = FONTS.sub("", app.export_screenshot())
    (DOCS / file).write_text(picture, "utf-8")


if __name__ == "__main__":
    asyncio.run(take(table("klondike", 1), "d enter", "terminal-klondike.svg"))
    asyncio.run(take(table("the-game", 3, 3, "2"), "enter", "terminal-the-game.svg"))
