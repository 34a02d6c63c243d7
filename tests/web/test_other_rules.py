"""A new version of a game's rules harms no stored game: what is installed goes on, what is not can still be read."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse import games
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import read, replay, write
from roundhouse.core.state import State
from roundhouse.play.chance import Seeded
from roundhouse.play.log import LogLine, log_lines
from roundhouse.play.table import Result, Table
from roundhouse.ui.languages import LANGUAGES
from roundhouse.web.admin.inspection import unplayable
from roundhouse.web.app import make_app
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Conflict, Statement, Store
from roundhouse.web.tables import finished as finished_games
from roundhouse.web.tables.events import record_of, restored
from roundhouse.web.tables.finished import FinishedGame
from roundhouse.web.tables.repository import Stage, TableRepository, TableSnapshot
from roundhouse.web.tables.versions import RulesMissing
from tests.web.conftest import Browser
from tests.web.programs import Program, token_of
from tests.web.test_ratings import finished as finished_tables
from tests.web.test_ratings import play_out, two_people
from tests.web.test_store import place, within  # noqa: F401 - a fixture: both databases
from tests.web.test_versions import earlier

Browsers = Callable[..., Browser]
Until = Callable[[Callable[[], bool]], None]

NAME = "express"
FIRST = games.find(NAME)
PLACE = games.BUILT_IN[NAME]
FAKE = "rules_of_another_version"


@contextmanager
def installed(version: int, *, beside: bool = False, board: str = "") -> Iterator[None]:
    """While this lasts, another version of the game is the current one; `beside` leaves the first one installed beside it."""
    module = ModuleType(FAKE)
    vars(module)["GAME"] = replace(FIRST, version=version, board=board)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, FAKE, module)
        patch.setitem(vars(games)["BUILT_IN"], NAME, f"{FAKE}:GAME")
        if beside:
            patch.setitem(vars(games)["EARLIER"], f"{NAME}@1", PLACE)
        games._loaded.cache_clear()
        games._working.cache_clear()
        yield
    games._loaded.cache_clear()
    games._working.cache_clear()


@contextmanager
def served(settings: Settings, portal: BlockingPortal) -> Iterator[House]:
    """A server that runs for a while."""
    app = portal.call(make_app, settings)
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        yield app.state.house


def id_of(table: str) -> str:
    """Return the id in the path of a table."""
    return table.rpartition("/")[2]


def stored(house: House, portal: BlockingPortal, table: str) -> TableSnapshot:
    """Return what the store holds of a table."""
    snapshot = portal.call(house.repository.snapshot, id_of(table))
    assert snapshot is not None
    return snapshot


@pytest.fixture
def finished(browser: Browsers, house: House, portal: BlockingPortal, until: Until) -> tuple[Browser, str]:
    """A finished, rated game of two people under the first version, which is no longer in memory."""
    ada, _, table = two_people(browser, NAME)
    play_out(house, portal, table)
    ada.post(f"{table}/chat", {"text": "well played"})
    until(lambda: portal.call(house.ratings.unrated, 9) == [])
    until(lambda: portal.call(house.repository.not_kept) == [])
    return ada, table


@pytest.fixture
def running(browser: Browsers, house: House, portal: BlockingPortal) -> tuple[Browser, str]:
    """A running game of two people under the first version."""
    ada, _, table = two_people(browser, NAME)
    play_out(house, portal, table, 30)
    return ada, table


def test_a_running_game_of_an_installed_earlier_version_goes_on(
    running: tuple[Browser, str], house: House, portal: BlockingPortal
) -> None:
    """To its end, under the rules it began with; new tables are of the new version."""
    ada, table = running
    with installed(2, beside=True):
        house.rooms.evict(id_of(table))
        play_out(house, portal, table)
        new = ada.open_table(NAME, ["you", "regular"])

        assert stored(house, portal, table).setup.stage == Stage.FINISHED
        assert stored(house, portal, new).setup.version == 2
        record = read(ada.get(f"{table}/record").text)
        assert record.version == 1
        assert record.scores == list(replay(FIRST, record).scores())
        assert ada.get(f"/replay/{id_of(table)}?at=3").text.count("<svg") > 0


def test_a_finished_game_is_read_without_its_rules(
    finished: tuple[Browser, str], app: Starlette, house: House, portal: BlockingPortal
) -> None:
    """Its page and its replay have the result, the log in both languages and the chat; its record is the same, to the byte."""
    ada, table = finished
    program = Program(app, portal, token_of(ada))
    path = f"/tables/{id_of(table)}"
    record, info, log = ada.get(f"{table}/record").text, program.get(path), program.get(f"{path}/log")
    room = portal.call(house.rooms.get, id_of(table))
    assert room.table is not None
    with installed(2):
        house.rooms.evict(id_of(table))
        pages = [ada.get(table), ada.get(f"/replay/{id_of(table)}")]

        for page in pages:
            assert page.status_code == 200
            assert "so it cannot be drawn" in page.text
            assert "The game ends" in page.text
            assert "well played" in page.text
            assert all(f"<td>{score}</td>" in page.text for score in room.table.scores())
        assert "La partie est finie" in ada.get(table, headers={"Accept-Language": "fr"}).text
        assert ada.get(f"{table}/record").text == record
        assert program.ask("GET", f"{path}/record").text == record
        assert program.get(path) == info | {"options": {}}  # which options there are, only the rules know
        kept = program.get(f"{path}/log")
        assert len(kept["lines"]) == len(log["lines"]) > 0
        assert [line | {"sentence": ""} for line in kept["lines"]] == [line | {"sentence": ""} for line in log["lines"]]
        assert program.get(f"{path}/chat")["lines"][0]["text"] == "well played"
        for rest in ("/live", "/text", "/log", "/verify"):
            assert ada.get(f"{table}{rest}").status_code == 409
        assert program.ask("GET", f"{path}/position").status_code == 409


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_the_record_from_the_store_is_that_of_the_table(name: str, tmp_path: Path, portal: BlockingPortal) -> None:
    """To the byte, for every game; also at tables from before boards had digests, whose records state no board."""
    game = games.find(name)
    with served(Settings(db=str(earlier(tmp_path)), workers=1), portal) as house:
        before_digests = stored(house, portal, f"{name}-over")
    with_digest = replace(before_digests, setup=replace(before_digests.setup, board=game.board))

    for snapshot in (before_digests, with_digest):
        table = restored(game, snapshot)
        record = table.record()
        assert write(record_of(snapshot, table.scores())) == write(record)
        assert record.extras.get("board", "") == table.record_seen(0).extras.get("board", "") == snapshot.setup.board
        assert list(replay(game, record).scores()) == record.scores


@pytest.mark.parametrize("stated", [True, False], ids=["digest", "before digests"])
def test_a_game_that_waited_has_the_same_record_after_a_restart(
    stated: bool, browser: Browsers, house: House, portal: BlockingPortal
) -> None:
    """Whether or not its table states the board."""
    ada, bo = browser(), browser()
    table = ada.open_table("tickets", ["you", "open"])
    if not stated:
        portal.call(house.store.write, Statement("UPDATE game_table SET board = '' WHERE id = ?", (id_of(table),)))
        house.rooms.evict(id_of(table))
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})
    record = ada.get(f"{table}/record").text
    house.rooms.evict(id_of(table))

    assert ada.get(f"{table}/record").text == record
    assert ("board" in read(record).extras) is stated


def test_lists_profiles_and_ratings_outlive_the_rules(
    finished: tuple[Browser, str], running: tuple[Browser, str], app: Starlette, house: House, portal: BlockingPortal
) -> None:
    """Pages and the API of a person who has such tables."""
    ada, table = finished
    program = Program(app, portal, token_of(ada))
    player = portal.call(house.ratings.ladder, NAME, 9)[0].player
    with installed(2):
        for path in (table, running[1]):
            house.rooms.evict(id_of(path))
        for path in ("/", "/account", f"/players/{player}", f"/ratings/{NAME}"):
            assert ada.get(path).status_code == 200
        assert [brief["id"] for brief in program.get("/tables")["tables"] if brief["stage"] == "over"] == [id_of(table)]
        assert program.get("/turns") == {"turns": []}


def test_a_running_game_without_its_rules_is_ended_and_announced(
    running: tuple[Browser, str], app: Starlette, house: House, portal: BlockingPortal
) -> None:
    """Without a result and unrated; every player gets a notice in place of their turn, and the moves can be read."""
    ada, table = running
    program = Program(app, portal, token_of(ada))
    before = stored(house, portal, table)
    with installed(2):
        house.rooms.evict(id_of(table))
        page = ada.get(table)
        after = stored(house, portal, table)

        assert page.status_code == 200
        assert "was ended without a result" in page.text
        for event in before.events:  # notation does not say whose move it is
            assert f"</strong> {event.text}</li>" in page.text
        assert page.text.count(f'<li><strong translate="no">{after.seats[0].name}</strong> ') == sum(
            event.seat == 0 for event in before.events
        )
        assert (after.setup.stage, after.without_result, after.job) == (Stage.FINISHED, True, None)
        assert after.setup.ended is not None
        assert after.events == before.events
        assert portal.call(house.ratings.unrated, 9) == []
        for seat in after.seats:
            assert seat.guest is not None
            assert [notice.kind for notice in portal.call(house.notifications.notices.unseen, seat.guest)] == ["ended"]
        assert ada.post(f"{table}/move", {"n": 30, "seat": 0, "move": "x"}).status_code == 409
        record = read(ada.get(f"{table}/record").text)
        assert record.scores is None
        assert [entry.text for entry in record.entries] == [event.text for event in before.events]
        lines = program.get(f"/tables/{id_of(table)}/log")["lines"]
        assert [line["sentence"] for line in lines] == [event.text for event in before.events]


def test_a_game_that_was_ended_stays_ended_when_its_rules_return(
    running: tuple[Browser, str], house: House, portal: BlockingPortal
) -> None:
    """It was announced; nothing is played on."""
    ada, table = running
    with installed(2):
        house.rooms.evict(id_of(table))
        ada.get(table)

    assert "was ended without a result" in ada.get(table).text
    assert stored(house, portal, table).setup.stage == Stage.FINISHED


def test_a_room_of_another_process_notices_that_its_game_was_ended(
    running: tuple[Browser, str], house: House, portal: BlockingPortal
) -> None:
    """The next time it reads the store, it shows no position of a game that is over but has no end."""
    room = portal.call(house.rooms.get, id_of(running[1]))
    portal.call(house.repository.end_without_result, room.id, room.setup.revision, 5.0)

    with pytest.raises(RulesMissing):
        portal.call(room.reload)


def test_a_server_ends_such_games_when_it_starts(tmp_path: Path, portal: BlockingPortal, until: Until) -> None:
    """Nobody needs to open the table. One that waits for players goes to the new rules; a finished one is kept while it can be."""
    settings = Settings(db=str(earlier(tmp_path)), workers=1)
    with served(settings, portal) as house:
        until(lambda: portal.call(house.repository.not_kept) == [])
    with installed(2), served(settings, portal) as house:
        until(lambda: stored(house, portal, f"{NAME}-running").without_result)
        until(lambda: stored(house, portal, f"{NAME}-waiting").setup.version == 2)
        kept = portal.call(house.repository.finished_game, f"{NAME}-over")

        assert stored(house, portal, f"{NAME}-waiting").setup.stage == Stage.WAITING
        assert stored(house, portal, "tickets-running").setup.stage == Stage.RUNNING
        assert kept is not None
        assert kept.result is not None


def test_a_table_that_waits_begins_under_the_new_rules(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Through the page that its players have open."""
    ada, bo = browser(), browser()
    table = ada.open_table(NAME, ["you", "open"])
    with installed(2):
        house.rooms.evict(id_of(table))

        assert bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"}).status_code == 200
        assert read(ada.get(f"{table}/record").text).version == 2


def test_a_table_that_waits_begins_on_the_new_board(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """A new version may have another board under the same options."""
    ada, bo = browser(), browser()
    with installed(1, board="0" * 32):
        table = ada.open_table(NAME, ["you", "open"])
        house.rooms.evict(id_of(table))
    with installed(2, board="1" * 32):
        assert bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"}).status_code == 200
        record = read(ada.get(f"{table}/record").text)

    assert (record.version, record.extras["board"]) == (2, "1" * 32)


def test_an_older_server_ends_nothing_and_shows_nothing(
    running: tuple[Browser, str], house: House, portal: BlockingPortal, caplog: pytest.LogCaptureFixture
) -> None:
    """An update that was rolled back: the game waits for its rules, and its secret stays one."""
    ada, table = running
    caplog.set_level(logging.ERROR)
    with installed(0):
        house.rooms.evict(id_of(table))
        portal.call(house._version_worker.end_outdated)

        assert ada.get(table).status_code == 409
        assert ada.get(f"{table}/record").status_code == 409
        assert ada.get("/").status_code == 200

    assert stored(house, portal, table).setup.stage == Stage.RUNNING
    play_out(house, portal, table)
    assert stored(house, portal, table).setup.stage == Stage.FINISHED


def test_a_private_game_stays_private_without_its_rules(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Only its players see the page and the record."""
    ada = browser()
    table = ada.open_table(NAME, ["you", "regular"], public="")
    with installed(2):
        house.rooms.evict(id_of(table))

        assert ada.get(table).status_code == 200
        assert browser().get(table).status_code == 403
        assert browser().get(f"{table}/record").status_code == 403


def test_finished_games_of_an_older_database_are_kept(finished: tuple[Browser, str], house: House, portal: BlockingPortal) -> None:
    """The background step of a start writes the same row as the end of a game."""
    id = id_of(finished[1])
    kept = portal.call(house.repository.finished_game, id)
    portal.call(house.store.write, Statement("DELETE FROM finished_game"))
    portal.call(house.finished_game_worker.keep_earlier)

    assert kept is not None
    assert kept.log is not None
    assert set(kept.log) == set(LANGUAGES)
    assert portal.call(house.repository.finished_game, id) == kept


def test_the_last_move_keeps_the_result_and_does_not_wait_for_the_log(
    browser: Browsers, house: House, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log takes up to a tenth of a second. If the process dies before it is written, the next start writes it."""
    _, _, table = two_people(browser, NAME)
    with monkeypatch.context() as patch:
        patch.setattr(house.finished_game_worker, "keep_soon", lambda _: None)  # the process dies here
        play_out(house, portal, table)
    room = portal.call(house.rooms.get, id_of(table))
    assert room.table is not None
    kept = portal.call(house.repository.finished_game, id_of(table))
    assert kept == FinishedGame(room.table.result(), None)

    portal.call(house.finished_game_worker.keep_earlier)
    kept = portal.call(house.repository.finished_game, id_of(table))
    assert kept is not None
    assert kept.result == room.table.result()
    assert kept.log is not None
    assert [len(lines) for lines in kept.log.values()] == [room.table.moves_made] * len(LANGUAGES)


def test_a_log_is_composed_between_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never more than a few moves at a time, however long the game is."""
    turns: list[int] = []
    slices: list[int] = []

    def counted(game: Game[Any], state: State, moves: Sequence[int], reader: int, number: int) -> list[LogLine]:
        slices.append(len(moves))
        return log_lines(game, state, moves, reader, number)

    async def act() -> None:
        other = asyncio.create_task(count())
        await finished_games.compose_log(FIRST, 2, {}, texts)
        other.cancel()

    async def count() -> None:
        while True:
            turns.append(1)
            await asyncio.sleep(0)

    table = Table(FIRST, 2, source=Seeded(3))
    rng = Rng(3)
    while not table.over:
        table.play(table.actor, FIRST.advise(table.view(table.actor), rng))
    texts = [FIRST.notation(move) for _, move in table.entries()]
    monkeypatch.setattr(finished_games, "log_lines", counted)
    asyncio.run(act())

    assert sum(slices) == len(texts)
    assert max(slices) <= 8
    assert len(turns) >= len(slices)


def test_a_kept_log_is_not_composed_again(
    finished: tuple[Browser, str], house: House, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chat at a finished table must not cost as much as its game."""
    ada, table = finished
    monkeypatch.setattr(finished_games, "log_lines", None)
    ada.post(f"{table}/chat", {"text": "again?"})
    portal.call(house.finished_game_worker._keep, id_of(table))


def test_what_is_kept_names_no_one(finished: tuple[Browser, str], house: House, portal: BlockingPortal) -> None:
    """People who are renamed or deleted leave no name in it."""
    kept = portal.call(house.repository.finished_game, id_of(finished[1]))

    assert kept is not None
    assert kept.log is not None
    assert any("layer 1" in line for line in kept.log["en"])
    assert not any("Ada" in line or "Bo" in line for lines in kept.log.values() for line in lines)


def test_an_undo_after_the_end_keeps_nothing(browser: Browsers, house: House, portal: BlockingPortal, until: Until) -> None:
    """At a practice table the game goes on, and ends anew."""
    ada = browser()
    table = ada.open_table(NAME, ["you", "you"], practice="on")
    play_out(house, portal, table)
    until(lambda: portal.call(house.repository.not_kept) == [])
    assert portal.call(house.repository.finished_game, id_of(table)) is not None
    room = portal.call(house.rooms.get, id_of(table))
    assert room.table is not None
    last = next(actor for actor in reversed(room.table.actors) if actor >= 0)

    assert ada.post(f"{table}/undo", {"n": room.event_count, "seat": last}).status_code == 200
    assert portal.call(house.repository.finished_game, id_of(table)) is None


def test_both_databases_end_a_game_once_and_keep_a_finished_one(place: str) -> None:  # noqa: F811
    """A second process that ends it conflicts; what is kept is read as it was written, and only of finished games."""

    async def act(store: Store) -> None:
        repository = TableRepository(store)
        await store.write(*finished_tables("t", "u"), Statement("UPDATE game_table SET stage = 'running' WHERE id = 't'"))
        kept = FinishedGame(Result([3, -1], [0, 1]), {"en": ["Player 1 wins"], "fr": ["Le joueur 1 gagne"]})
        assert await repository.not_kept() == [("u", NAME, 1)]
        assert await repository.unfinished() == [("t", NAME, 1)]

        await repository.end_without_result("t", 0, 5.0)
        with pytest.raises(Conflict):
            await repository.end_without_result("t", 0, 6.0)
        await repository.keep("u", 0, kept)
        with pytest.raises(Conflict):
            await repository.keep("u", 1, kept)

        ended = await repository.snapshot("t")
        assert ended is not None
        assert (ended.without_result, ended.setup.ended, ended.setup.revision) == (True, 5.0, 1)
        assert await repository.finished_game("u") == kept
        assert await repository.not_kept() == []

    within(place, act)


def test_the_inspection_of_a_database_names_games_without_rules(tmp_path: Path) -> None:
    """But not while the earlier version is installed."""
    settings = Settings(db=str(earlier(tmp_path)))
    with installed(2, beside=True):
        assert unplayable(settings) == []
    with installed(2):
        assert unplayable(settings) == [f"{NAME}-over", f"{NAME}-running"]
