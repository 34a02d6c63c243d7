"""How many clicks a turn takes: of turns that the heuristic plays, counted on the drawings and made with a real mouse."""

from __future__ import annotations

import statistics
from typing import Any

import pytest

from roundhouse.core.game import Game
from roundhouse.core.record import Entry, Record, write
from roundhouse.games import GAMES
from roundhouse.testing.clicks import Press, Segment, clicks_of, greedy_game, greedy_turns, presses_of, turns_of
from tests.web.browser import Meet, Person

CASES = [pytest.param(game, id=game.name) for game in GAMES]
MOST = {"tickets": (2, 2), "express": (3, 3), "tycoon": (4, 4), "dice1": (12, 12), "dice2": (7, 7)}  # median, 90th percentile
SEATS = 3
TYCOON = next(game for game in GAMES if game.name == "tycoon")
CLICKED = 2  # turns of each game that are made with a mouse


# What a click leads to: a preview of the draft, a menu, or the next moment of the table. (A press marks the drawing at once, so the
# drawing itself would say too early that the page has answered.)
COUNT_PREVIEWS = """() => document.addEventListener("drafted", () => {
  document.body.dataset.previews = String(Number(document.body.dataset.previews ?? 0) + 1);
})"""
SHOWN = """() => [
  document.body.dataset.n,
  document.body.dataset.previews,
  document.getElementById("popover").hidden,
  document.getElementById("popover").innerHTML,
].join()"""


def figures(game: Game[Any], seeds: range, every: int) -> tuple[float, int]:
    """Return the median and the 90th percentile of clicks of every so many-th turn."""
    turns = [turn for seed in seeds for turn in list(greedy_turns(game, SEATS, seed))[::every]]
    counts = sorted(clicks_of(game, turn) for turn in turns)
    return statistics.median(counts), counts[int(0.9 * (len(counts) - 1))]


@pytest.mark.parametrize("game", CASES)
def test_a_turn_takes_few_clicks(game: Game[Any]) -> None:
    """A sample of one game."""
    median, most = figures(game, range(1, 2), 4)
    print(f"{game.name}: median {median}, 90th percentile {most}")

    assert median <= MOST[game.name][0]
    assert most <= MOST[game.name][1]


@pytest.mark.deep
@pytest.mark.parametrize("game", CASES)
def test_turns_take_few_clicks_in_many_games(game: Game[Any]) -> None:
    """All turns of three games."""
    median, most = figures(game, range(1, 4), 1)
    print(f"{game.name}: median {median}, 90th percentile {most}")

    assert median <= MOST[game.name][0]
    assert most <= MOST[game.name][1]


@pytest.mark.parametrize(("word", "least"), [("build", 5), ("deliver", 3)], ids=["four tiles", "delivery"])
def test_a_long_build_and_a_delivery_take_three_clicks(word: str, least: int) -> None:
    """Railroad Tycoon: the first of a game with so many moves: their cities, or the cube's row, and Confirm."""
    segments = (segment for turn in greedy_turns(TYCOON, SEATS, 1) for segment in turn)
    found = [one for one in segments if len(one.moves) >= least and TYCOON.notation(one.moves[0]).startswith(f"{word} ")][:4]

    assert found
    assert max(clicks_of(TYCOON, [segment]) for segment in found) <= 3


@pytest.mark.parametrize("game", CASES)
def test_turns_are_made_with_a_mouse_in_as_many_clicks(game: Game[Any], meet: Meet) -> None:
    """From a record, at a table that goes on from there: each press is a real click, and the turn is what it was."""
    record, segments = recorded(game)
    ada = meet()
    for segment in segments[len(segments) // 2 :][:CLICKED]:
        go_on(ada, record, segment)
        n = ada.n
        for press in presses_of(game, segment):
            click(ada, press)
        ada.wait_for_news(n)
        made = ada.page.request.get(f"{ada.page.url.split('?')[0]}/record").text()

        assert all(game.notation(move) in made for move in segment.moves)


def recorded(game: Game[Any]) -> tuple[Record, list[Segment]]:
    """Return the record of a game that the heuristic plays, and its segments."""
    entries = greedy_game(game, SEATS, 1)
    record = Record(game.name, game.version, SEATS, {}, {}, [Entry(actor, game.notation(move)) for actor, move in entries])
    return record, [segment for turn in turns_of(game, SEATS, entries) for segment in turn]


def go_on(ada: Person, record: Record, segment: Segment) -> None:
    """Open a table that continues the record before a segment, with the others played by bots."""
    upload: Any = {"name": "game.rec", "mimeType": "text/plain", "buffer": write(record).encode()}
    headers = {"Origin": ada.house}
    request = ada.page.request
    replay = request.post(f"{ada.house}/import", multipart={"file": upload}, headers=headers, max_redirects=0).headers["location"]
    form: dict[str, str | float | bool] = {"at": str(segment.made), "seat": str(segment.state.actor), "level": "novice"}
    path = replay.removeprefix(ada.house).split("?")[0]
    answer = request.post(f"{ada.house}{path}/continue", form=form, headers=headers, max_redirects=0)
    ada.visit(answer.headers["location"].removeprefix(ada.house))
    ada.wait_for_board()
    ada.wait_for_turn()
    ada.page.evaluate(COUNT_PREVIEWS)


def click(ada: Person, press: Press) -> None:
    """Click what a player would click, in the menu that is open if it lies in one, and wait until the page has answered."""
    if press.kind == "confirm":
        ada.page.click("#confirm")
        return
    root = "#popover" if press.menu else ":is(#board, #panels)"
    item = ada.page.locator(f'{root} [data-{press.kind}="{press.text}"]').first
    if item.locator(".hit").count():  # the group may hold a line beyond its target, which shows while the pointer rests there
        item = item.locator(".hit").first
    before = ada.page.evaluate(SHOWN)
    item.click(force=True)
    ada.page.wait_for_function(f"before => ({SHOWN})() !== before", arg=before)
