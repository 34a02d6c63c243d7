"""The life of a table: opening, inviting, sitting down, playing, undoing, chatting, leaving and returning."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
import segno
from anyio.from_thread import BlockingPortal

from roundhouse.core.game import Game
from roundhouse.games import GAMES, find
from roundhouse.web.live import fragments
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement
from roundhouse.web.tables import chat
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.repository import Seat
from tests.web.conftest import Browser, found
from tests.web.test_store import place  # noqa: F401 - a fixture: both databases

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

    assert bo.get(f"{table}/live").status_code == 403
    assert "Ada" in bo.get(invite).text
    assert bo.send(invite, {"name": "Bo"}).headers["location"] == table

    assert 'data-state="running"' in bo.get(table).text
    assert 'data-yours="1"' in bo.get(table).text
    assert 'data-yours="0"' in ada.get(table).text


def test_an_invitation_that_others_can_open_has_a_qr_code(browser: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its dark modules are those of the address. A link for this machine alone has none."""
    ada = browser()
    alone = ada.get(ada.open_table("express", ["you", "open"])).text
    monkeypatch.setattr(fragments, "is_local", lambda base: False)
    page = ada.get(ada.open_table("express", ["you", "open"])).text
    drawn = found(r'(<svg[^>]* class="qr">.*?</svg>)', page)
    runs = re.findall(r"h(\d+)", found(r'stroke="#000" d="([^"]+)"', drawn))
    code = segno.make(found(r'value="([^"]+/join/[^"]+)"', page), error="l", micro=False)

    assert 'class="qr"' not in alone
    assert sum(map(int, runs)) == sum(map(sum, code.matrix))
    assert "<title>QR code of the invitation</title>" in drawn


def test_a_full_table_lets_the_invited_watch(browser: Browsers) -> None:
    """A third friend with the link is told so, and may watch the private table."""
    ada, bo, cy = browser(), browser(), browser()
    table = ada.open_table("express", ["you", "open"], public="")
    invite = found(r'value="http://127\.0\.0\.1(/join/[^"]+)"', ada.get(table).text)
    bo.send(invite, {"name": "Bo"})

    assert "This table is full" in cy.get(invite).text
    assert cy.post(invite, {"name": "Cy"}).json()["error"] == "The table is full; you can still watch"
    assert cy.get(f"{table}/text").status_code == 403
    assert cy.send(invite, {"watch": "on"}).status_code == 303
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


def test_a_public_game_that_has_begun_can_be_watched_from_the_home_page(browser: Browsers) -> None:
    """With the names of its players; one without spectators is not listed."""
    ada, bo = browser(), browser()
    watched = ada.open_table("express", ["you", "novice"], spectators="on")
    closed = ada.open_table("express", ["you", "novice"], spectators="")
    home = bo.get("/").text
    line = found(rf'(<a href="{watched}">.*?</a>)', home)

    assert "Watch the game" in line
    assert "with Ada, " in line
    assert closed not in home
    assert bo.get(watched).status_code == 200


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


def test_in_one_turn_a_limited_number_of_moves_is_taken_back(
    browser: Browsers, house: House, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loop of moves and undos ends; a room that is loaded anew has counted the same. Practice tables have no such limit."""
    monkeypatch.setattr("roundhouse.web.tables.playing.MAX_UNDOS", 3)
    ada = browser()

    def undo(table: str) -> int:
        ada.move(table, ada.moves(f"{table}?as=0")[0], seat=0)
        return ada.post(f"{table}/undo", {"n": ada.n(table), "seat": 0}).status_code

    table = ada.open_table("express", ["you", "you"], hotseat="on")
    assert [undo(table) for _ in range(2)] == [200, 200]
    house.rooms.evict(table.rpartition("/")[2])
    assert undo(table) == 200
    ada.move(table, ada.moves(f"{table}?as=0")[0], seat=0)
    refused = ada.post(f"{table}/undo", {"n": ada.n(table), "seat": 0})
    assert (refused.status_code, "now they are final" in refused.text) == (409, True)
    assert portal.call(house.rooms.get, table.rpartition("/")[2]).undos == {0: 3}

    practice = ada.open_table("express", ["you", "you"], practice="on")
    assert [undo(practice) for _ in range(5)] == [200] * 5


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


def test_chat_reaches_the_others_as_plain_text(browser: Browsers) -> None:
    """Markup is shown as it was typed; a repeated request adds nothing."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"])
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})

    for _ in range(2):
        assert bo.post(f"{table}/chat", {"rid": "1", "text": "hello <b>all</b>"}).status_code == 200

    page = ada.get(table).text
    assert page.count("hello &lt;b&gt;all&lt;/b&gt;") == 1


def test_strangers_read_the_chat_of_a_public_table_and_do_not_write(
    browser: Browsers, house: House, portal: BlockingPortal
) -> None:
    """A stranger is refused and rings no bell; a guest with the invitation may write."""
    ada, bo, eve, cy = (browser() for _ in range(4))
    table = ada.open_table("express", ["you", "open"])
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})
    eve.open_table("express", ["you", "novice"], name="Eve")
    (room,) = [room for room in house.rooms if table.endswith(room.id)]

    refused = eve.post(f"{table}/chat", {"rid": "1", "text": "hello @Bo"})
    assert refused.status_code == 403
    assert "invited" in refused.json()["error"]
    assert room.chat == []
    notices = portal.call(house.notifications.notices.unseen, room.seats[1].guest or "")
    assert [notice.kind for notice in notices if notice.kind == "mention"] == []
    cy.send(f"/join/{room.setup.invite}", {"name": "Cy", "watch": "on"})
    assert cy.post(f"{table}/chat", {"rid": "1", "text": "hello @Bo and @Eve"}).status_code == 200
    rung = portal.call(house.store.rows, "SELECT guest FROM notice WHERE kind = 'mention'")
    assert [row["guest"] for row in rung] == [room.seats[1].guest]


def test_the_chat_rolls_on(place: str, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """New lines are never refused: the oldest go. Rooms agree with the store about the count, and mentions find their line."""
    monkeypatch.setattr(chat, "CHAT_LINES", 5)

    async def talk() -> None:
        house = House(Settings(db=place, workers=1))
        await house.open()
        await house.store.write(Statement("INSERT INTO guest (id, name, made) VALUES ('ada', 'Ada', 0), ('bo', 'Bo', 0)"))
        ada = Guest("ada", "Ada")
        id = await house.open_table(ada, TableSpec(find("express"), [Seat("ada", "Ada"), Seat("bo", "Bo")], {}))
        room = await house.rooms.get(id)
        for line in range(12):
            await house.post_chat(room, ada, f"r{line}", f"line {line}, @Bo")
            await house.post_chat(room, ada, f"r{line}", "the same request again")
            assert (await house.repository.versions([id]))[id] == room.version
        (notice,) = [one for one in await house.notifications.notices.unseen("bo") if one.kind == "mention"]
        assert notice.speaker == "Ada"
        newest = [f"line {line}, @Bo" for line in range(7, 12)]
        assert [message.text for message in room.chat] == newest
        await room.renew()
        assert room.version.chat_count == 12
        await room.reload()
        assert [message.text for message in room.chat] == newest
        house.rooms.evict(id)
        again = await house.rooms.get(id)
        assert again.version == room.version
        assert [message.text for message in again.chat] == newest
        await house.store.write(Statement("DELETE FROM chat WHERE k = 11"))  # as if it had rolled away before the notice was read
        assert [one for one in await house.notifications.notices.unseen("bo") if one.kind == "mention"] == []
        await house.close()

    asyncio.run(talk())


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


def away_for(house: House, portal: BlockingPortal, table: str, seat: int, seconds: float) -> None:
    """Make the player of a seat, who has no client, one who was last seen so many seconds ago; the scheduler notices."""
    (room,) = [room for room in house.rooms if table.endswith(room.id)]
    room.presence._last_seen[room.seats[seat].guest or ""] = time.monotonic() - seconds
    portal.call(room.presence.check, room.seats)


def test_only_a_player_who_is_away_for_long_is_replaced(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Neither at once nor after a minute; after ten, Ada gets the substitute of the house, whatever level she asks for."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"])
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})

    for seconds in (0, 60, 590):
        away_for(house, portal, table, 1, seconds)
        assert ada.post(f"{table}/robot", {"seat": 1, "level": "novice"}).status_code == 409
        assert "Let a bot play</button>" not in ada.get(table).text
    away_for(house, portal, table, 1, 610)
    assert "Let a bot play</button>" in ada.get(table).text
    assert ada.post(f"{table}/robot", {"seat": 1, "level": "novice"}).status_code == 200
    assert "played by a bot: regular" in ada.get(table).text


def test_who_is_replaced_gets_a_notice_and_the_seat_back(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """The bell says what happened; another request of Ada's changes nothing; Bo takes his seat back."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"], pace="10000")
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})
    away_for(house, portal, table, 1, 610)
    for level in ("novice", "master"):
        assert ada.post(f"{table}/robot", {"seat": 1, "level": level}).status_code == 200
    (room,) = list(house.rooms)
    assert room.seats[1].by_other
    assert room.seats[1].level == "regular"

    notices = portal.call(house.notifications.notices.unseen, room.seats[1].guest or "")
    assert "You were away for a long time" in str([notice.head for notice in notices])
    assert bo.post(f"{table}/unrobot", {"seat": 1}).status_code == 200
    assert not room.seats[1].by_other


def test_at_a_table_with_a_clock_nobody_seats_a_bot_for_another(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """However long Bo is away: he has his time. He himself may let a bot play, of a level he chooses."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"], clock="1d", pace="10000")
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})
    away_for(house, portal, table, 1, 10_000)

    answer = ada.post(f"{table}/robot", {"seat": 1, "level": "novice"})
    assert answer.status_code == 409
    assert "Bo plays with a clock" in answer.json()["error"]
    assert "Let a bot play</button>" not in ada.get(table).text
    assert bo.post(f"{table}/robot", {"seat": 1, "level": "expert"}).status_code == 200


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
