"""A program that is being written: what it makes, and what is told of it, line by line."""

from itertools import count

import pytest

from trapoula import patience
from trapoula.catalogue import discovery, entries
from trapoula.local import workshop
from trapoula.patience import Patience
from trapoula.texts import language

NUMBERS = count(1)
PATIENCES = [id_ for id_ in entries.ids() if isinstance(entries.find(id_).make(), Patience)]
PROGRAM = '''"""Little: a small game."""

from trapoula.patience import *


@game("packers")
def little(draw: Literal[1, 2] = 1) -> Patience:
    return Patience(
        picture="""
            S W F F F F
            T T T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(),
            "T": column(DOWN, lift=run(DOWN)),
        },
        deal=(Rows("T", 5), Rest("S")),
        moves=(
            Carry("WT", to="F"),
            Carry("WT", to="T"),
            Turn("S", to="W", by=draw),
        ),
        goal=Home("F"),
        score=Cards("F"),
    )
'''


@pytest.fixture(autouse=True)
def _shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests find no games of these."""
    monkeypatch.setenv(discovery.VARIABLE, "")


def read(program: str) -> workshop.Written:
    return workshop.read(program, next(NUMBERS))


def fault(program: str) -> tuple[str, str]:
    """The line that a fault is about, and its sentence."""
    with pytest.raises(workshop.Faulty) as found:
        read(program)
    return program.splitlines()[found.value.line - 1].strip(), str(found.value.told)


@pytest.mark.parametrize(
    ("right", "wrong", "line", "told"),
    [
        ("stock()", "stok()", '"S": stok(),', "There is no word stok; the closest are stock"),
        ("lift=run(DOWN)", "left=run(DOWN)", '"T": column(DOWN, left=run(DOWN)),', "'left'"),
        ('Home("F")', 'Home("Q")', 'goal=Home("Q"),', "names the zone 'Q'"),
        ('Carry("WT", to="T")', 'Carry("WX", to="T")', 'Carry("WX", to="T"),', "names the zone 'X'"),
        (', Rest("S")', ",", 'deal=(Rows("T", 5),),', "leaves 22 cards"),
        ("T T T T T T", "T T T T T Q", 'picture="""', "has the letter 'Q'"),
        ('goal=Home("F"),', 'goal=Home("F"', 'goal=Home("F"', "Python cannot read this: '(' was never"),
        ("by=draw", "by=1 // 0", 'Turn("S", to="W", by=1 // 0),', "by zero"),
        ('"packers"', '"pakcers"', '@game("pakcers")', "there is no family"),
        ("def little", "def klondike", "def klondike(", "There is a game called klondike already"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(right: str, wrong: str, line: str, told: str) -> None:
    program = PROGRAM.replace(right, wrong, 1)
    where, said = fault(program)
    assert told in said
    assert "Traceback" not in said
    assert workshop.__name__ not in said
    if right not in (
        "T T T T T T",
        'goal=Home("F"),',
    ):  # of a text over lines Python names the first
        assert where.startswith(line)


def test_what_goes_wrong_in_play_is_told_before_anybody_plays() -> None:
    own = """

@dataclass(frozen=True)
class Fails(Carry):
    def offers(self, game, table):
        raise ValueError("not yet")
"""
    program = PROGRAM.replace(
        "import *\n", f"import *\nfrom dataclasses import dataclass\n{own}", 1
    )
    where, said = fault(program.replace('Carry("WT", to="T")', 'Fails("WT", to="T")'))
    assert (where, said) == ('raise ValueError("not yet")', "Python stops here: not yet.")


@pytest.mark.parametrize("program", ["", "x = 1\n", "# nothing yet"])
def test_a_program_without_a_game_is_told_what_is_missing(program: str) -> None:
    with pytest.raises(workshop.Faulty, match=r'head one by @game\("packers"\)'):
        read(program)


def test_a_fault_is_told_in_the_language_of_the_page() -> None:
    with pytest.raises(workshop.Faulty) as found:
        read(PROGRAM.replace("stock()", "stok()"))
    assert language("el").tell(found.value.told).startswith("Δεν υπάρχει λέξη stok")


def test_the_same_rules_are_known_again() -> None:
    """A table stays as it is where only the writing has changed."""
    first = read(PROGRAM)
    assert read(f"{PROGRAM}\n# more\n").rules == first.rules
    assert read(PROGRAM.replace("Little:", "Small:")).rules != first.rules
    assert read(PROGRAM.replace("5)", "4)")).rules != first.rules
    assert first.file == "little.py"


@pytest.mark.parametrize("game", [*PATIENCES, "template"])
def test_every_game_can_be_taken_and_changed(game: str) -> None:
    """As one's own, which stands beside the one it comes from."""
    program = workshop.begun(game)
    assert program.startswith('"""My ')
    assert read(program).file.startswith("my_")


def test_the_whole_vocabulary_is_offered() -> None:
    words = {word["name"]: word for word in workshop.words()}
    assert [*words] == patience.__all__
    assert words["Carry"]["takes"].startswith("source, to, limit = None")
    assert words["Carry"]["told"] == patience.Carry.__doc__
    assert words["KINGS"]["told"].endswith("only(K)")


def test_a_deal_is_judged_by_its_rules() -> None:
    easy = read(PROGRAM.replace('Home("F")', 'Bare("S")'))
    lost = read(PROGRAM.replace('Carry("WT", to="T"),', "").replace('"WT"', '"W"'))
    assert workshop.judge(easy.game, {}, 1, 1.0) == "winnable"
    assert workshop.judge(lost.game, {}, 1, 1.0) == "lost"
