"""The solver's verdicts and hints, as sentences for the terminal that claim only what is proved."""

from trapoula.core.game import Seat
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.solve import Fatal, Verdict, fatal, hint, verdict
from trapoula.terminal.waiting import preparing
from trapoula.texts import say

SECONDS = 10.0  # for a question during a game


def told(found: Verdict) -> str:
    """Say whether a game can be won."""
    if found.finding == "winnable":
        return say("It can be won, in {moves} moves:", moves=len(found.line))
    return _not_won(found)


def _not_won(found: Verdict) -> str:
    if found.finding == "lost":
        if found.shuffles:
            return say("It cannot be won before the cards are shuffled again.")
        return say("It cannot be won.")
    if found.best is not None:
        return say("Nobody knows yet; the best score found is {score}.", score=found.best)
    return say("Nobody knows yet.")


def told_fatal(found: Fatal, session: Session) -> str:
    """Say where a game was lost."""
    if found.lost is None:
        return say("Nobody knows yet.")
    if found.lost == 0:
        return say("This deal could never be won.")
    if found.winnable is None:
        return say("It was lost after move {last} at the latest.", last=found.lost)
    if found.move is None:
        return say(
            "It was lost between move {first} and move {last}.",
            first=found.winnable + 1,
            last=found.lost,
        )
    return say(
        "Move {move} lost it: {action}. Until then it could be won.",
        move=found.move,
        action=session.game.write(session.actions[found.move - 1][1]),
    )


def judged(session: Session) -> str:
    """Say whether the current game can still be won, and if not, which move lost it."""
    with preparing():
        found = verdict(session, SECONDS)
    if found.finding == "winnable":
        return say("It can still be won.")
    if found.finding == "lost" and not found.shuffles and session.steps:
        return f"{_not_won(found)} {told_fatal(fatal(session, SECONDS), session)}"
    return _not_won(found)


def advised(session: Session, seat: Seat) -> tuple[str | None, str]:
    """Return a suggested action, if any, and why: from the solver for a patience, else from the coach."""
    if not isinstance(session.game, Patience):
        from trapoula.terminal import coaching

        return coaching.advised(session, seat)
    found = hint(session)
    if found is not None:
        return str(found.action), say(found.message, **found.facts)
    if session.outcome is None:
        return None, say("No move seems to help any more: take some back, or deal again.")
    return None, say("There is nothing to advise here.")
