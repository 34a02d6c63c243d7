"""Plans through HTTP: kept for their owner alone, carried out with the move that brings the turn, whatever process makes it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, SPECTATOR
from roundhouse.games import GAMES
from roundhouse.play.plans import can_plan_ahead
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.tables.planning import plan
from roundhouse.web.tables.repository import Event
from roundhouse.web.tables.room import Room
from tests.play.test_plans import before_a_contested_move
from tests.web.conftest import Browser
from tests.web.test_secrets import SEATS, TABLE, everything_sent, serve

Browsers = Callable[..., Browser]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """No limits: a test acts faster than people do."""
    return replace(settings, limits=False)


def room_of(house: House, table: str) -> Room:
    """Return the room of a table in memory."""
    (room,) = [room for room in house.rooms if table.endswith(room.id)]
    return room


def three(browser: Browsers, game: str, **more: str) -> tuple[str, list[Browser]]:
    """Open a table of three people who sit in the order of the list; return its path and their browsers."""
    people = [browser(), browser(), browser()]
    table = people[0].open_table(game, ["you", "open", "open"], **{"seating": "arranged", **more})
    for seat, name in ((1, "Bo"), (2, "Cy")):
        assert people[seat].post(f"{table}/sit", {"name": name, "seat": seat}).status_code == 200
    return table, people


def make_plan(person: Browser, table: str, seat: int, **more: Any) -> httpx.Response:
    """Plan at a seat."""
    return person.post(f"{table}/plan", {"seat": seat, **more})


def made(room: Room) -> list[str]:
    """Return the moves of the players so far."""
    assert room.table is not None
    return [f"{actor} {room.game.notation(move)}" for actor, move in room.table.entries() if actor >= 0]


# What plans do.


def test_two_people_choose_their_first_tickets_while_the_first_still_thinks(browser: Browsers, house: House) -> None:
    """When the first player has chosen, all have: the game begins."""
    table, (ada, bo, cy) = three(browser, "tickets")
    room = room_of(house, table)
    before = room.event_count
    assert make_plan(cy, table, 2, moves=["keep 2 3"]).status_code == 200
    assert make_plan(bo, table, 1, moves=["keep 1 2"]).status_code == 200
    assert room.event_count == before
    assert "Planned:" in bo.get(table).text
    assert "Planned:" not in ada.get(table).text
    assert ada.move(table, "keep 1 2 3").status_code == 200

    assert made(room) == ["0 keep 1 2 3", "1 keep 1 2", "2 keep 2 3"]
    assert room.plans == {}
    assert room.actor == 0


def test_a_standing_bid_bids(browser: Browsers, house: House) -> None:
    """The form of the page: an order and its number. It bids each time, and passes beyond its number."""
    table, (ada, bo, cy) = three(browser, "express")
    room = room_of(house, table)
    assert make_plan(bo, table, 1, text="bid up to", amount=9).status_code == 200
    assert ada.move(table, "bid 7").status_code == 200
    assert cy.move(table, "pass", seat=2).status_code == 200
    assert ada.move(table, "bid 9").status_code == 200

    assert made(room) == ["0 bid 7", "1 bid 8", "2 pass", "0 bid 9", "1 pass"]
    assert room.plans == {}


def test_a_plan_is_taken_back_and_replaced(browser: Browsers, house: House) -> None:
    """Nothing of it is left."""
    table, (ada, bo, _) = three(browser, "express")
    room = room_of(house, table)
    make_plan(bo, table, 1, text="bid up to", amount=20)
    make_plan(bo, table, 1, text="bid up to", amount=10)
    assert room.plans[1].text == "bid up to 10"
    assert bo.post(f"{table}/withdraw", {"seat": 1}).status_code == 200
    assert room.plans == {}
    assert ada.move(table, "bid 7").status_code == 200

    assert room.actor == 1


def test_a_plan_that_arrives_after_the_turn_has_come_is_carried_out(browser: Browsers, house: House) -> None:
    """Bo pressed while Ada's move was on its way. A repeated request changes nothing."""
    table, (ada, bo, _) = three(browser, "express")
    room = room_of(house, table)
    ada.move(table, "bid 7")
    for _ in range(2):
        assert make_plan(bo, table, 1, text="bid up to", amount=9, rid="once").status_code == 200

    assert made(room) == ["0 bid 7", "1 bid 8"]
    assert room.plans[1].text == "bid up to 9"


def test_a_plan_follows_the_move_of_a_bot(browser: Browsers, house: House, until: Callable[[Callable[[], bool]], None]) -> None:
    """At a table with a bot that begins."""
    ada = browser()
    table = ada.open_table("express", ["you", "novice"], seating="arranged", pace="0")
    room = room_of(house, table)
    ada.move(table, "bid 7")
    until(lambda: room.actor == 0)
    assert room.event_count >= 2


def test_a_failed_plan_leaves_the_turn_to_its_owner(browser: Browsers, house: House) -> None:
    """Two plan to develop one hex. The page says why it failed, to its owner alone, until they have acted."""
    model, develop = before_a_contested_move()
    people, watcher = [browser(), browser()], browser()
    table = people[0].open_table("express", ["you", "open"], seating="arranged")
    people[1].post(f"{table}/sit", {"name": "Bo"})
    room = room_of(house, table)
    for seat, move in model.entries():
        assert people[seat].move(table, model.game.notation(move), seat=seat, n=room.event_count).status_code == 200
    first, last = room.actor, 1 - room.actor
    assert make_plan(people[last], table, last, moves=[develop]).status_code == 200
    assert f"develops {develop[8:]}" in people[last].get(table).text
    assert people[first].move(table, develop, seat=first).status_code == 200

    assert room.actor == last
    assert room.plans[last].failed
    assert "Your plan was no longer possible" in people[last].get(table).text
    for other in (people[first], watcher):
        assert "Your plan was no longer possible" not in other.get(table).text
    assert people[last].move(table, people[last].moves(table)[0], seat=last).status_code == 200
    assert room.plans == {}


def _planned_moves(room: Room, seat: int) -> list[str]:
    assert room.table is not None
    view = room.table.view(seat)
    if view.position.actor == seat:
        return [room.game.notation(move) for move in room.table.moves(seat)]
    ahead = room.game.plans.ahead(view)
    return [] if ahead is None else [room.table.game.notation(move) for move in ahead.position.legal_moves()]


def test_an_undo_ends_the_plan_of_its_owner(browser: Browsers, house: House) -> None:
    """Ada bids, plans to go up to 20, takes her bid back: she decides anew."""
    table, (ada, bo, _) = three(browser, "express")
    room = room_of(house, table)
    ada.move(table, "bid 7")
    assert make_plan(ada, table, 0, text="bid up to", amount=20).status_code == 200
    assert ada.post(f"{table}/undo", {"n": room.event_count, "rid": "u", "seat": 0}).status_code == 200

    assert room.plans == {}
    assert made(room) == []
    del bo


def test_a_bot_in_the_seat_ends_the_plan(browser: Browsers, house: House) -> None:
    """Bo leaves: the bot decides, and nothing of the plan comes back with him."""
    table, (_, bo, _) = three(browser, "express", pace="5000")
    make_plan(bo, table, 1, text="pass")
    assert room_of(house, table).plans
    bo.post(f"{table}/leave")

    assert room_of(house, table).plans == {}


def test_a_plan_takes_no_time(browser: Browsers, house: House) -> None:
    """At a table with a clock the plan's turn earns its increment, as any other turn, and costs nothing."""
    table, (ada, bo, _) = three(browser, "express", clock="10m+15s")
    room = room_of(house, table)
    assert room.times is not None
    make_plan(bo, table, 1, text="pass")
    ada.move(table, "bid 7")

    assert room.times.left[1] == 615
    assert room.times.seat == 2


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"seat": 2, "text": "pass"}, 403),
        ({"seat": 9, "text": "pass"}, 422),
        ({"text": "pass"}, 400),
        ({"seat": 1, "text": "bid up to 1"}, 422),
        ({"seat": 1, "text": "bid up to", "amount": 41}, 422),
        ({"seat": 1, "text": "expand NYC"}, 422),
        ({"seat": 1, "text": "nonsense"}, 422),
        ({"seat": 1, "text": ""}, 422),
        ({"seat": 1, "text": "pass; " * 300}, 422),
    ],
)
def test_what_cannot_be_planned_changes_nothing(browser: Browsers, house: House, more: dict[str, Any], status: int) -> None:
    """Other seats, numbers out of bounds, moves that make no sense now, texts that are too long."""
    table, (_, bo, _) = three(browser, "express")
    answer = bo.post(f"{table}/plan", more)

    assert answer.status_code == status, answer.text
    assert room_of(house, table).plans == {}


def test_at_one_screen_nothing_is_planned(browser: Browsers, house: House) -> None:
    """The others would see it."""
    ada = browser()
    table = ada.open_table("express", ["you", "you"], seating="arranged")

    assert make_plan(ada, table, 1, text="pass").status_code == 409
    del house


def test_a_plan_survives_a_restart(settings: Settings, portal: BlockingPortal) -> None:
    """It is read with its table, carried out once, and gone."""
    from roundhouse.web.app import make_app

    def run(act: Callable[[Callable[..., Browser], House], Any]) -> Any:
        app = portal.call(make_app, settings)
        with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
            return act(lambda **headers: Browser(app, portal, headers), app.state.house)

    def before(browser: Browsers, house: House) -> tuple[str, list[dict[str, str]]]:
        del house
        table, people = three(browser, "express")
        make_plan(people[1], table, 1, text="bid up to", amount=9)
        return table, [dict(person.client.cookies) for person in people]

    table, cookies = run(before)

    def after(browser: Browsers, house: House) -> list[str]:
        ada = browser(cookie="; ".join(f"{name}={value}" for name, value in cookies[0].items()))
        assert ada.move(table, "bid 7").status_code == 200
        return made(room_of(house, table))

    assert run(after) == ["0 bid 7", "1 bid 8"]


# The API.


def test_programs_plan(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """They see what they can plan, plan it, and take it back."""
    table, (ada, bo, _) = three(browser, "express")
    guest = room_of(house, table).seats[1].guest
    assert guest is not None
    token = portal.call(partial(house.tokens.create, guest, "bot", ["read", "play"]))
    headers = {"Authorization": f"Bearer {token}", "Cookie": ""}
    url = f"/api/v1/tables/{table.rpartition('/')[2]}/plan"
    shown = bo.get(url, headers=headers).json()
    assert [order["text"] for order in shown["orders"]] == ["bid up to", "pass"]
    assert shown["orders"][0]["least"] == 7
    assert shown["plan"] is None
    assert bo.ask("POST", url, json={"plan": "bid up to 9"}, headers=headers).status_code == 200
    assert bo.get(url, headers=headers).json()["plan"] == "bid up to 9"
    assert bo.ask("POST", url, json={"plan": ""}, headers=headers).json() == {"n": 0, "actor": 0, "over": False}
    assert bo.get(url, headers=headers).json()["plan"] is None
    assert bo.ask("POST", url, json={"plan": "bid up to 4"}, headers=headers).status_code == 422
    del ada


# What nobody else learns.


def _plan_for(room: Room, seat: int) -> str | None:
    """Return something that a seat can plan now."""
    assert room.table is not None
    game, view = room.table.game, room.table.view(seat)
    for order in game.plans.orders(view) if room.actor != seat else ():
        return f"{order.text} {order.most}" if order.most else order.text
    moves = _planned_moves(room, seat) if can_plan_ahead(game, view) else []
    return moves[-1] if moves else None


async def _plan_at(house: House, seat: int) -> bool:
    room = await house.rooms.get(TABLE)
    text = _plan_for(room, seat)
    if text is not None:
        await plan(room, Guest(f"guest-{seat}", ""), seat, text, "")
    return text is not None


def beginning(game: Any, length: int) -> list[Event]:
    """Return the beginning of a game by the heuristic, at least so long, up to where a seat is to act."""
    rng, state = Rng(3), game.start(SEATS)
    events: list[Event] = []
    while len(events) < length or state.actor < 0:
        move = state.draw(rng) if state.actor == CHANCE else game.advise(game.view(state, state.actor), rng)
        events.append(Event(f"request:{len(events)}", state.actor, game.notation(move)))
        state.apply(move)
    return events


@pytest.mark.parametrize("length", [9, 80])
@pytest.mark.parametrize("game", [game for game in GAMES if game.brings("plans")], ids=lambda game: game.name)
def test_a_plan_leaks_nothing(game: Any, length: int, tmp_path: Path, portal: BlockingPortal) -> None:
    """Law 6 through HTTP: every other seat, and a spectator, is sent the same bytes whether or not a seat has a plan."""
    events = beginning(game, length)
    compared = 0
    for reader in (SPECTATOR, 0, 1, 2):
        with ExitStack() as houses:
            sent = []
            for with_plan in (False, True):
                browser, house = houses.enter_context(serve(tmp_path / f"{reader}{with_plan}", game, events, reader, portal))
                if with_plan:
                    planners = [seat for seat in range(SEATS) if seat != reader and portal.call(_plan_at, house, seat)]
                    compared += len(planners)
                sent.append(everything_sent(browser, house, game, reader, len(events), portal))
            assert sent[0] == sent[1], reader
    assert compared


def test_an_open_stream_gets_nothing_when_another_seat_plans(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Not even an empty event; the owner's own stream gets the panel of plans alone."""
    table, (_, bo, _) = three(browser, "express")
    room = room_of(house, table)

    async def frames() -> dict[int, str]:
        from roundhouse.web.tables.admission import reader_of

        return {
            seat: room.streams.frame(
                reader_of(room, None if seat < 0 else Guest(room.seats[seat].guest or "", ""), None, "en", "wide", "")
            ).token
            for seat in (-1, 0, 1, 2)
        }

    before = portal.call(frames)
    make_plan(bo, table, 1, text="pass")
    after = portal.call(frames)

    assert {seat for seat in before if before[seat] != after[seat]} == {1}


def test_a_plan_is_in_no_log_and_no_metric(browser: Browsers, house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Requests are logged and counted by route, which names no seat and no text."""
    caplog.set_level("DEBUG")
    table, (_, bo, _) = three(browser, "express")
    make_plan(bo, table, 1, text="bid up to", amount=23)

    assert "bid up to" not in caplog.text
    assert "bid up to" not in repr([vars(record) for record in caplog.records])
    assert room_of(house, table).plans[1].text == "bid up to 23"
