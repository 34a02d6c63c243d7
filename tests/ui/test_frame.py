"""The two windows on a drawing: every part is in one of them, and nothing of it lies in the other."""

from __future__ import annotations

import re
from typing import Any

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.playout import random_moves
from roundhouse.games import GAMES
from roundhouse.ui.frame import frame_of

LAYOUTS = ("wide", "narrow")


def window(text: str) -> tuple[float, ...]:
    """The four numbers of a viewBox."""
    return tuple(float(number) for number in text.split())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_windows_share_the_paper(game: Game[Any], layout: str) -> None:
    """Side by side on a desk, one below the other on a phone, without a common place and within the canvas."""
    state = game.start(game.seats[-1])
    names = [f"Player {seat}" for seat in range(state.seats)]
    parts = game.render(DrawingRequest(view=game.view(state, 0), names=names, layout=layout))
    frame = frame_of(parts, game.canvas[layout], layout)
    (left, top, wide, high), (x, y, _, _) = window(frame.board), window(frame.panels)

    assert (left, top) == (0, 0)
    assert (x >= wide and y > 0) if layout == "wide" else (x == 0 and y >= high)
    assert {"prompt", "actions", "seats"} <= frame.beside
    assert "menus" not in frame.beside


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_part_stays_in_its_window(game: Game[Any], layout: str) -> None:
    """Whatever happens in a game: a page puts each part in its window once, when it is loaded."""
    state = game.start(game.seats[0])
    names = [f"Player {seat}" for seat in range(state.seats)]
    found = set()
    for _ in range(25):
        parts = game.render(DrawingRequest(view=game.view(state, 0), names=names, language="fr", layout=layout))
        found.add(frame_of(parts, game.canvas[layout], layout).beside)
        random_moves(state, Rng(3), 5)

    assert len(found) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_prompt_of_a_drawing_holds_no_move(game: Game[Any]) -> None:
    """A page says the prompt in words of its own and leaves that part out."""
    state = game.start(game.seats[0])
    random_moves(state, Rng(1), 10)
    moves = list(state.legal_moves())
    names = [str(seat) for seat in range(state.seats)]
    parts = game.render(DrawingRequest(view=game.view(state, state.actor), moves=moves, names=names))

    assert not re.search("data-(move|choice|try)", parts["prompt"])


def test_a_drawing_without_panels_is_all_map() -> None:
    """A game that draws no prompt has one window."""
    frame = frame_of({"table": "<text>9 0</text>"}, (240, 120), "wide")

    assert (frame.board, frame.beside, frame.tall) == ("0 0 240 120", frozenset(), False)
