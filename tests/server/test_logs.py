"""The server's log: JSON lines, without floods."""

import io
import json
import logging
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from trapoula.server import logs
from trapoula.server.logs import REPEAT_SECONDS, JsonLines, RepeatFilter

Written: TypeAlias = tuple[logging.Logger, Callable[[], list[dict[str, Any]]]]


@pytest.fixture
def written() -> Written:
    """Return a log as the server sets it up, and its lines."""
    stream, log = io.StringIO(), logging.Logger("trapoula.test")
    lines = logging.StreamHandler(stream)
    lines.setFormatter(JsonLines())
    lines.addFilter(RepeatFilter())
    log.addHandler(lines)
    return log, lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_message_is_logged_once_a_minute(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a full disk: one line a minute, with a count."""
    now = 1000.0
    monkeypatch.setattr(logs, "monotonic", lambda: now)
    log, lines = written

    def fail() -> None:
        for count in range(500):
            log.error("could not store %d changes: %s", count, "disk is full")
            if count % 100 == 0:
                log.error("something else: %s", count)

    fail()
    assert [line["what"] for line in lines()] == [
        "could not store 0 changes: disk is full",
        "something else: 0",
    ]
    now += REPEAT_SECONDS
    fail()
    assert [line.get("more") for line in lines()] == [None, None, 499, 4]


def test_every_kind_of_fault_keeps_its_trace(written: Written) -> None:
    """Two errors behind one message are two lines."""
    log, lines = written
    for error in (ValueError("one"), KeyError("two"), ValueError("three")):
        log.error("a command failed", exc_info=error)
    assert ["ValueError: one" in line["trace"] for line in lines()] == [True, False]
