"""Programs are marked as programs for ever: in the API, at tables, on pages, on a ladder of their own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.web.ratings.repository import Standing
from roundhouse.web.server.house import House
from roundhouse.web.store.store import Statement
from tests.web.conftest import Browser
from tests.web.programs import Program, token_of
from tests.web.test_ratings import finished

Browsers = Callable[..., Browser]


@pytest.fixture
def ada(browser: Browsers) -> Browser:
    """A person who plays in a browser."""
    return browser()


@pytest.fixture
def hoarder(app: Starlette, portal: BlockingPortal, ada: Browser) -> Program:
    """A program with a token of Ada's."""
    return Program(app, portal, token_of(ada, name="Ada"))


def test_reading_marks_nobody(hoarder: Program) -> None:
    """A person may look at their own tables with a script."""
    hoarder.get("/turns")
    hoarder.get("/tables")

    assert hoarder.get("/me")["program"] is False


def test_the_first_request_to_play_marks_the_guest_for_ever(hoarder: Program, ada: Browser) -> None:
    """At the table in the API, and on the page of the table; also when the person plays on in the browser."""
    table = hoarder.open_table("express", "me", "open")

    assert hoarder.get("/me")["program"] is True
    assert [seat["program"] for seat in hoarder.get(f"/tables/{table}")["seats"]] == [True, False]
    assert '<span class="hush">program</span>' in ada.get(f"/table/{table}").text


def test_a_person_who_sits_already_is_marked_at_their_table(hoarder: Program, ada: Browser) -> None:
    """The seat was taken in the browser; then a program plays there."""
    table = ada.open_table("express", ["you", "open"]).removeprefix("/table/")
    assert hoarder.get(f"/tables/{table}")["seats"][0]["program"] is False
    hoarder.open_table("express", "me", "open")

    assert hoarder.get(f"/tables/{table}")["seats"][0]["program"] is True


def test_an_account_that_adopts_a_program_is_one(house: House, portal: BlockingPortal) -> None:
    """Nobody sheds the mark by signing in."""
    program, account = (portal.call(house.guests.create, name) for name in ("Hoarder", "Bo"))
    portal.call(house.guests.mark_program, program)
    assert portal.call(house.ratings.is_program, account) is False
    portal.call(house.accounts.adopt, program, account)

    assert portal.call(house.ratings.is_program, account) is True


async def _rate(house: House) -> None:
    """Ada, a program and a level of bots play some games; the program wins."""
    for guest, name, program in (("ada", "Ada", 0), ("hoarder", "Hoarder", 1)):
        values = (guest, name, 1.0, program)
        await house.store.write(Statement("INSERT INTO guest (id, name, made, program) VALUES (?, ?, ?, ?)", values))
    tables = [f"t{number}" for number in range(20)]
    await house.store.write(*finished(*tables))
    standings = [Standing("hoarder", 0, 120), Standing("ada", 1, 80), Standing("bot:regular", 2, 60)]
    for at, table in enumerate(tables):
        await house.ratings.rate(table, "express", float(at), standings)


def test_programs_have_a_ladder_of_their_own(house: House, portal: BlockingPortal, ada: Browser, hoarder: Program) -> None:
    """With the levels of bots as a measure and without people; on the common ladder and on its page a program is marked."""
    portal.call(_rate, house)

    everyone = hoarder.get("/ratings/express")["players"]
    assert [(line["player"], line["program"]) for line in everyone] == [("hoarder", True), ("ada", False), ("bot:regular", False)]
    programs = hoarder.get("/ratings/express", programs="yes")["players"]
    assert [(line["player"], line["place"]) for line in programs] == [("hoarder", 1), ("bot:regular", 2)]
    page = ada.get("/ratings/express?programs=yes").text
    assert re.search(r'Hoarder</a> <span class="hush">program</span>', page)
    assert "/players/ada" not in page
    assert "/players/ada" in ada.get("/ratings/express").text
    assert '<span class="hush">program</span>' in ada.get("/players/hoarder").text
    assert hoarder.get("/players/hoarder")["program"] is True
    assert hoarder.get("/players/ada")["program"] is False
