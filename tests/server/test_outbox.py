"""Frames written in one turn of the loop are sent at its end, in order, and not to closed sockets."""

import asyncio
from typing import Any, cast

from tests.loops import alone
from trapoula.server.protocols import Outbox


class Transport:
    def __init__(self, sent: list[tuple[str, bytes]], name: str) -> None:
        self._sent, self._name, self.closing = sent, name, False

    def is_closing(self) -> bool:
        return self.closing

    def write(self, frame: bytes) -> None:
        self._sent.append((self._name, frame))


class Line:
    """The part of a socket that the outbox uses."""

    def __init__(self, sent: list[tuple[str, bytes]], name: str) -> None:
        self.loop, self.transport = asyncio.get_running_loop(), Transport(sent, name)
        self.close_sent = False


async def _one_turn() -> None:
    await asyncio.sleep(0)


def test_frames_are_sent_at_the_end_of_the_turn_in_their_order() -> None:
    """Each socket gets its own frames in order, and none before the turn ends."""

    async def play() -> None:
        sent: list[tuple[str, bytes]] = []
        outbox, anna, ben = Outbox(), cast(Any, Line(sent, "anna")), cast(Any, Line(sent, "ben"))
        outbox.put(anna, b"1")
        outbox.put(ben, b"2")
        outbox.put(anna, b"3")
        assert sent == []
        await _one_turn()
        assert sent == [("anna", b"1"), ("ben", b"2"), ("anna", b"3")]
        outbox.put(ben, b"4")
        await _one_turn()
        assert sent[3:] == [("ben", b"4")]

    alone(play())


def test_no_frame_follows_the_close_frame() -> None:
    """A socket that is closing or down gets none of the waiting frames."""

    async def play() -> None:
        sent: list[tuple[str, bytes]] = []
        outbox, anna, ben = Outbox(), cast(Any, Line(sent, "anna")), cast(Any, Line(sent, "ben"))
        for line in (anna, ben):
            outbox.put(line, b"late")
        anna.close_sent = ben.transport.closing = True
        await _one_turn()
        assert sent == []

    alone(play())


def test_later_callbacks_run_after_a_frame_is_sent() -> None:
    """A frame is sent before any callback scheduled after it runs."""

    async def play() -> None:
        sent: list[tuple[str, bytes]] = []
        outbox, anna = Outbox(), cast(Any, Line(sent, "anna"))
        outbox.put(anna, b"frame")
        asyncio.get_running_loop().call_soon(anna.transport.write, b"close")
        await _one_turn()
        assert sent == [("anna", b"frame"), ("anna", b"close")]

    alone(play())
