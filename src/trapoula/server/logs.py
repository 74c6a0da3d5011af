"""The server's log: JSON lines on standard error, without floods."""

import json
import logging
import sys
from time import monotonic

REPEAT_SECONDS = 60.0  # seconds between two equal lines


class JsonLines(logging.Formatter):
    """Formats a record as a JSON object: time, level, logger and message, without contents or tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        if more := getattr(record, "more", 0):
            line["more"] = more  # equal lines dropped since the last one
        return json.dumps(line, ensure_ascii=False)


class RepeatFilter(logging.Filter):
    """Passes a message once a minute, and counts the ones it drops.

    A full disk, or a database that is away, would log a line for each move."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[object, ...], tuple[float, int]] = {}  # last time, drops since

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record."""
        kind = record.exc_info[0] if record.exc_info else None
        key, now = (record.name, record.lineno, record.msg, kind), monotonic()
        last, more = self._said.get(key, (-REPEAT_SECONDS, 0))
        if now - last < REPEAT_SECONDS:
            self._said[key] = last, more + 1
            return False
        self._said[key] = now, 0
        record.more = more
        return True


def set_up_logs() -> None:
    """Log to standard error, as JSON lines."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(JsonLines())
    lines.addFilter(RepeatFilter())
    logging.basicConfig(level=logging.INFO, handlers=[lines], force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).setLevel(logging.WARNING)
