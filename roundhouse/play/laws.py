"""The laws: invariants that must hold in every position of every game. The fuzzer and the test suite check them.

1. Every game ends within `max_moves`, and `check()` holds after every move.
2. Moves are ascending, distinct, in range and never empty; weights are positive; `choices()` is a subset of them.
3. A copy is equal, and applying moves to one of the two does not change the other.
4. A record that is written, read and replayed gives the same state; the notation of every move round-trips.
5. A determinized view looks the same to its seat, with the same legal moves if it is to act. Viewing a state does not change it.
6. Non-interference: two histories that a seat has seen alike give it the same views, drawings, log, errors and observations.
7. The drawing is well-formed, with selections too. It offers exactly the legal moves: at once, or after at most two selections.
   Every compound that it offers is made of moves of the seat that are legal one after the other.
8. The compiled and the interpreted engine play the same games (their `digest`s are compared).
9. A move is either legal or refused with a clause that exists; asking changes nothing.
10. A turn can be composed on a view: while a seat stays to act, its moves applied to its view give the view of what they lead to.
11. The breakdown of a finished game, if there is one, sums to the scores.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final
from xml.etree import ElementTree

from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.record import Entry, Record, read, replay, write
from roundhouse.core.sentence import HouseError
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State, View, fields
from roundhouse.play.draft import compose
from roundhouse.play.offers import drawings, offers_of
from roundhouse.ui import drawing, rulebook
from roundhouse.ui.languages import LANGUAGES, SOURCE
from roundhouse.ui.svg import COMPOUND

LOOK_EVERY: Final = 40  # the expensive laws are checked in about one position in LOOK_EVERY
_SAMPLED_MOVES: Final = 60  # moves tried in such a position
_SWAP_EVERY: Final = 4  # a twin takes another hidden move about one time in _SWAP_EVERY
_NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay")
_LAYOUTS: Final = ("wide", "narrow")
_SELECTIONS: Final = 6  # drawings looked at with a selection, even if fewer offer every move
_DRAFTED: Final = 6  # moves of a draft


class LawBroken(AssertionError):
    """A law does not hold; the record leads to the position."""

    def __init__(self, law: int, reason: str, record: Record) -> None:
        super().__init__(f"law {law}: {reason}")
        self.law = law
        self.reason = reason
        self.record = record

    def __reduce__(self) -> tuple[object, ...]:
        return LawBroken, (self.law, self.reason, self.record)


def check_game(
    game: Game[Any], seats: int, seed: int, options: Mapping[str, Any] | None = None, look_every: int = LOOK_EVERY
) -> Record:
    """Play one random game, check all laws but 8 on it, and return its record. Raise LawBroken."""
    check = _GameCheck(game, seats, seed, options or {}, look_every)
    try:
        return check.run()
    except LawBroken:
        raise
    except Exception as error:  # a game that raises does not end (law 1), and its record leads to the bug
        raise LawBroken(1, f"{type(error).__name__}: {error} (after move {len(check.moves)})", check.record) from error


def digest(game: Game[Any], seats: int, seed: int, options: Mapping[str, Any] | None = None) -> tuple[str, Record]:
    """Return a hash of one random game, move by move, and its record. Law 8 compares the hashes of both engines."""
    options = game.normal(options or {})
    game = game.on(options)
    state = game.start(seats, game.options_from(options))
    record = _empty_record(game, seats, options)
    rng = Rng(seed)
    fingerprint = hashlib.sha256()
    while state.actor != OVER:
        legal = state.legal_moves()
        move = state.draw(rng) if state.actor == CHANCE else legal[rng.below(len(legal))]
        record.entries.append(Entry(state.actor, game.notation(move)))
        fingerprint.update(f"{state.actor} {list(legal)} {list(state.choices())} {move}\n".encode())
        state.apply(move)
    fingerprint.update(f"{fields(state)} {list(state.scores())} {list(state.ranks())}".encode())
    record.scores = list(state.scores())
    return fingerprint.hexdigest(), record


def _empty_record(game: Game[Any], seats: int, options: Mapping[str, Any]) -> Record:
    """Return a record without moves, which states its board if a record without one means another."""
    extras = {"board": game.board} if game.classic not in ("", game.board) else {}
    return Record(game.name, game.version, seats, options, extras)


class _GameCheck:
    """One random game with its checks."""

    def __init__(self, game: Game[Any], seats: int, seed: int, options: Mapping[str, Any], look_every: int) -> None:
        options = game.normal(options)
        game = game.on(options)
        self.game = game
        self.look_every = look_every
        self.rng = Rng(seed)
        self.state: State = game.start(seats, game.options_from(options))
        self.record = _empty_record(game, seats, options)
        self.moves: list[int] = []
        self.readers = (*range(seats), SPECTATOR)
        self.copy = self.state.copy()
        self.copied = fields(self.copy)

    def run(self) -> Record:
        while self.state.actor != OVER:
            self._require(1, len(self.moves) < self.game.max_moves, f"the game is not over after {self.game.max_moves} moves")
            legal = list(self.state.legal_moves())
            self._check_moves(legal)
            if self.rng.below(self.look_every) == 0:
                self._check_position(legal)
            self._advance(legal)
        self._check_position([])
        self._check_backdrop()
        self._check_end()
        self._check_record()
        for seat in self.readers:
            self._check_twin(seat)
        return self.record

    def _require(self, law: int, condition: bool, reason: str) -> None:
        if not condition:
            raise LawBroken(law, f"{reason} (after move {len(self.moves)})", self.record)

    def _advance(self, legal: Sequence[int]) -> None:
        state = self.state
        move = state.draw(self.rng) if state.actor == CHANCE else legal[self.rng.below(len(legal))]
        self._require(2, move in legal, f"draw() gave {self.game.notation(move)}, which is not an outcome")
        text = self.game.notation(move)
        self._require(4, self.game.parse(text) == move, f"'{text}' does not round-trip")
        self.record.entries.append(Entry(state.actor, text))
        self.moves.append(move)
        state.apply(move)
        try:
            state.check()
        except AssertionError as error:
            raise LawBroken(1, f"check() fails after '{text}': {error}", self.record) from error

    def _check_moves(self, legal: list[int]) -> None:
        """Check law 2."""
        state, game = self.state, self.game
        chance = state.actor == CHANCE
        first, last = (game.move_count, game.move_count + game.outcome_count) if chance else (0, game.move_count)
        self._require(2, bool(legal), "there are no legal moves")
        self._require(2, all(a < b for a, b in pairwise(legal)), "moves are not ascending")
        self._require(2, first <= legal[0] and legal[-1] < last, "a move is out of range")
        if chance:
            self._require(2, all(state.weight(outcome) > 0 for outcome in legal), "an outcome has no weight")
        else:
            choices = list(state.choices())
            self._require(2, bool(choices) and set(choices) <= set(legal), "choices() is empty or has illegal moves")

    def _check_position(self, legal: list[int]) -> None:
        """Check the laws that are too expensive for every position."""
        self._check_copy()
        self._check_refusals(legal)
        before = fields(self.state)
        for seat in self.readers:
            view = self.game.view(self.state, seat)
            self._check_world(seat, view, legal)
            same = list(self.game.numbers_of(self.state, seat)) == list(self.game.numbers(view))
            self._require(6, same, f"the encoder gives seat {seat} other numbers from the state than from its view")
        self._require(5, fields(self.state) == before, "viewing the state has changed it")
        reader = self.readers[self.rng.below(len(self.readers))]
        self._check_drawing(reader, [])
        if self.state.actor >= 0:
            self._check_drawing(self.state.actor, legal)
            self._check_draft(legal)

    def _check_copy(self) -> None:
        """Check law 3; the original has moved on since the last check."""
        self._require(3, fields(self.copy) == self.copied, "moving the original has changed a copy")
        before = fields(self.state)
        copy = self.state.copy()
        self._require(3, copy == self.state, "a copy differs from the original")
        for _ in range(5):
            if copy.actor == OVER:
                break
            moves = copy.legal_moves()
            copy.apply(moves[self.rng.below(len(moves))])
        self._require(3, fields(self.state) == before, "moving a copy has changed the original")
        self.copy, self.copied = copy, fields(copy)

    def _check_refusals(self, legal: list[int]) -> None:
        """Check law 9, on the legal moves and on a sample of all others."""
        game, state = self.game, self.state
        total = game.move_count + game.outcome_count + game.shadow_count
        before = fields(state)
        known = clauses_of(game)
        for move in (*legal, *(self.rng.below(total) for _ in range(_SAMPLED_MOVES))):
            refusal = game.refusal(state, move)
            text = game.notation(move)
            self._require(9, (refusal is None) == (move in legal), f"'{text}' is legal and refused, or neither")
            if refusal is not None and known:  # a game without a rules page has no clauses to compare with
                self._require(9, refusal.clause in known, f"'{text}' is refused by {refusal.clause}, which is not a clause")
        self._require(9, fields(state) == before, "asking for a refusal has changed the state")

    def _check_world(self, seat: int, view: View, legal: list[int]) -> None:
        """Check law 5."""
        world = self.game.determinize(view, self.rng)
        self._require(5, self.game.view(world, seat) == view, f"a world dealt for seat {seat} looks different to it")
        if self.state.actor == seat:
            self._require(5, list(view.position.legal_moves()) == legal, f"the view of seat {seat} has other moves than the state")
            self._require(5, list(world.legal_moves()) == legal, f"a world dealt for seat {seat} has other moves than the state")
        try:
            world.check()
        except AssertionError as error:
            raise LawBroken(5, f"a world dealt for seat {seat} is impossible: {error}", self.record) from error

    def _check_drawing(self, seat: int, legal: list[int]) -> None:
        """Check law 7; with no moves given, the drawing must offer none."""
        view = self.game.view(self.state, seat)
        layout = _LAYOUTS[self.rng.below(2)]
        language = LANGUAGES[self.rng.below(len(LANGUAGES))]
        request = DrawingRequest(view=view, moves=legal, names=_NAMES, language=language, layout=layout)
        wanted = {self.game.notation(move) for move in legal}
        offered: set[str] = set()
        about = f"the {layout} drawing for seat {seat}"
        try:
            for count, (selection, offers) in enumerate(drawings(self.game, request)):
                where = f"{about} with '{selection}' selected" if selection else about
                self._require(7, offers.moves <= wanted, f"{where} wrongly offers {offers.moves - wanted}")
                for compound in offers.compounds:
                    self._check_compound(view, compound, where, offering=bool(legal))
                offered |= offers.moves
                if offered == wanted and count >= _SELECTIONS:
                    break
        except ElementTree.ParseError as error:
            raise LawBroken(7, f"{about} is not well-formed: {error}", self.record) from error
        self._require(7, offered == wanted, f"{about} wrongly omits {wanted - offered}")

    def _check_compound(self, view: View, texts: Sequence[str], where: str, *, offering: bool) -> None:
        """Check law 7: a compound is made of moves of the seat that are legal one after the other."""
        about = f"{where} offers '{COMPOUND.join(texts)}'"
        self._require(7, offering, f"{about}, though the seat is offered no moves")
        try:
            compose(self.game, view, [self.game.parse(text) for text in texts])
        except HouseError as error:
            raise LawBroken(7, f"{about}, which is not legal step by step: {error}", self.record) from error

    def _check_draft(self, legal: list[int]) -> None:
        """Check law 10, with moves that a seat makes while it stays to act; and law 7 on the drawing of such a draft."""
        game, seat = self.game, self.state.actor
        truth = self.state.copy()
        view = game.view(truth, seat)
        moves = [legal[self.rng.below(len(legal))]]
        while True:
            truth.apply(moves[-1])
            draft = compose(game, view, moves)
            stays = truth.actor == seat
            self._require(10, draft.complete != stays, f"a draft of seat {seat} and the game disagree on whose turn follows")
            if not stays:
                break
            self._require(10, draft.after == game.view(truth, seat), f"a draft of seat {seat} leads to another view than its moves")
            if len(moves) == _DRAFTED:
                break
            following = truth.legal_moves()
            moves.append(following[self.rng.below(len(following))])
        offered = [] if draft.complete else list(draft.after.position.legal_moves())
        shown = DrawingRequest(view=draft.shown, moves=offered, names=_NAMES, draft=draft.moves, layout=_LAYOUTS[self.rng.below(2)])
        try:
            offers_of(drawing.render(game, shown).values())
        except ElementTree.ParseError as error:
            raise LawBroken(7, f"the drawing of a draft is not well-formed: {error}", self.record) from error
        game.prospects(view, draft.shown)
        for before, move, after in zip(draft.views, draft.moves, draft.views[1:], strict=False):
            if after.position.actor != OVER:
                game.consequences(before, move, after)

    def _check_backdrop(self) -> None:
        """Check law 7: the backdrop, which never changes, offers no moves."""
        for layout in _LAYOUTS:
            try:
                offered = offered_moves([self.game.backdrop(self.game.view(self.state, SPECTATOR), layout)])
            except ElementTree.ParseError as error:
                raise LawBroken(7, f"the {layout} backdrop is not well-formed: {error}", self.record) from error
            self._require(7, not offered, f"the {layout} backdrop offers {offered}")

    def _check_end(self) -> None:
        ranks = list(self.state.ranks())
        self._require(
            1, min(ranks) == 0 and all(ranks.count(rank) + rank <= len(ranks) for rank in ranks), f"ranks {ranks} are not a ranking"
        )
        self._require(2, len(self.state.legal_moves()) == 0, "there are moves after the end")
        scores = list(self.state.scores())
        for seat in self.readers if self.game.brings("breakdown") else ():
            rows = [list(points) for _, points in self.game.breakdown(self.game.view(self.state, seat))]
            self._require(11, all(len(row) == len(scores) for row in rows), "a cause of points does not name every seat")
            sums = [sum(points) for points in zip(*rows, strict=True)]
            self._require(11, sums == scores, f"the breakdown for seat {seat} sums to {sums}, but the scores are {scores}")

    def _check_record(self) -> None:
        """Check law 4."""
        self.record.scores = list(self.state.scores())
        again = replay(self.game, read(write(self.record)))
        self._require(4, again == self.state, "the record replays to another state")

    def _check_twin(self, seat: int) -> None:
        """Check law 6 with a twin: a second history in which everything that `seat` cannot see may differ."""
        game = self.game
        truth: State = game.start(self.record.seats, game.options_from(self.record.options))
        twin = truth.copy()
        for index, move in enumerate(self.moves):
            shadow = truth.seen(move, seat)
            other = self._twin_move(twin, seat, move, shadow)
            if other is None:
                return
            thorough = self.rng.below(self.look_every) == 0
            told = [self._told(state, seat, shadow, made, thorough) for state, made in ((truth, move), (twin, other))]
            truth.apply(move)
            twin.apply(other)
            if truth.actor == OVER:
                return
            same = told[0] == told[1] and self._outputs(truth, seat, thorough) == self._outputs(twin, seat, thorough)
            self._require(6, same, f"seat {seat} can tell apart two histories it has seen alike, after move {index + 1}")

    def _told(self, state: State, seat: int, shadow: int, move: int, thorough: bool) -> list[object]:
        """Return what the log tells a seat about a move that is about to be made, if the check is thorough."""
        if not thorough:
            return []
        before, following = self.game.view(state, seat), state.copy()
        following.apply(move)
        told: list[object] = [str(self.game.describe(before, shadow)), list(self.game.places(before, shadow))]
        if following.actor != OVER:  # the end reveals what was hidden
            told.append([str(sentence) for sentence in self.game.consequences(before, shadow, self.game.view(following, seat))])
        return told

    def _twin_move(self, twin: State, seat: int, move: int, shadow: int) -> int | None:
        """Return a move of the twin that `seat` sees as `shadow`: `move` or, sometimes, another one. None if there is none."""
        legal = list(twin.legal_moves())
        if shadow == move:
            return move if move in legal and twin.seen(move, seat) == shadow else None
        matching = [other for other in legal if twin.seen(other, seat) == shadow]
        if move in matching and self.rng.below(_SWAP_EVERY):
            return move
        return matching[self.rng.below(len(matching))] if matching else None

    def _outputs(self, state: State, seat: int, thorough: bool) -> list[object]:
        """Return what leaves the engine for a seat: the view and, if the check is thorough, everything made from it."""
        game = self.game
        view = game.view(state, seat)
        if not thorough:
            return [view]
        moves = list(state.legal_moves()) if state.actor == seat else []
        outputs: list[object] = [view, list(game.numbers(view)), moves, str(game.prompt(view))]
        outputs.append(drawing.render(game, DrawingRequest(view=view, moves=moves, names=_NAMES)))
        outputs.append(game.sketch(view, _NAMES, SOURCE))
        outputs.append(game.describe_view(view))
        if state.actor == seat:
            tried = range(0, game.move_count, max(1, game.move_count // _SAMPLED_MOVES))
            outputs.append([str(game.refusal(state, move)) for move in tried])
        return outputs


def clauses_of(game: Game[Any]) -> frozenset[str]:
    """Return the ids of a game's clauses, from its rules page; none if it has no page."""
    return frozenset(clause for clause in rulebook.clauses(game, SOURCE) if not clause.startswith(f"{game.clauses}-R"))


def offered_moves(parts: Iterable[str]) -> set[str]:
    """Return the moves that a drawing offers one by one. Raise ParseError if it is not well-formed."""
    return set(offers_of(parts).moves)
