"""The grounds of a lost deal: the proofs that its search may have used, each with a digest."""

from collections.abc import Collection
from dataclasses import fields
from functools import cache
from pathlib import Path
from sys import modules
from typing import get_args

from trapoula.patience import Patience
from trapoula.solve.proofs import Proofs, prove
from trapoula.study.digest import digest_of

REFUTED: frozenset[str] = frozenset()  # proofs that turned out to be wrong: "safe:0123456789ab"


def grounds_of(game: Patience) -> str:
    """Return the proofs that a search of a game may use, as rows store them: `safe:0123456789ab traded:…`."""
    return " ".join(f"{name}:{statements()[name]}" for name in sorted(prove(game).held))


@cache
def statements() -> dict[str, str]:
    """Return the digest of each proof by name: that of the module that states it."""
    kinds = {field.name: get_args(field.type)[0] for field in fields(Proofs)}
    return {
        name: digest_of([Path(str(modules[kind.__module__].__file__))])
        for name, kind in kinds.items()
    }


def stands(grounds: str, refuted: Collection[str] = REFUTED) -> bool:
    """Return whether a loss still holds: none of its proofs was refuted or changed.

    A proof that the solver no longer uses holds until it is refuted.
    """
    for proof in grounds.split():
        name, _, digest = proof.partition(":")
        if proof in refuted or statements().get(name, digest) != digest:
            return False
    return True
