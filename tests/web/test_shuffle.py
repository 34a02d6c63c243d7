"""The players' share in the shuffle: the server commits first, each nonce is mixed in, a deal opens one table, and all is shown."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.core.record import read
from roundhouse.games import find
from roundhouse.play.chance import Secret
from roundhouse.play.verify import verify
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.store.store import Conflict, Store
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.deals import LIFE, Deals
from roundhouse.web.tables.repository import Seat
from roundhouse.web.tables.room import Room
from tests.web.conftest import Browser, found
from tests.web.programs import Program, token_of
from tests.web.test_ratings import play_out
from tests.web.test_store import place, within  # noqa: F401 - a fixture

Browsers = Callable[..., Browser]
ADA, BO = "ad" * 16, "b0" * 16
ONLY_THE_SERVER = "only the server's secret was used for this seat"
STANDALONE = Path(__file__).parent.parent.parent / "examples" / "verify_shuffle.py"


def deal(browser: Browser) -> tuple[str, str]:
    """A deal token and its commitment."""
    answer = browser.get("/deal").json()
    return answer["deal"], answer["commitment"]


def room_of(house: House, portal: BlockingPortal, table: str) -> Room:
    """What the house knows of a table."""
    return portal.call(house.rooms.get, table.rpartition("/")[2])


# Deals.


def test_a_deal_fixes_the_secret_before_the_nonce_is_known(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """The table has the commitment of the deal; its record says which nonce was mixed in, and verifies under protocol 2."""
    ada = browser()
    token, commitment = deal(ada)
    table = ada.open_table("tickets", ["you", "novice"], deal=token, nonce=ADA)
    room = room_of(house, portal, table)

    assert room.commitment == commitment == hashlib.sha256(room.setup.secret).hexdigest()
    assert room.nonces == [ADA, ""]
    assert room.table is not None
    verdict = verify(find("tickets"), room.table.record())
    assert (verdict.good, verdict.protocol, verdict.contributors) == (True, 2, (0,))
    assert json.loads(read(ada.get(f"{table}/record").text).extras["nonces"]) == [ADA, ""]


def test_every_deal_is_another_and_reveals_no_secret(browser: Browsers, house: House) -> None:
    """Neither its token nor its commitment is the secret, or the other."""
    first, second = deal(browser()), deal(browser())
    secret = house.deals.use(first[0]).secret

    assert len({*first, *second}) == 4
    assert secret.hex() not in first[0] + first[1]


def test_a_form_without_script_opens_a_table_without_a_nonce(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Its shuffle is the server's alone, which is said at the table."""
    ada = browser()
    table = ada.open_table("tickets", ["you", "novice"])
    room = room_of(house, portal, table)

    assert room.table is not None
    assert verify(find("tickets"), room.table.record()).protocol == 1
    assert "nonces" not in room.table.record().extras
    assert ada.get(table).text.count(ONLY_THE_SERVER) == 2


def test_a_deal_opens_one_table(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """A player who has seen the secret of a finished game cannot have it again; nothing is written."""
    ada = browser()
    token, _ = deal(ada)
    ada.open_table("express", ["you", "novice"], deal=token, nonce=ADA)
    form = {"game": "express", "name": "Ada", "seats": "2", "seat-0": "you", "seat-1": "novice", "deal": token, "nonce": BO}
    again = ada.send("/tables", form)

    assert again.status_code == 409
    assert "This deal has already been used" in again.text
    assert len(portal.call(house.store.rows, "SELECT id FROM game_table")) == 1


def test_of_two_requests_with_one_deal_one_opens_a_table(house: House, portal: BlockingPortal) -> None:
    """At the same moment."""

    async def race() -> list[str | BaseException]:
        guest = Guest(await house.guests.create("Ada"), "Ada")
        spec = TableSpec(find("express"), [Seat(guest.id, "Ada"), Seat(None, "B", "novice")], {}, deal=house.deals.issue().token)
        return await asyncio.gather(*(house.open_table(guest, spec) for _ in range(4)), return_exceptions=True)

    outcomes = portal.call(race)

    assert sum(isinstance(one, str) for one in outcomes) == 1
    assert {one.status for one in outcomes if isinstance(one, HTTPError)} == {409}


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (lambda token: "", 303),
        (lambda token: "00" * 40, 422),
        (lambda token: token[:-1] + ("0" if token[-1] != "0" else "1"), 422),
        (lambda token: ("0" if token[0] != "0" else "1") + token[1:], 422),
        (lambda token: token[2:], 422),
        (lambda token: "nonsense", 422),
    ],
)
def test_a_deal_that_this_house_did_not_make_is_refused(browser: Browsers, change: Callable[[str], str], status: int) -> None:
    """One letter changed, shortened, invented; none at all is a table without one."""
    ada = browser()
    form = {"game": "express", "name": "Ada", "seats": "2", "seat-0": "you", "seat-1": "novice", "deal": change(deal(ada)[0])}

    assert ada.send("/tables", form).status_code == status


def test_deals_are_shared_by_processes_used_once_and_forgotten_when_they_are_too_old(place: str) -> None:  # noqa: F811
    """Two processes of a house, on either database, and a clock that goes on."""
    now = 1_800_000_000.0

    async def act(store: Store) -> None:
        nonlocal now
        one, other = Deals(store, lambda: now), Deals(store, lambda: now)
        await one.open()
        await other.open()
        first = one.issue()
        used = other.use(first.token)
        assert Secret(used.secret).commitment == first.commitment
        await store.write(*used.statements)
        with pytest.raises(Conflict):
            await store.write(*one.use(first.token).statements)
        now += LIFE
        other.use(first.token)  # its row holds it, not its age
        second = one.issue()
        now += 1
        with pytest.raises(HTTPError, match="too old"):
            other.use(first.token)
        now += LIFE - 1
        await store.write(*other.use(second.token).statements)
        now += 10
        await store.write(*other.use(one.issue().token).statements)
        kept = [row["commitment"] for row in await store.rows("SELECT commitment FROM used_deal")]
        assert first.commitment not in kept
        assert second.commitment in kept

    within(place, act)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"nonce": ADA}, "needs a deal"),
        ({"nonce": "xyz", "deal": "new"}, "at most 64 bytes"),
        ({"nonce": ADA.upper(), "deal": "new"}, "at most 64 bytes"),
        ({"nonce": "00" * 65, "deal": "new"}, "at most 64 bytes"),
        ({"nonce": ADA, "deal": "new", "seat-0": "open"}, "needs a seat of yours"),
    ],
)
def test_a_nonce_that_would_prove_nothing_is_refused(browser: Browsers, more: dict[str, str], reason: str) -> None:
    """Before anything is opened: without a commitment the server could choose its secret afterwards."""
    ada = browser()
    form = {"game": "express", "name": "Ada", "seats": "2", "seat-0": "you", "seat-1": "novice", **more}
    if "deal" in more:
        form["deal"] = deal(ada)[0]
    answer = ada.send("/tables", form)

    assert answer.status_code == 422
    assert reason in answer.text


# Tables that wait.


def test_each_seat_adds_its_nonce_to_a_table_that_has_committed(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """The commitment stands on the pages of those who are to sit down; nonces are shown once the game has begun."""
    ada, bo, cy = browser(), browser(), browser()
    token, commitment = deal(ada)
    table = ada.open_table("tickets", ["you", "open", "open"], deal=token, nonce=ADA)
    invite = found(r'value="http://127.0.0.1(/join/[^"]+)"', ada.get(table).text)
    for page in (bo.get(table).text, bo.get(invite).text):
        assert f'data-nonce="{table}" data-commitment="{commitment}"' in page
        assert ADA not in page

    bo.send(invite, {"name": "Bo", "nonce": BO})
    assert BO not in cy.get(table).text
    cy.post(f"{table}/sit", {"seat": 2, "name": "Cy"})
    page = cy.get(table).text
    assert (f"<code>{ADA}</code>" in page, f"<code>{BO}</code>" in page, page.count(ONLY_THE_SERVER)) == (True, True, 1)
    room = room_of(house, portal, table)
    assert room.table is not None
    verdict = verify(find("tickets"), room.table.record())
    assert (room.commitment, verdict.good, verdict.contributors) == (commitment, True, (0, 1))


def test_who_leaves_before_the_game_takes_the_nonce_along(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """The next one to sit there brings another; a request that is sent twice changes nothing."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open", "open"])
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo", "nonce": BO})
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo", "nonce": ADA})
    assert [seat.nonce for seat in room_of(house, portal, table).seats] == ["", BO, ""]
    bo.post(f"{table}/leave")
    assert [seat.nonce for seat in room_of(house, portal, table).seats] == ["", "", ""]
    bo.post(f"{table}/sit", {"seat": 2, "name": "Bo", "nonce": ADA})
    assert [seat.nonce for seat in room_of(house, portal, table).seats] == ["", "", ADA]
    assert bo.post(f"{table}/sit", {"seat": 1, "name": "Bo", "nonce": "zz"}).status_code == 422


def test_a_bot_that_takes_over_and_a_restart_leave_the_shuffle_as_it_is(
    browser: Browsers, house: House, portal: BlockingPortal
) -> None:
    """The room is read again from the store, Bo leaves during the game, and the game goes on to an end that verifies."""
    ada, bo = browser(), browser()
    token, _ = deal(ada)
    table = ada.open_table("dice1", ["you", "open"], deal=token, nonce=ADA)
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo", "nonce": BO})
    play_out(house, portal, table, until=6)
    house.rooms.evict(table.rpartition("/")[2])
    bo.post(f"{table}/leave")
    play_out(house, portal, table)

    verdict = verify(find("dice1"), read(ada.get(f"{table}/record").text))
    assert (verdict.good, verdict.over, verdict.protocol, verdict.contributors) == (True, True, 2, (0, 1))


# The page.


def test_the_page_of_the_shuffle_has_all_that_a_verifier_needs(
    browser: Browsers, house: House, portal: BlockingPortal, tmp_path: Path
) -> None:
    """Record and weights as the page links them, read by the program that has no rules; nothing of it before the end."""
    ada = browser()
    token, commitment = deal(ada)
    table = ada.open_table("dice1", ["you", "you"], deal=token, nonce=ADA)
    assert ada.get(f"{table}/weights").status_code == 409

    play_out(house, portal, table)
    page = ada.get(f"{table}/verify").text
    assert "follows from the server&#39;s secret and the players&#39; nonces" in page
    assert f'data-commitment="{commitment}" data-nonces="{ADA} "' in page
    assert f"<code>{ADA}</code>" in page
    assert page.count(ONLY_THE_SERVER) == 1
    record, weights = tmp_path / "game.rec", tmp_path / "weights.json"
    record.write_text(ada.get(found(r'data-record="([^"]+)"', page)).text, "utf-8")
    weights.write_text(ada.get(found(r'data-weights="([^"]+)"', page)).text, "utf-8")
    assert runpy.run_path(str(STANDALONE))["main"](record, weights)


def test_the_page_says_what_a_shuffle_without_nonces_does_not_prove(
    browser: Browsers, house: House, portal: BlockingPortal
) -> None:
    """The secret was fixed, but nobody else had a share in it."""
    ada = browser()
    table = ada.open_table("dice1", ["you", "you"])
    play_out(house, portal, table)
    page = ada.get(f"{table}/verify").text

    assert "But no player contributed a nonce" in page
    assert page.count(ONLY_THE_SERVER) == 2


def test_a_game_that_plays_on_from_another_takes_no_nonces_along(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Its chance is another, which cannot be verified."""
    ada = browser()
    table = ada.open_table("dice1", ["you", "you"], deal=deal(ada)[0], nonce=ADA)
    play_out(house, portal, table)
    answer = ada.post(f"/replay/{table.rpartition('/')[2]}/continue", {"at": 3, "seat": 0})
    room = room_of(house, portal, answer.json()["table"])

    assert (room.commitment, room.nonces) == (None, [])
    assert room.table is not None
    assert "nonces" not in room.table.record().extras


# Programs.


def test_programs_contribute_as_browsers_do(app: Starlette, portal: BlockingPortal, browser: Browsers) -> None:
    """A deal for a new table, the commitment of an invitation and of a table for those who sit down there."""
    ada, bo, cy = (Program(app, portal, token_of(browser(), name=name)) for name in ("Ada", "Bo", "Cy"))
    found_deal = ada.get("/deal")
    id = ada.open_table("express", "me", "open", "open", public=True, deal=found_deal["deal"], nonce=ADA)
    table = ada.get(f"/tables/{id}")
    assert (table["commitment"], table["nonces"]) == (found_deal["commitment"], [])
    assert bo.get(f"/invitations/{table['invite']}") == {"table": id, "game": "express", "commitment": found_deal["commitment"]}

    assert bo.post("/join", invite=table["invite"], nonce=BO).status_code == 200
    assert cy.get(f"/tables/{id}")["commitment"] == found_deal["commitment"]
    assert cy.post(f"/tables/{id}/sit").status_code == 200
    assert cy.get(f"/tables/{id}")["nonces"] == [ADA, BO, ""]
    assert re.search(rf'^nonces \["{ADA}", "{BO}", ""\]$', cy.ask("GET", f"/tables/{id}/record").text, re.MULTILINE)


def test_a_program_cannot_use_a_deal_twice_or_send_a_nonce_too_early(
    app: Starlette, portal: BlockingPortal, browser: Browsers
) -> None:
    """Told as problems."""
    ada = Program(app, portal, token_of(browser()))
    token = ada.get("/deal")["deal"]
    ada.open_table("express", "me", "novice", deal=token)

    assert ada.post("/tables", game="express", seats=["me", "novice"], deal=token).status_code == 409
    assert ada.post("/tables", game="express", seats=["me", "novice"], nonce=ADA).status_code == 422
    assert ada.post("/tables", game="express", seats=["me", "novice"], nonce="XY").status_code == 400
    assert ada.ask("GET", "/invitations/nothing").status_code == 404


def test_only_a_token_that_may_play_gets_a_deal(app: Starlette, portal: BlockingPortal, browser: Browsers) -> None:
    """To read is not enough."""
    assert Program(app, portal, token_of(browser(), "read")).ask("GET", "/deal").status_code == 403


def test_a_guest_is_needed_for_nothing_here(browser: Browsers) -> None:
    """A stranger gets a deal without a cookie, and no answer is kept by anybody in between."""
    answer = browser().get("/deal")

    assert "set-cookie" not in answer.headers
    assert answer.headers["cache-control"] == "no-store, private"
    assert set(answer.json()) == {"deal", "commitment"}
