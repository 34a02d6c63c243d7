"""Nonsense in every address, form and JSON body: the house answers it, has no fault, and tells nothing that is not the asker's."""

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
LISTENING = re.compile(r"/live$")  # streams have no end
FIELDS = (
    "n", "rid", "seat", "move", "text", "name", "level", "ms", "game", "seats", "seat-0", "seat-1", "name-1", "pace", "hotseat",
    "practice", "public", "back", "language", "theme", "label", "scope-read", "scope-play", "at", "as", "before", "layout", "since",
    "invite", "turn", "limit", "which", "sentences", "options", "option-layout", "option-first_seat", "file", "email", "password",
    "word", "proof", "adopt", "device", "table", "endpoint", "p256dh", "auth", "hook", "zone", "mail", "game:express",
)  # fmt: skip


class Scene(NamedTuple):
    """A house with a private table, two people at it, and somebody who has no business there."""

    portal: BlockingPortal
    client: httpx.AsyncClient
    table: str
    invite: str
    secrets: tuple[str, ...]  # what nobody may be told


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
WHO = st.sampled_from(["host", "guest", "stranger", "nobody", "program", "forger"])


@st.composite
def addresses(draw: st.DrawFn) -> tuple[str, str]:
    """A method and an address of the house, with its places filled in; some are real."""
    route = draw(st.sampled_from([route for route in ROUTES if not LISTENING.search(route.path)]))
    method = draw(st.sampled_from([*sorted(route.methods or ["GET"]), "POST", "DELETE"]))
    path = re.sub(r"\{(\w+)(:\w+)?\}", lambda place: f"<{place[1]}>", route.path)
    return method, path


def filled(path: str, scene: Scene, words: list[str]) -> str:
    """The places of an address: now what leads somewhere, now nonsense."""

    def fill(place: re.Match[str]) -> str:
        word = words.pop() if words else ""
        known = {"id": scene.table, "game": "tickets", "action": "move", "invite": "nowhere", "mark": "x", "name": "house.css"}
        return quote(known.get(place[1], word) if len(word) % 3 else word, safe="")

    return re.sub(r"<(\w+)>", fill, path)


def headers(who: str) -> dict[str, str | bytes]:
    """How somebody is known."""
    found: dict[str, str | bytes] = {"Origin": HERE}
    if who in ("host", "guest", "stranger"):
        found["Cookie"] = f"roundhouse=cookie-{who}"
    if who == "program":
        found["Authorization"] = "Bearer rh_program"
    if who == "forger":
        found |= {"Authorization": b"Bearer \xc3\xa9\xff", "Cookie": b"roundhouse=\xff;;=\x7f"}
    return found


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, empty: Path) -> Iterator[Scene]:
    """On both databases: what one of them swallows, the other may not."""
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
            table, invite, secrets = portal.call(furnish, app.state.house)
            yield Scene(portal, client, table, invite, secrets)


async def furnish(house: House) -> tuple[str, str, tuple[str, ...]]:
    """Guests with cookies, a token, and a table that only two of them may see."""
    for who in ("host", "guest", "stranger", "program"):
        await house.store.write(
            Statement("INSERT INTO guest (id, name, made) VALUES (?, ?, 0)", (who, who.title())),
            Statement(
                "INSERT INTO session (token, guest, made) VALUES (?, ?, 0)",
                (hashlib.sha256(f"cookie-{who}".encode()).digest(), who),
            ),
        )
    sql = "INSERT INTO token (id, hash, guest, label, scopes, made) VALUES ('t', ?, 'program', 'x', 'read play chat', 0)"
    await house.store.write(Statement(sql, (hashlib.sha256(b"rh_program").digest(),)))
    seats = [Seat("host", "Host"), Seat("guest", "Guest")]
    id = await house.open_table(Guest("host", "Host"), TableSpec(GAMES[0], seats, {}))
    room = await house.rooms.get(id)
    return id, room.setup.invite, (room.setup.secret.hex(), repr(room.setup.secret)[2:-1], "cookie-host", "Traceback")


def answers(scene: Scene, **request: Any) -> None:
    """One request, and what must hold of its answer."""
    answer, who, body = ask(scene, **request)

    assert answer.status_code < 500, (request, answer.text[:500])
    told = answer.text + repr(answer.headers)
    for secret in scene.secrets:
        assert secret not in told, request
    if who not in ("host", "guest"):
        assert scene.invite not in told, request
    assert not answer.headers.get("set-cookie", "").startswith("a="), (request, body)


def ask(
    scene: Scene,
    who: str,
    where: tuple[str, str],
    words: list[str],
    query: dict[str, str],
    form: dict[str, str],
    content: Any,
    kind: str,
) -> tuple[httpx.Response, str, dict[str, Any]]:
    """Sends it."""
    method, path = where
    bodies: dict[str, dict[str, Any]] = {
        "form": {"data": form},
        "json": {"json": content if len(form) < 3 else form},
        "text": {"content": "x=1", "headers": {"Content-Type": "text/plain"}},
        "file": {"files": {"file": ("x.rec", (form.get("text") or "roundhouse 1").encode(), "text/plain")}},
        "garbage": {"content": b"\xff{\x00", "headers": {"Content-Type": "application/json"}},
    }
    more = bodies[kind] if method == "POST" else {}
    sent = {name.encode(): value if isinstance(value, bytes) else value.encode() for name, value in headers(who).items()}
    sent |= {name.encode(): value.encode() for name, value in more.pop("headers", {}).items()}
    url = filled(path, scene, list(words))
    call = partial(scene.client.request, method, url, params=query, headers=sent, **more)
    return scene.portal.call(call), who, more


def send(scene: Scene, count: int) -> None:
    """So many requests, the same in every run."""

    def one(**request: Any) -> None:
        answers(scene, **request)

    check = given(
        who=WHO,
        where=addresses(),
        words=st.lists(WORDS, max_size=3),
        query=st.dictionaries(st.sampled_from(FIELDS), WORDS, max_size=3),
        form=st.dictionaries(st.sampled_from(FIELDS), WORDS, max_size=6),
        content=VALUES,
        kind=st.sampled_from(["form", "json", "text", "file", "garbage"]),
    )(one)
    settings(max_examples=count, deadline=None, derandomize=True, database=None, phases=[Phase.generate])(check)()


def test_nonsense_is_answered(scene: Scene) -> None:
    """A few hundred requests of all kinds, by people, programs and strangers."""
    send(scene, QUICK)


@pytest.mark.deep
def test_much_nonsense_is_answered(scene: Scene) -> None:
    """Thousands of them."""
    send(scene, DEEP)
