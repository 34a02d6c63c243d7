"""The five dice that stay in front at the end of a turn (RD1-29): the best ones, and changing one for another."""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.games.dice1.board import CURVE, FACES, FRONT_LIMIT, SHARE, STRAIGHT, WILD
from roundhouse.games.dice1.moves import END, KEEP, KEPT_FACES
from roundhouse.games.dice1.svg.reader import Reader


def faces_of(move: int) -> list[int]:
    """Return the dice that a move keeps, by face."""
    first = (move - KEEP) * FACES
    return [int(count) for count in KEPT_FACES[first : first + FACES]]


def keeps(reader: Reader) -> list[int]:
    """Return the handfuls of five on offer, the most useful first."""
    return sorted(reader.moves_from(KEEP, END), key=lambda move: _rank(faces_of(move)))


def best_five(counts: Sequence[int]) -> list[int]:
    """Return the most useful five of these dice, by face."""
    kept = [0] * FACES
    for _ in range(FRONT_LIMIT):
        grown = [[*kept[:face], kept[face] + 1, *kept[face + 1 :]] for face in range(FACES) if kept[face] < counts[face]]
        kept = min(grown, key=_rank)
    return kept


def _rank(kept: Sequence[int]) -> tuple[int, int, int]:
    """Order handfuls: many wild dice first, then few shares, then rails of both kinds."""
    return -kept[WILD], kept[SHARE], abs(kept[STRAIGHT] - kept[CURVE])


def kept_faces(reader: Reader) -> list[int]:
    """Return the five dice that are selected to stay, by face; without a selection the most useful ones."""
    asked = reader.selected_numbers("keep", FACES)
    options = [faces_of(move) for move in keeps(reader)]
    return asked if asked in options else options[0]


def swapped(kept: Sequence[int], counts: Sequence[int], face: int, *, stays: bool) -> list[int]:
    """Return five dice in which one of this face goes if it stays, or stays if it goes; the same five if that cannot be."""
    step = -1 if stays else 1
    others = [other for other in range(FACES) if other != face and 0 <= kept[other] - step <= counts[other]]
    changed = [_stepped(_stepped(kept, face, step), other, -step) for other in others]
    return min(changed, key=_rank) if changed else list(kept)


def _stepped(counts: Sequence[int], face: int, step: int) -> list[int]:
    return [count + step if other == face else count for other, count in enumerate(counts)]
