"""The coach of a seat at a table game: advice on its moves, and reviews of past moves.

It uses only the seat's own views, from the first to the current one, and lets the strong bot decide
in its place. The chances come from playouts with random hidden cards and simple players, so they
compare actions better than they predict games.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from threading import Thread

from trapoula.bots import (
    Adviser,
    Explainer,
    Memory,
    Opinion,
    Player,
    has_own,
    levels,
    memory,
    observe,
    player,
)
from trapoula.bots.calibration import called
from trapoula.catalogue.entries import find
from trapoula.core.deals import SplitMix
from trapoula.core.game import Json, Seat, View, is_common, is_talk
from trapoula.machine.extras import naming_extras
from trapoula.play.session import Session

TURNING = 0.05  # a loss of chance worth mentioning
MOST_TURNING = 3  # turning points shown
# seconds that opening a table may wait for the bot to load; loading takes a tenth of that
MOMENT = 1.0

MESSAGES = {  # reasons for an action, by code
    "begin": "That is how well your hand could begin.",
    "enough": "More cards would cost more than they gain.",
    "cover": "It covers what must not stay open.",
    "trick": "The backwards trick: the row gets its room back.",
    "pair": "Then {other} can go back on it.",
    "stop": "It ends the turn before anything worse has to be laid.",
    "near": "It lies close to the row and spoils little.",
    "spare": "It leaves the most room for the cards that are still to come.",
    "twist": "It takes its twin {other} out of the row: two points.",
    "twin": "You hold its twin {other}, and can twist it away later.",
    "toad": "A toad in the row costs whoever has to take it five points.",
    "follow": "It keeps you in the row without giving much away.",
    "open": "A new row begins best with it.",
    "take": "The row is still cheap to take; it only gets longer.",
    "boxes": "It crosses off several boxes at once, or all that this hand can.",
    "finish": "It finishes row {row}, which gives an extra cross.",
    "chain": "It finishes row {row} too, which gives one more cross.",
    "extra": "Row {row} is the hardest to fill otherwise.",
    "draw": "The hand can still become better than what it crosses off now.",
    "clear": "These cards are of least use: they make room.",
    "asked": "Another row is closer, but somebody asked to leave that one alone.",
    "opening": "That is how well its hand could begin.",
    "stay": "It keeps the bot in the row without giving much away.",
    "tried": "It did best of what the bot tried when it played the game on.",
    "talk": "Others can plan better when they know.",
    "simple": "This bot is a simple one: it looks no further than this move.",
    "playouts": "It did best when the game was played on from here {games} times.",
}


@dataclass(frozen=True, slots=True)
class Advice:
    """An action, its chance of winning from the seat's point of view, and the reason for it."""

    action: str
    chance: float | None  # None if it is too early to say
    reason: str
    facts: dict[str, Json]

    @property
    def message(self) -> str:
        """The reason as an English template, to be filled with the facts."""
        return MESSAGES[self.reason]

    @property
    def odds(self) -> str:
        """The chance as an English template, to be filled with the share."""
        return called(self.chance)

    def plain(self) -> dict[str, Json]:
        """Return the advice as JSON values."""
        return {
            "action": self.action,
            "chance": self.chance,
            "odds": self.odds,
            "reason": self.reason,
            "message": self.message,
            "facts": self.facts,
        }


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat: its step, the views since the last one, the choices and the action."""

    step: int
    views: tuple[View, ...]
    able: list[str]
    own: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision of a seat with the advice of the bot."""

    step: int
    own: Advice
    best: Advice

    @property
    def given_away(self) -> float:
        """The chance that another action would have kept."""
        return max(0.0, _gap(self.best, self.own))


@dataclass(frozen=True, slots=True)
class Review:
    """A seat's whole game, decision by decision, from its own point of view."""

    seat: Seat
    decisions: tuple[Judged, ...]

    @property
    def turning(self) -> tuple[Judged, ...]:
        """The few decisions that lost most, in order of play."""
        grave = [one for one in self.decisions if one.given_away >= TURNING]
        grave.sort(key=lambda one: -one.given_away)
        return tuple(sorted(grave[:MOST_TURNING], key=lambda one: one.step))

    @property
    def curve(self) -> list[tuple[int, float]]:
        """The chance at each decision, by step."""
        return [
            (one.step, one.best.chance) for one in self.decisions if one.best.chance is not None
        ]

    def plain(self) -> dict[str, Json]:
        """Return the review as JSON values."""
        decisions = ((one.step, one.own.plain(), one.best.plain()) for one in self.decisions)
        return {
            "seat": self.seat,
            "decisions": [
                {"step": step, "own": own, "best": best} for step, own, best in decisions
            ],
            "turning": [one.step for one in self.turning],
            "curve": [[step, chance] for step, chance in self.curve],
        }


@naming_extras
def advise(session: Session, seat: Seat) -> Advice | None:
    """Return the strong bot's choice for this seat; None if there is nothing to decide."""
    if session.turn != seat:
        return None
    return counsel(session.id, sights(session, seat), deeds(session, seat, session.steps))


def counsel(game: str, views: Sequence[View], able: Sequence[str]) -> Advice | None:
    """Return the strong bot's choice, given the seat's views, oldest first, and its legal actions."""
    bot = _strong(game)
    if bot is None or not able:
        return None
    kept: Memory | None = memory(game)
    recalled = [view if kept is None else kept.recall(view) for view in views]
    return _best(bot, recalled[-1], [*able])


def ready(game: str) -> None:
    """Load everything behind the advice for a game, so that the first advice is as fast as the next."""
    if not has_own(game):  # the bots for any game load nothing
        return
    table = Session(game, deal=1, seats=min(find(game).make().seats))
    if table.turn is not None:
        advise(table, table.turn)


@cache
def get_ready(game: str) -> Thread:
    """Load the coach in a thread, once per game, when a table opens.

    Wait for it briefly, but not for a compilation. So even an early request for a hint does not
    wait.
    """
    thread = Thread(target=_load_quietly, args=(game,), daemon=True)
    thread.start()
    thread.join(MOMENT)
    return thread


def _load_quietly(game: str) -> None:
    with suppress(ImportError):  # its packages are not installed; a request for a hint says so
        ready(game)


def sights(session: Session, seat: Seat) -> list[View]:
    """Return the seat's views from the deal to now."""
    return [*_seen(session, seat, 0, session.steps)]


def _seen(session: Session, seat: Seat, first: int, last: int) -> Iterator[View]:
    """Yield the views after some steps: the common view of each, and the seat's full view of the last.

    Bots remember nothing else, and computing which actions lose takes long. Steps after talk are
    skipped, because talk changes nothing that bots remember.
    """
    game = session.game
    for step in range(first, last):
        if not (step and is_talk(game, session.actions[step - 1][1])):
            state = session.state_at(step)
            yield dict(game.common(state)) if is_common(game) else game.view(state, seat)
    yield observe(session.id, game, session.state_at(last), seat)


@naming_extras
def explain(
    game: str, level: str, view: View, action: str, *, talk: bool = False
) -> tuple[str, dict[str, Json]]:
    """Explain a bot's action from what everybody saw before it; return a sentence and its facts.

    The view is a spectator's, so that no reason gives away a card the bot still holds.
    """
    bot = player(game, level)
    if talk:
        return MESSAGES["talk"], {}
    if not isinstance(bot, Explainer):
        return MESSAGES["simple"], {}
    reason, facts = bot.explain(view, action)
    return MESSAGES[reason], facts


@naming_extras
def review(session: Session, seat: Seat) -> Review:
    """Compare each decision of a seat so far with the strong bot's choice from the same views."""
    kept: Memory | None = memory(session.id)
    judged = (judge(session.id, kept, one) for one in decisions(session, seat))
    return Review(seat, tuple(one for one in judged if one is not None))


def decisions(session: Session, seat: Seat) -> Iterator[Decision]:
    """Yield the decisions of a seat so far, where it had a choice."""
    game, last = session.game, 0
    for step, (who, action) in enumerate(session.actions):
        if who != seat or is_talk(game, action):
            continue
        able = deeds(session, seat, step)
        if len(able) > 1:
            seen = tuple(_seen(session, seat, last, step))
            yield Decision(step, seen, able, game.write(action))
            last = step + 1


def judge(game: str, kept: Memory | None, decision: Decision) -> Judged | None:
    """Judge a decision with the strong bot, which remembers earlier views; None if there is no bot.

    The bot's action counts as best, unless the seat's proves better.
    """
    bot = _strong(game)
    if bot is None:
        return None
    view = [view if kept is None else kept.recall(view) for view in decision.views][-1]
    dice = _dice(view)
    chosen = bot.choose(view, decision.able, dice)
    opinions = _consider(bot, view, list(dict.fromkeys((decision.own, chosen))), dice)
    did, best = opinions[0], opinions[-1]
    known = did.chance is not None and best.chance is not None
    return Judged(decision.step, did, did if known and _gap(did, best) >= 0 else best)


def _gap(one: Advice, other: Advice) -> float:
    """Return the difference of two chances; 0 if it is too early to say."""
    if one.chance is None or other.chance is None:
        return 0.0
    return one.chance - other.chance


def _best(bot: Player, view: View, deeds: list[str]) -> Advice:
    dice = _dice(view)
    return _consider(bot, view, [bot.choose(view, deeds, dice)], dice)[0]


def _consider(bot: Player, view: View, actions: list[str], dice: SplitMix) -> list[Advice]:
    opinions: list[Opinion] = bot.consider(view, actions, dice) if isinstance(bot, Adviser) else []
    return [Advice(one.action, one.chance, one.reason, one.facts) for one in opinions]


def _strong(game: str) -> Player | None:
    """Return the strongest bot of a game if it can give reasons."""
    bot = player(game, levels(game)[-1]) if levels(game) else None
    return bot if isinstance(bot, Adviser) else None


def deeds(session: Session, seat: Seat, step: int) -> list[str]:
    """Return a seat's legal actions after `step` actions, without talk."""
    game, state = session.game, session.state_at(step)
    return [game.write(action) for action in game.legal(state, seat) if not is_talk(game, action)]


def _dice(view: View) -> SplitMix:
    """Return dice seeded by the view: the same view gives the same advice."""
    text = json.dumps(view, sort_keys=True).encode()
    return SplitMix(int.from_bytes(blake2b(text, digest_size=8).digest()))
