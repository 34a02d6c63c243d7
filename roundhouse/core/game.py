"""The contract of a game: a frozen value that holds its name, its bounds and its functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import mypy_extensions
from librt.vecs import vec

from roundhouse.core.draw import Rng
from roundhouse.core.features import Feature, zeros
from roundhouse.core.sentence import BadSetup, HouseError, Sentence, say
from roundhouse.core.state import State, View
from roundhouse.core.state import fields as fields_of

if TYPE_CHECKING:
    from mypy_extensions import i16

S = TypeVar("S", bound=State)

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


def no_numbers(seen: View, out: vec[i16], at: int) -> int:  # noqa: ARG001  (there is nothing to write)
    """Write nothing: the encoder of a game without features."""
    return at


def fields_as_text(seen: View, names: Sequence[str], language: str) -> str:  # noqa: ARG001  (a field has one name)
    """Return every field of the view on a line of its own: the sketch of a game without one. A view holds no secret."""
    values = fields_of(seen.position)
    return "\n".join(f"{name}: {_row(value)}" for name, value in values.items())


def _row(value: int | list[int]) -> str:
    return str(value) if isinstance(value, int) else " ".join(map(str, value))


def no_backdrop(*_: object) -> str:
    """Return nothing: the backdrop of a drawing without one."""
    return ""


def no_drawing(*_: object) -> dict[str, str]:
    """Return no parts: the drawing of a game without one. `ui.drawing` then shows text and buttons."""
    return {}


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

    move_count: int
    outcome_count: int
    shadow_count: int
    max_moves: int  # no game is longer, chance included

    setup: Callable[[int, Any], S]  # (seats, options): the first state; called through `start`, which checks the seats
    notation: Callable[[int], str]  # every int has one text, and needs no state for it
    parse: Callable[[str], int]  # the inverse of `notation`; raises BadText
    view: Callable[[S, int], View[S]]  # the only thing that leaves the engine
    determinize: Callable[[View[S], Rng], S]  # a state that the seat cannot tell from the true one
    refusal: Callable[[S, int], Refusal | None]  # returns a refusal exactly when the move is not legal
    describe: Callable[[View[S], int], Sentence]  # (reader's view before, move as seen)
    prompt: Callable[[View[S]], Sentence]  # what the seat should do now, or which players it waits for

    advise: Callable[[View[S], Rng], int] = any_legal_move  # the heuristic's move for the acting seat
    evaluate: Callable[[S], vec[mypy_extensions.i64]] = points_so_far
    # expected final score by seat, in hundredths of a point; exact once the game is over

    features: tuple[Feature, ...] = ()  # the layout of a seat's view as numbers
    encode: Callable[[View[S], vec[i16], int], int] = no_numbers
    # (view, zeros, offset): writes the features there as integers; returns the offset after them

    sketch: Callable[[View[S], Sequence[str], str], str] = fields_as_text  # (view, names, language): the table as plain text
    backdrop: Callable[[View[S], str], str] = no_backdrop  # (view, layout): the map, which never changes during a game, as SVG
    render: Callable[[View[S], Sequence[int], Sequence[str], str, str, int], dict[str, str]] = no_drawing
    # (view, moves, names, language, layout, last move as seen or -1): the moving parts of the drawing by id
    canvas: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # size of the drawing by layout: "wide" and "narrow"

    def __post_init__(self) -> None:
        if self.package and self.package not in PACKAGES:
            PACKAGES.append(self.package)

    def brings(self, part: str) -> bool:
        """Return whether the game has its own `part` (the name of an optional field) rather than the default."""
        [known] = [one for one in fields(self) if one.name == part]
        default = known.default if known.default_factory is MISSING else known.default_factory()
        return bool(getattr(self, part) != default)

    @cached_property
    def size(self) -> int:
        """The length of the features of a view; the same for every number of seats."""
        return sum(feature.size for feature in self.features)

    def numbers(self, seen: View[S]) -> vec[i16]:
        """Return the features of a view as integers. Divide them by the scales of the features to get a learner's input."""
        out = zeros(self.size)
        self.encode(seen, out, 0)
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
                raise BadSetup(say("option '{name}' is written like {example}", name=name, example=repr(known[name].default)))
        return self.options(**chosen)

    def start(self, seats: int, options: object = None) -> S:
        """Return the first state. Raise BadSetup for an impossible number of players; `setup` does for impossible options."""
        if seats not in self.seats:
            raise BadSetup(
                say(
                    "{title} is for {least} to {most} players, not {seats}",
                    title=self.title,
                    least=self.seats[0],
                    most=self.seats[-1],
                    seats=seats,
                )
            )
        return self.setup(seats, self.options() if options is None else options)
