"""Live streams over real sockets: deltas, reconnects, restarts, shutdown, and clients that are slow or send nonsense."""

from __future__ import annotations

import asyncio
import itertools
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from roundhouse.web.http.streams import REMEMBERED, Streams
from tests.web.serving import PATIENCE, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it running."""
    with serving(tmp_path_factory.mktemp("live") / "house.db") as server:
        yield server


def open_table(ada: httpx.Client, game: str = "express", *seats: str) -> str:
    """Open a hot-seat table for two, unless seats are given, and return its path."""
    seats = seats or ("you", "you")
    form = {"game": game, "name": "Ada", "seats": str(len(seats)), "spectators": "on", "public": "on", "pace": "0"}
    form |= {f"seat-{seat}": occupant for seat, occupant in enumerate(seats)}
    return str(ada.post("/tables", data=form).headers["location"])


def move(ada: httpx.Client, table: str, seat: int, n: int) -> int:
    """Make the first legal move and return the event count after it."""
    page = ada.get(f"{table}?as={seat}").text
    text = re.findall(r'<button name="move" value="([^"]+)"', page)[0].replace("&amp;", "&")
    answer = ada.post(f"{table}/move", json={"n": n, "rid": f"r{n}", "move": text, "seat": seat})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["n"])


def test_a_move_is_sent_as_a_delta(server: Server) -> None:
    """A new stream gets all fragments; a move sends only those it changed, with the event count of the table."""
    ada, bo = server.person(), server.person()
    table = open_table(ada)
    stream = server.stream(bo, f"{table}/live")
    whole = stream.wait(1)[0][2]

    move(ada, table, 0, 0)

    delta = stream.wait(2)[-1]
    assert delta[1] == "delta"
    assert delta[2]["n"] == 1
    assert 0 < len(delta[2]["fragments"]) < len(whole["fragments"]) / 2
    assert set(delta[2]["fragments"]) <= set(whole["fragments"])


def test_a_stream_continues_from_the_page(server: Server) -> None:
    """The token in the page names the frame it shows: nothing of that is sent again."""
    ada = server.person()
    table = open_table(ada)
    since = re.search(r'data-since="([^"]+)"', ada.get(table).text)
    assert since is not None

    first = server.stream(ada, f"{table}/live?since={since[1]}").wait(1)[0][2]

    assert set(first["fragments"]) <= {"status", "players", "actions"}  # presence may have changed


def test_a_reconnect_sends_what_was_missed(server: Server) -> None:
    """With the id of the last event, the stream sends the difference and not everything."""
    ada, bo = server.person(), server.person()
    table = open_table(ada)
    stream = server.stream(bo, f"{table}/live")
    last = stream.wait(1)[-1][0]
    move(ada, table, 0, 0)

    again = server.stream(bo, f"{table}/live", last).wait(1)[0][2]

    assert again["n"] == 1
    assert "draw-" not in "".join(again["fragments"]) or len(again["fragments"]) < 50


@pytest.mark.parametrize("last", ["garbage", "0", "99999999", "deadbeef.deadbeef.1", "<script>();", "x" * 4000])
def test_a_reconnect_with_nonsense_sends_everything(server: Server, last: str) -> None:
    """An unknown, future, foreign or malformed token is not an error."""
    ada = server.person()
    table = open_table(ada)
    count = len(server.stream(ada, f"{table}/live").wait(1)[0][2]["fragments"])

    assert len(server.stream(ada, f"{table}/live", last).wait(1)[0][2]["fragments"]) == count


def test_the_waiting_room_becomes_the_table(server: Server) -> None:
    """When the game begins, the page must be reloaded; when the table is closed, its stream ends with "gone"."""
    ada, bo = server.person(), server.person()
    waiting = open_table(ada, "express", "you", "open")
    closed = open_table(ada, "express", "you", "open")
    streams = [server.stream(ada, f"{table}/live") for table in (waiting, closed)]
    for stream in streams:
        stream.wait(1)

    bo.post(f"{waiting}/sit", json={"seat": 1, "name": "Bo"})
    ada.post(f"{closed}/leave", json={})

    for stream, kind in zip(streams, ("reload", "gone"), strict=True):
        assert stream.ended.wait(PATIENCE)
        assert stream.events[-1][1] == kind


def test_the_lobby_is_live(server: Server) -> None:
    """A new table appears on the home page of others."""
    ada, bo = server.person(), server.person()
    stream = server.stream(bo, "/lobby/live")
    stream.wait(1)

    table = open_table(ada, "tycoon", "you", "open")

    assert table in str(stream.wait(2)[-1][2]["fragments"]["lobby"])


def test_a_stream_answers_a_head_request(server: Server) -> None:
    """Headers and nothing else, so that the request ends."""
    assert server.person().head("/lobby/live").headers["content-type"].startswith("text/event-stream")


def test_a_client_that_never_reads_does_not_delay_others(server: Server) -> None:
    """A socket opens the stream and never reads from it, while others play on."""
    ada, bo = server.person(), server.person()
    table = open_table(ada)
    with socket.create_connection(("127.0.0.1", server.port)) as sleeper:
        sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sleeper.sendall(f"GET {table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        stream = server.stream(bo, f"{table}/live")
        stream.wait(1)
        n = 0
        for turn in range(6):
            n = move(ada, table, turn % 2, n)

        assert stream.wait(2)[-1][2]["n"] >= 1
        assert n == 6


def test_ctrl_c_stops_a_server_with_open_streams(tmp_path: Path) -> None:
    """Streams and bots end, and no error is printed."""
    with serving(tmp_path / "house.db") as server:
        ada = server.person()
        table = open_table(ada, "express", "you", "novice")
        streams = [server.stream(ada, f"{table}/live") for _ in range(5)]
        for stream in streams:
            stream.wait(1)

        seconds, printed = server.stop(signal.SIGINT)

        assert seconds < PATIENCE / 2
        assert printed.splitlines()[-1] == "The server has stopped."
        assert "ERROR" not in printed
        assert "Traceback" not in printed


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["ended", "killed"])
def test_a_restart_keeps_every_table_and_streams_reconnect(tmp_path: Path, how: signal.Signals) -> None:
    """On the same port, an old token gets everything, a repeated request gets the same answer, and the game goes on."""
    with serving(tmp_path / "house.db") as server:
        ada = server.person()
        table = open_table(ada, "tickets")
        start = int(re.findall(r'data-n="(\d+)"', ada.get(table).text)[0])
        n = move(ada, table, 0, start)
        before = server.stream(ada, f"{table}/live").wait(1)[0]
        server.stop(how)

        with serving(tmp_path / "house.db", server.port) as again:
            stream = again.stream(ada, f"{table}/live", before[0])
            after = stream.wait(1)[0]
            drawn = [name for name in before[2]["fragments"] if name.startswith("draw-")]
            assert after[2]["n"] == n
            assert {name: after[2]["fragments"][name] for name in drawn} == {name: before[2]["fragments"][name] for name in drawn}
            repeated = ada.post(f"{table}/move", json={"n": start, "rid": f"r{start}", "move": "keep 1 2", "seat": 0})
            assert repeated.json() == {"n": n}
            assert move(ada, table, 1, n) > n
            assert again.port == server.port


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    """It prints one line and exits; the first server goes on."""
    with serving(tmp_path / "house.db") as server:
        with pytest.raises(AssertionError, match="another server is using"):
            Server(tmp_path / "house.db")
        assert server.person().get("/healthz").text == "ok\n"


def test_a_slow_reader_gets_only_the_latest_frame() -> None:
    """After many changes it gets one event, not one for each."""

    async def slow() -> list[bytes]:
        shown = {"a": "0"}
        live: Streams[str] = Streams(lambda key: (0, "", dict(shown)))
        stream = live.stream("reader", "", seated=False)
        events = [await anext(stream)]
        for number in range(1, 9):
            shown["a"] = str(number)
            live.touch()
        events.append(await anext(stream))
        live.end()
        events += [event async for event in stream]
        return events

    first, latest, gone = asyncio.run(slow())
    assert b'"a":"0"' in first
    assert b'"a":"8"' in latest
    assert b"event: gone" in gone


def test_players_are_updated_before_spectators() -> None:
    """In whatever order their streams were opened."""

    async def order() -> list[str]:
        shown = {"a": "0"}
        live: Streams[str] = Streams(lambda key: (0, "", dict(shown)))
        opened: list[str] = []
        woken: list[str] = []

        async def look(name: str, seated: bool) -> None:
            stream = live.stream(name, "", seated=seated)
            await anext(stream)
            opened.append(name)
            await anext(stream)
            woken.append(name)

        tasks = [asyncio.create_task(look(name, name == "player")) for name in ("watcher", "player", "other")]
        while len(opened) < len(tasks):
            await asyncio.sleep(0)
        shown["a"] = "1"
        live.touch()
        await asyncio.gather(*tasks)
        return woken

    assert asyncio.run(order())[0] == "player"


def test_clients_that_come_back_together_are_drawn_one_after_the_other() -> None:
    """After a restart of the server, so that a move does not wait for the pages of all tables."""
    drawn: list[str] = []
    seen: list[int] = []  # how many were drawn at each turn of other work

    def draw(key: str) -> tuple[int, str, dict[str, str]]:
        drawn.append(key)
        return 0, "", {"a": key}

    async def come_back() -> None:
        live: Streams[str] = Streams(draw)
        streams = [live.stream(f"reader {number}", "", seated=True) for number in range(6)]
        tasks = [asyncio.ensure_future(anext(stream)) for stream in streams]
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            seen.append(len(drawn))

    asyncio.run(come_back())

    assert len(drawn) == 6
    assert all(after - before <= 1 for before, after in itertools.pairwise([0, *seen]))


def test_frames_are_remembered_for_a_while_only() -> None:
    """A reader that comes back after a long time gets everything; memory stays bounded."""
    shown = {"a": "0", "b": "same"}
    live: Streams[str] = Streams(lambda key: (0, "", dict(shown)))
    first = live.frame("reader")
    for number in range(1, REMEMBERED + 2):
        shown["a"] = str(number)
        live.touch()
        live.frame("reader")

    async def event(since: str) -> bytes:
        return await anext(live.stream("reader", since, seated=False))

    assert b'"b":"same"' in asyncio.run(event(first.token))
    assert b'"b":"same"' not in asyncio.run(event(live.frame("reader").token))
