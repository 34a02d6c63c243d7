"""The table: the authority for one live game. It checks and applies moves, draws for chance, and shows each seat only its view."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.names import fitted
from roundhouse.core.record import Entry, Record, replay_until
from roundhouse.core.sentence import BadSetup, HouseError, Sentence, say
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State, View
from roundhouse.play.chance import Secret, Seeded, Source, draw
from roundhouse.play.draft import check
from roundhouse.play.history import History
from roundhouse.play.log import OPEN, LogLine, log_lines, shadow_of, view_of

RECENT: Final = 120  # moves and draws since a player's last turn that are looked at


class NotYours(HouseError):
    """A move or an undo that the seat may not make now."""


@dataclass(frozen=True)
class Result:
    """How a game ended, by seat."""

    scores: list[int]
    ranks: list[int]  # 0 is best


@dataclass(frozen=True)
class Step:
    """A legal move with the draws that follow it, not applied yet, so that it can be stored before it happens."""

    after: int  # the number of moves made before this step
    entries: tuple[tuple[int, int], ...]  # (actor, move); the actor is a seat or CHANCE
    actor: int  # the seat to act afterwards, or OVER
    result: Result | None  # if the game ends with this step


class Table:
    """A game in progress. While it runs, only views leave the table; once it is over, the open record may be read.

    At a practice table a player may undo any of their moves, whatever has happened since; the same draws come again.
    A face-up table, such as one made from an open record, hides nothing from anyone.
    """

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        options: Mapping[str, Any] | None = None,
        source: Source | None = None,
        names: Sequence[str] | None = None,
        *,
        practice: bool = False,
        face_up: bool = False,
    ) -> None:
        self.options = game.normal(options or {})
        game = game.on(self.options)
        self.game = game
        self.board = game.board  # the digest that its records state; "" if they state none, as those of older games do
        self.names = list(names) if names is not None else [f"Player {seat + 1}" for seat in range(seats)]
        self.practice = practice
        self.face_up = face_up
        first: State = game.start(seats, game.options_from(self.options))
        if len(self.names) != seats:
            raise BadSetup(say("{found} names for {seats} seats", found=len(self.names), seats=seats))
        self.seats = seats
        self._source = Secret() if source is None else source
        self._history = History(first)
        self._logs: dict[int, _Log] = {}
        self.accept(self._step_with_draws())

    @classmethod
    def resume(cls, game: Game[Any], record: Record, source: Source, *, face_up: bool = False) -> Table:
        """Return a table that continues a record. Raise BadRecord if one of its moves is illegal."""
        _, moves = replay_until(game, record, len(record.entries))
        table = cls(game, record.seats, record.options, source, record.names, face_up=face_up)
        table.restore([(entry.actor, move) for entry, move in zip(record.entries, moves, strict=True)])
        table.accept(table._step_with_draws())
        return table

    def restore(self, entries: Sequence[tuple[int, int]]) -> None:
        """Replace the moves of the table by these (actor, move) entries, without checking them."""
        self._history.cut(0)
        self._logs.clear()
        for actor, move in entries:
            self._history.apply(actor, move)

    def extend(self, actor: int, move: int) -> None:
        """Apply one more move or draw without checking it: it was checked elsewhere."""
        self._history.apply(actor, move)

    def rename(self, names: Sequence[str]) -> None:
        """Change the names of the players, in earlier lines of the log too."""
        self.names = list(names)

    # Public information.

    @property
    def actor(self) -> int:
        """The seat to act, or OVER."""
        return self._history.state.actor

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._history.state.actor == OVER

    @property
    def moves_made(self) -> int:
        """The number of moves in the record, chance included."""
        return len(self._history)

    @property
    def actors(self) -> Sequence[int]:
        """The actor of each move: a seat or CHANCE."""
        return self._history.actors

    def scores(self, count: int | None = None) -> list[int]:
        """Return the points on the board, now or after `count` moves; final once the game is over."""
        return list(self._at(count).scores())

    def result(self) -> Result | None:
        """Return how the game ended; None while it runs."""
        return _result(self._history.state)

    def ranks(self) -> list[int]:
        """Return the ranks by seat, 0 is best; valid once the game is over."""
        return list(self._history.state.ranks())

    # What one reader may know, now or after the first `count` moves.

    def view(self, seat: int, count: int | None = None) -> View:
        """Return the view of a seat or SPECTATOR, or of OPEN once the game is over."""
        self._check_reader(seat)
        return view_of(self.game, self._at(count), seat)

    def moves(self, seat: int) -> list[int]:
        """Return the legal moves of a seat; none unless it is to act."""
        self._check_reader(seat)
        state = self._history.state
        return list(state.legal_moves()) if state.actor == seat else []

    def last_move(self, seat: int, count: int | None = None) -> int:
        """Return the last move of a player as `seat` saw it, or -1 before the first."""
        self._check_reader(seat)
        index = (self.moves_made if count is None else count) - 1
        while index >= 0 and self._history.actors[index] == CHANCE:
            index -= 1
        return shadow_of(self._history.at(index), self._history.moves[index], seat) if index >= 0 else -1

    def recent_moves(self, seat: int, count: int | None = None) -> list[tuple[int, int]]:
        """Return what the other players did since the last turn of `seat`, as (actor, move) in the eyes of `seat`.

        While it is the turn of `seat`, that is what lies before this turn. A spectator gets the last turn of a player.
        """
        self._check_reader(seat)
        actors = self._history.actors
        last = self.moves_made if count is None else count
        last, first = recent_span(actors, seat, last)
        first = max(first, last - RECENT)
        state = self._history.at(first)
        found = []
        for index in range(first, last):
            if actors[index] not in (CHANCE, seat):
                found.append((actors[index], shadow_of(state, self._history.moves[index], seat)))
            state.apply(self._history.moves[index])
        return found

    def log(self, seat: int, since: int = 0) -> list[LogLine]:
        """Return the moves from index `since` on, each as `seat` saw it when it happened."""
        self._check_reader(seat)
        if seat not in self._logs:
            self._logs[seat] = _Log(since)
        log = self._logs[seat]
        if since < log.first:
            log.lines[:0] = self._lines(seat, since, log.first)
            log.first = since
        log.lines += self._lines(seat, log.first + len(log.lines), self.moves_made)
        return log.lines[since - log.first :]

    # Moves and undo.

    def play(self, seat: int, move: int | str) -> None:
        """Make a move, given as an int or as text, and the draws that follow. Raise NotYours or Refused if it is illegal."""
        self.accept(self.step(seat, move))

    def step(self, seat: int, *moves: int | str) -> Step:
        """Return the step that one or several moves in a row lead to, without applying it; `accept` does.

        Raise NotYours if it is not the seat's turn, Refused if a move is illegal, and DraftEnded if the turn ends before the last.
        """
        self._check_reader(seat)
        if not moves:
            raise NotYours(say("there is no move to make"))
        state = self._history.state
        if seat != state.actor:
            raise NotYours(self.waiting_for(seat))
        chosen = [self.game.parse(move) if isinstance(move, str) else move for move in moves]
        check(self.game, self.game.view(state, seat), chosen)  # on the seat's own view, so that not even an error can leak
        return self._step_with_draws(*((seat, move) for move in chosen))

    def view_after(self, step: Step, seat: int) -> View:
        """Return the view of a seat after a step that has not been applied."""
        return view_of(self.game, self._after(step.entries), seat)

    def extended(self, step: Step, *moves: int) -> Step:
        """Return a step with legal moves of the seat that is to act after it, and the draws that follow."""
        return self._step_with_draws(*step.entries, *((step.actor, move) for move in moves))

    def accept(self, step: Step) -> None:
        """Apply a step. Raise NotYours if the table has changed since the step was computed."""
        if step.after != self.moves_made:
            raise NotYours(say("the table has moved on"))
        for actor, move in step.entries:
            self._history.apply(actor, move)

    def can_undo(self, seat: int) -> bool:
        """Return whether the last event is a move of this seat, so that nothing was revealed and no one else has acted since.

        The end of a game reveals what was hidden, so its last move cannot be undone.
        """
        actors = self._history.actors
        if self.practice:
            return seat in actors
        return bool(actors) and seat >= 0 and actors[-1] == seat and not self.over

    def undos_of_turn(self, seat: int) -> int:
        """Return how many undos lead back to the start of the seat's turn, or as far as undo is possible."""
        if not self.can_undo(seat):
            return 0
        actors = self._history.actors
        index = len(actors) - 1
        while self.practice and index >= 0 and actors[index] != seat:
            index -= 1
        count = 0
        while index >= 0 and (actors[index] == seat or (self.practice and actors[index] == CHANCE)):
            count += actors[index] == seat
            index -= 1
        return count

    def undo(self, seat: int) -> None:
        """Undo the last move of a seat. Raise NotYours if `can_undo` says that it is final."""
        self._check_reader(seat)
        if not self.can_undo(seat):
            raise NotYours(say("there is nothing to undo: a move is final once something is revealed or another player has acted"))
        count = self.moves_made - 1
        while self._history.actors[count] != seat:
            count -= 1
        self._history.cut(count)
        for log in self._logs.values():
            del log.lines[max(0, count - log.first) :]
            log.first = min(log.first, count)

    # Records.

    def record(self) -> Record:
        """Return the open record with its secret. It reveals everything: only for finished games and for storage."""
        extras = self._extras()
        if isinstance(self._source, Secret):
            extras["secret"] = self._source.secret.hex()
        scores = self.scores() if self.over else None
        return self._record([self.game.notation(move) for move in self._history.moves], extras, scores)

    def record_seen(self, seat: int) -> Record:
        """Return the record as one seat has seen it, with hidden moves replaced by their shadows."""
        self._check_reader(seat)
        state = self._history.at(0)
        texts = []
        for move in self._history.moves:
            texts.append(self.game.notation(shadow_of(state, move, seat)))
            state.apply(move)
        extras = self._extras()
        extras.pop("seed", None)
        extras["seen-by"] = "spectator" if seat == SPECTATOR else str(seat)
        return self._record(texts, extras, self.scores() if self.over else None)

    def entries(self) -> list[tuple[int, int]]:
        """Return all moves as (actor, move), nothing hidden: for storage."""
        return list(zip(self._history.actors, self._history.moves, strict=True))

    def _record(self, texts: list[str], extras: dict[str, str], scores: list[int] | None) -> Record:
        entries = [Entry(actor, text) for actor, text in zip(self._history.actors, texts, strict=True)]
        return Record(self.game.name, self.game.version, self.seats, self.options, extras, entries, scores)

    def _extras(self) -> dict[str, str]:
        extras = {"board": self.board} if self.board else {}
        extras["names"] = json.dumps([fitted(name) for name in self.names], ensure_ascii=False)  # what is written can be read
        if isinstance(self._source, Seeded):
            extras["seed"] = str(self._source.seed)
        if isinstance(self._source, Secret):
            extras["commitment"] = self._source.commitment
            if self._source.nonces is not None:
                extras["nonces"] = json.dumps([nonce.hex() for nonce in self._source.nonces])
            if self._source.lot is not None:
                extras["lot"] = json.dumps(self._source.lot)
        return extras

    # Helpers.

    def _at(self, count: int | None) -> State:
        """Return the state after `count` moves, or the live one, which must not be changed."""
        return self._history.state if count is None else self._history.at(count)

    def _lines(self, seat: int, first: int, last: int) -> list[LogLine]:
        if first >= last:
            return []
        return log_lines(self.game, self._history.at(first), self._history.moves[first:last], seat, first)

    def _step_with_draws(self, *entries: tuple[int, int]) -> Step:
        """Return the step of these entries and the draws that follow them."""
        all_entries = list(entries)
        state = self._after(entries)
        if state.actor == CHANCE:
            draws = self._history.actors.count(CHANCE) + sum(actor == CHANCE for actor, _ in entries)
            while state.actor == CHANCE:
                all_entries.append((CHANCE, draw(state, self._source, draws)))
                state.apply(all_entries[-1][1])
                draws += 1
        return Step(self.moves_made, tuple(all_entries), state.actor, _result(state))

    def _after(self, entries: Sequence[tuple[int, int]]) -> State:
        """Return the live state with these entries applied to a copy."""
        state = self._history.state.copy()
        for _, move in entries:
            state.apply(move)
        return state

    def _check_reader(self, seat: int) -> None:
        may_see_all = seat == OPEN and (self.over or self.face_up)
        if seat != SPECTATOR and not may_see_all and not 0 <= seat < self.seats:
            raise BadSetup(say("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.seats - 1))

    def waiting_for(self, seat: int) -> Sentence:
        """Return why a seat that is not to act cannot move."""
        if self.over:
            return say("the game is over")
        if seat == SPECTATOR:
            return say("spectators cannot move")
        return say("it is {name}'s turn", name=self.names[self._history.state.actor])


def _result(state: State) -> Result | None:
    return Result(list(state.scores()), list(state.ranks())) if state.actor == OVER else None


def recent_span(actors: Sequence[int], seat: int, made: int) -> tuple[int, int]:
    """Return the end and the start, as numbers of moves, of what happened between the last two turns of a seat.

    For a spectator this is the last turn of a player.
    """
    end = made
    if seat < 0:
        while end and actors[end - 1] == CHANCE:
            end -= 1
        seat = actors[end - 1] if end else CHANCE
        start = end
        while start and actors[start - 1] in (seat, CHANCE):
            start -= 1
        return made, start
    while end and actors[end - 1] in (seat, CHANCE):  # moves of the turn that is under way
        end -= 1
    start = end
    while start and actors[start - 1] != seat:
        start -= 1
    return end, start


class _Log:
    """The cached log lines of one reader, from index `first` on."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.lines: list[LogLine] = []
