"""The makers of moves: which of the moves that stand a bot has made, and how many each seat has taken back in its turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

BOT_REQUEST: Final = "robot:"  # prefix of the request keys of bots
UNDO: Final = "undo"  # the text of an event that undoes the last move of its seat


def follow(makers: list[tuple[int, bool]], events: Iterable[tuple[int, str | None, str]]) -> None:
    """Bring `makers`, a pair of seat and "a bot made it" for each move that stands, up to date with (seat, request, text) events.

    >>> makers = [(0, False)]
    >>> follow(makers, [(1, "robot:1", "pass"), (0, "ada:1", "pass"), (0, "ada:2", "undo")])
    >>> makers
    [(0, False), (1, True)]
    """
    for seat, request_id, text in events:
        if text != UNDO:
            makers.append((seat, request_id is not None and request_id.startswith(BOT_REQUEST)))
            continue
        while makers.pop()[0] != seat:  # at a practice table an undo goes back over draws and other seats
            pass


def count_undos(undos: dict[int, int], events: Iterable[tuple[int, str | None, str]]) -> None:
    """Bring `undos`, the number of undos of each seat since the last move of another one, up to date with the same events.

    >>> undos = {}
    >>> count_undos(undos, [(0, "ada:1", "pass"), (0, "ada:2", "undo"), (-1, None, "card red")])
    >>> undos
    {0: 1}
    >>> count_undos(undos, [(1, "bo:1", "pass")])
    >>> undos
    {}
    """
    for seat, _, text in events:
        if text == UNDO:
            undos[seat] = undos.get(seat, 0) + 1
        elif seat >= 0:
            for other in [other for other in undos if other != seat]:
                del undos[other]


def own_moves(makers: Sequence[tuple[int, bool]], seat: int) -> int:
    """Return how many of the last moves a seat has made in a row without a bot."""
    count = 0
    while count < len(makers) and makers[-1 - count] == (seat, False):
        count += 1
    return count


def bot_shares(makers: Sequence[tuple[int, bool]]) -> dict[int, float]:
    """Return the share of each seat's moves that a bot made, among those that stand.

    >>> bot_shares([(0, False), (-1, False), (0, True), (1, False)])
    {0: 0.5, 1: 0.0}
    """
    made: dict[int, list[bool]] = {}
    for seat, by_bot in makers:
        if seat >= 0:  # not a draw
            made.setdefault(seat, []).append(by_bot)
    return {seat: sum(by_bot) / len(by_bot) for seat, by_bot in made.items()}
