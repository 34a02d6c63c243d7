"""The end of a game: the result, the points by cause, and how they grew."""

from __future__ import annotations

from typing import Any, Final

from roundhouse.play.log import OPEN
from roundhouse.play.table import Table
from roundhouse.ui.text import translate
from roundhouse.web.live.log import turn_starts
from roundhouse.web.tables.reader import Reader

Context = dict[str, Any]

WIDTH: Final = 340.0  # of the curve
HEIGHT: Final = 110.0
_POINTS: Final = 80  # of a line, at most


def ending_context(table: Table, reader: Reader) -> Context:
    """Return the context of the end of a game; scores are no secret once it is over."""
    return {"result": result(table, reader), "breakdown": breakdown(table, reader.language), "curve": curve(table)}


def result(table: Table, reader: Reader) -> list[Context]:
    """Return the final ranking."""
    ranks, scores = table.ranks(), table.scores()
    order = sorted(range(table.seats), key=lambda seat: (ranks[seat], seat))
    return [
        {"place": ranks[seat] + 1, "seat": seat, "name": table.names[seat], "points": scores[seat], "you": seat in reader.yours}
        for seat in order
    ]


def breakdown(table: Table, language: str) -> list[Context]:
    """Return the points by cause, as rows with a figure for each seat; none if the game does not explain its scores."""
    causes = table.game.breakdown(table.view(OPEN))
    return [{"cause": translate(cause, language, table.names), "points": list(points)} for cause, points in causes if any(points)]


def curve(table: Table) -> Context | None:
    """Return the points of each seat after each turn as lines of a drawing; None if there were fewer than three turns."""
    counts = [*turn_starts(table.actors)[1:], table.moves_made]
    if len(counts) < 3:
        return None
    step = -(-len(counts) // _POINTS)
    counts = sorted({*counts[::-step]})
    state = table.view(OPEN, 0).position
    moves, made = [move for _, move in table.entries()], 0
    scores: list[list[int]] = []
    for count in counts:
        for move in moves[made:count]:
            state.apply(move)
        made = count
        scores.append([int(points) for points in state.scores()])
    least, most = min(0, *map(min, scores)), max(1, *map(max, scores))
    across = WIDTH / (len(scores) - 1)

    def y(points: int) -> float:
        return HEIGHT * (most - points) / (most - least)

    lines = [" ".join(f"{at * across:.0f},{y(row[seat]):.0f}" for at, row in enumerate(scores)) for seat in range(table.seats)]
    return {"lines": lines, "zero": y(0), "most": most, "least": least, "width": WIDTH, "height": HEIGHT}
