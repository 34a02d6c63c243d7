"""What a drawing offers to press: moves, compounds of several moves, and selections, which lead to other drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final
from xml.etree import ElementTree

from roundhouse.core.game import DrawingRequest, Game
from roundhouse.ui import drawing
from roundhouse.ui.svg import COMPOUND

DEPTH: Final = 2  # selections that a player has to make, one after the other, before a move is offered


@dataclass(frozen=True)
class Offers:
    """What can be pressed on one drawing, menus included."""

    moves: frozenset[str]
    compounds: frozenset[tuple[str, ...]]  # each a step of several moves
    selections: frozenset[str]


def offers_of(parts: Iterable[str]) -> Offers:
    """Return what a drawing offers. Raise ParseError if it is not well-formed."""
    root = ElementTree.fromstring("<svg>" + "".join(parts) + "</svg>")
    found: dict[str, set[str]] = {"data-move": set(), "data-moves": set(), "data-select": set()}
    for element in root.iter():
        for name, texts in found.items():
            if name in element.attrib:
                texts.add(element.attrib[name])
    compounds = frozenset(tuple(text.split(COMPOUND)) for text in found["data-moves"])
    return Offers(frozenset(found["data-move"]), compounds, frozenset(found["data-select"]))


def drawings(game: Game[Any], request: DrawingRequest[Any], depth: int = DEPTH) -> Iterator[tuple[str, Offers]]:
    """Yield the request's own selection and what its drawing offers, then those of the drawings that its selections lead to.

    Breadth first, each selection once, at most `depth` selections away. Raise ParseError at a drawing that is not well-formed.
    """
    seen = {request.selection}
    frontier = [request.selection]
    for level in range(depth + 1):
        following: list[str] = []
        for selection in frontier:
            offers = offers_of(drawing.render(game, replace(request, selection=selection)).values())
            yield selection, offers
            following += [name for name in sorted(offers.selections) if name not in seen]
            seen.update(following)
        frontier = following if level < depth else []
