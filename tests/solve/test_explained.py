"""What a search is said to leave out is what it leaves out, whichever kernel searches the game."""

from dataclasses import replace

import pytest

from tests.solve.positions import Setting, lowered, made, named
from trapoula.catalogue.entries import find
from trapoula.patience import Patience
from trapoula.solve.lowering import Explained, explained
from trapoula.solve.lowering import open_games as open_program
from trapoula.solve.lowering.lower import CONSUMED, lower
from trapoula.solve.lowering.open_games import opened
from trapoula.solve.lowering.program import Program
from trapoula.solve.proofs import CLAIMS, Proofs, grounded
from trapoula.solve.proofs.conditions import Claim
from trapoula.terminal.cli import main
from trapoula.texts import language, languages

SETTINGS = lowered()
OPEN = open_program.CONSUMED


def arrays(program: Program) -> list[bytes]:
    """What drives the general kernel."""
    return [program.code.tobytes(), program.masks.tobytes()]


def open_arrays(program: Program) -> list[bytes]:
    """What drives the kernel of open games."""
    game = opened(program)
    return [] if game is None else [game.code.tobytes(), game.masks.tobytes()]


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_a_proof_that_is_switched_off_changes_the_arrays(setting: Setting) -> None:
    """On every kernel that says it consumes it the arrays are others then, and on no other one."""
    game, program = made(setting)
    proofs = program.proofs
    for name in Proofs.__slots__:
        if getattr(proofs, name) is None:
            continue
        without = lower(game, replace(proofs, **{name: None}))
        assert without.proofs == grounded(replace(proofs, **{name: None}))
        assert (arrays(without) != arrays(program)) == (name in CONSUMED), name
        if opened(program) is not None:
            assert (open_arrays(without) != open_arrays(program)) == (name in OPEN), name


def test_every_proof_is_consumed_by_some_kernel() -> None:
    assert {*CONSUMED, *OPEN} == {*Proofs.__slots__}


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_what_is_explained_is_what_is_consumed(setting: Setting) -> None:
    """Every claim is told once, in order; a proof that is there and not consumed is not said to be used."""
    game, program = made(setting)
    consumed = CONSUMED if opened(program) is None else (*OPEN, *open_program.BY_ITSELF)
    found = list(explained(program))
    assert [one.claim for one in found] == list(CLAIMS)
    for name, one in zip(Proofs.__slots__, found, strict=True):
        proof = getattr(program.proofs, name)
        assert (one.unmet is None) == (proof is not None)
        assert proof is None or proof.claim is one.claim
        assert one.used == (proof is not None and name in consumed)
        assert one.unmet is None or not one.unmet.holds(game)


def told(id_: str, name: str) -> Explained:
    game = find(id_).make()
    assert isinstance(game, Patience)
    (one,) = (one for one in explained(lower(game)) if str(one.claim.name) == name)
    return one


def test_a_kernel_without_an_eye_for_dead_ends_is_not_said_to_see_them() -> None:
    one = told("fortress", "Dead ends")
    assert (one.used, one.unmet) == (False, None)
    assert told("yukon", "Dead ends").used


def test_a_kernel_that_tells_no_columns_apart_does_so_by_itself() -> None:
    assert told("fortress", "Piles that trade places").by_itself
    assert not told("yukon", "Piles that trade places").by_itself


def printed(lang: str, id_: str, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """What is printed of each claim of a game, by its name, and before all of them."""
    assert main(["--lang", lang, "solve", id_, "--explain"]) == 0
    parts, heading = dict[str, str](), ""
    for line in capsys.readouterr().out.splitlines():
        if line.startswith(" "):
            for name in heading.split("; "):
                parts[name] = f"{parts.get(name, '')} {line.strip()}"
        else:
            heading = f"{heading} {line}".strip() if line else ""
    return parts


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("id_", ["fortress", "yukon", "klondike", "bakers-game", "thirteen"])
def test_every_proof_is_printed_with_its_needs(
    lang: str, id_: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of what is used the argument, and all needs once; of the rest the need that is not met."""
    tell, parts = language(lang).tell, printed(lang, id_, capsys)
    true = parts[language(lang).say("They hold because all of this is true of the game:")]
    game = find(id_).make()
    assert isinstance(game, Patience)
    for one in explained(lower(game)):
        text = parts[tell(one.claim.name)]
        if one.unmet is not None:
            assert tell(one.unmet.told) in text
        assert (tell(one.claim.argument) in text) == one.used
        for need in one.claim.needs if one.used else ():
            assert isinstance(need, Claim) or true.count(f"- {tell(need.told)}") == 1


def test_what_this_kernel_does_not_know_is_said_to_be_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fortress, klondike = (printed("en", id_, capsys) for id_ in ("fortress", "klondike"))
    assert "does not know it" in fortress["Dead ends"]
    assert "by itself" in fortress["Piles that trade places"]
    assert "It needs this" in fortress["Whole runs"]
    assert "It needs" not in klondike["Dead ends"]
    assert "by itself" not in klondike["Piles that trade places"]
