"""Several people at one screen, which is handed over before a hand is shown."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.board import arrive, until
from tests.web.test_seats import ROOM, number, with_whom

NAMES = ("Άννα", "Maria")
WORDS = {
    "en": {"hand": "Hand the screen to {}", "am": "I am {}"},
    "el": {"hand": "Δώστε την οθόνη. Παίζει: {}", "am": "Είμαι ο/η {}"},
}


class Screen:
    """One browser with two people before it, who check all that it is sent and shows."""

    def __init__(self, page: Any, lang: str, game: str, players: int = 2) -> None:
        self.page, self.words = page, WORDS[lang]
        self.who: int | None = None  # whose hand may be seen
        self.told = 0  # frames with a hand
        self.leaks: list[Any] = []  # those with a hand that nobody had asked for
        page.on("websocket", self._listen)
        page.goto("/")
        page.evaluate("""(name) => fetch('/api/me', {method: 'PATCH', body: JSON.stringify({name}),
            headers: {'Content-Type': 'application/json'}})""", NAMES[0])  # fmt: skip
        page.goto(f"/game/{game}")
        with_whom(page, "here", players)
        for seat in range(2, players):
            page.select_option(f"#chair-{seat}", index=1)  # a bot
        page.fill("#name-1", NAMES[1])
        page.locator("form.create button[type=submit]").click()
        arrive(page, "/table/")

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", self._check)

    def _check(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        view = (message.get("table") or {}).get("view")
        if view and view["hand"] is not None:
            self.told += 1
            if view["seat"] != self.who:
                self.leaks.append(message)

    def room(self, path: str) -> Any:
        return self.page.evaluate(f"{ROOM}.then((room) => room.{path})")

    def between(self, seat: int) -> None:
        """The page that hands over to a seat, without a card on it."""
        page, name = self.page, NAMES[seat]
        page.get_by_role("heading", name=self.words["hand"].format(name)).wait_for()
        assert page.locator(".hand, [data-card], .num, [data-tool=hint]").count() == 0
        assert not any(letter.isdigit() for letter in page.locator(".seat-table").inner_text())

    def take(self, seat: int) -> None:
        """A person says who they are."""
        self.who = seat
        name = self.words["am"].format(NAMES[seat])
        self.page.locator(".handover").get_by_role("button", name=name).click()
        self.page.wait_for_selector(".hand .num")
        assert self.room("seat") == seat
        assert self.page.locator(".handover").count() == 0

    def done(self, before: int) -> None:
        until(self.page, f"(before) => {ROOM}.then((room) => room.number > before)", before)


@pytest.mark.parametrize("lang", ["en", "el"])
def test_two_play_at_one_screen(lang: str, open_page: Callable[..., Any]) -> None:
    page = open_page(size=(900, 760), lang=lang)
    screen = Screen(page, lang, "take-that")
    hands: list[set[int]] = [set(), set()]
    reloaded = False
    for _ in range(8):
        page.wait_for_selector(".handover")
        turn = screen.room("table.turn")
        screen.between(turn)
        screen.take(turn)
        hands[turn] |= set(screen.room("table.view.hand"))
        if turn == 1 and not reloaded:  # a reload asks again
            screen.who, reloaded = None, True
            page.reload()
            page.wait_for_selector(".handover")
            screen.between(turn)
            screen.take(turn)
        while screen.room("table.turn") == turn:
            before = number(page)
            able = page.locator(".hand .num:not(.idle)")
            if able.count():
                able.first.click()
            page.locator(".task .button:enabled").first.click()
            screen.done(before)
    assert reloaded
    assert all(hands)
    assert not hands[0] & hands[1]
    assert [seat["name"] for seat in screen.room("sitting.seats")] == [*NAMES]
    assert screen.told > 8
    assert not screen.leaks


def test_a_move_is_taken_back_before_the_screen_is_given_away(
    open_page: Callable[..., Any],
) -> None:
    """With a bot at the table too; who is not on turn can ask for the screen."""
    page = open_page(size=(390, 780))
    screen = Screen(page, "en", "the-game", 3)
    screen.between(0)
    screen.take(0)
    page.locator(".asked .button").first.click()
    screen.between(1)
    page.locator(".handover").get_by_role("button", name="Undo").click()
    page.wait_for_selector(".asked .button")
    page.locator(".asked .button").first.click()
    screen.between(1)
    screen.take(1)
    page.locator("[data-tool=more]").click()
    page.get_by_role("menuitem", name="Hand the screen over").click()
    page.get_by_role("heading", name="Who is at the screen?").wait_for()
    assert page.locator(".hand, [data-card]").count() == 0
    screen.take(0)
    assert screen.room("table.turn") == 1
    page.locator("[data-tool=more]").click()
    page.get_by_role("menuitem", name="Hand the screen over").click()
    screen.take(1)
    page.locator(".asked .button").last.click()
    page.wait_for_selector(".handover, .task")
    until(page, f"() => {ROOM}.then((room) => room.table.view.phase === 'play')")
    assert screen.told > 4
    assert not screen.leaks
