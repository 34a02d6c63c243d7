"""The current schema of the store. A test checks that the migrations produce it."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

SCHEMA: Final = MetaData()

# WITHOUT ROWID in SQLite: the primary key is the table. Flags are 0 or 1, times are Unix timestamps, JSON is text.
_IN_KEY: Final[dict[str, Any]] = {"sqlite_with_rowid": False}


def _text(name: str, *more: Any, **options: Any) -> Column[str]:
    return Column(name, Text, *more, **{"nullable": False, **options})


def _whole(name: str, *more: Any, **options: Any) -> Column[int]:
    return Column(name, Integer, *more, **{"nullable": False, **options})


def _time(name: str, **options: Any) -> Column[float]:
    return Column(name, Double, **{"nullable": False, **options})


def _table_id() -> Column[str]:
    return _text("table_id", ForeignKey("game_table.id", ondelete="CASCADE"))


def _guest(**options: Any) -> Column[str]:
    return _text("guest", ForeignKey("guest.id"), **options)


GUEST: Final = Table(
    "guest",
    SCHEMA,
    _text("id", primary_key=True),
    _text("name"),
    _time("made"),
    _whole("program", server_default=text("0")),  # 1 for ever, once a token of the guest has been used to play
    **_IN_KEY,
)

SESSION: Final = Table(
    "session",
    SCHEMA,
    Column("token", LargeBinary, primary_key=True, nullable=False),
    _guest(),
    _time("made"),
    _text("device", server_default=text("''")),  # identifies a browser across its cookies, until it is signed out
    _text("label", server_default=text("''")),
    _time("seen", server_default=text("0")),
    _time("proven", server_default=text("0")),  # when the person signed in by a link; 0 if by a password
    Index("session_guest", "guest"),
    **_IN_KEY,
)

GAME_TABLE: Final = Table(
    "game_table",
    SCHEMA,
    _text("id", primary_key=True),
    _text("game"),
    _whole("version"),
    _whole("seats"),
    _text("options"),
    Column("secret", LargeBinary, nullable=False),
    _text("host", ForeignKey("guest.id")),
    _text("invite"),
    _whole("public"),
    _whole("spectators"),
    _whole("practice"),
    _whole("hotseat"),
    _whole("tour"),
    _whole("pace"),
    _text("stage"),
    _whole("prefix"),
    _whole("rated", server_default=text("1")),
    _whole("by_lot", server_default=text("0")),
    _text("board", server_default=text("''")),  # digest of the board; empty for the classic one of earlier versions
    _time("made"),
    _time("ended", nullable=True),
    _whole("revision", server_default=text("0")),  # counts the changes of seats, stage and pace, for optimistic locking
    UniqueConstraint("invite"),
    CheckConstraint("stage IN ('waiting', 'running', 'over')"),
    Index("game_table_stage", "stage", "public", "made"),
    **_IN_KEY,
)

SEAT: Final = Table(
    "seat",
    SCHEMA,
    _table_id(),
    _whole("seat"),
    _text("guest", ForeignKey("guest.id"), nullable=True),
    _text("name"),
    _text("level", nullable=True),
    _whole("by_other", server_default=text("0")),  # another player called in the bot that plays for the guest
    _text("nonce", server_default=text("''")),  # the share of the seat's client in the shuffle, in hexadecimal
    _whole("lot_place", nullable=True),  # place before the lot that moved the occupant here, if there was one
    PrimaryKeyConstraint("table_id", "seat"),
    **_IN_KEY,
)
Index("seat_guest", SEAT.c.guest, sqlite_where=SEAT.c.guest.is_not(None), postgresql_where=SEAT.c.guest.is_not(None))

MEMBER: Final = Table(
    "member", SCHEMA, _table_id(), _text("guest", ForeignKey("guest.id")), PrimaryKeyConstraint("table_id", "guest"), **_IN_KEY
)

ENTRY: Final = Table(
    "entry",
    SCHEMA,
    _table_id(),
    _whole("n"),
    _text("rid", nullable=True),
    _whole("seat"),
    _text("text"),
    _time("at"),
    PrimaryKeyConstraint("table_id", "n"),  # of two concurrent moves, one conflicts
    **_IN_KEY,
)
Index(
    "entry_rid",
    ENTRY.c.table_id,
    ENTRY.c.rid,
    unique=True,
    sqlite_where=ENTRY.c.rid.is_not(None),
    postgresql_where=ENTRY.c.rid.is_not(None),
)

CHAT: Final = Table(
    "chat",
    SCHEMA,
    _table_id(),
    _whole("k"),
    _text("rid"),
    _text("guest"),
    _whole("seat", nullable=True),
    _text("name"),
    _text("text"),
    _time("at"),
    PrimaryKeyConstraint("table_id", "k"),
    UniqueConstraint("table_id", "rid"),
    **_IN_KEY,
)

FINISHED_GAME: Final = Table(  # what is kept of a finished game, so that it can be read without its rules
    "finished_game",
    SCHEMA,
    _text("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    _text("scores", nullable=True),  # by seat; null for a game that was ended without a result
    _text("ranks", nullable=True),
    _text("log"),  # by language: a sentence for each move, with players by number
    **_IN_KEY,
)

REVIEW: Final = Table(  # of a finished game, as far as it has come; one process at a time works on it
    "review",
    SCHEMA,
    _text("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    _whole("n"),  # event count of the table that it is about
    _time("progress"),  # from 0 to 1
    _text("document", nullable=True),  # JSON; null before the first curve
    _text("owner"),  # the process that works on it
    _time("until"),  # when its lease expires; 0 if nobody works on it
    **_IN_KEY,
)

RATE_WINDOW: Final = Table(  # rate limits that all processes count together
    "rate_window", SCHEMA, _text("name", primary_key=True), _time("ends"), _whole("count"), **_IN_KEY
)

RECORD: Final = Table(
    "record", SCHEMA, _text("id", primary_key=True), _text("guest", ForeignKey("guest.id")), _text("text"), _time("made"), **_IN_KEY
)

PLAN: Final = Table(  # what a seat has decided in advance: for its owner alone
    "plan",
    SCHEMA,
    _table_id(),
    _whole("seat"),
    _text("text"),
    _text("occasion"),
    _whole("failed", server_default=text("0")),  # it was due and could not be carried out
    PrimaryKeyConstraint("table_id", "seat"),
    **_IN_KEY,
)

JOB: Final = Table(  # jobs: bot moves and expiring clocks, one per table, each leased by one process
    "job",
    SCHEMA,
    _text("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    _whole("seat"),
    _whole("n"),  # event count of the table when the job was added
    _time("at"),  # not before
    _text("kind"),  # robot or clock
    _text("owner"),  # the process that holds the lease
    _time("until"),  # when the lease expires
    Index("job_until", "until", "at"),
    **_IN_KEY,
)

CLOCK: Final = Table(
    "clock",
    SCHEMA,
    _text("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    _text("settled"),
    _text("banks"),  # seconds of each seat, as of `since`
    _whole("seat", nullable=True),  # whose clock is running
    _time("since"),
    _text("passed", nullable=True),  # the state that an undo restores
    _text("helped"),  # seats that a bot has moved for
    _whole("stands"),  # moves that cannot be undone
    _whole("changes"),  # counts changes, for optimistic locking
    **_IN_KEY,
)

PULSE: Final = Table("pulse", SCHEMA, _whole("id", primary_key=True, autoincrement=False), _time("at"), _whole("gaps"))

RATING: Final = Table(
    "rating",
    SCHEMA,
    _text("game"),
    _text("who"),  # a guest, or "bot:" and a level
    _time("mean"),
    _time("deviation"),
    _whole("games"),
    PrimaryKeyConstraint("game", "who"),
    **_IN_KEY,
)

RESULT: Final = Table(  # of rated games; kept when the table is deleted
    "result",
    SCHEMA,
    _text("table_id"),
    _whole("seat"),
    _text("game"),
    _text("who"),
    _whole("seats"),
    _whole("place"),
    _whole("score"),
    _whole("gone"),
    _time("helped"),
    _time("mean_before"),
    _time("mean"),
    _time("deviation"),
    _time("at"),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("result_who", "who", "at"),
    **_IN_KEY,
)

UNRATED: Final = Table(  # finished games that are not rated yet
    "unrated",
    SCHEMA,
    _text("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    _time("at"),
    **_IN_KEY,
)

ACCOUNT: Final = Table(
    "account",
    SCHEMA,
    _guest(primary_key=True),
    _text("login"),  # the name, normalized
    _text("email", nullable=True),  # normalized, and confirmed by a link sent to it
    _text("password", nullable=True),  # argon2 hash
    _time("made"),
    UniqueConstraint("login"),
    UniqueConstraint("email"),
    **_IN_KEY,
)

LINK: Final = Table(  # links sent by e-mail, to sign in or to confirm an address; only their hash is stored
    "link",
    SCHEMA,
    Column("token", LargeBinary, primary_key=True, nullable=False),
    _text("kind"),
    _guest(nullable=True),
    _text("email"),
    _time("until"),
    **_IN_KEY,
)

WISH: Final = Table(  # notification preferences
    "wish",
    SCHEMA,
    _guest(primary_key=True),
    _text("language"),
    _text("zone"),
    _text("kinds"),
    _text("mail"),
    _text("hook"),
    _text("hook_key"),
    _time("digest_at", nullable=True),
    **_IN_KEY,
)

MUTE: Final = Table("mute", SCHEMA, _guest(), _text("what"), PrimaryKeyConstraint("guest", "what"), **_IN_KEY)

PUSH: Final = Table(  # push subscriptions of browsers
    "push",
    SCHEMA,
    _text("id", primary_key=True),
    _guest(),
    _text("device"),
    _text("endpoint"),
    _text("p256dh"),
    _text("auth"),
    _time("made"),
    Index("push_guest", "guest"),
    **_IN_KEY,
)

NOTICE: Final = Table(  # notices to one person about one table
    "notice",
    SCHEMA,
    _text("id", primary_key=True),
    _guest(),
    _table_id(),
    _text("kind"),
    _whole("n"),  # event count of the table then, or the index of the chat message
    _time("made"),
    _time("at"),  # not delivered outside the page before
    _whole("seen"),
    _whole("sent"),
    UniqueConstraint("guest", "table_id", "kind"),
    Index("notice_at", "sent", "at"),
    Index("notice_table", "table_id", "kind"),
    **_IN_KEY,
)

OUTBOX: Final = Table(  # outbox: a notice to deliver through one channel, leased by one process
    "outbox",
    SCHEMA,
    _text("id", primary_key=True),
    _guest(),
    _text("notice"),
    _text("channel"),
    _text("target"),
    _time("made"),
    _time("at"),
    _whole("tries"),
    _text("owner"),
    _time("until"),
    Index("outbox_until", "until", "at"),
    **_IN_KEY,
)

HOUSE_KEY: Final = Table(  # secret keys that all processes share
    "house_key", SCHEMA, _text("name", primary_key=True), Column("value", LargeBinary, nullable=False), **_IN_KEY
)

USED_DEAL: Final = Table(  # deal tokens that opened a table, until none of that age is accepted any more
    "used_deal", SCHEMA, _text("commitment", primary_key=True), _time("until"), Index("used_deal_until", "until"), **_IN_KEY
)

TOKEN: Final = Table(  # API tokens; only their hash is stored
    "token",
    SCHEMA,
    _text("id", primary_key=True),
    Column("hash", LargeBinary, nullable=False),
    _text("guest", ForeignKey("guest.id")),
    _text("label"),
    _text("scopes"),
    _time("made"),
    _time("used", nullable=True),
    UniqueConstraint("hash"),
    Index("token_guest", "guest"),
    **_IN_KEY,
)

PUZZLE_RATING: Final = Table(  # how strong a person is in the puzzles of one game
    "puzzle_rating",
    SCHEMA,
    _guest(),
    _text("game"),
    _time("mean"),
    _time("deviation"),
    _whole("tried"),
    _whole("solved"),
    PrimaryKeyConstraint("guest", "game"),
    **_IN_KEY,
)

PUZZLE_ATTEMPT: Final = Table(  # what a person answered to a puzzle: the first answer counts, the last one is shown
    "puzzle_attempt",
    SCHEMA,
    _guest(),
    _text("puzzle"),
    _text("game"),
    _whole("solved"),  # by the first answer
    _text("move"),  # the last answer
    _text("request_id"),  # of the last answer: the same request is not counted twice
    _whole("tries"),
    _time("mean_before"),
    _time("mean"),
    _time("at"),
    PrimaryKeyConstraint("guest", "puzzle"),
    **_IN_KEY,
)
