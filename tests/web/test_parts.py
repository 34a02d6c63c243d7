"""What a page is sent: little with every move, and the rest on demand."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable
from typing import Any

import pytest

from bench.web import heuristic_game, room_of
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE
from roundhouse.games import GAMES
from roundhouse.web.tables.reader import Reader
from tests.web.conftest import Browser

Browsers = Callable[..., Browser]

TYPICAL = 10_000  # bytes of a move
MANY_PAYMENTS = 20_000  # bytes when hundreds of ways to pay for a route appear or vanish
LATE = 60  # moves to measure, from two thirds of the game on


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_move_sends_little(game: Game[Any]) -> None:
    """Late in a game by the heuristic, for a player."""
    lines = heuristic_game(game)
    late = len(lines) * 2 // 3
    room = room_of(game, lines[:late])
    reader = Reader(0, (0,), False, True, "en", "wide")
    frame = room.streams.frame(reader)
    sizes = []
    for actor, text in lines[late : late + LATE]:
        assert room.table is not None
        room.table.restore([*room.table.entries(), (actor, game.parse(text))])
        room.event_count += 1
        if room.table._history.state.actor == CHANCE:
            continue
        room.streams.touch()
        before, frame = frame, room.streams.frame(reader)
        sizes.append(len(room.streams._channel(reader).event(before, frame)))

    assert statistics.median(sizes) <= TYPICAL
    if game.name == "tickets":
        assert max(sizes) <= MANY_PAYMENTS


def test_the_table_as_text_is_loaded_on_demand(browser: Browsers) -> None:
    """The list of moves and the sketch, the same as in a page that is loaded then."""
    ada = browser()
    table = ada.open_table("express", ["you", "you"], hotseat="on")
    ada.move(table, "bid 9")

    answer = ada.get(f"{table}/text?as=1").json()

    assert answer["n"] == 1
    assert re.findall(r'name="move" value="(bid \d+)"', answer["fragments"]["moves"])[0] == "bid 10"
    assert answer["fragments"]["moves"] in ada.get(f"{table}?as=1").text
    assert "PRR" in answer["fragments"]["sketch"]


def test_a_menu_is_loaded_when_it_is_opened(browser: Browsers) -> None:
    """The higher bids of the seat that bids; other seats have no menu, and no page contains one."""
    ada, eve = browser(), browser()
    table = ada.open_table("express", ["you", "you"], hotseat="on")

    answer = ada.get(f"{table}/choices?name=bids&as=0")

    assert 'data-move="bid 30"' in answer.json()["markup"]
    assert ada.get(f"{table}/choices?move=bid 30&as=0").json() == answer.json()
    assert 'data-choice="bids"' in ada.get(f"{table}?as=0").text
    assert 'data-move="bid 30"' not in ada.get(f"{table}?as=0").text
    for client, url in (
        (ada, f"{table}/choices?name=no&as=0"),
        (ada, f"{table}/choices?as=0"),
        (eve, f"{table}/choices?name=bids"),
    ):
        refused = client.get(url)
        assert (refused.status_code, "nothing to choose" in refused.text) == (404, True)


def test_a_game_that_has_not_begun_has_no_text_menus_log_or_record(browser: Browsers) -> None:
    """A waiting table refuses all four."""
    ada = browser()
    table = ada.open_table("express", ["you", "open"])

    assert [ada.get(f"{table}/{name}").status_code for name in ("text", "choices", "log", "record")] == [409] * 4


def test_earlier_lines_of_the_log_are_loaded_on_demand(browser: Browsers) -> None:
    """The lines before a given one; there is nothing to load before the first."""
    ada = browser()
    table = ada.open_table("express", ["you", "you"], hotseat="on")
    for n in range(4):
        ada.move(table, f"bid {9 + n}", seat=n % 2)

    markup = ada.get(f"{table}/log?before=3&as=0").json()["markup"]

    assert re.findall(r'<li[^>]* value="(\d+)"', markup) == ["1", "2", "3"]
    assert "data-earlier" not in markup
