"""Fuzzing of every URL, form and JSON body: no internal error, and no secret in a response."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from roundhouse.bots import LEVELS
from roundhouse.games import GAMES
from roundhouse.web.app import ROUTES, make_app
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.repository import Seat
from tests.web.database import Database

HERE = "http://127.0.0.1"
QUICK, DEEP = 250, 6000  # requests
LISTENING = re.compile(r"/live$")  # streams do not end
FIELDS = (
    "n", "rid", "seat", "move", "text", "name", "level", "ms", "game", "seats", "seat-0", "seat-1", "name-1", "pace", "hotseat",
    "practice", "public", "back", "language", "theme", "label", "scope-read", "scope-play", "at", "as", "before", "layout", "since",
    "invite", "turn", "limit", "which", "sentences", "options", "option-layout", "option-first_seat", "file", "email", "password",
    "word", "proof", "adopt", "device", "table", "endpoint", "p256dh", "auth", "hook", "zone", "mail", "game:express",
)  # fmt: skip


class Target(NamedTuple):
    """A server with a private table for two guests, and a client for it."""

    portal: BlockingPortal
    client: httpx.AsyncClient
    table: str
    invite: str
    secrets: tuple[str, ...]  # that no response may contain


ODD = [
    "", "\0", "0", "-1", "1", "99999999999999999999", "1.5", "null", "true", "on", "you", "open", "mine", "yes", "undo",
    "%00", "../x",
    "\r\nSet-Cookie: a=b", "<script>", "\u202e", "é" * 400, "x" * 6000, "{}", "𝟙", "\ud7ff", "random 1", "first",
    "keep 1 2", "draw",
]  # fmt: skip
WORDS = st.one_of(st.sampled_from([*ODD, *LEVELS, *(game.name for game in GAMES)]), st.text(max_size=12), st.integers().map(str))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3)),
    max_leaves=6,
)
CALLERS = st.sampled_from(["host", "guest", "stranger", "anonymous", "program", "forger"])


@st.composite
def endpoints(draw: st.DrawFn) -> tuple[str, str]:
    """A method and the path of a route, with its parameters as `<name>`."""
    route = draw(st.sampled_from([route for route in ROUTES if not LISTENING.search(route.path)]))
    method = draw(st.sampled_from([*sorted(route.methods or ["GET"]), "POST", "DELETE"]))
    path = re.sub(r"\{(\w+)(:\w+)?\}", lambda parameter: f"<{parameter[1]}>", route.path)
    return method, path


def fill(path: str, target: Target, words: list[str]) -> str:
    """Fill in the parameters of a path, some with valid values and some with nonsense."""

    def value(parameter: re.Match[str]) -> str:
        word = words.pop() if words else ""
        known = {"id": target.table, "game": "tickets", "action": "move", "invite": "nowhere", "mark": "x", "name": "house.css"}
        return quote(known.get(parameter[1], word) if len(word) % 3 else word, safe="")

    return re.sub(r"<(\w+)>", value, path)


def headers(caller: str) -> dict[str, str | bytes]:
    """Return the headers that identify a caller."""
    found: dict[str, str | bytes] = {"Origin": HERE}
    if caller in ("host", "guest", "stranger"):
        found["Cookie"] = f"roundhouse=cookie-{caller}"
    if caller == "program":
        found["Authorization"] = "Bearer rh_program"
    if caller == "forger":
        found |= {"Authorization": b"Bearer \xc3\xa9\xff", "Cookie": b"roundhouse=\xff;;=\x7f"}
    return found


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, empty: Path) -> Iterator[Target]:
    """On both databases: what one of them accepts, the other may refuse."""
    if request.param == "postgresql":
        database: Database = request.getfixturevalue("database")
        place = database.fresh()
    else:
        place = str(tmp_path_factory.mktemp("fuzz") / "house.db")
        shutil.copy(empty, place)
    with start_blocking_portal() as portal:
        app = portal.call(make_app, Settings(db=place, workers=1, limits=False, tables_each=10**6))
        with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
            client = httpx.AsyncClient(transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url=HERE, timeout=60)
            table, invite, secrets = portal.call(set_up, app.state.house)
            yield Target(portal, client, table, invite, secrets)


async def set_up(house: House) -> tuple[str, str, tuple[str, ...]]:
    """Store guests with cookies, a token, and a private table of two of them."""
    for guest in ("host", "guest", "stranger", "program"):
        await house.store.write(
            Statement("INSERT INTO guest (id, name, made) VALUES (?, ?, 0)", (guest, guest.title())),
            Statement(
                "INSERT INTO session (token, guest, made) VALUES (?, ?, 0)",
                (hashlib.sha256(f"cookie-{guest}".encode()).digest(), guest),
            ),
        )
    sql = "INSERT INTO token (id, hash, guest, label, scopes, made) VALUES ('t', ?, 'program', 'x', 'read play chat', 0)"
    await house.store.write(Statement(sql, (hashlib.sha256(b"rh_program").digest(),)))
    seats = [Seat("host", "Host"), Seat("guest", "Guest")]
    id = await house.open_table(Guest("host", "Host"), TableSpec(GAMES[0], seats, {}))
    room = await house.rooms.get(id)
    return id, room.setup.invite, (room.setup.secret.hex(), repr(room.setup.secret)[2:-1], "cookie-host", "Traceback")


def check(target: Target, **request: Any) -> None:
    """Send a request and check the response."""
    answer, caller, body = ask(target, **request)

    assert answer.status_code < 500, (request, answer.text[:500])
    sent = answer.text + repr(answer.headers)
    for secret in target.secrets:
        assert secret not in sent, request
    if caller not in ("host", "guest"):
        assert target.invite not in sent, request
    assert not answer.headers.get("set-cookie", "").startswith("a="), (request, body)


def ask(
    target: Target,
    caller: str,
    endpoint: tuple[str, str],
    words: list[str],
    query: dict[str, str],
    form: dict[str, str],
    content: Any,
    kind: str,
) -> tuple[httpx.Response, str, dict[str, Any]]:
    """Send a request; return the response, the caller and the body."""
    method, path = endpoint
    bodies: dict[str, dict[str, Any]] = {
        "form": {"data": form},
        "json": {"json": content if len(form) < 3 else form},
        "text": {"content": "x=1", "headers": {"Content-Type": "text/plain"}},
        "file": {"files": {"file": ("x.rec", (form.get("text") or "roundhouse 1").encode(), "text/plain")}},
        "garbage": {"content": b"\xff{\x00", "headers": {"Content-Type": "application/json"}},
    }
    more = bodies[kind] if method == "POST" else {}
    sent = {name.encode(): value if isinstance(value, bytes) else value.encode() for name, value in headers(caller).items()}
    sent |= {name.encode(): value.encode() for name, value in more.pop("headers", {}).items()}
    url = fill(path, target, list(words))
    call = partial(target.client.request, method, url, params=query, headers=sent, **more)
    return target.portal.call(call), caller, more


def send(target: Target, count: int) -> None:
    """Send so many requests, the same in every run."""

    def one(**request: Any) -> None:
        check(target, **request)

    run = given(
        caller=CALLERS,
        endpoint=endpoints(),
        words=st.lists(WORDS, max_size=3),
        query=st.dictionaries(st.sampled_from(FIELDS), WORDS, max_size=3),
        form=st.dictionaries(st.sampled_from(FIELDS), WORDS, max_size=6),
        content=VALUES,
        kind=st.sampled_from(["form", "json", "text", "file", "garbage"]),
    )(one)
    settings(max_examples=count, deadline=None, derandomize=True, database=None, phases=[Phase.generate])(run)()


def test_nonsense_causes_no_error(target: Target) -> None:
    """A few hundred requests of all kinds, by guests, programs and strangers."""
    send(target, QUICK)


@pytest.mark.deep
def test_much_nonsense_causes_no_error(target: Target) -> None:
    """Thousands of requests."""
    send(target, DEEP)
