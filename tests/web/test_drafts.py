"""Drafts: a turn is composed on the seat's own view, shown to its player alone, and sent whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.games import find
from roundhouse.play.chance import Seeded
from roundhouse.play.draft import DraftEnded
from roundhouse.play.table import Table
from roundhouse.web.server.house import House
from tests.web.conftest import Browser

Browsers = Callable[..., Browser]
DICE: Game[Any] = find("dice1")


@pytest.fixture
def ada(browser: Browsers) -> Browser:
    """A person at a table."""
    return browser()


@pytest.fixture
def table(ada: Browser) -> str:
    """Her table: a game whose turns have many moves."""
    return ada.open_table("dice1", ["you", "you"], hotseat="on")


def draft(ada: Browser, table: str, *moves: str, seat: int = 0, **more: str) -> dict[str, Any]:
    """Return what the page is told about a draft."""
    answer: dict[str, Any] = ada.get(f"{table}/draft", params={"moves": "; ".join(moves), "as": str(seat), **more}).json()
    return answer


def rails(ada: Browser, table: str, count: int) -> list[str]:
    """Return so many rails that can be laid one after the other."""
    made: list[str] = []
    for _ in range(count):
        moves = ada.get(f"{table}/text", params={"moves": "; ".join(made), "as": "0"}).json()["fragments"]["moves"]
        made.append(next(text for text in re.findall(r'value="([^"]+)"', moves) if text.startswith("lay")))
    return made


def test_a_draft_shows_what_it_leads_to_and_changes_nothing(table: str, ada: Browser) -> None:
    """The drawing, a sentence for each step, the moves that follow; nobody else learns of it."""
    n, moves = ada.n(table), rails(ada, table, 2)

    shown = draft(ada, table, *moves)

    assert (shown["n"], shown["count"], shown["complete"]) == (n, 2, False)
    assert shown["fragments"]["draft"].count("<li>") == 2
    assert any(name.startswith("draw-") for name in shown["fragments"])
    assert ada.n(table) == n
    assert draft(ada, table)["fragments"] == {}


def test_a_draft_ends_at_the_first_move_that_is_not_possible(table: str, ada: Browser) -> None:
    """With the clause that forbids it; what comes before it is shown."""
    move = rails(ada, table, 1)[0]

    shown = draft(ada, table, move, "end", move, "end")

    assert shown["count"] < 4
    assert (shown["clause"] or "").startswith("RD1-") or "complete" in shown["error"]
    assert "is not a move" in draft(ada, table, "fly")["error"]


def test_a_turn_is_sent_whole_or_not_at_all(table: str, ada: Browser) -> None:
    """An illegal move at the end: nothing has happened. Without it: one request, as many events as moves."""
    n, moves = ada.n(table), rails(ada, table, 2)
    order = {"n": n, "rid": "a", "seat": 0}

    assert ada.post(f"{table}/move", order | {"moves": [*moves, "claim 7"]}).status_code == 422
    assert ada.n(table) == n
    assert ada.post(f"{table}/move", order | {"moves": moves}).json() == {"n": n + 2}
    assert ada.post(f"{table}/move", order | {"moves": moves}).json() == {"n": n + 2}
    assert ada.post(f"{table}/reset", {"n": n + 2, "rid": "b", "seat": 0}).json() == {"n": n + 4}
    assert draft(ada, table, *moves)["count"] == 2


def test_a_draft_sent_in_one_request_survives_a_restart(table: str, ada: Browser, house: House) -> None:
    """The room is read from the store again: the same table, and the same answer to the same request."""
    n, moves = ada.n(table), rails(ada, table, 2)
    order = {"n": n, "rid": "a", "seat": 0, "moves": moves}
    ada.post(f"{table}/move", order)
    house.rooms._rooms.clear()

    assert ada.post(f"{table}/move", order).json() == {"n": n + 2}


def test_a_draft_of_another_seat_is_refused(table: str, ada: Browser, browser: Browsers) -> None:
    """A spectator, and a seat that waits, can select but not compose."""
    move = rails(ada, table, 1)[0]

    assert "Ada's turn" in draft(ada, table, move, seat=1)["error"]
    assert "spectators cannot move" in draft(browser(), table, move, seat=-3)["error"].lower()
    assert draft(ada, table, seat=1, selection="tile-3")["count"] == 0


@pytest.mark.parametrize("selection", ["", "no such thing", "x" * 10_000, "'\"><script>"])
def test_an_unknown_selection_selects_nothing(table: str, ada: Browser, selection: str) -> None:
    """Whatever a page sends."""
    assert draft(ada, table, selection=selection)["fragments"] == {}


def test_a_table_makes_several_moves_as_one_step() -> None:
    """Draws follow the last; a move after the turn is refused, and nothing is applied before it is accepted."""
    it = Table(find("tickets"), 2, source=Seeded(1))
    before = it.moves_made
    with pytest.raises(DraftEnded, match="the turn is complete before 'draw'"):
        it.step(0, "keep 1 2", "draw")
    assert it.moves_made == before

    dice = Table(DICE, 2, source=Seeded(1))
    seat = dice.actor
    made: list[int] = []
    view = dice.view(seat)
    while len(made) < 2:
        made.append(DICE.advise(view, Rng(1)))
        position = view.position.copy()
        position.apply(made[-1])
        view = type(view)(seat, position)
        if position.actor != seat:
            break
    step = dice.step(seat, *made)
    dice.accept(step)

    assert [move for actor, move in dice.entries() if actor == seat][-len(made) :] == made


def test_programs_can_send_a_turn_too(table: str, ada: Browser) -> None:
    """Either one move or several, never both."""
    n, moves = ada.n(table), rails(ada, table, 2)
    token = ada.send("/account/tokens", {"label": "bot", "scope-play": "on", "scope-read": "on"}).text
    found = re.search(r'id="fresh-token" value="([^"]+)"', token)
    assert found is not None
    headers = {"Authorization": f"Bearer {found[1]}", "Cookie": ""}
    url = f"/api/v1/tables/{table.rpartition('/')[2]}/moves"

    both = ada.ask("POST", url, json={"n": n, "seat": 0, "move": moves[0], "moves": moves}, headers=headers)
    sent = ada.ask("POST", url, json={"n": n, "seat": 0, "moves": moves}, headers=headers)

    assert (both.status_code, sent.status_code, sent.json()["n"]) == (422, 200, n + 2)


def finish(ada: Browser, table: str, house: House, portal: Any) -> None:
    """Play a game to its end, whoever is to move."""
    room = portal.call(house.rooms.get, table.rpartition("/")[2])
    while not room.over:
        seat = room.actor
        view = room.table.view(seat)
        ada.post(
            f"{table}/move", {"n": room.event_count, "rid": str(room.event_count), "seat": seat, "moves": [advised(room, view)]}
        )


def advised(room: Any, view: Any) -> str:
    """Return the move that the heuristic would make."""
    text: str = room.game.notation(room.game.advise(view, Rng(1)))
    return text


def test_a_finished_game_says_how_it_went_and_can_be_played_again(ada: Browser, house: House, portal: Any) -> None:
    """The points by turn as a curve; a rematch opens the same table anew, with everyone one seat on."""
    table = ada.open_table("dice2", ["you", "you"], hotseat="on")
    assert ada.post(f"{table}/rematch", {"rid": "r"}).status_code == 409
    finish(ada, table, house, portal)
    page = ada.get(table).text

    assert page.count("<polyline") == 2
    assert page.index("Play again") < page.index("Replay the game")
    again = ada.post(f"{table}/rematch", {"rid": "r"}).json()["url"]
    names = [re.findall(r'<span class="name">([^<]+?)(?: <| *$)', ada.get(url).text)[:2] for url in (table, again)]
    assert again != table
    assert names[1] == names[0][::-1]


def test_a_rematch_with_friends_invites_them(ada: Browser, browser: Browsers, house: House, portal: Any) -> None:
    """The second to ask joins the table of the first."""
    bo = browser()
    table = ada.open_table("dice2", ["you", "open"])
    link = re.search(r'value="(http[^"]+/join/[^"]+)"', ada.get(table).text)
    assert link is not None
    bo.send(link[1].removeprefix("http://127.0.0.1"), {"name": "Bo"})
    room = portal.call(house.rooms.get, table.rpartition("/")[2])
    while not room.over:
        who = (ada, bo)[room.actor]
        order = {"n": room.event_count, "rid": str(room.event_count), "seat": room.actor}
        who.post(f"{table}/move", order | {"moves": [advised(room, room.table.view(room.actor))]})
    assert "Rematch" in ada.get(table).text
    url = ada.post(f"{table}/rematch", {"rid": "r"}).json()["url"]

    assert bo.post(f"{table}/rematch", {"rid": "s"}).json()["url"] == url
    assert f'href="{url}"' in bo.get(table).text
    assert bo.post(f"{url}/sit", {"name": "Bo", "seat": 0}).status_code == 200
