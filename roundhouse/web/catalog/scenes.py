"""Pictures for the rules: positions of a game that is always the same, drawn as a player would see them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, NamedTuple

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.games import find
from roundhouse.ui.page import Scene, page_of
from roundhouse.ui.text import translate

_SEED: Final = 7
_MARGIN: Final = 16.0
_PLACE: Final = re.compile(r'<g transform="translate\((-?[\d.]+) (-?[\d.]+)\)">')


class Moment(NamedTuple):
    """A position, the seat that sees it, and the moves it is offered."""

    state: State
    seat: int
    moves: tuple[int, ...]


def find_scene(game: Game[Any], name: str) -> Scene | None:
    """Return the scene of that name."""
    return next((scene for scene in page_of(game).scenes if scene.name == name), None)


def scene_contexts(game: Game[Any], language: str) -> dict[int, list[dict[str, str]]]:
    """Return the template contexts of a game's scenes by chapter of the rules."""
    contexts: dict[int, list[dict[str, str]]] = {}
    for scene in page_of(game).scenes:
        address = f"/pictures/{language}/{game.name}/{scene.name}.svg"
        contexts.setdefault(scene.chapter, []).append({"address": address, "caption": translate(scene.caption, language)})
    return contexts


def play_advised(game: Game[Any], seats: int, limit: int) -> tuple[State, int]:
    """Let the heuristic play the same game as always, up to `limit` moves. Return the state and the number of moves."""
    state: State = game.start(seats)
    rng = Rng(_SEED)
    count = 0
    while count < limit and state.actor >= CHANCE:
        _step(game, state, rng)
        count += 1
    return state, count


def _step(game: Game[Any], state: State, rng: Rng) -> None:
    state.apply(state.draw(rng) if state.actor == CHANCE else game.advise(game.view(state, state.actor), rng))


@cache
def moments(game_name: str, seats: int) -> dict[str, Moment]:
    """Return the moments of all scenes by name, found in one game."""
    game = find(game_name)
    scenes = page_of(game).scenes
    found: dict[str, Moment] = {}
    state: State = game.start(seats)
    rng = Rng(_SEED)
    count = 0
    while state.actor != OVER:
        if state.actor != CHANCE:
            texts = {move: game.notation(move) for move in state.legal_moves()}
            for scene in scenes:
                if scene.name not in found and count >= scene.after and _is_offered(scene, list(texts.values())):
                    found[scene.name] = Moment(state.copy(), state.actor, tuple(texts))
        _step(game, state, rng)
        count += 1
    return found | {scene.name: Moment(state, 0, ()) for scene in scenes if not scene.offers}


def _is_offered(scene: Scene, texts: list[str]) -> bool:
    return any(text.split()[0] == scene.offers for text in texts)


def view_box(show: str, size: tuple[float, float], parts: dict[str, str], canvas: tuple[int, int]) -> str:
    """Return what a picture shows of a drawing as a `viewBox`: a piece of the map, or a panel down to the start of the next."""
    if " " in show:
        return show
    places = {name: (float(at[1]), float(at[2])) for name, part in parts.items() if (at := _PLACE.match(part))}
    x, y = places[show]
    column = places["prompt"][0]
    width = size[0] or (canvas[0] if x >= column else column - _MARGIN) - _MARGIN - x
    below = [other[1] for other in places.values() if other[0] == x and other[1] > y]
    height = size[1] or (min(below) if below else canvas[1]) - y - 10
    return f"{x - 8:g} {y - 8:g} {width + 16:g} {height + 8:g}"
