"""Bots from a Python module of the user: `py:module.Class`, constructed with a game and a seed."""

from __future__ import annotations

import importlib
from typing import Any, cast

from roundhouse.bots.bot import Bot
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say


def import_bot(path: str, game: Game[Any], seed: int) -> Bot:
    """Return `module.Class(game, seed)`. Raise BadSetup if it cannot be imported."""
    module, _, name = path.rpartition(".")
    if not module:
        raise BadSetup(say("a Python bot is written py:module.Class, not 'py:{path}'", path=path))
    try:
        make = getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise BadSetup(say("the module '{module}' cannot be imported: {reason}", module=module, reason=str(error))) from error
    except AttributeError:
        raise BadSetup(say("there is no '{name}' in the module '{module}'", name=name, module=module)) from None
    return cast("Bot", make(game, seed))
