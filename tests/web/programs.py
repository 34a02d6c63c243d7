"""Programs that use the API: what the tests of it share."""

from __future__ import annotations

from functools import partial
from typing import Any

import httpx
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.web.http.problem import PREFIX
from roundhouse.web.people.tokens import SCOPES
from tests.web.conftest import HERE, Browser, found

EVERYTHING = tuple(SCOPES)


class Program:
    """Somebody's program: shows a token, keeps no cookies, says nothing about where it comes from."""

    def __init__(self, app: Starlette, portal: BlockingPortal, token: str | None, **headers: str) -> None:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            names["Authorization"] = f"Bearer {token}"
        self._portal = portal
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE + PREFIX, headers=names, timeout=60)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Any request."""
        return self._portal.call(partial(self._client.request, method, path, **more))

    def get(self, path: str, **query: Any) -> Any:
        """What an address holds; it must be there."""
        answer = self.ask("GET", path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **order: Any) -> httpx.Response:
        """Asks for something to be done."""
        return self.ask("POST", path, json=order)

    def open_table(self, game: str, *seats: str, **more: Any) -> str:
        """A new table; its id."""
        answer = self.post("/tables", game=game, seats=list(seats), **more)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])


def token_of(browser: Browser, *scopes: str, label: str = "my bot", name: str = "Ada") -> str:
    """A token that somebody makes on the page, without script."""
    form = {"label": label, "name": name} | {f"scope-{scope}": "on" for scope in scopes or EVERYTHING}
    answer = browser.send("/account/tokens", form)
    assert answer.status_code == 201, answer.text
    return found(r'id="fresh-token" value="([^"]+)"', answer.text)
