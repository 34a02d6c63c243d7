"""The options of a game in words, for people who set up a game."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any

from roundhouse.core.game import Game
from roundhouse.core.sentence import capital, say
from roundhouse.ui.page import OptionLabel, page_of
from roundhouse.ui.text import translate


@dataclass(frozen=True)
class OptionText:
    """One option: its name, its default value as it is written, what it means, and the values to choose from with their meaning."""

    name: str
    default: str
    meaning: str  # empty for an option that the game does not explain
    choices: tuple[tuple[str, str], ...]


def options_in_words(game: Game[Any], language: str) -> list[OptionText]:
    """Return the options of a game in the order of their declaration."""
    labels = page_of(game).options
    found = []
    for option in fields(game.options):
        label = labels.get(option.name)
        sentences = [] if label is None else [one for one in (label.label, label.help) if one is not None]
        meaning = " ".join(f"{capital(translate(one, language)).rstrip('.')}." for one in sentences)
        choices = () if label is None else _choices(game, label, language)
        found.append(OptionText(option.name, json.dumps(option.default), meaning, choices))
    return found


def _choices(game: Game[Any], label: OptionLabel, language: str) -> tuple[tuple[str, str], ...]:
    """Return the values to choose from; records and programs count seats from 0, people from 1."""
    if label.seat:
        return tuple((str(seat), translate(say("seat {number}", number=seat + 1), language)) for seat in range(game.seats[-1]))
    return tuple((choice.value, translate(choice.label, language)) for choice in label.choices)
