"""The industrial track, and how near the end of the game is."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.express.board import DETROIT, HEX_NAMES, LAST_HOUSES, ROW_HEX, ROW_LAST, ROW_VALUES, ROWS, SUPPLY
from roundhouse.games.express.state import ENDING
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.panels import Panel, stack
from roundhouse.ui.svg import box, heading, rule, sign, titled, write

_STEP: Final = {"wide": 24.0, "narrow": 26.0}
_PITCH: Final = {"wide": 15.0, "narrow": 22.0}
_BAR: Final = 44.0


def industry_panel(reader: Reader, room: float) -> Panel:
    """Draw a row for each industrial city, with a house on its present income (CEX-8)."""
    words = say("Industrial cities; {last} in Detroit ends the game", last=ROW_LAST[DETROIT])
    head = heading(0, 10, reader.tell(words if reader.wide else say("Industrial cities: income")))
    return stack(head, [_industry(reader, row, room) for row in range(ROWS)], _PITCH[reader.layout])


def _industry(reader: Reader, row: int, room: float) -> str:
    name = HEX_NAMES[ROW_HEX[row]]
    now = reader.position.track[row]
    high = _PITCH[reader.layout]
    base = high / 2 + 4
    last = row == DETROIT and now == ROW_LAST[row]
    content = rule(0, 0, room) + write(0, base, name, "t12 strong bad" if last else "t12")
    step = _STEP[reader.layout]
    left = room - step * len(ROW_VALUES[DETROIT])
    for i, value in enumerate(ROW_VALUES[row]):
        x = left + step * i
        if value == now:
            content += box(x + 1, 1.5, step - 2, high - 3, "ink", 4) + sign("house", x + 7.5, high / 2, 8, "on-ink")
            content += write(x + step - 7.5, base, value, "t12 strong middle on-ink")
        else:
            mood = "bad" if row == DETROIT and value == ROW_LAST[row] else "quiet" if value < now else "ink"
            content += write(x + step / 2, base, value, f"t12 middle {mood}")
    words = say("{city}: income {income}, at most {most}", city=name, income=now, most=ROW_LAST[row])
    return titled(reader.tell(words), content)


def ending_panel(reader: Reader, room: float) -> Panel:
    """Draw the ends of the game, each with what is reached and what is needed (CEX-132); wide, the track has Detroit."""
    head = heading(0, 10, reader.tell(say("The next dividend ends the game when")))
    conditions = _conditions(reader)[:-1] if reader.wide else _conditions(reader)
    return stack(head, [_condition(reader, *condition, room) for condition in conditions], _PITCH[reader.layout])


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
    high = _PITCH[reader.layout]
    middle, base = high / 2, high / 2 + 4
    left = room - 52 - _BAR
    content = rule(0, 0, room) + write(0, base, reader.tell(words), f"t12 {mood}")
    content += box(left, middle - 3, _BAR, 6, "rest", 3)
    if done > 0:
        content += box(left, middle - 3, max(6.0, _BAR * min(done, 1)), 6, "bad" if full else "good", 3)
    content += sign("tick", left - 9, middle, 9, "bad") if full else ""
    return content + write(room, base, reader.tell(figure), f"t12 strong end {mood}")
