"""The log of a table on a page: one entry for each turn of a player, which opens to its moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from roundhouse.core.sentence import say
from roundhouse.core.state import CHANCE
from roundhouse.play.log import LogLine
from roundhouse.play.table import Table, recent_span
from roundhouse.ui.text import translate

Context = dict[str, Any]

LOG_SHOWN: Final = 60  # moves of the log that a page shows at least
LOG_PAGE: Final = 64  # the first move shown moves on in steps of so many, so that it seldom does
LOG_STEP: Final = 8  # the entries of about so many moves, the newest, are sent again with every move
RECENT_SHOWN: Final = 6  # turns of other players that the strip above the log names
_JOINT: Final = " · "


class LineText(NamedTuple):
    """A move of an entry in a template, with what followed from it."""

    number: int
    text: str
    notes: list[str]
    shows: str  # the places of the move


class EntryText(NamedTuple):
    """A turn in a template. `summary` says all of its moves in short."""

    number: int  # of its last move
    actor: int | None  # None: chance
    summary: str
    lines: list[LineText]
    shows: str
    last: bool

    @property
    def notes(self) -> list[str]:
        """What followed from the moves of the turn."""
        return [note for line in self.lines for note in line.notes]


def turn_starts(actors: Sequence[int]) -> list[int]:
    """Return the index of the first move of each turn. Draws belong to the turn before them; before the first one they set up.

    >>> turn_starts([-1, -1, 0, -1, 0, 1, 0])
    [0, 2, 5, 6]
    """
    starts, current = [0] if actors else [], CHANCE
    for index, actor in enumerate(actors):
        if actor not in (CHANCE, current):
            current = actor
            if index:
                starts.append(index)
    return starts


def log_parts(table: Table, seat: int, count: int | None) -> tuple[list[LogLine], list[LogLine]]:
    """Return the earlier and the newest lines of the log that a page shows, now or after `count` moves, split between two turns."""
    made = table.moves_made if count is None else count
    starts = turn_starts(table.actors[:made])
    middle = _turn_start(starts, log_end(made))
    since = _turn_start(starts, max(0, middle - LOG_SHOWN) // LOG_PAGE * LOG_PAGE)
    lines = table.log(seat, since)
    return lines[: middle - since], lines[middle - since : made - since]


def lines_before(table: Table, seat: int, before: int) -> list[LogLine]:
    """Return the lines of about LOG_SHOWN moves before a move, from the start of a turn on."""
    first = _turn_start(turn_starts(table.actors[:before]), max(0, before - LOG_SHOWN))
    return table.log(seat, first)[: before - first]


def log_end(made: int) -> int:
    """Return where the earlier moves of a log of `made` moves end; in steps, so that a new move seldom shifts the others."""
    return max(0, made - 1) // LOG_STEP * LOG_STEP


def _turn_start(starts: Sequence[int], index: int) -> int:
    """Return the start of the turn that a move belongs to."""
    return max((start for start in starts if start <= index), default=0)


def log_context(table: Table, lines: Sequence[LogLine], language: str, *, earlier: bool = False) -> Context:
    """Return the context of a part of the log; the panel of earlier entries offers to load those before them."""
    before = (lines[0].number or None) if earlier and lines else None
    return {"entries": log_entries(table, lines, language), "earlier": before, "newest": not earlier}


def log_entries(table: Table, lines: Sequence[LogLine], language: str) -> list[EntryText]:
    """Return the turns of these lines for a template. A move without words has no line."""
    starts = set(turn_starts([line.actor for line in lines]))
    turns: list[list[LogLine]] = []
    for index, line in enumerate(lines):
        if index in starts:
            turns.append([])
        turns[-1].append(line)
    entries = [_entry(table, turn, language, last=turn[-1] is lines[-1]) for turn in turns]
    return [entry for entry in entries if entry.lines]


def _entry(table: Table, turn: Sequence[LogLine], language: str, *, last: bool) -> EntryText:
    actor = next((line.actor for line in turn if line.actor != CHANCE), None)
    lines = [_line(table, line, language) for line in turn if line.sentence.message or line.notes]
    places = dict.fromkeys(place for line in turn for place in line.places)
    summary = _summary([line.text for line in lines if line.text], "" if actor is None else table.names[actor])
    if actor is None and len(lines) > 1:
        summary = translate(say("The game is set up ({count} draws)", count=len(lines)), language)
    return EntryText(turn[-1].number + 1, actor, summary, lines, " ".join(places), last)


def _line(table: Table, line: LogLine, language: str) -> LineText:
    notes = [translate(note, language, table.names) for note in line.notes]
    return LineText(line.number + 1, translate(line.sentence, language, table.names), notes, " ".join(line.places))


def _summary(texts: Sequence[str], name: str) -> str:
    """Return sentences in one line, with equal ones counted and the name of the player once."""
    counted = [(text, len(list(group))) for text, group in groupby(texts)]
    short = [text.removeprefix(f"{name} ") if at else text for at, (text, _) in enumerate(counted)]
    return _JOINT.join(f"{text} ×{count}" if count > 1 else text for text, (_, count) in zip(short, counted, strict=True))


def recent_context(table: Table, seat: int, language: str) -> list[EntryText]:
    """Return what the other players did since the reader's last turn, as entries without draws."""
    if table.over:
        return []
    end, start = recent_span(table.actors, seat, table.moves_made)
    lines = [line for line in table.log(seat, start)[: end - start] if line.actor not in (CHANCE, seat)]
    return log_entries(table, lines, language)[-RECENT_SHOWN:]
