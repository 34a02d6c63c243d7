"""Verification: whether the chance of a recorded game is what its secret or its seed gives, draw by draw."""

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

_HEADER: Final = 0  # the line of a finding that is not about one move
_SEED: Final = re.compile("-?[0-9]{1,600}")  # Python may refuse to read more digits


class NotVerifiable(HouseError):
    """A record that does not hold what it could be checked against."""


@dataclass(frozen=True)
class Finding:
    """What is wrong, and the line of the record; 0 where it is the header."""

    line: int
    reason: Sentence


@dataclass(frozen=True)
class Verdict:
    """What a verification has found."""

    kind: str  # "secret" or "seed"
    draws: int  # found to be what they should be
    over: bool  # whether the record goes to the end of its game
    finding: Finding | None  # None if all is well

    @property
    def good(self) -> bool:
        """Whether all is well."""
        return self.finding is None


def source_of(record: Record) -> Source | None:
    """The chance that a record names; None if it names none."""
    if "secret" in record.extras:
        return Secret(_bytes_of(record.extras["secret"]))
    if "seed" in record.extras:
        return Seeded(_number_of(record.extras["seed"]))
    return None


def verify(game: Game[Any], record: Record) -> Verdict:
    """Checks commitment, draws, moves and scores, and stops at the first that is wrong."""
    record = read(write(record))  # so that every move has its line
    source = source_of(record)
    if source is None:
        raise NotVerifiable(say("the record holds neither a secret nor a seed, so its deal cannot be checked"))
    broken = _broken_rule(game, record)
    state: State = game.start(record.seats, game.options_from(record.options))
    kind = "secret" if isinstance(source, Secret) else "seed"
    finding = _broken_promise(record, source)
    draws = 0
    if finding is None:
        draws, finding = _check_draws(game, record, source, state, broken)
    if finding is None and broken is not None:
        finding = Finding(broken.line, broken.reason)
    return Verdict(kind, draws, state.actor == OVER, finding)


def _broken_rule(game: Game[Any], record: Record) -> BadRecord | None:
    """The first move that is not legal, or scores that are wrong. A record of another kind is raised, not found."""
    try:
        replay(game, record)
    except BadRecord as error:
        first = record.entries[0].line if record.entries else record.scores_line
        if error.line < first:
            raise
        return error
    return None


def _broken_promise(record: Record, source: Source) -> Finding | None:
    """A secret must be the one that was committed to before the first draw."""
    if not isinstance(source, Secret):
        return None
    if "commitment" not in record.extras:
        raise NotVerifiable(say("the record holds a secret but no commitment to it, so its deal proves nothing"))
    if hashlib.sha256(source.secret).hexdigest() == record.extras["commitment"].lower():
        return None
    return Finding(_HEADER, say("the secret is not the one that the commitment was made for"))


def _check_draws(
    game: Game[Any], record: Record, source: Source, state: State, broken: BadRecord | None
) -> tuple[int, Finding | None]:
    """The number of draws that are right, and the first that is not. Moves are legal up to the line of `broken`."""
    draws = 0
    for entry in record.entries:
        if state.actor == CHANCE and entry.actor == CHANCE:
            due = game.notation(draw(state, source, draws))
            if entry.text != due:
                reason = say("draw {number} is '{found}', but should be '{due}'", number=draws + 1, found=entry.text, due=due)
                return draws, Finding(entry.line, reason)
            draws += 1
        if broken is not None and entry.line >= broken.line:
            return draws, None
        state.apply(game.parse(entry.text))
    return draws, None


def _bytes_of(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise NotVerifiable(say("a secret is {count} bytes written in hexadecimal digits", count=SECRET_BYTES)) from error


def _number_of(text: str) -> int:
    if not _SEED.fullmatch(text):
        raise NotVerifiable(say("a seed is a whole number, not '{text}'", text=text))
    return int(text)
