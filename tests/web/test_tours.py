"""First steps: every step can be taken at its deal, and the page leads through them and lets one go."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import trapoula
from tests.web.board import Board, arrive, expect, until
from tests.web.test_axe import AXE, audit
from tests.web.test_pages import GREEK
from trapoula import Session, bots, catalogue, texts
from trapoula.deals import SplitMix

WEB = Path(trapoula.__file__).parent / "web" / "js" / "tour"
GAMES = sorted(path.stem for path in (WEB / "games").glob("*.js"))
TABLES = [game for game in GAMES if catalogue.find(game).family == "table"]
PATIENCES = [game for game in GAMES if game not in TABLES]
PHONE = {"size": (390, 780), "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
CARDS = {texts.card("en", rank + suit): rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}

# --- the steps themselves --------------------------------------------------------------------------


def tour(game: str) -> dict[str, Any]:
    """What a game's file says, which is JSON but for the quotes of its keys and its last commas."""
    text = (WEB / "games" / f"{game}.js").read_text("utf-8").partition("tour = ")[2]
    text = re.sub(
        r'("(?:[^"\\]|\\.)*")|\b(\w+):', lambda m: m[1] or f'"{m[2]}":', text.strip().rstrip(";")
    )
    found: dict[str, Any] = json.loads(re.sub(r",(\s*[\]}])", r"\1", text))
    return found


def fulfilling(wanted: str, legal: list[str]) -> list[str]:
    """The legal actions that a step asks for."""
    pattern = re.compile(re.escape(wanted).replace(r"\*", r"\w+"))
    return [action for action in legal if pattern.fullmatch(action)]


def at(made: dict[str, Any], game: str, actions: tuple[str, ...], seed: int) -> Session:
    """The table after some actions of the first seat, with those of the bots between them."""
    session = Session(game, made.get("options", {}), deal=made["deal"], seats=made.get("seats", 1))
    players = {bot["seat"]: bots.player(game, bot["level"]) for bot in made.get("bots", [])}
    left = list(actions)
    while True:
        turn = session.turn
        if turn is not None and turn in players:
            view, legal = session.view(turn), session.legal(turn)
            session.play(players[turn].choose(view, legal, SplitMix(seed)), turn)
        elif left:
            session.play(left.pop(0), 0)
        else:
            return session


def walks(made: dict[str, Any], game: str, seed: int) -> Iterator[tuple[dict[str, Any], Session]]:
    """Each step with the table it is told at, along every way that its stars leave open."""

    def go(step: int, actions: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], Session]]:
        if step == len(made["steps"]):
            return
        own = made["steps"][step]
        session = at(made, game, actions, seed)
        yield own, session
        if "action" not in own:
            yield from go(step + 1, actions)
            return
        able = fulfilling(own["action"], session.legal(0))
        assert able, f"{game}, step {step + 1}: {own['action']} is not among {session.legal(0)}"
        for action in able:
            yield from go(step + 1, (*actions, action))

    yield from go(0, ())


def check_place(place: str, view: dict[str, Any], legal: list[str]) -> None:
    """What a step points at is there."""
    part, _, what = place.partition(" ")
    if part == "hand":
        assert int(what) in view["hand"], place
    elif part == "row":
        assert what in view["rows"], place
    elif part == "strip":
        assert not what or int(what) in view["row"], place
    elif part == "boxes":
        assert 0 < int(what) <= len(view["sheet"]), place
    elif part == "button":
        assert any(action == what or action.startswith(f"{what} ") for action in legal), place
    elif "rows" in view or "row" in view or "sheet" in view:
        assert part == "pile", place
        assert what == "*" or what in view["piles"], place
    else:
        assert fulfilling(place.partition(":")[0], list(view["piles"])), place


def test_each_family_and_each_table_game_has_first_steps() -> None:
    assert json.loads((WEB / "index.json").read_text("utf-8")) == GAMES
    family = {game: catalogue.find(game).family for game in catalogue.ids()}
    assert {family[game] for game in GAMES} == set(family.values())
    assert set(TABLES) == {game for game in family if family[game] == "table"}


@pytest.mark.parametrize("game", GAMES)
def test_every_step_can_be_taken(game: str) -> None:
    """Whatever one chooses where a step leaves a choice, and whatever chance tells a bot."""
    made = tour(game)
    assert 4 <= len(made["steps"]) <= 8
    assert "action" not in made["steps"][-1]
    for seed in (1, 2, 3) if made.get("bots") else (1,):
        for step, session in walks(made, game, seed):
            assert session.outcome is None
            view: Any = session.view(0)
            for place in step.get("point", []):
                check_place(place, view, session.legal(0))
            if "piles" in view and "sheet" not in view:
                open_now = {card for pile in view["piles"].values() for card in pile}
                for name in re.findall(
                    r"\w+ of (?:clubs|diamonds|hearts|spades)", step["template"]
                ):
                    assert CARDS[name] in open_now, f"{game}: {name} is not on the table"


# --- in the browser --------------------------------------------------------------------------------


def start(page: Any, game: str) -> None:
    page.goto(f"/game/{game}?steps")
    arrive(page, "/table/")
    page.wait_for_selector(".tour-text:not(:empty)")


def walk(page: Any, path: str) -> None:
    """Go to another page as a link does, without loading everything anew."""
    page.evaluate("(path) => script('main.js').then((main) => main.go(path))", path)


def said(page: Any) -> str:
    return str(page.locator(".tour-text").inner_text())


def told(made: dict[str, Any], step: int, lang: str) -> str:
    """What a step says in a language."""
    template = made["steps"][step]["template"]
    return str(texts.messages(lang, "tour").get(template, template))


def see(page: Any, made: dict[str, Any], step: int, lang: str) -> None:
    """Until the page says what a step says, and points at something if the step does."""
    until(
        page,
        "(text) => document.querySelector('.tour-text')?.textContent === text",
        told(made, step, lang),
    )
    own = made["steps"][step]
    if "action" in own or "point" in own:
        until(page, "() => document.querySelectorAll('.ring').length > 0")


def check_beside(page: Any) -> None:
    """The sentence lies on the screen, and covers nothing of the table."""
    boxes = page.evaluate(
        """() => [".tour", ".board-box", ".tools"].map((name) => {
            const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
            return [left, top, right, bottom]; }).concat([[0, 0, innerWidth, innerHeight]])"""
    )
    own, *others, screen = boxes
    assert min(own[0], own[1]) >= 0, boxes
    assert own[2] <= screen[2], boxes
    assert own[3] <= screen[3], boxes
    for left, top, right, bottom in others:
        apart = (
            own[2] <= left + 1 or own[0] >= right - 1 or own[3] <= top + 1 or own[1] >= bottom - 1
        )
        assert apart, boxes


def asked_for(board: Board, action: str) -> dict[str, Any]:
    """What the board can do of what a step asks for."""
    able = {own["text"]: own for own in (*board.moves, *board.taps)}
    return able[fulfilling(action, list(able))[0]]


def play(page: Any, action: str) -> None:
    """Make a move of a patience with the mouse."""
    board = Board(page)
    own = asked_for(board, action)
    if own["kind"] == "tap":
        page.mouse.click(*board.point(own["pile"]))
    else:
        board.tap(own)


@pytest.mark.parametrize(
    ("lang", "size", "theme"), [("en", (1100, 760), "light"), ("el", (360, 640), "dark")]
)
def test_a_patience_is_taught_by_clicking(
    lang: str, size: tuple[int, int], theme: str, open_page: Callable[..., Any]
) -> None:
    """Every suggested move is made, one of them after an undo, and the game is played on."""
    page = open_page(lang=lang, size=size, color_scheme=theme)
    made = tour("klondike")
    start(page, "klondike")
    for at_step, step in enumerate(made["steps"][:-1]):
        see(page, made, at_step, lang)
        check_beside(page)
        if at_step == 1:
            page.keyboard.press("u")  # what was taken back is asked for again
            see(page, made, 0, lang)
            page.keyboard.press("r")
            see(page, made, 1, lang)
        play(page, step["action"])
    see(page, made, len(made["steps"]) - 1, lang)
    assert bool(GREEK.search(said(page))) == (lang == "el")
    page.locator(".tour .button.main").click()
    page.wait_for_selector(".tour", state="detached")
    expect(page.locator(".ring")).to_have_count(0)
    Board(page).check_drawn()


@pytest.mark.parametrize("game", PATIENCES)
@pytest.mark.parametrize("hand", ["touch", "press"])
def test_every_patience_is_taught_by_touch_and_by_keys(
    game: str, hand: str, open_page: Callable[..., Any]
) -> None:
    """A finger on a phone makes every suggested move, and so does the keyboard alone."""
    page = open_page(lang="el", **PHONE) if hand == "touch" else open_page(lang="el")
    made = tour(game)
    start(page, game)
    for at_step, step in enumerate(made["steps"][:-1]):
        see(page, made, at_step, "el")
        check_beside(page)
        if "action" in step:
            board = Board(page)
            getattr(board, hand)(asked_for(board, step["action"]))
        else:
            page.locator(".tour .button.main").press("Enter")
    see(page, made, len(made["steps"]) - 1, "el")


@pytest.mark.parametrize("game", TABLES)
def test_every_table_game_is_taught_by_touch(game: str, open_page: Callable[..., Any]) -> None:
    """The button makes the suggested move for a finger that does not know yet where to go."""
    page = open_page(lang="el", **PHONE)
    made = tour(game)
    start(page, game)
    for at_step in range(len(made["steps"]) - 1):
        see(page, made, at_step, "el")
        page.locator(".tour .button.main:not([aria-disabled])").tap()
    see(page, made, len(made["steps"]) - 1, "el")


@pytest.mark.parametrize("lang", ["en", "el"])
def test_a_table_game_is_taught_by_clicking(lang: str, open_page: Callable[..., Any]) -> None:
    """Cards are laid by hand, and the page may be loaded anew on the way."""
    page = open_page(lang=lang, size=(390, 780))
    made = tour("the-game")
    start(page, "the-game")
    for at_step, step in enumerate(made["steps"][:-1]):
        see(page, made, at_step, lang)
        check_beside(page)
        if at_step == 2:
            page.reload()
            page.wait_for_selector(".tour-text:not(:empty)")
            see(page, made, 2, lang)
        card, _, row = step["action"].replace("*", "1").partition(">")
        if row:
            page.locator(f".hand [data-card='{card}']").click()
            page.locator(f"[data-drop={row}] .row-place").click()
        else:
            page.locator(f"[data-focus={card}]").click()
    see(page, made, len(made["steps"]) - 1, lang)


@pytest.mark.parametrize("game", GAMES)
def test_the_button_alone_leads_to_the_end(game: str, open_page: Callable[..., Any]) -> None:
    """By the keyboard; where bots play, their turn is waited for."""
    page = open_page()
    made = tour(game)
    start(page, game)
    for at_step in range(len(made["steps"]) - 1):
        see(page, made, at_step, "en")
        page.locator(".tour .button.main:not([aria-disabled])").press("Enter")
    see(page, made, len(made["steps"]) - 1, "en")
    assert page.locator(".tour-skip").is_hidden()


@pytest.mark.parametrize("lang", ["en", "el"])
def test_the_steps_can_be_skipped(lang: str, open_page: Callable[..., Any]) -> None:
    """From the rules to the steps, and out of them again: the table stays."""
    page = open_page(lang=lang)
    page.goto("/rules/golf")
    page.locator("a.steps").click()
    page.wait_for_selector(".tour-text:not(:empty)")
    see(page, tour("golf"), 0, lang)
    piles = Board(page).piles
    page.locator(".tour-skip").click()
    page.wait_for_selector(".tour", state="detached")
    assert Board(page).piles == piles
    table = page.url
    assert "steps" not in table
    walk(page, "/")
    page.wait_for_selector(".tile")
    walk(page, table.removeprefix(page.evaluate("location.origin")))
    until(page, "Boolean(document.querySelector('card-board')?.plan)")
    expect(page.locator(".tour")).to_have_count(0)


def test_who_goes_another_way_is_led_back(open_page: Callable[..., Any]) -> None:
    page = open_page()
    made = tour("golf")
    start(page, "golf")
    for action in ("turn", "turn"):
        play(page, action)
        until(page, "() => document.querySelector('.tour-count').textContent.includes('2')")
        page.wait_for_timeout(100)
    until(page, "() => document.querySelector('.tour-text').textContent.startsWith('You chose')")
    page.locator(".tour .button.main").click()
    see(page, made, 1, "en")
    play(page, made["steps"][1]["action"])
    see(page, made, 2, "en")


def test_rules_and_new_tables_offer_the_steps(open_page: Callable[..., Any]) -> None:
    """On the page of the rules, at the table for several, and in the rules panel."""
    page = open_page()
    page.goto("/rules/klondike")
    page.locator("a.steps").click()
    page.wait_for_selector(".tour-text:not(:empty)")
    see(page, tour("klondike"), 0, "en")
    walk(page, "/game/the-game")
    page.wait_for_selector("form.create a.steps")
    walk(page, "/game/golf?deal=7")
    page.locator("[data-tool=more]").click()
    page.get_by_role("menuitem", name="Rules").click()
    page.locator("dialog a.steps").click()
    page.wait_for_selector(".tour-text:not(:empty)")
    walk(page, "/rules/gypsy")
    page.wait_for_selector("article.prose")
    expect(page.locator("a.steps")).to_have_count(0)


@pytest.mark.parametrize(("game", "theme"), [("klondike", "light"), ("triggs", "dark")])
def test_axe_finds_nothing_serious_beside_the_table(
    game: str, theme: str, open_page: Callable[..., Any]
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: ./run test installs it where npm is present")
    page = open_page(color_scheme=theme)
    start(page, game)
    page.wait_for_load_state("networkidle")
    faults = audit(page, game)
    assert not faults, "\n".join(faults)
