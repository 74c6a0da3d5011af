"""Somebody who sits at a table for several and plays there by taps, as well as a bot would."""

from time import monotonic
from typing import Any

from tests.web.board import WAIT, until
from trapoula import bots
from trapoula.deals import SplitMix

ROOM = "script('store.js').then((store) => store.now().room)"
SEEN = f"""() => {ROOM}.then((room) => room && ({{
    number: room.number, seat: room.seat, phase: room.sitting.phase, round: room.sitting.round,
    turn: room.table?.turn, steps: room.table?.steps, view: room.table?.view, game: room.game,
    actions: (room.table?.actions ?? []).filter(({{ talk }}) => !talk) }}))"""
QUICK = "script('prefs.js').then((prefs) => prefs.prefer({ bots: 'quick' }))"


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


def play_round(seats: list[Seat], *, most: int = 2000) -> None:
    """Play until the round is over at every page."""
    end = monotonic() + 8 * WAIT
    for _ in range(most):
        done = [seat.go() for seat in seats]
        if not any(done):
            if all(seat.seen()["phase"] == "over" for seat in seats):
                return
            seats[0].page.wait_for_timeout(10)
        assert monotonic() < end, "the round takes too long"
    until(seats[0].page, f"() => {ROOM}.then((room) => room.sitting.phase === 'over')")
