"""A row of a study: the verdict on one deal, how it was proved and what it cost."""

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
    "search",  # a complete search in compiled code found no win
    "rules",  # a complete search through the rules found no win
    "shuffle",  # no win before the next shuffle, which proves nothing
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
    length: int | None  # actions of the winning line
    states: int  # positions searched
    seconds: float  # CPU time
    simple: bool | None  # whether simple play wins; None if not recorded
    grounds: str = ""  # the proofs behind a loss

    def facts(self) -> dict[str, Json]:
        """Return the row as plain data."""
        return asdict(self)

    def seal(self, study: Study, line: bytes, attempt: Sequence[str | float]) -> str:
        """Return a digest of the row, its study and how it was judged, to detect changed files."""
        text = json.dumps([study.game, dict(study.options), study.rules, *astuple(self), *attempt])
        return hashlib.blake2s(text.encode() + line, digest_size=SEAL).hexdigest()

    def doubted(self) -> "Row":
        """Return the row as undecided, for a loss whose proof changed or was refuted."""
        return replace(self, verdict="unknown", proof="none", grounds="")


@dataclass(frozen=True, slots=True)
class Judged:
    """A row with its winning line."""

    row: Row
    line: tuple[str, ...] = ()


def sound(row: Row) -> Row:
    """Return the row if it is consistent."""
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
    """Return the row if its line wins when replayed on this machine, random events included."""
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
