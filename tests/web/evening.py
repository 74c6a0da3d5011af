"""An evening at the table: fifteen games on a phone in Greek, by taps alone, from the first page to the end.

python -m tests.web.evening FOLDER   says how each game went, and keeps a picture of its end

What a person would do: find a game on the first page or by the search, play until it is won or nothing can be
done, read how it ended, and go back for the next. Games that can be won are played as the solver would; the
others by what brings cards home, and given up when they lead nowhere.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.web.board import Board, arrive, until
from tests.web.serving import SCRIPT, browsing, serving
from trapoula.play.session import Session
from trapoula.solve import Limits, judge

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SECONDS = 6.0  # for finding a way to win
PATIENCE = 90  # turns, after which a game that goes nowhere is given up
LAID = "Boolean(document.querySelector('card-board')?.plan)"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# by its tile, or by what is typed; and the variant that is tapped, if one is
GAMES = (
    ("klondike", "", ""), ("golf", "γκολφ", ""), ("freecell", "", ""), ("spider", "", "1 φυλή"),
    ("thirteen", "", ""), ("triple-peaks", "κορυφές", ""), ("yukon", "", ""), ("gaps", "κενά", ""),
    ("eight-off", "eight", ""), ("bakers-game", "baker", ""), ("canfield", "canfield", ""),
    ("monte-carlo", "μόντε", ""), ("accordion", "", ""), ("scorpion", "σκορπιός", ""),
    ("clock", "ρολόι", ""),
)  # fmt: skip


class Played(NamedTuple):
    """How a game of the evening went."""

    game: str
    deal: int
    taps: int
    end: str  # the sentence above the review; empty: it was given up
    odd: list[str]  # what a person would have stumbled over

    def __str__(self) -> str:
        told = self.end or "(given up)"
        return f"{self.game} {self.deal}: {self.taps} turns, {told} {'; '.join(self.odd)}"


def evening(page: Any, games: tuple[tuple[str, str, str], ...] = GAMES) -> Iterator[Played]:
    """Play one game after the other; the page is at the end of each when it is told."""
    page.goto("/")
    for game, typed, variant in games:
        page.wait_for_selector(".tile")
        yield one(page, game, typed, variant)
        page.locator(".table-head a[href='/']").tap()
        arrive(page, "/")


def one(page: Any, game: str, typed: str, variant: str) -> Played:
    """One game, from its tile to its end."""
    if (
        page.locator("#search").input_value() != typed
    ):  # what was looked for last still stands there
        page.locator("#search").tap()
        page.keyboard.press("Control+A")
        page.keyboard.type(typed) if typed else page.keyboard.press("Delete")
    tile = page.locator(f".tile[data-game={game}]").first
    tile.scroll_into_view_if_needed()
    (tile.get_by_role("button", name=variant) if variant else tile.locator(".tile-link")).tap()
    arrive(page, "/table/")
    until(page, LAID)
    odd = []
    if page.locator("dialog[open]").count():
        odd.append("something stood before the cards")
    board = Board(page)
    deal = page.evaluate("script('store.js').then((store) => store.now().room.deal)")
    turns = 0
    for action in line(board, game, deal):
        play(board, action)
        turns += 1
        if turns % 10 == 0:
            board.check_drawn()
            odd += stumbles(page)
    end = ""
    if ended(page):
        page.wait_for_selector(".ending")
        end = page.locator(".ending h2").inner_text()
        box = page.locator(".ending").bounding_box()
        high = page.viewport_size["height"]
        if box["y"] < 0 or box["y"] + box["height"] > high:
            odd.append("the end leaves the screen")
    return Played(game, deal, turns, end, sorted({*odd, *stumbles(page)}))


def line(board: Board, game: str, deal: int) -> Iterator[str]:
    """What is played: a line that wins where one is found, and else whatever leads on."""
    options = board.page.evaluate("script('store.js').then((store) => store.now().room.options)")
    prefer = "script('prefs.js').then((prefs) => prefs.prefer({ home: 'never', tap: 'picks' }))"
    board.page.evaluate(prefer)
    session = Session(game, options, deal=deal)
    found = judge(session.game, session.state, Limits(SECONDS))
    yield from found.line if found.finding == "winnable" else ()
    been: set[str] = set()
    for _ in range(PATIENCE):
        if ended(board.page):
            return
        legal = [own["text"] for own in board.ask("board.actions.all")]
        fresh = [text for text in legal if f"{board.piles} {text}" not in been]
        homeward = [
            move["text"] for move in board.moves
            if board.ask(f"board.kind('{move['target']}')") == "foundation" and move["text"] in fresh
        ]  # fmt: skip
        if not fresh:
            return
        chosen = (homeward or fresh)[0]
        been.add(f"{board.piles} {chosen}")
        yield chosen


def play(board: Board, action: str) -> None:
    """Do one action by taps: a card and its place, the stock, or the tool below the table."""
    known = {own["text"]: own for own in (*board.taps, *reversed(board.moves))}
    if action in known:
        board.touch(known[action])
    else:
        number = board.number
        board.page.locator("[data-tool=deal]").tap()
        board.wait_beyond(number)


def ended(page: Any) -> bool:
    """Whether the game is over, by the rules."""
    script = "script('store.js').then((store) => Boolean(store.now().room.table.outcome))"
    return bool(page.evaluate(script))


def stumbles(page: Any) -> list[str]:
    """What is wrong with the screen as it is now."""
    odd = ["the page is wider than the screen"] if page.evaluate(WIDE) > 0 else []
    tools = page.locator(".tools .tool:visible")
    for at in range(tools.count()):
        box = tools.nth(at).bounding_box()
        if box["x"] < 0 or box["x"] + box["width"] > page.viewport_size["width"]:
            odd.append("a tool leaves the screen")
    return odd


def main() -> None:
    """Play the evening, and tell it."""
    reader = argparse.ArgumentParser(prog="python -m tests.web.evening", description=__doc__)
    reader.add_argument("folder", type=Path)
    reader.add_argument("games", nargs="*", help="some of its games")
    asked = reader.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    games = tuple(one for one in GAMES if not asked.games or one[0] in asked.games)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as server,
        browsing() as browser,
    ):
        page = browser.new_context(base_url=server.url, locale="el-GR", **PHONE).new_page()
        page.add_init_script(SCRIPT)
        page.on("pageerror", lambda fault: print(f"the page failed: {fault}", flush=True))
        for played in evening(page, games):
            print(played, flush=True)
            page.wait_for_timeout(3000)  # until everything has been said
            page.screenshot(path=asked.folder / f"{played.game}.png")


if __name__ == "__main__":
    main()
