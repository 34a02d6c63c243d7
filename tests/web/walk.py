"""A walk through the pages of whole games, as one reader sees them. As a program it prints what each page shows, as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from anyio.from_thread import BlockingPortal, start_blocking_portal

from roundhouse.core.draw import Rng
from roundhouse.games import GAMES
from roundhouse.web.app import make_app
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.migrate import migrate_sqlite
from tests.web.conftest import Browser

AROUND = ("/", "/ratings/tickets", "/account", "/account/tokens", "/account/delete", "/nowhere", "/offline", "/api")
ILLEGAL = 3  # moves tried at each visited position that are not allowed


def pages_around(ada: Browser) -> Iterator[tuple[str, str]]:
    """Yield the pages beside the tables."""
    for url in AROUND:
        yield url, ada.get(url).text


def pages_of(ada: Browser, house: House, portal: BlockingPortal, name: str, every: int) -> Iterator[tuple[str, str]]:
    """Yield the pages of one whole game on one screen, after every few moves, and those about the game."""
    waiting = ada.open_table(name, ["you", "open"])
    for url in (f"/games/{name}", f"/games/{name}?with=friends", f"/rules/{name}", f"/ratings/{name}", waiting):
        yield url, ada.get(url).text
    yield from _tour(ada, name)
    table = ada.open_table(name, ["you", "you"], hotseat="on")
    room = portal.call(house.rooms.get, table.rpartition("/")[2])
    assert room.table is not None
    while not room.over:
        assert room.table is not None
        game, seat, count = room.game, room.actor, room.event_count
        if count % every == 0:
            yield from _position(ada, table, seat)
            yield from _refusals(ada, table, room, seat)
        move = game.notation(game.advise(room.table.view(seat), Rng(count)))
        answer = ada.post(f"{table}/move", {"n": count, "rid": str(count), "seat": seat, "moves": [move]})
        assert answer.status_code == 200, answer.text
    yield from _position(ada, table, 0)
    for url in (f"{table}/verify", table.replace("table", "replay"), f"{table.replace('table', 'replay')}?at=40"):
        yield url, ada.get(url).text


def _tour(ada: Browser, name: str) -> Iterator[tuple[str, str]]:
    yield f"/tour/{name}", ada.get(f"/tour/{name}").text
    begun = ada.send(f"/tour/{name}")
    assert begun.status_code == 303, begun.text
    yield f"/tour/{name}, begun", ada.get(begun.headers["location"]).text


def _position(ada: Browser, table: str, seat: int) -> Iterator[tuple[str, str]]:
    for url in (f"{table}?as={seat}", f"{table}?as={seat}&layout=narrow", f"{table}/log?as={seat}"):
        yield url, ada.get(url).text


def _refusals(ada: Browser, table: str, room: object, seat: int) -> Iterator[tuple[str, str]]:
    game, count = room.game, room.event_count  # type: ignore[attr-defined]
    rng = Rng(count)
    for _ in range(ILLEGAL):
        move = game.notation(rng.below(game.move_count))
        if game.parse(move) not in room.table.moves(seat):  # type: ignore[attr-defined]
            answer = ada.post(f"{table}/move", {"n": count, "rid": f"{count}-{move}", "seat": seat, "move": move})
            yield f"{table}, {move}", answer.json().get("error") or answer.text


def main(language: str, every: int) -> dict[str, str]:
    """Return the pages of all games in a language."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        migrate_sqlite(folder / "house.db")
        portal = stack.enter_context(start_blocking_portal())
        app = portal.call(make_app, Settings(db=str(folder / "house.db"), workers=1, limits=False))
        stack.enter_context(portal.wrap_async_context_manager(app.router.lifespan_context(app)))
        ada = Browser(app, portal, {"accept_language": language})
        pages = dict(pages_around(ada))
        for game in GAMES:
            pages |= pages_of(ada, app.state.house, portal, game.name, every)
        return pages


if __name__ == "__main__":
    json.dump(main(sys.argv[1], int(sys.argv[2])), sys.stdout)
