"""A record is read whole or not at all, and says which line is wrong and why."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.options import RECORD
from trapoula import record as records
from trapoula.core.errors import BadRecord, TrapoulaError
from trapoula.play.session import Session


def a_record() -> str:
    session = Session("klondike", {"draw": 3}, deal=17, clock=lambda: 0.0)
    for action in ("turn", "T3>F1", "turn", "T5>F2"):
        session.play(action)
    return records.write(session.record())


LINES = a_record().splitlines()


def test_the_text_is_plain() -> None:
    assert LINES[0] == "trapoula record 1"
    assert LINES[1] == "game klondike draw=3 redeals=usual"
    assert LINES[3] == "deal 17"
    assert LINES[-5:] == ["> turn", "> T3>F1", "> turn", "> T5>F2", "result open"]


@pytest.mark.parametrize("kept", range(len(LINES)))
def test_a_truncated_record_is_refused(kept: int) -> None:
    with pytest.raises(BadRecord):
        records.read("\n".join(LINES[:kept]))


@pytest.mark.parametrize(
    ("number", "line", "said"),
    [
        (1, "trapoula record 2", "version '2'"),
        (1, "hello", "not a record"),
        (2, "game", "the line with the game is missing"),
        (2, "game klondik", "klondike"),
        (2, "game klondike draw=2", "one of 1, 3"),
        (2, "game klondike colour=2", "no option 'colour'"),
        (3, "seats 2", "one player"),
        (3, "seats many", "should be a number"),
        (4, "deal 0", "from 1 to"),
        (5, "deck AS AS", "missing AC AD .* 4C and 39 more; too many AS[.]$"),
        (5, "deck AS", "missing AC AD .* 4C and 39 more[.]$"),
        (5, "deck XX", "'XX' is not a card"),
        (7, "> T1>F1", "Line 7.*not allowed now"),
        (7, "> T1:x>F1", "Line 7.*not an action"),
        (7, f"> T5:{'7' * 5000}>T2", "Line 7.*not an action"),
        (7, "3> T3>F1", "Line 7.*not a seat"),
        (7, f"001{'7' * 5000}> T3>F1", "Line 7.*not a seat"),
        (7, "*> T3>F1", r"Line 7.*[Cc]hance"),
        (8, "hello", "Line 8.*neither an action"),
        (10, "result won 52", "Line 10.*'won 52'.*'open'"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(number: int, line: str, said: str) -> None:
    lines = [*LINES]
    lines[number - 1] = line
    with pytest.raises(TrapoulaError, match=said):
        records.read("\n".join(lines))


def test_a_line_said_twice_is_refused() -> None:
    with pytest.raises(BadRecord, match=r"Line 3.*twice"):
        records.read("\n".join([*LINES[:2], LINES[1], *LINES[2:]]))


@given(st.text(max_size=400))
def test_junk_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(TrapoulaError):
        records.read(text)


@settings(max_examples=300)
@given(st.data())
def test_an_edited_record_is_refused_or_still_true(data: st.DataObject) -> None:
    """Change one character anywhere: the record is refused, or says something that replays."""
    text = a_record()
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.characters()) + text[at + 1 :]
    try:
        record = records.read(changed)
    except TrapoulaError:
        return
    assert records.read(records.write(record)) == record


@pytest.mark.parametrize("game", sorted(RECORD))
def test_a_record_from_before_an_option_was_there_is_played_by_the_rule_of_its_time(
    game: str,
) -> None:
    """What an old record does not name is what it could only be then; a new record names everything."""
    session = Session(game, RECORD[game], deal=1)
    for _ in range(8):
        if session.legal():
            session.play(session.legal()[0])
    text = records.write(session.record())
    old = text
    for name in RECORD[game]:
        old = re.sub(rf" {name}=\S+", "", old, count=1)
    assert old != text
    assert records.read(old) == session.record()
    assert records.read(text) == session.record()
