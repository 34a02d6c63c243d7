"""The laws of the house: what must hold in every position of every game. The fuzzer and the test suite run these.

1. Every game ends within `max_moves`, and `check()` holds after every move.
2. Moves are ascending, distinct, in range and never none; weights are positive; `choices()` is a part of them.
3. A copy is equal, and moving one of the two leaves the other untouched.
4. A record written, read and replayed gives the same state; every text of it round-trips.
5. A world dealt from a view looks the same to that view; the acting seat has the same moves in both. Looking changes nothing.
6. Who has seen the same has the same before his eyes: two histories with one trace give one view, drawing, log, error
   and the same numbers for learning.
7. The drawing is well-formed, and offers exactly the legal moves.
8. The compiled and the interpreted engine play the same games (`digest` is what to compare).
9. A move is legal, or refused with a clause that exists, and refused means nothing changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final
from xml.etree import ElementTree

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import Entry, Record, read, replay, write
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State, View, fields
from roundhouse.ui import drawing, rulebook

LOOK_EVERY: Final = 40  # the dear laws look at about one position in so many
_REFUSALS: Final = 60  # moves tried at such a position
_HIDDEN_SWAP: Final = 4  # a twin takes another hidden move one time in so many
_NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay")
_LAYOUTS: Final = ("wide", "narrow")


class Broken(AssertionError):
    """A law does not hold; the record leads to where."""

    def __init__(self, law: int, reason: str, record: Record) -> None:
        super().__init__(f"law {law}: {reason}")
        self.law = law
        self.reason = reason
        self.record = record

    def __reduce__(self) -> tuple[object, ...]:
        return Broken, (self.law, self.reason, self.record)


def check_game(
    game: Game[Any], seats: int, seed: int, options: Mapping[str, Any] | None = None, look_every: int = LOOK_EVERY
) -> Record:
    """Plays one random game and checks laws 1 to 7 and 9 on it; the record. Raises Broken."""
    inspection = _Inspection(game, seats, seed, options or {}, look_every)
    try:
        return inspection.run()
    except Broken:
        raise
    except Exception as error:  # a game that fails does not end, and its record is what leads to the fault
        raise Broken(1, f"{type(error).__name__}: {error} (after move {len(inspection.moves)})", inspection.record) from error


def digest(game: Game[Any], seats: int, seed: int, options: Mapping[str, Any] | None = None) -> tuple[str, Record]:
    """A fingerprint of one random game, move by move, and its record: law 8 compares them between engines."""
    state = game.start(seats, game.options_from(options or {}))
    record = Record(game.name, game.version, seats, options or {})
    rng = Rng(seed)
    seen = hashlib.sha256()
    while state.actor != OVER:
        legal = state.legal_moves()
        move = state.draw(rng) if state.actor == CHANCE else legal[rng.below(len(legal))]
        record.entries.append(Entry(state.actor, game.notation(move)))
        seen.update(f"{state.actor} {list(legal)} {list(state.choices())} {move}\n".encode())
        state.apply(move)
    seen.update(f"{fields(state)} {list(state.scores())} {list(state.ranks())}".encode())
    record.scores = list(state.scores())
    return seen.hexdigest(), record


class _Inspection:
    """One random game under inspection."""

    def __init__(self, game: Game[Any], seats: int, seed: int, options: Mapping[str, Any], look_every: int) -> None:
        self.game = game
        self.look_every = look_every
        self.rng = Rng(seed)
        self.state: State = game.start(seats, game.options_from(options))
        self.record = Record(game.name, game.version, seats, options)
        self.moves: list[int] = []
        self.readers = (*range(seats), SPECTATOR)
        self.copy = self.state.copy()
        self.copied = fields(self.copy)

    def run(self) -> Record:
        while self.state.actor != OVER:
            self._hold(1, len(self.moves) < self.game.max_moves, f"the game is not over after {self.game.max_moves} moves")
            legal = list(self.state.legal_moves())
            self._check_moves(legal)
            if self.rng.below(self.look_every) == 0:
                self._look(legal)
            self._advance(legal)
        self._look([])
        self._check_backdrop()
        self._check_end()
        self._check_record()
        for seat in self.readers:
            self._check_twin(seat)
        return self.record

    def _hold(self, law: int, condition: bool, reason: str) -> None:
        if not condition:
            raise Broken(law, f"{reason} (after move {len(self.moves)})", self.record)

    def _advance(self, legal: Sequence[int]) -> None:
        state = self.state
        move = state.draw(self.rng) if state.actor == CHANCE else legal[self.rng.below(len(legal))]
        self._hold(2, move in legal, f"draw() gave {self.game.notation(move)}, which is no outcome")
        text = self.game.notation(move)
        self._hold(4, self.game.parse(text) == move, f"'{text}' is not read as it was written")
        self.record.entries.append(Entry(state.actor, text))
        self.moves.append(move)
        state.apply(move)
        try:
            state.check()
        except AssertionError as error:
            raise Broken(1, f"check() fails after '{text}': {error}", self.record) from error

    def _check_moves(self, legal: list[int]) -> None:
        """Law 2."""
        state, game = self.state, self.game
        chance = state.actor == CHANCE
        first, last = (game.move_count, game.move_count + game.outcome_count) if chance else (0, game.move_count)
        self._hold(2, bool(legal), "nobody can do anything")
        self._hold(2, all(a < b for a, b in pairwise(legal)), "moves are not ascending")
        self._hold(2, first <= legal[0] and legal[-1] < last, "a move is out of range")
        if chance:
            self._hold(2, all(state.weight(outcome) > 0 for outcome in legal), "an outcome has no weight")
        else:
            choices = list(state.choices())
            self._hold(2, bool(choices) and set(choices) <= set(legal), "choices() is empty or offers what is not legal")

    def _look(self, legal: list[int]) -> None:
        """The laws that are too dear for every position."""
        self._check_copy()
        self._check_refusals(legal)
        before = fields(self.state)
        for seat in self.readers:
            self._check_world(seat, self.game.view(self.state, seat), legal)
        self._hold(5, fields(self.state) == before, "looking at the state has changed it")
        reader = self.readers[self.rng.below(len(self.readers))]
        self._check_drawing(reader, [])
        if self.state.actor >= 0:
            self._check_drawing(self.state.actor, legal)

    def _check_copy(self) -> None:
        """Law 3; since the last look, the original has moved on."""
        self._hold(3, fields(self.copy) == self.copied, "moving the original has changed a copy")
        before = fields(self.state)
        copy = self.state.copy()
        self._hold(3, copy == self.state, "a copy differs from the original")
        for _ in range(5):
            if copy.actor == OVER:
                break
            moves = copy.legal_moves()
            copy.apply(moves[self.rng.below(len(moves))])
        self._hold(3, fields(self.state) == before, "moving a copy has changed the original")
        self.copy, self.copied = copy, fields(copy)

    def _check_refusals(self, legal: list[int]) -> None:
        """Law 9, on the legal moves and on a sample of all others."""
        game, state = self.game, self.state
        total = game.move_count + game.outcome_count + game.shadow_count
        before = fields(state)
        known = clauses_of(game)
        for move in (*legal, *(self.rng.below(total) for _ in range(_REFUSALS))):
            refusal = game.refusal(state, move)
            text = game.notation(move)
            self._hold(9, (refusal is None) == (move in legal), f"'{text}' is legal and refused, or neither")
            if refusal is not None and known:  # a game without a rules page has no clauses to compare with
                self._hold(9, refusal.clause in known, f"'{text}' is refused by {refusal.clause}, which is no clause")
        self._hold(9, fields(state) == before, "asking for a refusal has changed the state")

    def _check_world(self, seat: int, seen: View, legal: list[int]) -> None:
        """Law 5."""
        world = self.game.determinize(seen, self.rng)
        self._hold(5, self.game.view(world, seat) == seen, f"a world dealt for seat {seat} looks different to it")
        if self.state.actor == seat:
            self._hold(5, list(seen.position.legal_moves()) == legal, f"the view of seat {seat} has other moves than the state")
            self._hold(5, list(world.legal_moves()) == legal, f"a world dealt for seat {seat} has other moves than the state")
        try:
            world.check()
        except AssertionError as error:
            raise Broken(5, f"a world dealt for seat {seat} is impossible: {error}", self.record) from error

    def _check_drawing(self, seat: int, legal: list[int]) -> None:
        """Law 7; a reader to whom no moves are given is offered none."""
        seen = self.game.view(self.state, seat)
        layout = _LAYOUTS[self.rng.below(2)]
        language = ("en", "fr")[self.rng.below(2)]
        parts = drawing.render(self.game, seen, legal, _NAMES, language, layout)
        try:
            offered = offered_moves(parts.values())
        except ElementTree.ParseError as error:
            raise Broken(7, f"the {layout} drawing for seat {seat} is not well-formed: {error}", self.record) from error
        wanted = {self.game.notation(move) for move in legal}
        self._hold(7, offered == wanted, f"the {layout} drawing for seat {seat} offers {offered ^ wanted} wrongly or not at all")

    def _check_backdrop(self) -> None:
        """Law 7: the part of the drawing that never changes offers nothing."""
        for layout in _LAYOUTS:
            try:
                offered = offered_moves([self.game.backdrop(self.game.view(self.state, SPECTATOR), layout)])
            except ElementTree.ParseError as error:
                raise Broken(7, f"the {layout} backdrop is not well-formed: {error}", self.record) from error
            self._hold(7, not offered, f"the {layout} backdrop offers {offered}")

    def _check_end(self) -> None:
        ranks = list(self.state.ranks())
        self._hold(
            1, min(ranks) == 0 and all(ranks.count(rank) + rank <= len(ranks) for rank in ranks), f"ranks {ranks} are no ranking"
        )
        self._hold(2, len(self.state.legal_moves()) == 0, "there are moves after the end")

    def _check_record(self) -> None:
        """Law 4."""
        self.record.scores = list(self.state.scores())
        again = replay(self.game, read(write(self.record)))
        self._hold(4, again == self.state, "the record replays to another state")

    def _check_twin(self, seat: int) -> None:
        """Law 6: a second history in which everything that `seat` cannot see may be different."""
        game = self.game
        truth: State = game.start(self.record.seats, game.options_from(self.record.options))
        twin = truth.copy()
        for number, move in enumerate(self.moves):
            shadow = truth.seen(move, seat)
            other = self._twin_move(twin, seat, move, shadow)
            if other is None:
                return
            thorough = self.rng.below(self.look_every) == 0
            told = [self._told(state, seat, shadow, thorough) for state in (truth, twin)]
            truth.apply(move)
            twin.apply(other)
            if truth.actor == OVER:
                return
            same = told[0] == told[1] and self._shown(truth, seat, thorough) == self._shown(twin, seat, thorough)
            self._hold(6, same, f"seat {seat} can tell apart two histories it has seen alike, after move {number + 1}")

    def _told(self, state: State, seat: int, shadow: int, thorough: bool) -> str:
        """The sentence of the log about a move about to be made, where it is looked at thoroughly."""
        return str(self.game.describe(self.game.view(state, seat), shadow, _NAMES)) if thorough else ""

    def _twin_move(self, twin: State, seat: int, move: int, shadow: int) -> int | None:
        """A move of the twin that `seat` sees as the same: the same, or now and then another hidden one. None if there is none."""
        legal = list(twin.legal_moves())
        if shadow == move:
            return move if move in legal and twin.seen(move, seat) == shadow else None
        alike = [other for other in legal if twin.seen(other, seat) == shadow]
        if move in alike and self.rng.below(_HIDDEN_SWAP):
            return move
        return alike[self.rng.below(len(alike))] if alike else None

    def _shown(self, state: State, seat: int, thorough: bool) -> list[object]:
        """What leaves the engine for a seat: the view; and, where it is looked at thoroughly, everything made of it."""
        game = self.game
        seen = game.view(state, seat)
        if not thorough:
            return [seen]
        moves = list(state.legal_moves()) if state.actor == seat else []
        shown: list[object] = [seen, list(game.numbers(seen)), moves, str(game.prompt(seen))]
        shown.append(drawing.render(game, seen, moves, _NAMES, "en", "wide"))
        shown.append(game.sketch(seen, _NAMES, "en"))
        if state.actor == seat:
            tried = range(0, game.move_count, max(1, game.move_count // _REFUSALS))
            shown.append([str(game.refusal(state, move)) for move in tried])
        return shown


def clauses_of(game: Game[Any]) -> frozenset[str]:
    """The ids of a game's clauses, from its rules page; none where it has no page."""
    return frozenset(clause for clause in rulebook.clauses(game, "en") if not clause.startswith(f"{game.clauses}-R"))


def offered_moves(parts: Iterable[str]) -> set[str]:
    """The moves that a drawing offers for a click; raises ParseError where it is not well-formed."""
    root = ElementTree.fromstring("<svg>" + "".join(parts) + "</svg>")
    return {element.attrib["data-move"] for element in root.iter() if "data-move" in element.attrib}
