"""The maps that come with the game, and maps of others, as the value of an option."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import Final

from roundhouse.core.document import BadDocument, shown
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.map_data import MapData
from roundhouse.games.tickets.map_file import read

CLASSIC: Final = "usa"
MAPS: Final = (CLASSIC, "austria", "great-lakes")  # by name; each is a file of the folder `maps`


def map_of(value: str) -> MapData:
    """Return the map that an option names, or holds as the text of a map file. Raise BadSetup if there is none."""
    if value.lstrip().startswith("{"):
        try:
            found = read(value)
            return replace(found, source=found.text)
        except BadDocument as error:
            raise BadSetup(say("the map cannot be used; {reason}", reason=error.sentence)) from error
    if value not in MAPS:
        raise BadSetup(
            say(
                "there is no map '{name}'; choose one of {names}, or give a map file",
                name=shown(value),
                names=", ".join(MAPS),
            )
        )
    text = files("roundhouse.games.tickets").joinpath("maps", f"{value}.json").read_text("utf-8")
    return replace(read(text), source=value)


@lru_cache(maxsize=64)  # maps come from anywhere
def find_board(value: str) -> Board:
    """Return the board of the map that an option names or holds."""
    return Board(map_of(value))


USA: Final = find_board(CLASSIC)  # TTR-6; six of its cities are on no ticket, TTR-73
