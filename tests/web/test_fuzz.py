"""Fuzzing of every URL, form and JSON body: no internal error, and no secret in a response."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import re
import shutil
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

from roundhouse.bots import LEVELS
from roundhouse.games import GAMES
from roundhouse.web.app import ROUTES, make_app
from roundhouse.web.people.guests import Guest
from roundhouse.web.routes.table import ACTIONS
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
    app: Starlette
    client: httpx.AsyncClient
    table: str
    invite: str
    door: str  # the invitation to another table, which any guest may use
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
CALLERS = st.sampled_from(["host", "guest", "stranger", "anonymous", "program", "forger", "owner"])


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
    if caller in ("host", "guest", "stranger", "owner"):
        found["Cookie"] = f"roundhouse=cookie-{caller}"
    if caller == "program":
        found["Authorization"] = "Bearer rh_program"
    if caller == "forger":
        found |= {"Authorization": b"Bearer \xc3\xa9\xff", "Cookie": b"roundhouse=\xff;;=\x7f"}
    return found


def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, empty: Path) -> Iterator[Target]:
    """A house with people and two tables, on the database that a fixture is for."""
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
            yield Target(portal, app, client, *portal.call(set_up, app.state.house))


BOTH: Final = ("sqlite", "postgresql")  # what one of them accepts, the other may refuse
target = pytest.fixture(scope="module", params=BOTH, name="target")(served)
intact = pytest.fixture(scope="module", params=BOTH, name="intact")(
    served
)  # without the random requests, which may delete an account


async def set_up(house: House) -> tuple[str, str, str, tuple[str, ...]]:
    """Store guests with cookies, a token, a private table of two of them, and one that waits for more."""
    for guest in ("host", "guest", "stranger", "program", "owner"):
        await house.store.write(
            Statement("INSERT INTO guest (id, name, made) VALUES (?, ?, 0)", (guest, guest.title())),
            Statement(
                "INSERT INTO session (token, guest, made) VALUES (?, ?, 0)",
                (hashlib.sha256(f"cookie-{guest}".encode()).digest(), guest),
            ),
        )
    await house.store.write(Statement("INSERT INTO account (guest, login, made) VALUES ('owner', 'owner', 0)"))
    sql = "INSERT INTO token (id, hash, guest, label, scopes, made) VALUES ('t', ?, 'program', 'x', 'read play chat', 0)"
    await house.store.write(Statement(sql, (hashlib.sha256(b"rh_program").digest(),)))
    seats = [Seat("host", "Host"), Seat("guest", "Guest")]
    id = await house.open_table(Guest("host", "Host"), TableSpec(GAMES[0], seats, {}))
    room = await house.rooms.get(id)
    waiting = await house.open_table(Guest("guest", "Guest"), TableSpec(GAMES[0], [Seat("guest", "Guest"), Seat()], {}))
    door = (await house.rooms.get(waiting)).setup.invite
    return id, room.setup.invite, door, (room.setup.secret.hex(), repr(room.setup.secret)[2:-1], "cookie-host", "Traceback")


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


# Shapes that decoders choke on, byte for byte: what no well-behaved client would send.

DIGITS = "7" * 5000
NESTED = ("[" * 5000 + "]" * 5000, "[" * 30_000, '{"a":' * 5000 + "1" + "}" * 5000, '{"n":[' * 2000)
JSON_SHAPES = (
    *NESTED, DIGITS, f"-{DIGITS}", f"{DIGITS}.5", f"1e{DIGITS}", f"0.{DIGITS}", "1e999", "-1e999", "1E400", "9223372036854775808",
    "18446744073709551616", "-9223372036854775809", "1e18", "1e308", "-0", "-0.0", "--2", "+1", "01", ".5", "1.", "0x10", "NaN",
    "Infinity", "-Infinity", "nan", "true", "null", "[]", "{}", "[[]]", '""', '"\\ud800"', '"\\udc00\\ud800"', '"a\\u0000b"',
    '"\\u202e"', '"\\uffff"', "\ufeff1", "1 2", "", "'a'", "undefined", "/**/1", '"\x00"', '"unterminated',
)  # fmt: skip
TEXT_SHAPES = (
    DIGITS, f"-{DIGITS}", "--2", "-", "+1", " 1", "1 ", "1_000", "1e5", "1e999", "nan", "inf", "-inf", "٣", "²", "①", "𝟙", "0x10",
    "[" * 20_000, '{"a":' * 5000, "\0", "a\0b", "%", "%zz", "%f", "\ud7ff", "\ufffe", "x" * 60_000,
)  # fmt: skip
RAW_FORMS = (
    b"%", b"%zz=%f", b"n=%&seat=%zz", b"=", b"&&&===", b"n=1&n=2&n=--2", b"seats=--2&game=tickets", b"\xff\xfe=\x80", b"%ff=%fe",
    b"%ED%A0%80=%ED%B0%80", b"%00=%00", b"text=" + b"%00" * 9000, b"n=" + b"7" * 5000, b"a=1&" * 15_000, b"a" * 60_000,
    b"a;b;c", b"name=%C0%80", b"game=tickets&name=" + b"%CC%81" * 3000,
)  # fmt: skip
PART = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.rec"\r\n\r\n'
MULTIPART = (
    b"", b"--x", b"--x--\r\n", b"--x\r\n\r\n\r\n--x--\r\n", PART, PART + b"unterminated", PART + b"\xff\xfe\r\n--x--\r\n",
    PART * 3 + b"\r\n--x--\r\n", b'--x\r\nContent-Disposition: form-data; name="n"\r\n\r\n' + b"7" * 5000 + b"\r\n--x--\r\n",
    b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n", b"--x\r\nContent-Disposition: \xff\r\n\r\n1\r\n--x--\r\n",
    b"--x\r\nno header\r\n\r\n1\r\n--x--\r\n", b"--x\r\n" + b"A: b\r\n" * 5000 + b"\r\n1\r\n--x--\r\n",
    b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nno file\r\n--x--\r\n',
    b'--x\r\nContent-Disposition: form-data; name="n"\r\nContent-Type: text/plain; charset=nonsense\r\n\r\n1\r\n--x--\r\n',
    b'--x\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n' * 400 + b"--x--\r\n",
)  # fmt: skip
RECORDS = (
    "seats --2", f"seats {DIGITS}", "seats 2\noption layout " + "[" * 20_000, f"options {NESTED[0]}", "players \u3164",
    'option x {"a":' * 3000, "seats NaN", "\ud7ff", "game \0",
)  # fmt: skip
KINDS = (
    "application/json", "application/json; charset=utf-16", "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=nonsense", "multipart/form-data", "multipart/form-data; boundary=",
    "multipart/form-data; boundary=x", "multipart/form-data; boundary=\xff", "multipart/form-data; charset=nonsense; boundary=x",
    "multipart/form-data; boundary=" + "x" * 5000, "text/plain", "", "/", "\xff",
)  # fmt: skip
ODD_HEADERS = (
    (b"content-length", DIGITS.encode()), (b"content-length", b"-1"), (b"content-length", b"\xb2"), (b"content-length", b""),
    (b"last-event-id", DIGITS.encode()), (b"last-event-id", b"\xff"), (b"last-event-id", b"--2"), (b"origin", b"http://["),
    (b"origin", b"http://127.0.0.1:999999"), (b"origin", b"\xff"), (b"origin", b"null"), (b"sec-fetch-site", b"\xff"),
    (b"accept-language", b"fr;q=" + DIGITS.encode()), (b"accept-language", b"fr;q=nan,en;q=inf,;q=,,;"), (b"accept", b"\xff"),
    (b"accept-language", b"\xff" * 900), (b"cookie", b"roundhouse=" + b"a" * 60_000), (b"cookie", b"lang=\xff; theme=\x00; =; ;"),
    (b"cookie", b"layout=" + DIGITS.encode()), (b"authorization", b"Bearer"), (b"authorization", b"Bearer " + b"\xff" * 5000),
    (b"host", b""), (b"host", b"["), (b"host", b"127.0.0.1:" + DIGITS.encode()), (b"user-agent", b"\xff" * 9000),
    (b"x-request-id", b"\r\n"), (b"x-forwarded-for", b"\xff"), (b"range", b"bytes=-"), (b"expect", b"100-continue"),
    (b"if-none-match", b"\xff"), (b"accept-encoding", b"gzip;q=nan, \xff"), (b"transfer-encoding", b"\xff"),
)  # fmt: skip
ODD_PATHS = (
    b"%", b"%zz", b"%ff", b"%00", b"%2e%2e%2f", b"%ED%A0%80", b"%C0%80", b"//", b"--2", DIGITS.encode(), b"%F0%9F%98%80", b"r-",
)  # fmt: skip


async def call(
    app: Starlette, method: str, path: bytes, query: bytes, headers: list[tuple[bytes, bytes]], body: bytes
) -> tuple[int, bytes]:
    """Send a request byte for byte, as uvicorn would pass it on; return the status and everything that was answered."""
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http", "root_path": "",
        "path": unquote(path.decode("ascii")), "raw_path": path, "query_string": query, "headers": headers,
        "client": ("127.0.0.1", 1234), "server": ("127.0.0.1", 80), "state": {},
    }  # fmt: skip
    parts = [{"type": "http.request", "body": body, "more_body": False}]
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return parts.pop() if parts else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    with contextlib.suppress(Exception):  # a fault is answered first, and then raised for the log
        await app(scope, receive, send)
    status = next((message["status"] for message in sent if message["type"] == "http.response.start"), 599)
    return status, repr([message.get("headers") for message in sent]).encode() + b"".join(m.get("body", b"") for m in sent)


@st.composite
def raw_bodies(draw: st.DrawFn) -> tuple[str, bytes]:
    """A content type and a body that has the right outline and something impossible in it."""
    fields = draw(st.lists(st.sampled_from(FIELDS), min_size=1, max_size=4))
    match draw(st.sampled_from(["json", "json", "bare", "form", "raw form", "multipart", "record", "any"])):
        case "json":  # keys may repeat
            pairs = [f'"{field}": {draw(st.sampled_from(JSON_SHAPES))}' for field in fields]
            return KINDS[0], ("{" + ", ".join(pairs) + "}").encode("utf-8", "surrogatepass")
        case "bare":
            return KINDS[0], draw(st.sampled_from(JSON_SHAPES)).encode("utf-8", "surrogatepass")
        case "form":
            pairs = [f"{field}={quote(draw(st.sampled_from(TEXT_SHAPES)))}" for field in fields]
            return KINDS[2], "&".join(pairs).encode()[:60_000]
        case "raw form":
            return KINDS[2], draw(st.sampled_from(RAW_FORMS))
        case "multipart":
            return draw(st.sampled_from([kind for kind in KINDS if "multipart" in kind])), draw(st.sampled_from(MULTIPART))
        case "record":
            record = "roundhouse 1\ngame tickets\n" + draw(st.sampled_from(RECORDS)) + "\n"
            return KINDS[6], PART + record.encode() + b"\r\n--x--\r\n"
        case _:
            bodies = st.sampled_from([*RAW_FORMS, *MULTIPART, *(shape.encode("utf-8", "surrogatepass") for shape in JSON_SHAPES)])
            return draw(st.sampled_from(KINDS)), draw(bodies | st.binary(max_size=50))


def raw_path(path: str, target: Target, odd: list[bytes], action: str) -> bytes:
    """The places of an address, filled with what leads somewhere unless there is something odd for it."""
    known = {"id": target.table, "game": "tickets", "action": action, "invite": target.door, "mark": "x", "name": "house.css"}

    def fill(place: re.Match[bytes]) -> bytes:
        return odd.pop() if odd else known.get(place[1].decode(), "x").encode()

    return re.sub(rb"<(\w+)>", fill, path.encode())


def shapes(target: Target, count: int) -> None:
    """So many requests that are impossible in one place, the same in every run."""

    @settings(max_examples=count, deadline=None, derandomize=True, database=None, phases=[Phase.generate])
    @given(
        who=CALLERS,
        where=endpoints(),
        action=st.sampled_from(sorted(ACTIONS)),
        odd=st.lists(st.sampled_from(ODD_PATHS), max_size=1),
        query=st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(TEXT_SHAPES), max_size=2),
        raw_query=st.sampled_from((b"", b"", *RAW_FORMS)),
        body=raw_bodies(),
        header=st.none() | st.sampled_from(ODD_HEADERS),
    )
    def one(
        who: str,
        where: tuple[str, str],
        action: str,
        odd: list[bytes],
        query: dict[str, str],
        raw_query: bytes,
        body: tuple[str, bytes],
        header: tuple[bytes, bytes] | None,
    ) -> None:
        method, path = where
        kind, content = body if method == "POST" else ("", b"")
        known = {
            name.lower().encode(): value if isinstance(value, bytes) else value.encode() for name, value in headers(who).items()
        }
        sent = {b"host": b"127.0.0.1", b"content-type": kind.encode("latin-1"), **known} | (
            {} if header is None else dict([header])
        )
        address = raw_path(path, target, odd, action)
        asked = raw_query or "&".join(f"{name}={quote(text)}" for name, text in query.items()).encode()
        status, told = target.portal.call(call, target.app, method, address, asked, list(sent.items()), content)

        assert status < 500, (who, method, address[:200], asked[:200], kind, content[:300], header, told[-500:])
        for secret in target.secrets:
            assert secret.encode() not in told
        if who not in ("host", "guest"):
            assert target.invite.encode() not in told

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # Starlette leaves the file of an unterminated part to the collector
        one()
        gc.collect()


def test_impossible_shapes_are_answered(target: Target) -> None:
    """Nested JSON, numbers of thousands of digits, NaN, lone surrogates, repeated keys, huge forms, bad multipart and percents."""
    shapes(target, QUICK)


@pytest.mark.deep
def test_many_impossible_shapes_are_answered(target: Target) -> None:
    """Thousands of requests."""
    shapes(target, DEEP)


@pytest.mark.parametrize("field", ["seats", "option-first_bidder", "pace", "seat-1", "clock"])
def test_an_impossible_number_in_the_form_of_a_new_table_is_answered(target: Target, field: str) -> None:
    """Every shape, one after the other."""
    for shape in (shape for shape in TEXT_SHAPES if len(shape) < 10_000):
        form = {"game": "express", "name": "Ada", "seats": "2", field: shape}
        answer = target.portal.call(partial(target.client.post, "/tables", data=form, headers={"Origin": HERE}))
        assert answer.status_code < 500, (field, shape)


POSTS = sorted({route.path for route in ROUTES if "POST" in (route.methods or ()) and "{action}" not in route.path} - {"/import"})
TABLE_POSTS = [f"/table/{{id}}/{action}" for action in sorted(ACTIONS)]


@pytest.mark.parametrize("path", [*POSTS, *TABLE_POSTS])
def test_json_that_cannot_be_decoded_is_refused_with_a_sentence(intact: Target, path: str) -> None:
    """Nested too deeply, or not JSON at all: by every action of the pages and of the API, and never as a fault of the server."""
    who = "program" if path.startswith("/api") else "owner" if path.startswith("/account") else "host"
    known = {name.lower().encode(): str(value).encode() for name, value in headers(who).items()}
    sent = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json"), (b"accept", b"application/json"), *known.items()]
    for shape in (*NESTED, *(f'{{"seat": {nested}}}' for nested in NESTED), "NaN", '{"seat": NaN}', "--2", '"\\ud800'):
        address = raw_path(re.sub(r"\{(\w+)(:\w+)?\}", r"<\1>", path), intact, [], "move")
        status, told = intact.portal.call(call, intact.app, "POST", address, b"", sent, shape.encode())

        # routes that read no body do what they do without one
        assert status in (400, 404, 409, 422) or (status in (200, 303) and path in READS_NOTHING), (address, shape[:40], status)
        assert b"Traceback" not in told


READS_NOTHING = ("/tour/{game}", "/notices/see", "/account/tokens/revoke", "/account/tokens/{id}/revoke")


@pytest.mark.parametrize("record", RECORDS)
def test_an_impossible_record_is_refused_with_a_sentence(target: Target, record: str) -> None:
    """In the file that somebody imports."""
    text = f"roundhouse 1\ngame tickets\n{record}\n"
    answer = target.portal.call(
        partial(target.client.post, "/import", files={"file": ("a.rec", text.encode())}, headers={"Origin": HERE})
    )

    assert answer.status_code == 422
    assert "<h1>" in answer.text


@pytest.mark.parametrize("header", ODD_HEADERS, ids=lambda header: f"{header[0].decode()}-{header[1][:12]!r}")
def test_an_impossible_header_is_answered(target: Target, header: tuple[bytes, bytes]) -> None:
    """On a page, an action and a call of the API."""
    for method, path, body in (("GET", b"/", b""), ("POST", b"/settings", b"theme=dark"), ("GET", b"/api/v1/games", b"")):
        sent = dict([(b"host", b"127.0.0.1"), (b"origin", HERE.encode()), (b"content-type", KINDS[2].encode()), header])
        for query in (b"", b"as=\xff"):
            status, _ = target.portal.call(call, target.app, method, path, query, list(sent.items()), body)
            assert status < 500
