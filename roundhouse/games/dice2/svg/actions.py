"""What is done beside the map: trips of all locomotives, passengers brought in, the end of the turn; always in the same places."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.dice2.board import STATIONS, TILES
from roundhouse.games.dice2.moves import BRING, BUY, CARRY, END, FEED, LAY
from roundhouse.games.dice2.notation import notation
from roundhouse.games.dice2.phrases import passengers
from roundhouse.games.dice2.svg.pools import arriving, bring_moves, bring_title
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.traffic import load
from roundhouse.ui.panels import Panel
from roundhouse.ui.svg import CLOSING, Box, box, heading, moved, press, press_all, type_size, wrap, write

_HIGH: Final = 44.0
_GAP: Final = 8.0


def actions_panel(reader: Reader, room: float) -> Panel:
    """Draw passengers to bring in or to take instead of a roll, then all trips, then the end of the turn with what is unused."""
    content = _passengers(reader, room)
    content += moved(0, 62, _trips(reader, room)) + moved(0, 62 + _HIGH + _GAP, _end(reader, room))
    return content, 62 + 2 * _HIGH + _GAP


def _passengers(reader: Reader, room: float) -> str:
    """Draw the tiles on which a die can bring in passengers, or the button that gives up the roll."""
    tiles = bring_moves(reader)
    if tiles:
        width = (room - _GAP * (TILES - 1)) / TILES
        buttons = "".join(moved(i * (width + _GAP), 14, _bring(reader, tile, width)) for i, tile in enumerate(tiles))
        return heading(0, 8, reader.tell(say("A die brings passengers to tile"))) + buttons
    words = say("Passengers on all tiles instead of a roll")
    return _button(reader, [notation(FEED)] if FEED in reader.moves else [], words, (0, 10, room, _HIGH))


def _bring(reader: Reader, tile: int, width: float) -> str:
    """Draw a button with the number of a tile, and how many passengers would come."""
    content = box(0, 0, width, _HIGH, "option edge") + write(width / 2, 19, tile + 1, "t14 strong middle")
    content += write(width / 2, 36, f"+{arriving(reader, tile)}", "t12 middle")
    return press(notation(BRING + tile), reader.tell(bring_title(reader, tile)), content)


def _trips(reader: Reader, room: float) -> str:
    """Draw the button that sends all locomotives on the trips that bring most passengers home, and the same with the end."""
    trips = reader.trips
    brought = carried(reader, trips)
    words = say("Send all locomotives: {passengers}", passengers=passengers(brought)) if trips else say("No trip possible now")
    both = room - 118 - _GAP
    content = _button(reader, [notation(move) for move in trips], words, (0, 0, both, _HIGH), main=True)
    ending = [notation(move) for move in (*trips, END)] if trips and _can_end(reader, trips) else []
    return content + _button(
        reader, ending, say("Send all, end turn"), (both + _GAP, 0, 118, _HIGH), closing=not unused_dice(reader)
    )


def carried(reader: Reader, trips: list[int]) -> int:
    """Return the passengers that trips bring home, made one after the other."""
    after, total = reader.position.copy(), 0
    for move in trips:
        total += int(load(after, (move - CARRY) // STATIONS, (move - CARRY) % STATIONS))
        after.apply(move)
    return total


def _can_end(reader: Reader, trips: list[int]) -> bool:
    after = reader.position.copy()
    for move in trips:
        after.apply(move)
    return after.actor == reader.seat and END in after.legal_moves()


# The end of the turn.


def _end(reader: Reader, room: float) -> str:
    """Draw the button that ends the turn, quiet, and beside it what would go unused."""
    width = 118.0
    words = _unused(reader)
    lines = wrap(reader.tell(words), 12, room - width - 16)[:3] if words else []
    warns = END in reader.moves and has_unused(reader)
    content = box(0, 2, 4, _HIGH - 4, "last", 2) if warns else ""
    top = 27.0 - 7.5 * (len(lines) - 1)
    content += "".join(write(12, top + 15 * i, line, "t12" if warns else "t12 quiet") for i, line in enumerate(lines))
    ending = [notation(END)] if END in reader.moves else []
    return content + _button(reader, ending, say("End turn"), (room - width, 0, width, _HIGH), closing=not warns)


def has_unused(reader: Reader) -> bool:
    """Return whether dice or locomotives of this turn could still be used."""
    return any(_is_use(move) for move in reader.moves)


def _is_use(move: int) -> bool:
    """Return whether a move uses a die or a locomotive."""
    return LAY <= move < BUY or CARRY <= move < END


def unused_dice(reader: Reader) -> int:
    """Return the number of dice in front of the reader, if one of them can still be used."""
    usable = any(_is_use(move) and not CARRY <= move < BRING for move in reader.moves)
    return int(sum(reader.position.front)) if usable else 0


def _unused(reader: Reader) -> Sentence | None:
    """Say what could still be used before the turn ends."""
    if END not in reader.moves:
        return None
    dice = unused_dice(reader)
    if dice and reader.trips:
        return say_many(
            "{count} die is unused, and locomotives can still run.",
            "{count} dice are unused, and locomotives can still run.",
            count=dice,
        )
    if dice:
        return say_many(
            "{count} die is unused: it goes back to the bank.", "{count} dice are unused: they go back to the bank.", count=dice
        )
    if reader.trips:
        return say("Locomotives can still run.")
    return say("Everything is used.")


def _button(reader: Reader, moves: list[str], words: Sentence, place: Box, *, main: bool = False, closing: bool = False) -> str:
    """Draw a button for one move or several in a row; pale if there is none. If `closing`, it confirms the turn that it ends."""
    x, y, width, height = place
    label = reader.tell(words)
    size = type_size(label, 0.92 * width - 8)
    lines = wrap(label, size, 0.92 * width - 6)[:2]
    ink = " on-button" if main and moves else "" if moves else " quiet"
    face = box(*place, ("button" if main else "option edge") if moves else "plain off")
    top = y + height / 2 + (5 if len(lines) == 1 else -3)
    face += "".join(write(x + width / 2, top + 16 * i, line, f"t{size} strong middle{ink}") for i, line in enumerate(lines))
    if not moves:
        return face
    kind = CLOSING if closing else ""
    return press(moves[0], label, face, kind) if len(moves) == 1 else press_all(moves, label, face, kind)
