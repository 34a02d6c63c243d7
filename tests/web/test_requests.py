"""Bad input: a clear answer in the reader's language, the right status, and nothing changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from roundhouse.web.server.house import House
from roundhouse.web.server.middleware import MAX_BODY, MAX_IMPORT, MAX_TABLE
from tests.games.tickets.map_texts import ring, text_of
from tests.web.conftest import Browser

Browsers = Callable[..., Browser]


@pytest.fixture
def ada(browser: Browsers) -> Browser:
    """A person at a table."""
    return browser()


@pytest.fixture
def table(ada: Browser) -> str:
    """Her table: a hot seat in a game with hidden cards."""
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
def test_an_unknown_path_is_not_found(ada: Browser, url: str) -> None:
    """The page says so."""
    answer = ada.get(url)

    assert answer.status_code == 404
    assert 'class="error-number">404' in answer.text


def test_errors_are_in_the_language_of_the_reader(browser: Browsers) -> None:
    """An unknown page and a wrong method, in French."""
    french = browser(accept_language="fr-CA,fr;q=0.9,en;q=0.8")

    assert "Il n’y a pas de page à cette adresse" in french.get("/nowhere").text
    assert french.get("/tables").status_code == 405
    assert "Cette page n’accepte pas cette méthode" in french.get("/tables").text


def test_a_full_table_says_so(ada: Browser, browser: Browsers) -> None:
    """A guest who comes too late."""
    table = ada.open_table("express", ["you", "open", "novice"])
    browser().post(f"{table}/sit", {"seat": 1, "name": "Bo"})

    answer = browser().post(f"{table}/sit", {"seat": 1, "name": "Cy"})

    assert answer.status_code == 409
    assert answer.json()["error"] == "The game has already begun"


def test_a_taken_seat_says_so(ada: Browser, browser: Browsers) -> None:
    """Another seat is open, but not the requested one; it stays open."""
    table = ada.open_table("express", ["you", "open", "open"])

    answer = browser().post(f"{table}/sit", {"seat": 0, "name": "Bo"})

    assert answer.status_code == 409
    assert answer.json()["error"] == "This seat is taken"
    assert ada.post(f"{table}/sit", {"seat": 99, "name": "Ada"}).json()["seat"] == 0  # she has a seat already


@pytest.mark.parametrize("action", ["move", "undo", "reset", "why"])
def test_the_seat_of_another_player_cannot_be_played(table: str, browser: Browsers, ada: Browser, action: str) -> None:
    """Neither by another guest nor without a cookie."""
    n = ada.n(table)
    bo = browser()
    bo.open_table("express", ["you", "open"], name="Bo")
    order = {"n": n, "rid": "x", "move": "keep 1 2", "seat": 0}

    assert bo.post(f"{table}/{action}", order).json()["error"] == "That seat is not yours"
    assert browser().post(f"{table}/{action}", order).status_code == 403
    assert ada.n(table) == n


def test_the_view_of_another_seat_is_refused(table: str, ada: Browser, browser: Browsers) -> None:
    """On the page, in the stream, in the replay and in the record."""
    bo = browser()
    for url in (table, f"{table}/live", f"{table}/record", f"{table}/log", table.replace("table", "replay")):
        assert bo.get(f"{url}?as=0").status_code == 403, url
        assert bo.get(f"{url}?as=-4").status_code == 403, url


def test_a_stale_move_is_refused_with_the_current_event_count(table: str, ada: Browser) -> None:
    """So that the page can refresh."""
    n = ada.n(table)

    answer = ada.move(table, "keep 1 2", n=n - 1, rid="x")

    assert answer.status_code == 409
    assert answer.json() == {"error": "The table has moved on since you looked; look again", "clause": None, "link": None, "n": n}
    assert ada.n(table) == n


def test_the_same_request_again_gets_the_same_answer(table: str, ada: Browser, house: House) -> None:
    """Also after the room was evicted: one move, one answer."""
    n = ada.n(table)
    first = ada.move(table, "keep 1 2", n=n, rid="x").json()

    assert ada.move(table, "keep 1 2", n=n, rid="x").json() == first
    house.rooms._rooms.clear()
    assert ada.move(table, "keep 1 2", n=n, rid="x").json() == first
    assert ada.n(table) == first["n"] == n + 1


def test_of_two_moves_with_the_same_event_count_one_happens(table: str, ada: Browser) -> None:
    """Two tabs make different moves."""
    n = ada.n(table)

    answers = [ada.move(table, move, n=n, rid=move) for move in ("keep 1 2", "keep 2 3")]

    assert [answer.status_code for answer in answers] == [200, 409]
    assert ada.n(table) == n + 1


def test_a_stale_move_after_an_undo_is_refused(table: str, ada: Browser) -> None:
    """An undo is an event too, so an event count never repeats."""
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
    ("language", "reason"), [("en", "Atlanta-Nashville belongs to Ada"), ("fr", "Atlanta-Nashville appartient à Ada")]
)
def test_a_route_that_is_taken_is_refused_with_the_name_of_its_owner(browser: Browsers, language: str, reason: str) -> None:
    """By the move and by the question why; this route can be paid with any card."""
    ada = browser(accept_language=language)
    table = ada.open_table("tickets", ["you", "you"], hotseat="on", **{"name-1": "Bo"})
    for seat in (0, 1):
        ada.move(table, "keep 1 2", seat=seat)
    claim = next(text for text in ada.moves(f"{table}?as=0") if text.startswith("claim Atlanta-Nashville"))
    ada.move(table, claim)

    refused = ada.move(table, claim, seat=1).json()

    assert (refused["error"], refused["clause"]) == (reason, "TTR-58")
    assert ada.post(f"{table}/why", {"move": claim, "seat": 1}).json()["error"] == reason


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "The unfinished link at Chicago, east belongs to Bo"),
        ("fr", "Le lien inachevé du côté est de Chicago appartient à Bo"),
    ],
)
def test_a_link_under_way_is_refused_with_the_name_of_its_owner(browser: Browsers, language: str, reason: str) -> None:
    """There are no bids, so Bo acts first: he lays a tile and stops, and the link is unfinished."""
    ada = browser(accept_language=language)
    table = ada.open_table("tycoon", ["you", "you"], hotseat="on", **{"name-1": "Bo"})
    for seat, move in ((0, "pass"), (1, "pass"), (1, "build Chicago E"), (1, "lay E"), (1, "stop")):
        ada.move(table, move, seat=seat)

    refused = ada.move(table, "build Chicago E").json()

    assert (refused["error"], refused["clause"]) == (reason, "RRT-93")
    assert ada.post(f"{table}/why", {"move": "build Chicago E", "seat": 0}).json()["error"] == reason


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
    assert answer.json()["error"] == "It is Ada's turn"


@pytest.mark.parametrize("text", ["", "nonsense", "keep", "card red", "keep ?", "x" * 4000, "undo", "keep 1 2\nkeep 1 3", "\0"])
def test_a_text_that_is_not_a_move_is_refused(table: str, ada: Browser, text: str) -> None:
    """Nor are the texts of draws, of shadows and of undos in the store."""
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
def test_a_malformed_body_is_refused(table: str, ada: Browser, body: bytes) -> None:
    """With status 400."""
    answer = ada.ask("POST", f"{table}/move", content=body, headers={"Content-Type": "application/json"})

    assert answer.status_code == 400
    assert answer.json()["error"] == "This request is malformed"


def test_an_oversized_body_is_refused(table: str, ada: Browser) -> None:
    """With and without a Content-Length."""
    large = b"x" * (MAX_BODY + 1)

    async def chunks() -> Any:
        for _ in range(MAX_BODY // 1000 + 2):
            yield b"x" * 1000

    assert ada.ask("POST", f"{table}/move", content=large, headers={"Content-Type": "application/json"}).status_code == 413
    assert ada.ask("POST", f"{table}/chat", content=chunks(), headers={"Content-Type": "application/json"}).status_code == 413
    assert ada.ask("POST", "/import", files={"file": b"x" * (MAX_IMPORT + 1)}).status_code == 413
    assert ada.send("/tables", {"game": "tickets", "option-map-text": "x" * MAX_TABLE}).status_code == 413


@pytest.mark.parametrize(
    "name",
    [
        "\u202eevil",
        "a\nb",
        "a\x00b",
        "\u200bada",
        "x" * 31,
        "",
        "  ",
        "a" + "\u0301" * 9,
        "\ufeff",
        "\u3164",
        "\u2800\u2800",
        "\u0301",
    ],
)
def test_a_name_that_could_deceive_is_refused(ada: Browser, browser: Browsers, name: str) -> None:
    """Control characters, direction marks, invisible characters, stacked accents; also empty and long names."""
    table = ada.open_table("express", ["you", "open"])

    answer = browser().post(f"{table}/sit", {"seat": 1, "name": name})

    assert answer.status_code == 422
    assert 'data-state="waiting"' in ada.get(table).text


@pytest.mark.parametrize("name", ['"><script>alert(1)</script>'[:30], "Zoë", "李小龙", "{name}", "O'Brien & Söhne", "%s"])
def test_markup_in_a_name_is_escaped(browser: Browsers, name: str) -> None:
    """On every page and in the drawing."""
    bo = browser()
    table = bo.open_table("tickets", ["you", "you"], name=name, hotseat="on")

    for url in (table, f"{table}?as=1", "/", f"{table.replace('table', 'replay')}?at=3"):
        page = bo.get(url).text
        assert "<script>alert" not in page
        assert 'src="x' not in page


@pytest.mark.parametrize(
    "text", ["\u2066hidden", "a\rdata: x", "x" * 501, "\x1b[31m", "\u3164", "\u200d", "\ufe0f \ufe0f", "\u0301\u0302", "\U000e0041"]
)
def test_chat_that_could_deceive_is_refused(ada: Browser, text: str, table: str) -> None:
    """The chat stays empty."""
    assert ada.post(f"{table}/chat", {"rid": "1", "text": text}).status_code == 422
    assert "No messages yet." in ada.get(table).text


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"game": "chess"}, "there is no game"),
        ({"game": "tickets", "seats": "9"}, "for 2 to 5 players"),
        ({"game": "tickets", "seats": "2", "seat-1": "champion"}, "no such bot level"),
        ({"game": "express", "name": "Ada", "option-first_bidder": "7"}, "first_bidder"),
        ({"game": "express", "name": "Ada", "option-first_bidder": "x"}, "not a whole number"),
        ({"game": "dice2", "name": "Ada", "option-layout": "nonsense"}, "a layout is"),
        ({"game": "tickets", "practice": "on"}, "no seat may be open"),
        ({"game": "tickets", "name": "\u202e"}, "cannot be shown"),
        ({"game": "tickets", "seat-0": "you", "seat-1": "you", "name": "Ada", "name-1": "ada"}, "both be called"),
    ],
)
def test_an_impossible_table_is_not_opened(ada: Browser, form: dict[str, str], reason: str) -> None:
    """The error page says what is wrong."""
    answer = ada.send("/tables", form)

    assert answer.status_code == 422
    assert reason.casefold() in answer.text.casefold().replace("&#39;", "'")
    assert 'id="yours"' not in ada.get("/").text


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe\x00", b"hello", b"roundhouse 1\ngame chess 1\nseats 2\noptions {}\n", b"roundhouse 2\n"]
)
def test_a_file_that_is_not_a_record_is_refused(ada: Browser, data: bytes) -> None:
    """With status 422."""
    answer = ada.ask("POST", "/import", files={"file": data})

    assert answer.status_code == 422


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/a\r\nSet-Cookie: x=y"]
)
def test_settings_never_redirect_to_another_site(ada: Browser, back: str) -> None:
    """Whatever the form says, the redirect is to a path of this server."""
    answer = ada.send("/settings", {"language": "fr", "back": back})

    assert answer.headers["location"] == "/"
    assert "x" not in answer.cookies


def test_invalid_settings_are_not_stored(ada: Browser) -> None:
    """With a language that does not exist, the old one stays."""
    answer = ada.send("/settings", {"language": "xx", "theme": "pink", "back": "/rules/tickets"})

    assert answer.headers["location"] == "/rules/tickets"
    assert not answer.cookies


HOSTILE_MAPS = {
    "a cycle": '{"$ref": "#"}',
    "an unknown key": text_of(ring(tunnels=[])),
    "a negative length": text_of(ring(tracks=[{"a": "Town Aa", "b": "Town Ab", "length": -1, "colour": "red"}] * 3)),
    "two equal names": text_of(ring(cities=[{"name": "Town Aa", "x": at, "y": 0} for at in range(4)])),
    "markup": text_of(ring(title="<script>alert(1)</script>")),
    "an unlinked ticket": text_of(ring(tracks=ring()["tracks"][1:3])),
    "too deep": '{"a":' + "[" * 5_000,
    "too long": "{" + " " * 101_000,
    "no map": "[]",
}


@pytest.mark.parametrize("text", HOSTILE_MAPS.values(), ids=HOSTILE_MAPS)
def test_a_hostile_map_is_refused_by_the_form_and_the_api(ada: Browser, text: str) -> None:
    """With 400 and one line that shows nothing unescaped; no table is opened."""
    form = {"game": "tickets", "name": "Ada", "seats": "2", "seat-0": "you", "seat-1": "novice", "option-map": "usa"}
    answer = ada.send("/tables", {**form, "option-map-text": text})

    assert answer.status_code == 400
    assert "<script>alert" not in answer.text
    assert "/table/" not in answer.headers.get("location", "") + answer.text


def test_the_largest_map_file_can_be_pasted(ada: Browser) -> None:
    """A file of as many characters as a map may have, most of them outlines, is played."""
    points = [[at / 8, (at % 50) / 8] for at in range(2_900)]
    text = json.dumps(ring(drawing={"land": [points] * 2}))
    padded = text + " " * (100_000 - len(text))
    form = {"game": "tickets", "name": "Ada", "seats": "2", "seat-0": "you", "seat-1": "novice", "option-map": "usa"}

    assert len(padded) == 100_000
    assert ada.send("/tables", {**form, "option-map-text": padded}).status_code == 303
