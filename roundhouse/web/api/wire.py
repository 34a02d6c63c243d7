"""The types of API requests and responses, from which the OpenAPI document is generated. Their names and fields are public."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from roundhouse.bots import LEVELS
from roundhouse.core.named import RawView, schema
from roundhouse.core.record import NONCE_BYTES
from roundhouse.games import GAMES
from roundhouse.web.ratings.repository import LADDER_SIZE, MAX_MARGIN
from roundhouse.web.tables.deals import TOKEN_BYTES
from roundhouse.web.tables.repository import Stage

ME: Final = "me"
FREE: Final = "open"
TURN: Final = "turn"  # event: it is your turn
READY: Final = "ready"  # event: everything that was waiting has been sent
ENDED: Final = "over"  # event: a game has ended

_END: Final = r"(?!\n)$"  # end of text in every regex dialect: in some, $ also matches before a trailing newline
_PLAIN: Final = r"^[^\u0000-\u001f\u007f]*" + _END  # no control characters
_MOST_SEATS: Final = max(game.seats[-1] for game in GAMES)


def _enum(*names: str) -> dict[str, Any]:
    return {"enum": list(names)}


_PROGRAM: Final = "Whether a guest is a program: for ever, once a token of theirs has been used to play."
_LONGEST_OPTION: Final = 100_000  # a map file may be the value of an option; each game checks what it holds

_KINDS: Final[dict[type, dict[str, Any]]] = {  # JSON schemas of option values
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": -(10**9), "maximum": 10**9},
    str: {"type": "string", "maxLength": _LONGEST_OPTION},
}


def _options_schema() -> dict[str, Any]:
    """Return a schema with the options of all games; `GET /games` lists those of each game."""
    known: dict[str, dict[str, Any]] = {}
    for option in (option for game in GAMES for option in fields(game.options)):
        kind = _KINDS.get(type(option.default), {})
        known[option.name] = kind if known.get(option.name, kind) == kind else {}  # games may use one name for different types
    return {"properties": known, "additionalProperties": False}


def view_schemas() -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the schemas of the views of all games, and the parts they refer to by name: those of a game begin with its name."""
    views: list[dict[str, Any]] = [msgspec.json.schema(RawView)]
    parts: dict[str, Any] = {}
    for game in GAMES:
        view, own = schema(game, f"#/components/schemas/{game.name}.{{name}}")
        views.append(view)
        parts |= {f"{game.name}.{name}": part for name, part in own.items()}
    return views, parts


GameName = Annotated[str, Meta(description="The id of a game.", extra_json_schema=_enum(*(game.name for game in GAMES)))]
TableId = Annotated[str, Meta(description="The id of a table.", pattern=r"^[A-Za-z0-9_-]{1,40}$")]
PlayerId = Annotated[
    str,
    Meta(description="The id of a person, or a bot level such as bot:regular.", pattern=r"^[A-Za-z0-9_:-]{1,50}" + _END),
]
SeatNumber = Annotated[int, Meta(description="A seat, counted from 0.", ge=0, lt=_MOST_SEATS)]
Count = Annotated[int, Meta(ge=0, le=10**9)]
RequestId = Annotated[
    str,
    Meta(
        max_length=64,
        pattern="^[!-~]*" + _END,
        description="An idempotency key of your choice: a repeated request with the same key is executed only once.",
    ),
]
EventCount = Annotated[
    int,
    Meta(
        ge=0,
        le=10**9,
        description="The event count of the position you saw; if the table has moved on since, the response is a 409.",
    ),
]
Occupant = Annotated[
    str, Meta(description="Who takes the seat: you, anyone (open), or a bot level.", extra_json_schema=_enum(ME, FREE, *LEVELS))
]
ClockText = Annotated[
    str,
    Meta(
        max_length=80,
        pattern=_PLAIN,
        description="Time control: 10m+10s (initial time and increment), 1d (per turn), 1d off Europe/Paris (weekends off).",
    ),
]
Invite = Annotated[
    str, Meta(max_length=200, pattern="^[A-Za-z0-9_-]+" + _END, description="An invitation: the last part of its link.")
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
OptionValue = bool | Annotated[int, Meta(ge=-(10**9), le=10**9)] | Annotated[str, Meta(max_length=_LONGEST_OPTION)]
Time = Annotated[float, Meta(description="Unix time in seconds.")]


class RequestModel(Struct, kw_only=True, forbid_unknown_fields=True):
    """The parameters of a request. Unknown fields are rejected, so that typos do not go unnoticed."""


class ResponseModel(Struct, kw_only=True):
    """The content of a response."""


# Requests.


class Nothing(RequestModel):
    """No parameters."""


class Which(RequestModel):
    """Which tables to list."""

    which: Annotated[Literal["mine", "open"], Meta(description="Your own tables, or the open ones.")] = "mine"
    limit: Annotated[int, Meta(ge=1, le=50)] = 50


class Best(RequestModel):
    """The size of a ladder, and whether it is of programs alone."""

    programs: Annotated[Literal["yes", "no"], Meta(description="yes: programs and bot levels alone.")] = "no"
    limit: Annotated[int, Meta(ge=1, le=LADDER_SIZE)] = LADDER_SIZE


class Look(RequestModel):
    """The seat to see a position from."""

    seat: (
        Annotated[int, Meta(ge=0, lt=_MOST_SEATS, description="One of your seats (default: the one to move, or your first).")]
        | None
    ) = None
    sentences: Annotated[Literal["yes", "no"], Meta(description="yes: also describe each move in a sentence.")] = "no"
    view: Annotated[
        Literal["named", "raw"],
        Meta(description="named: the view by names. raw: the engine's fields; integers beyond 53 bits are texts."),
    ] = "named"


class Since(RequestModel):
    """The part of the log to return."""

    since: Count = 0
    seat: SeatNumber | None = None


class AsSeat(RequestModel):
    """The seat to act for."""

    seat: SeatNumber | None = None


class NewTable(RequestModel):
    """A table to open. The game starts at once if no seat is open."""

    game: GameName
    seats: Annotated[list[Occupant], Meta(min_length=2, max_length=_MOST_SEATS, description="The occupants, from seat 0 on.")]
    options: Annotated[
        dict[str, OptionValue],
        Meta(description="Options of the game; the others keep their defaults.", extra_json_schema=_options_schema()),
    ] = {}
    public: Annotated[bool, Meta(description="List the table in the lobby.")] = False
    spectators: Annotated[bool, Meta(description="Allow spectators.")] = True
    practice: Annotated[bool, Meta(description="Allow unlimited undo; not with open seats.")] = False
    rated: Annotated[bool, Meta(description="Count the game for ratings; its seats are then drawn by lot.")] = False
    by_lot: Annotated[bool, Meta(description="Draw the seats by lot when the game starts, instead of keeping their order.")] = False
    pace: Annotated[int, Meta(ge=0, le=10_000, description="Milliseconds that the built-in bots wait before each move.")] = 0
    clock: ClockText | None = None
    deal: DealToken = ""
    nonce: Nonce = ""


class Sit(RequestModel):
    """The seat to take (default: any)."""

    seat: SeatNumber | None = None
    nonce: Nonce = ""


class Join(RequestModel):
    """An invitation: the last part of the invitation link."""

    invite: Invite
    seat: SeatNumber | None = None
    nonce: Nonce = ""


class Move(RequestModel):
    """A move to make, or several moves of one turn, which are made all or none."""

    n: EventCount
    move: Annotated[str, Meta(max_length=5000, pattern=_PLAIN, description="The text of the move, one of `moves`.")] = ""
    moves: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=5000, pattern=_PLAIN)]],
        Meta(max_length=200, description="Instead of `move`: the texts of several moves in a row, legal one after the other."),
    ] = []
    seat: Annotated[int, Meta(ge=0, lt=_MOST_SEATS, description="Required if you have several seats.")] | None = None
    rid: RequestId = ""


class Undo(RequestModel):
    """Undo your last move, or your whole turn."""

    n: EventCount
    turn: bool = False
    seat: SeatNumber | None = None
    rid: RequestId = ""


class NewPlan(RequestModel):
    """What to do when your turn comes; it takes the place of an earlier plan."""

    plan: Annotated[
        str,
        Meta(
            max_length=1000,
            pattern=_PLAIN,
            description="Moves separated by '; ', or an order such as 'bid up to 12'; empty takes the plan back.",
        ),
    ]
    seat: SeatNumber | None = None
    rid: RequestId = ""


class Say(RequestModel):
    """A chat message to post."""

    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=_PLAIN)]
    rid: RequestId = ""


# Responses.


class Option(ResponseModel):
    """An option of a game."""

    name: str
    default: OptionValue
    label: str


class GameInfo(ResponseModel):
    """A game."""

    name: GameName
    title: str
    sentence: str
    version: Annotated[int, Meta(description="Version of the rules; a bot may depend on it.")]
    least: Annotated[int, Meta(description="Minimum number of players.")]
    most: Annotated[int, Meta(description="Maximum number of players.")]
    minutes: int
    options: list[Option]
    rules: Annotated[str, Meta(description="URL of the rules.")]


class Games(ResponseModel):
    """The games, and the bot levels."""

    games: list[GameInfo]
    levels: list[str]


class Me(ResponseModel):
    """The owner and the scopes of a token."""

    name: str
    scopes: list[str]
    program: Annotated[bool, Meta(description=_PROGRAM)]


class Strength(ResponseModel):
    """A player's rating in a game. A lead of 400 points means ten to one odds of finishing ahead."""

    rating: Annotated[int, Meta(description="New players start at 1500.")]
    margin: Annotated[int, Meta(description="Half the width of the 95 % confidence interval.")]
    games: Annotated[int, Meta(description="Number of rated games.")]
    wins: int


class LadderLine(Strength):
    """A player on the ladder of a game."""

    place: Annotated[
        int | None,
        Meta(description=f"Place, from 1; null while the margin is above {MAX_MARGIN}, until a few more games are played."),
    ]
    player: PlayerId
    name: str
    bot: bool
    program: Annotated[bool, Meta(description=_PROGRAM)]


class Ladder(ResponseModel):
    """The ladder of a game: people and bot levels, highest rating first."""

    game: GameName
    players: list[LadderLine]


class PlayerGame(Strength):
    """A player's results in one game."""

    game: GameName
    score: Annotated[float, Meta(description="Average final score.")]
    place: Annotated[float, Meta(description="Average place; 1 is best.")]


class Player(ResponseModel):
    """A player: a person or a bot level."""

    player: PlayerId
    name: str
    bot: bool
    program: Annotated[bool, Meta(description=_PROGRAM)]
    games: Annotated[list[PlayerGame], Meta(description="The games in which the player has a rating.")]
    url: Annotated[str, Meta(description="URL of the player's page.")]


class DealInfo(ResponseModel):
    """The server's share in the shuffle of a new table."""

    deal: Annotated[str, Meta(description="Send it with the request that opens the table.")]
    commitment: Annotated[str, Meta(description="SHA-256 of the secret that the deal stands for. Choose your nonce after this.")]


class Invitation(ResponseModel):
    """The table of an invitation."""

    table: TableId
    game: GameName
    commitment: Annotated[str | None, Meta(description="SHA-256 of the secret of the shuffle. Choose your nonce after this.")]


class SeatInfo(ResponseModel):
    """A seat and its occupant. A person with a level is away, and a bot of that level plays for them."""

    seat: SeatNumber
    name: str
    kind: Annotated[str, Meta(extra_json_schema=_enum("person", "bot", FREE))]
    level: str | None
    yours: bool
    program: Annotated[bool, Meta(description=_PROGRAM)]


class TableBrief(ResponseModel):
    """A table, in short."""

    id: TableId
    game: GameName
    stage: Annotated[str, Meta(extra_json_schema=_enum(Stage.WAITING, Stage.RUNNING, Stage.FINISHED))]
    seats: list[SeatInfo]
    options: dict[str, OptionValue]
    host: str
    public: bool
    made: Time
    url: Annotated[str, Meta(description="URL of the table's page.")]


class Tables(ResponseModel):
    """A list of tables."""

    tables: list[TableBrief]


class TableInfo(TableBrief):
    """A table."""

    version: int
    spectators: bool
    practice: bool
    rated: bool
    by_lot: Annotated[bool, Meta(description="Whether the seats are drawn by lot when the game starts.")]
    pace: int
    clock: ClockText | None
    deadline: Annotated[float | None, Meta(description="Unix time at which the running clock expires.")]
    ended: Time | None
    n: Annotated[int, Meta(description="Event count: moves, draws and undos so far.")]
    actor: Annotated[int | None, Meta(description="The seat to move.")]
    commitment: Annotated[
        str | None, Meta(description="SHA-256 of the server's secret for the shuffle; the secret is revealed at the end.")
    ]
    nonces: Annotated[list[str], Meta(description='The nonce of each seat, "" if it has none; empty before the game.')]
    lot: Annotated[
        list[int],
        Meta(description="For each seat the place that its player had before the lot; empty before the game, or without a lot."),
    ]
    invite: Annotated[str | None, Meta(description="The invitation, if you may share it.")]


class Position(ResponseModel):
    """What a seat sees and can do: the same information that a person or a built-in bot gets."""

    table: TableId
    game: GameName
    version: int
    options: dict[str, OptionValue]
    seat: Annotated[int | None, Meta(description="The seat that sees this; null for a spectator.")]
    seats: int
    n: int
    actor: Annotated[int | None, Meta(description="The seat to move; null when the game is over.")]
    over: bool
    view_version: Annotated[int, Meta(description="Version of the named views of this game.")]
    view: Annotated[
        dict[str, Any],
        Meta(
            description="What the seat may know: by names, see the page of the game, or with view=raw the engine's fields.",
            extra_json_schema={"anyOf": view_schemas()[0]},
        ),
    ]
    moves: Annotated[list[str], Meta(description="The texts of all legal moves of this seat.")]
    sentences: Annotated[list[str], Meta(description="The same moves as sentences, if requested.")]
    prompt: Annotated[str, Meta(description="What to do now, or who is to move.")]
    left: Annotated[list[float], Meta(description="Seconds left by seat; empty without a clock.")]
    scores: Annotated[list[int], Meta(description="Score by seat; final when the game is over.")]
    ranks: Annotated[list[int], Meta(description="Rank by seat once the game is over; 0 is best.")]


class Seated(ResponseModel):
    """Your seat; null if you only watch."""

    table: TableId
    seat: SeatNumber | None
    n: int


class Moved(ResponseModel):
    """The table after your action."""

    n: int
    actor: int | None
    over: bool


class OrderInfo(ResponseModel):
    """A standing order that you can give."""

    text: Annotated[str, Meta(description="Its text, to be followed by a number if `most` is not 0.")]
    label: str
    least: int
    most: int


class PlanInfo(ResponseModel):
    """What a seat of yours has planned, and what it can plan now. Nobody else is shown it."""

    seat: Annotated[int | None, Meta(description="Your seat; null for a spectator.")]
    n: int
    plan: str | None = None
    failed: Annotated[bool, Meta(description="Its turn has come, and it was no longer possible: decide now.")] = False
    orders: list[OrderInfo] = []
    moves: Annotated[list[str], Meta(description="The moves that would be legal if it were your turn.")] = []


class LogLine(ResponseModel):
    """A move or draw as you saw it."""

    number: int
    actor: Annotated[int | None, Meta(description="The seat; null for a random draw.")]
    move: str
    sentence: str


class Log(ResponseModel):
    """Lines of the log."""

    n: int
    lines: list[LogLine]


class Message(ResponseModel):
    """A chat message."""

    name: str
    seat: int | None
    text: str
    at: Time


class Chat(ResponseModel):
    """The chat of a table."""

    lines: list[Message]


class Turn(ResponseModel):
    """A table where it is your turn."""

    table: TableId
    game: GameName
    seat: SeatNumber
    n: int


class Turns(ResponseModel):
    """The tables where it is your turn."""

    turns: list[Turn]


class Ended(ResponseModel):
    """The result of a game of yours that has ended."""

    table: TableId
    game: GameName
    scores: list[int]
    ranks: list[int]
