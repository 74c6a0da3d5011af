"""The pictures of docs/terminal.md, taken by Textual itself: `python -m tests.terminal.make_pictures`."""

import asyncio
import re
from pathlib import Path

from trapoula.session import Session
from trapoula.terminal.screen.app import TableApp
from trapoula.terminal.screen.here import Here

DOCS = Path(__file__).parents[2] / "docs"
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # those of elsewhere; any even one will do


async def take(session: Session, bots: str, keys: str, file: str) -> None:
    """A picture of a table after some keys."""
    app = TableApp(Here(session, bots, pace=0))
    app.title = "trapoula"
    async with app.run_test(size=(84, 26)) as pilot:
        await pilot.press(*keys.split())
        await pilot.pause(0.5)
        picture = FONTS.sub("", app.export_screenshot())
    (DOCS / file).write_text(picture, "utf-8")


if __name__ == "__main__":
    asyncio.run(take(Session("klondike", deal=1), "", "d enter", "terminal-klondike.svg"))
    asyncio.run(take(Session("the-game", deal=3, seats=3), "2", "enter", "terminal-the-game.svg"))
