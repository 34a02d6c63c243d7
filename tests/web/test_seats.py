"""Seats: drawn by lot, rated or casual, taken by the address of a table, and listed on the home page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.record import read
from roundhouse.games import find
from roundhouse.play.verify import verify
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.tables.room import Room
from tests.web.conftest import Browser, found

Browsers = Callable[..., Browser]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """No limits: a test plays a whole game in seconds."""
    return replace(settings, limits=False)


def room_of(house: House, table: str) -> Room:
    """Return the room of a table in memory."""
    (room,) = [room for room in house.rooms if table.endswith(room.id)]
    return room


def new_deal(browser: Browser) -> str:
    """Return a deal for a new table."""
    return str(browser.get("/deal").json()["deal"])


# By lot.


def test_the_lot_moves_the_host_to_any_seat(browser: Browsers, house: House) -> None:
    """Of sixteen tables with a bot the host begins at some, and not at all of them (one chance in 32 768 to fail)."""
    ada = browser()
    seats = set()
    for nonce in range(16):
        table = ada.open_table("express", ["you", "novice"], seating="lot", deal=new_deal(ada), nonce=f"{nonce:02x}", pace="5000")
        seats.add(room_of(house, table).names.index("Ada"))
        ada.post(f"{table}/leave", {})

    assert seats == {0, 1}


def test_the_lot_is_drawn_when_the_last_player_sits_down(browser: Browsers, house: House) -> None:
    """Until then everyone has the seat they took. Seats, nonces and lot of the room are those of a restart."""
    ada, bo, cy = browser(), browser(), browser()
    table = ada.open_table("express", ["you", "open", "open"], seating="lot")
    room = room_of(house, table)
    assert "The seats are drawn by lot when the game starts." in ada.get(table).text
    bo.post(f"{table}/sit", {"name": "Bo", "nonce": "bb"})
    assert room.names[:2] == ["Ada", "Bo"]
    assert [seat.lot_place for seat in room.seats] == [None, None, None]
    answer = cy.post(f"{table}/sit", {"name": "Cy", "nonce": "aa"})

    assert sorted(room.names) == ["Ada", "Bo", "Cy"]
    assert room.names.index("Cy") == answer.json()["seat"]
    before = sorted(room.seats, key=lambda seat: seat.lot_place or 0)
    assert [seat.name for seat in before] == ["Cy", "Bo", "Ada"]  # by nonce; without one last


def test_arranged_seats_stay(browser: Browsers, house: House) -> None:
    """The host may decide who sits where; such a game is never rated."""
    ada = browser()
    for _ in range(4):
        table = ada.open_table("express", ["novice", "you"], seating="arranged", pace="5000")
        assert room_of(house, table).names[1] == "Ada"
        assert room_of(house, table).table is not None
        ada.post(f"{table}/leave", {})


def test_a_finished_game_proves_its_lot(browser: Browsers, house: House) -> None:
    """The record has it, `verify` checks it, and the page says so; after a restart the room draws nothing anew."""
    ada, bo = browser(), browser()
    table = ada.open_table("dice2", ["you", "open"], seating="lot", deal=new_deal(ada), nonce="aa")
    bo.post(f"{table}/sit", {"name": "Bo", "nonce": "bb"})
    room = room_of(house, table)
    host, rng = room.names.index("Ada"), Rng(1)
    while not room.over:
        assert room.table is not None
        move = room.game.notation(room.game.advise(room.table.view(room.actor), rng))
        player = ada if room.actor == host else bo
        assert player.move(table, move, seat=room.actor, n=room.event_count).status_code == 200
    record = read(ada.get(f"{table}/record").text)

    assert record.lot == ([0, 1] if host == 0 else [1, 0])
    assert verify(find("dice2"), record).by_lot
    assert "the seats follow from the lot" in ada.get(f"{table}/verify").text.lower()


# Rated or casual.


def test_a_table_is_casual_unless_asked_for(browser: Browsers, house: House) -> None:
    """A one-click game against bots changes no ratings, and says so."""
    ada = browser()
    casual = ada.open_table("express", ["you", "novice"], pace="5000")
    rated = ada.open_table("express", ["you", "novice"], rated="on", pace="5000")

    assert not room_of(house, casual).counts_for_ratings
    assert room_of(house, rated).counts_for_ratings
    assert room_of(house, rated).setup.by_lot
    assert "casual game" in ada.get(casual).text
    assert "this game is rated" in ada.get(rated).text


def test_a_rated_game_needs_a_name(browser: Browsers) -> None:
    """Nobody is rated as Guest, neither the host nor a player who joins."""
    ada, bo = browser(), browser()
    form = {"game": "express", "seats": "2", "rated": "on", "seat-1": "novice"}
    refused = ada.send("/tables", form | {"name": "guest"})
    assert refused.status_code == 422
    assert "choose a name of your own" in refused.text.lower()
    table = ada.open_table("express", ["you", "open"], rated="on")

    assert bo.post(f"{table}/sit", {"seat": 1, "name": "Invité"}).status_code == 422
    assert bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"}).status_code == 200


@pytest.mark.parametrize("more", [{"practice": "on"}, {"seat-1": "you"}])
def test_what_is_never_rated_is_refused(browser: Browsers, more: dict[str, str]) -> None:
    """Practice, and several players on one screen."""
    form = {"game": "express", "name": "Ada", "seats": "2", "rated": "on", "seat-1": "novice"}

    assert browser().send("/tables", form | more).status_code == 422


def test_bots_are_chosen_on_the_home_page_and_remembered(browser: Browsers, house: House) -> None:
    """Number and level are two menus beside the button."""
    ada = browser()
    answer = ada.send(
        "/tables", {"game": "tickets", "name": "Ada", "seats": "4", "seat-0": "you", "bots": "expert", "pace": "5000"}
    )
    room = room_of(house, answer.headers["location"])

    assert [seat.level for seat in room.seats] == [None, "expert", "expert", "expert"]
    home = ada.get("/").text
    card = home[home.index('id="tickets"') : home.index('id="express"')]
    assert re.search(r'<option value="4" selected>', card)
    assert re.search(r'<option value="expert" selected>', card)


# The address of a table.


def test_the_address_of_a_private_table_leads_to_its_invitation(browser: Browsers) -> None:
    """A friend who gets it from the host's address bar can join; nothing of the table is shown before."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"], public="")
    answer = bo.get(table)

    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/join/")
    assert bo.get(f"{table}/live").status_code == 403
    assert bo.send(answer.headers["location"], {"name": "Bo"}).headers["location"] == table
    assert bo.get(table).status_code == 200


def test_a_closed_table_answers_strangers_with_a_page(browser: Browsers) -> None:
    """No seat, no spectators: the invitation says so and offers something else."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "novice"], public="", spectators="", pace="5000")
    invite = found(r'href="http://127\.0\.0\.1(/join/[^"]+)"', ada.get(table).text)

    assert bo.get(table).status_code == 403
    page = bo.get(invite).text
    assert "allows no spectators" in page
    assert "/games/express?with=friends" in page


def test_a_player_who_follows_the_invitation_again_is_at_the_table(browser: Browsers) -> None:
    """They are not asked for a name again."""
    ada = browser()
    table = ada.open_table("express", ["you", "open"], public="")
    invite = found(r'value="http://127\.0\.0\.1(/join/[^"]+)"', ada.get(table).text)

    assert ada.get(invite).headers["location"] == table


# The home page.


def test_home_tells_opponents_turn_and_result(browser: Browsers) -> None:
    """Games in which it is one's turn come first; finished ones stand apart, with the result."""
    ada, bo = browser(), browser()
    waiting = ada.open_table("tickets", ["you", "open", "open"], public="")
    table = ada.open_table("express", ["you", "open"])
    bo.post(f"{table}/sit", {"name": "Bo"})
    home = ada.get("/").text

    assert home.index(table) < home.index(waiting)
    assert "with Bo" in home
    assert "your turn" in home
    assert "1 of 3 seats taken" in home
    assert "Ada is to move" in bo.get("/").text
    assert "Finished games" not in home
