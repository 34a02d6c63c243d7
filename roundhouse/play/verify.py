"""Verification: whether every draw of a recorded game follows from its secret or its seed."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.record import BadRecord, Record, read, replay, write
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.play.chance import SECRET_BYTES, Secret, Seeded, Source, draw
from roundhouse.play.lot import lot_is_right

_HEADER: Final = 0  # the line number of a finding about the header
_SEED: Final = re.compile("-?[0-9]{1,600}")  # Python may refuse to read more digits


class NotVerifiable(HouseError):
    """A record without anything to check it against."""


@dataclass(frozen=True)
class Finding:
    """What is wrong, and in which line of the record; 0 for the header."""

    line: int
    reason: Sentence


@dataclass(frozen=True)
class Verdict:
    """The result of a verification."""

    kind: str  # "secret" or "seed"
    protocol: int | None  # of a secret: 2 if players' nonces were mixed in, else 1
    contributors: tuple[int, ...]  # seats whose nonces were mixed in
    draws: int  # draws that are correct
    by_lot: bool  # whether the seats were drawn by lot
    over: bool  # whether the record goes to the end of its game
    finding: Finding | None  # the first problem, or None

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return self.finding is None


def source_of(record: Record) -> Source | None:
    """Return the source of chance that a record names, or None."""
    if "secret" in record.extras:
        return Secret(_parse_secret(record.extras["secret"]), record.nonces, record.lot)
    if "seed" in record.extras:
        return Seeded(_parse_seed(record.extras["seed"]))
    return None


def verify(game: Game[Any], record: Record) -> Verdict:
    """Check commitment, draws, moves and scores up to the first error. Raise NotVerifiable without a secret or a seed."""
    record = read(write(record))  # gives every entry its line number
    source = source_of(record)
    if source is None:
        raise NotVerifiable(say("the record has neither a secret nor a seed, so its deal cannot be verified"))
    game = game.on(record.options)
    broken = _replay_error(game, record)
    state: State = game.start(record.seats, game.options_from(record.options))
    finding = _commitment_error(record, source) or _lot_error(source)
    draws = 0
    if finding is None:
        draws, finding = _check_draws(game, record, source, state, broken)
    if finding is None and broken is not None:
        finding = Finding(broken.line, broken.reason)
    if not isinstance(source, Secret):
        return Verdict("seed", None, (), draws, False, state.actor == OVER, finding)
    contributors = tuple(seat for seat, nonce in enumerate(source.nonces or ()) if nonce)
    return Verdict("secret", source.protocol, contributors, draws, source.lot is not None, state.actor == OVER, finding)


def weights(game: Game[Any], record: Record) -> list[list[tuple[str, int]]]:
    """Return the possible outcomes of each draw with their weights, in the order in which a number selects one.

    This is all that a verifier without the rules of the game needs. Raise BadRecord if a move is illegal.
    """
    replay(game, record)
    game = game.on(record.options)
    state: State = game.start(record.seats, game.options_from(record.options))
    found = []
    for entry in record.entries:
        if state.actor == CHANCE:
            found.append([(game.notation(outcome), state.weight(outcome)) for outcome in state.legal_moves()])
        state.apply(game.parse(entry.text))
    return found


def _replay_error(game: Game[Any], record: Record) -> BadRecord | None:
    """Return the error of the first illegal move or of wrong scores, if any. Errors in the header are raised."""
    try:
        replay(game, record)
    except BadRecord as error:
        first = record.entries[0].line if record.entries else record.scores_line
        if error.line < first:
            raise
        return error
    return None


def _commitment_error(record: Record, source: Source) -> Finding | None:
    """Return a finding if the secret does not match the commitment made before the first draw."""
    if not isinstance(source, Secret):
        return None
    if "commitment" not in record.extras:
        raise NotVerifiable(say("the record has a secret but no commitment, so its deal proves nothing"))
    if hashlib.sha256(source.secret).hexdigest() == record.extras["commitment"].lower():
        return None
    return Finding(_HEADER, say("the secret does not match the commitment"))


def _lot_error(source: Source) -> Finding | None:
    """Return a finding if the seats were drawn by lot, but not by the one that follows from the secret and the nonces."""
    if not isinstance(source, Secret) or source.lot is None:
        return None
    if lot_is_right(source.secret, source.nonces or [b""] * len(source.lot), source.lot):
        return None
    return Finding(_HEADER, say("the seats do not follow from the secret and the nonces"))


def _check_draws(
    game: Game[Any], record: Record, source: Source, state: State, broken: BadRecord | None
) -> tuple[int, Finding | None]:
    """Return the number of correct draws and the first wrong one. Moves are legal up to the line of `broken`."""
    draws = 0
    for entry in record.entries:
        if state.actor == CHANCE and entry.actor == CHANCE:
            expected = game.notation(draw(state, source, draws))
            if entry.text != expected:
                reason = say("draw {number} is '{found}', but should be '{due}'", number=draws + 1, found=entry.text, due=expected)
                return draws, Finding(entry.line, reason)
            draws += 1
        if broken is not None and entry.line >= broken.line:
            return draws, None
        state.apply(game.parse(entry.text))
    return draws, None


def _parse_secret(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise NotVerifiable(say("a secret is {count} bytes in hexadecimal", count=SECRET_BYTES)) from error


def _parse_seed(text: str) -> int:
    if not _SEED.fullmatch(text):
        raise NotVerifiable(say("a seed is a whole number, not '{text}'", text=text))
    return int(text)
