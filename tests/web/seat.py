"""Somebody who sits at a table for several and plays there by taps, as well as a bot would."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from tests.web.board import WAIT, arrive
from tests.web.test_seats import with_whom
from trapoula import bots
from trapoula.core.deals import SplitMix

ROOM = "script('store.js').then((store) => store.now().room)"
SEEN = f"""() => {ROOM}.then((room) => room && ({{
    number: room.number, seat: room.seat, phase: room.sitting.phase, round: room.sitting.round,
    turn: room.table?.turn, steps: room.table?.steps, view: room.table?.view, game: room.game,
    actions: (room.table?.actions ?? []).filter(({{ talk }}) => !talk) }}))"""
QUICK = "script('prefs.js').then((prefs) => prefs.prefer({ bots: 'quick' }))"


PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}
LINES = """(() => { const Own = WebSocket, all = window.lines = []; // to be cut
    window.WebSocket = class extends Own { constructor(...how) { super(...how); all.push(this); } }; })()"""
CUT = "() => window.lines.forEach((line) => line.close())"
AGAIN = {"en": "Play again", "el": "Ξανά"}
TWICE = 420  # milliseconds in which two taps are one double tap


class Seat:
    """A page at a table, and the hands before it."""

    def __init__(self, page: Any, level: str = "greedy", *, finger: bool = True) -> None:
        self.page, self.level = page, level
        self.press = "tap" if finger else "click"
        self.dice = SplitMix(1)
        self.touched = ""

    def seen(self) -> dict[str, Any]:
        """The table as the page has it."""
        found: dict[str, Any] = self.page.evaluate(SEEN)
        return found

    def touch(self, selector: str, at: int = 0) -> None:
        """Tap or click what is found; a second touch at once would be half of a double tap."""
        if selector == self.touched:
            self.page.wait_for_timeout(TWICE)
        self.touched = selector
        getattr(self.page.locator(selector).nth(at), self.press)()

    def choose(self, seen: dict[str, Any]) -> dict[str, Any]:
        """What a player of the level does at the table that is seen."""
        texts = {action["text"]: action for action in seen["actions"]}
        player = bots.player(seen["game"], self.level)
        return dict(texts[player.choose(seen["view"], list(texts), self.dice)])

    def do(self, action: dict[str, Any], steps: int) -> None:
        """Pick the cards of an action and tap where they go, or its button, until the table has changed."""
        lit = action.get("from", "").split()
        for card in sorted(set(lit)):
            for at in range(lit.count(card)):
                getattr(self.page.locator(f".hand [data-card='{card}']").nth(at), self.press)()
        place = f".scene [data-to='{action.get('to')}']"
        if self.page.locator(place).count():
            self.touch(place)
        else:  # an answer, or the end of a turn: its button says what it does
            same = [one["text"] for one in self.seen()["actions"] if one["verb"] == action["verb"]]
            self.touch(f".deeds [data-focus='{action['verb']}']", same.index(action["text"]))
        doom = self.page.locator("dialog[open] .button.main")
        past = f"(steps) => {ROOM}.then((room) => room.table.steps > steps || room.sitting.phase === 'over')"
        end = monotonic() + WAIT
        while not self.page.evaluate(past, steps):
            if doom.count():
                doom.first.click()
            assert monotonic() < end, action
            self.page.wait_for_timeout(10)

    def go(self) -> bool:
        """Do one thing, if it is one's turn; whether it was."""
        if self.page.locator("[data-focus='go-on']").count():
            self.touch("[data-focus='go-on']")
        seen = self.seen()
        if seen["phase"] != "playing" or seen["turn"] is None or seen["turn"] != seen["seat"]:
            return False
        self.do(self.choose(seen), seen["steps"])
        return True


def play_round(seats: list[Seat]) -> None:
    """Play until the round is over at every page, however long that takes while somebody plays."""
    end = monotonic() + WAIT
    while not all(seat.seen()["phase"] == "over" for seat in seats):
        if True in [seat.go() for seat in seats]:  # each of them
            end = monotonic() + WAIT
        else:
            seats[0].page.wait_for_timeout(10)
        assert monotonic() < end, "nobody plays"


class Friend(Seat):
    """Somebody at a device of their own, in a language."""

    def __init__(self, open_page: Callable[..., Any], name: str, lang: str, device: str) -> None:
        how: dict[str, Any] = PHONE if device == "phone" else {"size": (1366, 768)}
        page = open_page(lang=lang, **how)
        page.context.add_init_script(LINES)
        super().__init__(page, finger=device == "phone")
        self.name, self.lang, self.known = name, lang, False

    def come(self, link: str) -> None:
        """Open the table by its link, take the first seat that is offered, and say one's name."""
        self.page.goto(link)
        self.touch(".lobby-seat .button.main")
        self.introduce()

    def introduce(self) -> None:
        """Say one's name, where it is asked for."""
        self.page.evaluate(QUICK)
        if self.known:
            return
        self.known = True
        self.page.locator(".lobby .naming input").fill(self.name)
        self.touch(".lobby .naming button")
        self.page.wait_for_selector(".naming", state="detached")

    def set_table(self, game: str, seats: int, **chosen: str) -> str:
        """Set a table for friends by its form; the link."""
        self.page.goto(f"/game/{game}")
        with_whom(self.page, "friends", seats)
        for field, value in chosen.items():
            self.page.locator(f"input[name={field}][value='{value}']").check()
        self.touch("form.create button[type=submit]")
        arrive(self.page, "/table/")
        self.page.wait_for_selector(".lobby")
        self.introduce()
        return str(self.page.url)

    def say(self, menu: str) -> None:
        """Choose in the menu of the table."""
        self.touch("[data-tool=more]")
        self.page.get_by_role("menuitem", name=menu).click()

    def come_back(self) -> None:
        """The tab is shut, and the table opened anew."""
        link, old = self.page.url, self.page
        self.page = old.context.new_page()
        old.close()
        self.page.goto(link)
        self.page.wait_for_selector(".hand .num")

    def again(self) -> None:
        self.page.get_by_role("button", name=AGAIN[self.lang], exact=True).click()


def start(friends: list[Friend]) -> None:
    """The host begins, and all see the table."""
    friends[0].touch(".lobby-start .button")
    for friend in friends:
        friend.page.wait_for_selector(".hand .num")


def play_until(friends: list[Friend], steps: int) -> None:
    while (seen := friends[0].seen())["steps"] < steps and seen["phase"] == "playing":
        if True not in [friend.go() for friend in friends]:  # each of them
            friends[0].page.wait_for_timeout(10)
