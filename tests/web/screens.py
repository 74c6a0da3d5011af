"""Pictures of every game at the size of a phone, a tablet and a desk.

python -m tests.web.screens FOLDER [game...]

Options: --lang el, --theme dark, --moves 12 (that many moves are made first), --size phone (only that one).
The folder then also holds sheets of many pictures each, to be looked through.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any

from tests.web.board import until
from tests.web.serving import browsing, serving
from trapoula import catalogue
from trapoula.patience import Patience

SHEETS = {
    "phone": (5, 10),
    "sideways": (2, 10),
    "tablet": (4, 8),
    "desk": (2, 6),
}  # a line, a sheet
SIZES = {"phone": (390, 780), "sideways": (780, 360), "tablet": (820, 1100), "desk": (1440, 900)}
PAGES = {"hall": "/", "stats": "/stats", "rules": "/rules/klondike", "new-table": "/game/the-game"}
PLAY = """(turn) => { const board = document.querySelector('card-board');
    const all = [...board.actions.moves, ...board.actions.taps, ...board.actions.presses];
    if (all.length) board.act(all[turn * 7 % all.length].text); }"""
SEATED = """async ([game, seats]) => { const { levels } = await (await fetch(`/api/games/${game}`)).json();
    const bots = Array.from({ length: seats - 1 }, (_, at) => ({ seat: at + 1, level: levels.at(-1) }));
    const body = JSON.stringify({ game, seats, bots, start: true });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/rooms', { method: 'POST', headers, body });
    return (await answer.json()).room; }"""


def picture(page: Any, folder: Path, name: str, sizes: list[str]) -> None:
    """One picture for each size."""
    for size in sizes:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        page.screenshot(path=folder / f"{name}-{size}.png")


def sit_down(page: Any, game: str, moves: int) -> None:
    """Open a game: alone, or with bots."""
    made = catalogue.find(game).make()
    if isinstance(made, Patience):
        page.goto(f"/game/{game}?deal=7")
        until(page, "Boolean(document.querySelector('card-board')?.plan)")
        for turn in range(moves):
            page.evaluate(PLAY, turn)
            page.wait_for_timeout(40)
    else:
        page.goto("/")
        room = page.evaluate(SEATED, [game, min(4, made.seats[-1])])
        page.goto(f"/table/{room}")
        page.wait_for_selector(".seat-table > *")
        page.wait_for_timeout(2500)


def sheets(browser: Any, folder: Path, names: list[str], size: str) -> None:
    """The pictures of one size, many on a sheet, each with its name."""
    columns, most = SHEETS[size]
    page = browser.new_page(viewport={"width": 1560, "height": 400})
    for first in range(0, len(names), most):
        cells = [
            f'<figure><img src="{(folder / f"{name}-{size}.png").resolve().as_uri()}">{name}</figure>'
            for name in names[first : first + most]
        ]
        layout = (
            f"display:grid;grid-template-columns:repeat({columns},1fr);gap:6px;font:14px sans-serif"
        )
        sheet = folder / f"sheet-{size}-{first // most + 1}.html"
        sheet.write_text(
            f"<style>body{{margin:6px;{layout}}}figure{{margin:0}}img{{width:100%}}</style>{''.join(cells)}",
            "utf-8",
        )
        page.goto(sheet.resolve().as_uri())
        page.screenshot(path=sheet.with_suffix(".png"), full_page=True)
        sheet.unlink()
    page.close()


def main() -> None:
    """Make the pictures."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("folder", type=Path)
    reader.add_argument("games", nargs="*", default=[*PAGES, *catalogue.ids()])
    reader.add_argument("--lang", default="en")
    reader.add_argument("--theme", default="light")
    reader.add_argument("--moves", type=int, default=0)
    reader.add_argument("--size", action="append", choices=SIZES)
    asked = reader.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    sizes = asked.size or [*SIZES]
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as server,
        browsing() as browser,
    ):
        context = browser.new_context(
            base_url=server.url,
            locale=asked.lang,
            color_scheme=asked.theme,
            reduced_motion="reduce",
        )
        page = context.new_page()
        for name in asked.games:
            if name in PAGES:
                page.goto(PAGES[name])
                page.wait_for_load_state("networkidle")
            else:
                sit_down(page, name, asked.moves)
            picture(page, asked.folder, name, sizes)
            print(name, flush=True)
        for size in sizes:
            sheets(browser, asked.folder, asked.games, size)


if __name__ == "__main__":
    main()
