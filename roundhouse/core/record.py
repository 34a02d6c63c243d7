"""Records: a game as text, header and moves. The only module that writes, reads and replays them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from roundhouse.core import names
from roundhouse.core.game import Game
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.core.state import CHANCE, OVER, State

FORMAT: Final = 1
_CHANCE_MARK: Final = "*"
_EXTRAS: Final = ("board", "names", "seed", "commitment", "nonces", "lot", "secret", "seen-by")
NONCE_BYTES: Final = 64  # of the longest nonce, one player's share in the shuffle

# A record may come from an untrusted source, so each part of it is bounded before it is processed.
_MOST_CHARACTERS: Final = 4 * 2**20
_MOST_LINES: Final = 100_000
_LONGEST_LINE: Final = 4096
_LONGEST_OPTIONS: Final = 200_000  # a map may be among them
_LONGEST_MOVE: Final = 200
_LONGEST_WORD: Final = 40  # length of a game's name, and of a word quoted in an error
_DEEPEST: Final = 8  # nesting of objects and lists in options
_SEATS: Final = range(1, 100)
_VERSIONS: Final = range(10**6)
_SCORES: Final = range(-(10**9), 10**9 + 1)
_LONGEST_NUMBER: Final = 15  # characters of an integer: Python itself refuses to parse thousands of digits

_WHOLE: Final = re.compile("-?[0-9]+")
_DIGEST: Final = re.compile("[0-9a-f]{32}")
_NONCE: Final = re.compile(f"([0-9a-f]{{2}}){{0,{NONCE_BYTES}}}")


class BadRecord(HouseError):
    """Raised for a damaged or illegal record, with the line and the reason."""

    def __init__(self, line: int, reason: Sentence) -> None:
        super().__init__(say("line {line}: {reason}", line=line, reason=reason))
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return BadRecord, (self.line, self.reason)


@dataclass(frozen=True)
class Entry:
    """One move of a record: its actor and its text."""

    actor: int  # a seat or CHANCE
    text: str
    line: int = 0  # its line in the file it was read from


@dataclass
class Record:
    """Everything needed to replay a game: header, moves and, once it is over, the scores."""

    game: str
    version: int
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    extras: dict[str, str] = field(default_factory=dict)  # keys from _EXTRAS
    entries: list[Entry] = field(default_factory=list)
    scores: list[int] | None = None
    scores_line: int = 0

    @property
    def names(self) -> list[str] | None:
        """The players' names, if the record has them."""
        return json.loads(self.extras["names"]) if "names" in self.extras else None

    @property
    def nonces(self) -> list[bytes] | None:
        """The nonce of each seat, empty where a seat has none; None in a record of protocol 1."""
        return [bytes.fromhex(nonce) for nonce in json.loads(self.extras["nonces"])] if "nonces" in self.extras else None

    @property
    def lot(self) -> list[int] | None:
        """For each seat the place that its player had before the lot; None if the seats were not drawn by lot."""
        return json.loads(self.extras["lot"]) if "lot" in self.extras else None


def write(record: Record, comment: str = "") -> str:
    """Return the text of a record, with a comment between its header and its moves if one is given.

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
    lines += [f"# {comment}"] if comment else []
    lines += [f"{_CHANCE_MARK if entry.actor == CHANCE else entry.actor} {entry.text}" for entry in record.entries]
    if record.scores is not None:
        lines.append("= " + " ".join(map(str, record.scores)))
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """Parse the text of a record; raise BadRecord if it is not valid. Empty lines and `#` comments are skipped."""
    lines = _Lines(text)
    _check_format(lines)
    name, version = _read_game(lines)
    number = lines.number
    seats = _whole(number, lines.value("seats"), _SEATS)
    record = Record(name, version, seats, _read_options(lines))
    while lines.more and lines.key in _EXTRAS:
        key, number = lines.key, lines.number
        value = lines.value(key)
        reader = _READERS.get(key)
        record.extras[key] = value if reader is None else reader(number, value, seats)
    while lines.more and lines.key != "=":
        record.entries.append(_read_entry(lines, seats))
    if lines.more:
        record.scores_line = lines.number
        record.scores = [_whole(record.scores_line, word, _SCORES) for word in lines.value("=").split()]
        if len(record.scores) != seats:
            raise BadRecord(record.scores_line, say("{found} scores for {seats} seats", found=len(record.scores), seats=seats))
    if lines.more:
        raise BadRecord(lines.number, say("nothing may follow the scores"))
    return record


def is_nonce(text: str) -> bool:
    """Return whether a text is a nonce as records write it: at most NONCE_BYTES bytes in lower-case hexadecimal."""
    return _NONCE.fullmatch(text) is not None


def replay(game: Game[Any], record: Record) -> State:
    """Replay a record and return its last state. Raise BadRecord if a move is illegal or the scores differ."""
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
    """Return the state after the first `count` moves, and those moves. Raise BadRecord if they are not a legal game."""
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
    game = game.on(record.options)
    _check_board(game, record)
    if len(record.entries) > game.max_moves:
        line = record.entries[game.max_moves].line
        raise BadRecord(line, say("no game of {title} has more than {most} moves", title=game.title, most=game.max_moves))
    state = game.start(record.seats, game.options_from(record.options))
    moves = []
    for entry in record.entries[:count]:
        moves.append(_checked_move(game, state, entry))
        state.apply(moves[-1])
    return state, moves


def _check_board(game: Game[Any], record: Record) -> None:
    """Raise BadRecord if a record is of another board. Records from before boards had digests are of the classic one."""
    stated = record.extras.get("board", "")
    if not game.plays_on(stated):
        raise BadRecord(
            4,
            say(
                "the record is of another board ({stated}); here {title} has the board {board}",
                stated=_short(stated or game.classic),
                title=game.title,
                board=game.board,
            ),
        )


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
    """The non-empty lines of a record in order, with their numbers."""

    def __init__(self, text: str) -> None:
        numbered = [(number, _bare(_checked(number, line))) for number, line in enumerate(_split(text), 1)]
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
        """Return what follows `key` on this line, and advance to the next line."""
        if not self.more or self.key != key:
            raise BadRecord(self.number, say("a line '{key} ...' is missing here", key=key))
        rest = self._lines[self._at][1][len(key) :].strip()
        self._at += 1
        return rest

    def take(self) -> tuple[int, str]:
        """Return this line and its number, and advance to the next line."""
        self._at += 1
        return self._lines[self._at - 1]


def _split(text: str) -> list[str]:
    """Return the lines of a text, as editors count them. Raise BadRecord if it is too large, before splitting it."""
    if len(text) > _MOST_CHARACTERS:
        raise BadRecord(1, say("the text is longer than {length} characters", length=_MOST_CHARACTERS))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    if lines.count("\n") >= _MOST_LINES:
        raise BadRecord(_MOST_LINES + 1, say("a record has at most {most} lines", most=_MOST_LINES))
    return lines.split("\n") if lines else []


def _checked(number: int, line: str) -> str:
    """Return a line if it can be read and shown, else raise BadRecord."""
    longest = _LONGEST_OPTIONS if line.startswith("options ") else _LONGEST_LINE
    if len(line) > longest:
        raise BadRecord(number, say("the text is longer than {length} characters", length=longest))
    if names.visible(line, "\t") != line:
        raise _unseen(number)
    return line


def _bare(line: str) -> str:
    return line.split("#", 1)[0].strip() if not line.startswith(("names ", "options ")) else line.strip()


def _check_format(lines: _Lines) -> None:
    number = lines.number
    found = lines.value("roundhouse")
    if found != str(FORMAT):
        reason = say("format '{found}' is unknown; supported: format {format}", found=_short(found), format=FORMAT)
        raise BadRecord(number, reason)


def _read_game(lines: _Lines) -> tuple[str, int]:
    number = lines.number
    words = lines.value("game").split()
    if len(words) != 2 or len(words[0]) > _LONGEST_WORD:
        raise BadRecord(number, say("a game line is 'game NAME VERSION'"))
    return words[0], _whole(number, words[1], _VERSIONS)


def _read_options(lines: _Lines) -> dict[str, Any]:
    number = lines.number
    options = _json(number, lines.value("options"))
    if not isinstance(options, dict):
        raise BadRecord(number, say("options are a JSON object, such as {example}", example="{}"))
    return options


def _read_names(number: int, text: str, seats: int) -> str:
    """Return the names in normal form, as JSON."""
    found = _json(number, text)
    if not isinstance(found, list) or len(found) != seats or not all(isinstance(name, str) for name in found):
        raise BadRecord(number, say("names are a JSON list of one text a seat"))
    return json.dumps([_read_name(number, seat, name) for seat, name in enumerate(found)], ensure_ascii=False)


def _read_name(number: int, seat: int, name: str) -> str:
    try:
        return names.name(name)
    except names.BadWords as error:
        raise BadRecord(number, say("the name of seat {seat}: {reason}", seat=seat, reason=error.sentence)) from error


def _read_nonces(number: int, text: str, seats: int) -> str:
    """The nonces as JSON, as a record writes them."""
    found = _json(number, text)
    if not isinstance(found, list) or len(found) != seats or not all(isinstance(nonce, str) for nonce in found):
        raise BadRecord(number, say("nonces are a JSON list of one text a seat"))
    if not all(is_nonce(nonce) for nonce in found):
        raise BadRecord(number, say("a nonce is at most {most} bytes in lower-case hexadecimal", most=NONCE_BYTES))
    return json.dumps(found)


def _read_lot(number: int, text: str, seats: int) -> str:
    """Return the lot as JSON, as a record writes it."""
    found = _json(number, text)
    if not isinstance(found, list) or any(type(place) is not int for place in found) or sorted(found) != list(range(seats)):
        raise BadRecord(number, say("a lot is a JSON list of the numbers 0 to {last} in some order", last=seats - 1))
    return json.dumps(found)


def _read_board(number: int, text: str, seats: int) -> str:  # noqa: ARG001  (a board has no seats)
    if _DIGEST.fullmatch(text) is None:
        raise BadRecord(number, say("a board is named by 32 hexadecimal digits"))
    return text


_READERS: Final[Mapping[str, Callable[[int, str, int], str]]] = {
    "board": _read_board,
    "names": _read_names,
    "nonces": _read_nonces,
    "lot": _read_lot,
}


def _read_entry(lines: _Lines, seats: int) -> Entry:
    number, line = lines.take()
    mark, _, text = line.partition(" ")
    if mark != _CHANCE_MARK and mark not in map(str, range(seats)):
        reason = say("a move begins with a seat from 0 to {last} or with '*', not '{mark}'", last=seats - 1, mark=_short(mark))
        raise BadRecord(number, reason)
    if not text:
        raise BadRecord(number, say("a move is missing after '{mark}'", mark=mark))
    if len(text) > _LONGEST_MOVE:
        raise BadRecord(number, say("the text is longer than {length} characters", length=_LONGEST_MOVE))
    return Entry(CHANCE if mark == _CHANCE_MARK else int(mark), " ".join(text.split()), number)


# Numbers and JSON.


def _whole(number: int, word: str, among: range) -> int:
    """Return a word as an integer within `among`; raise BadRecord for line `number` otherwise."""
    if not _WHOLE.fullmatch(word):
        raise BadRecord(number, say("'{word}' is not a whole number", word=_short(word)))
    if len(word) > _LONGEST_NUMBER or int(word) not in among:
        reason = say("{word} is not a number from {least} to {most}", word=_short(word), least=among[0], most=among[-1])
        raise BadRecord(number, reason)
    return int(word)


def _json(number: int, text: str) -> object:
    """Return the value of a JSON text, or None if it is not JSON. Raise BadRecord if it cannot be written and shown again."""
    if _depth(text) > _DEEPEST:
        raise BadRecord(number, say("lists and objects are nested more than {most} deep", most=_DEEPEST))
    try:
        value: object = json.loads(text, parse_int=_json_whole, parse_float=_json_float, parse_constant=_json_float)
    except ValueError:
        return None
    if any(names.visible(part) != part for part in _strings(value)):
        raise _unseen(number)
    return value


def _depth(text: str) -> int:
    """Return the nesting depth of a JSON text; brackets within strings do not count."""
    depth = deepest = 0
    quoted = escaped = False
    for sign in text:
        if quoted:
            quoted = escaped or sign != '"'
            escaped = sign == "\\" and not escaped
        else:
            quoted = sign == '"'
            depth += (sign in "[{") - (sign in "]}")
            deepest = max(deepest, depth)
    return deepest


def _json_whole(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise ValueError(text)
    return int(text)


def _json_float(text: str) -> float:
    """Return a number that JSON can hold: neither infinite nor NaN."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def _strings(value: object) -> Iterator[str]:
    """Yield every string in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


def _short(word: str) -> str:
    """Return a word shortened for an error message."""
    return word if len(word) <= _LONGEST_WORD else word[:_LONGEST_WORD] + "…"


def _unseen(number: int) -> BadRecord:
    return BadRecord(number, say("the text holds characters that cannot be shown"))
