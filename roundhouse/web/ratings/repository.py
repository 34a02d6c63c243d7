"""Ratings and results in the store: each finished game moves them once, whichever process sees to it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from roundhouse.bots import LEVELS
from roundhouse.play.rating import DEVIATION, MEAN, Entrant, Rating, rated
from roundhouse.web.store.store import Conflict, Row, Statement, Store

BOT_KEY: Final = "bot:"  # how the key of a bot begins; its level follows. Others are guests
LADDER: Final = 200  # lines
SURE: Final = 200  # points of margin: who is known less well has no place on the ladder
_TRIES: Final = 20  # other games of the same people end at the same moment
_RESULT: Final = (
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

    who: str
    place: int  # 0 the best
    score: int
    gone: bool = False  # a bot sat in for this person at the end
    helped: float = 0.0  # the part of this person's moves that a bot has made


@dataclass(frozen=True)
class Rated:
    """Somebody on the scale of a game."""

    who: str
    name: str  # empty for bots
    rating: Rating
    games: int
    wins: int = 0


def places(ladder: Sequence[Rated]) -> list[int | None]:
    """The place of each one on a ladder, from 1; none for those who are not known well enough."""
    found: list[int | None] = []
    for one in ladder:
        found.append(None if one.rating.margin > SURE else sum(place is not None for place in found) + 1)
    return found


@dataclass(frozen=True)
class Result:
    """A seat of a game that counted."""

    table: str
    seat: int
    game: str
    who: str
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
    """Somebody in one game, summed up."""

    game: str
    games: int
    wins: int
    score: float  # mean
    place: float  # mean, from 1
    places: Mapping[int, int]  # how often each was reached, from 0


@dataclass(frozen=True)
class Meeting:
    """Two at the same table."""

    table: str
    game: str
    seats: int
    at: float
    place: int
    other: int


def add(table: str, at: float) -> Statement:
    """A game is over and will be rated; part of the transaction that ends it."""
    return Statement("INSERT INTO unrated (table_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (table, at))


def adopt(guest: str, account: str) -> list[Statement]:
    """What a guest has played becomes an account's. Where it has no rating yet, it gets the guest's.

    A rating that it has stays as it is, and the games of the guest stand in its history as games that have not moved it: whoever
    plays as many guests cannot take along the one that was lucky.
    """
    met = "table_id NOT IN (SELECT table_id FROM result WHERE who = ?)"
    return [
        Statement(
            f"UPDATE result SET mean_before = {_then('mean')}, mean = {_then('mean')}, deviation = {_then('deviation')}"
            f" WHERE who = ? AND game IN (SELECT game FROM rating WHERE who = ?) AND {met}",
            (account, MEAN, account, MEAN, account, DEVIATION, guest, account, account),
        ),
        Statement(f"UPDATE result SET who = ? WHERE who = ? AND {met}", (account, guest, account)),
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


def _then(column: str) -> str:
    """What somebody's rating in the game of a result was when that game ended, or where everybody begins."""
    return (
        f"coalesce((SELECT own.{column} FROM result AS own WHERE own.who = ? AND own.game = result.game AND own.at <= result.at"
        " ORDER BY own.at DESC, own.table_id, own.seat DESC LIMIT 1), ?)"
    )


def erase(guest: str) -> Statement:
    """Somebody is forgotten: off the ladders. Results stay, under a name that is nobody's, since they are the others' as well."""
    return Statement("DELETE FROM rating WHERE who = ?", (guest,))


class Ratings:
    """The statements."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # What is to be rated.

    async def waiting(self, limit: int) -> list[str]:
        """Games that are over and not rated yet, the earliest first."""
        rows = await self._store.rows("SELECT table_id FROM unrated ORDER BY at LIMIT ?", limit)
        return [row["table_id"] for row in rows]

    async def helped(self, table: str) -> dict[int, float]:
        """Of each seat, the part of its moves that a bot has made; a move that was taken back was made as well."""
        rows = await self._store.rows(
            "SELECT seat, count(*) AS made, sum(CASE WHEN rid LIKE 'robot:%' THEN 1 ELSE 0 END) AS helped FROM entry"
            " WHERE table_id = ? AND seat >= 0 AND text != 'undo' GROUP BY seat",
            table,
        )
        return {row["seat"]: row["helped"] / row["made"] for row in rows}

    async def dismiss(self, table: str) -> None:
        """This game does not count."""
        await self._store.write(Statement("DELETE FROM unrated WHERE table_id = ?", (table,)))

    async def settle(self, table: str, game: str, at: float, standings: Sequence[Standing]) -> bool:
        """Moves the ratings of all who played, in one transaction; False if another process has done it."""
        whos = sorted({standing.who for standing in standings})
        for _ in range(_TRIES):
            before = await self.of(game, whos)
            statements = _settled(table, game, at, standings, before)
            try:
                await self._store.write(*statements)
            except Conflict:
                if await self._store.row("SELECT table_id FROM unrated WHERE table_id = ?", table) is None:
                    return False
            else:
                return True
        raise Conflict

    # What is known.

    async def of(self, game: str, whos: Collection[str]) -> dict[str, Rated]:
        """Those of some who have a rating in a game."""
        places = ", ".join("?" * len(whos))
        rows = await self._store.rows(
            f"SELECT who, mean, deviation, games FROM rating WHERE game = ? AND who IN ({places})", game, *whos
        )
        return {row["who"]: Rated(row["who"], "", _rating(row), row["games"]) for row in rows}

    async def ladder(self, game: str, limit: int) -> list[Rated]:
        """The best of a game."""
        rows = await self._store.rows(
            "SELECT rating.who, coalesce(guest.name, '') AS name, mean, deviation, games, (SELECT count(*) FROM result"
            " WHERE result.game = rating.game AND result.who = rating.who AND place = 0) AS wins"
            " FROM rating LEFT JOIN guest ON guest.id = rating.who WHERE rating.game = ? ORDER BY mean DESC LIMIT ?",
            game,
            limit,
        )
        return [Rated(row["who"], row["name"], _rating(row), row["games"], row["wins"]) for row in rows]

    async def name(self, who: str) -> str | None:
        """The name of somebody who may be rated: empty for a level of bots, None where there is nobody."""
        if who.startswith(BOT_KEY):
            return "" if who.removeprefix(BOT_KEY) in LEVELS else None
        row = await self._store.row("SELECT name FROM guest WHERE id = ?", who)
        return None if row is None else str(row["name"])

    async def statistics(self, who: str) -> list[Statistics]:
        """Somebody's games, game by game."""
        rows = await self._store.rows(
            "SELECT game, place, count(*) AS games, sum(score) AS score FROM result WHERE who = ? GROUP BY game, place", who
        )
        games: dict[str, list[Row]] = {}
        for row in rows:
            games.setdefault(row["game"], []).append(row)
        return [_statistics(game, found) for game, found in games.items()]

    async def curve(self, who: str, game: str, limit: int) -> list[tuple[float, Rating]]:
        """When somebody's last games ended, and the rating after each, the earliest first."""
        rows = await self._store.rows(
            "SELECT at, mean, deviation FROM result WHERE who = ? AND game = ? ORDER BY at DESC, table_id, seat DESC LIMIT ?",
            who,
            game,
            limit,
        )
        return [(row["at"], _rating(row)) for row in reversed(rows)]

    async def history(self, who: str, before: float, limit: int) -> list[Result]:
        """Somebody's games that ended before a moment, the latest first."""
        return await self._results("result.who = ? AND result.at < ? ORDER BY result.at DESC LIMIT ?", who, before, limit)

    async def tables(self, tables: Collection[str]) -> dict[str, list[Result]]:
        """All seats of some games."""
        found: dict[str, list[Result]] = {table: [] for table in tables}
        if tables:
            places = ", ".join("?" * len(tables))
            for result in await self._results(f"result.table_id IN ({places}) ORDER BY result.place, result.seat", *tables):
                found[result.table].append(result)
        return found

    async def readable(self, tables: Collection[str], guest: str | None) -> set[str]:
        """Those of some tables that a reader may look at: public ones, and where he was."""
        if not tables:
            return set()
        places = ", ".join("?" * len(tables))
        rows = await self._store.rows(
            f"SELECT id FROM game_table WHERE id IN ({places}) AND ((public = 1 AND spectators = 1) OR EXISTS (SELECT 1 FROM member"
            " WHERE member.table_id = game_table.id AND member.guest = ?))",
            *tables,
            guest or "",
        )
        return {row["id"] for row in rows}

    async def rivals(self, who: str, limit: int) -> list[Rated]:
        """Who somebody has met most often, with the number of games."""
        rows = await self._store.rows(
            "SELECT other.who, coalesce(guest.name, '') AS name, count(*) AS games FROM result AS mine"
            " JOIN result AS other ON other.table_id = mine.table_id AND other.who <> mine.who"
            " LEFT JOIN guest ON guest.id = other.who WHERE mine.who = ? GROUP BY other.who, guest.name"
            " ORDER BY games DESC, other.who LIMIT ?",
            who,
            limit,
        )
        return [Rated(row["who"], row["name"], Rating(), row["games"]) for row in rows]

    async def meetings(self, who: str, other: str) -> list[Meeting]:
        """The games of two at the same table, the latest first."""
        rows = await self._store.rows(
            "SELECT mine.table_id, mine.game, mine.seats, mine.at, mine.place, other.place AS other_place FROM result AS mine"
            " JOIN result AS other ON other.table_id = mine.table_id WHERE mine.who = ? AND other.who = ?"
            " ORDER BY mine.at DESC, mine.table_id",
            who,
            other,
        )
        return [Meeting(*row) for row in rows]

    async def _results(self, which: str, *values: object) -> list[Result]:
        rows = await self._store.rows(
            "SELECT result.table_id, seat, game, who, coalesce(guest.name, '') AS name, seats, place, score, gone, helped,"
            f" mean_before, mean, deviation, at FROM result LEFT JOIN guest ON guest.id = result.who WHERE {which}",
            *values,
        )
        return [_result(row) for row in rows]


def _settled(table: str, game: str, at: float, standings: Sequence[Standing], before: Mapping[str, Rated]) -> list[Statement]:
    """The transaction that rates a game; it fails if it was done before, or if one of the ratings has moved meanwhile."""
    entrants = [Entrant(standing.who, standing.place, standing.gone, standing.helped) for standing in standings]
    was: dict[Hashable, Rating] = {who: one.rating for who, one in before.items()}
    after = rated(entrants, was)
    statements = [Statement("DELETE FROM unrated WHERE table_id = ?", (table,), expect=1)]
    for who in sorted({standing.who for standing in standings}):  # in the same order everywhere: no two wait for each other
        rating, seats = after[who], sum(standing.who == who for standing in standings)
        statements.append(_moved(game, who, rating, seats, before.get(who)))
    rows = [
        (
            *(table, seat, game, standing.who, len(standings), standing.place, standing.score),
            *(int(standing.gone), float(standing.helped)),
            *(was.get(standing.who, Rating()).mean, after[standing.who].mean, after[standing.who].deviation, at),
        )
        for seat, standing in enumerate(standings)
    ]
    places = f"({', '.join('?' * len(_RESULT))})"
    sql = f"INSERT INTO result ({', '.join(_RESULT)}) VALUES {', '.join([places] * len(rows))}"
    return [*statements, Statement(sql, [value for row in rows for value in row])]


def _moved(game: str, who: str, rating: Rating, seats: int, before: Rated | None) -> Statement:
    if before is None:
        return Statement(
            "INSERT INTO rating (game, who, mean, deviation, games) VALUES (?, ?, ?, ?, ?)",
            (game, who, rating.mean, rating.deviation, seats),
        )
    return Statement(
        "UPDATE rating SET mean = ?, deviation = ?, games = ? WHERE game = ? AND who = ? AND games = ?",
        (rating.mean, rating.deviation, before.games + seats, game, who, before.games),
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
        who=row["who"],
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
