"""The time of day that never jumps."""

import time
from collections.abc import Callable


def steady() -> Callable[[], float]:
    """A clock set by the time of day now, which goes on evenly whatever is done to that later.

    Turns and silences are measured by it, so nobody loses one because the machine was set right."""
    set_to, since = time.time(), _ticking()
    return lambda: set_to + _ticking() - since


def _ticking() -> float:
    """Seconds since some moment; those asleep count too, where the system can tell."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)
