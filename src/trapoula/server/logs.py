"""The log of a server process: lines of JSON on standard error, and none of them in floods."""

import json
import logging
import sys
from time import monotonic

SELDOM = 60.0  # seconds between two lines that say the same


class JsonLines(logging.Formatter):
    """One JSON object a line: when, how grave, where and what; never contents or tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        if more := getattr(record, "more", 0):
            line["more"] = more  # of the same since the last line
        return json.dumps(line, ensure_ascii=False)


class Seldom(logging.Filter):
    """Lets a sentence through once a minute, and counts how often it was said meanwhile.

    A full disk or a database that is away would fill the log with one line for each move."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[object, ...], tuple[float, int]] = {}  # when, and how often since

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be written."""
        kind = record.exc_info[0] if record.exc_info else None
        key, now = (record.name, record.lineno, record.msg, kind), monotonic()
        last, more = self._said.get(key, (-SELDOM, 0))
        if now - last < SELDOM:
            self._said[key] = last, more + 1
            return False
        self._said[key] = now, 0
        record.more = more
        return True


def set_up_logs() -> None:
    """Log to standard error, as lines of JSON."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(JsonLines())
    lines.addFilter(Seldom())
    logging.basicConfig(level=logging.INFO, handlers=[lines], force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).setLevel(logging.WARNING)
