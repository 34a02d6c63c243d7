"""Ratings on both databases: each finished game changes them once, in any process; pages show the margin."""

from __future__ import annotations

import asyncio
import hashlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.core.draw import Rng
from roundhouse.core.record import read
from roundhouse.core.sentence import Sentence
from roundhouse.games import find
from roundhouse.play.chance import Secret
from roundhouse.play.rating import Rating
from roundhouse.play.table import Table
from roundhouse.play.verify import verify
from roundhouse.web.people.guests import Guest
from roundhouse.web.ratings.repository import Rated, Ratings, Standing, adopt, enqueue, erase
from roundhouse.web.routes.players import help_note
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement, Store, StoreFailed
from roundhouse.web.tables import playing
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.events import events_of
from roundhouse.web.tables.makers import bot_shares, follow
from roundhouse.web.tables.repository import Seat
from roundhouse.web.tables.room import Room
from tests.patience import PATIENCE
from tests.web.conftest import Browser, found
from tests.web.test_store import place, within  # noqa: F401 - a fixture: both databases

Browsers = Callable[..., Browser]
Until = Callable[[Callable[[], bool]], None]

TWO = [Standing("ada", 0, 120), Standing("bot:regular", 1, 80)]


def finished(*ids: str) -> list[Statement]:
    """Return the statements of finished tables that are not rated yet."""
    columns = (
        "id, game, version, seats, options, secret, host, invite, public, spectators,"
        " practice, hotseat, tour, pace, stage, prefix, made"
    )
    places = ", ".join("?" * 17)
    statements = [Statement("INSERT INTO guest (id, name, made) VALUES ('ada', 'Ada', 0) ON CONFLICT DO NOTHING")]
    for id in ids:
        values = (id, "express", 1, 2, "{}", b"", "ada", id, 1, 1, 0, 0, 0, 0, "over", 0, 1.0)
        statements += [Statement(f"INSERT INTO game_table ({columns}) VALUES ({places})", values), enqueue(id, 1.0)]
    return statements


def test_a_game_is_rated_once(place: str) -> None:  # noqa: F811
    """The second attempt changes nothing and says so."""

    async def act(store: Store) -> None:
        ratings = Ratings(store)
        await store.write(*finished("t"))
        assert await ratings.unrated(9) == ["t"]
        assert await ratings.rate("t", "express", 5.0, TWO)
        once = await ratings.of("express", ["ada", "bot:regular"])
        assert not await ratings.rate("t", "express", 5.0, TWO)
        assert await ratings.of("express", ["ada", "bot:regular"]) == once
        assert await ratings.unrated(9) == []
        assert once["ada"].rating.mean > 1500 > once["bot:regular"].rating.mean

    within(place, act)


def test_games_that_end_at_the_same_moment_all_count(place: str) -> None:  # noqa: F811
    """Eight games of the same two players, each rated three times concurrently: eight results, eight changes of the ratings."""

    async def act(store: Store) -> None:
        ratings = Ratings(store)
        ids = [f"t{number}" for number in range(8)]
        await store.write(*finished(*ids))
        done = await asyncio.gather(*(ratings.rate(id, "express", 5.0, TWO) for id in ids * 3))
        known = await ratings.of("express", ["ada"])

        assert sum(done) == 8
        assert known["ada"].games == 8
        (one,) = await ratings.statistics("ada")
        assert (one.games, one.wins, one.score, one.place, dict(one.places)) == (8, 8, 120.0, 1.0, {0: 8})
        curve = await ratings.curve("ada", "express", 99)
        assert max(rating.mean for _, rating in curve) == pytest.approx(known["ada"].rating.mean)
        assert len(await ratings.meetings("ada", "bot:regular")) == 8
        assert [(one.player, one.games) for one in await ratings.rivals("ada", 9)] == [("bot:regular", 8)]
        assert len(await ratings.history("ada", float("inf"), 5)) == 5
        assert await ratings.readable(ids, None) == set(ids)
        assert [one.player for one in (await ratings.tables(["t3"]))["t3"]] == ["ada", "bot:regular"]
        assert [(one.name, one.wins) for one in await ratings.ladder("express", 9)] == [("Ada", 8), ("", 0)]

    within(place, act)


def test_the_games_of_a_guest_move_to_an_account(place: str) -> None:  # noqa: F811
    """Where the account has a rating already, that rating stays, and the games are counted together."""

    async def act(store: Store) -> None:
        ratings = Ratings(store)
        await store.write(*finished("t1", "t2", "t3"))
        await ratings.rate("t1", "express", 5.0, TWO)
        await ratings.rate("t2", "express", 6.0, [Standing("ada-2", 0, 90), Standing("bot:regular", 1, 80)])
        await ratings.rate("t3", "tickets", 7.0, [Standing("ada-2", 1, 90), Standing("bot:regular", 0, 99)])
        known = await ratings.of("express", ["ada"])
        other = await ratings.of("tickets", ["ada-2"])
        await store.write(*adopt("ada-2", "ada"))

        after = await ratings.of("express", ["ada", "ada-2"])
        assert set(after) == {"ada"}
        assert after["ada"].rating == known["ada"].rating
        assert after["ada"].games == 2
        assert (await ratings.of("tickets", ["ada"]))["ada"].rating == other["ada-2"].rating
        assert {one.game: one.games for one in await ratings.statistics("ada")} == {"express": 2, "tickets": 1}
        assert await ratings.statistics("ada-2") == []

    within(place, act)


def test_a_rating_is_not_changed_by_adopted_games(place: str) -> None:  # noqa: F811
    """Games of a guest before, between and after those of the account: they are ±0, and its curve ends at its rating."""

    async def act(store: Store) -> None:
        ratings = Ratings(store)
        ids = [f"t{number}" for number in range(5)]
        await store.write(*finished(*ids))
        for at, (id, who) in enumerate(zip(ids, ("ada-2", "ada", "ada-2", "ada", "ada-2"), strict=True)):
            await ratings.rate(id, "express", float(at), [Standing(who, 0, 90), Standing("bot:regular", 1, 80)])
        before = await ratings.of("express", ["ada", "bot:regular"])
        own = [rating for _, rating in await ratings.curve("ada", "express", 9)]
        await store.write(*adopt("ada-2", "ada"))

        after = await ratings.of("express", ["ada", "bot:regular"])
        assert [one.rating for one in after.values()] == [one.rating for one in before.values()]
        curve = [rating for _, rating in await ratings.curve("ada", "express", 9)]
        assert curve == [Rating(), own[0], own[0], own[1], own[1]]
        assert curve[-1] == after["ada"].rating
        history = await ratings.history("ada", 9.0, 9)
        assert [one.before == one.rating.mean for one in history] == [True, False, True, False, True]
        best = (await ratings.ladder("express", 9))[0]
        assert (best.player, best.games, best.wins) == ("ada", 5, 5)

    within(place, act)


def test_an_erased_guest_leaves_the_ladder_and_the_others_keep_their_results(place: str) -> None:  # noqa: F811
    """The rating is deleted; the game is still in the history of the opponent."""

    async def act(store: Store) -> None:
        ratings = Ratings(store)
        await store.write(*finished("t"))
        await ratings.rate("t", "express", 5.0, TWO)
        await store.write(erase("ada"))

        assert [one.player for one in await ratings.ladder("express", 9)] == ["bot:regular"]
        assert len(await ratings.history("bot:regular", 9.0, 9)) == 1

    within(place, act)


def play_out(house: House, portal: BlockingPortal, table: str, until: int = 10**6) -> None:
    """People play as the heuristic advises, to the end or so many entries; bots play by themselves."""

    async def play() -> None:
        room = await house.rooms.get(table.rpartition("/")[2])
        assert room.table is not None
        while not room.table.over and room.event_count < until:
            seat = room.seats[room.actor]
            if seat.guest is None or seat.level is not None:
                await asyncio.sleep(0.005)
                continue
            move = room.game.advise(room.table.view(room.actor), Rng(room.event_count))
            await playing.move(
                room, Guest(seat.guest, seat.name), room.event_count, f"r{room.event_count}", room.actor, room.game.notation(move)
            )

    portal.call(play)


def two_people(browser: Browsers, game: str = "tickets", **more: str) -> tuple[Browser, Browser, str]:
    """A rated table of Ada and Bo. The lot decides who has which seat."""
    ada, bo = browser(), browser()
    table = ada.open_table(game, ["you", "open"], rated="on", **more)
    if "public" in more:
        invite = found(r'value="http://127.0.0.1(/join/[^"]+)"', ada.get(table).text)
        bo.send(invite, {"name": "Bo"})
    else:
        bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})
    return ada, bo, table


def people_of(page: str) -> list[str]:
    """The links to players in a page."""
    return list(dict.fromkeys(re.findall(r'href="(/players/[^"/]+)"', page)))


def test_a_finished_game_is_on_the_ladder_and_on_the_pages_of_its_players(
    browser: Browsers, house: House, portal: BlockingPortal, until: Until
) -> None:
    """Ada and Bo play; both have a rating with a margin, a history that links to the replay, statistics and a head to head."""
    ada, bo, table = two_people(browser)
    play_out(house, portal, table)
    until(lambda: len(people_of(ada.get("/ratings/tickets").text)) == 2)

    ladder = ada.get("/ratings/tickets").text
    winner, loser = people_of(ladder)
    assert re.search(r"<strong>1,5\d\d</strong> <span class=\"hush\">± 2\d\d</span>", ladder)
    page = bo.get(winner).text
    assert table.replace("/table/", "/replay/") in page
    assert '<svg class="curve"' not in page, "one game is a point, not a curve"
    assert "1 of 2" in page
    assert "100%" in page
    versus = bo.get(f"{winner}/{loser.rpartition('/')[2]}").text
    assert "How often each finished ahead" in versus
    assert bo.get(f"{winner}/{winner.rpartition('/')[2]}").status_code == 404
    assert bo.get("/players/nobody").status_code == 404
    assert bo.get("/ratings/chess").status_code == 404


def test_who_leaves_to_a_bot_has_the_last_place(browser: Browsers, house: House, portal: BlockingPortal, until: Until) -> None:
    """Bo leaves in the middle and a bot plays to the end: Ada gains, Bo loses, and his page says why."""
    ada, bo, table = two_people(browser, "dice2", pace="0")
    play_out(house, portal, table, until=20)
    bo.post(f"{table}/leave")
    play_out(house, portal, table)
    until(lambda: len(people_of(ada.get("/ratings/dice2").text)) == 2)

    first, second = people_of(ada.get("/ratings/dice2").text)
    assert "<h1>Ada" in ada.get(first).text
    assert "left the game to a bot: counts as last place" in ada.get(second).text


@pytest.mark.parametrize("undone", [("ada",), ("robot",), ("ada", "robot")])
def test_help_is_counted_in_the_game_that_stands(undone: tuple[str, ...]) -> None:
    """Ten moves stand, five of them a bot's; moves that were made and undone again neither dilute that nor add to it."""
    makers: list[tuple[int, bool]] = []
    for n in range(5):
        for request in (f"ada:{n}", f"robot:{n}"):
            for who in undone:
                follow(makers, [(0, f"{who}:u", "pass"), (0, "ada:v", "undo")])
            follow(makers, [(0, request, "pass")])

    assert bot_shares(makers) == {0: 0.5}


def test_a_bot_is_no_free_hint_at_a_table_that_counts(
    browser: Browsers, house: House, portal: BlockingPortal, until: Until
) -> None:
    """Bo lets the best bot move and takes his seat back: its move stands, with no clock too, and after a restart."""
    _, bo, table = two_people(browser, "express", pace="0")
    (room,) = list(house.rooms)
    seat = room.names.index("Bo")
    play_out(house, portal, table, until=40)
    while room.actor != seat:
        play_out(house, portal, table, until=room.event_count + 1)
    before = room.event_count
    bo.post(f"{table}/robot", {"seat": seat, "level": "novice"})
    until(lambda: room.event_count > before)
    bo.post(f"{table}/unrobot", {"seat": seat})

    for _ in range(2):
        assert 'data-can=""' in bo.get(table).text
        answer = bo.post(f"{table}/undo", {"n": bo.n(table), "rid": "u", "seat": seat})
        assert answer.status_code == 409
        house.rooms.evict(room.id)


def test_who_was_replaced_by_a_rival_is_not_gone(browser: Browsers, house: House, portal: BlockingPortal, until: Until) -> None:
    """Bo is away for long and Ada lets a bot play to the end: the place is the one that was played for, not the last one."""
    ada, _, table = two_people(browser, "dice2", pace="0")
    play_out(house, portal, table, until=20)
    (room,) = list(house.rooms)
    seat = room.names.index("Bo")
    room.presence._last_seen[room.seats[seat].guest or ""] = -10_000.0
    assert ada.post(f"{table}/robot", {"seat": seat}).status_code == 200
    play_out(house, portal, table)
    until(lambda: len(people_of(ada.get("/ratings/dice2").text)) == 2)

    results = portal.call(house.ratings.tables, [room.id])[room.id]
    assert [result.gone for result in results] == [False, False]
    helped = {result.seat: result.helped for result in results}
    assert helped[1 - seat] == 0.0 < helped[seat]


@pytest.mark.parametrize(
    ("gone", "helped", "words"),
    [
        (True, 0.5, "left the game to a bot: counts as last place"),
        (False, 0.5, "a bot made many of the moves: no rating points gained"),
        (False, 0.1, "a bot made 10% of the moves"),
        (False, 0.001, "a bot made 1% of the moves"),
        (False, 0.0, "None"),
    ],
)
def test_a_game_with_help_is_marked(gone: bool, helped: float, words: str) -> None:
    """A game says so however little the help was."""
    assert str(help_note(gone=gone, helped=helped)) == words


def test_who_was_helped_a_lot_wins_no_points(browser: Browsers, house: House, portal: BlockingPortal, until: Until) -> None:
    """A bot plays for Bo in the middle of the game; he is back for the end, and his page says what that means.

    Every table has its own deal. 400 games of tickets had 211 to 336 moves: Bo is back before the end of all of them.
    """
    ada, bo, table = two_people(browser, "tickets", pace="0")
    play_out(house, portal, table, until=20)
    bo.post(f"{table}/leave")
    play_out(house, portal, table, until=140)
    (room,) = list(house.rooms)
    assert bo.post(f"{table}/unrobot", {"seat": room.names.index("Bo")}).status_code == 200
    play_out(house, portal, table)
    until(lambda: len(people_of(ada.get("/ratings/tickets").text)) == 2)
    pages = [bo.get(person).text for person in people_of(ada.get("/ratings/tickets").text)]

    (his,) = [page for page in pages if "<h1>Bo" in page]
    assert "a bot made many of the moves: no rating points gained" in his
    assert "+" not in found(r'<span class="change[^"]*">([^<]+)<', his)


@pytest.mark.parametrize("kind", ["practice", "hotseat"])
def test_practice_and_games_at_one_screen_do_not_count(
    browser: Browsers, house: House, portal: BlockingPortal, until: Until, kind: str
) -> None:
    """They end, leave the list of the umpire, and no rating has moved."""
    ada = browser()
    seats = ["you", "you"] if kind == "hotseat" else ["you", "novice"]
    table = ada.open_table("dice2", seats, **{kind: "on", "name-1": "Bo", "pace": "0"})
    play_out(house, portal, table)
    until(lambda: not portal.call(house.ratings.unrated, 9))

    assert "No rated games yet" in ada.get("/ratings/dice2").text


def test_games_at_private_tables_are_listed_only_for_those_who_were_there(
    browser: Browsers, house: House, portal: BlockingPortal, until: Until
) -> None:
    """A stranger sees that there was one; Bo sees it with its replay."""
    ada, bo, table = two_people(browser, public="off")
    play_out(house, portal, table)
    until(lambda: len(people_of(ada.get("/ratings/tickets").text)) == 2)
    winner = people_of(ada.get("/ratings/tickets").text)[0]
    replay = table.replace("/table/", "/replay/")

    assert replay in bo.get(winner).text
    stranger = browser().get(winner).text
    assert replay not in stranger
    assert "1 game at a private table is not listed here" in stranger


def test_a_house_that_died_before_rating_a_game_rates_it_when_it_is_back(tmp_path: Path, empty: Path) -> None:
    """The game is finished and queued in the store: the next server that opens it rates it, once."""
    db = tmp_path / "house.db"
    shutil.copy(empty, db)
    settings = Settings(db=str(db), workers=1)

    async def first() -> None:
        house = House(settings)
        await house.open()
        guest = Guest("ada", "Ada")
        await house.store.write(Statement("INSERT INTO guest (id, name, made) VALUES ('ada', 'Ada', 0), ('bo', 'Bo', 0)"))
        await house.rating_worker.close()
        house.rating_worker.rate_soon = lambda: None  # type: ignore[method-assign] # dies before rating
        id = await house.open_table(guest, TableSpec(find("tickets"), [Seat("ada", "Ada"), Seat("bo", "Bo")], {}, rated=True))
        room = await house.rooms.get(id)
        while room.table is not None and not room.table.over:
            seat = room.seats[room.actor]
            move = room.game.advise(room.table.view(room.actor), Rng(room.event_count))
            await playing.move(
                room,
                Guest(seat.guest or "", seat.name),
                room.event_count,
                f"r{room.event_count}",
                room.actor,
                room.game.notation(move),
            )
        await house.close()

    async def second() -> dict[str, Rated]:
        house = House(settings)
        await house.open()
        async with asyncio.timeout(PATIENCE):
            while await house.ratings.unrated(1):
                await asyncio.sleep(0.01)
        known = await house.ratings.of("tickets", ["ada", "bo"])
        await house.close()
        return known

    asyncio.run(first())
    once, again = asyncio.run(second()), asyncio.run(second())

    assert {one.games for one in once.values()} == {1}
    assert once == again


def almost_over(secret: bytes) -> tuple[list[tuple[int, int]], int, str]:
    """Return a game of dice2 as the heuristic plays it, without its last move: its entries, the seat to move, and that move."""
    table = Table(find("dice2"), 2, {}, Secret(secret), ["Ada", "Bo"])
    while True:
        move = table.game.advise(table.view(table.actor), Rng(len(table.entries())))
        step = table.step(table.actor, move)
        if step.result is not None:
            return table.entries(), table.actor, table.game.notation(move)
        table.accept(step)


async def end_together(db: str, games: int) -> None:
    """End many games at once, in a store whose answers arrive late, and check that each is rated exactly once."""
    house = House(Settings(db=db, workers=1, rooms=2 * games))
    await house.open()
    people = [name for game in range(games) for name in (f"ada{game}", f"bo{game}")]
    marks = ", ".join("(?, ?, 0)" for _ in people)
    await house.store.write(Statement(f"INSERT INTO guest (id, name, made) VALUES {marks}", [x for id in people for x in (id, id)]))
    last: dict[str, tuple[int, str]] = {}
    for game in range(games):
        secret = hashlib.sha256(str(game).encode()).digest()
        entries, actor, move = almost_over(secret)
        seats = [Seat(f"ada{game}", "Ada"), Seat(f"bo{game}", "Bo")]
        setup = TableSpec(find("dice2"), seats, {}, rated=True).setup(f"ada{game}", secret, 1.0)
        await house.repository.add_table(setup, seats, events_of(find("dice2"), entries))
        last[setup.id] = actor, move
    rooms = {id: await house.rooms.get(id) for id in last}
    append = house.repository.append

    async def late(*args: Any, **more: Any) -> None:
        await append(*args, **more)
        house.rating_worker.rate_soon()  # the game is in the store, and this process does not know it yet
        await asyncio.sleep(0.05)

    house.repository.append = late  # type: ignore[method-assign]

    async def end(room: Room) -> None:
        actor, move = last[room.id]
        guest = Guest(room.seats[actor].guest or "", room.seats[actor].name)
        await playing.move(room, guest, room.event_count, "last", actor, move)

    await asyncio.gather(*map(end, rooms.values()))
    async with asyncio.timeout(PATIENCE):
        while await house.ratings.unrated(1):
            await asyncio.sleep(0.01)
    rated = await house.store.rows("SELECT table_id, count(*) AS seats FROM result GROUP BY table_id")
    known = await house.store.rows("SELECT games FROM rating")
    await house.close()

    assert {row["table_id"]: row["seats"] for row in rated} == dict.fromkeys(last, 2)
    assert [row["games"] for row in known] == [1] * (2 * games)


def test_no_game_is_lost_when_120_end_together(place: str) -> None:  # noqa: F811
    """The worker meets games that are over in the store before the rooms of this process know it: it waits for them."""
    asyncio.run(end_together(place, 120))


@pytest.mark.deep
def test_no_game_is_lost_when_500_end_together(place: str) -> None:  # noqa: F811
    """The same with more games than the worker takes at once many times over."""
    asyncio.run(end_together(place, 500))


def test_a_game_that_cannot_be_rated_does_not_hold_up_the_others(
    browser: Browsers, house: House, portal: BlockingPortal, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store refuses the first game each time; the second one is rated all the same, and the first one stays queued."""
    portal.call(lambda: house.store.write(*finished("broken")))
    get = house.rooms.get

    async def broken(id: str, *, refresh: bool = True) -> Room:
        if id == "broken":
            raise StoreFailed(Sentence("the store failed"))
        return await get(id, refresh=refresh)

    monkeypatch.setattr(house.rating_worker, "_room", broken)
    ada, _, table = two_people(browser, "dice2", pace="0")
    play_out(house, portal, table)
    until(lambda: len(people_of(ada.get("/ratings/dice2").text)) == 2)

    assert portal.call(house.ratings.unrated, 9) == ["broken"]


def test_the_page_of_a_bot_level_is_there_before_it_has_played(browser: Browsers) -> None:
    """With nothing in it yet; in French too."""
    page = browser(accept_language="fr").get("/players/bot:expert")

    assert page.status_code == 200
    assert "Aucune partie classée" in page.text


def test_the_deal_of_a_finished_game_is_checked_on_a_page_of_its_own(
    browser: Browsers, house: House, portal: BlockingPortal
) -> None:
    """The commitment that stood there during the game, the secret, the verdict, and a record that `verify` finds good."""
    ada, _, table = two_people(browser)
    commitment = found(r"<code>([0-9a-f]{64})</code>", ada.get(table).text)
    assert ada.get(f"{table}/verify").status_code == 409

    play_out(house, portal, table)
    page = ada.get(f"{table}/verify").text
    assert commitment in page
    secret = found(r"The secret</dt><dd><code>([0-9a-f]{64})</code>", page)
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    assert "Yes: every card and every die" in page
    assert f"{table}/verify" in ada.get(table).text
    record = read(ada.get(f"{table}/record").text)
    assert record.extras["commitment"] == commitment
    assert verify(find("tickets"), record).good
