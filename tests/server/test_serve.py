"""Errors of `trapoula serve`: one sentence, and no traceback."""

import re
import socket
from pathlib import Path

import pytest

from trapoula.server import serve, site
from trapoula.terminal.cli import main


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "99999"], "There is no port 99999"),
        (["--host", "203.0.113.9", "--port", "0"], "of 203.0.113.9 cannot be used"),
        (["--database", "mysql://somewhere/else"], "--database takes an address"),
        (["--database", "cards.db"], "--database takes an address"),
        (["--game", "spidre"], "There is no game 'spidre'"),
    ],
)
def test_unservable_plans_are_refused(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--data", str(tmp_path), *words]) == 1
    told = capsys.readouterr()
    assert told.err.startswith("trapoula: ")
    assert said in told.err
    assert told.err.count("\n") == 1
    assert not told.out


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert main(["serve", "--data", str(tmp_path), "--port", port]) == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "page"),
    [
        (["--game", "spider"], "game/spider"),
        (["--open", "--game", "spider"], "game/spider"),
        (["--open"], ""),
        ([], None),
    ],
)
def test_the_browser_is_opened_where_it_was_asked_to(
    words: list[str], page: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the hall, at a game, or not at all."""
    opened: list[str] = []
    monkeypatch.setattr(serve.webbrowser, "open", opened.append)
    monkeypatch.setattr(serve.Server, "serve", _stop_at_once)
    main(["serve", "--data", str(tmp_path), "--port", "0", *words])
    assert [re.sub(r"^http://127\.0\.0\.1:\d+/", "", url) for url in opened] == (
        [] if page is None else [page]
    )


@pytest.mark.parametrize(
    ("words", "made", "lent"),
    [
        ([], True, True),
        ([], False, False),
        (["--no-local"], True, False),
        (["--local"], False, True),
        (["--database", "postgresql://localhost/cards"], True, False),  # others may serve it too
    ],
)
def test_patiences_are_lent_where_all_is_ready_for_it(
    words: list[str], made: bool, lent: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the option nothing is fetched, and the start is not delayed."""
    plans: list[serve.Plan] = []
    monkeypatch.setattr(site, "ready", lambda: made)
    monkeypatch.setattr(serve, "run", lambda plan: len(plans.append(plan) or ""))
    assert main(["serve", "--data", str(tmp_path), *words]) == 0
    assert [plan.lends for plan in plans] == [lent]


async def _stop_at_once(self: serve.Server, sockets: object = None) -> None:
    self.started = True
