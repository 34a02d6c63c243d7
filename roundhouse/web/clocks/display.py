"""What pages show of clocks: the paces that can be chosen, and what each seat has left."""

from __future__ import annotations

import datetime
from typing import Any, Final

from babel.dates import format_datetime

from roundhouse.core.sentence import BadSetup, Sentence, say
from roundhouse.play.clock import DAY, HOUR, MINUTE, Clocks, TimeControl, parse
from roundhouse.ui.text import translate
from roundhouse.web.http.errors import HTTPError

LIVE: Final = ("5m+10s", "10m+15s", "20m+20s", "45m+30s")  # about half an hour to half a day of play
SLOW: Final = ("12h", "1d", "3d", "7d")
UTC: Final = "UTC"


def paces(language: str) -> list[dict[str, Any]]:
    """The clocks that a set-up page offers, in groups."""
    groups: tuple[tuple[Sentence, tuple[str, ...]], ...] = (
        (say("Live, everybody at the table"), LIVE),
        (say("Over days, whenever you like"), SLOW),
    )
    return [
        {
            "label": translate(label, language),
            "clocks": [{"value": text, "label": translate(parse(text).sentence, language)} for text in texts],
        }
        for label, texts in groups
    ]


def clock_from_form(form: dict[str, str]) -> TimeControl | None:
    """The clock that a form asks for: none, a pace, or a slow pace with the weekends of a zone off."""
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


def face(times: Clocks | None, seat: int, language: str) -> dict[str, Any] | None:
    """The clock of a seat in a page; the same bytes until something happens, since the page counts down by itself."""
    if times is None:
        return None
    clock, left = times.clock, times.left[seat]
    deadline = times.deadline if seat == times.seat else None
    return {
        "text": told(left, language),
        "left": round(left, 1),
        "deadline": None if deadline is None else round(deadline, 1),
        "until": None if deadline is None or not clock.per_turn else _moment(deadline, language),
        "short": round(clock.short, 1),
        "is_short": deadline is None and left < clock.short,
    }


def told(seconds: float, language: str) -> str:
    """A time that is left: as a clock shows it below an hour, in hours or days above; `clock.js` writes the same."""
    whole = int(seconds)
    if whole < HOUR:
        return f"{whole // MINUTE}:{whole % MINUTE:02}"
    if whole < DAY:
        return translate(say("{hours} h {minutes} min", hours=whole // HOUR, minutes=whole % HOUR // MINUTE), language)
    return translate(say("{days} d {hours} h", days=whole // DAY, hours=whole % DAY // HOUR), language)


def _moment(at: float, language: str) -> str:
    return str(format_datetime(datetime.datetime.fromtimestamp(at, datetime.UTC), "EEE d MMM, HH:mm 'UTC'", locale=language))
