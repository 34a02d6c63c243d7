"""What the API takes and gives. Requests are decoded into these types, answers made of them, the document written from them."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from roundhouse.bots import LEVELS
from roundhouse.core.record import NONCE_BYTES
from roundhouse.games import GAMES
from roundhouse.web.ratings.repository import LADDER_SIZE, MAX_MARGIN
from roundhouse.web.tables.deals import TOKEN_BYTES
from roundhouse.web.tables.repository import Stage

ME: Final = "me"
FREE: Final = "open"
TURN: Final = "turn"  # events of the stream: somebody is to move
READY: Final = "ready"  # everything that waited has been told
ENDED: Final = "over"  # a game has ended

_END: Final = r"(?!\n)$"  # the end of a text in every dialect of patterns: in some, $ also stands before a last line end
_PLAIN: Final = r"^[^\u0000-\u001f\u007f]*" + _END  # texts without controls
_MOST_SEATS: Final = max(game.seats[-1] for game in GAMES)


def _enum(*names: str) -> dict[str, Any]:
    return {"enum": list(names)}


_KINDS: Final[dict[type, dict[str, Any]]] = {  # of the values of options
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": -(10**9), "maximum": 10**9},
    str: {"type": "string", "maxLength": 5000, "pattern": _PLAIN},
}


def _options_schema() -> dict[str, Any]:
    """The options of all games; which of them a game has is told with the games."""
    known: dict[str, dict[str, Any]] = {}
    for option in (option for game in GAMES for option in fields(game.options)):
        kind = _KINDS.get(type(option.default), {})
        known[option.name] = kind if known.get(option.name, kind) == kind else {}  # two games may differ about a name
    return {"properties": known, "additionalProperties": False}


GameName = Annotated[str, Meta(description="The id of a game.", extra_json_schema=_enum(*(game.name for game in GAMES)))]
TableId = Annotated[str, Meta(description="The id of a table.", pattern=r"^[A-Za-z0-9_-]{1,40}$")]
PlayerId = Annotated[
    str,
    Meta(description="A person, or a level of bots such as bot:regular.", pattern=r"^[A-Za-z0-9_:-]{1,50}" + _END),
]
SeatNumber = Annotated[int, Meta(description="A seat, from 0 on.", ge=0, lt=_MOST_SEATS)]
Count = Annotated[int, Meta(ge=0, le=10**9)]
Rid = Annotated[
    str,
    Meta(
        max_length=64,
        pattern="^[!-~]*" + _END,
        description="A name of this request that you choose: sent again under the same name, it is answered again and done once.",
    ),
]
Moment = Annotated[
    int,
    Meta(ge=0, le=10**9, description="How many entries the table had when you looked; if it has moved on, you are told so (409)."),
]
Wish = Annotated[str, Meta(description="Who sits there.", extra_json_schema=_enum(ME, FREE, *LEVELS))]
ClockText = Annotated[
    str,
    Meta(
        max_length=80,
        pattern=_PLAIN,
        description="How long people may think: 10m+10s (a bank and more with every turn), 1d (a turn), 1d off Europe/Paris.",
    ),
]
DealToken = Annotated[
    str,
    Meta(
        max_length=2 * TOKEN_BYTES,
        pattern="^([0-9a-f]{2})*" + _END,
        description="A deal, from GET /deal: fixes the secret of the shuffle before your nonce is known. It opens one table.",
    ),
]
Nonce = Annotated[
    str,
    Meta(
        max_length=2 * NONCE_BYTES,
        pattern="^([0-9a-f]{2})*" + _END,
        description="Your share in the shuffle: random bytes in hexadecimal, chosen after you have seen the commitment.",
    ),
]
OptionValue = bool | Annotated[int, Meta(ge=-(10**9), le=10**9)] | Annotated[str, Meta(max_length=5000, pattern=_PLAIN)]
Time = Annotated[float, Meta(description="Seconds since 1970.")]


class Taken(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a request may hold; anything else in it is refused, so that a slip of the pen is told."""


class Given(Struct, kw_only=True):
    """What an answer holds."""


# Requests.


class Nothing(Taken):
    """A request that needs no more than its address."""


class Which(Taken):
    """Which tables, and how many of them."""

    which: Annotated[Literal["mine", "open"], Meta(description="Your own, or the public ones.")] = "mine"
    limit: Annotated[int, Meta(ge=1, le=50)] = 50


class Best(Taken):
    """How many of the best."""

    limit: Annotated[int, Meta(ge=1, le=LADDER_SIZE)] = LADDER_SIZE


class Look(Taken):
    """As whom, and how much of it."""

    seat: (
        Annotated[int, Meta(ge=0, lt=_MOST_SEATS, description="One of your seats; without it, the one to move or your first.")]
        | None
    ) = None
    sentences: Annotated[Literal["yes", "no"], Meta(description="yes: each move is told in words as well.")] = "no"


class Since(Taken):
    """The log from a line on."""

    since: Count = 0
    seat: SeatNumber | None = None


class AsSeat(Taken):
    """As whom."""

    seat: SeatNumber | None = None


class NewTable(Taken):
    """A table that you want to open. It begins at once if no seat is open."""

    game: GameName
    seats: Annotated[list[Wish], Meta(min_length=2, max_length=_MOST_SEATS, description="Who sits where, from seat 0 on.")]
    options: Annotated[
        dict[str, OptionValue],
        Meta(description="Options of the game that differ from their defaults.", extra_json_schema=_options_schema()),
    ] = {}
    public: Annotated[bool, Meta(description="Listed for everybody.")] = False
    spectators: Annotated[bool, Meta(description="Others may watch.")] = True
    practice: Annotated[bool, Meta(description="Every move may be taken back; without open seats only.")] = False
    pace: Annotated[int, Meta(ge=0, le=10_000, description="Milliseconds that bots of the house wait before they move.")] = 0
    clock: ClockText | None = None
    deal: DealToken = ""
    nonce: Nonce = ""


class Sit(Taken):
    """Which seat; without it, any."""

    seat: SeatNumber | None = None
    nonce: Nonce = ""


class Invite(Taken):
    """An invitation: the last part of its link."""

    invite: Annotated[str, Meta(max_length=200, pattern="^[A-Za-z0-9_-]+" + _END)]


class Join(Invite):
    """An invitation, and which seat."""

    seat: SeatNumber | None = None
    nonce: Nonce = ""


class Move(Taken):
    """A move, by its text."""

    n: Moment
    move: Annotated[str, Meta(max_length=5000, pattern=_PLAIN, description="The text of the move, as in `moves`.")]
    seat: Annotated[int, Meta(ge=0, lt=_MOST_SEATS, description="Needed where you hold several seats.")] | None = None
    rid: Rid = ""


class Undo(Taken):
    """Takes back your last move, or all of your turn."""

    n: Moment
    turn: bool = False
    seat: SeatNumber | None = None
    rid: Rid = ""


class Say(Taken):
    """A line of chat."""

    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=_PLAIN)]
    rid: Rid = ""


# Answers.


class Option(Given):
    """An option of a game."""

    name: str
    default: OptionValue
    label: str


class GameInfo(Given):
    """A game of the house."""

    name: GameName
    title: str
    sentence: str
    version: Annotated[int, Meta(description="Of its behaviour: another version may need another bot.")]
    least: Annotated[int, Meta(description="Players at least.")]
    most: Annotated[int, Meta(description="Players at most.")]
    minutes: int
    options: list[Option]
    rules: Annotated[str, Meta(description="The address of its rules.")]


class Games(Given):
    """The games, and the levels of the bots of the house."""

    games: list[GameInfo]
    levels: list[str]


class Me(Given):
    """Who a token speaks for, and what it may do."""

    name: str
    scopes: list[str]


class Strength(Given):
    """What is believed about somebody's strength in a game: 400 points more are ten times the strength."""

    rating: Annotated[int, Meta(description="Everybody begins at 1500.")]
    margin: Annotated[int, Meta(description="The true strength is so far away at most, 95 times of 100.")]
    games: Annotated[int, Meta(description="That counted.")]
    wins: int


class LadderLine(Strength):
    """Somebody on the ladder of a game."""

    place: Annotated[
        int | None, Meta(description=f"From 1; null while the margin is above {MAX_MARGIN}: a few more games are needed.")
    ]
    player: PlayerId
    name: str
    bot: bool


class Ladder(Given):
    """The best of a game, people and levels of bots on one scale, the highest rating first."""

    game: GameName
    players: list[LadderLine]


class PlayerGame(Strength):
    """Somebody in one game, summed up."""

    game: GameName
    score: Annotated[float, Meta(description="Points at the end, on average.")]
    place: Annotated[float, Meta(description="Place at the end, on average, 1 the best.")]


class Player(Given):
    """Somebody who plays here: a person, or a level of bots."""

    player: PlayerId
    name: str
    bot: bool
    games: Annotated[list[PlayerGame], Meta(description="The games where a game of theirs has counted.")]
    url: Annotated[str, Meta(description="The page of the player.")]


class DealInfo(Given):
    """The server's share in the shuffle of a table that you are about to open."""

    deal: Annotated[str, Meta(description="Send it with the request that opens the table.")]
    commitment: Annotated[str, Meta(description="SHA-256 of the secret that the deal stands for. Choose your nonce after this.")]


class Invitation(Given):
    """The table that an invitation is for."""

    table: TableId
    game: GameName
    commitment: Annotated[str | None, Meta(description="SHA-256 of the secret of the shuffle. Choose your nonce after this.")]


class SeatInfo(Given):
    """Who sits somewhere. A level beside a person means that a bot plays for somebody who is away."""

    seat: SeatNumber
    name: str
    kind: Annotated[str, Meta(extra_json_schema=_enum("person", "bot", FREE))]
    level: str | None
    yours: bool


class TableBrief(Given):
    """A table in a list."""

    id: TableId
    game: GameName
    stage: Annotated[str, Meta(extra_json_schema=_enum(Stage.WAITING, Stage.RUNNING, Stage.FINISHED))]
    seats: list[SeatInfo]
    options: dict[str, OptionValue]
    host: str
    public: bool
    made: Time
    url: Annotated[str, Meta(description="The page of the table.")]


class Tables(Given):
    """Some tables."""

    tables: list[TableBrief]


class TableInfo(TableBrief):
    """A table, and how far it has come."""

    version: int
    spectators: bool
    practice: bool
    pace: int
    clock: ClockText | None
    deadline: Annotated[float | None, Meta(description="When the running clock ends, in seconds since 1970.")]
    ended: Time | None
    n: Annotated[int, Meta(description="Entries so far: moves, draws and undos.")]
    actor: Annotated[int | None, Meta(description="The seat to move.")]
    commitment: Annotated[str | None, Meta(description="SHA-256 of the secret of the deal, which is shown at the end.")]
    nonces: Annotated[
        list[str],
        Meta(description="The share of each seat in the shuffle, once the game has begun; empty texts where there is none."),
    ]
    invite: Annotated[str | None, Meta(description="The invitation, for those who may pass it on.")]


class Position(Given):
    """What a seat may know, and what it may do: the same that its player and a bot of the house are given."""

    table: TableId
    game: GameName
    version: int
    options: dict[str, OptionValue]
    seat: Annotated[int | None, Meta(description="Whose view it is; null is that of a spectator.")]
    seats: int
    n: int
    actor: Annotated[int | None, Meta(description="The seat to move; null when the game is over.")]
    over: bool
    view: Annotated[
        dict[str, int | list[int]], Meta(description="What that seat may know, by name; hidden things turned face down.")
    ]
    moves: Annotated[list[str], Meta(description="All legal moves of this seat now, by text.")]
    sentences: Annotated[list[str], Meta(description="The same moves in words, where they were asked for.")]
    prompt: Annotated[str, Meta(description="What to do now, or whom the table waits for.")]
    left: Annotated[list[float], Meta(description="Seconds that each seat has left, where there is a clock.")]
    scores: Annotated[list[int], Meta(description="Points by seat; final when the game is over.")]
    ranks: Annotated[list[int], Meta(description="Places by seat, 0 the best, once the game is over.")]


class Seated(Given):
    """Where you sit now."""

    table: TableId
    seat: SeatNumber | None
    n: int


class Moved(Given):
    """The table after what you did."""

    n: int
    actor: int | None
    over: bool


class LogLine(Given):
    """A move as you saw it."""

    number: int
    actor: Annotated[int | None, Meta(description="A seat; null for a draw.")]
    move: str
    sentence: str


class Log(Given):
    """What has happened."""

    n: int
    lines: list[LogLine]


class Message(Given):
    """A line of chat."""

    name: str
    seat: int | None
    text: str
    at: Time


class Chat(Given):
    """What was said."""

    lines: list[Message]


class Turn(Given):
    """It is your turn."""

    table: TableId
    game: GameName
    seat: SeatNumber
    n: int


class Turns(Given):
    """Where it is your turn."""

    turns: list[Turn]


class Ended(Given):
    """A game of yours has ended."""

    table: TableId
    game: GameName
    scores: list[int]
    ranks: list[int]
