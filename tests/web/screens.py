"""Contact sheets: every page at six sizes, in both themes and both languages, to be looked through.

./run shots FOLDER [page or game...]

A sheet is one page: a column for each size, a row for each look. --whole takes all of a page, not its
first screen; --moves 12 plays that many moves first; --size, --lang and --theme choose some of them.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.web.board import until
from tests.web.serving import SCRIPT, browsing, serving
from trapoula.catalogue import entries
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.solve import Limits, judge
from trapoula.solve.deals import deals_of, read_day

SIZES = {
    "320": (320, 568),
    "360": (360, 640),
    "390": (390, 844),
    "768": (768, 1024),
    "1366": (1366, 768),
    "1920": (1920, 1080),
}
LANGS, THEMES = ("en", "el"), ("light", "dark")
HIGH, WHOLE_WIDE = 340, 300  # pixels that a picture takes on a sheet: in height, or in width
DAY = 86_400
LAYS = "Boolean(document.querySelector('card-board')?.plan)"
PLAY = """(turn) => { const board = document.querySelector('card-board');
    const all = [...board.actions.moves, ...board.actions.taps, ...board.actions.presses];
    if (all.length) board.act(all[turn * 7 % all.length].text); }"""
ACT = """(action) => new Promise(async (done) => {
    const { watch } = await script('store.js');
    const stop = watch(['room'], () => { stop(); setTimeout(done); });
    document.querySelector('card-board').act(action); })"""
SEATED = """async ([game, seats]) => {
    const { levels } = await (await fetch(`/api/games/${game}`)).json();
    const bots = Array.from({ length: seats - 1 }, (_, at) => ({ seat: at + 1, level: levels.at(-1) }));
    const body = JSON.stringify({ game, seats, bots, start: true });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/rooms', { method: 'POST', headers, body });
    return (await answer.json()).room; }"""


def at(path: str) -> Callable[[Any], None]:
    """Open a page by its address."""
    return lambda page: page.goto(path)


def typed(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector(".tile")
    page.fill("#search", "spider")


def settings(page: Any) -> None:
    page.goto("/")
    page.locator("header .plain-icon").last.click()
    page.wait_for_selector("dialog[open]")


def menu(page: Any) -> None:
    sit_down(page, "klondike", 3)
    page.click("[data-tool=more]")
    page.wait_for_selector(".menu")


def new_game(page: Any) -> None:
    menu(page)
    page.locator(".menu button").first.click()
    page.wait_for_selector("dialog[open]")


def won(page: Any) -> None:
    """A game of chance that was played as the solver would."""
    page.goto("/game/freecell")
    until(page, LAYS)
    page.evaluate("script('prefs.js').then((prefs) => prefs.prefer({ home: 'never' }))")
    deal = page.evaluate("script('store.js').then((store) => store.now().room.deal)")
    session = Session("freecell", deal=deal)
    for action in judge(session.game, session.state, Limits(60.0)).line:
        page.evaluate(ACT, action)
    page.wait_for_selector(".ending.victory")


def lost(page: Any) -> None:
    page.goto("/game/golf")
    until(page, LAYS)
    turn = 0
    while not page.locator(".ending").count():
        page.evaluate(PLAY, turn)
        turn += 1
        page.wait_for_timeout(60)
    page.wait_for_timeout(2500)  # until it is told which move lost it


PAGES: dict[str, Callable[[Any], None]] = {
    "hall": at("/"),
    "search": typed,
    "daily": at("/daily"),
    "stats": at("/stats"),
    "tables": at("/tables"),
    "odds": at("/odds"),
    "rules": at("/rules/klondike"),
    "glossary": at("/rules/glossary"),
    "settings": settings,
    "menu": menu,
    "new-game": new_game,
    "won": won,
    "lost": lost,
    "new-table": at("/game/the-game"),
    "no-table": at("/table/nowhere"),
    "no-page": at("/nowhere"),
}


def past() -> str:
    """What somebody has played who has been here for a while, as it is exported."""
    now = time.time()
    kinds = [("klondike", 0.4), ("freecell", 0.7), ("golf", 0.3), ("spider", 0.2)]
    rows: list[dict[str, Any]] = [
        {
            "game": game, "won": (n * 37 % 100) / 100 < share, "cards": "chance", "deal": n + 1,
            "at": now - n * DAY / 2 - 3 * DAY, "seconds": 150.0 + n * 53 % 400, "moves": 60 + n * 31 % 90,
            "score": n * 97 % 500, "hints": n % 3, "undos": n % 2,
        }
        for n in range(48)
        for game, share in [kinds[n % 4]]
    ]  # fmt: skip
    for ago in range(9):
        then = time.strftime("%Y-%m-%d", time.gmtime(now - ago * DAY))
        for deal in deals_of(read_day(then))[: 1 + ago % 3]:
            rows.append(
                {
                    "game": deal.game, "won": True, "cards": "day", "deal": deal.deal,
                    "at": now - ago * DAY, "seconds": 240.0, "moves": 120, "score": 52,
                }
            )  # fmt: skip
    usual = {"options": {}, "seats": 1, "seat": 0, "round": 1, "reason": "won"}
    return json.dumps(
        {"history": [usual | row | {"room": f"r{at}"} for at, row in enumerate(rows)]}
    )


def sit_down(page: Any, game: str, moves: int) -> None:
    """Open a game: alone, or with bots."""
    made = entries.find(game).make()
    if isinstance(made, Patience):
        page.goto(f"/game/{game}?deal=7")
        until(page, LAYS)
        for turn in range(moves):
            page.evaluate(PLAY, turn)
            page.wait_for_timeout(40)
    else:
        page.goto("/")
        room = page.evaluate(SEATED, [game, min(4, made.seats[-1])])
        page.goto(f"/table/{room}")
        page.wait_for_selector(".seat-table > *")
        page.wait_for_timeout(2500)


def sheet(browser: Any, folder: Path, name: str, rows: list[list[Path]], *, whole: bool) -> None:
    """The pictures of one page on a sheet."""
    fit = f"width:{WHOLE_WIDE}px" if whole else f"height:{HIGH}px"
    lines = "".join(
        f"<div>{''.join(f'<img src={path.resolve().as_uri()}>' for path in row)}</div>"
        for row in rows
    )
    file = folder / f"{name}.html"
    body = "body{margin:6px;background:#777;width:max-content}"
    style = f"{body}div{{display:flex;gap:6px;margin:6px;align-items:start}}img{{{fit}}}"
    file.write_text(f"<style>{style}</style>{lines}", "utf-8")
    page = browser.new_page(viewport={"width": 1900, "height": 400})
    page.goto(file.resolve().as_uri())
    page.locator("body").screenshot(path=folder / f"{name}.png")
    page.close()
    file.unlink()


def main() -> None:
    """Make the pictures."""
    reader = argparse.ArgumentParser(prog="./run shots", description=__doc__)
    reader.add_argument("folder", type=Path)
    reader.add_argument("names", nargs="*", default=[*PAGES, "klondike"])
    reader.add_argument("--lang", action="append", choices=LANGS)
    reader.add_argument("--theme", action="append", choices=THEMES)
    reader.add_argument("--size", action="append", choices=SIZES)
    reader.add_argument("--moves", type=int, default=0)
    reader.add_argument("--whole", action="store_true")
    asked = reader.parse_args()
    single = asked.folder / "single"
    single.mkdir(parents=True, exist_ok=True)
    looks: list[tuple[str, Any]] = [
        (lang, theme) for theme in asked.theme or THEMES for lang in asked.lang or LANGS
    ]
    taken: dict[str, list[list[Path]]] = {name: [] for name in asked.names}
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as server,
        browsing() as browser,
    ):
        for lang, theme in looks:
            page = browser.new_context(
                base_url=server.url, locale=lang, color_scheme=theme, reduced_motion="reduce"
            ).new_page()
            page.add_init_script(SCRIPT)
            page.request.post(f"{server.url}/api/stats", data=past())
            for game in ("golf", "klondike"):
                sit_down(page, game, 3)
            for name in asked.names:
                row = []
                for size in asked.size or SIZES:
                    width, height = SIZES[size]
                    page.set_viewport_size({"width": width, "height": height})
                    if name in PAGES:
                        PAGES[name](page)
                    elif not row:
                        sit_down(page, name, asked.moves)
                    page.wait_for_load_state("networkidle")
                    page.wait_for_timeout(120)
                    row.append(single / f"{name}-{lang}-{theme}-{size}.png")
                    page.screenshot(path=row[-1], full_page=asked.whole)
                taken[name].append(row)
                print(f"{name}, {lang}, {theme}", flush=True)
            page.context.close()
        for name, rows in taken.items():
            sheet(browser, asked.folder, name, rows, whole=asked.whole)


if __name__ == "__main__":
    main()
