"""Whistle: each player rolls a die in secret, and may roll once more."""

from __future__ import annotations

from typing import Final

from roundhouse.core.game import Game

from whistle_game.bot import advise, evaluate
from whistle_game.drawing import CANVAS, backdrop, render
from whistle_game.features import FEATURES, encode
from whistle_game.moves import FACES, MOVES, notation, parse
from whistle_game.named import NamedView, describe_view
from whistle_game.sketch import sketch
from whistle_game.state import start
from whistle_game.view import determinize, view
from whistle_game.words import describe, prompt, refusal

GAME: Final = Game(
    name="whistle",
    package=__name__,
    title="Whistle",
    version=1,
    clauses="WHI",
    seats=range(2, 5),
    move_count=MOVES,
    outcome_count=FACES,
    shadow_count=1,
    max_moves=20,
    setup=start,
    notation=notation,
    parse=parse,
    view=view,
    determinize=determinize,
    refusal=refusal,
    describe=describe,
    prompt=prompt,
    # From here on everything can be left out.
    advise=advise,
    evaluate=evaluate,
    features=FEATURES,
    encode=encode,
    describe_view=describe_view,
    view_type=NamedView,
    sketch=sketch,
    backdrop=backdrop,
    render=render,
    canvas=CANVAS,
)
