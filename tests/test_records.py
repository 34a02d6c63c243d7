"""Golden records: finished and special games that every later version must replay to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

import roundhouse
from roundhouse.core.record import read, replay, write

RECORDS = sorted((Path(__file__).parent / "records").glob("*/*.rec"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_record_replays_and_is_written_as_it_was_read(path: Path) -> None:
    """Moves legal, scores as stated, text unchanged but for comments."""
    text = path.read_text("utf-8")
    record = read(text)
    state = replay(roundhouse.find(record.game), record)

    assert path.parent.name == record.game
    assert record.scores is None or list(state.scores()) == record.scores
    assert write(record) == "".join(f"{line}\n" for line in map(str.strip, text.splitlines()) if line and not line.startswith("#"))


@pytest.mark.parametrize("game", roundhouse.GAMES, ids=lambda game: game.name)
def test_every_game_has_golden_records(game: roundhouse.Game[roundhouse.State]) -> None:
    """At least two, each saying what it covers."""
    own = [path for path in RECORDS if path.parent.name == game.name]

    assert len(own) >= 2
    assert all("# covers: " in path.read_text("utf-8") for path in own)
