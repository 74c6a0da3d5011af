"""Lanes: a heavy user waits behind their own questions, and bots wait for no other lane."""

import asyncio
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from multiprocessing import heap
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import ADVICE, OPINION, WAIT, house, played, settle
from trapoula import solve
from trapoula.patience import Table
from trapoula.play.session import Session
from trapoula.room.errors import NotAvailable
from trapoula.server import lanes
from trapoula.server.errors import Busy
from trapoula.server.lanes import ADDRESS, LANES, Asker, Lanes
from trapoula.server.people import COOKIE
from trapoula.solve import deals as picking
from trapoula.solve.hints.history import Kept, Past, past
from trapoula.thinking import questions, thoughts
from trapoula.thinking.questions import LaneName

BOT = ("the-game", "greedy", b"", [{}], ["one", "other"])


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Closed: questions do not end."""
    opened = threading.Event()
    yield opened
    opened.set()


def wait_at(gate: threading.Event) -> str:
    gate.wait(30)
    return "thought"


KERNELS = {
    "trapoula.solve.search_kernel",
    "trapoula.solve.open_kernel",
    "trapoula.bots._kernel",
}


def loaded_there(meeting: Path, lanes: int) -> tuple[int, set[str]]:
    """Return the process id and the loaded modules, once that many workers have met."""
    loaded = KERNELS & set(sys.modules)
    (meeting / str(os.getpid())).touch()
    until = time.monotonic() + WAIT
    while len([*meeting.iterdir()]) < lanes and time.monotonic() < until:
        time.sleep(0.005)
    return os.getpid(), loaded


def until_unwanted(most: float) -> bool:
    """Run until the question is cancelled. Return whether that was before the time limit."""
    limits = thoughts.limits(most)
    until = time.monotonic() + most
    while time.monotonic() < until:
        if limits.stop():
            return True
        time.sleep(0.005)
    return False


@played
async def test_a_thinker_is_ready_for_hints_at_patiences_and_at_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What loads slowly is loaded at the server's start, not at the first hint."""
    done: list[str] = []
    monkeypatch.setattr(thoughts, "warm", lambda: done.append("solver"))
    monkeypatch.setattr(thoughts, "get_ready", lambda: done.append("coach"))
    thinking = Lanes("thread")
    await thinking.warm()
    thinking.close()
    assert done[:2] == ["solver", "coach"]


@played
async def test_every_thinker_is_ready_when_the_server_is(tmp_path: Path) -> None:
    """However many there are: any of them can get a hint."""
    thinking = Lanes(workers=2)
    await thinking.warm()
    asked = (thinking.ask("bots", loaded_there, tmp_path, 2) for _ in range(2))
    found = await asyncio.wait_for(asyncio.gather(*asked), 2 * WAIT)
    thinking.close()
    assert len({process for process, _ in found}) == 2
    assert [loaded for _, loaded in found] == [KERNELS, KERNELS]


@pytest.mark.parametrize("lane", ["hints", "verdicts", "studies"])
@played
async def test_bots_answer_however_full_other_lanes_are(
    lane: LaneName, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thoughts, "choose", lambda *about: ("chosen", b"notes"))
    thinking = Lanes("thread")
    asking = [
        asyncio.create_task(thinking.ask(lane, wait_at, gate, asker=Asker(str(n), str(n))))
        for n in range(2 * LANES[lane].most)
    ]
    await settle()
    for _ in range(20):
        assert await asyncio.wait_for(thinking.choose(*BOT), WAIT) == ("chosen", b"notes")
    gate.set()
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert answers.count("thought") == LANES[lane].most
    assert all(isinstance(answer, Busy) for answer in answers if answer != "thought")
    thinking.close()


@played
async def test_a_bot_that_cannot_think_now_does_not_play_at_random(
    gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LANES, "bots", lanes.Lane("quick", 2, 2, 2))
    thinking = Lanes("thread")
    asking = [asyncio.create_task(thinking.ask("bots", wait_at, gate)) for _ in range(2)]
    await settle()
    with pytest.raises(Busy):
        await thinking.choose(*BOT)
    gate.set()
    await asyncio.gather(*asking)
    thinking.close()


@played
async def test_the_tables_of_one_address_do_not_hold_up_the_bots_of_others(
    gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own bots wait; a table with other players too is charged to them."""
    monkeypatch.setattr(thoughts, "choose", lambda *about: (wait_at(gate), b""))
    thinking = Lanes("thread")
    many = [asyncio.create_task(thinking.choose(*BOT, ["there"])) for _ in range(50)]
    await settle()
    assert [task.done() for task in many].count(False) == ADDRESS
    others = [
        asyncio.create_task(thinking.choose(*BOT, addresses))
        for addresses in (["here"], ["there", "here"])
    ]
    await settle()
    assert not any(task.done() for task in others)
    gate.set()
    assert await asyncio.gather(*others) == [("thought", b"")] * 2
    answers = await asyncio.gather(*many, return_exceptions=True)
    assert sum(isinstance(answer, Busy) for answer in answers) == 50 - ADDRESS
    thinking.close()


@played
async def test_one_player_and_one_address_have_their_share(gate: threading.Event) -> None:
    thinking = Lanes("thread")

    def ask(player: str, address: str) -> asyncio.Task[str]:
        return asyncio.create_task(
            thinking.ask("verdicts", wait_at, gate, asker=Asker(player, address))
        )

    first = ask("anna", "home")
    await settle()
    with pytest.raises(Busy):
        await ask("anna", "elsewhere")
    others = [ask(f"cookie {n}", "home") for n in range(ADDRESS - 1)]
    await settle()
    with pytest.raises(Busy):
        await ask("one more cookie", "home")
    bob = ask("bob", "away")
    await settle()
    assert not bob.done()
    assert thinking.time_limit(60.0) < 10, "a long search makes way for those who wait"
    assert thinking.time_limit(1.0) == 1.0
    gate.set()
    assert await asyncio.gather(first, *others, bob) == ["thought"] * (ADDRESS + 1)
    assert await ask("anna", "home") == "thought"
    thinking.close()


@pytest.mark.parametrize("kind", ["thread", "process"])
@played
async def test_a_question_ends_with_its_asker(kind: Any) -> None:
    """The lane is free for the next question long before the time limit."""
    thinking = Lanes(kind)
    await thinking.ask("verdicts", until_unwanted, 0.0)  # starts the processes
    long = [asyncio.create_task(thinking.ask("verdicts", until_unwanted, 40.0)) for _ in range(4)]
    await asyncio.sleep(0.1)
    for task in long:
        task.cancel()
    begun = time.monotonic()
    assert await thinking.ask("verdicts", until_unwanted, 0.0) is False
    assert time.monotonic() - begun < 10
    thinking.close()


@played
async def test_leaving_the_table_ends_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = threading.Event(), threading.Event()

    def long(*about: Any) -> dict[str, Any]:
        begun.set()
        if until_unwanted(30.0):
            ended.set()
        return {}

    monkeypatch.setattr(thoughts, "verdict", long)
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line((await anna.make("klondike", deal=1))["room"])
        for leave in ("leave", "cut"):
            begun.clear()
            ended.clear()
            line.send("verdict", seconds=30)
            assert await asyncio.to_thread(begun.wait, WAIT)
            await (line.cut() if leave == "cut" else line.ask("leave"))
            assert await asyncio.to_thread(ended.wait, WAIT)
            if leave == "leave":
                await line.enter((await anna.make("klondike", deal=1))["room"])


@played
async def test_a_disconnect_ends_the_search_for_a_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = threading.Event(), threading.Event()

    def long(*about: Any) -> tuple[str, tuple[str, ...]]:
        begun.set()
        if until_unwanted(30.0):
            ended.set()
        return "unknown", ()

    monkeypatch.setattr(thoughts, "solution", long)
    async with house(tmp_path) as place:
        anna, hung_up = place.person(), asyncio.Event()
        path = f"/api/rooms/{(await anna.make('klondike', deal=1))['room']}/solution"
        scope = {
            "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": b"seconds=30", "scheme": "http", "client": ("127.0.0.1", 1),
            "headers": [(b"host", b"table.test"), (b"cookie", f"{COOKIE}={anna.token}".encode())],
        }  # fmt: skip

        said = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> dict[str, Any]:
            if said:
                return said.pop()
            await hung_up.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            """Drop the message."""

        asking = asyncio.create_task(place.app(scope, receive, send))
        assert await asyncio.to_thread(begun.wait, WAIT)
        hung_up.set()
        assert await asyncio.to_thread(ended.wait, WAIT)
        await asking


def test_a_cancelled_search_for_a_deal_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither the search in progress nor further deals go on; and none fills the memory."""
    searched: list[solve.Limits] = []

    def undecided(game: Any, state: Any, limits: solve.Limits) -> solve.Verdict:
        searched.append(limits)
        return solve.Verdict("unknown")

    monkeypatch.setattr(picking, "judge", undecided)
    monkeypatch.setattr(picking, "tries", lambda game, cards: ())
    token = thoughts.unwanted.set(lambda: len(searched) >= 3)
    with pytest.raises(NotAvailable):
        thoughts.pick("klondike", {"draw": 3}, "hard")
    thoughts.unwanted.reset(token)
    assert len(searched) == 3
    for limits in searched:
        assert limits.memory == thoughts.MEMORY
        assert limits.reached(time.monotonic(), 0), "it is called off in the middle"


@played
async def test_a_question_is_about_a_position_and_a_hint_knows_in_few_bytes_where_play_has_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def advise(*about: Any) -> tuple[dict[str, Any], Kept]:
        asked.append(about)
        return ADVICE, Kept()

    def judge(*about: Any) -> dict[str, Any]:
        asked.append(about)
        return OPINION

    monkeypatch.setattr(thoughts, "hint", advise)
    monkeypatch.setattr(thoughts, "verdict", judge)
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line((await anna.make("klondike", deal=1))["room"])
        await line.ask("hint")
        for _ in range(40):
            await line.act("turn")
            await line.ask("undo", number=line.number)
            await line.act("turn")
        await line.ask("hint")
        await line.ask("verdict", seconds=1)
    for game, _, state, _ in asked:
        assert game == "klondike"
        assert isinstance(state, Table)
    early, late, verdict = (len(pickle.dumps(about)) for about in asked)
    assert max(early, verdict) < 1000
    assert late - early < 40 * 16


@played
async def test_a_question_costs_nothing_before_it_is_its_turn(
    tmp_path: Path, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gathering a long game is slow: not in the event loop, and not for refused questions."""
    looked: list[threading.Thread] = []

    def look_back(session: Session, kept: Kept | None) -> Past:
        looked.append(threading.current_thread())
        return past(session, kept)

    def advise(*about: Any) -> tuple[dict[str, Any], Kept]:
        wait_at(gate)
        return ADVICE, Kept()

    monkeypatch.setattr(questions, "past", look_back)
    monkeypatch.setattr(thoughts, "hint", advise)
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("klondike", deal=1))["room"]
        lines = [await anna.line(room) for _ in range(LANES["hints"].each + 1)]
        for line in lines:
            line.send("hint", id="h")
        assert (await lines[-1].hear("error", id="h"))["code"] == "busy"
        while not looked:
            await asyncio.sleep(0)
        await settle()
        assert len(looked) == 1
        gate.set()
        for line in lines[:-1]:
            await line.hear("hint", id="h")
    assert len(looked) == LANES["hints"].each
    assert threading.current_thread() not in looked


MUCH = """
from multiprocessing import heap
from pathlib import Path
from trapoula.thinking import thoughts
from trapoula.play.session import Session

def megabytes(what):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) / 1024

thoughts.MEMORY = 4 << 20
easy, hard = (Session("spider", deal=deal) for deal in (1, 5002))
thoughts.verdict("spider", easy.options, easy.state, 0.1)  # whatever is loaded once is loaded now
before = megabytes("VmRSS")
thoughts.verdict("spider", hard.options, hard.state, 2.0)
print(megabytes("VmHWM") - before)
"""


@pytest.mark.skipif(
    sys.platform != "linux", reason="the most that a process held is read from /proc"
)
def test_a_verdict_fills_no_more_memory_than_it_may() -> None:
    """In these two seconds the same search fills 20 to 40 MB without a limit."""
    told = subprocess.run([sys.executable, "-c", MUCH], capture_output=True, text=True, check=True)
    assert float(told.stdout) < 12


@played
async def test_the_server_starts_where_no_memory_can_be_shared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Some containers forbid /dev/shm: bots then run in the server's own process."""

    def refuse(*given: object, **more: object) -> object:
        raise PermissionError(13, "Permission denied", "/dev/shm/pym")

    monkeypatch.setattr(heap.tempfile, "mkstemp", refuse)
    monkeypatch.setattr(heap.BufferWrapper, "_heap", heap.Heap())
    thinking = Lanes("process")
    try:
        assert await thinking.ask("hints", thoughts.levels, "triggs")
        assert "/dev/shm" in caplog.text
    finally:
        thinking.close()
