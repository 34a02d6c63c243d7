"""The board of each game in the middle of a game, as a picture in the house's own type."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from typing import Any, Final

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, SPECTATOR, State
from roundhouse.games import find
from roundhouse.play.log import view_of
from roundhouse.ui.fonts import web_font
from roundhouse.ui.picture import picture
from roundhouse.web.levels import robot_name
from roundhouse.web.words import blurb

_SEED: Final = 7
# What is shown of each drawing: its map, or of a tall one the part where most is built; cut where no name is.
_CROPS: Final = {
    "tickets": "0 0 916 584",
    "express": "0 0 920 589",
    "tycoon": "205 0 631 403",
    "dice1": "0 -46 844 494",
    "dice2": "0 0 896 597",
}


@cache
def board_picture(name: str) -> str:
    """The picture of a game: SVG that follows light and dark, complete in itself."""
    game = find(name)
    seats = blurb(game).bots_seats
    whole = _advised(game, seats, game.max_moves)[1]
    view = view_of(game, _advised(game, seats, whole * 3 // 5)[0], SPECTATOR)
    names = [robot_name([f"{seat}"]) for seat in range(seats)]
    document = picture(game, view, [], names)
    if name not in _CROPS:
        return document
    width, height = _CROPS[name].split()[2:]
    document = re.sub(
        r'viewBox="[^"]*" width="\d+" height="\d+"',
        f'viewBox="{_CROPS[name]}" width="{width}" height="{height}"',
        document,
        count=1,
    )
    return document.replace("</style>", f"{_type()}</style>", 1)


@cache
def _type() -> str:
    """The type as CSS: a picture in a page may load nothing, so it brings its letters along."""
    faces = "".join(
        f'@font-face{{font-family:"Source Sans Pro";font-weight:{weight};'
        f'src:url(data:font/woff2;base64,{b64encode(web_font(name)).decode()}) format("woff2")}}'
        for name, weight in (("regular", 400), ("semibold", 600))
    )
    return f'{faces}text{{font-family:"Source Sans Pro",sans-serif}}'


def _advised(game: Game[Any], seats: int, limit: int) -> tuple[State, int]:
    """A game played by its own heuristic, always the same, up to so many moves."""
    state: State = game.start(seats)
    rng = Rng(_SEED)
    count = 0
    while count < limit and state.actor >= CHANCE:
        state.apply(state.draw(rng) if state.actor == CHANCE else game.advise(game.view(state, state.actor), rng))
        count += 1
    return state, count
