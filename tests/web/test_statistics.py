"""Openings and statistics: counted from public games alone, by level and number of players, and each game is read once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.core.sentence import say
from roundhouse.games import find
from roundhouse.web.live import openings as module
from roundhouse.web.live.openings import PEOPLE, First, GameOpening, Openings, SeatOpening, summarize
from roundhouse.web.server.house import House
from roundhouse.web.store.store import Statement
from tests.web.conftest import Browser
from tests.web.test_ratings import play_out, two_people

Browsers = Callable[..., Browser]
EXPRESS = find("express")
PAGE = "/statistics/express"


def first(kind: str, key: str) -> First:
    """A first move."""
    return First(kind, (key,), say("a player"))


def games() -> list[GameOpening]:
    """Three games: in each of them the seat that claims A wins; of two levels."""
    return [
        GameOpening(
            2,
            10 * number,
            (
                SeatOpening(0, PEOPLE, 1.0, 30, (first("keep", "1"), first("claim", "A"))),
                SeatOpening(1, "novice", 0.0, 20, (first("keep", "1"), first("claim", "B"))),
            ),
        )
        for number in (1, 2, 3)
    ]


def test_a_first_move_is_compared_with_an_average_player() -> None:
    """A wins all of its games, half of them more than its share; a kind without a choice has no table."""
    found = summarize(games(), 2, None)
    [claims] = found.openings

    assert (found.games, found.length, found.winning_score) == (3, 20, 30.0)
    assert claims.kind == "claim"
    assert [(row.count, row.wins, row.surplus) for row in claims.rows] == [(3, 3.0, 0.5), (3, 0.0, -0.5)]
    assert all(row.error > 0 for row in claims.rows)
    assert [row.wins for row in found.seats] == [3.0, 0.0]


def test_levels_and_numbers_of_players_are_told_apart() -> None:
    """Of novices alone there is no choice left; with three players there is no game."""
    assert summarize(games(), 2, "novice").openings == []
    assert summarize(games(), 2, "novice").seats[0].wins == 0.0
    assert summarize(games(), None, PEOPLE).seats == []
    assert summarize(games(), 3, None).games == 0
    assert summarize(games(), None, "expert").games == 0


def test_a_private_table_never_appears(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Nor does one without spectators, a practice table, or a game that is not over."""
    private: list[str] = []
    for more in ({"public": ""}, {"spectators": ""}, {"practice": "on"}):
        ada = browser()
        private.append(ada.open_table("express", ["you", "novice"], **more))
        play_out(house, portal, private[-1])
    running = two_people(browser, "express")[2]
    before = browser().get(PAGE).text
    _, _, public = two_people(browser, "express")
    play_out(house, portal, public)
    found = portal.call(Openings(house.store).of, EXPRESS)
    known = Openings(house.store)
    portal.call(known.of, EXPRESS)

    assert "No public games of this kind yet" in before
    assert len(found) == 1
    assert set(known._known["express"]) == {public.rpartition("/")[2]}
    assert not {path.rpartition("/")[2] for path in (*private, running)} & set(known._known["express"])


def test_the_page_shows_openings_by_level_and_players(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """In words of the game and without names; linked from the ladder and the game's own page."""
    ada, _, table = two_people(browser, "express")
    play_out(house, portal, table)
    page, two = ada.get(PAGE).text, ada.get(f"{PAGE}?seats=2&level=people").text

    assert "1 game" in page
    assert re.search(r"A player bids \$\d+", page)
    assert "Ada" not in page
    assert "By seat, in the order of play" in two
    assert "No public games of this kind yet" in ada.get(f"{PAGE}?seats=3").text
    assert "No public games of this kind yet" in ada.get(f"{PAGE}?level=novice").text
    assert ada.get(f"{PAGE}?seats=99&level=nonsense").status_code == 200
    assert ada.get("/statistics/chess").status_code == 404
    assert f'href="{PAGE}"' in ada.get("/ratings/express").text
    assert f'href="{PAGE}"' in ada.get("/games/express").text


def test_each_game_is_read_once_and_few_for_one_visit(
    browser: Browsers, house: House, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left over follows with the next visit; what was deleted disappears when the store is looked at again."""
    one = two_people(browser, "express")[2]
    two = two_people(browser, "express")[2]
    for table in (one, two):
        play_out(house, portal, table)
    read: list[str] = []
    original = Openings._read

    async def counted(self: Openings, game: object, row: dict[str, str]) -> GameOpening:
        read.append(row["id"])
        return await original(self, EXPRESS, row)

    now = [1000.0]
    monkeypatch.setattr(module, "_AT_ONCE", 1)
    monkeypatch.setattr(Openings, "_read", counted)
    openings = Openings(house.store, lambda: now[0])
    counts = [len(portal.call(openings.of, EXPRESS)) for _ in range(4)]
    portal.call(house.store.write, Statement("UPDATE game_table SET public = 0 WHERE id = ?", (one.rpartition("/")[2],)))
    unchanged = len(portal.call(openings.of, EXPRESS))
    now[0] += 1000.0

    assert counts == [1, 2, 2, 2]
    assert sorted(read) == sorted(table.rpartition("/")[2] for table in (one, two))
    assert unchanged == 2
    assert len(portal.call(openings.of, EXPRESS)) == 1
