"""The life of a table: opening, inviting, sitting down, playing, undoing, chatting, leaving and returning."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.core.game import Game
from roundhouse.games import GAMES
from roundhouse.web.server.house import House
from roundhouse.web.tables.presence import Presence
from tests.web.conftest import Browser, found

Browsers = Callable[..., Browser]


def test_a_game_against_bots_is_one_form_away(browser: Browsers) -> None:
    """The form of the home page asks for no name; the game begins at once and offers moves."""
    ada = browser()
    form = {"game": "express", "seats": "3", "seat-0": "you", "seat-1": "regular", "seat-2": "regular", "spectators": "on"}

    table = ada.send("/tables", form).headers["location"]

    page = ada.get(table).text
    assert 'data-state="running"' in page
    assert ada.moves(table)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_opens_for_every_number_of_players(browser: Browsers, game: Game[Any]) -> None:
    """All seats at one screen, so that the board is drawn at once for each number of seats."""
    ada = browser()
    for count in game.seats:
        table = ada.open_table(game.name, ["you"] * count, hotseat="on")
        assert ada.get(f"{table}?as=0").status_code == 200


def test_friends_meet_by_a_link(browser: Browsers) -> None:
    """The host shares the invitation; a friend follows it, gives a name and sits down. With the last seat the game begins."""
    ada, bo = browser(), browser()
    table = ada.open_table("tickets", ["you", "open"], public="")
    invite = found(r'value="http://127\.0\.0\.1(/join/[^"]+)"', ada.get(table).text)

    assert bo.get(table).status_code == 403
    assert "Ada" in bo.get(invite).text
    assert bo.send(invite, {"name": "Bo"}).headers["location"] == table

    assert 'data-state="running"' in bo.get(table).text
    assert 'data-yours="1"' in bo.get(table).text
    assert 'data-yours="0"' in ada.get(table).text


def test_a_full_table_lets_the_invited_watch(browser: Browsers) -> None:
    """A third friend with the link gets no seat, but may watch the private table."""
    ada, bo, cy = browser(), browser(), browser()
    table = ada.open_table("express", ["you", "open"], public="")
    invite = found(r'value="http://127\.0\.0\.1(/join/[^"]+)"', ada.get(table).text)
    bo.send(invite, {"name": "Bo"})

    assert cy.send(invite, {"name": "Cy"}).status_code == 303
    assert 'data-reader="-3"' in cy.get(table).text


def test_a_public_table_is_in_the_lobby_until_it_is_over(browser: Browsers, house: House) -> None:
    """Others see it and can sit down by a form; a private table is not listed."""
    ada, bo = browser(), browser()
    public = ada.open_table("express", ["you", "open", "open"])
    private = ada.open_table("express", ["you", "open"], public="")

    home = bo.get("/").text
    assert public in home
    assert private not in home
    assert bo.send(f"{public}/sit", {"seat": "2", "name": "Bo"}).status_code == 303
    assert "2 of 3" in bo.get("/").text


def test_a_name_is_taken_once_at_a_table(browser: Browsers) -> None:
    """A guest with the name of the host must choose another one, and gets no seat."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open", "open"])

    answer = bo.post(f"{table}/sit", {"seat": 1, "name": "ADA"})

    assert answer.status_code == 409
    assert "is called ADA;" in answer.json()["error"]
    assert "1 of 3" in bo.get("/").text


def test_the_host_fills_a_seat_with_a_bot_and_begins(browser: Browsers) -> None:
    """By the forms of the waiting room; with an open seat, the game cannot be started."""
    ada = browser()
    table = ada.open_table("express", ["you", "open"])

    assert ada.post(f"{table}/start").status_code == 409
    assert ada.post(f"{table}/robot", {"seat": 1, "level": "novice"}).status_code == 200
    assert ada.post(f"{table}/start").status_code == 200
    assert 'data-state="running"' in ada.get(table).text


def test_a_host_who_leaves_alone_closes_the_table(browser: Browsers) -> None:
    """A waiting table without players is deleted."""
    ada = browser()
    table = ada.open_table("express", ["you", "open"])

    assert ada.post(f"{table}/leave").status_code == 200
    assert ada.get(table).status_code == 404


def test_a_bot_replies_to_a_move(browser: Browsers, house: House, until: Callable[..., None]) -> None:
    """At pace 0, bots move as soon as they have decided."""
    ada = browser()
    table = ada.open_table("express", ["you", "regular", "regular"])
    ada.move(table, ada.moves(table)[0])

    until(lambda: ada.moves(table) or ada.n(table) > 2)

    assert ada.n(table) >= 2


def test_a_move_can_be_undone_until_another_player_has_acted(browser: Browsers) -> None:
    """The same seat may undo at once, but not after the next seat has moved."""
    ada = browser()
    table = ada.open_table("express", ["you", "you"], hotseat="on")
    first = ada.moves(table)[0]
    assert ada.move(table, first).json() == {"n": 1}

    assert ada.post(f"{table}/undo", {"n": 1, "rid": "u", "seat": 0}).json() == {"n": 2}
    assert ada.moves(table)[0] == first

    ada.move(table, first)
    ada.move(table, ada.moves(table)[0], seat=1)
    answer = ada.post(f"{table}/undo", {"n": ada.n(table), "rid": "v", "seat": 0})
    assert answer.status_code == 409
    assert "nothing to undo" in answer.json()["error"]


def test_a_turn_is_reset_at_once(browser: Browsers) -> None:
    """Several moves of one turn are undone together; the events stay in the store, since they happened."""
    ada = browser()
    table = ada.open_table("tycoon", ["you", "you"], hotseat="on", **{"option-beginner": "on"})
    while not any(move.startswith("build") for move in ada.moves(f"{table}?as=0")):
        seat = int(found(r'data-acting="(\d)"', ada.get(table).text))
        ada.move(table, ada.moves(f"{table}?as={seat}")[-1], seat=seat)
    before, start = ada.moves(f"{table}?as=0"), ada.n(table)
    ada.move(table, next(move for move in before if move.startswith("build")))
    ada.move(table, ada.moves(f"{table}?as=0")[0])
    assert ada.n(table) == start + 2

    assert ada.post(f"{table}/reset", {"n": start + 2, "rid": "r", "seat": 0}).json() == {"n": start + 4}
    assert ada.moves(f"{table}?as=0") == before


def test_practice_allows_hints_and_undo_over_everything(browser: Browsers, until: Callable[..., None]) -> None:
    """A hint is a legal move; the first move can be undone even after bot moves and draws."""
    ada = browser()
    table = ada.open_table("tickets", ["you", "novice"], practice="on")
    first = ada.moves(table)
    hint = ada.post(f"{table}/hint", {"seat": 0}).json()
    assert hint["move"] in first
    assert hint["sentence"]

    ada.move(table, hint["move"])
    until(lambda: bool(ada.moves(table)))
    n = ada.n(table)
    ada.post(f"{table}/undo", {"n": n, "rid": "u", "seat": 0})

    assert ada.moves(table) == first


def test_a_hint_is_for_practice_only(browser: Browsers) -> None:
    """There are no hints at an ordinary table."""
    ada = browser()
    table = ada.open_table("express", ["you", "novice"])

    answer = ada.post(f"{table}/hint", {"seat": 0})

    assert answer.status_code == 403
    assert answer.json()["error"] == "Hints are only available at practice tables"


def test_chat_reaches_the_others_as_plain_text(browser: Browsers) -> None:
    """Markup is shown as it was typed; a repeated request adds nothing."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"])
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})

    for _ in range(2):
        assert bo.post(f"{table}/chat", {"rid": "1", "text": "hello <b>all</b>"}).status_code == 200

    page = ada.get(table).text
    assert page.count("hello &lt;b&gt;all&lt;/b&gt;") == 1


def test_a_bot_plays_for_a_player_who_left_until_they_return(browser: Browsers) -> None:
    """Leaving gives the seat to a bot; its owner, and no other guest, can take it back."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"])
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})

    assert bo.post(f"{table}/leave").status_code == 200
    assert "A bot is playing for you." in bo.get(table).text
    assert browser().post(f"{table}/unrobot", {"seat": 1}).status_code == 403
    assert bo.move(table, "pass", seat=1).json()["error"] == "A bot plays for you; take your seat back first"
    assert bo.post(f"{table}/unrobot", {"seat": 1}).status_code == 200
    assert "A bot is playing for you." not in bo.get(table).text


def test_only_an_absent_player_is_replaced(browser: Browsers, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While Bo is here, Ada cannot put a bot in his seat; once he has been away for a while, she can."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"])
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})

    assert ada.post(f"{table}/robot", {"seat": 1, "level": "novice"}).status_code == 409
    monkeypatch.setattr(Presence, "away", lambda self, guest: True)
    assert ada.post(f"{table}/robot", {"seat": 1, "level": "novice"}).status_code == 200


def test_a_hot_seat_shows_nothing_before_the_privacy_screen_is_opened(browser: Browsers) -> None:
    """Without a chosen seat the page shows the view of a spectator; the view of a seat offers its own moves."""
    ada = browser()
    table = ada.open_table("tickets", ["you", "you"], hotseat="on", **{"name-1": "Bo"})

    page = ada.get(table).text
    assert 'data-reader="-3"' in page
    assert "data-privacy-screen" in page
    assert not ada.moves(table)
    assert ada.moves(f"{table}?as=0")
    assert not ada.moves(f"{table}?as=1")


def test_tables_without_spectators_are_closed_once_they_run(browser: Browsers) -> None:
    """Other guests may look in order to sit down, but not to watch the game."""
    ada, bo = browser(), browser()
    waiting = ada.open_table("express", ["you", "open"], spectators="")
    running = ada.open_table("express", ["you", "novice"], spectators="")

    assert bo.get(waiting).status_code == 200
    assert bo.get(running).status_code == 403


def test_a_move_works_without_script(browser: Browsers) -> None:
    """The list of moves is a form, which redirects to the table."""
    ada = browser()
    table = ada.open_table("express", ["you", "you"], hotseat="on")

    answer = ada.send(f"{table}/move", {"n": "0", "rid": "", "move": ada.moves(table)[0], "seat": "0"})

    assert answer.status_code == 303
    assert ada.n(table) == 1


def test_the_pace_of_bots_is_the_hosts_choice(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Another player cannot change it."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"])
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})

    assert bo.post(f"{table}/pace", {"ms": 0}).status_code == 403
    assert ada.post(f"{table}/pace", {"ms": 2500}).status_code == 200
    assert portal.call(house.rooms.get, table.rpartition("/")[2]).setup.pace == 2500


def test_an_evicted_room_is_loaded_again(browser: Browsers, house: House) -> None:
    """A room is a cache: a new one shows the same page."""
    ada = browser()
    table = ada.open_table("tycoon", ["you", "you"], hotseat="on")
    ada.move(table, ada.moves(f"{table}?as=0")[3])
    ada.post(f"{table}/chat", {"rid": "1", "text": "hello"})
    page = ada.get(f"{table}?as=0").text

    house.rooms._rooms.clear()

    assert without_tokens(ada.get(f"{table}?as=0").text) == without_tokens(page)


def without_tokens(page: str) -> str:
    """Return a page without the token of its frame."""
    return re.sub(r'data-since="[^"]*"', "", page)
