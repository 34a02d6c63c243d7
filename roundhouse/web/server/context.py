"""The context of a request: the guest, their preferences, and the ways to respond."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Final, TypeVar

import msgspec
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.core.game import Refused
from roundhouse.core.sentence import HouseError, Sentence, capital, say
from roundhouse.play.table import NotYours
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.text import translate
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.pages import page
from roundhouse.web.http.problem import is_api_path, problem
from roundhouse.web.http.reach import public_url
from roundhouse.web.notifications.bell import notice_context
from roundhouse.web.people.guests import Guest, Session
from roundhouse.web.server.house import House
from roundhouse.web.store.store import Conflict, StoreFailed

T = TypeVar("T")

CONFIRMATIONS: Final = ("turn", "move", "never")  # when a player confirms: once a turn, each move, or not at all
THEMES: Final = ("auto", "light", "dark")
LAYOUTS: Final = ("wide", "narrow")
JSON: Final = "application/json"
_LOCAL_PATH: Final = re.compile(r"/(?!/)[\w/.\-?=&]*")
_MAX_FIELDS: Final = 200  # of a form
_PRIVATE: Final = {"Cache-Control": "no-store, private"}


class RequestContext:
    """What a route needs to know about its request. The constructor does not read the store; `load` does."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.house: House = request.app.state.house
        self.session: Session | None = None
        self.bell: list[dict[str, Any]] = []  # unseen notices, for pages

    @classmethod
    async def load(cls, request: Request) -> RequestContext:
        """Return the context with the session of the request and, for a page, the unseen notices of the guest."""
        ctx = cls(request)
        ctx.session = await ctx.house.guests.session(request)
        if ctx.guest is not None and request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            unseen = await ctx.house.notifications.notices.unseen(ctx.guest.id)
            ctx.bell = [notice_context(notice, ctx.language) for notice in unseen]
        return ctx

    @property
    def guest(self) -> Guest | None:
        """Return the guest of the session, if there is one."""
        return None if self.session is None else self.session.guest

    @cached_property
    def language(self) -> str:
        """Return the language of the reader."""
        return language_of(self.request, self.house.settings.lang)

    @cached_property
    def sends_json(self) -> bool:
        """Return whether the body of the request is JSON."""
        return is_json(self.request)

    @property
    def guest_id(self) -> str:
        """Return the id of the guest; empty if the request has no session."""
        return "" if self.guest is None else self.guest.id

    def require_guest(self) -> Guest:
        """Return the guest; raise HTTPError if the request has no session."""
        if self.guest is None:
            raise HTTPError(403, say("we do not know this browser yet; open the table's page and take a seat first"))
        return self.guest

    @property
    def layout(self) -> str:
        """Return the layout of drawings: that of the query, else that of the cookie, else wide."""
        return _one_of(LAYOUTS, self.request.query_params.get("layout", self.request.cookies.get("layout", "")))

    @property
    def base_url(self) -> str:
        """Return the scheme and host by which the client reached this server."""
        return str(self.request.base_url).rstrip("/")

    @property
    def public_url(self) -> str:
        """Return the URL by which others reach this server, for links to share."""
        return public_url(self.house.settings, self.base_url)

    def query_int(self, name: str) -> int | None:
        """Return an integer of the query string; None if it is missing or malformed."""
        text = self.request.query_params.get(name, "")
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else None

    def text(self, sentence: Sentence, names: Sequence[str] = ()) -> str:
        """Return a sentence in the reader's language; `names` are those of the players by seat."""
        return translate(sentence, self.language, names)

    def error_text(self, error: HouseError) -> str:
        """Return the message of an error as a line of a page."""
        return capital(self.text(error.sentence))

    async def read_body(self, kind: type[T]) -> T:
        """Return the body, JSON or a form, decoded as `kind`; raise HTTPError if it does not fit."""
        with _decoding():
            if self.sends_json:
                return msgspec.json.decode(await self.request.body(), type=kind)
            return msgspec.convert(await self.form(), kind, strict=False)

    async def form(self) -> dict[str, str]:
        """Return the text fields of a form, or of a flat JSON object."""
        if self.sends_json:
            with _decoding():
                return msgspec.json.decode(await self.request.body(), type=dict[str, str], strict=False)
        async with self.request.form(max_files=1, max_fields=_MAX_FIELDS) as form:
            return {name: value for name, value in form.items() if isinstance(value, str)}

    async def file(self, name: str) -> bytes:
        """Return the content of an uploaded file; raise HTTPError if there is none."""
        async with self.request.form(max_files=1, max_fields=_MAX_FIELDS) as form:
            upload = form.get(name)
            if not isinstance(upload, UploadFile):
                raise HTTPError(400, say("no file was sent"))
            return await upload.read()

    # Responses.

    def page(self, template: str, context: Mapping[str, Any], status: int = 200) -> Response:
        """Return a rendered page, which caches must not store."""
        cookies = self.request.cookies
        common = {
            "theme": _one_of(THEMES, cookies.get("theme", "")),
            "sound": "on" if cookies.get("sound") == "on" else "off",
            "motion": "off" if cookies.get("motion") == "off" else "on",
            "confirm": confirmation(cookies),
            "warn": "on" if cookies.get("warn") == "on" else "off",
            "guest": None if self.guest is None else self.guest.name,
            "signed_in": self.guest is not None and self.guest.account,
            "bell": [item for item in self.bell if item["url"] != self.request.scope["path"]],
            "path": self.request.scope["path"],
        }
        return HTMLResponse(page(template, self.language, {**common, **context}), status, _PRIVATE)

    def json(self, content: Mapping[str, Any] | Sequence[Any], status: int = 200) -> Response:
        """Return a JSON response."""
        return Response(msgspec.json.encode(content), status, _PRIVATE, JSON)

    def action_response(self, url: str, content: Mapping[str, Any]) -> Response:
        """Return the response to an action that succeeded: JSON for a script, a redirect for a form."""
        return self.json(content) if self.sends_json else self.redirect(url)

    def local_path(self, url: str) -> str:
        """Return `url` if it is a path on this server, otherwise "/": a form must not redirect elsewhere."""
        return url if _LOCAL_PATH.fullmatch(url) else "/"

    def redirect(self, url: str) -> Response:
        """Return a redirect to another page."""
        return RedirectResponse(url, 303, _PRIVATE)

    def error_response(
        self,
        status: int,
        sentence: Sentence,
        clause: str | None = None,
        game: str = "",
        event_count: int | None = None,
        headers: Mapping[str, str] | None = None,
        names: Sequence[str] = (),
    ) -> Response:
        """Return an error: a page for people, JSON for the scripts of our pages, a problem (RFC 9457) for the API."""
        fields = self.error_fields(sentence, clause, game, names)
        if is_api_path(self.request.scope["path"]):
            response = problem(status, str(fields["error"]), clause, event_count)
        elif wants_json(self.request):
            response = self.json(fields | {"n": event_count}, status)
        else:
            response = self.page("error.html", fields | {"status": status, "sentence": fields["error"]}, status)
        response.headers.update(headers or {})
        return response

    def error_fields(self, sentence: Sentence, clause: str | None, game: str, names: Sequence[str] = ()) -> dict[str, str | None]:
        """Return the message of an error, with the clause that forbids the move and a link to it."""
        link = f"/rules/{game}#{clause}" if clause is not None and game else None
        return {"error": capital(self.text(sentence, names)), "clause": clause, "link": link}


@contextmanager
def _decoding() -> Iterator[None]:
    """Raise HTTPError 400 for a body that cannot be decoded; JSON that is nested too deeply is a RecursionError."""
    try:
        yield
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError) as error:
        raise HTTPError(400, say("this request is malformed")) from error


def status_of(error: HouseError) -> int:
    """Return the status code of an error."""
    if isinstance(error, HTTPError):
        return error.status
    if isinstance(error, (NotYours, Conflict)):
        return 409
    return 503 if isinstance(error, StoreFailed) else 422


def headers_of(error: HouseError) -> dict[str, str]:
    """Return the headers of an error, such as Retry-After."""
    return error.headers if isinstance(error, HTTPError) else {}


def clause_of(error: HouseError) -> str | None:
    """Return the clause that an error names, if any."""
    return error.refusal.clause if isinstance(error, Refused) else None


def reason_of(error: HouseError) -> Sentence:
    """Return the message of an error without its clause, which is shown beside it."""
    return error.refusal.reason if isinstance(error, Refused) else error.sentence


def is_json(request: Request) -> bool:
    """Return whether the body of a request is JSON."""
    return request.headers.get("content-type", "").split(";")[0].strip().lower() == JSON


def wants_json(request: Request) -> bool:
    """Return whether the response should be JSON."""
    return is_json(request) or request.headers.get("accept", "").split(",")[0].strip().lower().startswith(JSON)


def language_of(request: Request, default: str) -> str:
    """Return the language of a reader: that of the cookie, else the first of the browser's that is supported, else `default`."""
    chosen = request.cookies.get("lang")
    if chosen in LANGUAGES:
        return chosen
    preferences = []
    for position, part in enumerate(request.headers.get("accept-language", "")[:500].split(",")):
        name, _, quality = part.strip().partition(";q=")
        preferences.append((-_quality(quality), position, name.split("-")[0].lower()))
    return next((name for weight, _, name in sorted(preferences) if weight < 0 and name in LANGUAGES), default)


def _quality(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


def confirmation(cookies: Mapping[str, str]) -> str:
    """Return when the player confirms moves; `oneclick` is the cookie of earlier versions for "never"."""
    chosen = cookies.get("confirm", "")
    if chosen in CONFIRMATIONS:
        return chosen
    return "never" if cookies.get("oneclick") == "on" else CONFIRMATIONS[0]


def _one_of(allowed: tuple[str, ...], value: str) -> str:
    return value if value in allowed else allowed[0]
