"""The industrial track, and how near the end of the game is."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.express.board import DETROIT, HEX_NAMES, LAST_HOUSES, ROW_HEX, ROW_LAST, ROW_VALUES, ROWS, SUPPLY
from roundhouse.games.express.state import ENDING
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.panels import Panel, stack
from roundhouse.ui.svg import box, heading, rule, sign, titled, write

_STEP: Final = 26.0
_PITCH: Final = 22.0
_BAR: Final = 64.0


def industry_panel(reader: Reader, room: float) -> Panel:
    """Draw a row for each industrial city, with a house on its present income (CEX-8)."""
    head = heading(0, 10, reader.tell(say("Industrial cities: income")))
    return stack(head, [_industry(reader, row, room) for row in range(ROWS)], _PITCH)


def _industry(reader: Reader, row: int, room: float) -> str:
    name = HEX_NAMES[ROW_HEX[row]]
    now = reader.position.track[row]
    content = rule(0, 0, room) + write(0, 15, name, "t12")
    left = room - _STEP * len(ROW_VALUES[DETROIT])
    for i, value in enumerate(ROW_VALUES[row]):
        x = left + _STEP * i
        if value == now:
            content += box(x + 1, 2, _STEP - 2, _PITCH - 4, "ink", 4) + sign("house", x + 8, 11, 8, "on-ink")
            content += write(x + 18.5, 15, value, "t12 strong middle on-ink")
        else:
            mood = "bad" if row == DETROIT and value == ROW_LAST[row] else "quiet" if value < now else "ink"
            content += write(x + _STEP / 2, 15, value, f"t12 middle {mood}")
    words = say("{city}: income {income}, at most {most}", city=name, income=now, most=ROW_LAST[row])
    return titled(reader.tell(words), content)


def ending_panel(reader: Reader, room: float) -> Panel:
    """Draw the four ends of the game, each with what is reached and what is needed (CEX-132)."""
    head = heading(0, 10, reader.tell(say("The next dividend ends the game when")))
    return stack(head, [_condition(reader, *condition, room) for condition in _conditions(reader)], _PITCH)


def _conditions(reader: Reader) -> list[tuple[Sentence, Sentence, float]]:
    """Return each end in words, how it stands, and the part of the way that is done."""
    position = reader.position
    bare, sold, detroit = int(position.without_locomotives()), int(position.without_shares()), int(position.track[DETROIT])
    return [
        (
            say("{count} companies lack locomotives", count=ENDING),
            say("{done} of {all}", done=min(bare, ENDING), all=ENDING),
            bare / ENDING,
        ),
        (
            say("{count} companies are sold out", count=ENDING),
            say("{done} of {all}", done=min(sold, ENDING), all=ENDING),
            sold / ENDING,
        ),
        (
            say("{count} houses are left", count=LAST_HOUSES),
            say("{count} left", count=position.supply),
            (SUPPLY - int(position.supply)) / (SUPPLY - LAST_HOUSES),
        ),
        (
            say("Detroit stands on {last}", last=ROW_LAST[DETROIT]),
            say("on {value}", value=detroit),
            (detroit - 1) / (int(ROW_LAST[DETROIT]) - 1),
        ),
    ]


def _condition(reader: Reader, words: Sentence, figure: Sentence, done: float, room: float) -> str:
    """Draw a row with a bar that fills; a full one has a sign too."""
    full = done >= 1
    mood = "bad strong" if full else "ink"
    left = room - 58 - _BAR
    content = rule(0, 0, room) + write(0, 15, reader.tell(words), f"t12 {mood}")
    content += box(left, 8, _BAR, 6, "rest", 3)
    if done > 0:
        content += box(left, 8, max(6.0, _BAR * min(done, 1)), 6, "bad" if full else "good", 3)
    content += sign("tick", left - 10, 11, 9, "bad") if full else ""
    return content + write(room, 15, reader.tell(figure), f"t12 strong end {mood}")
