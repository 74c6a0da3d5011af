"""Every game plays as it has always played: the same moves, the same table, the same counts."""

import pytest

from tests.golden.make import PERFT, PLAYTHROUGHS, path_of, perft, playthrough
from trapoula.catalogue.entries import ids

AGAIN = "if this change is meant: python -m tests.golden.make, and read the diff"


@pytest.mark.parametrize("id_", ids())
def test_a_playthrough_is_as_it_was(id_: str) -> None:
    assert path_of(id_).exists(), f"{path_of(id_)} is missing: python -m tests.golden.make"
    assert playthrough(id_) == path_of(id_).read_text("utf-8"), AGAIN


@pytest.mark.parametrize("id_", ids())
def test_the_number_of_positions_is_as_it_was(id_: str) -> None:
    counts = dict(line.split(" ", 1) for line in PERFT.read_text("utf-8").splitlines())
    assert perft(id_).split(" ", 1)[1].strip() == counts[id_], AGAIN


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in PLAYTHROUGHS.glob("*.txt")} == set(ids())
