"""Tables of other versions of their game's rules than the current one.

A version that is still installed is simply played. Otherwise a waiting table goes to the current version, a running game of an
earlier version is ended without a result, and a finished one is read from what the store has kept of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, Sentence, say
from roundhouse.games import find, find_version, title_of
from roundhouse.web.http.errors import HTTPError, no_table
from roundhouse.web.store.store import Conflict, Statement
from roundhouse.web.tables.repository import Seat, Setup, Stage, TableRepository, TableSnapshot

EndStatements = Callable[[Setup, Sequence[Seat], int, float], Sequence[Statement]]  # (setup, seats, event count, time)


def rules_of(setup: Setup) -> Game[Any] | None:
    """Return the rules of a table on its board; None if that version or that board is not installed here."""
    game = find_version(setup.game, setup.version)
    if game is None:
        return None
    try:
        game = game.on(setup.options)
    except BadSetup:  # a map that is no longer there
        return None
    return game if game.plays_on(setup.board) else None


class RulesMissing(HTTPError):
    """Raised for a table that cannot be drawn or played, because its rules are not installed; carries what the store holds."""

    def __init__(self, snapshot: TableSnapshot) -> None:
        super().__init__(409, _reason(snapshot))
        self.snapshot = snapshot

    def __reduce__(self) -> tuple[object, ...]:
        return RulesMissing, (self.snapshot,)


class Versions:
    """Prepares tables for the versions that are installed."""

    def __init__(self, repository: TableRepository, end_statements: EndStatements, now: Callable[[], float]) -> None:
        self._repository = repository
        self._end_statements = end_statements
        self._now = now

    async def prepare(self, table: str) -> TableSnapshot:
        """Return a table that can be played or shown. Raise RulesMissing if its rules are not installed, HTTPError if it is gone.

        A game that can no longer go on is ended here.
        """
        while True:
            snapshot = await self._repository.snapshot(table)
            if snapshot is None:
                raise no_table()
            setup = snapshot.setup
            if snapshot.without_result:
                raise RulesMissing(snapshot)
            if rules_of(setup) is not None:
                return snapshot
            if setup.stage == Stage.FINISHED or not outdated(setup.game, setup.version):
                raise RulesMissing(snapshot)
            try:
                await self._bring_up_to_date(snapshot)
            except Conflict:
                continue  # another process was first

    async def _bring_up_to_date(self, snapshot: TableSnapshot) -> None:
        setup = snapshot.setup
        if setup.stage == Stage.WAITING:
            try:
                game = find(setup.game).on(setup.options)
            except BadSetup as error:  # an option that the new rules do not have
                raise RulesMissing(snapshot) from error
            await self._repository.set_rules(setup.id, setup.revision, game.version, game.board)
            return
        at = self._now()
        extra = self._end_statements(setup, snapshot.seats, len(snapshot.events), at)
        await self._repository.end_without_result(setup.id, setup.revision, at, extra)


def outdated(game: str, version: int) -> bool:
    """Return whether a version is not installed and an update of the game has replaced it.

    A game that is missing altogether, or older here than at the table, may come back: a package that fails to load, or an update
    that was rolled back, must not end games.
    """
    try:
        return version < find(game).version and find_version(game, version) is None
    except BadSetup:
        return False


def _reason(snapshot: TableSnapshot) -> Sentence:
    setup = snapshot.setup
    title = title_of(setup.game)
    if snapshot.without_result:
        return say("this game was ended without a result, because the rules of {title} have changed", title=title)
    if setup.stage == Stage.FINISHED:
        return say("this game was played with other rules of {title} than those installed here, so it cannot be drawn", title=title)
    return say("this game needs other rules of {title} than those installed here", title=title)
