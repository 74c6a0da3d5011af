"""What a search may leave out of a game, and why it loses nothing by it.

Every proof is a value: it is there when the declaration of the game meets all that its claim needs, and
what it holds is what the search has to know. `prove` finds those of a game; `replace(proofs, safe=None)` is a
search without one of them, and so without those that need it; `trapoula solve GAME --explain` prints them.
How they work together is told in docs/solver.md.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

from trapoula.patience import Patience
from trapoula.solve.proofs.conditions import Claim as Claim
from trapoula.solve.proofs.conditions import Condition as Condition
from trapoula.solve.proofs.conditions import Proof
from trapoula.solve.proofs.equivalence import Buried, Traded, Trading, WholeRuns
from trapoula.solve.proofs.lost import DeadEnds, Links, Room
from trapoula.solve.proofs.pairs_and_rows import Parting, Partners, Placed, Settling
from trapoula.solve.proofs.safe import Anywhere, Passed, Safe
from trapoula.solve.proofs.turning import Turning
from trapoula.solve.proofs.waiting import FreeReturn, Parked, Waiting


@dataclass(frozen=True, slots=True)
class Proofs:
    """The proofs that hold for a game; None where one does not, or is not to be used."""

    turning: Turning | None = None
    safe: Safe | None = None
    passed: Passed | None = None
    anywhere: Anywhere | None = None
    waiting: Waiting | None = None
    free_return: FreeReturn | None = None
    parked: Parked | None = None
    whole_runs: WholeRuns | None = None
    traded: Traded | None = None
    buried: Buried | None = None
    dead_ends: DeadEnds | None = None
    room: Room | None = None
    links: Links | None = None
    partners: Partners | None = None
    parting: Parting | None = None
    placed: Placed | None = None
    settling: Settling | None = None
    trading: Trading | None = None

    @property
    def held(self) -> dict[str, Proof]:
        """Those that are there, by name."""
        every = ((one.name, getattr(self, one.name)) for one in fields(self))
        return {name: proof for name, proof in every if proof is not None}


KINDS: tuple[type[Proof], ...] = (  # of the proofs, in the order of their names above
    Turning,
    Safe,
    Passed,
    Anywhere,
    Waiting,
    FreeReturn,
    Parked,
    WholeRuns,
    Traded,
    Buried,
    DeadEnds,
    Room,
    Links,
    Partners,
    Parting,
    Placed,
    Settling,
    Trading,
)
CLAIMS = tuple(kind.claim for kind in KINDS)


def grounded(proofs: Proofs) -> Proofs:
    """The same without those that need a proof which is not among them."""
    held = proofs.held
    claims = [proof.claim for proof in held.values()]
    loose = [
        name for name, proof in held.items() if not all(claim in claims for claim in proof.rests_on)
    ]
    return grounded(replace(proofs, **dict.fromkeys(loose))) if loose else proofs


def prove(game: Patience) -> Proofs:
    """The proofs whose needs a game meets."""
    found: list[Any] = [kind.of(game) if kind.claim.unmet(game) is None else None for kind in KINDS]
    return Proofs(*found)
