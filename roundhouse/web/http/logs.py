"""Logs: one line per event, as text or JSON. Nothing that identifies a guest or grants access is logged."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, Final

from roundhouse.core.sentence import BadSetup, say

FORMS: Final = ("text", "json")
LEVELS: Final = ("debug", "info", "warning", "error")
_FACTS: Final = "facts"  # attribute of a log record: its values by name


class JsonFormatter(logging.Formatter):
    """One JSON object per line: time, level, logger, message, and the record's values by name."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line: dict[str, Any] = {
            "at": _moment(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, _FACTS, {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    """The same as text, on one line unless there is a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        facts = " ".join(f"{name}={value}" for name, value in getattr(record, _FACTS, {}).items())
        line = f"{_moment(record.created)} {record.levelname.lower():7} {record.getMessage()}"
        line = f"{line} {facts}" if facts else line
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def facts(**values: Any) -> dict[str, Any]:
    """Return `extra` for a log call, without values that are None: `logger.info("moved", extra=facts(table=id))`."""
    return {_FACTS: {name: value for name, value in values.items() if value is not None}}


def set_up(form: str, level: str) -> None:
    """Log to standard error in a format of `FORMS`, from `level` up. Raises BadSetup for an unknown format or level."""
    if form not in FORMS:
        raise BadSetup(say("the log format must be one of {forms}, not '{form}'", forms=", ".join(FORMS), form=form))
    if level not in LEVELS:
        raise BadSetup(say("the log level must be one of {levels}, not '{level}'", levels=", ".join(LEVELS), level=level))
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("roundhouse").setLevel(level.upper())


def _moment(seconds: float) -> str:
    """Return a timestamp in UTC, to the millisecond."""
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{int(seconds * 1000) % 1000:03}Z"
