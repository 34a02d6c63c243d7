"""Ratings and results in the store. Each finished game is rated once, by one of the processes.

A player is the id of a guest, or `BOT_KEY` and the level of a bot.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from roundhouse.bots import LEVELS
from roundhouse.play.rating import DEVIATION, MEAN, Entrant, Rating, rated
from roundhouse.web.store.store import Conflict, Row, Statement, Store

BOT_KEY: Final = "bot:"
LADDER_SIZE: Final = 200  # rows
MAX_MARGIN: Final = 200  # points; players with a larger margin of error have no place on the ladder
_TRIES: Final = 20  # games of the same players may end at the same moment
_RESULT_COLUMNS: Final = (
    "table_id",
    "seat",
    "game",
    "who",
    "seats",
    "place",
    "score",
    "gone",
    "helped",
    "mean_before",
    "mean",
    "deviation",
    "at",
)


class Standing(NamedTuple):
    """A seat at the end of a game."""

    player: str
    place: int  # 0 is the best
    score: int
    gone: bool = False  # the player had left, or run out of time, and a bot played to the end
    helped: float = 0.0  # share of the moves that a bot made for this person


@dataclass(frozen=True)
class Rated:
    """The rating of a player in one game."""

    player: str
    name: str  # empty for bots
    rating: Rating
    games: int
    wins: int = 0
    program: bool = False  # a guest that is a program


def ladder_places(ladder: Sequence[Rated]) -> list[int | None]:
    """Return the place of each player on a ladder, from 1; None if the margin of error is too large."""
    places: list[int | None] = []
    for rated_player in ladder:
        certain = rated_player.rating.margin <= MAX_MARGIN
        places.append(sum(place is not None for place in places) + 1 if certain else None)
    return places


@dataclass(frozen=True)
class Result:
    """A seat of a rated game."""

    table: str
    seat: int
    game: str
    player: str
    name: str
    seats: int
    place: int
    score: int
    gone: bool
    helped: float
    before: float
    rating: Rating
    at: float


@dataclass(frozen=True)
class Statistics:
    """The results of a player in one game, summed up."""

    game: str
    games: int
    wins: int
    score: float  # mean
    place: float  # mean, from 1
    places: Mapping[int, int]  # number of games by place, from 0


@dataclass(frozen=True)
class Meeting:
    """A game that two players have played against each other."""

    table: str
    game: str
    seats: int
    at: float
    place: int
    other_place: int


def enqueue(table: str, at: float) -> Statement:
    """Return the statement that queues a finished game for rating, for the transaction that ends it."""
    return Statement("INSERT INTO unrated (table_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (table, at))


def adopt(guest: str, account: str) -> list[Statement]:
    """Return the statements that move the results of a guest to an account.

    In games where the account has no rating it takes over the guest's. Where it has one, that rating stays, and the guest's games
    enter the history as games that did not change it: nobody can play as several guests and keep the luckiest.
    """
    elsewhere = "table_id NOT IN (SELECT table_id FROM result WHERE who = ?)"
    return [
        Statement(
            f"UPDATE result SET mean_before = {_rating_then('mean')}, mean = {_rating_then('mean')},"
            f" deviation = {_rating_then('deviation')}"
            f" WHERE who = ? AND game IN (SELECT game FROM rating WHERE who = ?) AND {elsewhere}",
            (account, MEAN, account, MEAN, account, DEVIATION, guest, account, account),
        ),
        Statement(f"UPDATE result SET who = ? WHERE who = ? AND {elsewhere}", (account, guest, account)),
        Statement(
            "UPDATE rating SET who = ? WHERE who = ? AND game NOT IN (SELECT game FROM rating WHERE who = ?)",
            (account, guest, account),
        ),
        Statement("DELETE FROM rating WHERE who = ?", (guest,)),
        Statement(
            "UPDATE rating SET games = (SELECT count(*) FROM result WHERE result.game = rating.game AND result.who = rating.who)"
            " WHERE who = ?",
            (account,),
        ),
    ]


def _rating_then(column: str) -> str:
    """Return an expression for a player's rating when the game of a result ended; its values are the player and a default."""
    return (
        f"coalesce((SELECT own.{column} FROM result AS own WHERE own.who = ? AND own.game = result.game AND own.at <= result.at"
        " ORDER BY own.at DESC, own.table_id, own.seat DESC LIMIT 1), ?)"
    )


def erase(guest: str) -> Statement:
    """Return the statement that takes a guest off the ladders. Results stay, since they belong to the opponents too."""
    return Statement("DELETE FROM rating WHERE who = ?", (guest,))


class Ratings:
    """Ratings and results in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Rating games.

    async def unrated(self, limit: int) -> list[str]:
        """Return the tables of finished games that are not rated yet, earliest first."""
        rows = await self._store.rows("SELECT table_id FROM unrated ORDER BY at LIMIT ?", limit)
        return [row["table_id"] for row in rows]

    async def skip(self, table: str) -> None:
        """Remove a game from the queue without rating it."""
        await self._store.write(Statement("DELETE FROM unrated WHERE table_id = ?", (table,)))

    async def skip_unfinished(self, table: str) -> bool:
        """Remove a game from the queue if it is not finished in the store either; return whether it was removed."""
        sql = "DELETE FROM unrated WHERE table_id = ? AND NOT EXISTS (SELECT 1 FROM game_table WHERE id = ? AND stage = 'over')"
        try:
            await self._store.write(Statement(sql, (table, table), expect=1))
        except Conflict:
            return False
        return True

    async def rate(self, table: str, game: str, at: float, standings: Sequence[Standing]) -> bool:
        """Rate a game: update all players and store the results in one transaction. Return False if it was rated already."""
        players = sorted({standing.player for standing in standings})
        for _ in range(_TRIES):
            before = await self.of(game, players)
            statements = _rate_statements(table, game, at, standings, before)
            try:
                await self._store.write(*statements)
            except Conflict:
                if await self._store.row("SELECT table_id FROM unrated WHERE table_id = ?", table) is None:
                    return False
            else:
                return True
        raise Conflict

    # Queries.

    async def of(self, game: str, players: Collection[str]) -> dict[str, Rated]:
        """Return the ratings of players in a game, without those who have none."""
        marks = ", ".join("?" * len(players))
        rows = await self._store.rows(
            f"SELECT who, mean, deviation, games FROM rating WHERE game = ? AND who IN ({marks})", game, *players
        )
        return {row["who"]: Rated(row["who"], "", _rating(row), row["games"]) for row in rows}

    async def ladder(self, game: str, limit: int, *, programs: bool = False) -> list[Rated]:
        """Return the best players of a game, with their number of wins; or the best programs and bot levels alone."""
        among = f" AND (guest.program = 1 OR rating.who LIKE '{BOT_KEY}%')" if programs else ""
        rows = await self._store.rows(
            "SELECT rating.who, coalesce(guest.name, '') AS name, coalesce(guest.program, 0) AS program, mean, deviation, games,"
            " (SELECT count(*) FROM result"
            " WHERE result.game = rating.game AND result.who = rating.who AND place = 0) AS wins"
            f" FROM rating LEFT JOIN guest ON guest.id = rating.who WHERE rating.game = ?{among} ORDER BY mean DESC LIMIT ?",
            game,
            limit,
        )
        return [
            Rated(row["who"], row["name"], _rating(row), row["games"], row["wins"], program=bool(row["program"])) for row in rows
        ]

    async def name(self, player: str) -> str | None:
        """Return the name of a player: empty for a bot, None if there is no such player."""
        if player.startswith(BOT_KEY):
            return "" if player.removeprefix(BOT_KEY) in LEVELS else None
        row = await self._store.row("SELECT name FROM guest WHERE id = ?", player)
        return None if row is None else str(row["name"])

    async def is_program(self, player: str) -> bool:
        """Return whether a player is a guest that is a program."""
        return await self._store.row("SELECT 1 FROM guest WHERE id = ? AND program = 1", player) is not None

    async def statistics(self, player: str) -> list[Statistics]:
        """Return the statistics of a player in each game they have played."""
        rows = await self._store.rows(
            "SELECT game, place, count(*) AS games, sum(score) AS score FROM result WHERE who = ? GROUP BY game, place", player
        )
        games: dict[str, list[Row]] = {}
        for row in rows:
            games.setdefault(row["game"], []).append(row)
        return [_statistics(game, places) for game, places in games.items()]

    async def curve(self, player: str, game: str, limit: int) -> list[tuple[float, Rating]]:
        """Return when a player's last games ended and the rating after each, earliest first."""
        rows = await self._store.rows(
            "SELECT at, mean, deviation FROM result WHERE who = ? AND game = ? ORDER BY at DESC, table_id, seat DESC LIMIT ?",
            player,
            game,
            limit,
        )
        return [(row["at"], _rating(row)) for row in reversed(rows)]

    async def history(self, player: str, before: float, limit: int) -> list[Result]:
        """Return the results of a player that are older than `before`, latest first."""
        return await self._results("result.who = ? AND result.at < ? ORDER BY result.at DESC LIMIT ?", player, before, limit)

    async def tables(self, tables: Collection[str]) -> dict[str, list[Result]]:
        """Return the results of all seats of tables."""
        results: dict[str, list[Result]] = {table: [] for table in tables}
        if tables:
            marks = ", ".join("?" * len(tables))
            for result in await self._results(f"result.table_id IN ({marks}) ORDER BY result.place, result.seat", *tables):
                results[result.table].append(result)
        return results

    async def readable(self, tables: Collection[str], guest: str | None) -> set[str]:
        """Return those of the tables that a guest may view: public ones, and those they are a member of."""
        if not tables:
            return set()
        marks = ", ".join("?" * len(tables))
        rows = await self._store.rows(
            f"SELECT id FROM game_table WHERE id IN ({marks}) AND ((public = 1 AND spectators = 1) OR EXISTS (SELECT 1 FROM member"
            " WHERE member.table_id = game_table.id AND member.guest = ?))",
            *tables,
            guest or "",
        )
        return {row["id"] for row in rows}

    async def rivals(self, player: str, limit: int) -> list[Rated]:
        """Return the most frequent opponents of a player, with the number of games."""
        rows = await self._store.rows(
            "SELECT other.who, coalesce(guest.name, '') AS name, count(*) AS games FROM result AS mine"
            " JOIN result AS other ON other.table_id = mine.table_id AND other.who <> mine.who"
            " LEFT JOIN guest ON guest.id = other.who WHERE mine.who = ? GROUP BY other.who, guest.name"
            " ORDER BY games DESC, other.who LIMIT ?",
            player,
            limit,
        )
        return [Rated(row["who"], row["name"], Rating(), row["games"]) for row in rows]

    async def meetings(self, player: str, other: str) -> list[Meeting]:
        """Return the games of two players against each other, latest first."""
        rows = await self._store.rows(
            "SELECT mine.table_id, mine.game, mine.seats, mine.at, mine.place, other.place AS other_place FROM result AS mine"
            " JOIN result AS other ON other.table_id = mine.table_id WHERE mine.who = ? AND other.who = ?"
            " ORDER BY mine.at DESC, mine.table_id",
            player,
            other,
        )
        return [Meeting(*row) for row in rows]

    async def _results(self, condition: str, *values: object) -> list[Result]:
        rows = await self._store.rows(
            "SELECT result.table_id, seat, game, who, coalesce(guest.name, '') AS name, seats, place, score, gone, helped,"
            f" mean_before, mean, deviation, at FROM result LEFT JOIN guest ON guest.id = result.who WHERE {condition}",
            *values,
        )
        return [_result(row) for row in rows]


def _rate_statements(
    table: str, game: str, at: float, standings: Sequence[Standing], before: Mapping[str, Rated]
) -> list[Statement]:
    """Return the transaction that rates a game. It conflicts if the game was rated or one of the ratings has changed."""
    entrants = [Entrant(standing.player, standing.place, standing.gone, standing.helped) for standing in standings]
    ratings: dict[Hashable, Rating] = {player: known.rating for player, known in before.items()}
    after = rated(entrants, ratings)
    statements = [Statement("DELETE FROM unrated WHERE table_id = ?", (table,), expect=1)]
    for player in sorted({standing.player for standing in standings}):  # sorted: transactions lock rows in the same order
        seats = sum(standing.player == player for standing in standings)
        statements.append(_update(game, player, after[player], seats, before.get(player)))
    rows = [
        (
            *(table, seat, game, standing.player, len(standings), standing.place, standing.score),
            *(int(standing.gone), float(standing.helped)),
            *(ratings.get(standing.player, Rating()).mean, after[standing.player].mean, after[standing.player].deviation, at),
        )
        for seat, standing in enumerate(standings)
    ]
    marks = f"({', '.join('?' * len(_RESULT_COLUMNS))})"
    sql = f"INSERT INTO result ({', '.join(_RESULT_COLUMNS)}) VALUES {', '.join([marks] * len(rows))}"
    return [*statements, Statement(sql, [value for row in rows for value in row])]


def _update(game: str, player: str, rating: Rating, seats: int, before: Rated | None) -> Statement:
    if before is None:
        return Statement(
            "INSERT INTO rating (game, who, mean, deviation, games) VALUES (?, ?, ?, ?, ?)",
            (game, player, rating.mean, rating.deviation, seats),
        )
    return Statement(
        "UPDATE rating SET mean = ?, deviation = ?, games = ? WHERE game = ? AND who = ? AND games = ?",
        (rating.mean, rating.deviation, before.games + seats, game, player, before.games),
        expect=1,
    )


def _rating(row: Row) -> Rating:
    return Rating(row["mean"], row["deviation"])


def _statistics(game: str, rows: Sequence[Row]) -> Statistics:
    games = sum(row["games"] for row in rows)
    return Statistics(
        game,
        games,
        wins=sum(row["games"] for row in rows if row["place"] == 0),
        score=float(sum(row["score"] for row in rows)) / games,
        place=sum((row["place"] + 1) * row["games"] for row in rows) / games,
        places={row["place"]: row["games"] for row in sorted(rows, key=lambda row: int(row["place"]))},
    )


def _result(row: Row) -> Result:
    return Result(
        table=row["table_id"],
        seat=row["seat"],
        game=row["game"],
        player=row["who"],
        name=row["name"],
        seats=row["seats"],
        place=row["place"],
        score=row["score"],
        gone=bool(row["gone"]),
        helped=row["helped"],
        before=row["mean_before"],
        rating=_rating(row),
        at=row["at"],
    )
