"""Check verdicts by judging a sample of deals in another way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import thread_time

from trapoula.core.deals import deck
from trapoula.core.errors import Phrase, TrapoulaError
from trapoula.solve import Finding, Limits, decide_plainly
from trapoula.study.results import Results
from trapoula.study.row import Judged, replays
from trapoula.study.study import Study

SEED = 16  # fixed, so that the same file gives the same sample


@dataclass(frozen=True, slots=True)
class Checked:
    """A stored verdict, and the other method's verdict on the deal."""

    study: Study
    deal: int
    verdict: Finding
    again: Finding

    @property
    def confirmed(self) -> bool:
        """Whether both agree."""
        return self.again == self.verdict

    @property
    def wrong(self) -> bool:
        """Whether they contradict each other."""
        return self.again not in (self.verdict, "unknown")

    @property
    def sentence(self) -> Phrase:
        """The message about a contradiction."""
        return Phrase(
            "Deal {deal} of {game} is {verdict} in the file and {again} when judged again.",
            deal=self.deal,
            game=self.study.game,
            verdict=self.verdict,
            again=self.again,
        )


def recheck(results: Results, studies: Sequence[Study], count: int) -> Iterator[Checked]:
    """Judge a random sample of decided deals again; each game is equally likely.

    A win is replayed by the rules. A loss is searched completely, without any proof that skips
    moves, within the limits of its study.
    """
    dice, decided = Random(SEED), []
    for study in studies:
        found = [one for one in results.judged(study) if one.row.verdict != "unknown"]
        if found:
            decided.append((study, found))
    for _ in range(count if decided else 0):
        study, found = dice.choice(decided)
        one = dice.choice(found)
        yield Checked(study, one.row.deal, one.row.verdict, _again(study, one))


def _again(study: Study, one: Judged) -> Finding:
    if one.line:
        try:
            replays(study, one)
        except TrapoulaError:
            return "lost"
        return "winnable"
    game = study.patience
    start = game.start(deck(game.pack, one.row.deal))
    limits = Limits(study.seconds, study.states, clock=thread_time)
    return decide_plainly(game, start, limits).finding
