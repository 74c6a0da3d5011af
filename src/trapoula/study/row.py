"""A row of a study: the verdict on one deal, what it was proved by and what it cost."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass, replace
from typing import Literal, TypeAlias

from trapoula.core.errors import TrapoulaError
from trapoula.core.game import Json
from trapoula.play.session import Session
from trapoula.solve import Finding
from trapoula.study.errors import BadRow
from trapoula.study.study import Study

Proof: TypeAlias = Literal[
    "line",  # the search found a line, which the rules replayed
    "simple",  # simple play won
    "search",  # a complete search in compiled code found none
    "rules",  # a complete search through the rules found none
    "shuffle",  # there is none before the cards are shuffled again, which proves nothing
    "none",  # the limits were reached
]
PROOFS: dict[Finding, tuple[Proof, ...]] = {
    "winnable": ("line", "simple"),
    "lost": ("search", "rules"),
    "unknown": ("none", "shuffle"),
}
SEAL = 8  # bytes


@dataclass(frozen=True, slots=True)
class Row:
    """The verdict on a deal."""

    deal: int
    verdict: Finding
    proof: Proof
    length: int | None  # actions of the line that wins
    states: int  # positions that were looked at
    seconds: float  # of processor time
    simple: bool | None  # whether simple play wins; None where it was not asked
    grounds: str = ""  # the proofs that a lost deal rests on

    def facts(self) -> dict[str, Json]:
        """The row as plain data."""
        return asdict(self)

    def seal(self, study: Study, line: bytes, attempt: Sequence[str | float]) -> str:
        """A digest of the row, the study it belongs to and how it was judged: it tells a changed file."""
        text = json.dumps([study.game, dict(study.options), study.rules, *astuple(self), *attempt])
        return hashlib.blake2s(text.encode() + line, digest_size=SEAL).hexdigest()

    def doubted(self) -> "Row":
        """The row of a loss that rests on a proof which was changed or refuted: undecided."""
        return replace(self, verdict="unknown", proof="none", grounds="")


@dataclass(frozen=True, slots=True)
class Judged:
    """A row with the line that wins."""

    row: Row
    line: tuple[str, ...] = ()


def sound(row: Row) -> Row:
    """The row itself, when it does not contradict itself."""
    faults = (
        row.verdict not in PROOFS or row.proof not in PROOFS[row.verdict],
        (row.length is None) is (row.verdict == "winnable"),
        row.length is not None and row.length < 0,
        row.deal < 1 or row.states < 0 or not 0 <= row.seconds < float("inf"),
        row.simple is True and row.verdict != "winnable",
        row.grounds and row.verdict != "lost",
    )
    if any(faults):
        raise BadRow("The result of deal {deal} contradicts itself: {row}.", deal=row.deal, row=row)
    return row


def replays(study: Study, judged: Judged) -> Row:
    """The row itself, when the line that came with it wins at a table of this machine, chance and all."""
    row, table = judged.row, Session(study.game, dict(study.options), deal=judged.row.deal)
    try:
        for text in judged.line:
            table.play(text)
    except TrapoulaError as error:
        raise BadRow(
            "The line for deal {deal} of {game} is not allowed by the rules: {why}",
            deal=row.deal,
            game=study.game,
            why=error,
        ) from None
    if table.outcome is None or not table.outcome.won or len(judged.line) != row.length:
        raise BadRow(
            "The line for deal {deal} of {game} does not win.", deal=row.deal, game=study.game
        )
    return row
