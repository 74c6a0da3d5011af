"""Called back in the browser: a push that arrives with the tab shut, and the way back to the table."""

import json
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.board import until
from tests.web.serving import Server, browsing
from tests.web.test_company import MAKE

REGISTER = """async () => {
    await navigator.serviceWorker.register('/worker.js');
    const own = await navigator.serviceWorker.ready;
    return own.scope;
}"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({ title, body, tag, data }) => ({ title, body, tag, data }))"""

FORGET = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .forEach((one) => one.close())"""


class Worker:
    """The service worker of a context, as the DevTools know it."""

    def __init__(self, page: Any, url: str) -> None:
        self.page, self.url = page, url
        self.line = page.context.new_cdp_session(page)
        self.ids: list[str] = []
        self.line.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: self.ids.extend(one["registrationId"] for one in told["registrations"]),
        )
        self.line.send("ServiceWorker.enable")

    def push(self, words: str) -> None:
        while not self.ids:
            self.page.wait_for_timeout(20)
        about = {"origin": self.url, "registrationId": self.ids[-1], "data": words}
        self.line.send("ServiceWorker.deliverPushMessage", about)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The whole browser: the one without windows shows no notifications."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("no Chromium with notifications is installed")
    with browsing(path) as running:
        yield running


@pytest.mark.parametrize("lang", ["en", "el"])
def test_a_push_is_shown_with_the_tab_shut_and_not_over_its_table(
    lang: str, open_page: Callable[..., Any], server: Server
) -> None:
    """Nothing of ours is open when it comes; a second one about the table takes the first one's place."""
    page = open_page(size=(390, 844), lang=lang)
    page.context.grant_permissions(["notifications"], origin=server.url)
    page.goto("/stats")
    room = page.evaluate(MAKE, {"game": "take-that", "seats": 2})
    page.evaluate(REGISTER)
    other = page.context.new_page()
    worker = Worker(other, server.url)
    page.close()
    path = f"/table/{room}"
    worker.push(json.dumps({"title": "Take That", "body": "Έπαιξε: Anna.", "path": path}))
    worker.push(json.dumps({"title": "Take That", "body": "Έπαιξε: Νίκος.", "path": path}))
    other.goto("/stats")
    until(
        other, f"() => ({SHOWN})().then((all) => all.some(({{ body }}) => body.includes('Νίκος')))"
    )
    about = {"title": "Take That", "body": "Έπαιξε: Νίκος.", "tag": path, "data": {"path": path}}
    assert other.evaluate(SHOWN) == [about]
    other.evaluate(FORGET)
    until(other, f"() => ({SHOWN})().then((all) => all.length === 0)")
    other.goto(path)
    other.wait_for_selector(".lobby")
    worker.push(json.dumps({"title": "Take That", "body": "seen", "path": path}))
    worker.push(json.dumps({"title": "Triggs", "body": "elsewhere", "path": "/table/other"}))
    until(other, f"() => ({SHOWN})().then((all) => all.length > 0)")
    assert [one["body"] for one in other.evaluate(SHOWN)] == ["elsewhere"]
