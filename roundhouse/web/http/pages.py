"""Jinja2 templates, translated to the reader's language."""

from __future__ import annotations

import datetime
import time
from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from babel.dates import format_date, format_datetime, format_timedelta
from babel.numbers import format_decimal, format_percent
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from roundhouse.core.sentence import Sentence
from roundhouse.ui.languages import LANGUAGES, language_name
from roundhouse.ui.text import translate
from roundhouse.web.http import assets
from roundhouse.web.http.clause_links import cite
from roundhouse.web.http.qr import qr_code
from roundhouse.web.http.seat_dots import seat_dot, seat_line
from roundhouse.web.http.table_links import table_links


def page(template: str, language: str, context: Mapping[str, Any]) -> str:
    """Render a template."""
    return _environment(language).get_template(template).render(context)


def panel(name: str, language: str, context: Mapping[str, Any]) -> str:
    """Render a panel of a table."""
    return page(f"panels/{name}.html", language, context).strip()


@cache
def _environment(language: str) -> Environment:
    if language not in LANGUAGES:
        raise ValueError(language)
    environment = Environment(
        loader=PackageLoader("roundhouse.web"),
        autoescape=select_autoescape(["html", "svg"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals |= {
        "_": partial(_message, language),
        "_n": partial(_plural_message, language),
        "lang": language,
        "languages": {name: language_name(name) for name in LANGUAGES},
        "static": assets.url,
    }
    environment.filters |= {
        "number": partial(number, language=language),
        "when": partial(when, language=language),
        "day": partial(day, language=language),
        "date": partial(date, language=language),
        "cite": cite,
        "seat_dot": seat_dot,
        "seat_line": seat_line,
        "table_links": table_links,
        "qr_code": qr_code,
    }
    return environment


def _message(language: str, message: str, /, **values: object) -> Markup:
    return Markup(translate(Sentence(message, _escaped(values)), language))


def _plural_message(language: str, one: str, many: str, /, count: int, **values: object) -> Markup:
    values["count"] = number(count, language)
    return Markup(translate(Sentence(one, _escaped(values), many, count), language))


def _escaped(values: Mapping[str, object]) -> dict[str, object]:
    return {name: escape(value) for name, value in values.items()}


def number(value: float, language: str) -> str:
    """Format a number, with a minus sign rather than a hyphen."""
    return str(format_decimal(value, locale=language)).replace("-", "−")


def when(at: float, language: str) -> str:
    """Format how long ago a moment was."""
    return str(format_timedelta(-max(1, int(time.time() - at)), add_direction=True, locale=language))


def day(at: float, language: str) -> str:
    """Format a date with its time."""
    moment = datetime.datetime.fromtimestamp(at, datetime.UTC)
    return str(format_datetime(moment, "medium", locale=language))


def date(at: float, language: str) -> str:
    """Format a date without its time."""
    return str(format_date(datetime.datetime.fromtimestamp(at, datetime.UTC), "long", locale=language))


def percent(part: float, language: str) -> str:
    """Format a fraction as a percentage."""
    return str(format_percent(part, locale=language))
