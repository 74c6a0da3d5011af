"""First steps at patiences: each can be taken at its deal; the page leads through them and lets one go."""

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
from trapoula import Session, texts
from trapoula.catalogue import entries
from trapoula.core.game import is_teaching

WEB = Path(trapoula.__file__).parent / "web" / "js" / "tour"
GAMES = sorted(path.stem for path in (WEB / "games").glob("*.js"))
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


def at(made: dict[str, Any], game: str, actions: tuple[str, ...]) -> Session:
    """The table after some actions."""
    session = Session(game, made.get("options", {}), deal=made["deal"])
    for action in actions:
        session.play(action)
    return session


def walks(made: dict[str, Any], game: str) -> Iterator[tuple[dict[str, Any], Session]]:
    """Each step with the table it is told at, along every way that its stars leave open."""

    def go(step: int, actions: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], Session]]:
        if step == len(made["steps"]):
            return
        own = made["steps"][step]
        session = at(made, game, actions)
        yield own, session
        if "action" not in own:
            yield from go(step + 1, actions)
            return
        able = fulfilling(own["action"], session.legal(0))
        assert able, f"{game}, step {step + 1}: {own['action']} is not among {session.legal(0)}"
        for action in able:
            yield from go(step + 1, (*actions, action))

    yield from go(0, ())


def test_each_family_has_first_steps() -> None:
    """Those of table games are rounds at which each rule is told when it matters."""
    assert json.loads((WEB / "index.json").read_text("utf-8")) == GAMES
    family = {game: entries.find(game).family for game in entries.ids()}
    assert {family[game] for game in GAMES} == {*family.values()} - {"table"}
    teaching = {game for game in family if is_teaching(entries.find(game).make())}
    assert teaching == {game for game in family if family[game] == "table"}


@pytest.mark.parametrize("game", GAMES)
def test_every_step_can_be_taken(game: str) -> None:
    """Whatever one chooses where a step leaves a choice."""
    made = tour(game)
    assert 4 <= len(made["steps"]) <= 8
    assert "action" not in made["steps"][-1]
    for step, session in walks(made, game):
        assert session.outcome is None
        piles: Any = session.view(0)["piles"]
        for place in step.get("point", []):
            assert fulfilling(place.partition(":")[0], list(piles)), place
        open_now = {card for pile in piles.values() for card in pile}
        for name in re.findall(r"\w+ of (?:clubs|diamonds|hearts|spades)", step["template"]):
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


@pytest.mark.parametrize("game", GAMES)
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


@pytest.mark.parametrize("game", GAMES)
def test_the_button_alone_leads_to_the_end(game: str, open_page: Callable[..., Any]) -> None:
    """By the keyboard."""
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
    page.wait_for_selector(".fresh a.steps")
    walk(page, "/game/golf?deal=7")
    page.locator("[data-tool=more]").click()
    page.get_by_role("menuitem", name="Rules").click()
    page.locator("dialog a.steps").click()
    page.wait_for_selector(".tour-text:not(:empty)")
    walk(page, "/rules/gypsy")
    page.wait_for_selector("article.prose")
    expect(page.locator("a.steps")).to_have_count(0)


@pytest.mark.parametrize(("game", "theme"), [("klondike", "light"), ("golf", "dark")])
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
