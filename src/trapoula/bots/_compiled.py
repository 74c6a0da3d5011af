"""How the bots' code is compiled: kept under a digest of what it is made from, the rules' constants too."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from trapoula.compiled import kept

_OWN = ("bots/_dice", "bots/_turns", "bots/_steps", "bots/_ends", "bots/_ahead", "bots/_twists")
_RULES = ("tables/_rows", "tables/_commands")
_FILES = tuple(str(Path(__file__).parents[1] / f"{name}.py") for name in (*_OWN, *_RULES))

entrance: Callable[[Callable[..., Any]], Callable[..., Any]] = kept(*_FILES)
