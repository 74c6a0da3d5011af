"""Thoughts that travel: a question is packed, thought about elsewhere, and its answer unpacked."""

import logging
import pickle
from collections.abc import Callable
from typing import Any

from trapoula.core.errors import TrapoulaError
from trapoula.room.errors import Failed

log = logging.getLogger("trapoula.local")


def pack(think: Callable[..., Any], about: tuple[object, ...]) -> bytes:
    """A question for the road: only for those who run the same rules."""
    return pickle.dumps((think, about))


def answer(packed: bytes) -> bytes:
    """The thought on a packed question, or why there is none."""
    think, about = pickle.loads(packed)
    try:
        return pickle.dumps((think(*about), None))
    except TrapoulaError as error:
        wrong = error
    except Exception:  # its fault, and not that of whoever asked
        log.exception("a thought failed")
        wrong = Failed("That thought was lost; try again.")
    return pickle.dumps((None, (type(wrong), wrong.message, wrong.facts)))


def unpack(packed: bytes) -> Any:
    """The thought of an answer; a refusal is raised."""
    thought, refusal = pickle.loads(packed)
    if refusal is not None:
        kind, message, facts = refusal
        raise kind(message, **facts)
    return thought
