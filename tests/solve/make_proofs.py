"""The page of all proofs, in the words of their values.

python -m tests.solve.make_proofs      write docs/proofs.md
"""

from inspect import getdoc
from pathlib import Path

from trapoula.solve.proofs import KINDS
from trapoula.solve.proofs.conditions import Proof

PAGE = Path(__file__).parents[2] / "docs" / "proofs.md"
TOP = """# The proofs

For people who check the solver: what each proof lets a search leave out. Why nothing is lost by it, and
what it needs of a game, stands beside its code in `solve/proofs/`. `trapoula solve GAME --explain` prints
both for a game. [The solver](solver.md) tells how proofs work together.

"""


def page() -> str:
    """What each proof says, with an example."""
    return TOP + "".join(map(_row, KINDS))


def _row(kind: type[Proof]) -> str:
    says, _, example = (getdoc(kind) or "").partition("\n\nExample: ")
    return f"- **{kind.claim.name}.** {says} *{' '.join(example.split())}*\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
