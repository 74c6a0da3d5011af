"""The library is typed all through: a program that uses it meets no `Any`."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract import typed_user
from trapoula import Session, views
from trapoula.core.errors import BadOption

USER = Path(typed_user.__file__)
STRICT = ["--strict", "--disallow-any-expr", "--follow-imports=silent"]


def test_a_program_of_a_user_meets_no_any() -> None:
    """Sessions, states, views, records and actions, checked by mypy as strictly as it can."""
    pytest.importorskip("mypy")
    told = subprocess.run(
        [sys.executable, "-m", "mypy", *STRICT, str(USER)],
        capture_output=True,
        text=True,
        cwd=USER.parents[2],
        check=False,
    )
    assert told.returncode == 0, told.stdout


def test_the_same_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    typed_user.main()
    assert "golf" in capsys.readouterr().out


def test_views_and_states_are_what_was_asked_for() -> None:
    table, cards = Session("golf", deal=3), Session("take-that", deal=3)
    assert views.seen(table, views.PatienceView) == table.view()
    assert views.state(table, views.Table, 0) == table.state
    assert views.seen(cards, views.RowView, 1)["hand"]
    with pytest.raises(BadOption, match="take-that has no views of the kind PatienceView"):
        views.seen(cards, views.PatienceView)
    with pytest.raises(
        BadOption, match="take-that has no states of the kind Table: its own are made in"
    ):
        views.state(cards, views.Table)
