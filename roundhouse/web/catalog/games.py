"""Games and their options in pages and forms."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from roundhouse.core.game import FILE, Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import GAMES
from roundhouse.ui.page import OptionLabel, has_own_components, page_of
from roundhouse.ui.text import translate
from roundhouse.web.http.errors import HTTPError


def player_count(game: Game[Any]) -> int:
    """Return the number of players of a one-click game against bots."""
    return page_of(game).players or game.seats[0]


def game_context(game: Game[Any], language: str) -> dict[str, Any]:
    """Return the template context of one game."""
    page = page_of(game)
    return {
        "name": game.name,
        "title": game.title,
        "sentence": translate(page.description, language),
        "reconstructed": translate(page.reconstructed, language) if page.reconstructed else "",
        "own_components": has_own_components(game),
        "least": game.seats[0],
        "most": game.seats[-1],
        "minutes": page.minutes,
        "bots_seats": player_count(game),
        "tour": bool(page.tour),
    }


def games_context(language: str) -> list[dict[str, Any]]:
    """Return the template contexts of all games."""
    return [game_context(game, language) for game in GAMES]


def option_contexts(game: Game[Any], language: str) -> list[dict[str, Any]]:
    """Return the template contexts of a game's options, in the order of their declaration."""
    labels = page_of(game).options
    contexts = []
    for option in fields(game.options):
        label = labels.get(option.name, OptionLabel(say("{name}", name=option.name)))
        choices: list[dict[str, Any]] = [
            {"value": choice.value, "label": translate(choice.label, language)} for choice in label.choices
        ]
        if label.seat:
            choices = [
                {"value": seat, "label": translate(say("seat {number}", number=seat + 1), language)}
                for seat in range(game.seats[-1])
            ]
        contexts.append(
            {
                "name": option.name,
                "kind": type(option.default).__name__,
                "default": option.default,
                "choices": choices,
                "label": translate(label.label, language),
                "file": FILE in option.metadata,
                "help": "" if label.help is None else translate(label.help, language),
            }
        )
    return contexts


def options_from_form(game: Game[Any], form: dict[str, str]) -> dict[str, Any]:
    """Return the options that a form sets to another value than the default. Raise HTTPError for a bad number.

    Browsers do not send unticked boxes, so a missing tick means False if the form has other fields of the set-up page.
    """
    sent = any(name.startswith("option-") for name in form) or "name" in form
    options: dict[str, Any] = {}
    for option in fields(game.options):
        text = form.get(f"option-{option.name}")
        if isinstance(option.default, bool):
            options[option.name] = text in ("on", "true", "1") if sent else option.default
        elif text is not None:
            options[option.name] = _number(text) if isinstance(option.default, int) else _choice(game, option.name, text)
        pasted = form.get(f"option-{option.name}-text", "").strip()
        if pasted and FILE in option.metadata:
            options[option.name] = pasted
    check_files(game, options)
    defaults = {option.name: option.default for option in fields(game.options)}
    return {name: value for name, value in options.items() if value != defaults[name]}


def check_files(game: Game[Any], options: Mapping[str, Any]) -> None:
    """Raise HTTPError 400 if the text of a file, as the value of an option, cannot be used."""
    for option in fields(game.options):
        if FILE in option.metadata and options.get(option.name, option.default) != option.default:
            try:
                game.on({option.name: options[option.name]})
            except BadSetup as error:
                raise HTTPError(400, error.sentence) from error


def _number(text: str) -> int:
    if not text.removeprefix("-").isascii() or not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise HTTPError(422, say("'{text}' is not a whole number", text=text[:20]))
    return int(text)


def _choice(game: Game[Any], option: str, text: str) -> str:
    """Return the value of a text option; a numbered choice gets its random number here."""
    label = page_of(game).options.get(option)
    numbered = [] if label is None else [choice.value for choice in label.choices if choice.numbered]
    return f"{text} {secrets.randbelow(10**6)}" if text in numbered else text[:5000]
