"""Learning by playing: a first round with bots, by taps alone, each rule told when it first matters."""

from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest

from tests.web.board import arrive, until
from tests.web.seat import QUICK, Seat
from tests.web.test_axe import AXE, audit
from tests.web.test_crowded import CUT, DRAWN
from tests.web.test_pages import GREEK
from tests.web.test_playing import sit
from tests.web.test_tours import check_beside
from trapoula.catalogue import entries
from trapoula.core.game import is_teaching

GAMES = [id_ for id_ in entries.ids() if is_teaching(entries.find(id_).make())]
PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}
RINGED = """() => document.querySelectorAll('.ring').length > 0
    || document.querySelectorAll('.asked .button').length > 0"""  # answers need no ring
SOON = 120  # seconds from never having seen a game to a decision at it
PACE = 150 / 60  # words a second that are read


def learn(page: Any, game: str) -> None:
    """From the game's page to its first round, as somebody comes who never saw it."""
    page.goto(f"/game/{game}")
    page.wait_for_selector(".fresh")
    page.evaluate(QUICK)
    page.locator(".fresh a.steps").tap()
    arrive(page, "/table/")
    page.wait_for_selector(".tour-text:not(:empty)")


@pytest.mark.parametrize("game", GAMES)
def test_a_first_round_is_played_to_its_end_by_taps(
    game: str, open_page: Callable[..., Any]
) -> None:
    """The first decision takes two minutes at most, with all that has to be read; then rule after rule."""
    page = open_page(lang="el", **PHONE)
    begun = monotonic()
    learn(page, game)
    read = len(page.locator("main").inner_text().split()) / PACE
    Seat(page).go()
    assert monotonic() - begun + read < SOON
    rules = set()
    seat, main = Seat(page), page.locator(".tour .button.main")
    while seat.seen()["phase"] == "playing":
        words = page.locator(".tour-text").inner_text()
        assert GREEK.search(words)
        rules.add(words)
        if main.is_visible() and seat.seen()["phase"] == "playing":
            main.tap()  # one more rule
        elif not seat.go():
            page.wait_for_timeout(20)
    page.wait_for_selector(".verdict")
    until(page, "() => document.querySelector('.tour-text').textContent.includes('ολόκληρη')")
    assert len(rules) > 4
    page.locator(".tour .button.main").tap()
    page.wait_for_selector(".tour", state="detached")
    assert "steps" not in page.url


@pytest.mark.parametrize("game", GAMES)
def test_the_tutor_stands_beside_the_table(game: str, open_page: Callable[..., Any]) -> None:
    """What it points at is seen, on phones upright and sideways and on a laptop."""
    page = open_page(lang="el", **PHONE)
    learn(page, game)
    for width, height in ((390, 844), (360, 640), (640, 360), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        until(page, f"innerWidth === {width}")
        page.evaluate(DRAWN)
        check_beside(page)
        assert page.evaluate(CUT, ".hand .num, .deeds .button") == [], width
        until(page, RINGED)


@pytest.mark.parametrize("lang", ["en", "el"])
def test_rules_are_explained_at_any_table(lang: str, open_page: Callable[..., Any]) -> None:
    """Somebody who came by a link asks for it, and no later tutorial clears the table away."""
    page = open_page(lang=lang, **PHONE)
    sit(page, game="take-that", seats=2, bots=[{"seat": 1, "level": "random"}], start=True)
    table = page.url
    page.locator("[data-tool=more]").tap()
    name = {"en": "Explain the rules as I play", "el": "Εξήγηση των κανόνων όσο παίζω"}[lang]
    page.get_by_role("menuitem", name=name).tap()
    page.wait_for_selector(".tour-text:not(:empty)")
    until(page, RINGED)
    Seat(page).go()
    page.goto("/game/triggs?steps")
    arrive(page, "/table/")
    page.wait_for_selector(".tour-text:not(:empty)")
    page.goto(table)
    page.wait_for_selector(".hand .num")


def test_a_rule_is_told_once_and_again_after_a_reload_until_it_was_read(
    open_page: Callable[..., Any],
) -> None:
    page = open_page(**PHONE)
    learn(page, "take-that")
    text = page.locator(".tour-text")
    until(page, RINGED)
    first = text.inner_text()
    page.reload()
    until(page, RINGED)
    assert text.inner_text() == first
    Seat(page).go()
    until(page, "(told) => document.querySelector('.tour-text').textContent !== told", first)
    page.reload()
    page.wait_for_selector(".tour-text:not(:empty)")
    until(page, "(told) => document.querySelector('.tour-text').textContent !== told", first)


@pytest.mark.parametrize(("game", "theme"), [("the-game", "light"), ("triggs", "dark")])
def test_axe_finds_nothing_serious_beside_the_tutor(
    game: str, theme: str, open_page: Callable[..., Any]
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: ./run test installs it where npm is present")
    page = open_page(color_scheme=theme, **PHONE)
    learn(page, game)
    page.wait_for_load_state("networkidle")
    faults = audit(page, game)
    assert not faults, "\n".join(faults)
