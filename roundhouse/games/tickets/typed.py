"""Why a text that is written like a move of Ticket to Ride names none: the clause, and the rule in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from roundhouse.core.game import Refusal
from roundhouse.core.sentence import either, say, say_many
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.map_file import plain_name
from roundhouse.games.tickets.material import COLOUR_NAMES, GRAY, LOCOMOTIVE
from roundhouse.games.tickets.phrases import COLOUR_WORDS

_CARD: Final = "|".join(COLOUR_NAMES)
_CLAIM: Final = re.compile(rf"claim (?P<cities>.+?)(?:\s*/\s*(?P<half>\w+))? (?P<paid>(?:{_CARD})(?: \+ (?:{_CARD}|\d+))*)")
_KEEP: Final = re.compile(r"keep(?P<places>( -?\d+)*)")


def reason(board: Board, text: str) -> Refusal | None:
    """Return why a plain text names no move on a board; None if it is not understood."""
    if keep := _KEEP.fullmatch(text):
        return _keep(keep["places"].split())
    claim = _CLAIM.fullmatch(text)
    pair = None if claim is None else _pair(board, claim["cities"])
    if claim is None or pair is None:
        return None
    tracks = [track for track in range(board.tracks) if {board.end_a[track], board.end_b[track]} == set(pair)]
    if not tracks:
        first, second = (board.data.cities[city].name for city in pair)
        return Refusal("TTR-6", say("no track joins {first} and {second}", first=first, second=second))
    return _payment(board, tracks, claim["paid"].split(" + "))


def _keep(places: list[str]) -> Refusal:
    if not places:
        return Refusal("TTR-65", say("at least one of the tickets drawn must be kept"))
    if len(set(places)) < len(places):
        return Refusal("TTR-3", say("every ticket is there once; each number is named once"))
    return Refusal("TTR-64", say("three tickets at most are on offer, numbers 1 to 3"))


def _pair(board: Board, text: str) -> tuple[int, int] | None:
    """Return the two cities that a plain text names; None if it does not name two."""
    return next(
        (
            (first, second)
            for first, name in _names(board)
            if text.startswith(f"{name} ")
            for second, other in _names(board)
            if text == f"{name} {other}"
        ),
        None,
    )


def _names(board: Board) -> Iterator[tuple[int, str]]:
    for number, city in enumerate(board.data.cities):
        yield from ((number, plain_name(name)) for name in (city.name, *city.aliases))


def _payment(board: Board, tracks: list[int], paid: list[str]) -> Refusal:
    """Return why no track between two cities is paid like this: in colours (TTR-50, TTR-51), else in number."""
    route, length = board.data.cities_of(tracks[0]), board.length[tracks[0]]
    colours = list(dict.fromkeys(board.colour[track] for track in tracks))
    named = {COLOUR_NAMES.index(word) for word in paid if word in COLOUR_NAMES} - {LOCOMOTIVE}
    if GRAY in colours:
        if len(named) > 1:
            return Refusal(
                "TTR-51", say("{route} is gray: all cards are of one colour, locomotives standing in for any of them", route=route)
            )
    elif len(named) > 1 or not named <= set(colours):
        words = either([COLOUR_WORDS[colour] for colour in colours])
        return Refusal("TTR-50", say("{route} is {colour}: only such cards and locomotives pay for it", route=route, colour=words))
    ferry = board.ferry[tracks[0]]
    if ferry and _locomotives(paid) < ferry:
        return Refusal(
            "TTR-98",
            say_many(
                "{route} is a ferry: at least {count} locomotive is among the cards",
                "{route} is a ferry: at least {count} locomotives are among the cards",
                count=ferry,
                route=route,
            ),
        )
    return Refusal(
        "TTR-49",
        say_many(
            "{route} takes exactly {count} card; write a colour, or 'locomotive' for a locomotive",
            "{route} takes exactly {count} cards; write a colour and the number of locomotives among them, or 'locomotive' for"
            " locomotives only",
            count=length,
            route=route,
        ),
    )


def _locomotives(paid: list[str]) -> int:
    return sum(int(word) for word in paid if word.isdecimal())
