"""A short description of this machine."""

import os
import platform
from functools import cache
from pathlib import Path


@cache
def machine() -> str:
    """Return the processor, the number of cores and the Python version."""
    return f"{_processor()} × {os.cpu_count() or 1}, Python {platform.python_version()}"


def _processor() -> str:
    try:
        told = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        told = ""
    names = (
        line.partition(":")[2].strip()
        for line in told.splitlines()
        if line.startswith("model name")
    )
    return next(names, "") or platform.processor() or platform.machine()
