"""What is played first in the public games of this server, and how it fares. A private table is never read.

The openings of finished games are kept in memory, so each game is read once in the life of a process. Which public tables the store
has is looked up again after some minutes: a table that was deleted disappears.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import median
from typing import Any, Final, NamedTuple

from roundhouse.core.game import Game
from roundhouse.core.sentence import NOTHING, HouseError, Sentence
from roundhouse.core.state import CHANCE, SPECTATOR, View
from roundhouse.web.http.cpu import metered
from roundhouse.web.store.store import Row, Store
from roundhouse.web.tables.events import standing
from roundhouse.web.tables.repository import Event

PEOPLE: Final = "people"  # the level of a seat that a person played
_MOST: Final = 1000  # games that are counted: the newest
_AT_ONCE: Final = 100  # games that are read for one visit
_FRESH: Final = 300.0  # seconds
_EVENTS: Final = 300  # of a game that are read
_KINDS: Final = 4  # of moves, by the first word of their notation, that belong to an opening
_ROWS: Final = 8  # of each kind that are shown

_WITH_AMOUNT: Final = 2  # words of a move like "bid 7"; longer ones are paid in ways that do not matter here

Key = tuple[str, ...]


class First(NamedTuple):
    """The first move of its kind that a seat made."""

    kind: str  # the first word of its notation
    key: Key  # its places on the board and its amount; its notation where it has neither
    sentence: Sentence


@dataclass(frozen=True)
class SeatOpening:
    """How a seat began, and how the game ended for it."""

    seat: int
    level: str  # of a bot, or PEOPLE
    share: float  # of the win
    score: int
    firsts: tuple[First, ...]


@dataclass(frozen=True)
class GameOpening:
    """The opening of one game."""

    seats: int
    moves: int  # of the whole game, without draws
    players: tuple[SeatOpening, ...]


@dataclass
class OpeningRow:
    """A first move: how often it was made, and how it fared."""

    sentence: Sentence
    count: int = 0
    wins: float = 0.0
    expected: float = 0.0  # wins of as many average players

    @property
    def surplus(self) -> float:
        """Return the share of wins beyond that of an average player."""
        return (self.wins - self.expected) / self.count

    @property
    def error(self) -> float:
        """Return the standard error of the share of wins; a prior win and loss keep it from vanishing."""
        share = (self.wins + 1) / (self.count + 2)
        return sqrt(share * (1 - share) / self.count)


@dataclass
class OpeningTable:
    """The first moves of one kind."""

    kind: str
    rows: list[OpeningRow]


@dataclass
class GameStatistics:
    """What is known of the chosen games."""

    games: int = 0
    length: float = 0.0  # moves, median
    winning_score: float = 0.0  # mean
    seats: list[OpeningRow] = field(default_factory=list)  # the share of wins by seat, if one number of players was chosen
    openings: list[OpeningTable] = field(default_factory=list)


class Openings:
    """The openings of the newest public games, by game."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[str, dict[str, GameOpening]] = {}
        self._looked: dict[str, float] = {}
        self._lock = asyncio.Lock()

    async def of(self, game: Game[Any]) -> list[GameOpening]:
        """Return the openings of a game."""
        async with self._lock:
            if self._clock() - self._looked.get(game.name, -_FRESH) >= _FRESH:
                await self._look(game)
        return list(self._known.get(game.name, {}).values())

    async def _look(self, game: Game[Any]) -> None:
        """Bring what is known up to date; if many games are new, the rest follows with the next visit."""
        rows = await self._store.rows(
            "SELECT id, game_table.seats, options, scores, ranks FROM game_table JOIN finished_game ON table_id = id"
            " WHERE stage = 'over' AND public = 1 AND spectators = 1 AND practice = 0 AND hotseat = 0 AND tour = 0 AND prefix = 0"
            " AND scores IS NOT NULL AND game = ? AND version = ? AND board IN ('', ?) ORDER BY made DESC, id LIMIT ?",
            game.name,
            game.version,
            game.board,
            _MOST,
        )
        before = self._known.get(game.name, {})
        known = {row["id"]: before[row["id"]] for row in rows if row["id"] in before}
        new = [row for row in rows if row["id"] not in before]
        for row in new[:_AT_ONCE]:
            known[row["id"]] = await self._read(game, row)
        self._known[game.name] = known
        if len(new) <= _AT_ONCE:
            self._looked[game.name] = self._clock()

    async def _read(self, game: Game[Any], row: Row) -> GameOpening:
        table = row["id"]
        players = await self._store.rows("SELECT seat, guest, level FROM seat WHERE table_id = ? ORDER BY seat", table)
        events = await self._store.rows("SELECT seat, text FROM entry WHERE table_id = ? AND n < ? ORDER BY n", table, _EVENTS)
        counts = await self._store.row("SELECT count(*) AS moves FROM entry WHERE table_id = ? AND seat >= 0", table)
        moves = 0 if counts is None else counts["moves"]
        return await asyncio.to_thread(metered(lambda: _opening(game, row, players, events, moves)))


def _opening(game: Game[Any], row: Row, players: Sequence[Row], events: Sequence[Row], moves: int) -> GameOpening:
    scores, ranks = json.loads(row["scores"]), json.loads(row["ranks"])
    firsts = _firsts(game, row, events)
    found = [
        SeatOpening(seat, level, _share(ranks, seat), scores[seat], tuple(firsts.get(seat, ())))
        for seat, player in enumerate(players)
        if (level := _level(player)) is not None
    ]
    return GameOpening(row["seats"], moves, tuple(found))


def _share(ranks: Sequence[int], seat: int) -> float:
    """Return the share of the win; equal first ranks share it."""
    return 1 / ranks.count(0) if ranks[seat] == 0 else 0.0


def _level(player: Row) -> str | None:
    """Return the level of a player; None for a person whose game a bot has finished."""
    if player["guest"] is None:
        return None if player["level"] is None else str(player["level"])
    return PEOPLE if player["level"] is None else None


def _firsts(game: Game[Any], row: Row, events: Sequence[Row]) -> dict[int, list[First]]:
    """Return the first move of each kind of each seat. A game that does not replay has none."""
    options = json.loads(row["options"])
    game = game.on(options)
    state = game.start(row["seats"], game.options_from(options))
    found: dict[int, dict[str, First]] = {}
    try:
        for event in standing(Event(None, one["seat"], one["text"]) for one in events):
            move = game.parse(event.text)
            if event.seat != CHANCE and state.actor == event.seat:
                own = found.setdefault(event.seat, {})
                kind = event.text.split()[0]
                if kind not in own and len(own) < _KINDS:
                    own[kind] = _first(game, View(SPECTATOR, state), kind, move)
            state.apply(move)
    except HouseError:
        return {}
    return {seat: list(own.values()) for seat, own in found.items()}


def _first(game: Game[Any], view: View[Any], kind: str, move: int) -> First:
    text, places = game.notation(move), tuple(game.places(view, move))
    words = text.split()
    amount = words[1:] if len(words) == _WITH_AMOUNT and words[1].isdecimal() else []
    return First(kind, (*places, *amount) or (text,), game.describe(view, move))


def summarize(openings: Iterable[GameOpening], seats: int | None, level: str | None) -> GameStatistics:
    """Return the statistics of the games with this number of players, and of the seats of this level; None is any."""
    chosen = [one for one in openings if seats is None or one.seats == seats]
    players = [(one.seats, player) for one in chosen for player in one.players if level in (None, player.level)]
    if not players:
        return GameStatistics()
    winning = [max(player.score for player in one.players) for one in chosen if one.players]
    return GameStatistics(
        games=len(chosen),
        length=median(one.moves for one in chosen),
        winning_score=sum(winning) / len(winning),
        seats=_by_seat(players) if seats is not None else [],
        openings=_tables(players),
    )


def _by_seat(players: Sequence[tuple[int, SeatOpening]]) -> list[OpeningRow]:
    rows: dict[int, OpeningRow] = {}
    for count, player in players:
        _add(rows.setdefault(player.seat, OpeningRow(NOTHING)), count, player)
    return [rows[seat] for seat in sorted(rows)]


def _tables(players: Sequence[tuple[int, SeatOpening]]) -> list[OpeningTable]:
    """Return the first moves by kind, in the order in which the kinds are usually played. A kind without a choice has no table."""
    rows: dict[str, dict[Key, OpeningRow]] = {}
    order: dict[str, list[int]] = {}
    for count, player in players:
        for index, first in enumerate(player.firsts):
            order.setdefault(first.kind, []).append(index)
            _add(rows.setdefault(first.kind, {}).setdefault(first.key, OpeningRow(first.sentence)), count, player)
    kinds = sorted((kind for kind in rows if len(rows[kind]) > 1), key=lambda kind: (median(order[kind]), -len(order[kind]), kind))
    return [OpeningTable(kind, sorted(rows[kind].values(), key=lambda row: -row.count)[:_ROWS]) for kind in kinds]


def _add(row: OpeningRow, seats: int, player: SeatOpening) -> None:
    row.count += 1
    row.wins += player.share
    row.expected += 1 / seats
