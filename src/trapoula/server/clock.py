"""A wall clock that never jumps."""

import time
from collections.abc import Callable
from functools import partial


def steady() -> Callable[[], float]:
    """Return a clock set to the time of day now. Later changes of the system clock do not affect it.

    Turns and idle times are measured by it, so no player loses one to a clock adjustment."""
    ticking = _ticking()
    began = time.time() - ticking()
    return lambda: began + ticking()


def _ticking() -> Callable[[], float]:
    """Return a monotonic timer that also counts time asleep, where the system can."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic if boot is None else partial(time.clock_gettime, boot)
