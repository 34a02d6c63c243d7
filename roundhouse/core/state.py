"""The contract of a position: what every game's state offers to tables, bots, environments and tests."""

from __future__ import annotations

from typing import Final, Generic, Self, cast

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr
from typing_extensions import TypeVar

from roundhouse.core.draw import Rng

CHANCE: Final = -1  # actor: a draw or a roll is due
OVER: Final = -2  # actor: the game has ended
SPECTATOR: Final = -3  # the seat of a spectator's view

FieldValue = int | list[int] | str  # a string is the digest of a board

_MOST_BOARDS: Final = 64  # that are remembered: boards may come from anywhere


@mypyc_attr(allow_interpreted_subclasses=True)
class Board:
    """What a game is played on, for games that have several boards: tables that all states share and that never change."""

    def __init__(self, digest: str) -> None:
        self.digest = digest  # of everything on it that matters to the rules
        _remember(self)


_BOARDS: Final[dict[str, Board]] = {}  # by digest: `restore` finds them here


def _remember(board: Board) -> None:
    _BOARDS.pop(board.digest, None)
    if len(_BOARDS) >= _MOST_BOARDS:
        del _BOARDS[next(iter(_BOARDS))]
    _BOARDS[board.digest] = board


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)  # serializable: `blank` can skip the constructor
class State:
    """The full state of one game: plain numbers and `vec`s of them, no random generator, no order of a deck.

    `apply` trusts its caller; legality is checked once, at the table.

    The constructor of a game's state makes a copy, and is the one place that declares its fields: one line each, with its
    type, how a copy gets it, and what it means.

        def __init__(self, other: Whistle) -> None:
            super().__init__(other)
            self.turn: i64 = other.turn  # counts on through both rounds
            self.die: vec[i64] = other.die[:]  # secret: the last roll of each seat

        def copy(self) -> Whistle:
            return Whistle(self)

    `[:]` gives the copy a `vec` of its own. Without it both share the `vec`, which is right only for one that is replaced when it
    changes and never written into. The first state of a game starts as `blank(Whistle)` and must then be given every field.
    """

    # The required methods raise instead of being abstract: mypyc lets a class that lacks one be instantiated, and calling it would
    # crash the process.

    def __init__(self, other: State) -> None:
        self.seats: i64 = other.seats
        self.actor: i64 = other.actor  # a seat, CHANCE or OVER

    def legal_moves(self) -> vec[i64]:
        """Return the actor's moves: ascending, distinct, never empty before OVER. While CHANCE acts, return the outcomes."""
        raise NotImplementedError("every game has its own `legal_moves`")

    def weight(self, move: i64) -> i64:
        """Return the relative likelihood of an outcome, a positive number. Never called in a game without chance."""
        raise ValueError(f"{move} is no outcome: nothing is left to chance here")

    def draw(self, rng: Rng) -> i64:
        """Draw an outcome by weight. A game may override this for speed; a test checks it against `weight`."""
        outcomes = self.legal_moves()
        total: i64 = 0
        for outcome in outcomes:
            total += self.weight(outcome)
        return self.outcome_at(rng.below(total))

    def outcome_at(self, at: i64) -> i64:
        """Return the outcome that covers `at` when the outcomes are laid end to end, each as long as its weight."""
        rest = at
        for outcome in self.legal_moves():
            rest -= self.weight(outcome)
            if rest < 0:
                return outcome
        raise ValueError(f"{at} is past the weights of all outcomes")

    def apply(self, move: i64) -> None:
        """Apply a move or an outcome, and everything that follows without a decision."""
        raise NotImplementedError("every game has its own `apply`")

    def seen(self, move: i64, seat: i64) -> i64:  # noqa: ARG002  (secrets are a game's own)
        """Return what `seat` sees of a move about to be applied: the move, or its public shadow."""
        return move

    def choices(self) -> vec[i64]:
        """Return the legal moves worth searching: no reorderings, no dominated payments. For bots, never for the table."""
        return self.legal_moves()

    def scores(self) -> vec[i64]:
        """Return points by seat: on the board while the game runs, final once it is over."""
        raise NotImplementedError("every game has its own `scores`")

    def ranks(self) -> vec[i64]:
        """Return ranks by seat, tie-breaks included: 0 is best, equal ranks share a place."""
        raise NotImplementedError("every game has its own `ranks`")

    def copy(self) -> Self:
        """Return an equal state that shares nothing mutable with this one."""
        raise NotImplementedError("every game has its own `copy`")

    def check(self) -> None:
        """Raise AssertionError if an invariant of the game (cards, money, pieces) is broken. For tests and the fuzzer."""
        raise NotImplementedError("every game has its own `check`")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or type(self) is not type(other):
            return False
        return all(getattr(self, name) == getattr(other, name) for name in field_names(self))

    def __hash__(self) -> int:
        raise TypeError("a state changes: key it by its moves")

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (type(self), fields(self), boards_of(self))


S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True, default=State)


class View(Generic[S_co]):
    """What one seat (or a spectator) may know: the state with hidden cards put back into the deck or masked.

    On a masked position only its fields and, for the acting seat, its legal moves are meaningful. A game's own code takes
    `View[Tickets]`; plain `View` is a view of any game.
    """

    def __init__(self, seat: i64, position: S_co) -> None:
        self.seat = seat
        self.position = position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.seat == other.seat and self.position == other.position

    def __hash__(self) -> int:
        raise TypeError("a view changes: key it by its moves")

    def __copy__(self) -> View[S_co]:
        return View(self.seat, self.position.copy())

    def __deepcopy__(self, memo: object) -> View[S_co]:
        return View(self.seat, self.position.copy())

    def __reduce__(self) -> tuple[object, ...]:
        return View, (self.seat, self.position)


def field_names(state: State) -> list[str]:
    """Return the names of a state's fields."""
    names: list[str] = list(getattr(type(state), "__mypyc_attrs__", ()))
    for name in getattr(state, "__dict__", ()):  # uncompiled, or an uncompiled game on the compiled core
        if name not in names:
            names.append(name)
    return [name for name in names if not name.startswith("__")]


def fields(state: State) -> dict[str, FieldValue]:
    """Return every field of a state by name: for snapshots, JSON, pickles and test positions. A board is shown as its digest."""
    return {name: _field_value(getattr(state, name)) for name in sorted(field_names(state))}


def _field_value(value: object) -> FieldValue:
    if isinstance(value, int):
        return value
    if isinstance(value, Board):
        return value.digest
    return list(cast("vec[i64]", value))


def boards_of(state: State) -> list[Board]:
    """Return the board of a state, if its game has several."""
    values = [getattr(state, name) for name in field_names(state)]
    return [value for value in values if isinstance(value, Board)]


def blank(kind: type[S]) -> S:
    """Return a state of class `kind` without any field, for set-ups and `restore`. Reading a field before it is set raises."""
    return kind.__new__(kind)


def restore(kind: type[S], values: dict[str, FieldValue]) -> S:
    """Return a state of class `kind` with the given fields. A board must be in use, or have been in use lately."""
    state = blank(kind)
    for name, value in values.items():
        if isinstance(value, int):
            setattr(state, name, value)
        elif isinstance(value, str):
            setattr(state, name, _BOARDS[value])
        else:
            setattr(state, name, vec[i64](value))
    return state


def _unpickled(kind: type[S], values: dict[str, FieldValue], boards: list[Board]) -> S:
    for board in boards:
        _remember(board)
    return restore(kind, values)


def filled(size: i64, value: i64) -> vec[i64]:
    """Return a vec of `size` times `value`."""
    return vec[i64]([value] * size)


def replaced(values: vec[i64], at: i64, value: i64) -> vec[i64]:
    """Return a copy of a vec with one value changed: for a vec that copies of a state share."""
    result = values[:]
    result[at] = value
    return result


def ranks_of(keys: vec[i64]) -> vec[i64]:
    """Return ranks from one sortable key per seat, higher is better. A rank is the number of better seats."""
    result = vec[i64]()
    for key in keys:
        better: i64 = 0
        for other in keys:
            if other > key:
                better += 1
        result = append(result, better)
    return result
