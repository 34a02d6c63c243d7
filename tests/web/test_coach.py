"""The coach at a table: hints, verdicts and warnings in games that are not rated, and nothing that the seat cannot know."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.games import find
from roundhouse.web.live.coach import turn_question
from roundhouse.web.server.house import House
from tests.web.conftest import Browser, found
from tests.web.test_ratings import play_out, two_people
from tests.web.test_secrets import SECRETIVE, TABLE, Twins, serve, twins

Browsers = Callable[..., Browser]


def test_a_hint_names_moves_with_what_they_are_worth(browser: Browsers) -> None:
    """At a casual table against bots: legal moves, the best first, as data and as markup in the reader's language."""
    ada = browser()
    table = ada.open_table("express", ["you", "novice"])
    moves = ada.moves(table)
    hint = ada.post(f"{table}/hint", {"seat": 0}).json()
    german = ada.ask("POST", f"{table}/hint", json={"seat": 0}, headers={"Cookie": "lang=de; " + cookies(ada)}).json()

    assert 1 <= len(hint["hints"]) <= 3
    assert hint["move"] == hint["hints"][0]["move"]
    assert {one["move"] for one in hint["hints"]} <= set(moves)
    assert all(one["worth"].endswith(" to win") and one["sure"] for one in hint["hints"])
    assert "The coach suggests" in hint["markup"]
    assert f'data-hint="{hint["move"]}"' in hint["markup"]
    assert german["hints"][0]["worth"].endswith("Gewinnchance")
    assert german["move"] == hint["move"]


def cookies(browser: Browser) -> str:
    """The cookies of a browser as a header."""
    return "; ".join(f"{name}={value}" for name, value in browser.client.cookies.items())


def test_a_turn_is_judged_when_it_was_made(browser: Browsers, until: Callable[..., None]) -> None:
    """All of one's money for the first share is too much; before a move there is nothing to judge."""
    ada = browser()
    table = ada.open_table("express", ["you", "novice", "novice"])
    early = ada.post(f"{table}/verdict", {"seat": 0})
    dearest = max((text for text in ada.moves(table) if text.startswith("bid ")), key=lambda text: int(text.split()[1]))
    warning = ada.post(f"{table}/warning", {"seat": 0, "moves": [dearest]}).json()
    cheap = ada.post(f"{table}/warning", {"seat": 0, "moves": [ada.post(f"{table}/hint", {"seat": 0}).json()["move"]]}).json()
    ada.move(table, dearest)
    until(lambda: ada.n(table) > 1)
    verdict = ada.post(f"{table}/verdict", {"seat": 0}).json()

    assert (early.status_code, early.json()["error"]) == (409, "You have not moved yet")
    assert warning["warning"] is True
    assert 'data-coach="anyway"' in warning["markup"]
    assert cheap == {"n": warning["n"], "warning": False}
    assert verdict["verdict"]["grade"] in ("mistake", "blunder")
    assert verdict["verdict"]["better"]
    assert "data-coach" not in verdict["markup"]


@pytest.mark.parametrize("action", ["hint", "verdict", "warning"])
def test_the_coach_is_off_in_rated_games(action: str, browser: Browsers) -> None:
    """With the reason, and without a button for it."""
    ada, _, table = two_people(browser, "express")
    seat = int(found(r'data-yours="(\d)"', ada.get(table).text))
    refused = ada.post(f"{table}/{action}", {"seat": seat, "moves": ["bid 5"]})

    assert (refused.status_code, refused.json()["error"]) == (403, "The coach is off in rated games")
    assert 'id="hint"' not in ada.get(table).text


@pytest.mark.parametrize("action", ["hint", "verdict", "warning"])
def test_only_the_player_of_a_seat_asks_for_it(action: str, browser: Browsers) -> None:
    """Neither a stranger nor another player; and nobody out of turn, with illegal moves, or without a seat."""
    ada, eve = browser(), browser()
    table = ada.open_table("express", ["you", "novice"])
    eve.open_table("dice1", ["you", "novice"])

    assert eve.post(f"{table}/{action}", {"seat": 0}).status_code in (403, 409)
    assert browser().post(f"{table}/{action}", {"seat": 0}).status_code == 403
    assert ada.post(f"{table}/{action}", {}).status_code == 400
    assert ada.post(f"{table}/{action}", {"seat": 9}).status_code in (404, 409, 422, 400, 403)
    if action != "verdict":
        assert ada.post(f"{table}/{action}", {"seat": 0, "moves": ["fly to the moon"]}).status_code == 422
        assert ada.post(f"{table}/{action}", {"seat": 0, "moves": ["bid 999"]}).status_code == 422


def test_a_finished_game_has_a_review_instead(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """The coach says where to find it."""
    ada = browser()
    table = ada.open_table("express", ["you", "novice"])
    play_out(house, portal, table)
    answer = ada.post(f"{table}/verdict", {"seat": 0})

    assert answer.status_code == 409
    assert "review" in answer.json()["error"]


def test_requests_are_limited(browser: Browsers) -> None:
    """Twenty in ten seconds, whatever they ask for; the next one is told when to come back."""
    ada = browser()
    table = ada.open_table("express", ["you", "novice"])
    codes = [ada.post(f"{table}/warning", {"seat": 0}) for _ in range(21)]

    assert [code.status_code for code in codes] == [409] * 20 + [429]
    assert int(codes[-1].headers["retry-after"]) > 0


def test_the_parts_of_a_turn_are_those_between_draws(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Each begins with the view of its moment; a part without a choice is left out."""
    ada = browser()
    table = ada.open_table("tickets", ["you", "novice"])
    play_out(house, portal, table, until=60)
    room = portal.call(house.rooms.get, table.rpartition("/")[2])
    assert room.table is not None
    question = turn_question(room.table, 0)

    assert question is not None
    assert question.rules.load() is find("tickets")
    for part in question.parts:
        assert part.view.seat == part.view.position.actor == 0
        assert part.played[0] in part.moves


def acting_twins(game: Game[Any], reader: int = 0) -> Twins:
    """Two histories that look the same to a seat, up to the last moment at which it is to act and has a choice."""
    histories = twins(game, reader, seed=3, length=170)
    state: State = game.start(3)
    last = 0
    for number, event in enumerate(histories.truth):
        if state.actor == reader and len(state.legal_moves()) > 2:
            last = number
        state.apply(game.parse(event.text))
    truth, other = histories.truth[:last], histories.other[:last]
    return Twins(truth, other, sum(one.text != two.text for one, two in zip(truth, other, strict=True)))


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_the_coach_says_the_same_whatever_is_hidden(game: Game[Any], tmp_path: Path, portal: BlockingPortal) -> None:
    """Hands, tickets and tycoons of other seats differ, and no byte of an answer shows it."""
    reader, histories = 0, acting_twins(game)
    assert histories.differ, "the twins are the same history, so this proves nothing"
    sent = []
    with ExitStack() as houses:
        for name, events in (("truth", histories.truth), ("other", histories.other)):
            browser, _ = houses.enter_context(serve(tmp_path / name, game, events, reader, portal))
            hint = browser.post(f"/table/{TABLE}/hint", {"seat": reader})
            warning = browser.post(f"/table/{TABLE}/warning", {"seat": reader, "moves": [hint.json()["hints"][-1]["move"]]})
            verdict = browser.post(f"/table/{TABLE}/verdict", {"seat": reader})
            assert [answer.status_code for answer in (hint, warning, verdict)] == [200] * 3
            sent.append((hint.content, warning.content, verdict.content))

    assert sent[0] == sent[1]
