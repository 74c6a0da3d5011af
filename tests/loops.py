"""A loop for what a test awaits, whatever else runs in its thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Found = TypeVar("Found")


def alone(work: Coroutine[Any, Any, Found], wait: float | None = None) -> Found:
    """What comes of it, within some seconds, found in a thread of its own.

    In the thread of the tests a browser's loop may stand still, from the first test that opened one to the
    end; Python lets no other run there."""

    async def bounded() -> Found:
        return await asyncio.wait_for(work, wait)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, bounded()).result()
