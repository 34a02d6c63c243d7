"""Records: a game as text, header and moves; the one module that writes, reads and replays them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from roundhouse.core.game import Game
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.core.state import CHANCE, OVER, State

FORMAT: Final = 1
_CHANCE_MARK: Final = "*"
_EXTRAS: Final = ("names", "seed", "commitment", "secret", "seen-by")


class BadRecord(HouseError):
    """A damaged or illegal record: the line, and what is wrong with it."""

    def __init__(self, line: int, reason: Sentence) -> None:
        super().__init__(say("line {line}: {reason}", line=line, reason=reason))
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return BadRecord, (self.line, self.reason)


@dataclass(frozen=True)
class Entry:
    """One move of a record: who made it, and its text."""

    actor: int  # a seat or CHANCE
    text: str
    line: int = 0  # where it stands in the file it was read from


@dataclass
class Record:
    """Everything needed to play a game again: header, moves and, once it is over, the scores."""

    game: str
    version: int
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    extras: dict[str, str] = field(default_factory=dict)  # of _EXTRAS
    entries: list[Entry] = field(default_factory=list)
    scores: list[int] | None = None
    scores_line: int = 0

    @property
    def names(self) -> list[str] | None:
        """The players' names, if the record has them."""
        return json.loads(self.extras["names"]) if "names" in self.extras else None


def write(record: Record) -> str:
    """The text of a record.

    >>> print(write(Record("whistle", 1, 2, entries=[Entry(-1, "roll 6"), Entry(0, "blow")])), end="")
    roundhouse 1
    game whistle 1
    seats 2
    options {}
    * roll 6
    0 blow
    """
    lines = [f"roundhouse {FORMAT}", f"game {record.game} {record.version}", f"seats {record.seats}"]
    lines.append(f"options {json.dumps(record.options, ensure_ascii=False, sort_keys=True)}")
    lines += [f"{key} {record.extras[key]}" for key in _EXTRAS if key in record.extras]
    lines += [f"{_CHANCE_MARK if entry.actor == CHANCE else entry.actor} {entry.text}" for entry in record.entries]
    if record.scores is not None:
        lines.append("= " + " ".join(map(str, record.scores)))
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """The record of a text. Empty lines and what follows a `#` are passed over."""
    lines = _Lines(text)
    _check_format(lines)
    name, version = _read_game(lines)
    record = Record(name, version, _whole(lines, lines.value("seats")), _read_options(lines))
    while lines.more and lines.key in _EXTRAS:
        key = lines.key
        record.extras[key] = _read_extra(lines, key, lines.value(key), record.seats)
    while lines.more and lines.key != "=":
        record.entries.append(_read_entry(lines, record.seats))
    if lines.more:
        record.scores_line = lines.number
        record.scores = [_whole(lines, word) for word in lines.value("=").split()]
        if len(record.scores) != record.seats:
            lines.fail(say("{found} scores for {seats} seats", found=len(record.scores), seats=record.seats), record.scores_line)
    if lines.more:
        lines.fail(say("nothing may follow the scores"))
    return record


def replay(game: Game[Any], record: Record) -> State:
    """The state at the end of a record, every move and the scores checked."""
    state, _ = replay_until(game, record, len(record.entries))
    if record.scores is not None:
        if state.actor != OVER:
            raise BadRecord(record.scores_line, say("scores stand here, but the game is not over"))
        found = list(state.scores())
        if found != record.scores:
            raise BadRecord(
                record.scores_line,
                say("the scores are {found}, not {stated}", found=_spaced(found), stated=_spaced(record.scores)),
            )
    return state


def replay_until(game: Game[Any], record: Record, count: int) -> tuple[State, list[int]]:
    """The state after the first `count` moves, each checked, and those moves."""
    if (record.game, record.version) != (game.name, game.version):
        raise BadRecord(
            2,
            say(
                "the record is of {name} version {version}; this is {game} version {current}",
                name=record.game,
                version=record.version,
                game=game.name,
                current=game.version,
            ),
        )
    if "seen-by" in record.extras:
        raise BadRecord(5, say("the record shows only what one seat has seen, so it cannot be replayed"))
    state = game.start(record.seats, game.options_from(record.options))
    moves = []
    for entry in record.entries[:count]:
        moves.append(_checked_move(game, state, entry))
        state.apply(moves[-1])
    return state, moves


def _checked_move(game: Game[Any], state: State, entry: Entry) -> int:
    try:
        move = game.parse(entry.text)
    except HouseError as error:
        raise BadRecord(entry.line, error.sentence) from error
    if state.actor == OVER:
        raise BadRecord(entry.line, say("the game is already over"))
    if state.actor != entry.actor:
        raise BadRecord(entry.line, say("{due} is due here, not {found}", due=_actor(state.actor), found=_actor(entry.actor)))
    refusal = game.refusal(state, move)
    if refusal is not None:
        raise BadRecord(
            entry.line,
            say("'{text}' is not legal. {clause}: {reason}", text=entry.text, clause=refusal.clause, reason=refusal.reason),
        )
    return move


def _actor(actor: int) -> Sentence:
    return say("chance (*)") if actor == CHANCE else say("seat {seat}", seat=actor)


def _spaced(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


class _Lines:
    """The lines of a record that say something, one after the other, with their numbers."""

    def __init__(self, text: str) -> None:
        numbered = [(number, _bare(line)) for number, line in enumerate(text.splitlines(), 1)]
        self._lines = [(number, line) for number, line in numbered if line]
        self._end = len(numbered) + 1
        self._at = 0

    @property
    def more(self) -> bool:
        return self._at < len(self._lines)

    @property
    def number(self) -> int:
        return self._lines[self._at][0] if self.more else self._end

    @property
    def key(self) -> str:
        return self._lines[self._at][1].split(maxsplit=1)[0]

    def value(self, key: str) -> str:
        """What follows `key` on this line; goes on to the next line."""
        if not self.more or self.key != key:
            self.fail(say("a line '{key} ...' is missing here", key=key))
        rest = self._lines[self._at][1][len(key) :].strip()
        self._at += 1
        return rest

    def take(self) -> tuple[int, str]:
        """This line and its number; goes on to the next one."""
        self._at += 1
        return self._lines[self._at - 1]

    def fail(self, reason: Sentence, number: int | None = None) -> NoReturn:
        raise BadRecord(self.number if number is None else number, reason)


def _bare(line: str) -> str:
    return line.split("#", 1)[0].strip() if not line.startswith(("names ", "options ")) else line.strip()


def _check_format(lines: _Lines) -> None:
    number = lines.number
    found = lines.value("roundhouse")
    if found != str(FORMAT):
        lines.fail(say("format '{found}' is unknown; this house reads format {format}", found=found, format=FORMAT), number)


def _read_game(lines: _Lines) -> tuple[str, int]:
    number = lines.number
    words = lines.value("game").split()
    if len(words) != 2 or not words[1].isdecimal():
        lines.fail(say("a game line is 'game NAME VERSION'"), number)
    return words[0], int(words[1])


def _read_options(lines: _Lines) -> dict[str, Any]:
    number = lines.number
    try:
        options = json.loads(lines.value("options"))
    except json.JSONDecodeError:
        options = None
    if not isinstance(options, dict):
        lines.fail(say("options are a JSON object, such as {example}", example="{}"), number)
    return options


def _read_extra(lines: _Lines, key: str, value: str, seats: int) -> str:
    if key == "names":
        try:
            names = json.loads(value)
        except json.JSONDecodeError:
            names = None
        if not isinstance(names, list) or len(names) != seats or not all(isinstance(name, str) for name in names):
            lines.fail(say("names are a JSON list of one text a seat"), lines.number - 1)
    return value


def _read_entry(lines: _Lines, seats: int) -> Entry:
    number, line = lines.take()
    mark, _, text = line.partition(" ")
    if mark != _CHANCE_MARK and not (mark.isdecimal() and int(mark) < seats):
        lines.fail(say("a move begins with a seat from 0 to {last} or with '*', not '{mark}'", last=seats - 1, mark=mark), number)
    if not text:
        lines.fail(say("a move is missing after '{mark}'", mark=mark), number)
    return Entry(CHANCE if mark == _CHANCE_MARK else int(mark), " ".join(text.split()), number)


def _whole(lines: _Lines, word: str) -> int:
    if not word.lstrip("-").isdecimal():
        lines.fail(say("'{word}' is not a whole number", word=word), lines.number - 1)
    return int(word)
