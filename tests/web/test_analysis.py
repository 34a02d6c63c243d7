"""The analysis board: variations of finished games, records and practice games, evaluated, and no secret of a running game."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.core.game import Game
from roundhouse.core.record import write
from roundhouse.core.state import State
from roundhouse.games import find
from roundhouse.review.coach import Prospects
from roundhouse.web.bots.questions import Evaluation, PositionQuestion
from roundhouse.web.live.analysis import LONGEST, Variation
from roundhouse.web.live.evaluations import Evaluations
from roundhouse.web.server.house import House
from roundhouse.web.store.store import Statement
from tests.review.games import finished
from tests.web.conftest import Browser
from tests.web.test_coach import acting_twins
from tests.web.test_imports import import_record
from tests.web.test_ratings import play_out, two_people
from tests.web.test_secrets import SECRETIVE, TABLE, bytes_of, serve

Browsers = Callable[..., Browser]


def address(page: str) -> str:
    """The address of the position that a page shows."""
    match = re.search(r'data-table="([^"]+)"', page)
    assert match is not None
    return match[1]


def moves_of(fragments: dict[str, str]) -> list[str]:
    """The moves that can be made."""
    return [html.unescape(text) for text in re.findall(r'<button name="move" value="([^"]+)"', fragments["moves"])]


def practice(browser: Browsers, game: str = "tickets") -> tuple[Browser, str]:
    """A practice table of Ada against a bot, and the path of its analysis."""
    ada = browser()
    table = ada.open_table(game, ["you", "novice"], practice="on")
    return ada, table.replace("/table/", "/analysis/")


@pytest.fixture(scope="module")
def record() -> str:
    """A short finished game."""
    return write(finished(find("tickets"), 2, 3).record())


def imported(browser: Browsers, record: str) -> tuple[Browser, str]:
    """A record that Ada has imported, and the path of its analysis."""
    ada = browser()
    return ada, import_record(ada, record).partition("?")[0].replace("/replay/", "/analysis/")


def test_a_record_is_branched_and_evaluated(browser: Browsers, record: str) -> None:
    """A move and the draws that follow it lead to a position of its own, with the chances of all seats and the best moves."""
    ada, path = imported(browser, record)
    page = ada.get(f"{path}?at=100").text
    before = ada.get(f"{address(page)}/frame").json()
    move = next(text for text in moves_of(before["fragments"]) if text.startswith("take "))
    after = ada.post(f"{address(page)}/move", {"moves": [move]}).json()
    again = ada.post(f"{address(page)}/move", {"moves": [move]}).json()
    found = ada.post(f"{after['table']}/evaluation").json()

    assert 'id="tab-variations"' in page
    assert before["line"] == []
    assert after["line"][0] == move
    assert after["steps"][0]["label"]
    assert after["n"] != before["n"]
    assert after == again
    assert ada.get(f"{after['table']}/frame").json() == after
    assert sum(found["chances"]) == pytest.approx(1.0)
    assert found["n"] == after["n"]
    assert set(found["moves"]) <= set(moves_of(after["fragments"]))
    assert "chance-bar" in found["markup"]


def test_a_position_can_be_shared(browser: Browsers, record: str) -> None:
    """The link holds the variation; a guest who opens it sees the same position, and evaluates it without another search."""
    ada, path = imported(browser, record)
    start = ada.get(f"{address(ada.get(f'{path}?at=100').text)}/frame").json()
    move = next(text for text in moves_of(start["fragments"]) if text.startswith("take "))
    after = ada.post(f"{start['table']}/move", {"moves": [move]}).json()
    found = ada.post(f"{after['table']}/evaluation").json()
    stranger = browser()
    page = stranger.get(path, params={"at": str(start["at"]), "line": "; ".join(after["line"])}).text

    assert address(page) == after["table"]
    assert stranger.post(f"{after['table']}/evaluation").json() == found


def test_another_draw_can_be_chosen(browser: Browsers, record: str) -> None:
    """Of the cards that the deck may turn up, each leads to a variation of its own."""
    ada, path = imported(browser, record)
    start = ada.get(f"{address(ada.get(f'{path}?at=100').text)}/frame").json()
    move = next(text for text in moves_of(start["fragments"]) if text.startswith("take "))
    after = ada.post(f"{start['table']}/move", {"moves": [move]}).json()
    panel = after["fragments"]["analysis"]
    before = html.unescape(re.findall(r'data-before="([^"]+)"', panel)[0])
    draws = [html.unescape(text) for text in re.findall(r'data-draw="([^"]+)"', panel)]
    other = next(text for text in draws if text != after["line"][1])
    chosen = ada.post(f"{before}/move", {"moves": [other]}).json()

    assert chosen["line"] == [move, other]
    assert "A draw comes next" in ada.post(f"{before}/evaluation").json()["markup"]
    assert ada.post(f"{start['table']}/move", {"moves": [other]}).status_code == 422


def test_a_variation_can_be_played_on(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """A table against bots begins where it ends; the game that it left is not changed."""
    ada, _, table = two_people(browser)
    play_out(house, portal, table)
    path = table.replace("/table/", "/analysis/")
    start = ada.get(f"{address(ada.get(f'{path}?at=90').text)}/frame").json()
    after = ada.post(f"{start['table']}/move", {"moves": [moves_of(start["fragments"])[-1]]}).json()
    form = {"at": str(start["at"]), "line": "; ".join(after["line"]), "seat": "0", "level": "novice"}
    played = ada.send(f"{table.replace('/table/', '/replay/')}/continue", form)
    record = ada.get(f"{played.headers['location']}/record").text

    assert played.status_code == 303
    assert after["line"][0] in record
    assert f'href="{path}?at=' in ada.get(table.replace("/table/", "/replay/")).text


@pytest.mark.parametrize("action", ["frame", "draft", "choices?name=bids"])
def test_a_running_game_is_not_analysed(action: str, browser: Browsers) -> None:
    """It would be help that the others do not have. Not even where it is: nothing else is answered."""
    ada, _, table = two_people(browser, "express")
    path = table.replace("/table/", "/analysis/")
    position = f"{path}/{Variation(0, seat=0).token()}"

    assert ada.get(path).status_code == 409
    assert "not over" in ada.get(path).text
    assert ada.get(f"{position}/{action}").status_code in (403, 409)
    assert ada.post(f"{position}/evaluation").status_code in (403, 409)
    assert ada.post(f"{position}/move", {"moves": ["bid 5"]}).status_code in (403, 409)


def test_a_practice_game_is_analysed_by_its_player_alone(browser: Browsers) -> None:
    """From the own seat; a spectator of the public table is refused, and so is the view of the bot."""
    ada, path = practice(browser)
    page = ada.get(path)
    own = address(page.text)
    frame = ada.get(f"{own}/frame").json()

    assert page.status_code == 200
    assert "What you cannot know is dealt at random" in page.text
    assert ada.post(f"{own}/evaluation").json()["chances"]
    assert browser().get(path).status_code == 403
    assert browser().get(f"{own}/frame").status_code == 403
    assert ada.get(f"{path}?as=1").status_code == 403
    for seat in (1, -1, -4, -5, 99):
        token = Variation(frame["at"], seat=seat).token()
        assert ada.get(f"{path}/{token}/frame").status_code in (403, 404)
    assert f'href="{path}?at=' in ada.get(path.replace("/analysis/", "/replay/")).text


def test_what_is_dealt_can_be_dealt_again(browser: Browsers) -> None:
    """Another world, the same view: what the player knows stays, and nothing of it is the truth."""
    ada, path = practice(browser)
    pages = [address(ada.get(f"{path}?world={world}").text) for world in (0, 1)]
    frames = [ada.get(f"{page}/frame").json() for page in pages]

    assert [frame["world"] for frame in frames] == [0, 1]
    assert frames[0]["fragments"]["sketch"] == frames[1]["fragments"]["sketch"]


@pytest.mark.parametrize(
    "token",
    ["", "x", "1.2.3", "0.0.-4.%%%", "0.0.-4.////", "-1.0.-4.", "9999999.0.-4.", "0.1000.-4.", "0.0.-4." + "A" * 30_000],
    ids=range(9),
)
def test_addresses_that_name_no_position_are_refused(token: str, browser: Browsers, record: str) -> None:
    """Never with an error of the server."""
    ada, path = imported(browser, record)

    assert ada.get(f"{path}/{token}/frame").status_code in (404, 414, 422)


def test_damaged_variations_are_refused_with_the_reason(browser: Browsers, record: str) -> None:
    """Illegal moves, moves after the end, draws in place of moves, and too many of them."""
    ada, path = imported(browser, record)
    start = address(ada.get(f"{path}?at=100").text)
    end = address(ada.get(path).text)

    assert ada.post(f"{start}/move", {"moves": ["fly to the moon"]}).status_code == 422
    assert ada.post(f"{start}/move", {"moves": ["claim Atlantis-Denver red"]}).status_code == 422
    assert ada.post(f"{start}/move", {"moves": ["x"] * 51}).status_code == 400
    assert ada.post(f"{end}/move", {"moves": ["deck"]}).status_code == 409
    assert ada.get(f"{path}?at=100&line=fly").status_code == 422
    assert ada.get(path, params={"line": "; ".join(["deck"] * (LONGEST + 1))}).status_code == 422
    assert ada.post(f"{start}/why", {"move": "tickets"}).status_code == 200
    assert ada.get(f"{path}x?at=1").status_code == 404


def test_evaluations_are_limited_and_kept(browser: Browsers, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same position may be asked for a thousand times and is computed once; twenty others in ten seconds."""
    asked = []

    async def answer(_: Evaluations, owner: str, _address: str, question: PositionQuestion) -> Evaluation:
        asked.append((owner, question))
        return Evaluation(Prospects((0.5, 0.5), (0.1, 0.1), (0.0, 0.0)), [])

    monkeypatch.setattr(Evaluations, "_ask", answer)
    ada, path = imported(browser, record)
    positions = [f"{path}/{Variation(at).token()}" for at in range(180, 230)]
    same = [ada.post(f"{positions[0]}/evaluation").status_code for _ in range(40)]
    first = len(asked)
    others = [ada.post(f"{position}/evaluation").status_code for position in positions[1:]]

    assert set(same) == {200}
    assert first == 1
    assert len(asked) == 20
    assert others[-1] == 429


async def make_practice(house: House) -> None:
    """Make the table of the twins a practice table, before it is read."""
    await house.store.write(Statement("UPDATE game_table SET practice = 1 WHERE id = ?", (TABLE,)))


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_an_analysis_is_the_same_whatever_is_hidden(game: Game[Any], tmp_path: Path, portal: BlockingPortal) -> None:
    """Hands, tickets and tycoons of other seats differ, and no byte of a page, a variation or an evaluation shows it."""
    histories = acting_twins(game)
    assert histories.differ, "the twins are the same history, so this proves nothing"
    state: State = game.start(3)
    for event in histories.truth:
        state.apply(game.parse(event.text))
    moves = [game.notation(move) for move in state.legal_moves()]
    sent = []
    with ExitStack() as houses:
        for name, events in (("truth", histories.truth), ("other", histories.other)):
            browser, house = houses.enter_context(serve(tmp_path / name, game, events, 0, portal))
            portal.call(make_practice, house)
            found = [bytes_of(browser.get(f"/analysis/{TABLE}?as=0")), bytes_of(browser.get(f"/analysis/{TABLE}?at=40&as=0"))]
            own = address(found[0][1])
            found.append(bytes_of(browser.post(f"{own}/evaluation")))
            after = [browser.post(f"{own}/move", {"moves": [move]}) for move in (moves[0], moves[-1])]
            found += map(bytes_of, after)
            next_position = after[-1].json()["table"]
            found.append(bytes_of(browser.post(f"{next_position}/evaluation")))
            found.append(bytes_of(browser.get(f"{next_position}/draft?selection=Chicago")))
            assert [status for status, *_ in found] == [200] * len(found)
            sent.append(found)

    assert sent[0] == sent[1]
