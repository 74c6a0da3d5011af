"""The full-screen table, played by keys and mouse as Textual's own pilot presses them."""

import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from textual.widgets import OptionList, RichLog, Static
from textual.widgets._footer import FooterKey

from tests.loops import alone
from tests.terminal.tables import table
from tests.walks import Setting, walk
from tests.web.serving import serving
from trapoula.catalogue.entries import find, ids
from trapoula.core.errors import BadOption
from trapoula.core.game import is_talk
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.terminal.device import Device
from trapoula.terminal.screen import reach
from trapoula.terminal.screen.app import Chooser, TableApp
from trapoula.terminal.screen.board import Board
from trapoula.terminal.screen.company import CompanyTable
from trapoula.terminal.screen.here import LocalHost
from trapoula.terminal.screen.pages import Games, Handover, Options, Page, Rules
from trapoula.terminal.screen.spread import Spread, fitted
from trapoula.terminal.screen.there import ServerHost, Unreachable
from trapoula.texts import speak

PATIENCES = [game for game in ids() if isinstance(find(game).make(), Patience)]
TABLES = [game for game in ids() if game not in PATIENCES]
SMALL = (80, 21)  # what the table has of a screen of 80 by 24


def spread_of(game: Patience, state: Any, room: tuple[int, int]) -> Spread:
    piles: Any = game.view(state, 0)["piles"]
    return fitted(game, [piles[name] for name in game.names], *room)[0]


# --- where cards lie and what a hand can do -------------------------------------------------------


@pytest.mark.parametrize("name", PATIENCES)
def test_every_deal_fits_a_small_screen_and_shows_every_card_that_is_spread(name: str) -> None:
    game = find(name).make()
    assert isinstance(game, Patience)
    spread = spread_of(game, Session(name, deal=7).state, SMALL)
    assert (spread.columns, spread.rows) <= SMALL
    assert spread.rows <= SMALL[1]
    assert {spot.pile for spot in spread.spots} == set(range(len(game.places)))
    assert all(spread.at(spot.column, spot.row) == spot for spot in spread.spots)


@pytest.mark.parametrize("name", PATIENCES)
def test_everything_that_is_allowed_can_be_done_by_hand(name: str) -> None:
    """Each legal action begins at some card, or at a tap, or is what the key for dealing does."""
    game = find(name).make()
    assert isinstance(game, Patience)
    for state, _, _ in walk(Setting(name, {}, 1), 3, 20):
        offers = [*game.legal(state)]
        found = {reach.dealing(game, offers)}
        for spot in spread_of(game, state, SMALL).spots:
            found |= {*reach.lifting(game, offers, spot).values()}
            found.add(reach.tapping(game, offers, spot))
        assert {*offers} <= found


# --- a patience ----------------------------------------------------------------------------------


def run(play: Coroutine[Any, Any, None]) -> None:
    alone(play, 60)


def line(app: TableApp) -> str:
    return str(app.query_one("#line").render())  # type: ignore[attr-defined]


async def lead(app: TableApp, pilot: Any, pile: str, size: int = 1) -> None:
    """Take the cursor to a card by arrows alone."""
    board = app.query_one(Board)
    seen: set[str] = set()
    for key in ("up", "left") * 12 + ("right", "down") * 40:
        if board.facts()["pointed"] == [pile, size]:
            return
        seen.add(str(board.facts()["pointed"]))
        await pilot.press(key)
    raise AssertionError(f"{pile} was not found, only {sorted(seen)}")


def test_a_patience_by_keys() -> None:
    async def play() -> None:
        app = TableApp(LocalHost(table("klondike", 1)))
        async with app.run_test(size=(80, 24)) as pilot:
            host, board = app.host, app.query_one(Board)
            assert isinstance(host, LocalHost)
            await pilot.press("d")  # the stock is turned
            assert host.session.steps == 1
            first = next(action for action in host.session.legal() if ">F" in action)
            source, target = first.split(">")
            await lead(app, pilot, source)
            await pilot.press("enter")
            assert board.facts()["held"] == source
            lit = board.facts()["lit"]
            assert isinstance(lit, list)
            assert target in lit
            await pilot.press("escape")
            assert board.facts()["held"] is None
            await pilot.press("space", "up")
            assert board.facts()["pointed"][0] in lit  # type: ignore[index]
            await pilot.press("enter")
            assert host.session.steps == 2
            assert any(name[0] == "F" for name in [str(host.session.record().actions[-1][1])[-2:]])
            await pilot.press("u", "u", "r")
            assert host.session.steps == 1
            await pilot.press("r", "r")
            assert line(app) == "There is nothing to do again."
            await pilot.press("b")
            assert host.session.steps == 0
            await pilot.press("u")
            assert line(app) == "There is nothing to take back."
            await pilot.press("f")  # an ace lies open
            assert host.session.record().actions[-1][1].endswith(">F1")
            await pilot.press("n")
            assert host.session.steps == 0

    run(play())


def test_a_patience_by_mouse_and_what_is_refused() -> None:
    async def play() -> None:
        app = TableApp(LocalHost(table("klondike", 1)))
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            host, board = app.host, app.query_one(Board)
            assert isinstance(host, LocalHost)
            game = board.game
            offers = [game.read(text) for text in host.session.legal()]
            carry = next(action for action in offers if action.verb == "carry")

            def middle(pile: int) -> tuple[int, int]:
                spot = board._spread.top(pile)
                return spot.column + 1, spot.row

            await pilot.mouse_down(Board, offset=middle(carry.source))
            assert board.facts()["held"] == game.names[carry.source]
            await pilot.hover(Board, offset=middle(carry.target))
            await pilot.mouse_up(Board, offset=middle(carry.target))
            await pilot.click(Board, offset=middle(carry.target))
            assert host.session.steps == 1
            down = next(spot for spot in board._spread.spots if spot.face == "--" and spot.size > 2)
            await pilot.click(Board, offset=(down.column + 1, down.row))
            assert line(app) == "That card is covered."
            await pilot.click(Board, offset=middle(game.names.index("S")))
            assert host.session.steps == 2
            await pilot.resize_terminal(50, 20)
            await pilot.pause()
            assert board._spread.columns <= 50
            assert host.session.steps == 2

    run(play())


def test_a_hint_is_shown_on_the_table_and_pages_lie_over_it() -> None:
    async def play() -> None:
        app = TableApp(LocalHost(table("accordion", 1)))
        async with app.run_test(size=(90, 30)) as pilot:
            await pilot.press("h")
            await until(pilot, lambda: app.query_one(Board)._advised is not None)
            assert line(app)[0].isupper()
            await pilot.press("question_mark")
            assert isinstance(app.screen, Rules)
            await pilot.press("escape", "o")
            assert isinstance(app.screen, Options)
            await pilot.press("escape", "q")
        assert app.return_value != ""  # a hint counts, so the game is kept

    run(play())


def test_a_deal_that_was_only_looked_at_is_not_kept() -> None:
    async def play() -> None:
        app = TableApp(LocalHost(table("accordion", 1)))
        async with app.run_test() as pilot:
            await pilot.press("q")
        assert app.return_value == ""

    run(play())


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_page_of_rules_is_folded_to_the_room_it_has(columns: int) -> None:
    """Nothing is folded twice, and whoever makes the window larger reads longer lines."""

    async def play() -> None:
        app = TableApp(LocalHost(table("klondike", 1)))
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.press("question_mark")
            await pilot.resize_terminal(columns, 30)
            page = app.screen.query_one(Page)

            def fits() -> bool:
                lines, room = str(page.render()).splitlines(), page.content_size
                return room.width - 5 < max(map(len, lines)) <= room.width < columns and (
                    len(lines) == room.height  # none is folded again
                )

            await until(pilot, fits)

    run(play())


def test_options_are_told_in_words() -> None:
    """As in the browser, not as they are typed on a command line."""

    async def play() -> None:
        app = TableApp(LocalHost(table("klondike", 1)))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("o")
            lines = app.screen.query_one(OptionList)
            told = [str(lines.get_option_at_index(at).prompt) for at in range(lines.option_count)]
            assert "● Φύλλα ανά άνοιγμα: 1" in told
            assert "○ Ξαναμοιράσματα: Απεριόριστα" in told
            assert told[-1] == "Νέο μοίρασμα με αυτές"

    speak("el")
    run(play())


def test_options_are_chosen_and_dealt_with() -> None:
    async def play() -> None:
        app = TableApp(LocalHost(table("klondike", 1)))
        async with app.run_test(size=(90, 30)) as pilot:
            await pilot.press("o")
            names = [f"draw={choice}" for choice in (1, 3)]
            lines = app.screen.query_one("OptionList")
            other = names[0] if find("klondike").option("draw").default == 3 else names[1]
            lines.highlighted = lines.get_option_index(other)  # type: ignore[attr-defined]
            await pilot.press("enter", "end", "enter")
            await pilot.pause()
            host = app.host
            assert isinstance(host, LocalHost)
            assert f"draw={host.session.options['draw']}" == other

    run(play())


def test_an_unfinished_game_is_kept() -> None:
    async def play() -> None:
        app = TableApp(LocalHost(table("klondike", 1)))
        async with app.run_test() as pilot:
            await pilot.press("d", "q")
        assert app.return_value == "The game is kept: trapoula play --resume goes on with it."

    run(play())


def test_games_that_were_left_are_offered_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both of two patiences come back, each move kept when it was made; a hint counts."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))

    async def play() -> None:
        for game, deal in (("klondike", 1), ("spider", 3)):
            app = TableApp(LocalHost(Device().deal(game, {}, deal)))
            async with app.run_test() as pilot:
                await pilot.press("d", "u", "r", "q")
            assert app.return_value is not None
        chooser = Chooser(Device().unfinished())
        async with chooser.run_test() as pilot:
            await pilot.press("down", "down", "enter")
        left = Device().go_on(str(chooser.return_value))
        assert (left.session.id, left.session.steps) == ("klondike", 1)
        app = TableApp(LocalHost(left))
        async with app.run_test() as pilot:
            await pilot.press("h")
            await until(pilot, lambda: "Thinking" not in line(app))
            await pilot.press("d")
        others = Device().go_on(str(chooser.return_value))  # though nobody left it
        assert others.session.steps == 2

    run(play())


def test_greek() -> None:
    async def play() -> None:
        app = TableApp(LocalHost(table("klondike", 1)))
        async with app.run_test(size=(120, 30)) as pilot:
            assert "Κλόνταϊκ" in str(app.query_one("#head").render())  # type: ignore[attr-defined]
            await pilot.press("u")
            assert line(app) == "Δεν υπάρχει κίνηση να πάρετε πίσω."
            told = {binding.description for _, binding in app._bindings}
            assert "Αναίρεση" in told

    speak("el")
    run(play())


def test_a_game_is_found_by_whatever_it_is_called() -> None:
    async def play() -> None:
        app = Chooser()
        async with app.run_test() as pilot:
            assert isinstance(app.screen, Games)
            await pilot.press(*"montana", "enter")
        assert app.return_value == "gaps"

    run(play())


# --- games for several ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_a_game_with_bots(name: str) -> None:
    """Always the first thing that is offered, and the bot answers."""

    async def play() -> None:
        played = table(name, 1, 2, "1", "greedy")
        app = TableApp(LocalHost(played, pace=0))
        async with app.run_test(size=(100, 30)) as pilot:
            while not {0, 1} <= {seat for seat, _ in played.session.actions}:
                await pilot.press("enter")
                await pilot.pause()
            assert app.query_one(CompanyTable).display
            assert app.query_one("#story", RichLog).lines

    run(play())


def test_what_may_be_done_is_read_to_its_last_word() -> None:
    """Also in a list that is longer than the screen, where it needs two lines."""

    async def play() -> None:
        app = TableApp(LocalHost(table("the-game", 5, 1)))
        async with app.run_test(size=(80, 24)) as pilot:
            offers = app.query_one("#offers", OptionList)
            for _ in range(3):
                await pilot.pause()
                strips = map(offers.render_line, range(offers.content_size.height))
                seen = re.sub(r"\s+", " ", "".join(strip.text for strip in strips))
                told = [str(offers.get_option_at_index(at).prompt) for at in range(4)]
                assert [one for one in told if one not in seen] == []
                await pilot.press("enter")

    run(play())


REASON = "Αφήνει τον περισσότερο χώρο για τα φύλλα που μένουν."  # of the coach


def test_what_is_told_is_not_cut() -> None:
    """What others did and what the coach says stand there whole, in as many lines as they take."""

    async def play() -> None:
        app = TableApp(LocalHost(table("the-game", 5, 3, "2")))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.query_one(CompanyTable).tell("θέση 3: Δεύτερη ανοδική: Όχι μεγάλο άλμα εδώ")
            story, line = app.query_one("#story", RichLog), app.query_one("#line", Static)
            app._say(f"87 στην πρώτη καθοδική γραμμή (90%). {REASON}")
            await pilot.pause()
            await until(pilot, lambda: line.size.height == 2)
            assert story.lines
            assert all(told.cell_length <= story.content_size.width for told in story.lines)

    speak("el")
    run(play())


def test_no_key_is_offered_that_does_nothing_at_this_table() -> None:
    """Where nothing is dealt, sent home or judged, no key says so; all of them stand over the rules."""

    async def play(game: str, keys: str) -> None:
        app = TableApp(LocalHost(table(game, 5)))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "".join(key.key_display for key in app.query(FooterKey)) == keys
            shown = [key for key in app.query(FooterKey) if key.region.right <= 80]
            assert {"?", "q", "u", "h"} <= {key.key_display for key in shown}
            await pilot.press("question_mark")
            told = str(app.screen.query_one("#keys", Static).render())
            assert "".join(key for key, _ in app.told_keys()) == keys
            assert "".join(one[0] for one in told.split("  ")) == keys

    for lang in ("en", "el"):
        speak(lang)
        run(play("klondike", "?quhvdfnrob"))
        run(play("the-game", "?quhnrob"))


def test_a_hand_is_covered_until_the_next_person_looks() -> None:
    async def play() -> None:
        shared = table("take-that", 1, 2)
        app = TableApp(LocalHost(shared))
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, Handover)
            assert app.host.sight is None
            await pilot.press("enter")
            sight = app.host.sight
            assert sight is not None
            assert sight.seat == shared.session.turn == 0
            await pilot.press("enter")
            for _ in range(20):
                if shared.session.turn == 1:
                    break
                await pilot.press("enter")
            await pilot.pause()
            assert isinstance(app.screen, Handover)
            assert app.host.sight is None

    run(play())


# --- a server's table ----------------------------------------------------------------------------


def test_a_seat_at_a_servers_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    with serving(tmp_path) as server, httpx.Client(base_url=server.url) as other:
        address = server.url
        made = other.post("/api/rooms", json={"game": "take-that", "seats": 2}).json()

        async def play() -> None:
            host = ServerHost(f"{address}/table/{made['room']}", "Maria")
            app = TableApp(host)
            async with app.run_test(size=(100, 30)) as pilot:
                await until(pilot, lambda: host.seat == 1)
                assert isinstance(app.screen, Handover)
                await pilot.press("enter")  # both chairs are taken: it begins
                await until(pilot, lambda: host.sight is not None)
                sight = host.sight
                assert sight is not None
                assert sight.seat == 1
                assert sight.view["hand"]
                assert not isinstance(app.screen, Handover)
            again = ServerHost(f"{address}/table/{made['room']}")
            app = TableApp(again)
            async with app.run_test(size=(100, 30)) as pilot:
                await until(pilot, lambda: again.sight is not None)
                assert again.seat == 1  # the same person, by what was kept

        run(play())


async def until(pilot: Any, holds: Any) -> None:
    for _ in range(2_000):
        await pilot.pause(0.02)
        if holds():
            return
    raise AssertionError("it never came to pass")


def test_what_is_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(BadOption, match="is not the address of a table"):
        ServerHost("http://localhost:8017/stats")
    with pytest.raises(Unreachable, match="No table answers"):
        ServerHost("http://127.0.0.1:9/table/x")


# --- card games of one's own ---------------------------------------------------------------------

EXAMPLES = Path(__file__).parents[2] / "examples"


def lines_of(app: TableApp) -> list[str]:
    offers = app.query_one("#offers", OptionList)
    return [str(offers.get_option_at_index(at).prompt) for at in range(offers.option_count)]


def test_what_else_is_chosen_is_asked_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """An eight asks for its suit; Escape and the last line lead back."""
    monkeypatch.setenv("TRAPOULA_GAMES", str(EXAMPLES))

    async def play() -> None:
        eights = table("crazy-eights", 5, 2, "1", "random")
        app = TableApp(LocalHost(eights, pace=0))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert lines_of(app) == ["Play 4♣", "Play 8♠ …", "Draw a card"]
            await pilot.press("down", "enter")
            asked = ["Which suit?", "♣ Clubs", "♦ Diamonds", "♥ Hearts", "♠ Spades", "Back"]
            assert lines_of(app) == asked
            await pilot.press("escape")
            assert lines_of(app)[1] == "Play 8♠ …"
            await pilot.press("down", "enter", "end", "enter")  # the last line is the way back
            assert lines_of(app)[1] == "Play 8♠ …"
            await pilot.press("down", "enter", "down", "down", "enter")
            await pilot.pause()
            assert eights.session.text(eights.session.actions[0][1]) == "play 8S>heap:hearts"

    run(play())


def test_cards_stand_before_talk() -> None:
    """What may be said comes last, under its own heading."""

    async def play() -> None:
        shared = table("the-game", 5, 2, "1", "greedy")
        app = TableApp(LocalHost(shared, pace=0))
        async with app.run_test(size=(80, 24)) as pilot:
            while shared.session.turn != 0 or "What you can say" not in lines_of(app):
                await pilot.press("enter")
                await pilot.pause()
            lines = lines_of(app)
            said = lines.index("What you can say")
            game = shared.session.game
            legal = [game.read(text) for text in shared.session.legal(0)]
            assert said == sum(not is_talk(game, action) for action in legal)
            assert len(lines) == len(legal) + 1

    run(play())


def test_three_cards_are_asked_for_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPOULA_GAMES", str(EXAMPLES))

    async def play() -> None:
        hearts = table("hearts", 3, None, "3", "random")
        app = TableApp(LocalHost(hearts, pace=0))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert lines_of(app) == ["Pass left: …"]
            await pilot.press("enter")
            assert len(lines_of(app)) == 1 + 13 + 1
            await pilot.press("enter", "enter")
            assert lines_of(app)[0].startswith("So far: Q♣  K♣")
            await pilot.press("enter")
            await pilot.pause()
            given: Any = hearts.session.actions[0][1]
            assert (given.verb, len(given.cards)) == ("give", 3)

    run(play())


def test_ctrl_c_says_how_one_leaves() -> None:
    async def play() -> None:
        app = TableApp(LocalHost(table("klondike", 1)))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("ctrl+c")
            await pilot.pause()
            assert "Press q to leave" in str(app.query_one("#line", Static).render())

    run(play())


@pytest.mark.parametrize("lang", ["en", "el"])
def test_the_key_for_a_verdict_is_seen_on_a_small_screen(lang: str) -> None:
    async def play() -> None:
        speak(lang)
        app = TableApp(LocalHost(table("klondike", 1)))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "v" in [key.key for key in app.query(FooterKey) if key.region.right <= 80]

    try:
        run(play())
    finally:
        speak("en")
