"""Bad input: a clear answer in the reader's language, the right status, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from roundhouse.web.server.house import House
from roundhouse.web.server.middleware import MAX_BODY, MAX_IMPORT
from tests.web.conftest import Browser

Browsers = Callable[..., Browser]


@pytest.fixture
def ada(browser: Browsers) -> Browser:
    """Somebody at a table."""
    return browser()


@pytest.fixture
def table(ada: Browser) -> str:
    """Her table, with a secret in it and a second player at the same screen."""
    return ada.open_table("tickets", ["you", "you"], hotseat="on")


@pytest.mark.parametrize(
    "url",
    [
        "/table/nowhere",
        "/table/nowhere/live",
        "/replay/nowhere",
        "/replay/r-nowhere",
        "/join/nowhere",
        "/games/chess",
        "/rules/chess",
    ],
)
def test_an_address_that_leads_nowhere(ada: Browser, url: str) -> None:
    """A page that says so, not a blank one."""
    answer = ada.get(url)

    assert answer.status_code == 404
    assert 'class="error-number">404' in answer.text


def test_unknown_pages_and_wrong_methods_are_told_in_french(browser: Browsers) -> None:
    """The language of an error is the reader's."""
    french = browser(accept_language="fr-CA,fr;q=0.9,en;q=0.8")

    assert "Il n’y a pas de page à cette adresse" in french.get("/nowhere").text
    assert french.get("/tables").status_code == 405


def test_a_full_table_says_so(ada: Browser, browser: Browsers) -> None:
    """Somebody who comes too late."""
    table = ada.open_table("express", ["you", "open", "novice"])
    browser().post(f"{table}/sit", {"seat": 1, "name": "Bo"})

    answer = browser().post(f"{table}/sit", {"seat": 1, "name": "Cy"})

    assert answer.status_code == 409
    assert answer.json()["error"] == "The game has begun already"


def test_a_taken_seat_says_so(ada: Browser, browser: Browsers) -> None:
    """One seat is free, but not the one that was asked for; the free one stays free."""
    table = ada.open_table("express", ["you", "open", "open"])

    answer = browser().post(f"{table}/sit", {"seat": 0, "name": "Bo"})

    assert answer.status_code == 409
    assert answer.json()["error"] == "This seat is taken"
    assert ada.post(f"{table}/sit", {"seat": 99, "name": "Ada"}).json()["seat"] == 0  # she sits already


@pytest.mark.parametrize("action", ["move", "undo", "reset", "why"])
def test_a_foreign_seat_cannot_be_played(table: str, browser: Browsers, ada: Browser, action: str) -> None:
    """Neither by somebody known nor by somebody without a cookie."""
    n = ada.n(table)
    bo = browser()
    bo.open_table("express", ["you", "open"], name="Bo")
    order = {"n": n, "rid": "x", "move": "keep 1 2", "seat": 0}

    assert bo.post(f"{table}/{action}", order).json()["error"] == "That seat is not yours"
    assert browser().post(f"{table}/{action}", order).status_code == 403
    assert ada.n(table) == n


def test_a_view_of_a_foreign_seat_is_refused(table: str, ada: Browser, browser: Browsers) -> None:
    """On the page, in the stream, in the replay and in the record."""
    bo = browser()
    for url in (table, f"{table}/live", f"{table}/record", f"{table}/log", table.replace("table", "replay")):
        assert bo.get(f"{url}?as=0").status_code == 403, url
        assert bo.get(f"{url}?as=-4").status_code == 403, url


def test_a_stale_move_is_refused_and_says_where_the_table_is(table: str, ada: Browser) -> None:
    """The answer holds the number of entries, so that the page can look again."""
    n = ada.n(table)

    answer = ada.move(table, "keep 1 2", n=n - 1, rid="x")

    assert answer.status_code == 409
    assert answer.json() == {"error": "The table has moved on since you looked; look again", "clause": None, "link": None, "n": n}
    assert ada.n(table) == n


def test_the_same_request_again_gets_the_same_answer(table: str, ada: Browser, house: House) -> None:
    """From a second tab, after a lost reply, and after the room was forgotten: one move, one answer."""
    n = ada.n(table)
    first = ada.move(table, "keep 1 2", n=n, rid="x").json()

    assert ada.move(table, "keep 1 2", n=n, rid="x").json() == first
    house.rooms._rooms.clear()
    assert ada.move(table, "keep 1 2", n=n, rid="x").json() == first
    assert ada.n(table) == first["n"] == n + 1


def test_two_moves_for_the_same_moment_only_one_happens(table: str, ada: Browser) -> None:
    """Two tabs, the same number, different moves."""
    n = ada.n(table)

    answers = [ada.move(table, move, n=n, rid=move) for move in ("keep 1 2", "keep 2 3")]

    assert [answer.status_code for answer in answers] == [200, 409]
    assert ada.n(table) == n + 1


def test_a_stale_move_after_an_undo_is_refused(table: str, ada: Browser) -> None:
    """An undo counts as an entry, so the same number never comes twice."""
    n = ada.n(table)
    ada.move(table, "keep 1 2", n=n)
    ada.post(f"{table}/undo", {"n": n + 1, "rid": "u", "seat": 0})

    assert ada.move(table, "keep 2 3", n=n).status_code == 409
    assert ada.move(table, "keep 2 3", n=n + 2).status_code == 200


def test_an_illegal_move_names_its_clause_with_a_link(table: str, ada: Browser) -> None:
    """Keeping one ticket of the first three: TTR-17."""
    n = ada.n(table)

    answer = ada.move(table, "keep 1", n=n)

    assert answer.status_code == 422
    assert answer.json()["clause"] == "TTR-17"
    assert answer.json()["link"] == "/rules/tickets#TTR-17"
    assert ada.n(table) == n
    assert ada.post(f"{table}/why", {"move": "keep 1", "seat": 0}).json() == answer.json() | {"legal": False}


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Atlanta-Nashville belongs to Ada"), ("fr", "Atlanta-Nashville appartient à Ada")]
)
def test_a_route_that_is_taken_is_refused_with_the_name_of_its_owner(browser: Browsers, language: str, told: str) -> None:
    """By the move and by the question why; a space between two cities is paid with any card."""
    ada = browser(accept_language=language)
    table = ada.open_table("tickets", ["you", "you"], hotseat="on", **{"name-1": "Bo"})
    for seat in (0, 1):
        ada.move(table, "keep 1 2", seat=seat)
    claim = next(text for text in ada.moves(f"{table}?as=0") if text.startswith("claim Atlanta-Nashville"))
    ada.move(table, claim)

    refused = ada.move(table, claim, seat=1).json()

    assert (refused["error"], refused["clause"]) == (told, "TTR-58")
    assert ada.post(f"{table}/why", {"move": claim, "seat": 1}).json()["error"] == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The unfinished link at Chicago, east belongs to Bo"),
        ("fr", "Le lien inachevé en Chicago, est appartient à Bo"),
    ],
)
def test_a_link_under_way_is_refused_with_the_name_of_its_owner(browser: Browsers, language: str, told: str) -> None:
    """Nobody bids, so Bo acts first: a tile, and the link waits for more."""
    ada = browser(accept_language=language)
    table = ada.open_table("tycoon", ["you", "you"], hotseat="on", **{"name-1": "Bo"})
    for seat, move in ((0, "pass"), (1, "pass"), (1, "build Chicago E"), (1, "lay E"), (1, "stop")):
        ada.move(table, move, seat=seat)

    refused = ada.move(table, "build Chicago E").json()

    assert (refused["error"], refused["clause"]) == (told, "RRT-93")
    assert ada.post(f"{table}/why", {"move": "build Chicago E", "seat": 0}).json()["error"] == told


def test_a_name_that_looks_like_a_template_is_shown_as_it_is(browser: Browsers) -> None:
    """In a prompt, in a refusal and in the log."""
    ada = browser()
    table = ada.open_table("tycoon", ["you", "you"], hotseat="on", **{"name-1": "{0} %s {name}"})
    for seat, move in ((0, "pass"), (1, "pass")):
        ada.move(table, move, seat=seat)
    page = ada.get(table).text

    assert "Waiting for {0} %s {name}." in page
    assert "{0} %s {name} passes" in page
    for move in ("build Chicago E", "lay E", "stop"):
        ada.move(table, move, seat=1)
    assert ada.move(table, "build Chicago E").json()["error"].endswith("belongs to {0} %s {name}")


def test_a_move_out_of_turn_names_whose_turn_it_is(table: str, ada: Browser) -> None:
    """Seat 1 before seat 0 has moved."""
    answer = ada.move(table, "keep 1 2", seat=1)

    assert answer.status_code == 409
    assert answer.json()["error"] == "It is the turn of Ada"


@pytest.mark.parametrize("text", ["", "nonsense", "keep", "card red", "keep ?", "x" * 4000, "undo", "keep 1 2\nkeep 1 3", "\0"])
def test_a_text_that_is_no_move(table: str, ada: Browser, text: str) -> None:
    """Also the texts of chance, of shadows and of the store's own word for taking back."""
    n = ada.n(table)

    assert ada.move(table, text, n=n).status_code == 422
    assert ada.n(table) == n


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"n": "x"}',
        b'{"n": 1e99}',
        b'{"seat": 9223372036854775808}',
        b'{"rid": "' + b"x" * 65 + b'"}',
        b"\xff\xfe",
    ],
)
def test_a_body_that_makes_no_sense(table: str, ada: Browser, body: bytes) -> None:
    """400, and the page is still there."""
    answer = ada.ask("POST", f"{table}/move", content=body, headers={"Content-Type": "application/json"})

    assert answer.status_code == 400
    assert answer.json()["error"] == "This request is malformed"


def test_an_oversized_body_is_refused(table: str, ada: Browser) -> None:
    """Whether it says how large it is or not."""
    large = b"x" * (MAX_BODY + 1)

    async def chunks() -> Any:
        for _ in range(MAX_BODY // 1000 + 2):
            yield b"x" * 1000

    assert ada.ask("POST", f"{table}/move", content=large, headers={"Content-Type": "application/json"}).status_code == 413
    assert ada.ask("POST", f"{table}/chat", content=chunks(), headers={"Content-Type": "application/json"}).status_code == 413
    assert ada.ask("POST", "/import", files={"file": b"x" * (MAX_IMPORT + 1)}).status_code == 413


@pytest.mark.parametrize("name", ["\u202eevil", "a\nb", "a\x00b", "\u200bada", "x" * 31, "", "  ", "a" + "\u0301" * 9, "\ufeff"])
def test_a_name_that_could_deceive_is_refused(ada: Browser, browser: Browsers, name: str) -> None:
    """Control characters, marks of direction, invisible ones, piles of marks, nothing at all, too much."""
    table = ada.open_table("express", ["you", "open"])

    answer = browser().post(f"{table}/sit", {"seat": 1, "name": name})

    assert answer.status_code == 422
    assert 'data-state="waiting"' in ada.get(table).text


@pytest.mark.parametrize("name", ['"><script>alert(1)</script>'[:30], "Zoë", "李小龙", "{name}", "O'Brien & Söhne", "%s"])
def test_a_name_with_markup_is_only_a_name(browser: Browsers, name: str) -> None:
    """It is shown as it was typed, on every page and in the drawing."""
    bo = browser()
    table = bo.open_table("tickets", ["you", "you"], name=name, hotseat="on")

    for url in (table, f"{table}?as=1", "/", f"{table.replace('table', 'replay')}?at=3"):
        page = bo.get(url).text
        assert "<script>alert" not in page
        assert 'src="x' not in page


@pytest.mark.parametrize("text", ["\u2066hidden", "a\rdata: x", "x" * 501, "\x1b[31m"])
def test_chat_that_could_deceive_is_refused(ada: Browser, text: str, table: str) -> None:
    """And nothing is said."""
    assert ada.post(f"{table}/chat", {"rid": "1", "text": text}).status_code == 422
    assert "Nobody has said anything yet." in ada.get(table).text


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"game": "chess"}, "there is no game"),
        ({"game": "tickets", "seats": "9"}, "for 2 to 5 players"),
        ({"game": "tickets", "seats": "2", "seat-1": "champion"}, "no bot of that level"),
        ({"game": "express", "name": "Ada", "option-first_bidder": "7"}, "first_bidder"),
        ({"game": "express", "name": "Ada", "option-first_bidder": "x"}, "not a whole number"),
        ({"game": "dice2", "name": "Ada", "option-layout": "nonsense"}, "a layout is"),
        ({"game": "tickets", "practice": "on"}, "no seat may be open"),
        ({"game": "tickets", "name": "\u202e"}, "cannot be shown"),
        ({"game": "tickets", "seat-0": "you", "seat-1": "you", "name": "Ada", "name-1": "ada"}, "both be called"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(ada: Browser, form: dict[str, str], words: str) -> None:
    """The form's own page of error says what is wrong."""
    answer = ada.send("/tables", form)

    assert answer.status_code == 422
    assert words.casefold() in answer.text.casefold().replace("&#39;", "'")
    assert 'id="yours"' not in ada.get("/").text


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe\x00", b"hello", b"roundhouse 1\ngame chess 1\nseats 2\noptions {}\n", b"roundhouse 2\n"]
)
def test_a_file_that_is_no_record(ada: Browser, data: bytes) -> None:
    """The line and what is wrong with it, and nothing is kept."""
    answer = ada.ask("POST", "/import", files={"file": data})

    assert answer.status_code == 422


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/a\r\nSet-Cookie: x=y"]
)
def test_settings_never_lead_out_of_the_house(ada: Browser, back: str) -> None:
    """Whatever the form says, the way back is a page of this house."""
    answer = ada.send("/settings", {"language": "fr", "back": back})

    assert answer.headers["location"] == "/"
    assert "x" not in answer.cookies


def test_nonsense_settings_are_not_kept(ada: Browser) -> None:
    """A language that the house does not speak leaves the old one."""
    answer = ada.send("/settings", {"language": "xx", "theme": "pink", "back": "/rules/tickets"})

    assert answer.headers["location"] == "/rules/tickets"
    assert not answer.cookies
