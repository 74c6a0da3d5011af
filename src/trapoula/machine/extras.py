"""Optional packages: which extra installs each, and the error when one is missing."""

import sys
from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from typing import ParamSpec, TypeVar

from trapoula.core.errors import TrapoulaError

EXTRAS = {  # the modules that each extra installs
    "solve": ("numpy", "numba", "llvmlite"),
    "study": ("distributed",),
    "server": ("starlette", "uvicorn", "websockets", "h11"),
    "push": ("http_ece", "py_vapid"),
    "postgres": ("psycopg",),
    "tui": ("textual", "websockets"),
    "learn": ("gymnasium", "pettingzoo"),
}
COMPILES = (
    sys.platform != "emscripten"
)  # compiled code cannot run in a browser, whatever is installed
COMMAND = 'pip install "trapoula[{}]"'


class NotInstalled(TrapoulaError, ImportError):
    """A part of Trapoula whose extra is not installed."""

    code = "not-installed"


def need(extra: str) -> None:
    """Raise `NotInstalled` if a package of an extra is missing."""
    for package in EXTRAS[extra]:
        try:
            found = find_spec(package)
        except ModuleNotFoundError:
            found = None
        if found is None:
            raise _refusal(package, extra)


Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def naming_extras(work: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Decorate a function so that a missing module becomes a `NotInstalled` that names the extra."""

    @wraps(work)
    def told(*given: Given.args, **named: Given.kwargs) -> Answer:
        try:
            return work(*given, **named)
        except ModuleNotFoundError as error:
            refusal = missing(error)
            if refusal is None:
                raise
            raise refusal from None

    return told


def missing(error: ModuleNotFoundError) -> NotInstalled | None:
    """Return the error for a missing module if an extra installs it."""
    package = (error.name or "").partition(".")[0]
    for extra, packages in EXTRAS.items():
        if package in packages:
            return _refusal(package, extra)
    return None


def _refusal(package: str, extra: str) -> NotInstalled:
    return NotInstalled(
        "This needs {package}, which is not installed: {command} brings it.",
        package=package,
        command=COMMAND.format(extra),
    )
