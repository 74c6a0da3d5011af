"""Judging deals: what a process does for a study, wherever it runs."""

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

SIMPLY = 300  # the last deal by which it is told how often simple play wins: enough for that


def judge_batch(study: Study, deals: Sequence[int]) -> list[Judged]:
    """The verdicts on some deals; refused where the rules or the solver are not those of the study."""
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
    """Load the compiled kernels, so that no deal pays for it."""
    from trapoula.solve import warm

    warm()


def judge_deal(study: Study, deal: int) -> Judged:
    """The verdict on one deal, and whether simple play wins it where that is asked."""
    game, since = study.patience, thread_time()
    cards = deck(game.pack, deal)
    # a thread's own time: other workers of the process do not count
    limits = Limits(study.seconds, study.states, clock=thread_time)
    found = decide(game, game.start(cards), limits)
    seconds, proof = round(thread_time() - since, 6), _proof(found)
    counts = deal <= SIMPLY
    if proof in ("search", "rules"):  # which simple play cannot win either
        simple = False if counts else None
        grounds = grounds_of(game) if proof == "search" else ""
        return Judged(Row(deal, "lost", proof, None, found.states, seconds, simple, grounds))
    # who plays on may win what no search decides: none sees beyond a shuffle
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
