"""The API: what programs can do at the tables of the house, and what they are told when they cannot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.core.named import raw_view
from roundhouse.games import GAMES, find
from roundhouse.web.api.endpoints import ENDPOINTS
from roundhouse.web.http.problem import KINDS
from roundhouse.web.ratings.repository import Standing
from roundhouse.web.server.house import House
from roundhouse.web.store.store import Statement
from tests.games.tickets.map_texts import ring, text_of
from tests.web.conftest import Browser
from tests.web.programs import Program, token_of
from tests.web.test_ratings import finished

Browsers = Callable[..., Browser]
Programs = Callable[..., Program]


@pytest.fixture
def program(app: Starlette, portal: BlockingPortal, browser: Browsers) -> Programs:
    """Makes programs, each of a guest of its own."""

    def make(*scopes: str, name: str = "Ada", **headers: str) -> Program:
        return Program(app, portal, token_of(browser(), *scopes, name=name), **headers)

    return make


@pytest.fixture
def ada(program: Programs) -> Program:
    """Somebody's program that may do everything."""
    return program()


def test_the_games_are_listed_for_anybody(app: Starlette, portal: BlockingPortal) -> None:
    """Without a token; their options have defaults, the sentences are in the language asked for."""
    stranger = Program(app, portal, None, accept_language="fr")

    answer = stranger.get("/games")

    assert [game["name"] for game in answer["games"]] == [game.name for game in GAMES]
    assert answer["levels"] == ["novice", "regular", "expert", "master"]
    assert "Collectez" in answer["games"][0]["sentence"] or "cartes" in answer["games"][0]["sentence"]
    beginner = next(option for option in answer["games"][2]["options"] if option["name"] == "beginner")
    assert beginner["default"] is False


def test_a_token_speaks_for_the_guest_who_made_it(program: Programs) -> None:
    """By name, with its scopes."""
    assert program("read", "chat", name="Bo").get("/me") == {"name": "Bo", "scopes": ["read", "chat"], "program": False}


def test_the_ladder_of_a_game_is_for_anybody(app: Starlette, portal: BlockingPortal, house: House) -> None:
    """People and bots, the best first; who is not known well yet has no place. As many as are asked for."""
    portal.call(rate, house, 18)
    stranger = Program(app, portal, None, accept_language="fr")

    ladder = stranger.get("/ratings/express")

    assert ladder["game"] == "express"
    assert [(line["place"], line["name"], line["bot"]) for line in ladder["players"]] == [
        (1, "Ada", False),
        (None, "Bo", False),
        (2, "bot : habitué", True),
    ]
    ada, bo, bot = ladder["players"]
    assert [(line["player"], line["games"], line["wins"]) for line in (ada, bo, bot)] == [
        ("ada", 19, 13),
        ("bo", 1, 0),
        ("bot:regular", 18, 6),
    ]
    assert ada["rating"] > 1500 > bo["rating"] > bot["rating"]
    assert max(ada["margin"], bot["margin"]) <= 200 < bo["margin"]
    assert stranger.get("/ratings/express", limit=1)["players"] == [ada]
    assert stranger.get("/ratings/tickets")["players"] == []
    assert stranger.ask("GET", "/ratings/chess").status_code == 404
    assert stranger.ask("GET", "/ratings/express", params={"limit": 0}).status_code == 400


def test_the_ratings_of_a_player_are_those_of_the_page(
    ada: Program, browser: Browsers, portal: BlockingPortal, house: House
) -> None:
    """A person and a level of bots; somebody who has played nothing has none, and nobody is nobody."""
    portal.call(rate, house, 2)

    (express,) = ada.get("/players/ada")["games"]

    assert f"over 3 games, now {express['rating']} ± {express['margin']}" in browser().get("/players/ada").text
    assert {name: express[name] for name in ("game", "games", "wins", "score", "place")} == {
        "game": "express", "games": 3, "wins": 2, "score": 106.7, "place": 1.3,
    }  # fmt: skip
    assert ada.get("/players/bot:regular")["name"] == "bot: regular"
    me = ada.get("/players/me")
    assert (me["name"], me["bot"], me["games"]) == ("Ada", False, [])
    assert ada.get(f"/players/{me['player']}") == me
    assert [ada.ask("GET", f"/players/{who}").status_code for who in ("nobody", "bot:nobody", "regular")] == [404, 404, 404]


async def rate(house: House, games: int) -> None:
    """Ada plays so many games against a bot, which wins one of three, and beats Bo once."""
    await house.store.write(Statement("INSERT INTO guest (id, name, made) VALUES ('ada', 'Ada', 0), ('bo', 'Bo', 0)"))
    for number in range(games + 1):
        pair = ["ada", "bot:regular"] if number < games else ["ada", "bo"]
        first, second = reversed(pair) if number < games and number % 3 == 0 else pair
        await house.store.write(*finished(f"t{number}"))
        await house.ratings.rate(f"t{number}", "express", float(number), [Standing(first, 0, 120), Standing(second, 1, 80)])


def test_without_a_good_token_nothing_is_told(app: Starlette, portal: BlockingPortal, ada: Program) -> None:
    """None, another kind, a wrong one: 401 with the way to get one, for programs and for people."""
    table = ada.open_table("express", "me", "open")
    for headers in ({}, {"Authorization": "Basic eDp5"}, {"Authorization": "Bearer rh_wrong"}, {"Authorization": "Bearer "}):
        answer = Program(app, portal, None, **headers).ask("GET", f"/tables/{table}")

        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "unauthorized"


def test_a_cookie_does_not_open_the_api(browser: Browsers) -> None:
    """So no other site can borrow one."""
    ada = browser()
    ada.open_table("express", ["you", "open"])

    assert ada.get("/api/v1/tables").status_code == 401


def test_a_token_does_what_its_scopes_say(program: Programs) -> None:
    """One that may only look cannot sit, move or talk."""
    ada = program()
    table = ada.open_table("express", "me", "open", public=True)
    looker = program("read", name="Bo")

    assert looker.get(f"/tables/{table}")["host"] == "Ada"
    for path, order in (("sit", {}), ("moves", {"n": 0, "move": "pass"}), ("chat", {"text": "hello"})):
        answer = looker.post(f"/tables/{table}/{path}", **order)
        assert answer.status_code == 403
        assert "scope" in answer.json()["detail"]


def test_a_revoked_token_is_good_for_nothing(app: Starlette, portal: BlockingPortal, browser: Browsers) -> None:
    """From its next use on; others of the same guest stay good. Nobody else can revoke it."""
    ada, bo = browser(), browser()
    kept, gone = token_of(ada, label="kept"), token_of(ada, label="gone")
    id = re.findall(r'action="/account/tokens/([^/]+)/revoke"', ada.get("/account/tokens").text)[0]
    bo.open_table("express", ["you", "open"], name="Bo")
    bo.send(f"/account/tokens/{id}/revoke")
    assert Program(app, portal, gone).ask("GET", "/me").status_code == 200

    ada.send(f"/account/tokens/{id}/revoke")

    assert Program(app, portal, gone).ask("GET", "/me").status_code == 401
    assert Program(app, portal, kept).ask("GET", "/me").status_code == 200


def test_a_token_is_shown_once_and_kept_as_a_hash(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Neither on the page afterwards nor in the store."""
    ada = browser()
    token = token_of(ada)

    assert token not in ada.get("/account/tokens").text
    rows = portal.call(house.store.rows, "SELECT * FROM token")
    assert token not in repr([tuple(row) for row in rows])
    assert len(rows) == 1


def test_a_whole_table_is_set_up_by_programs(program: Programs) -> None:
    """One opens it with an open seat, another joins by invitation, the game begins, and both are told where it is their turn."""
    ada, bo = program(), program(name="Bo")
    table = ada.open_table("express", "me", "open", "novice")
    private = bo.ask("GET", f"/tables/{table}")
    invite = ada.get(f"/tables/{table}")["invite"]

    seated = bo.post("/join", invite=invite).json()

    assert private.status_code == 403
    assert seated["table"] == table
    assert seated["seat"] == 1
    info = bo.get(f"/tables/{table}")
    assert info["stage"] == "running"
    assert [seat["kind"] for seat in info["seats"]] == ["person", "person", "bot"]
    assert [seat["yours"] for seat in info["seats"]] == [False, True, False]
    actor = info["actor"]
    if actor < 2:
        turns = [who.get("/turns")["turns"] for who in (ada, bo)]
        assert [len(mine) for mine in turns] == [int(actor == 0), int(actor == 1)]
        assert turns[actor][0] == {"table": table, "game": "express", "seat": actor, "n": info["n"]}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_position_is_the_view_of_the_seat(game: object, ada: Program, house: House, portal: BlockingPortal) -> None:
    """The very numbers and texts that a bot of the house is given; sentences where they are asked for."""
    name = game.name  # type: ignore[attr-defined]
    table = ada.open_table(name, "me", "me")
    room = portal.call(house.rooms.get, table)
    assert room.table is not None
    seat = room.table.actor

    told = ada.get(f"/tables/{table}/position", seat=seat, sentences="yes")

    view = room.table.view(seat)
    assert (told["view"], told["view_version"]) == (find(name).describe_view(view), find(name).view_version)
    assert ada.get(f"/tables/{table}/position", seat=seat, view="raw")["view"] == raw_view(view)
    assert told["moves"] == [find(name).notation(move) for move in room.table.moves(seat)]
    assert len(told["sentences"]) == len(told["moves"])
    assert (told["n"], told["actor"], told["over"], told["ranks"]) == (room.event_count, seat, False, [])
    other = ada.get(f"/tables/{table}/position", seat=1 - seat)
    assert (other["moves"], other["sentences"]) == ([], [])
    assert set(told["options"]) == set(vars(find(name).options()))


def test_a_move_is_made_once_and_the_next_position_follows(ada: Program) -> None:
    """The same request again gets the same answer; a stale one is told so with the number of now."""
    table = ada.open_table("tickets", "me", "me")
    before = ada.get(f"/tables/{table}/position", seat=0)
    order = {"n": before["n"], "move": before["moves"][0], "seat": 0, "rid": "first"}

    made = ada.post(f"/tables/{table}/moves", **order)
    again = ada.post(f"/tables/{table}/moves", **order)
    stale = ada.post(f"/tables/{table}/moves", **order | {"rid": "second"})

    assert made.status_code == 200
    assert made.json() == again.json() == {"n": before["n"] + 1, "actor": 1, "over": False}
    assert stale.status_code == 409
    assert stale.json()["code"] == "conflict"
    assert stale.json()["n"] == before["n"] + 1


def test_an_illegal_move_names_its_clause(program: Programs) -> None:
    """In the language asked for; a text that is no move at all is refused as well, and nothing has changed."""
    ada = program(accept_language="fr")
    table = ada.open_table("tickets", "me", "me")
    n = ada.get(f"/tables/{table}")["n"]

    illegal = ada.post(f"/tables/{table}/moves", n=n, move="tickets", seat=0)
    nonsense = ada.post(f"/tables/{table}/moves", n=n, move="jump", seat=0)
    typed = ada.post(f"/tables/{table}/moves", n=n, move="claim Duluth-Helena red", seat=0)

    assert illegal.status_code == nonsense.status_code == typed.status_code == 422
    assert illegal.json()["clause"].startswith("TTR-")
    assert typed.json()["clause"] == "TTR-50"
    assert nonsense.json().get("clause") is None
    assert illegal.json()["type"] == "/api#refused"
    assert ada.get(f"/tables/{table}")["n"] == n


def test_a_refusal_names_the_player_at_the_seat(program: Programs) -> None:
    """The same words as in the browser."""
    ada = program(accept_language="fr")
    table = ada.open_table("tycoon", "me", "me")
    moves = ((0, "pass"), (1, "pass"), (1, "build Chicago E"), (1, "lay E"), (1, "stop"))
    for n, (seat, move) in enumerate(moves, ada.get(f"/tables/{table}")["n"]):
        assert ada.post(f"/tables/{table}/moves", n=n, move=move, seat=seat).status_code == 200

    n, owner = ada.get(f"/tables/{table}")["n"], ada.get(f"/tables/{table}")["seats"][1]["name"]
    refused = ada.post(f"/tables/{table}/moves", n=n, move="build Chicago E", seat=0)

    assert refused.json()["detail"] == f"Le lien inachevé du côté est de Chicago appartient à {owner}"


def test_a_foreign_seat_is_not_played_and_not_seen(program: Programs) -> None:
    """Neither moves nor views nor records nor logs of somebody else's."""
    ada, bo = program(), program(name="Bo")
    table = ada.open_table("tickets", "me", "me", public=True)
    n = ada.get(f"/tables/{table}")["n"]

    assert bo.post(f"/tables/{table}/moves", n=n, move="keep 1 2", seat=0).status_code == 403
    for path in ("position", "log", "record"):
        assert bo.ask("GET", f"/tables/{table}/{path}", params={"seat": 0}).status_code == 403
    assert bo.get(f"/tables/{table}/position")["seat"] is None


def test_undo_log_record_and_chat(ada: Program) -> None:
    """A move is taken back; the log and the record are those of the seat; what is said is heard."""
    table = ada.open_table("tickets", "me", "me")
    position = ada.get(f"/tables/{table}/position", seat=0)
    moved = ada.post(f"/tables/{table}/moves", n=position["n"], move=position["moves"][-1], seat=0).json()

    log = ada.get(f"/tables/{table}/log", since=0, seat=1)
    undone = ada.post(f"/tables/{table}/undo", n=moved["n"], seat=0).json()
    record = ada.ask("GET", f"/tables/{table}/record", params={"seat": 1})
    said = ada.post(f"/tables/{table}/chat", text="Good luck").json()

    assert log["lines"][-1]["actor"] == 0
    assert log["lines"][0]["actor"] is None
    assert undone["actor"] == 0
    assert record.headers["Content-Type"].startswith("text/plain")
    assert "seen-by 1" in record.text
    assert (
        [line["text"] for line in said["lines"]]
        == ["Good luck"]
        == [line["text"] for line in ada.get(f"/tables/{table}/chat")["lines"]]
    )


def test_leaving_lets_a_bot_sit_in_and_returning_takes_the_seat_back(program: Programs) -> None:
    """The game of the others goes on."""
    ada, bo = program(), program(name="Bo")
    table = ada.open_table("express", "me", "open")
    bo.post("/join", invite=ada.get(f"/tables/{table}")["invite"])

    bo.post(f"/tables/{table}/leave")
    away = ada.get(f"/tables/{table}")["seats"][1]
    back = bo.post(f"/tables/{table}/return")

    assert (away["kind"], away["level"]) == ("person", "regular")
    assert back.status_code == 200
    assert ada.get(f"/tables/{table}")["seats"][1]["level"] is None


def test_leaving_an_empty_table_of_ones_own_closes_it(ada: Program) -> None:
    """As it does on the page; nobody else had come."""
    table = ada.open_table("express", "me", "open")

    left = ada.post(f"/tables/{table}/leave")

    assert left.status_code == 200
    assert ada.ask("GET", f"/tables/{table}").status_code == 404


def test_a_table_with_a_clock_tells_what_everybody_has_left(ada: Program) -> None:
    """Written as it is read; a table without one has nothing to tell."""
    table = ada.open_table("express", "me", "me", clock="10m+5s")
    without = ada.open_table("express", "me", "me")

    left = ada.get(f"/tables/{table}/position", seat=0)["left"]

    info = ada.get(f"/tables/{table}")
    assert (info["clock"], info["deadline"]) == ("10m+5s", pytest.approx(info["made"] + 600, abs=60))
    assert 0 < left[0] <= 600.0 == left[1]
    assert ada.get(f"/tables/{without}/position", seat=0)["left"] == []
    assert ada.get(f"/tables/{without}")["clock"] is None


def test_waiting_tables_are_found_sat_at_and_begun(program: Programs) -> None:
    """A public table is in the list of all; the host begins nothing while a seat is open."""
    ada, bo = program(), program(name="Bo")
    table = ada.open_table("dice1", "me", "open", public=True)

    assert [found["id"] for found in bo.get("/tables", which="open", limit=5)["tables"]] == [table]
    assert bo.get("/tables")["tables"] == []
    assert ada.post(f"/tables/{table}/start").status_code == 409
    assert bo.ask("GET", f"/tables/{table}/position").status_code == 409
    assert bo.post(f"/tables/{table}/sit", seat=0).status_code == 409
    assert bo.post(f"/tables/{table}/sit").json()["seat"] == 1
    assert bo.get("/tables")["tables"][0]["stage"] == "running"


@pytest.mark.parametrize(
    ("path", "order"),
    [
        ("/tables", {"game": "chess", "seats": ["me", "open"]}),
        ("/tables", {"game": "tickets", "seats": ["me", "genius"]}),
        ("/tables", {"game": "tickets", "seats": ["me", "open", "open", "open", "open", "open"]}),
        ("/tables", {"game": "tycoon", "seats": ["me", "novice"], "options": {"beginner": 3}}),
        ("/tables", {"game": "tickets", "seats": ["me", "open"], "practice": True}),
        ("/tables", {"game": "tickets", "seats": ["me", "open"], "clock": "soon"}),
        ("/tables", {"game": "tickets", "seats": ["me", "me"], "clock": "1d", "practice": True}),
    ],
)
def test_a_table_that_cannot_be_is_refused(ada: Program, path: str, order: dict[str, object]) -> None:
    """A game, a level, a number of players, an option or a manner that does not exist."""
    answer = ada.post(path, **order)

    assert answer.status_code == 422
    assert answer.json()["detail"]
    assert ada.get("/tables")["tables"] == []


def test_what_is_not_understood_says_where(ada: Program) -> None:
    """A wrong kind, an unknown field, no JSON, an unknown word in an address, the same word twice."""
    slip = ada.post("/tables", game="tickets", seats=["me", "open"], pubic=True)
    kind = ada.post("/tables", game="tickets", seats="me")
    garbage = ada.ask("POST", "/tables", content=b"{", headers={"Content-Type": "application/json"})
    form = ada.ask("POST", "/tables", data={"game": "tickets"})
    word = ada.ask("GET", "/tables", params={"whose": "mine"})
    twice = ada.ask("GET", "/tables?limit=1&limit=2")

    assert [answer.status_code for answer in (slip, kind, garbage, form, word, twice)] == [400] * 6
    assert "pubic" in slip.json()["detail"]
    assert "seats" in kind.json()["detail"]


def test_an_address_that_leads_nowhere_and_a_wrong_method(ada: Program) -> None:
    """Problems too; the methods that are used are named."""
    nowhere = ada.ask("GET", "/nowhere")
    table = ada.ask("GET", "/tables/nowhere")
    method = ada.ask("DELETE", "/tables")

    assert nowhere.json()["code"] == table.json()["code"] == "missing"
    assert method.status_code == 405
    assert {name.strip() for name in method.headers["Allow"].split(",")} == {"GET", "HEAD", "POST"}
    assert method.headers["Content-Type"] == "application/problem+json"


def test_how_much_is_left_is_told_and_too_much_is_refused(ada: Program) -> None:
    """Every answer counts down; the one too many says when to come again."""
    left = [int(ada.ask("GET", "/me").headers["RateLimit-Remaining"]) for _ in range(2)]
    codes = [ada.post("/tables", game="express", seats=["me", "open"]) for _ in range(31)]

    assert left[0] - left[1] == 1
    assert [answer.status_code for answer in codes] == [201] * 30 + [429]
    assert 1 <= int(codes[-1].headers["Retry-After"]) <= 60
    assert codes[-1].headers["RateLimit-Remaining"] == "0"
    assert codes[-1].json()["code"] == "limited"


def test_many_wrong_tokens_are_too_many(app: Starlette, portal: BlockingPortal) -> None:
    """Guessing is stopped by address."""
    guesser = Program(app, portal, "rh_guess")

    codes = [guesser.ask("GET", "/me").status_code for _ in range(21)]

    assert codes == [401] * 20 + [429]


def test_a_guest_has_so_many_tokens(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """The next one is refused until another is revoked; one that may do nothing is refused always."""
    ada = browser()
    token_of(ada)
    guest = portal.call(house.store.row, "SELECT id FROM guest")
    assert guest is not None
    for _ in range(19):
        portal.call(house.tokens.create, guest["id"], "more", ["read"])

    assert ada.send("/account/tokens", {"label": "one more", "scope-read": "on"}).status_code == 409
    assert ada.send("/account/tokens", {"label": "nothing"}).status_code == 422


def test_the_page_about_the_api_lists_all_of_it_in_both_languages(browser: Browsers) -> None:
    """Every endpoint and every kind of problem."""
    english, french = (browser(accept_language=language).get("/api").text for language in ("en", "fr"))

    for text in (english, french):
        assert all(f"</b> {endpoint.path}</code>" in text for endpoint in ENDPOINTS)
        assert 'id="conflict"' in text
    assert "Show the owner and the scopes of the token" in english
    assert "le propriétaire et les portées du jeton" in french


def test_the_guide_lists_every_endpoint_with_its_scope() -> None:
    """docs/api.md has what the house has, no more and no less; so has its table of problems."""
    page = (Path(__file__).parent.parent.parent / "docs" / "api.md").read_text("utf-8")

    listed = re.findall(r"^\| `(GET|POST) (/[^`?]*)[^`]*` \| (\w*) ?\|", page, re.MULTILINE)

    assert sorted(listed) == sorted((endpoint.method, endpoint.path, endpoint.scope or "") for endpoint in ENDPOINTS)
    assert all(f"`{kind.code}`" in page and str(status) in page for status, kind in KINDS.items())


def test_the_document_is_whole(app: Starlette, portal: BlockingPortal) -> None:
    """Every reference in it leads somewhere, every endpoint is in it, and it is the same for everybody."""
    text = Program(app, portal, None).ask("GET", "/openapi.json").text
    document = json.loads(text)

    for kind, name in re.findall(r'"\$ref":"#/components/(\w+)/([\w-]+)"', text):
        assert name in document["components"][kind], name
    found = {(method.upper(), path.removeprefix("/api/v1")) for path, methods in document["paths"].items() for method in methods}
    assert found == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}
    assert document["openapi"] == "3.1.0"


def test_answers_are_not_kept_by_anybody(ada: Program) -> None:
    """Views are private."""
    assert ada.ask("GET", "/me").headers["Cache-Control"] == "no-store, private"


def test_a_map_file_is_the_value_of_an_option_and_a_bad_one_is_refused(ada: Program) -> None:
    """A ring of eight cities is played; a file that is no map is refused with 400 and its line."""
    made = ada.post("/tables", game="tickets", seats=["me", "novice"], options={"map": text_of(ring())})
    bad = ada.post("/tables", game="tickets", seats=["me", "novice"], options={"map": '{\n"format": 2}'})

    assert (made.status_code, made.json().get("detail")) == (201, None)
    assert bad.status_code == 400
    assert "line" in bad.json()["detail"]
