"""Pictures of games in the house's own type: each board in the middle of a game, and what the rules show."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from threading import Lock
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.state import SPECTATOR
from roundhouse.games import find
from roundhouse.play.log import view_of
from roundhouse.ui import drawing
from roundhouse.ui.fonts import web_font
from roundhouse.ui.frame import frame_of
from roundhouse.ui.picture import document
from roundhouse.web.bots.levels import bot_name
from roundhouse.web.catalog.games import blurb
from roundhouse.web.catalog.scenes import advised, find_scene, moments, window
from roundhouse.web.catalog.scenes.scene import Scene

BOARD: Final = "board"  # the picture that every game has
_ONE_BY_ONE: Final = Lock()  # a page asks for several at once, which share the game that was played for them
# What is shown of each drawing: its map, or of a tall one the part where most is built; cut where no name is.
_CROPS: Final = {
    "tickets": "0 0 916 584",
    "express": "0 0 920 589",
    "tycoon": "205 0 631 403",
    "dice1": "0 -46 844 494",
    "dice2": "0 0 896 597",
}


def picture_of(game: Game[Any], name: str, language: str) -> str | None:
    """A picture as SVG that follows light and dark, complete in itself: the board, or a scene of the rules by its name."""
    if name != BOARD and find_scene(game, name) is None:
        return None
    with _ONE_BY_ONE:
        return _picture(game.name, name, language)


@cache
def _picture(game_name: str, name: str, language: str) -> str:
    game = find(game_name)
    scene = find_scene(game, name)
    return _board(game, language) if scene is None else _scene(game, scene, language)


def _board(game: Game[Any], language: str) -> str:
    seats = blurb(game).bots_seats
    whole = advised(game, seats, game.max_moves)[1]
    view = view_of(game, advised(game, seats, whole * 3 // 5)[0], SPECTATOR)
    parts = drawing.render(game, view, [], _names(seats), language, "wide")
    window = _CROPS.get(game.name) or frame_of(parts, drawing.canvas(game, "wide"), "wide").board
    return _typed(document(game, parts, game.backdrop(view, "wide"), window, language))


def _scene(game: Game[Any], scene: Scene, language: str) -> str:
    """A piece of the map with what may be done on it, or one panel."""
    seats = blurb(game).bots_seats
    state, seat, moves = moments(game.name, seats)[scene.name]
    view = view_of(game, state, seat)
    parts = drawing.render(game, view, moves, _names(seats), language, "wide")
    on_map = " " in scene.show
    shown = {name: part for name, part in parts.items() if name != "menus"} if on_map else {scene.show: parts[scene.show]}
    backdrop = game.backdrop(view, "wide") if on_map else ""
    return _typed(document(game, shown, backdrop, window(scene, parts, drawing.canvas(game, "wide")), language))


def _names(seats: int) -> list[str]:
    names: list[str] = []
    for _ in range(seats):
        names.append(bot_name(names))
    return names


def _typed(picture: str) -> str:
    return picture.replace("</style>", f"{_type()}</style>", 1)


@cache
def _type() -> str:
    """The type as CSS: a picture in a page may load nothing, so it brings its letters along."""
    faces = "".join(
        f'@font-face{{font-family:"Source Sans Pro";font-weight:{weight};'
        f'src:url(data:font/woff2;base64,{b64encode(web_font(name)).decode()}) format("woff2")}}'
        for name, weight in (("regular", 400), ("semibold", 600))
    )
    return f'{faces}text{{font-family:"Source Sans Pro",sans-serif}}'
