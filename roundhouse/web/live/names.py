"""What ratings call people and bots, which they know by their keys."""

from __future__ import annotations

from roundhouse.core.sentence import say
from roundhouse.ui.text import translate
from roundhouse.web.bots.levels import label
from roundhouse.web.ratings.repository import BOT_KEY


def rated_name(who: str, name: str, language: str) -> str:
    """Return what a page calls a rated player: a person by name, a level of bots by its label."""
    if not who.startswith(BOT_KEY):
        return name
    return translate(say("bot: {level}", level=label(who.removeprefix(BOT_KEY), language)), language)
