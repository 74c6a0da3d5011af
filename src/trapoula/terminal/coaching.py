"""The coach's advice and reviews, as sentences for the terminal."""

from collections.abc import Iterator
from typing import Any

from trapoula.bots.coach import Advice, Judged, advise, review
from trapoula.core.game import Game, Seat
from trapoula.play.session import Session
from trapoula.terminal.wording import worded
from trapoula.texts import figure, say

BAR = 40  # columns of the chart
STROKE = "▪"


def advised(session: Session, seat: Seat) -> tuple[str | None, str]:
    """Return the suggested action, and a sentence with the reason."""
    found = advise(session, seat)
    if found is None:
        return None, say("There is nothing to advise here.")
    odds = say(found.odds, share=figure(found.chance or 0.0, ".0%"))
    why = say(found.message, **found.facts)
    return found.action, f"{worded(session.game, found.action)}. {why} {odds}"


def reviewed(session: Session, seat: Seat) -> Iterator[str]:
    """Yield a seat's game line by line: its chance, its action, and the bot's choice."""
    found = review(session, seat)
    if not found.decisions:
        yield say("There is nothing to look back at yet.")
        return
    for one in found.decisions:
        chance = one.best.chance or 0.0  # None if it is too early to say: no bar
        yield f"{one.step:4} {STROKE * round(BAR * chance):{BAR}} {_line(session.game, one)}".rstrip()
    if found.turning:
        yield say("What gave most away:")
    for one in found.turning:
        yield f"{one.step:4} {_line(session.game, one)}. {say(one.best.message, **one.best.facts)}"


def _line(game: Game[Any, Any], one: Judged) -> str:
    """Describe a decision; if the bot agrees, only once."""
    own = _told(game, one.own)
    if one.best.action == one.own.action:
        return own
    return say("{own}; the bot: {best}", own=own, best=_told(game, one.best))


def _told(game: Game[Any, Any], advice: Advice) -> str:
    if advice.chance is None:
        return worded(game, advice.action)
    return f"{worded(game, advice.action)} ({figure(advice.chance, '.0%')})"
