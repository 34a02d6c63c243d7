"""Named views: complete, typed and documented for every game; they hold what the drawing shows, and no secret."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import roundhouse
from roundhouse import SPECTATOR, Rng
from roundhouse.core.game import Game
from roundhouse.core.named import SAFE, raw_view, safe, schema
from roundhouse.core.playout import random_moves
from roundhouse.testing.parts import parts_of

GAMES = [pytest.param(game, id=game.name) for game in roundhouse.GAMES]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_brings_named_views_without_fault(game: Game[Any]) -> None:
    """As `check-game` tries them out: types, declared fields, numbers that JSON keeps exact."""
    (part,) = [part for part in parts_of(game) if part.name == "named view"]

    assert part.present
    assert part.faults == ()


@pytest.mark.parametrize("game", GAMES)
def test_a_named_view_says_its_game_and_version(game: Game[Any]) -> None:
    """So that a program can refuse what it was not written for."""
    named = game.describe_view(game.view(game.start(game.seats[0]), SPECTATOR))

    assert (named["game"], named["version"], named["seat"]) == (game.name, game.view_version, None)


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_the_schema_is_typed(game: Game[Any]) -> None:
    """No part of the schema allows just anything, and every object of it has a description."""
    _, parts = schema(game)

    assert len(parts) > 4
    for part in parts.values():
        assert part["description"]
        assert set(part["required"]) == set(part["properties"])
        assert {} not in part["properties"].values()


@pytest.mark.parametrize("game", GAMES)
def test_no_value_is_a_number_that_stands_for_nothing(game: Game[Any]) -> None:
    """-1 and -2 are the engine's "none" and "hidden"; only money, points and places on a map may be below zero."""
    for seed in range(3):
        state = game.start(game.seats[-1])
        random_moves(state, Rng(seed), 40 * seed + 5)
        named = game.describe_view(game.view(state, max(state.actor, 0)))

        assert {name for name, value in _numbers("", named) if value < 0} <= {"cash", "points", "column", "row", "treasury"}


def _numbers(name: str, value: object) -> list[tuple[str, int]]:
    if isinstance(value, dict):
        return [pair for key, one in value.items() for pair in _numbers(key, one)]
    if isinstance(value, list):
        return [pair for one in value for pair in _numbers(name, one)]
    return [(name, value)] if isinstance(value, int) else []


def test_raw_numbers_are_exact_in_every_reader() -> None:
    """Up to 53 bits they are numbers, beyond that texts."""
    state = roundhouse.find("tickets").start(2)
    raw = raw_view(roundhouse.find("tickets").view(state, 0))

    assert (safe(SAFE), safe(-SAFE), safe(SAFE + 1), safe(-SAFE - 1)) == (SAFE, -SAFE, str(SAFE + 1), str(-SAFE - 1))
    assert raw["open"] == [str(2**56 - 1), 2**44 - 1] * 2
    assert json.loads(json.dumps(raw), parse_int=float) == raw


def test_a_ticket_view_names_what_the_seat_holds() -> None:
    """Cards, tickets and routes by name; the other seat's stay closed until the end."""
    game = roundhouse.find("tickets")
    state = game.start(2)
    random_moves(state, Rng(1), 60)
    named = msgspec.convert(game.describe_view(game.view(state, 0)), game.view_type)
    me, other = named["players"]

    assert sum(me["hand"].values()) == me["cards"]
    assert sum(other["hand"].values()) <= other["cards"]
    assert len(me["tickets"]) == me["ticket_count"] == len(named["tickets"])
    assert other["tickets"] is None
    assert len(named["routes"]) == 100
    claimed = [route for route in named["routes"] if route["owner"] is not None]
    assert sum(route["length"] for route in claimed if route["owner"] == 0) == 45 - me["trains"]
    assert not any(route["open"] for route in claimed)
    random_moves(state, Rng(1), 10_000)
    ended = game.describe_view(game.view(state, 0))
    assert ended["over"]
    assert all(player["tickets"] is not None for player in ended["players"])
