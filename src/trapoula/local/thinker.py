"""Questions for other workers: pack a question, answer it there, and unpack the answer."""

import logging
import pickle
from collections.abc import Callable
from typing import Any

from trapoula.core.errors import TrapoulaError
from trapoula.room.errors import Failed

log = logging.getLogger("trapoula.local")


def pack(think: Callable[..., Any], about: tuple[object, ...]) -> bytes:
    """Pack a question for a worker with the same version of the rules."""
    return pickle.dumps((think, about))


def answer(packed: bytes) -> bytes:
    """Answer a packed question, or return its refusal."""
    think, about = pickle.loads(packed)
    try:
        return pickle.dumps((think(*about), None))
    except TrapoulaError as error:
        wrong = error
    except Exception:  # a bug in the function, not an error of the caller
        log.exception("a question failed")
        wrong = Failed("That thought was lost; try again.")
    return pickle.dumps((None, (type(wrong), wrong.message, wrong.facts)))


def unpack(packed: bytes) -> Any:
    """Return the result in an answer, or raise its refusal."""
    thought, refusal = pickle.loads(packed)
    if refusal is not None:
        kind, message, facts = refusal
        raise kind(message, **facts)
    return thought
