"""The time of day that never jumps."""

import time
from collections.abc import Callable
from functools import partial


def steady() -> Callable[[], float]:
    """A clock set by the time of day now, which goes on evenly whatever is done to that later.

    Turns and silences are measured by it, so nobody loses one because the machine was set right."""
    ticking = _ticking()
    began = time.time() - ticking()
    return lambda: began + ticking()


def _ticking() -> Callable[[], float]:
    """Tells the seconds since some moment; those asleep count too, where the system can tell."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic if boot is None else partial(time.clock_gettime, boot)
