"""Judge deals: the work of a worker in a study."""

from collections.abc import Sequence
from functools import cache
from time import thread_time

from trapoula.core.deals import deck
from trapoula.patience import SHUFFLE
from trapoula.solve import Limits, Verdict, decide, play_simply
from trapoula.study.errors import OtherRules
from trapoula.study.grounds import grounds_of
from trapoula.study.row import Judged, Proof, Row
from trapoula.study.study import Study

SIMPLY = 300  # up to this deal, record whether simple play wins; more would add little


def judge_batch(study: Study, deals: Sequence[int]) -> list[Judged]:
    """Return the verdicts on some deals; raise if the rules or the solver differ from the study's."""
    if not study.here:
        raise OtherRules(
            "The rules of {game} or the solver differ there from those of this study: every worker"
            " needs the same version of trapoula.",
            game=study.game,
        )
    _ready()
    return [judge_deal(study, deal) for deal in deals]


@cache
def _ready() -> None:
    """Load the compiled kernels before the clock starts."""
    from trapoula.solve import warm

    warm()


def judge_deal(study: Study, deal: int) -> Judged:
    """Judge one deal, and find out whether simple play wins it if that is recorded."""
    game, since = study.patience, thread_time()
    cards = deck(game.pack, deal)
    # thread time, because other workers of the process must not count
    limits = Limits(study.seconds, study.states, clock=thread_time)
    found = decide(game, game.start(cards), limits)
    seconds, proof = round(thread_time() - since, 6), _proof(found)
    counts = deal <= SIMPLY
    if proof in ("search", "rules"):  # simple play cannot win these either
        simple = False if counts else None
        grounds = grounds_of(game) if proof == "search" else ""
        return Judged(Row(deal, "lost", proof, None, found.states, seconds, simple, grounds))
    # simple play may win what the search leaves undecided, because the search stops at a shuffle
    undecided = proof in ("shuffle", "none")
    played = play_simply(game, cards) if counts or undecided else None
    simple = played.won if played is not None and counts else None
    if proof == "line":
        row = Row(deal, "winnable", proof, len(found.line), found.states, seconds, simple)
        return Judged(row, found.line)
    if played is not None and played.won:
        own = [action for action in played.actions if action.verb != SHUFFLE]
        row = Row(deal, "winnable", "simple", len(own), found.states, seconds, simple)
        return Judged(row, tuple(map(game.write, own)))
    return Judged(Row(deal, "unknown", proof, None, found.states, seconds, simple))


def _proof(found: Verdict) -> Proof:
    if found.finding == "winnable":
        return "line"
    if found.finding == "unknown":
        return "none"
    if found.shuffles:
        return "shuffle"
    return "search" if found.compiled else "rules"
