"""A server stops without waiting for a question in progress."""

import asyncio
import time
from multiprocessing import active_children, get_context

from tests.loops import alone
from trapoula.server.lanes import Lanes

SOON = 20  # seconds, on a busy machine too; the question takes a minute


def test_a_question_in_progress_does_not_delay_the_stop() -> None:
    """Compiling the solver takes a minute and cannot be cancelled: its process is killed."""

    async def think_and_stop() -> float:
        before = active_children()  # of other tests in this process
        stranger = get_context("spawn").Process(target=time.sleep, args=(60,))
        stranger.start()
        lanes = Lanes("process")
        asking = asyncio.ensure_future(lanes.ask("hints", time.sleep, 60))
        while not (own := [one for one in active_children() if one not in (*before, stranger)]):
            await asyncio.sleep(0.05)
        since = time.monotonic()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        lanes.close()
        for child in own:
            child.join(SOON)
        assert not any(child.is_alive() for child in own)
        assert stranger.is_alive(), "it was none of the lanes"
        stranger.kill()
        return time.monotonic() - since

    assert alone(think_and_stop()) < SOON
