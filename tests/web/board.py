"""Hands at the board of a patience: drags, taps and keys at the cards that the page shows."""

from time import monotonic
from typing import Any

WAIT = 30.0  # seconds until something that should happen has not happened
FIND = "document.querySelector('card-board')"


def until(page: Any, script: str, argument: Any = None) -> None:
    """Ask the page until the answer is true; its own waiting would need what our policy forbids."""
    end = monotonic() + WAIT
    while not page.evaluate(script, argument):
        if monotonic() > end:
            raise AssertionError(f"still not true: {script}")
        page.wait_for_timeout(10)


def expect(place: Any) -> Any:
    """What should be true of a place on the page, now or in a moment."""
    from playwright.sync_api import expect as wait

    wait.set_options(timeout=1000 * WAIT)
    return wait(place)


def hears(page: Any, sentence: str) -> None:
    """Until the page has said this, or something with this in it, for a moment."""
    until(page, "(part) => toasts.some((text) => text.includes(part))", sentence)


def arrive(page: Any, path: str, *, within: float = WAIT) -> None:
    """Wait until a page is there: its address comes while the last page still lies open."""
    page.wait_for_selector(f"main[data-at^='{path}']", state="attached", timeout=1000 * within)


class Board:
    """One page with a patience on it."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def ask(self, script: str) -> Any:
        return self.page.evaluate(f"() => {{ const board = {FIND}; return {script}; }}")

    @property
    def moves(self) -> list[dict[str, Any]]:
        """What can be carried or paired, as the page read it from the server's list."""
        found: list[dict[str, Any]] = self.ask("board.actions.moves")
        return found

    @property
    def taps(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.ask("board.actions.taps")
        return found

    @property
    def piles(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = self.ask("board.piles")
        return found

    @property
    def number(self) -> int:
        """The number of the last event the page has committed."""
        found: int = self.page.evaluate(
            "script('store.js').then((store) => store.now().room.number)"
        )
        return found

    def point(self, pile: str, size: int = 1, *, top: bool = False) -> tuple[float, float]:
        """A place on the page where that card of a pile can be touched."""
        x, y = self.page.evaluate(
            f"""([pile, size, top]) => {{
                const board = {FIND}, box = board.getBoundingClientRect(), made = board.plan;
                const points = made.points.get(pile);
                const at = points[points.length - size] ?? made.slots.get(pile);
                const next = points[points.length - size + 1];
                const wide = next && next.x > at.x + 1 ? next.x - at.x : made.width;
                const over = board.layout.map((place) => made.slots.get(place.pile))
                    .filter((own) => own.y === at.y && own.x > at.x && own.x < at.x + made.width);
                const bare = Math.min(made.width, ...(made.lapped ? over.map((own) => own.x - at.x) : []));
                const high = next && next.y > at.y + 1 ? next.y - at.y : made.height;
                const last = size === 1 || top;
                return [box.left + at.x + (last ? bare : wide) / 2,
                        box.top + at.y + (last ? made.height * 0.8 : high / 2)];
            }}""",
            [pile, size, top],
        )
        return x, y

    def wait_beyond(self, number: int) -> None:
        """Until something has been committed."""
        script = "script('store.js').then((store) => store.now().room.number > number)"
        until(self.page, f"(number) => {script}", number)

    def drag(self, move: dict[str, Any]) -> None:
        number = self.number
        x, y = self.grip(move)
        to_x, to_y = self.landing(move)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 6, y + 6)
        mouse.move((x + to_x) / 2, (y + to_y) / 2)
        mouse.move(to_x, to_y)
        mouse.up()
        self.wait_beyond(number)

    def grip(self, move: dict[str, Any]) -> tuple[float, float]:
        return self.point(move["source"], move["size"])

    def landing(self, move: dict[str, Any]) -> tuple[float, float]:
        """Where the hand must go so that the card lies on the target."""
        x, y = self.grip(move)
        dx, dy = self.page.evaluate(
            f"""([source, size, target]) => {{
                const made = {FIND}.plan, points = made.points.get(source);
                const at = points[points.length - size];
                const to = made.points.get(target).at(-1) ?? made.slots.get(target);
                return [to.x - at.x, to.y - at.y];
            }}""",
            [move["source"], move["size"], move["target"]],
        )
        return x + dx, y + dy

    def let_taps(self, what: str) -> None:
        """Choose in the settings what a tap does: "plays" a card or "picks" it up."""
        self.page.evaluate(f"script('prefs.js').then((prefs) => prefs.prefer({{ tap: '{what}' }}))")

    def tap(self, move: dict[str, Any]) -> None:
        """Pick up with one tap, and put down with another."""
        self.let_taps("picks")
        number = self.number
        self.page.mouse.click(*self.grip(move))
        self.page.wait_for_selector("card-board .held, card-board .target")
        x, y = self.point(move["target"], top=True)
        self.page.mouse.click(x, y)
        self.wait_beyond(number)

    def press(self, action: dict[str, Any]) -> None:
        """Play a carry, a pair or a tap with nothing but keys."""
        number = self.number
        for pile, size in self._stations(action):
            self._walk(pile, size)
            self.page.keyboard.press("Enter")
        self.wait_beyond(number)

    def touch(self, action: dict[str, Any]) -> None:
        """Play a carry, a pair or a tap with a finger, one tap for each end of it."""
        self.let_taps("picks")
        number = self.number
        (pile, size), *target = self._stations(action)
        self.page.touchscreen.tap(*self.point(pile, size))
        for to, _ in target:
            self.page.wait_for_selector("card-board .held, card-board .target")
            self.page.touchscreen.tap(*self.point(to, top=True))
        self.wait_beyond(number)

    def _stations(self, action: dict[str, Any]) -> list[tuple[str, int]]:
        if action["kind"] == "tap":
            return [(action["pile"], 1)]
        return [(action["source"], action["size"]), (action["target"], 1)]

    def _walk(self, pile: str, size: int) -> None:
        """Bring the cursor to a card: the place is focused, and arrows go up from its last card."""
        self.page.evaluate(f"(pile) => {FIND}.slots.get(pile).focus()", pile)
        self.page.keyboard.press("End")
        fan = self.ask(f"board.layout.find((place) => place.pile === '{pile}').fan")
        for _ in range(size - 1 if fan != "none" else 0):
            self.page.keyboard.press("ArrowUp" if fan == "down" else "ArrowLeft")

    def check_legible(self, least: float) -> None:
        """Of each open card that another of its pile lies on, so many pixels are seen."""
        hardly = self.ask(
            """Object.entries(board.piles).flatMap(([pile, cards]) => {
                const points = board.plan.fans.has(pile) ? board.plan.points.get(pile) : [];
                return points.slice(0, -1).flatMap((at, index) => {
                    const seen = Math.hypot(points[index + 1].x - at.x, points[index + 1].y - at.y);
                    return cards[index] === '--' ? [] : [[seen, `${cards[index]} of ${pile}`]];
                });
            })"""
        )
        assert [told for told in hardly if told[0] < least] == []

    def check_drawn(self) -> None:
        """Every card of the view is drawn once, inside the board, and nothing else is, once all lie still."""
        end = monotonic() + WAIT
        while faults := self.drawn_wrongly():
            assert monotonic() < end, faults
            self.page.wait_for_timeout(10)

    def drawn_wrongly(self) -> list[str]:
        """What is not drawn as it should be, now."""
        until(
            self.page,
            f"() => {{ const board = {FIND}, room = board.plan.room;"
            " return room[0] === board.clientWidth && room[1] === board.clientHeight }",
        )
        found: list[str] = self.ask(
            """(() => {
                const box = board.getBoundingClientRect(), faults = [];
                const cards = [...board.querySelectorAll('.card')];
                const count = Object.values(board.piles).flat().length;
                if (cards.length !== count) faults.push(`${cards.length} cards drawn, ${count} lie there`);
                for (const { card, node, pile } of board.lying) {
                    const own = node.getBoundingClientRect();
                    const across = own.left >= box.left - 1 && own.right <= box.right + 1;
                    if (!across || own.top < box.top - 6 || own.bottom > box.bottom + 1)
                        faults.push(`${card} of ${pile} leaves the board`);
                    if (node.dataset.card !== card) faults.push(`${card} is drawn as ${node.dataset.card}`);
                    const picture = node.querySelector('use').getAttribute('href');
                    if (!document.querySelector(picture)) faults.push(`${card} has no picture`);
                }
                return faults;
            })()"""
        )
        return found
