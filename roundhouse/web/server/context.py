"""A visit: one request with what its reader prefers, and the ways it is answered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, TypeVar

import msgspec
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.core.game import Refused
from roundhouse.core.sentence import HouseError, Sentence, capital, say
from roundhouse.play.table import NotYours
from roundhouse.ui.text import LANGUAGES, translate
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.pages import page
from roundhouse.web.http.problem import problem, speaks_api
from roundhouse.web.notifications.bell import notice_context
from roundhouse.web.people.guests import Guest, Session
from roundhouse.web.server.house import House
from roundhouse.web.store.store import Conflict, StoreFailed

T = TypeVar("T")

THEMES: Final = ("auto", "light", "dark")
LAYOUTS: Final = ("wide", "narrow")
JSON: Final = "application/json"
_WITHIN: Final = re.compile(r"/(?!/)[\w/.\-?=&]*")
_FIELDS: Final = 200  # of a form
_PRIVATE: Final = {"Cache-Control": "no-store, private"}


class RequestContext:
    """Everything a route asks about its request."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.house: House = request.app.state.house
        self.session: Session | None = None  # who asks, if known: `of` asks the store
        self.bell: list[dict[str, Any]] = []  # what waits for the reader of a page

    @classmethod
    async def of(cls, request: Request) -> RequestContext:
        """A visit of somebody who may be known here."""
        ctx = cls(request)
        ctx.session = await ctx.house.guests.session(request)
        if ctx.guest is not None and request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            unseen = await ctx.house.notifications.notices.unseen(ctx.guest.id)
            ctx.bell = [notice_context(notice, ctx.language) for notice in unseen]
        return ctx

    @property
    def guest(self) -> Guest | None:
        """Who asks, if known."""
        return None if self.session is None else self.session.guest

    @cached_property
    def language(self) -> str:
        """The language of the reader."""
        return language_of(self.request, self.house.settings.lang)

    def known(self) -> Guest:
        """Who asks; somebody without a cookie is refused."""
        if self.guest is None:
            raise HTTPError(403, say("this browser is not known here: open the page of the table and sit down first"))
        return self.guest

    @property
    def layout(self) -> str:
        """The layout of drawings: asked for, else remembered, else wide."""
        return _one_of(LAYOUTS, self.request.query_params.get("layout", self.request.cookies.get("layout", "")))

    @property
    def base(self) -> str:
        """How the reader addresses this house."""
        return str(self.request.base_url).rstrip("/")

    def number(self, name: str) -> int | None:
        """A whole number of the address; nonsense counts as absent."""
        text = self.request.query_params.get(name, "")
        bare = text.removeprefix("-")
        return int(text) if bare.isascii() and bare.isdecimal() and len(bare) < 10 else None

    def text(self, sentence: Sentence, names: Sequence[str] = ()) -> str:
        """A sentence in the reader's language, with the names of the players by seat."""
        return translate(sentence, self.language, names)

    def said(self, error: HouseError) -> str:
        """What an error says, as a line of a page."""
        return capital(self.text(error.sentence))

    async def order(self, kind: type[T]) -> T:
        """What the body asks for, as JSON or as a form."""
        try:
            if is_json(self.request):
                return msgspec.json.decode(await self.request.body(), type=kind)
            return msgspec.convert(await self.form(), kind, strict=False)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise HTTPError(400, say("this request is not understood here")) from error

    async def form(self) -> dict[str, str]:
        """The texts of a form, or of a flat JSON object."""
        if is_json(self.request):
            try:
                return msgspec.json.decode(await self.request.body(), type=dict[str, str], strict=False)
            except (msgspec.ValidationError, msgspec.DecodeError) as error:
                raise HTTPError(400, say("this request is not understood here")) from error
        async with self.request.form(max_files=1, max_fields=_FIELDS) as form:
            return {name: value for name, value in form.items() if isinstance(value, str)}

    async def file(self, name: str) -> bytes:
        """An uploaded file."""
        async with self.request.form(max_files=1, max_fields=_FIELDS) as form:
            upload = form.get(name)
            if not isinstance(upload, UploadFile):
                raise HTTPError(400, say("no file was sent"))
            return await upload.read()

    # Answers.

    def page(self, template: str, context: Mapping[str, Any], status: int = 200) -> Response:
        """A page of this reader's own."""
        cookies = self.request.cookies
        common = {
            "theme": _one_of(THEMES, cookies.get("theme", "")),
            "sound": "on" if cookies.get("sound") == "on" else "off",
            "motion": "off" if cookies.get("motion") == "off" else "on",
            "oneclick": cookies.get("oneclick") == "on",
            "guest": None if self.guest is None else self.guest.name,
            "signed_in": self.guest is not None and self.guest.account,
            "bell": [item for item in self.bell if item["url"] != self.request.url.path],
            "path": self.request.url.path,
        }
        return HTMLResponse(page(template, self.language, {**common, **context}), status, _PRIVATE)

    def answer(self, content: Mapping[str, Any], status: int = 200) -> Response:
        """A JSON answer."""
        return Response(msgspec.json.encode(content), status, _PRIVATE, JSON)

    def done(self, url: str, content: Mapping[str, Any]) -> Response:
        """An action is done: JSON for the script, the page again for a form."""
        return self.answer(content) if is_json(self.request) else self.go(url)

    def within(self, url: str) -> str:
        """An address of this house, as a form may name it; anything else is the home page."""
        return url if _WITHIN.fullmatch(url) else "/"

    def go(self, url: str) -> Response:
        """On to another page."""
        return RedirectResponse(url, 303, _PRIVATE)

    def refuse(
        self,
        status: int,
        sentence: Sentence,
        clause: str | None = None,
        game: str = "",
        n: int | None = None,
        headers: Mapping[str, str] | None = None,
        names: Sequence[str] = (),
    ) -> Response:
        """Says why not: to a person on a page, to a script of ours as JSON, to a program as a problem."""
        reason = self.reason(sentence, clause, game, names)
        if speaks_api(self.request.url.path):
            response = problem(status, str(reason["error"]), clause, n)
        elif wants_json(self.request):
            response = self.answer(reason | {"n": n}, status)
        else:
            response = self.page("error.html", reason | {"status": status, "sentence": reason["error"]}, status)
        response.headers.update(headers or {})
        return response

    def reason(self, sentence: Sentence, clause: str | None, game: str, names: Sequence[str] = ()) -> dict[str, str | None]:
        """Why something cannot be done, with the clause that forbids it."""
        link = f"/rules/{game}#{clause}" if clause is not None and game else None
        return {"error": capital(self.text(sentence, names)), "clause": clause, "link": link}


def status_of(error: HouseError) -> int:
    """The status code of something that cannot be done."""
    if isinstance(error, HTTPError):
        return error.status
    if isinstance(error, (NotYours, Conflict)):
        return 409
    return 503 if isinstance(error, StoreFailed) else 422


def headers_of(error: HouseError) -> dict[str, str]:
    """What an answer adds for programs, such as when to come again."""
    return error.headers if isinstance(error, HTTPError) else {}


def clause_of(error: HouseError) -> str | None:
    """The clause that an error names."""
    return error.refusal.clause if isinstance(error, Refused) else None


def reason_of(error: HouseError) -> Sentence:
    """What an error says, without its clause, which is shown beside it."""
    return error.refusal.reason if isinstance(error, Refused) else error.sentence


def is_json(request: Request) -> bool:
    """Whether a request speaks JSON."""
    return request.headers.get("content-type", "").split(";")[0].strip().lower() == JSON


def wants_json(request: Request) -> bool:
    """Whether an answer should be JSON."""
    return is_json(request) or request.headers.get("accept", "").split(",")[0].strip().lower().startswith(JSON)


def language_of(request: Request, default: str) -> str:
    """The language of a reader: chosen here, else the first that the browser asks for and the house speaks."""
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


def _one_of(names: tuple[str, ...], wish: str) -> str:
    return wish if wish in names else names[0]
