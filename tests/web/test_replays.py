"""Replays: any position as its readers saw it, export and import of records, continuing from a position, and tours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from roundhouse.core.record import read
from roundhouse.games import GAMES, find
from roundhouse.play.verify import verify
from tests.web.conftest import Browser, found

Browsers = Callable[..., Browser]
RECORDS = Path(__file__).parent.parent / "records"


def a_record(game: str) -> Path:
    """Return the record of a finished game."""
    return sorted((RECORDS / game).glob("*.rec"))[0]


def import_record(ada: Browser, path: Path) -> str:
    """Import a record and return the path of its replay."""
    answer = ada.ask("POST", "/import", files={"file": path.read_bytes()})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).partition("?")[0]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_an_imported_record_can_be_replayed(browser: Browsers, game: str) -> None:
    """At the beginning, in the middle and at the end; as a seat, as a spectator and with everything revealed."""
    ada = browser()
    replay = import_record(ada, a_record(game))
    last = len(read(a_record(game).read_text()).entries)

    assert f'data-last="{last}"' in ada.get(replay).text
    for at in (0, 1, last // 2, last):
        for reader in (-4, -3, 0):
            frame = ada.get(f"{replay}/frame?at={at}&as={reader}").json()
            assert frame["n"] == at
            assert {"prompt", "players", "log", "sketch"} <= set(frame["fragments"])


def test_a_table_whose_id_begins_like_that_of_a_record_has_a_replay(browser: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    """By chance, one table in four thousand has such an id."""
    ada = browser()
    with monkeypatch.context() as patch:
        patch.setattr("secrets.token_urlsafe", lambda length: ("r-" + "x" * 2 * length)[: length * 4 // 3])
        table = ada.open_table("express", ["you", "you"], hotseat="on")

    assert table.startswith("/table/r-")
    assert ada.get(table.replace("table", "replay")).status_code == 200


def test_a_position_outside_of_the_game_is_clamped(browser: Browsers) -> None:
    """Before the beginning, after the end, and nonsense."""
    ada = browser()
    replay = import_record(ada, a_record("express"))
    last = int(found(r'data-last="(\d+)"', ada.get(replay).text))

    for at, shown in (("-5", 0), ("99999", last), ("x", last), ("", last), ("1e3", last), ("9" * 30, last)):
        assert ada.get(f"{replay}/frame?at={at}").json()["n"] == shown


def test_an_imported_record_is_exported_unchanged(browser: Browsers) -> None:
    """Byte for byte."""
    ada = browser()
    replay = import_record(ada, a_record("dice1"))

    assert ada.get(f"{replay}/record").text == a_record("dice1").read_text()


def test_a_running_game_shows_only_ones_own_past(browser: Browsers) -> None:
    """Bo can replay his own view; Ada's hand stays hidden, also in the record."""
    ada, bo = browser(), browser()
    table = ada.open_table("tickets", ["you", "open"])
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})
    replay = table.replace("table", "replay")

    assert bo.get(f"{replay}?at=5").status_code == 200
    assert bo.get(f"{replay}?at=5&as=0").status_code == 403
    assert "seen-by 1" in bo.get(f"{table}/record").text
    assert "card ?" in bo.get(f"{table}/record").text
    assert bo.post(f"{replay}/continue", {"at": 5, "seat": 1, "level": "novice"}).status_code == 403


def test_a_finished_game_is_open_and_its_deal_can_be_verified(browser: Browsers, until: Callable[..., None]) -> None:
    """Two bots finish the game after its player left; the record contains the secret, and all draws follow from it."""
    ada = browser()
    table = ada.open_table("dice2", ["you", "regular"])
    ada.post(f"{table}/leave")
    until(lambda: 'data-state="over"' in ada.get(table).text)

    record = read(ada.get(f"{table}/record").text)
    verdict = verify(find("dice2"), record)

    assert verdict.good
    assert verdict.over
    assert record.extras["secret"] in ada.get(table).text
    assert browser().get(f"{table.replace('table', 'replay')}?as=-4").status_code == 200


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_game_is_continued_from_a_position(browser: Browsers, game: str) -> None:
    """At a new practice table with the same past, a person in the chosen seat and bots in the others."""
    ada = browser()
    replay = import_record(ada, a_record(game))
    record = read(a_record(game).read_text())
    at = next(i for i, entry in enumerate(record.entries) if entry.actor == 1 and i > len(record.entries) // 3)

    table = ada.send(f"{replay}/continue", {"at": str(at), "seat": "1", "level": "novice"}).headers["location"]

    assert ada.n(table) == at
    assert record.entries[at].text in [move.replace("&amp;", "&") for move in ada.moves(table)]
    assert ada.move(table, record.entries[at].text, seat=1).status_code == 200


def test_a_game_cannot_be_continued_from_its_end(browser: Browsers) -> None:
    """After the last move of a finished game."""
    ada = browser()
    replay = import_record(ada, a_record("express"))

    assert ada.post(f"{replay}/continue", {"at": 99999, "seat": 0, "level": "novice"}).status_code == 409


def test_the_record_of_one_seat_cannot_be_imported(browser: Browsers) -> None:
    """The error says that it is what one player exported from a running game."""
    ada = browser()
    table = ada.open_table("tickets", ["you", "you"], hotseat="on")
    trace = ada.get(f"{table}/record?as=0").content

    answer = ada.ask("POST", "/import", files={"file": trace})

    assert answer.status_code == 422
    assert "only what one seat has seen" in answer.text


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_tour_always_has_the_same_deal(browser: Browsers, game: str) -> None:
    """Two beginners see the same board and the same moves."""
    pages = []
    for _ in range(2):
        bo = browser()
        assert bo.get(f"/tour/{game}").status_code == 200
        table = bo.send(f"/tour/{game}").headers["location"]
        pages.append((bo.n(table), bo.moves(table)))

    assert pages[0] == pages[1]
    assert pages[0][1]
