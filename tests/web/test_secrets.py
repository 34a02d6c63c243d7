"""Law 6 through HTTP: two games that differ only in what a seat cannot know send that seat the same bytes."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State
from roundhouse.games import GAMES
from roundhouse.web.app import make_app
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement
from roundhouse.web.tables import playing
from roundhouse.web.tables.admission import reader_of
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.repository import Event, Seat, Setup, Stage
from tests.web.conftest import Browser

SECRETIVE = [game for game in GAMES if game.shadow_count]
SEATS = 3
TABLE = "the-table-id"


class Twins(NamedTuple):
    """Two histories that look the same to one reader."""

    truth: list[Event]
    other: list[Event]
    differ: int  # number of moves that are not the same


def twins(game: Game[Any], reader: int, seed: int, length: int) -> Twins:
    """Return a game by the heuristic, and a second one that may differ in everything hidden from the reader."""
    rng = Rng(seed)
    first: State = game.start(SEATS)
    second = first.copy()
    events: tuple[list[Event], list[Event]] = ([], [])
    differ = 0
    while len(events[0]) < length and first.actor != OVER:
        actor = first.actor
        move = first.draw(rng) if actor == CHANCE else game.advise(game.view(first, actor), rng)
        shadow = first.seen(move, reader)
        alike = [other for other in second.legal_moves() if second.seen(other, reader) == shadow]
        if not alike:
            break
        other = alike[rng.below(len(alike))]
        for history, state, made in zip(events, (first, second), (move, other), strict=True):
            history.append(Event(f"request:{len(history)}", actor, game.notation(made)))
            state.apply(made)
        differ += move != other
    return Twins(*events, differ)


async def add_table(house: House, game: Game[Any], events: list[Event]) -> None:
    """Store a table with those events. Everything else is the same for all: ids, secret, times."""
    seats = [Seat(f"guest-{seat}", name) for seat, name in enumerate(("Ada", "Bo", "Cy"))]

    for seat, occupant in enumerate(seats):
        token = hashlib.sha256(f"cookie-{seat}".encode()).digest()
        await house.store.write(
            Statement("INSERT INTO guest (id, name, made) VALUES (?, ?, 0)", (occupant.guest, occupant.name)),
            Statement("INSERT INTO session (token, guest, made) VALUES (?, ?, 0)", (token, occupant.guest)),
            *token_of(seat, str(occupant.guest)),
        )
    await house.store.write(
        Statement("INSERT INTO guest (id, name, made) VALUES ('watcher', 'Di', 0)"), *token_of(SPECTATOR, "watcher")
    )
    setup = Setup(
        id=TABLE,
        game=game.name,
        version=game.version,
        seats=SEATS,
        options={},
        secret=bytes(32),
        host="guest-0",
        invite="the-invitation",
        public=True,
        spectators=True,
        practice=False,
        hotseat=False,
        tour=False,
        pace=0,
        stage=Stage.RUNNING,
        rated=False,
        by_lot=False,
        prefix=0,
        made=1_700_000_000.0,
    )
    await house.repository.add_table(setup, seats, events)


def token_of(reader: int, guest: str) -> list[Statement]:
    """Insert an API token of a guest, with all scopes."""
    values = (f"token{reader}", hashlib.sha256(f"rh_{reader}".encode()).digest(), guest)
    sql = "INSERT INTO token (id, hash, guest, label, scopes, made, used) VALUES (?, ?, ?, 'bot', 'read play chat', 0, 1e12)"
    return [Statement(sql, values)]


@contextmanager
def serve(path: Path, game: Game[Any], events: list[Event], reader: int, portal: BlockingPortal) -> Iterator[tuple[Browser, House]]:
    """Run a server with that table; yield the browser of the reader and the house."""
    app = portal.call(make_app, Settings(db=str(path), limits=False))
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        house: House = app.state.house
        portal.call(add_table, house, game, events)
        headers = {"accept-encoding": "identity"}  # the length of compressed bytes depends on the random tokens
        if reader != SPECTATOR:
            headers["cookie"] = f"roundhouse=cookie-{reader}"
        yield Browser(app, portal, headers), house


def bytes_of(answer: httpx.Response) -> tuple[int, str, dict[str, str]]:
    """Return all that a browser is sent, without the tokens of frames, which are random but of one length."""
    headers = {name: value for name, value in answer.headers.items() if name not in ("date", "x-request-id")}
    return answer.status_code, re.sub(r"[0-9a-f]{8}\.[0-9a-f]{8}\.(\d+)", r"TOKEN.\1", answer.text), headers


def everything_sent(browser: Browser, house: House, game: Game[Any], reader: int, n: int, portal: BlockingPortal) -> list[Any]:
    """Return pages, panels, records, replays and errors, in both layouts and languages."""
    urls = ["/", f"/table/{TABLE}", f"/table/{TABLE}?layout=narrow", f"/table/{TABLE}/log?before={n - 5}", f"/table/{TABLE}/record"]
    urls += [f"/table/{TABLE}/text", *(f"/table/{TABLE}/choices?name={name}" for name in ("7", "bids", "city-3"))]
    urls += [
        f"/replay/{TABLE}?at={n // 2}",
        f"/replay/{TABLE}/frame?at={n - 1}",
        f"/replay/{TABLE}/frame?at={n // 3}&layout=narrow",
    ]
    urls += [f"/table/{TABLE}/draft?selection={name}" for name in ("", "Chicago", "city-3")]
    found: list[Any] = [bytes_of(browser.get(url)) for url in urls]
    for first in range(0, game.move_count, max(1, game.move_count // 40)):  # legal or not, two moves deep
        moves = f"{game.notation(first)}; {game.notation((7 * first) % game.move_count)}"
        found.append(bytes_of(browser.get(f"/table/{TABLE}/draft", params={"moves": moves, "layout": "narrow"})))
    legal = re.findall(r'name="move" value="([^"]*)"', browser.get(f"/table/{TABLE}/text").json()["fragments"]["moves"])
    found += [bytes_of(browser.get(f"/table/{TABLE}/draft", params={"moves": html.unescape(move)})) for move in legal[:12]]
    found.append(bytes_of(browser.get(urls[1], headers={"Accept-Language": "fr"})))
    for move in range(0, game.move_count, max(1, game.move_count // 40)):
        order = {"n": n, "rid": "r", "move": game.notation(move), "seat": max(0, reader)}
        found.append(bytes_of(browser.post(f"/table/{TABLE}/why", order)))
        if found[-1][0] != 200:  # refused, so that nothing happens
            found.append(bytes_of(browser.post(f"/table/{TABLE}/move", order)))
    found.append(bytes_of(browser.post(f"/table/{TABLE}/undo", {"n": n - 1, "rid": "r", "seat": max(0, reader)})))
    found.append(bytes_of(browser.post(f"/table/{TABLE}/undo", {"n": n, "rid": "r", "seat": (reader + 1) % SEATS})))
    found.append(portal.call(first_event, house, reader))
    return found + everything_in_the_api(browser, game, reader, n)


def everything_in_the_api(browser: Browser, game: Game[Any], reader: int, n: int) -> list[Any]:
    """Return the same from the API: views, moves, logs, records, lists, turns and refusals, in both languages."""
    headers = {"Authorization": f"Bearer rh_{reader}", "Cookie": ""}
    table = f"/api/v1/tables/{TABLE}"
    urls = [
        table,
        f"{table}/position?sentences=yes",
        f"{table}/log",
        f"{table}/log?since={n - 5}",
        f"{table}/record",
        f"{table}/chat",
    ]
    urls += [
        f"{table}/position?seat={(reader + 1) % SEATS}",
        "/api/v1/tables",
        "/api/v1/tables?which=open",
        "/api/v1/turns",
        "/api/v1/me",
    ]
    found = [bytes_of(browser.get(url, headers=headers)) for url in urls]
    found += [bytes_of(browser.get(url, headers=headers | {"Accept-Language": "fr"})) for url in urls[1:4]]
    assert [status for status, *_ in found[:6]] == [200] * 6
    legal = set(browser.get(urls[1], headers=headers).json()["moves"])
    for move in range(0, game.move_count, max(1, game.move_count // 40)):
        text = game.notation(move)  # a legal one is sent with an old event count, so that nothing happens
        order = {"n": n - (text in legal), "rid": "r", "move": text, "seat": max(0, reader)}
        found.append(bytes_of(browser.ask("POST", f"{table}/moves", json=order, headers=headers)))
    for seat in range(SEATS):
        found.append(bytes_of(browser.ask("POST", f"{table}/undo", json={"n": n - 1, "seat": seat}, headers=headers)))
        if seat != reader:
            order = {"n": n, "rid": "r", "move": game.notation(0), "seat": seat}
            found.append(bytes_of(browser.ask("POST", f"{table}/moves", json=order, headers=headers)))
    return found


async def first_event(house: House, reader: int) -> str:
    """Return the first event of a new stream."""
    room = await house.rooms.get(TABLE)
    guest = None if reader == SPECTATOR else Guest(f"guest-{reader}", "")
    group: Reader = reader_of(room, guest, None, "en", "wide", "")
    stream = room.streams.stream(group, "garbage", seated=reader != SPECTATOR)
    event = await anext(stream)
    await stream.aclose()
    return re.sub(r"[0-9a-f]{8}\.[0-9a-f]{8}\.", "TOKEN.", event.decode())


def plain_move(first: State, second: State, move: int, reader: int) -> bool:
    """Return whether a move looks the same in both histories and no draw follows, which could depend on hidden cards."""
    for state in (after := [first.copy(), second.copy()]):
        state.apply(move)
    alike = first.seen(move, reader) == second.seen(move, reader)
    return alike and all(state.actor != CHANCE for state in after)


async def make_move(event_count: int, actor: int, text: str, house: House) -> None:
    """Make a move of another seat."""
    await playing.move(await house.rooms.get(TABLE), Guest(f"guest-{actor}", ""), event_count, "request", actor, text)


async def delta_after(house: House, reader: int, act: Callable[[House], Any]) -> str:
    """Return the event that an open stream gets for one move."""
    room = await house.rooms.get(TABLE)
    guest = None if reader == SPECTATOR else Guest(f"guest-{reader}", "")
    stream = room.streams.stream(reader_of(room, guest, None, "en", "wide", ""), "", seated=reader != SPECTATOR)
    await anext(stream)
    await act(house)
    event = await anext(stream)
    await stream.aclose()
    return re.sub(r"[0-9a-f]{8}\.[0-9a-f]{8}\.", "TOKEN.", event.decode())


@pytest.mark.parametrize("length", [70, pytest.param(150, marks=pytest.mark.deep), 260])
@pytest.mark.parametrize("reader", [SPECTATOR, 0, 1, 2])
@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_a_reader_is_sent_the_same_bytes_whatever_is_hidden(
    game: Game[Any], reader: int, length: int, tmp_path: Path, portal: BlockingPortal
) -> None:
    """Early, in the middle and late: hands, tickets and tycoons of other seats differ, and no byte shows it."""
    histories = twins(game, reader, seed=length + reader, length=length)
    assert histories.differ, "the twins are the same history, so this proves nothing"
    n = len(histories.truth)

    with ExitStack() as houses:
        sent = []
        for name, events in (("truth", histories.truth), ("other", histories.other)):
            browser, house = houses.enter_context(serve(tmp_path / name, game, events, reader, portal))
            sent.append(everything_sent(browser, house, game, reader, n, portal))

    assert sent[0] == sent[1]


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_a_move_of_another_seat_sends_the_same_delta(game: Game[Any], tmp_path: Path, portal: BlockingPortal) -> None:
    """A public move in both histories: the stream of the reader gets the same bytes."""
    compared = 0
    for reader, length in product((SPECTATOR, 0, 1, 2), (100, 140)):
        histories = twins(game, reader, seed=reader, length=length)
        state: State = game.start(SEATS)
        other = state.copy()
        for event, twin in zip(histories.truth, histories.other, strict=True):
            state.apply(game.parse(event.text))
            other.apply(game.parse(twin.text))
        both = set(state.legal_moves()) & set(other.legal_moves()) if state.actor >= 0 else set()
        open_moves = [move for move in sorted(both) if plain_move(state, other, move, reader)]
        if state.actor in (CHANCE, reader) or not open_moves:
            continue
        n, actor, text = len(histories.truth), state.actor, game.notation(open_moves[0])
        with ExitStack() as houses:
            sent = []
            for name, events in (("truth", histories.truth), ("other", histories.other)):
                _, house = houses.enter_context(serve(tmp_path / f"{name}{reader}{length}", game, events, reader, portal))
                sent.append(portal.call(delta_after, house, reader, partial(make_move, n, actor, text)))
        assert sent[0] == sent[1], (reader, text)
        compared += 1

    assert compared


def test_the_secret_of_the_deal_is_shown_at_the_end_and_not_before(tmp_path: Path, portal: BlockingPortal) -> None:
    """The commitment is on the page from the beginning."""
    game = SECRETIVE[0]
    events = twins(game, SPECTATOR, 1, 60).truth
    with serve(tmp_path / "house", game, events, 0, portal) as (browser, house):
        page = browser.get(f"/table/{TABLE}").text
        assert str(portal.call(house.rooms.get, TABLE).commitment) in page
        assert bytes(32).hex() not in page
        assert "secret " not in browser.get(f"/table/{TABLE}/record").text
