"""Operation of a server: logs without secrets, metrics behind a token, and a clean shutdown."""

from __future__ import annotations

import io
import json
import logging
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from roundhouse.core.sentence import BadSetup
from roundhouse.web.http import logs
from roundhouse.web.settings import Settings, settings_from
from tests.web.conftest import Browser, found
from tests.web.programs import Program, token_of
from tests.web.serving import serving
from tests.web.test_schemathesis import token

Browsers = Callable[..., Browser]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Settings with a token for metrics."""
    return replace(settings, metrics_token="for-the-collector")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """The log as JSON at level debug; the logging of the tests is restored afterwards."""
    root, ours = logging.getLogger(), logging.getLogger("roundhouse")
    handlers, level, our_level = root.handlers, root.level, ours.level
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    logs.set_up("json", "debug")
    yield stream
    root.handlers = handlers
    root.setLevel(level)
    ours.setLevel(our_level)


def test_every_request_is_logged_by_its_route(browser: Browsers, written: io.StringIO) -> None:
    """With status, duration and table; the response has the same request id, so that people can quote it."""
    ada = browser()
    table = ada.open_table("express", ["you", "open"])
    answer = ada.get(table)

    lines = [json.loads(line) for line in written.getvalue().splitlines()]

    line = next(line for line in lines if line.get("request") == answer.headers["X-Request-ID"])
    assert (line["message"], line["status"], line["level"]) == ("GET /table/{id}", 200, "info")
    assert line["table"] == table.rpartition("/")[2]
    assert line["ms"] >= 0
    assert line["at"].endswith("Z")


def test_no_secret_is_ever_logged(browser: Browsers, app: object, portal: object, written: io.StringIO) -> None:
    """Neither invitations nor cookies nor tokens nor names nor chat, even at level debug."""
    ada = browser()
    table = ada.open_table("tickets", ["you", "open"], name="Adelaide")
    invite = found(r"/join/([^\"]+)", ada.get(table).text)
    token = token_of(ada)
    bo = browser()
    bo.get(f"/join/{invite}")
    bo.send(f"/join/{invite}", {"name": "Bohumil"})
    bo.post(f"{table}/chat", {"text": "between us"})
    Program(app, portal, token).ask("GET", "/me")  # type: ignore[arg-type]

    logged = written.getvalue()

    assert "POST /join/{invite}" in logged
    cookies = [person.client.cookies["roundhouse"] for person in (ada, bo)]
    for secret in (invite, token, "Adelaide", "Bohumil", "between us", *cookies):
        assert secret not in logged


def test_a_traceback_is_part_of_its_line() -> None:
    """In JSON an error is one line; in text the traceback follows."""
    fault = RuntimeError("boiler")
    record = logging.getLogger("x").makeRecord(
        "x", logging.ERROR, "f", 1, "it %s", ("broke",), (RuntimeError, fault, None), extra=logs.facts(table="t", none=None)
    )
    line = json.loads(logs.JsonFormatter().format(record))
    text = logs.TextFormatter().format(record)

    assert (line["message"], line["table"]) == ("it broke", "t")
    assert "RuntimeError: boiler" in line["trace"]
    assert "none" not in line
    assert text.splitlines()[0].endswith("error   it broke table=t")
    assert text.splitlines()[-1] == "RuntimeError: boiler"


@pytest.mark.parametrize("variable", ["ROUNDHOUSE_LOG", "ROUNDHOUSE_LOG_LEVEL"])
def test_an_unknown_log_format_or_level_is_refused(variable: str) -> None:
    """With the value in the message."""
    settings = settings_from({variable: "loud"})

    with pytest.raises(BadSetup, match="loud"):
        logs.set_up(settings.log, settings.log_level)


def test_metrics_require_the_token(browser: Browsers) -> None:
    """Without it the page does not exist; requests are counted by route, so no invitation is among them."""
    ada = browser()
    table = ada.open_table("tickets", ["you", "you"])
    ada.move(table, ada.moves(f"{table}?as=0")[0])
    ada.get("/join/some-invitation")

    assert ada.get("/metrics").status_code == 404
    assert ada.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 404
    text = ada.get("/metrics", headers={"Authorization": "Bearer for-the-collector"}).text

    assert 'roundhouse_requests_total{method="POST",route="/tables",status="303"} 1.0' in text
    assert 'roundhouse_requests_total{method="GET",route="/join/{invite}",status="404"} 1.0' in text
    assert "some-invitation" not in text
    assert "roundhouse_rooms 1.0" in text
    assert "roundhouse_entries_total 1.0" in text
    assert "process_resident_memory_bytes" in text


def test_metrics_without_a_token_do_not_exist(browser: Browsers, app: object) -> None:
    """An empty token gives no access."""
    house = app.state.house  # type: ignore[attr-defined]
    house.settings = replace(house.settings, metrics_token="")

    assert browser().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_the_settings_do_not_show_their_secrets(settings: Settings) -> None:
    """In case they are printed by mistake."""
    assert "for-the-collector" not in repr(settings)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_open_streams_end_cleanly_when_the_server_stops(how: signal.Signals, tmp_path: Path) -> None:
    """Streams of pages and programs are ended by the server and not cut; then it exits."""
    with serving(tmp_path / "house.db") as server:
        person = server.person()
        form = {"game": "express", "name": "Ada", "seats": "2", "seat-0": "you", "seat-1": "you", "spectators": "on"}
        table = person.post("/tables", data=form).headers["location"]
        bearer = {"Authorization": f"Bearer {token(server)}"}
        addresses = {f"{table}/live": {}, "/lobby/live": {}, "/api/v1/turns/live": bearer}
        with ExitStack() as streams:
            answers = [streams.enter_context(person.stream("GET", url, headers=more)) for url, more in addresses.items()]
            lines = [answer.iter_lines() for answer in answers]
            assert [next(stream).partition(":")[0] for stream in lines] == ["id", "id", "event"]

            server._process.send_signal(how)

            for stream in lines:
                assert len(list(stream)) < 10  # a stream that is cut raises
        _, printed = server.stop(how)

        assert server._process.returncode == 0
        assert printed.rstrip().endswith("The server has stopped.")


@pytest.mark.deep
def test_a_hundred_streams_end_cleanly_within_two_seconds(tmp_path: Path) -> None:
    """Streams of pages, the lobby and programs, while bots of level master decide: none is cut."""
    with serving(tmp_path / "house.db") as server:
        person = server.person()
        form = {"game": "tickets", "name": "Ada", "seats": "2", "seat-0": "you", "seat-1": "master", "spectators": "on"}
        bearer = {"Authorization": f"Bearer {token(server)}"}
        for _ in range(4):
            httpx.post(f"{server.address}/api/v1/tables", json={"game": "tickets", "seats": ["me", "master"]}, headers=bearer)
        table = person.post("/tables", data=form).headers["location"]
        addresses: list[tuple[str, dict[str, str]]] = (
            [(f"{table}/live", {})] * 60 + [("/lobby/live", {})] * 20 + [("/api/v1/turns/live", bearer)] * 20
        )
        began, whole = threading.Semaphore(0), []

        def read(url: str, headers: dict[str, str]) -> None:
            with httpx.stream("GET", server.address + url, headers=headers, cookies=person.cookies, timeout=60) as answer:
                lines = answer.iter_lines()
                next(lines)
                began.release()
                whole.append(sum(1 for _ in lines))  # a stream that is cut raises

        readers = [threading.Thread(target=read, args=address) for address in addresses]
        for reader in readers:
            reader.start()
        for _ in readers:
            assert began.acquire(timeout=60)
        seconds, printed = server.stop(signal.SIGTERM)
        for reader in readers:
            reader.join(60)

        assert len(whole) == len(addresses)
        assert "The server has stopped." in printed
        print(f"closed in {seconds:.2f} s")
        assert seconds < 2
