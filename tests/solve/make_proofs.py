"""The page of all proofs, in the words of their values.

python -m tests.solve.make_proofs      write docs/proofs.md
"""

from pathlib import Path

from trapoula.solve.proofs import CLAIMS
from trapoula.solve.proofs.conditions import Claim

PAGE = Path(__file__).parents[2] / "docs" / "proofs.md"
TOP = """# The proofs

For people who check the solver. Each proof says what a search may leave out, why nothing is lost
by it, and what it needs of a game. [The solver](solver.md) tells how they work together.
`python -m tests.solve.make_proofs` writes this page from `solve/proofs/`.
"""


def page() -> str:
    """Name, argument and needs of every claim."""
    return TOP + "".join(map(_section, CLAIMS))


def _section(claim: Claim) -> str:
    needs = (
        f"*{need.name}*, and all that this needs." if isinstance(need, Claim) else str(need.told)
        for need in claim.needs
    )
    listed = "\n".join(f"- {need}" for need in needs)
    return f"\n## {claim.name}\n\n{claim.argument}\n\nIt needs:\n\n{listed}\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
