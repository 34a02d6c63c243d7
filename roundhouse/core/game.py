"""The contract of a game: a frozen value that holds its name, its bounds and its functions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Generic, Self, SupportsIndex, TypeVar

import mypy_extensions
from librt.vecs import vec

from roundhouse.core.document import shown
from roundhouse.core.draw import Rng
from roundhouse.core.features import Feature, Pen, zeros
from roundhouse.core.named import RawView, raw_view
from roundhouse.core.plan import NO_PLANS, Plans
from roundhouse.core.sentence import BadSetup, HouseError, Sentence, say
from roundhouse.core.state import FieldValue, State, View
from roundhouse.core.state import fields as fields_of

if TYPE_CHECKING:
    from mypy_extensions import i16

S = TypeVar("S", bound=State)

# In the metadata of an option whose value may be the text of a file: the command line reads that file. The value is a function that
# takes the text and returns what is wrong with it although it can be played.
FILE: Final = "file"
Prospect = tuple[Sentence, Sentence | str, Sentence | str]  # a figure, its value now, its value after the draft
Cause = tuple[Sentence, Sequence[int]]  # a cause of points, and the points it gave each seat

PACKAGES: Final[list[str]] = []  # packages of the loaded games, in load order: where `ui.text` looks for their translations


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed: the clause that forbids it, and the rule in words."""

    clause: str
    reason: Sentence

    @property
    def sentence(self) -> Sentence:
        """Return the clause and the rule as one sentence."""
        return say("{clause}: {reason}", clause=self.clause, reason=self.reason)

    def __str__(self) -> str:
        return str(self.sentence)


class Refused(HouseError):
    """Raised for an illegal move; carries its refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal

    def __reduce__(self) -> tuple[object, ...]:
        return Refused, (self.refusal,)


@dataclass(frozen=True)
class NoOptions:
    """The options of a game that has none."""


def check_seat(name: str, seat: int, seats: int) -> None:
    """Raise BadSetup if the option `name` is a seat that is not at the table."""
    if not 0 <= seat < seats:
        raise BadSetup(say("option '{name}' is a seat from 0 to {last}, not {seat}", name=name, last=seats - 1, seat=seat))


# Defaults for the optional parts of a game.


def any_legal_move(seen: View, rng: Rng) -> int:
    """Return a legal move of the acting seat at random: the advice of a game without a heuristic."""
    moves = seen.position.legal_moves()
    return moves[rng.below(len(moves))]


def points_so_far(state: State) -> vec[mypy_extensions.i64]:
    """Return the scores in hundredths of a point: the estimate of a game without one. A search then plays on to the end."""
    return vec[mypy_extensions.i64]([100 * score for score in state.scores()])


def no_numbers(state: State, pen: Pen) -> None:
    """Write nothing: the encoder of a game without features."""


def fields_as_text(seen: View, names: Sequence[str], language: str) -> str:  # noqa: ARG001  (a field has one name)
    """Return every field of the view on a line of its own: the sketch of a game without one. A view holds no secret."""
    values = fields_of(seen.position)
    return "\n".join(f"{name}: {_row(value)}" for name, value in values.items())


def _row(value: FieldValue) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def no_backdrop(*_: object) -> str:
    """Return nothing: the backdrop of a drawing without one."""
    return ""


def no_drawing(_: object) -> dict[str, str]:
    """Return no parts: the drawing of a game without one. `ui.drawing` then shows text and buttons."""
    return {}


def no_places(view: View, move: int) -> Sequence[str]:  # noqa: ARG001
    """Return no places: the places of a move in a game that names none."""
    return ()


def no_consequences(before: View, move: int, after: View) -> Sequence[Sentence]:  # noqa: ARG001
    """Return no sentences: the consequences of a move in a game that does not explain them."""
    return ()


def no_prospects(before: View, after: View) -> Sequence[Prospect]:  # noqa: ARG001
    """Return no rows: the prospects of a draft in a game that does not compare them."""
    return ()


def no_breakdown(view: View) -> Sequence[Cause]:  # noqa: ARG001
    """Return no rows: the breakdown of the scores in a game that does not explain them."""
    return ()


@dataclass(frozen=True, kw_only=True)
class DrawingRequest(Generic[S]):
    """What a drawing is asked for. Everything but the view has a default: a drawing for a spectator, in English, on a desktop."""

    view: View[S]
    moves: Sequence[int] = ()  # the legal moves that the reader can make now
    names: Sequence[str] = ()  # of the players, by seat
    language: str = "en"
    layout: str = "wide"  # a key of the canvas: "wide" or "narrow"
    last: int = -1  # the last move of a player as the reader saw it
    recent: Sequence[tuple[int, int]] = ()  # (seat, move as seen) of the other players since the reader's last turn: mark them
    draft: Sequence[int] = ()  # moves composed and not sent yet; `view` has them applied: draw them as pending
    selection: str = ""  # what the reader has selected on the drawing: a city, a die; a text that the game does not know is none


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """One game. Moves are ints: [0, move_count) belong to seats, then outcomes of chance, then shadows.

    Everything with a default is optional; `brings` says whether a game has such a part of its own.
    """

    name: str  # its id: a Python name, used in commands, records and addresses
    package: str = ""  # the package with its files: rules.md, rules.fr.md, fr.po; "" for a game without files
    title: str
    version: int  # of its behaviour: bumped whenever an old record would replay differently
    clauses: str  # the prefix of its clauses in rules.md
    seats: range
    options: type[Any] = NoOptions  # a frozen dataclass with a default for every field
    board: str = ""  # the digest of the board it is played on: a record of another board is refused
    classic: str = ""  # the digest that records without one mean; "" if they mean the board of their options
    chosen: Any = None  # the options that `start` takes where none are given; None: the defaults
    on_board: Callable[[Any], Game[S]] | None = None  # (options): the game on the board they select, if there are several

    move_count: int
    outcome_count: int
    shadow_count: int
    max_moves: int  # no game is longer, chance included

    setup: Callable[[int, Any], S]  # (seats, options): the first state; called through `start`, which checks the seats
    notation: Callable[[int], str]  # every int has one text, and needs no state for it
    parse: Callable[[str], int]  # the inverse of `notation`; raises BadText, or Refused where a clause says why
    view: Callable[[S, int], View[S]]  # the only thing that leaves the engine
    determinize: Callable[[View[S], Rng], S]  # a state that the seat cannot tell from the true one
    refusal: Callable[[S, int], Refusal | None]  # returns a refusal exactly when the move is not legal
    describe: Callable[[View[S], int], Sentence]  # (reader's view before, move as seen)
    prompt: Callable[[View[S]], Sentence]  # what the seat should do now, or which players it waits for

    spell: Callable[[int], str] | None = None  # the text that people type and read, if `notation` counts players from 0
    read: Callable[[str], int] | None = None  # the inverse of `spell`; `parse` reads such texts too

    advise: Callable[[View[S], Rng], int] = any_legal_move  # the heuristic's move for the acting seat
    evaluate: Callable[[S], vec[mypy_extensions.i64]] = points_so_far
    # expected final score by seat, in hundredths of a point; exact once the game is over

    features: tuple[Feature, ...] = ()  # the layout of a seat's view as numbers
    encode: Callable[[S, Pen], None] = no_numbers
    # (state, pen): writes with the pen, as integers, what the seat `pen.reader` may know; its view gives the same numbers

    describe_view: Callable[[View[S]], Mapping[str, Any]] = raw_view  # the view by names instead of numbers, ready for JSON
    view_type: Any = RawView  # the type of what it returns, a TypedDict: its JSON Schema documents the named view
    view_version: int = 1  # of that type: bumped whenever a program written for it could misread it

    sketch: Callable[[View[S], Sequence[str], str], str] = fields_as_text  # (view, names, language): the table as plain text
    backdrop: Callable[[View[S], str], str] = no_backdrop  # (view, layout): the map, which never changes during a game, as SVG
    render: Callable[[DrawingRequest[S]], dict[str, str]] = no_drawing  # the moving parts of the drawing by id
    canvas: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # size of the drawing by layout: "wide" and "narrow"

    # What pages tell about a move. Every view is the reader's, and moves are as they saw them.
    places: Callable[[View[S], int], Sequence[str]] = no_places  # (view before, move): the `data-place`s of the move
    consequences: Callable[[View[S], int, View[S]], Sequence[Sentence]] = no_consequences
    # (view before, move, view after): why points and money changed, what ended; `describe` says the action alone
    prospects: Callable[[View[S], View[S]], Sequence[Prospect]] = no_prospects
    # (view before, view after a draft): figures of the acting seat that the draft changes
    breakdown: Callable[[View[S]], Sequence[Cause]] = no_breakdown  # (view at the end): points by cause, which sum to `scores()`

    plans: Plans = NO_PLANS  # what a seat may decide in advance

    def __post_init__(self) -> None:
        if self.package and self.package not in PACKAGES:
            PACKAGES.append(self.package)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the game itself: a value that never changes need not be copied with what refers to it."""
        return self

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Pickle a game on a board by its options: the tables of the board are made again, not sent."""
        return super().__reduce_ex__(protocol) if self.on_board is None else (self.on_board, (self.chosen,))

    def brings(self, part: str) -> bool:
        """Return whether the game has its own `part` (the name of an optional field) rather than the default."""
        [known] = [one for one in fields(self) if one.name == part]
        default = known.default if known.default_factory is MISSING else known.default_factory()
        return bool(getattr(self, part) != default)

    def spelled(self, move: int) -> str:
        """Return the text of a move as people type it: `notation`, but with players counted from 1."""
        return self.notation(move) if self.spell is None else self.spell(move)

    def typed(self, text: str) -> int:
        """Return the move that a person has typed. Raise BadText or Refused if it is none, as `parse` does."""
        return self.parse(text) if self.read is None else self.read(text)

    @cached_property
    def size(self) -> int:
        """The length of the features of a view; the same for every number of seats."""
        return sum(feature.size for feature in self.features)

    def numbers(self, seen: View[S]) -> vec[i16]:
        """Return the features of a view as integers. Divide them by the scales of the features to get a learner's input."""
        return self.numbers_of(seen.position, seen.seat)

    def numbers_of(self, state: S, seat: int) -> vec[i16]:
        """Return the same numbers straight from a state, without making the view: for many games at once."""
        out = zeros(self.size)
        pen = Pen(out)
        pen.begin(seat, 0)
        self.encode(state, pen)
        return out

    def options_from(self, chosen: Mapping[str, Any]) -> object:
        """Return the options of a game from names and values. Raise BadSetup for unknown names and values of the wrong type."""
        known = {option.name: option for option in fields(self.options)}
        for name, value in chosen.items():
            if name not in known:
                raise BadSetup(
                    say(
                        "{title} has no option '{name}'; it has: {known}",
                        title=self.title,
                        name=name,
                        known=", ".join(sorted(known)) or say("none"),
                    )
                )
            if type(value) is not type(known[name].default):
                example = json.dumps(known[name].default)
                raise BadSetup(
                    say(
                        "option '{name}' takes a value like {example}, not {value}",
                        name=name,
                        example=example,
                        value=shown(json.dumps(value, default=str)),
                    )
                )
        return self.options(**chosen)

    def on(self, chosen: Mapping[str, Any]) -> Game[S]:
        """Return the game with these options as its own: where a board is among them, with that board's bounds, texts and features.

        Raise BadSetup for options that do not exist.
        """
        options = self.options_from(chosen)
        if self.on_board is not None:
            return self.on_board(options)
        return replace(self, chosen=options) if chosen else self

    def plays_on(self, stated: str) -> bool:
        """Return whether a digest is that of the board here. Records, jobs and tables without one ("") mean the classic board."""
        wanted = stated or self.classic
        return not wanted or wanted == self.board

    def normal(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return options in their normal form, in which records hold them. Raise BadSetup for options that do not exist."""
        game = self.on(chosen)
        return {name: value if game.chosen is None else getattr(game.chosen, name) for name, value in chosen.items()}

    def start(self, seats: int, options: object = None, **named: Any) -> S:
        """Return the first state. Raise BadSetup for an impossible number of players; `setup` does for impossible options.

        Options are given by name (`start(3, beginner=True)`), as a mapping, or as a value of `self.options`.
        """
        if named or isinstance(options, Mapping):
            given: Mapping[str, Any] = options if isinstance(options, Mapping) else {}
            options = self.options_from({**given, **named})
        chosen = options if options is not None else self.chosen if self.chosen is not None else self.options()
        game = self if self.on_board is None else self.on_board(chosen)
        if seats not in game.seats:
            raise BadSetup(
                say(
                    "{title} is for {least} to {most} players, not {seats}",
                    title=game.title,
                    least=game.seats[0],
                    most=game.seats[-1],
                    seats=seats,
                )
            )
        return self.setup(seats, chosen)
