"""A game without a drawing is shown as text and buttons; one that has its own is drawn by it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest, Game, no_backdrop, no_drawing
from roundhouse.core.playout import random_moves
from roundhouse.core.state import State
from roundhouse.games import GAMES
from roundhouse.play.laws import check_game, offered_moves
from roundhouse.ui import drawing
from roundhouse.ui.frame import frame_of
from roundhouse.ui.picture import picture
from tests.whistle import GAME

LAYOUTS = ("wide", "narrow")
NAMES = [f"Player {seat}" for seat in range(6)]


def undrawn(game: Game[Any]) -> Game[Any]:
    """The game without its drawing."""
    return replace(game, render=no_drawing, backdrop=no_backdrop, canvas={})


def middle(game: Game[Any]) -> State:
    state: State = game.start(game.seats[0])
    random_moves(state, Rng(1), 12)
    return state


def shown(game: Game[Any], layout: str) -> dict[str, str]:
    state = middle(game)
    view, moves = game.view(state, state.actor), list(state.legal_moves())
    return drawing.render(game, DrawingRequest(view=view, moves=moves, names=NAMES, layout=layout))


def test_a_game_with_a_drawing_is_drawn_by_it() -> None:
    """Its parts and its paper."""
    state = GAME.start(2)
    request = DrawingRequest(view=GAME.view(state, 0), names=NAMES)

    assert drawing.render(GAME, request) == GAME.render(request)
    assert drawing.canvas(GAME, "narrow") == GAME.canvas["narrow"]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_text_and_buttons_offer_exactly_the_legal_moves(game: Game[Any], layout: str) -> None:
    """Of games with hundreds of them too: then in menus by their first word, each opened by a choice."""
    parts = shown(undrawn(game), layout)
    legal = {game.notation(move) for move in middle(game).legal_moves()}
    menus = set(re.findall(r'id="choice-([^"]+)"', parts["menus"]))

    assert offered_moves(parts.values()) == legal
    assert menus == set(re.findall(r'data-choice="([^"]+)"', parts["moves"]))
    assert menus == ({text.split()[0] for text in legal} if len(legal) > 24 else set())


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_text_is_the_sketch_and_fits_the_paper(game: Game[Any], layout: str) -> None:
    """Line by line; a long one makes the type smaller. What is done beside it has a window of its own."""
    state = middle(game)
    parts = shown(undrawn(game), layout)
    lines = game.sketch(game.view(state, state.actor), NAMES, "en").splitlines()
    scale = float(re.findall(r"scale\(([\d.]+)\)", parts["sketch"])[0])
    frame = frame_of(parts, drawing.canvas(undrawn(game), layout), layout)
    _, _, width, height = map(float, frame.board.split())

    assert [element.text or "" for element in ElementTree.fromstring(parts["sketch"]).iter("text")] == lines
    assert 16 + max(map(len, lines)) * 8.4 * scale <= width
    assert 16 + len(lines) * 20 * scale <= height + 8
    assert frame.beside == {"prompt", "moves"}


def test_the_laws_hold_without_a_drawing() -> None:
    """The one that stands in shows no secret and offers what is legal."""
    for seed in range(10):
        assert check_game(undrawn(GAME), 3, seed, look_every=2).scores is not None


def test_a_picture_is_made_of_it() -> None:
    """A whole document."""
    state = middle(GAME)
    document = picture(undrawn(GAME), DrawingRequest(view=GAME.view(state, 0), names=NAMES))

    assert ElementTree.fromstring(document).attrib["viewBox"] == "0 0 1280 720"
