"""The table: the live authority of one game. It checks, applies, draws, remembers, and shows each seat only its own view."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.core.game import Game, Refused
from roundhouse.core.record import Entry, Record, replay_until
from roundhouse.core.sentence import BadSetup, HouseError, Sentence, say
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State, View
from roundhouse.play.chance import Secret, Seeded, Source, draw
from roundhouse.play.log import LogLine, log_lines


class NotYours(HouseError):
    """A move or an undo by a seat that may not make it now."""


class Table:
    """One game being played. Only views leave it while the game runs; the open record may be read when it is over."""

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        options: Mapping[str, Any] | None = None,
        source: Source | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.game = game
        self.options = dict(options or {})
        self.names = list(names) if names is not None else [f"Player {seat + 1}" for seat in range(seats)]
        self._state: State = game.start(seats, game.options_from(self.options))
        if len(self.names) != seats:
            raise BadSetup(say("{found} names for {seats} seats", found=len(self.names), seats=seats))
        self.seats = seats
        self._source = Secret() if source is None else source
        self._moves: list[int] = []
        self._actors: list[int] = []
        self._draws = 0
        self._let_chance_act()

    @classmethod
    def resume(cls, game: Game[Any], record: Record, source: Source) -> Table:
        """The table of a record, ready to be played on; every move is checked again."""
        table = cls(game, record.seats, record.options, source, record.names)
        state, moves = replay_until(game, record, len(record.entries))
        table._state = state
        table._moves = moves
        table._actors = [entry.actor for entry in record.entries]
        table._draws = table._actors.count(CHANCE)
        table._let_chance_act()
        return table

    # What everybody may know.

    @property
    def actor(self) -> int:
        """The seat to act, or OVER."""
        return self._state.actor

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.actor == OVER

    @property
    def moves_made(self) -> int:
        """The number of moves in the record, chance included."""
        return len(self._moves)

    def scores(self) -> list[int]:
        """The points on the board; final once the game is over."""
        return list(self._state.scores())

    def ranks(self) -> list[int]:
        """The places, 0 the best, once the game is over."""
        return list(self._state.ranks())

    # What one reader may know.

    def view(self, seat: int) -> View:
        """What a seat, or SPECTATOR, may know now."""
        self._check_reader(seat)
        return self.game.view(self._state, seat)

    def moves(self, seat: int) -> list[int]:
        """What a seat may do now: nothing unless it is its turn."""
        self._check_reader(seat)
        return list(self._state.legal_moves()) if self._state.actor == seat else []

    def last_move(self, seat: int) -> int:
        """The last move of a player as `seat` saw it; -1 before the first."""
        lines = [line for line in self.log(seat) if line.actor != CHANCE]
        return lines[-1].move if lines else -1

    def log(self, seat: int, since: int = 0) -> list[LogLine]:
        """The moves from number `since` on, each as `seat` saw it when it happened."""
        self._check_reader(seat)
        return log_lines(self.game, self._first_state(), self._moves, seat, self.names, since)

    # What a seat may do.

    def play(self, seat: int, move: int | str) -> None:
        """Makes a move, given as an int or as text, and lets chance act after it. An illegal one changes nothing."""
        self._check_reader(seat)
        number = self.game.parse(move) if isinstance(move, str) else move
        if seat != self._state.actor:
            raise NotYours(self._not_yours(seat))
        refusal = self.game.refusal(self.game.view(self._state, seat).position, number)
        if refusal is not None:
            raise Refused(refusal)
        self._apply(seat, number)
        self._let_chance_act()

    def can_undo(self, seat: int) -> bool:
        """Whether the last thing that happened is a move of this seat: nothing revealed since, nobody else has acted."""
        return bool(self._actors) and seat >= 0 and self._actors[-1] == seat

    def undo(self, seat: int) -> None:
        """Takes back the last move of a seat; a draw or another seat's move stands in the way for good."""
        self._check_reader(seat)
        if not self.can_undo(seat):
            raise NotYours(say("there is nothing to take back: a move stands once a card is revealed or another player has acted"))
        self._actors.pop()
        self._moves.pop()
        state = self._first_state()
        for move in self._moves:
            state.apply(move)
        self._state = state

    # The record.

    def record(self) -> Record:
        """The open record, with what verifies it: all secrets, so for the end of a game or for the keeper of the table."""
        extras = self._extras()
        if isinstance(self._source, Secret):
            extras["secret"] = self._source.secret.hex()
        scores = self.scores() if self.over else None
        return self._record([self.game.notation(move) for move in self._moves], extras, scores)

    def record_seen(self, seat: int) -> Record:
        """The record as one seat has seen it: its trace. Hidden moves are replaced by their shadows."""
        self._check_reader(seat)
        state = self._first_state()
        texts = []
        for move in self._moves:
            texts.append(self.game.notation(state.seen(move, seat)))
            state.apply(move)
        extras = self._extras()
        extras.pop("seed", None)
        extras["seen-by"] = "spectator" if seat == SPECTATOR else str(seat)
        return self._record(texts, extras, self.scores() if self.over else None)

    def _record(self, texts: list[str], extras: dict[str, str], scores: list[int] | None) -> Record:
        entries = [Entry(actor, text) for actor, text in zip(self._actors, texts, strict=True)]
        return Record(self.game.name, self.game.version, self.seats, self.options, extras, entries, scores)

    def _extras(self) -> dict[str, str]:
        extras = {"names": json.dumps(self.names, ensure_ascii=False)}
        if isinstance(self._source, Seeded):
            extras["seed"] = str(self._source.seed)
        if isinstance(self._source, Secret):
            extras["commitment"] = self._source.commitment
        return extras

    # Inside.

    def _first_state(self) -> State:
        state: State = self.game.start(self.seats, self.game.options_from(self.options))
        return state

    def _apply(self, actor: int, move: int) -> None:
        self._actors.append(actor)
        self._moves.append(move)
        self._state.apply(move)

    def _let_chance_act(self) -> None:
        while self._state.actor == CHANCE:
            self._apply(CHANCE, draw(self._state, self._source, self._draws))
            self._draws += 1

    def _check_reader(self, seat: int) -> None:
        if seat != SPECTATOR and not 0 <= seat < self.seats:
            raise BadSetup(say("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.seats - 1))

    def _not_yours(self, seat: int) -> Sentence:
        if self.over:
            return say("the game is over")
        if seat == SPECTATOR:
            return say("spectators do not move")
        return say("it is the turn of {name}", name=self.names[self._state.actor])
