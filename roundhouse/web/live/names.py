"""The names of rated players, who are stored by rating key."""

from __future__ import annotations

from roundhouse.core.sentence import say
from roundhouse.ui.text import translate
from roundhouse.web.bots.levels import label
from roundhouse.web.ratings.repository import BOT_KEY


def rated_name(rating_key: str, name: str, language: str) -> str:
    """Return the name of a rated player on a page: that of a person, or the label of a level of bots."""
    if not rating_key.startswith(BOT_KEY):
        return name
    return translate(say("bot: {level}", level=label(rating_key.removeprefix(BOT_KEY), language)), language)
