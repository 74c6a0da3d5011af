"""Tests that await something can run beside tests that opened a browser, in whatever order."""

from pathlib import Path

from tests.loops import alone

TESTS = Path(__file__).parents[1]


def test_a_loop_that_stands_still_in_this_thread_is_in_nobodys_way() -> None:
    async def inner() -> int:
        return 7

    async def outer() -> int:
        return alone(inner())

    assert alone(outer()) == 7


def test_nobody_runs_a_loop_in_the_thread_of_the_tests() -> None:
    own = [path for path in TESTS.rglob("test_*.py") if path != Path(__file__)]
    helpers = [*TESTS.glob("server/*.py"), *TESTS.glob("local/*.py")]
    assert not [path.name for path in own + helpers if "asyncio.run(" in path.read_text("utf-8")]
