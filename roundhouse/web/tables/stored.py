"""A finished game whose rules are not installed, as far as the store alone can show it: result, log, chat and record."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.core.record import Record, write
from roundhouse.core.sentence import BadSetup, Sentence
from roundhouse.games import find
from roundhouse.play.record_file import record_file
from roundhouse.ui.languages import SOURCE
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.admission import check_admission
from roundhouse.web.tables.events import record_of, standing
from roundhouse.web.tables.finished import FinishedGame
from roundhouse.web.tables.repository import Event, Stage, TableRepository, TableSnapshot
from roundhouse.web.tables.versions import RulesMissing


@dataclass(frozen=True)
class StoredGame:
    """A finished game, and why it cannot be drawn."""

    snapshot: TableSnapshot
    kept: FinishedGame
    reason: Sentence

    @property
    def record(self) -> Record:
        """The open record."""
        return record_of(self.snapshot, None if self.kept.result is None else self.kept.result.scores)

    @property
    def record_text(self) -> str:
        """The open record as a file, with the comment on components of the version that is installed, if there is one."""
        try:
            game = find(self.snapshot.setup.game)
        except BadSetup:
            return write(self.record)
        return record_file(game, self.record)

    def lines(self, language: str) -> list[tuple[Event, str]]:
        """Return each move with its sentence: in English where the log lacks the language, as notation where there is no log."""
        events = standing(self.snapshot.events)
        log = self.kept.log or {}
        sentences = log.get(language) or log.get(SOURCE, [])  # a language may be younger than the game
        if len(sentences) != len(events):
            sentences = [event.text for event in events]
        return list(zip(events, sentences, strict=True))


async def stored_game(repository: TableRepository, missing: RulesMissing, guest: Guest | None) -> StoredGame:
    """Return the game for a guest who may look at it. Raise `missing` if it is not finished, so that nothing hidden is shown."""
    snapshot = missing.snapshot
    check_admission(snapshot.setup, snapshot.seats, snapshot.members, guest)
    if snapshot.setup.stage != Stage.FINISHED:
        raise missing
    return StoredGame(snapshot, await repository.finished_game(snapshot.setup.id) or FinishedGame(), missing.sentence)
