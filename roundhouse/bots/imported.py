"""Bots of somebody else's Python: `py:module.Class`, called with a game and a seed."""

from __future__ import annotations

import importlib
from typing import Any, cast

from roundhouse.bots.bot import Bot
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say


def imported(path: str, game: Game[Any], seed: int) -> Bot:
    """The bot that `module.Class(game, seed)` gives."""
    module, _, name = path.rpartition(".")
    if not module:
        raise BadSetup(say("a bot in Python is written py:module.Class, not 'py:{path}'", path=path))
    try:
        make = getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise BadSetup(say("the module '{module}' cannot be imported: {reason}", module=module, reason=str(error))) from error
    except AttributeError:
        raise BadSetup(say("there is no '{name}' in the module '{module}'", name=name, module=module)) from None
    return cast("Bot", make(game, seed))
