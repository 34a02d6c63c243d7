"""The table: the live authority of one game. It checks, applies, draws, remembers, and shows each seat only its own view."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from roundhouse.core.game import Game, Refused
from roundhouse.core.names import fitted
from roundhouse.core.record import Entry, Record, replay_until
from roundhouse.core.sentence import BadSetup, HouseError, Sentence, say
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State, View
from roundhouse.play.chance import Secret, Seeded, Source, draw
from roundhouse.play.history import History
from roundhouse.play.log import OPEN, LogLine, log_lines, shadow_of, view_of


class NotYours(HouseError):
    """A move or an undo by a seat that may not make it now."""


@dataclass(frozen=True)
class Step:
    """A legal move and the draws it leads to: found, not made yet, so that it can be written down before it happens."""

    after: int  # so many moves
    entries: tuple[tuple[int, int], ...]  # who (a seat or CHANCE) and what
    actor: int  # the seat to act then, or OVER

    @property
    def over(self) -> bool:
        """Whether the game ends with it."""
        return self.actor == OVER


class Table:
    """One game being played. Only views leave it while the game runs; the open record may be read when it is over.

    At a practice table a player may take back any move, whatever has happened since; the same draws come again.
    A table that lies face up, such as that of an open record, has no secrets from anybody.
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
        self.game = game
        self.options = dict(options or {})
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
        self.accept(self._draws_due())

    @classmethod
    def resume(cls, game: Game[Any], record: Record, source: Source, *, face_up: bool = False) -> Table:
        """The table of a record, ready to be played on; every move is checked again."""
        _, moves = replay_until(game, record, len(record.entries))
        table = cls(game, record.seats, record.options, source, record.names, face_up=face_up)
        table.restore([(entry.actor, move) for entry, move in zip(record.entries, moves, strict=True)])
        table.accept(table._draws_due())
        return table

    def restore(self, entries: Sequence[tuple[int, int]]) -> None:
        """Puts these moves and draws, checked when they were made, in the place of what the table holds."""
        self._history.cut(0)
        self._logs.clear()
        for actor, move in entries:
            self._history.apply(actor, move)

    def extend(self, actor: int, move: int) -> None:
        """One more move or draw, checked when it was made elsewhere."""
        self._history.apply(actor, move)

    def rename(self, names: Sequence[str]) -> None:
        """The players are called differently from now on, in what was said before too."""
        self.names = list(names)

    # What everybody may know.

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
        """Who made each move: a seat or CHANCE."""
        return self._history.actors

    def scores(self, count: int | None = None) -> list[int]:
        """The points on the board, now or after `count` moves; final once the game is over."""
        return list(self._at(count).scores())

    def ranks(self) -> list[int]:
        """The places, 0 the best, once the game is over."""
        return list(self._history.state.ranks())

    # What one reader may know, now or after the first `count` moves.

    def view(self, seat: int, count: int | None = None) -> View:
        """What a seat or SPECTATOR may know, or OPEN, once the game is over."""
        self._check_reader(seat)
        return view_of(self.game, self._at(count), seat)

    def moves(self, seat: int) -> list[int]:
        """What a seat may do now: nothing unless it is its turn."""
        self._check_reader(seat)
        state = self._history.state
        return list(state.legal_moves()) if state.actor == seat else []

    def last_move(self, seat: int, count: int | None = None) -> int:
        """The last move of a player as `seat` saw it; -1 before the first."""
        self._check_reader(seat)
        number = (self.moves_made if count is None else count) - 1
        while number >= 0 and self._history.actors[number] == CHANCE:
            number -= 1
        return shadow_of(self._history.at(number), self._history.moves[number], seat) if number >= 0 else -1

    def log(self, seat: int, since: int = 0) -> list[LogLine]:
        """The moves from number `since` on, each as `seat` saw it when it happened."""
        self._check_reader(seat)
        if seat not in self._logs:
            self._logs[seat] = _Log(since)
        log = self._logs[seat]
        if since < log.first:
            log.lines[:0] = self._lines(seat, since, log.first)
            log.first = since
        log.lines += self._lines(seat, log.first + len(log.lines), self.moves_made)
        return log.lines[since - log.first :]

    # What a seat may do.

    def play(self, seat: int, move: int | str) -> None:
        """Makes a move, given as an int or as text, and lets chance act after it. An illegal one changes nothing."""
        self.accept(self.step(seat, move))

    def step(self, seat: int, move: int | str) -> Step:
        """What a move would lead to; an illegal one is refused. Nothing has changed yet: `accept` makes it happen."""
        self._check_reader(seat)
        number = self.game.parse(move) if isinstance(move, str) else move
        state = self._history.state
        if seat != state.actor:
            raise NotYours(self._not_yours(seat))
        refusal = self.game.refusal(self.game.view(state, seat).position, number)
        if refusal is not None:
            raise Refused(refusal)
        return self._draws_due((seat, number))

    def accept(self, step: Step) -> None:
        """Makes a step happen. It must be the latest thing that was found: a step of another moment is refused."""
        if step.after != self.moves_made:
            raise NotYours(say("the table has moved on"))
        for actor, move in step.entries:
            self._history.apply(actor, move)

    def can_undo(self, seat: int) -> bool:
        """Whether the last thing that happened is a move of this seat: nothing revealed since, nobody else has acted.

        The end of a game reveals what was hidden, so its last move stands.
        """
        actors = self._history.actors
        if self.practice:
            return seat in actors
        return bool(actors) and seat >= 0 and actors[-1] == seat and not self.over

    def undos_of_turn(self, seat: int) -> int:
        """How many moves `undo` takes back to the beginning of the seat's turn, as far as they can be taken back."""
        if not self.can_undo(seat):
            return 0
        actors = self._history.actors
        number = len(actors) - 1
        while self.practice and number >= 0 and actors[number] != seat:
            number -= 1
        count = 0
        while number >= 0 and (actors[number] == seat or (self.practice and actors[number] == CHANCE)):
            count += actors[number] == seat
            number -= 1
        return count

    def undo(self, seat: int) -> None:
        """Takes back the last move of a seat; a draw or another seat's move stands in the way for good, but for practice."""
        self._check_reader(seat)
        if not self.can_undo(seat):
            raise NotYours(say("there is nothing to take back: a move stands once something is shown or another player has acted"))
        count = self.moves_made - 1
        while self._history.actors[count] != seat:
            count -= 1
        self._history.cut(count)
        for log in self._logs.values():
            del log.lines[max(0, count - log.first) :]
            log.first = min(log.first, count)

    # The record.

    def record(self) -> Record:
        """The open record, with what verifies it: all secrets, so for the end of a game or for the keeper of the table."""
        extras = self._extras()
        if isinstance(self._source, Secret):
            extras["secret"] = self._source.secret.hex()
        scores = self.scores() if self.over else None
        return self._record([self.game.notation(move) for move in self._history.moves], extras, scores)

    def record_seen(self, seat: int) -> Record:
        """The record as one seat has seen it: its trace. Hidden moves are replaced by their shadows."""
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
        """Who (a seat or CHANCE) made which move, open: for the keeper of the table, who writes it down."""
        return list(zip(self._history.actors, self._history.moves, strict=True))

    def _record(self, texts: list[str], extras: dict[str, str], scores: list[int] | None) -> Record:
        entries = [Entry(actor, text) for actor, text in zip(self._history.actors, texts, strict=True)]
        return Record(self.game.name, self.game.version, self.seats, self.options, extras, entries, scores)

    def _extras(self) -> dict[str, str]:
        extras = {"names": json.dumps([fitted(name) for name in self.names], ensure_ascii=False)}  # what is written can be read
        if isinstance(self._source, Seeded):
            extras["seed"] = str(self._source.seed)
        if isinstance(self._source, Secret):
            extras["commitment"] = self._source.commitment
        return extras

    # Inside.

    def _at(self, count: int | None) -> State:
        """The state after `count` moves, or the live one, to be read only."""
        return self._history.state if count is None else self._history.at(count)

    def _lines(self, seat: int, first: int, last: int) -> list[LogLine]:
        if first >= last:
            return []
        return log_lines(self.game, self._history.at(first), self._history.moves[first:last], seat, first)

    def _draws_due(self, *entries: tuple[int, int]) -> Step:
        """These moves, and what chance does after them."""
        found = list(entries)
        state = self._history.state.copy()
        for _, move in found:
            state.apply(move)
        draws = self._history.actors.count(CHANCE)
        while state.actor == CHANCE:
            found.append((CHANCE, draw(state, self._source, draws)))
            state.apply(found[-1][1])
            draws += 1
        return Step(self.moves_made, tuple(found), state.actor)

    def _check_reader(self, seat: int) -> None:
        open_book = seat == OPEN and (self.over or self.face_up)
        if seat != SPECTATOR and not open_book and not 0 <= seat < self.seats:
            raise BadSetup(say("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.seats - 1))

    def _not_yours(self, seat: int) -> Sentence:
        if self.over:
            return say("the game is over")
        if seat == SPECTATOR:
            return say("spectators do not move")
        return say("it is the turn of {name}", name=self.names[self._history.state.actor])


class _Log:
    """The lines that one reader was told, from a number on."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.lines: list[LogLine] = []
