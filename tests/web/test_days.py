"""A table that outlasts the evening: played over days, with nobody at a page in between."""

import json
from collections.abc import Callable
from typing import Any

from tests.server.test_push import service
from tests.web.board import expect, until
from tests.web.seat import ROOM, Friend, play_round, start
from tests.web.serving import Server
from tests.web.test_evenings import check_end
from tests.web.test_push import REGISTER, SHOWN, Worker, browser

__all__ = ["browser"]  # the whole one, which shows notifications
SUBSCRIBE = """(body) => fetch('/api/push', { method: 'POST', body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' } }).then((answer) => answer.status)"""


def test_a_table_for_days(open_page: Callable[..., Any], server: Server) -> None:
    """With tabs shut between turns: a push calls back, days pass, a holiday holds the clock."""
    with service() as push:
        anna = Friend(open_page, "Άννα", "el", "phone")
        nikos = Friend(open_page, "Nikos", "en", "laptop")
        link = anna.set_table("take-that", 2, clock="86400")
        nikos.page.context.grant_permissions(["notifications"], origin=server.url)
        nikos.come(link)
        start([anna, nikos])
        nikos.page.evaluate(REGISTER)
        assert nikos.page.evaluate(SUBSCRIBE, push.wish(site="https://cards.example")) == 201
        nikos.page.goto("about:blank")
        path = link.removeprefix(server.url)

        def called(body: str) -> None:
            _, told = push.next()
            assert told == {"title": "Take That", "body": body, "path": path}

        def anna_plays() -> None:
            while anna.seen()["turn"] == 0:
                anna.go()

        anna_plays()
        called("Άννα has played: your turn.")
        worker = Worker(nikos.page, server.url)
        worker.push(json.dumps({"title": "Take That", "body": "Your turn", "path": path}))
        nikos.page.goto("/stats")
        until(nikos.page, f"() => ({SHOWN})().then((all) => all.length === 1)")
        nikos.page.goto(link)
        nikos.page.wait_for_selector(".hand .num")
        while nikos.seen()["turn"] == 1:
            nikos.go()
        nikos.page.goto("about:blank")
        anna_plays()
        called("Άννα has played: your turn.")
        server.move_on(30)  # more than the day of a turn
        called("Your time is up, and the others are waiting.")
        nikos.page.goto(link)
        nikos.page.wait_for_selector(".hand .num")
        nikos.say("Be away for some days…")
        nikos.page.locator("dialog").get_by_role("button", name="3 days").click()
        expect(anna.page.locator(".people")).to_contain_text("λείπει ως")
        nikos.page.goto("about:blank")
        server.move_on(48)
        assert push.silent()
        anna.page.goto("/tables")
        expect(anna.page.locator(".my-table").first).to_contain_text("Nikos")
        anna.page.goto(link)
        nikos.page.goto(link)
        for friend in (anna, nikos):
            friend.page.wait_for_selector(".hand .num")
        play_round([anna, nikos])
        check_end([anna, nikos])
        nikos.page.goto("about:blank")
        anna.again()
        until(anna.page, f"() => {ROOM}.then((room) => room.sitting.round === 2)")
        anna_plays()
        called("Άννα has played: your turn.")
        nikos.page.goto(link)
        nikos.page.wait_for_selector(".hand .num")
        nikos.say("Rounds of this table")
        expect(nikos.page.locator(".rounds li")).to_have_count(1)
