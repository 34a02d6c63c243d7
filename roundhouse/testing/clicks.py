"""How many clicks a turn takes: a short way through the drawings of a game, as the page lets a player go it.

    turns = greedy_turns(game, seats=3, seed=1)
    figures = [clicks_of(game, turn) for turn in turns]

A click presses a move or a compound, opens a menu, or selects something. One more confirms what was composed, unless a move is made
at once or closes the turn. A turn has a segment for each time that chance interrupts it: what is rolled decides what is composed
next.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree

from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.state import CHANCE, OVER, State, View, fields
from roundhouse.play.draft import Draft, compose
from roundhouse.ui import drawing
from roundhouse.ui.page import page_of
from roundhouse.ui.svg import CLOSING, COMPOUND

_NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay")
_MENU: Final = "choice-"
_MAKES: Final = ("move", "moves")
_PER_MOVE: Final = 0.9  # clicks expected for each move that is left, where the order is free
DRAWINGS: Final = 600  # that a search looks at, at most


class Press(NamedTuple):
    """A click: on a `move`, on `moves`, on a `choice` that opens a menu, on something to `select`, or on `confirm`."""

    kind: str
    text: str = ""
    menu: str = ""  # the menu in which a move lies
    closing: bool = False  # it confirms what was composed before it


@dataclass(frozen=True)
class Segment:
    """Moves that a seat composes in one go, and the state before them."""

    state: State
    moves: tuple[int, ...]
    made: int  # moves of the game before them, chance included


class NoWay(AssertionError):
    """The drawings do not lead to a turn, or the search gave up."""


def greedy_game(game: Game[Any], seats: int, seed: int) -> list[tuple[int, int]]:
    """Return the (actor, move) entries of a game that the heuristic plays."""
    state: State = game.start(seats)
    rng = Rng(seed)
    entries: list[tuple[int, int]] = []
    while state.actor != OVER:
        move = state.draw(rng) if state.actor == CHANCE else game.advise(game.view(state, state.actor), rng)
        entries.append((state.actor, move))
        state.apply(move)
    return entries


def turns_of(game: Game[Any], seats: int, entries: Sequence[tuple[int, int]]) -> Iterator[list[Segment]]:
    """Yield the turns of a game, each as its segments."""
    state: State = game.start(seats)
    turn: list[Segment] = []
    player, made = CHANCE, 0
    for actor, group in groupby(entries, key=itemgetter(0)):
        moves = tuple(move for _, move in group)
        if actor not in (CHANCE, player):
            if turn:
                yield turn
            turn, player = [], actor
        if actor != CHANCE:
            turn.append(Segment(state.copy(), moves, made))
        for move in moves:
            state.apply(move)
        made += len(moves)
    if turn:
        yield turn


def greedy_turns(game: Game[Any], seats: int, seed: int) -> Iterator[list[Segment]]:
    """Yield the turns of a game that the heuristic plays."""
    return turns_of(game, seats, greedy_game(game, seats, seed))


def clicks_of(game: Game[Any], turn: Sequence[Segment], layout: str = "wide") -> int:
    """Return how many clicks a turn takes at most. Raise NoWay if the drawings do not lead to it."""
    return sum(len(presses_of(game, segment, layout)) for segment in turn)


def presses_of(game: Game[Any], segment: Segment, layout: str = "wide") -> list[Press]:
    """Return a short way of clicks to a segment, with its confirmation: in its order, or in another that leads to the same.

    The search is best first: it goes on where the clicks so far, with those expected for the moves that are left, are fewest.
    """
    ways = [way for in_order in (True, False) if (way := _search(game, segment, layout, in_order=in_order)) is not None]
    if not ways:
        raise NoWay(f"{game.name}: no clicks lead to {[game.notation(move) for move in segment.moves]}")
    return min(ways, key=len)


def _search(game: Game[Any], segment: Segment, layout: str, *, in_order: bool) -> list[Press] | None:
    view = game.view(segment.state, segment.state.actor)
    target = compose(game, view, segment.moves).after.position
    words = page_of(game).at_once
    confirmed = [] if game.notation(segment.moves[-1]).split()[0] in words else [Press("confirm")]
    per_move = 0.0 if in_order else _PER_MOVE
    numbers = count()
    frontier: list[tuple[float, int, int, tuple[int, ...], str, list[Press]]] = [(0.0, 0, next(numbers), (), "", [])]
    seen: set[tuple[str, str]] = set()
    plain: dict[tuple[int, ...], set[Press]] = {}  # what is offered without a selection, by the moves made
    idle: set[str] = set()  # selections that offer nothing else
    for _ in range(DRAWINGS):
        if not frontier:
            break
        _, depth, _, made, selection, way = heapq.heappop(frontier)
        draft = compose(game, view, made)
        key = (repr(fields(draft.after.position)), selection)
        if key in seen:
            continue
        seen.add(key)
        if draft.complete:
            if draft.after.position == target:
                closed = way[-1].closing and any(press.kind in _MAKES for press in way[:-1])
                return way if closed else way + confirmed
            continue
        left = Counter(segment.moves) - Counter(made)
        presses = list(_presses(game, draft, selection, layout))
        offered = {press for press, _ in presses}
        if not selection:
            plain[made] = offered
        elif offered <= plain[made]:  # it shows something, and leads nowhere
            idle.add(selection)
            continue
        for press, moves in presses:
            opened = [Press("choice", press.menu)] if press.menu else []
            further = len(opened) + 1 - depth
            if press.kind == "select":
                if press.text in idle:
                    continue
                name = "" if press.text == selection else press.text
                rest = sum(left.values())
                heapq.heappush(frontier, (further + per_move * rest, -further, next(numbers), made, name, [*way, *opened, press]))
            elif _goes_on(segment.moves, made, moves, in_order=in_order) or _leads_to(game, view, (*made, *moves), target):
                rest = sum((left - Counter(moves)).values())
                entry = (further + per_move * rest, -further, next(numbers), (*made, *moves), "", [*way, *opened, press])
                heapq.heappush(frontier, entry)
    return None


def _goes_on(wanted: Sequence[int], made: Sequence[int], moves: Sequence[int], *, in_order: bool) -> bool:
    """Return whether moves are among those that are left, or the next of them."""
    if in_order:
        return tuple(wanted[len(made) : len(made) + len(moves)]) == tuple(moves)
    return not Counter(moves) - (Counter(wanted) - Counter(made))


def _leads_to(game: Game[Any], view: View, moves: Sequence[int], target: State) -> bool:
    """Return whether other moves than the recorded ones lead to the same position."""
    draft = compose(game, view, moves)
    return draft.complete and draft.after.position == target


def _presses(game: Game[Any], draft: Draft, selection: str, layout: str) -> Iterator[tuple[Press, tuple[int, ...]]]:
    """Yield everything that can be pressed on the drawing of a draft, with the moves that it adds."""
    legal = list(draft.after.position.legal_moves())
    request = DrawingRequest(
        view=draft.after,
        moves=legal,
        names=_NAMES[: draft.after.position.seats],
        layout=layout,
        draft=draft.moves,
        selection=selection,
        last=draft.moves[-1] if draft.moves else -1,
    )
    parts = drawing.render(game, request)
    root = ElementTree.fromstring("<svg>" + "".join(parts.values()) + "</svg>")
    opened = {element.attrib["data-choice"] for element in root.iter() if "data-choice" in element.attrib}
    yield from _offered(game, root, "", opened)


def _offered(game: Game[Any], element: ElementTree.Element, menu: str, opened: set[str]) -> Iterator[tuple[Press, tuple[int, ...]]]:
    name = element.attrib.get("id", "")
    if name.startswith(_MENU):
        menu = name.removeprefix(_MENU)
        if menu not in opened:
            return
    attributes = element.attrib
    closing = CLOSING in attributes.get("class", "").split()
    if "data-move" in attributes:
        yield Press("move", attributes["data-move"], menu, closing), (game.parse(attributes["data-move"]),)
    if "data-moves" in attributes:
        texts = attributes["data-moves"].split(COMPOUND)
        yield Press("moves", attributes["data-moves"], menu, closing), tuple(map(game.parse, texts))
    if "data-select" in attributes:
        yield Press("select", attributes["data-select"], menu), ()
    for child in element:
        yield from _offered(game, child, menu, opened)
