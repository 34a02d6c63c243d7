"""Clocks on pages: the time controls to choose from, and the time that each seat has left."""

from __future__ import annotations

import datetime
from typing import Any, Final

from babel.dates import format_datetime

from roundhouse.core.sentence import BadSetup, Sentence, say
from roundhouse.play.clock import DAY, HOUR, MINUTE, Clocks, TimeControl, parse
from roundhouse.ui.text import translate
from roundhouse.web.http.errors import HTTPError

REAL_TIME: Final = ("5m+10s", "10m+15s", "20m+20s", "45m+30s")  # about half an hour to half a day of play
CORRESPONDENCE: Final = ("12h", "1d", "3d", "7d")
UTC: Final = "UTC"


def clock_choices(language: str) -> list[dict[str, Any]]:
    """Return the time controls that a set-up page offers, in groups."""
    groups: tuple[tuple[Sentence, tuple[str, ...]], ...] = (
        (say("Real time"), REAL_TIME),
        (say("Correspondence, over several days"), CORRESPONDENCE),
    )
    return [
        {
            "label": translate(label, language),
            "clocks": [{"value": text, "label": translate(parse(text).sentence, language)} for text in texts],
        }
        for label, texts in groups
    ]


def clock_from_form(form: dict[str, str]) -> TimeControl | None:
    """Return the time control that a form asks for, if any; per turn, it may leave out the weekends of a time zone.

    Raise HTTPError if the form is wrong.
    """
    text = form.get("clock", "")
    if not text:
        return None
    try:
        clock = parse(text)
        if clock.per_turn and form.get("weekends") == "on":
            clock = parse(f"{text} off {form.get('zone', '').strip() or UTC}")
    except BadSetup as error:
        raise HTTPError(422, error.sentence) from error
    return clock


def clock_context(times: Clocks | None, seat: int, language: str) -> dict[str, Any] | None:
    """Return the clock of a seat for a template. It does not change while time passes: the page counts down by itself."""
    if times is None:
        return None
    clock, left = times.clock, times.left[seat]
    deadline = times.deadline if seat == times.seat else None
    return {
        "text": format_time_left(left, language),
        "left": round(left, 1),
        "deadline": None if deadline is None else round(deadline, 1),
        "until": None if deadline is None or not clock.per_turn else _format_moment(deadline, language),
        "short": round(clock.short, 1),
        "is_short": deadline is None and left < clock.short,
    }


def format_time_left(seconds: float, language: str) -> str:
    """Return a time as `m:ss` below an hour, otherwise in hours or days. `clock.js` writes the same."""
    whole = int(seconds)
    if whole < HOUR:
        return f"{whole // MINUTE}:{whole % MINUTE:02}"
    if whole < DAY:
        return translate(say("{hours} h {minutes} min", hours=whole // HOUR, minutes=whole % HOUR // MINUTE), language)
    return translate(say("{days} d {hours} h", days=whole // DAY, hours=whole % DAY // HOUR), language)


def _format_moment(at: float, language: str) -> str:
    return str(format_datetime(datetime.datetime.fromtimestamp(at, datetime.UTC), "EEE d MMM, HH:mm 'UTC'", locale=language))
