"""Logs: a line an event, for people or as JSON for programs. What identifies a guest or opens a door is never among them."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, Final

from roundhouse.core.sentence import BadSetup, say

FORMS: Final = ("text", "json")
LEVELS: Final = ("debug", "info", "warning", "error")
_FACTS: Final = "facts"  # the attribute of a log record that holds values by name


class JsonFormatter(logging.Formatter):
    """One JSON object a line: when, how grave, who says it, what, and its values by name."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
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
    """The same for people, on one line unless there is a trace."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        facts = " ".join(f"{name}={value}" for name, value in getattr(record, _FACTS, {}).items())
        line = f"{_moment(record.created)} {record.levelname.lower():7} {record.getMessage()}"
        line = f"{line} {facts}" if facts else line
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def facts(**values: Any) -> dict[str, Any]:
    """Values by name for a log record: `logger.info("moved", extra=facts(table=id))`."""
    return {_FACTS: {name: value for name, value in values.items() if value is not None}}


def set_up(form: str, level: str) -> None:
    """Sends what the house logs to standard error, which services collect; standard output is for who started it."""
    if form not in FORMS:
        raise BadSetup(say("a log is one of {forms}, not '{form}'", forms=", ".join(FORMS), form=form))
    if level not in LEVELS:
        raise BadSetup(say("a log level is one of {levels}, not '{level}'", levels=", ".join(LEVELS), level=level))
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("roundhouse").setLevel(level.upper())


def _moment(seconds: float) -> str:
    """UTC, to the millisecond."""
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{int(seconds * 1000) % 1000:03}Z"
