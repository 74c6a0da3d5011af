"""Questions about the game on the table: can it be won, what might one do, how does the found line go on."""

from weakref import WeakKeyDictionary

from trapoula.extras import naming_extras
from trapoula.game import Seat
from trapoula.patience import Patience
from trapoula.session import Session
from trapoula.solve.hints.advice import Hint, advise
from trapoula.solve.hints.history import Kept, past
from trapoula.solve.lines.judge import judge, kept
from trapoula.solve.verdict import Limits, Verdict

SECONDS = 10.0
_kept: WeakKeyDictionary[Session, Kept] = WeakKeyDictionary()  # what was last advised at a table


@naming_extras
def verdict(session: Session, seconds: float = SECONDS) -> Verdict:
    """Whether the game on the table can still be won, hidden cards and all."""
    return judge(session.game, session.state, Limits(seconds))


@naming_extras
def hint(session: Session, seat: Seat = 0) -> Hint | None:
    """What the player might do, by what the player sees and has seen; None when there is no advice."""
    if seat != 0 or not isinstance(session.game, Patience):
        return None
    found = advise(session.game, session.state, past(session, _kept.get(session)))
    if found is not None:
        _kept[session] = found.kept
    return found


def line_for(session: Session) -> tuple[str, ...]:
    """What is left of a line that wins, where one was found that leads over this table."""
    found = kept(session.game, session.state)
    return () if found is None else found.line
