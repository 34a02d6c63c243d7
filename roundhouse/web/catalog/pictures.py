"""Pictures of games: the board in the middle of a game, the scenes of the rules, and the figures of the guide."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from threading import Lock
from typing import Any, Final, NamedTuple

from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.state import SPECTATOR
from roundhouse.games import find
from roundhouse.play.log import view_of
from roundhouse.ui import drawing
from roundhouse.ui.fonts import FAMILY, WEIGHTS, web_font
from roundhouse.ui.frame import frame_of
from roundhouse.ui.guide import Figure, figure_request, figures
from roundhouse.ui.page import Scene, page_of
from roundhouse.ui.picture import document
from roundhouse.web.bots.levels import bot_name
from roundhouse.web.catalog.games import player_count
from roundhouse.web.catalog.scenes import find_scene, moments, play_advised, view_box

BOARD: Final = "board"  # the picture that every game has
GUIDE: Final = "guide-"  # begins the names of the figures of guides
_LOCK: Final = Lock()  # a page loads several pictures at once; the game they are taken from is played only once


def picture_of(game: Game[Any], name: str, language: str) -> str | None:
    """Return a self-contained SVG that follows light and dark mode: the board, a scene, or a figure of the guide.

    None for another name.
    """
    known = name == BOARD or find_scene(game, name) is not None or name.removeprefix(GUIDE) in figures(game)
    if not known:
        return None
    with _LOCK:
        return _picture(game.name, name, language)


@cache
def _picture(game_name: str, name: str, language: str) -> str:
    game = find(game_name)
    if name.startswith(GUIDE):
        return _drawn(*_figure(game, figures(game)[name.removeprefix(GUIDE)], language))
    scene = find_scene(game, name)
    return _board(game, language) if scene is None else _drawn(*_scene(game, scene, language))


def _board(game: Game[Any], language: str) -> str:
    seats = player_count(game)
    total = play_advised(game, seats, game.max_moves)[1]
    view = view_of(game, play_advised(game, seats, total * 3 // 5)[0], SPECTATOR)
    parts = drawing.render(game, DrawingRequest(view=view, names=_names(seats), language=language))
    window = page_of(game).crop or frame_of(parts, drawing.canvas(game, "wide"), "wide").board
    return _with_fonts(document(game, parts, game.backdrop(view, "wide"), window, language))


class _Shot(NamedTuple):
    """A drawing, and what is shown of it: a piece of the map with the legal moves on it, or one panel."""

    game: Game[Any]
    request: DrawingRequest[Any]
    show: str
    size: tuple[float, float]


def _scene(game: Game[Any], scene: Scene, language: str) -> _Shot:
    seats = player_count(game)
    state, seat, moves = moments(game.name, seats)[scene.name]
    request = DrawingRequest(view=view_of(game, state, seat), moves=moves, names=_names(seats), language=language)
    return _Shot(game, request, scene.show, scene.size)


def _figure(game: Game[Any], figure: Figure, language: str) -> _Shot:
    on_board, request = figure_request(game, figure, language)
    return _Shot(on_board, request, figure.show, figure.size)


def _drawn(game: Game[Any], request: DrawingRequest[Any], show: str, size: tuple[float, float]) -> str:
    parts = drawing.render(game, request)
    on_map = " " in show
    shown = {name: part for name, part in parts.items() if name != "menus"} if on_map else {show: parts[show]}
    backdrop = game.backdrop(request.view, "wide") if on_map else ""
    window = view_box(show, size, parts, drawing.canvas(game, "wide"))
    return _with_fonts(document(game, shown, backdrop, window, request.language))


def _names(seats: int) -> list[str]:
    names: list[str] = []
    for _ in range(seats):
        names.append(bot_name(names))
    return names


def _with_fonts(picture: str) -> str:
    return picture.replace("</style>", f"{_font_css()}</style>", 1)


@cache
def _font_css() -> str:
    """Return the fonts as CSS with embedded data: an image in a page cannot load other files."""
    faces = "".join(
        f'@font-face{{font-family:"{FAMILY}";font-weight:{weight};'
        f'src:url(data:font/woff2;base64,{b64encode(web_font(name)).decode()}) format("woff2")}}'
        for name, weight in WEIGHTS.items()
    )
    return f'{faces}text{{font-family:"{FAMILY}",sans-serif}}'
