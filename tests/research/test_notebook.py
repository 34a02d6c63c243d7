"""Notebooks: how positions, tables and records are shown."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from IPython.core.formatters import DisplayFormatter

import roundhouse
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.playout import random_moves
from roundhouse.core.record import Record
from roundhouse.core.state import SPECTATOR, State
from roundhouse.play.chance import Seeded
from roundhouse.play.laws import digest
from roundhouse.play.offers import offers_of
from roundhouse.play.table import Table
from roundhouse.research import notebook
from tests.whistle import GAME as WHISTLE

GAMES = [pytest.param(game, id=game.name) for game in roundhouse.GAMES]


def shown(value: object) -> dict[str, Any]:
    """What IPython's own formatter makes of a value, by MIME type."""
    formatter = DisplayFormatter()
    notebook.load_ipython_extension(SimpleNamespace(display_formatter=formatter))
    found, _ = formatter.format(value)
    return dict(found)


def position(game: Game[Any]) -> State:
    state: State = game.start(game.seats[0])
    random_moves(state, Rng(1), 10)
    return state


def film_of(html: str) -> dict[str, Any]:
    found = re.search(r"film = (\{.*\});\n", html)
    assert found is not None
    film: dict[str, Any] = json.loads(found[1])
    return film


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_drawings(game: Game[Any]) -> None:
    """A view of the seat to act offers moves, or what leads to them; a spectator is offered no move, and sees a state."""
    state = position(game)
    mine, theirs = (shown(game.view(state, seat))["image/svg+xml"] for seat in (state.actor, SPECTATOR))
    offers = offers_of([mine])

    assert offers.moves <= {game.notation(move) for move in state.legal_moves()}
    assert offers.moves or offers.compounds or offers.selections
    assert not offers_of([theirs]).moves
    assert not offers_of([theirs]).compounds
    assert shown(state)["image/svg+xml"] == theirs


def test_a_table_shows_the_names_of_its_players() -> None:
    """Two of them."""
    table = Table(roundhouse.find("tickets"), 2, source=Seeded(1), names=["Ada", "Bo"])
    drawn = "".join(ElementTree.fromstring(shown(table)["image/svg+xml"]).itertext())

    assert "Ada" in drawn
    assert "Bo" in drawn


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_shown_with_a_slider(game: Game[Any]) -> None:
    """One frame before the first move and one after each; without scripts the last is shown; every part is stored once."""
    _, record = digest(game, game.seats[0], 4)
    record.entries = record.entries[:150]
    record.scores = None if len(record.entries) == 150 else record.scores
    html = shown(record)["text/html"]
    film = film_of(html)

    assert len(film["frames"]) == len(film["words"]) == len(record.entries) + 1
    assert len(set(film["parts"])) == len(film["parts"])
    assert all(part in html for part in (film["parts"][number] for number in film["frames"][-1]))
    assert all(film["words"][1:])


def test_a_finished_record_lies_face_up_and_one_in_progress_does_not() -> None:
    """Tickets: the first card dealt, in words."""
    _, record = digest(roundhouse.find("tickets"), 2, 4)
    cut = Record(record.game, record.version, record.seats, entries=record.entries[:1])
    finished, open_game = (film_of(shown(each)["text/html"])["words"][1] for each in (record, cut))

    assert record.entries[0].text.split()[1] in finished
    assert finished != open_game


def test_a_record_with_hidden_moves_stays_text() -> None:
    """As one seat has seen it."""
    table = Table(roundhouse.find("tickets"), 2, source=Seeded(1))

    assert "text/html" not in shown(table.record_seen(0))


def test_a_script_in_a_name_stays_a_name() -> None:
    """A player is named like the end of a script element."""
    _, record = digest(roundhouse.find("dice2"), 2, 1)
    name = "</Script><!--<script>"
    record.extras["names"] = json.dumps([name, "Bo"])
    html = shown(record)["text/html"]

    assert html.count("<script") == html.count("</script") == html.lower().count("</script") == 1
    assert "<!--" not in html
    assert any(name in words for words in film_of(html)["words"])


def test_a_state_of_an_unknown_game_is_not_drawn() -> None:
    """Whistle."""
    with pytest.raises(LookupError, match="WhistleState is not a state of any installed game"):
        notebook.game_of(WHISTLE.start(2))
