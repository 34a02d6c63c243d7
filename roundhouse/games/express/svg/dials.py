"""The three dials with their needles, and what may be done in a turn: offer, expand, develop, or decline."""

from __future__ import annotations

import math
from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.express.board import DIALS, RED
from roundhouse.games.express.consequences import DIAL_PLACES
from roundhouse.games.express.moves import DECLINE, OFFER
from roundhouse.games.express.notation import notation
from roundhouse.games.express.phrases import ACTION_WORDS
from roundhouse.games.express.svg.auction import blank_face, quiet_face, tall, targets
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.panels import Panel
from roundhouse.ui.svg import Box, box, heading, moved, number, place, press, spot, titled, write

_NAMES: Final = (say("Auction"), say("Expansion"), say("Development"))
_RADIUS: Final = 30.0
_BAND: Final = 11.0


def dials_panel(reader: Reader, room: float) -> Panel:
    """Draw the dials side by side (CEX-44), what two reds bring (CEX-46), and below each a button to decline (CEX-43)."""
    width, high = room / DIALS, tall(reader)
    content = heading(0, 10, reader.tell(say("Dials: two on red bring a general dividend")))
    y = 20 + _RADIUS + 42
    for dial in range(DIALS):
        content += moved(dial * width, 20, _dial(reader, dial, width))
        content += _decline(reader, dial, (dial * width + 4, y, width - 8, high))
    return content, y + high


def offers_panel(reader: Reader, room: float) -> Panel:
    """Draw the companies of which a share can be offered (CEX-51), with the opening bid."""
    content = heading(0, 10, reader.tell(say("Offer a share, bidding from")))
    return content + moved(0, 18, targets(reader, OFFER, room)), 18 + tall(reader)


def _dial(reader: Reader, dial: int, width: float) -> str:
    """Draw a half circle of a green space, the spaces between, and a red one; the needle shows how often it was chosen."""
    chosen, red = int(reader.position.needle[dial]), int(RED[dial])
    x, y = width / 2, _RADIUS + 2
    content = "".join(_sector(x, y, at, red + 1, _space_class(at, red)) for at in range(red + 1))
    turn = math.pi * (1 - (chosen + 0.5) / (red + 1))
    tip = x + (_RADIUS - 3) * math.cos(turn), y - (_RADIUS - 3) * math.sin(turn)
    content += f'<path d="M{number(x)} {number(y)}L{number(tip[0])} {number(tip[1])}" class="needle"/>'
    content += f'<circle cx="{number(x)}" cy="{number(y)}" r="4" class="ink"/>'
    content = box(x - _RADIUS - 6, y - _RADIUS - 4, 2 * _RADIUS + 12, _RADIUS + 42, "card-ring") + spot(f"dial-{dial}", content)
    content += write(x, y + 18, reader.tell(_NAMES[dial]), "t12 strong middle")
    left, mood = (
        (say("on red"), "bad strong") if chosen == red else (say("{left} of {all} left", left=red - chosen, all=red), "quiet")
    )
    content += write(x, y + 33, reader.tell(left), f"t12 middle {mood}")
    title = reader.tell(_words(dial, chosen))
    return place(DIAL_PLACES[dial], titled(title, content))


def _space_class(at: int, red: int) -> str:
    return "dial go" if at == 0 else "dial stop" if at == red else "dial"


def _words(dial: int, chosen: int) -> Sentence:
    return say_many(
        "{action}: chosen {count} time, on red after {red}",
        "{action}: chosen {count} times, on red after {red}",
        count=chosen,
        action=ACTION_WORDS[dial],
        red=RED[dial],
    )


def _sector(x: float, y: float, at: int, spaces: int, classes: str) -> str:
    """Draw one space of a dial, with a hairline of room to the next."""
    hair = 0.03
    first, last = math.pi * (1 - at / spaces) - hair, math.pi * (1 - (at + 1) / spaces) + hair
    outer, inner = _RADIUS, _RADIUS - _BAND
    (ax, ay), (bx, by) = ((x + outer * math.cos(turn), y - outer * math.sin(turn)) for turn in (first, last))
    (cx, cy), (dx, dy) = ((x + inner * math.cos(turn), y - inner * math.sin(turn)) for turn in (last, first))
    return (
        f'<path d="M{number(ax)} {number(ay)}A{number(outer)} {number(outer)} 0 0 1 {number(bx)} {number(by)}'
        f'L{number(cx)} {number(cy)}A{number(inner)} {number(inner)} 0 0 0 {number(dx)} {number(dy)}Z" class="{classes}"/>'
    )


def _decline(reader: Reader, dial: int, place: Box) -> str:
    """Draw the button that moves the needle and does nothing else (CEX-42); empty where the dial cannot be chosen."""
    x, y, width, height = place
    title = reader.tell(say("Choose '{action}' and decline: the needle moves, nothing else", action=ACTION_WORDS[dial]))
    if DECLINE + dial in reader.moves:
        word = write(x + width / 2, y + height / 2 + 4, reader.tell(say("Decline")), "t12 strong middle")
        return press(notation(DECLINE + dial), title, quiet_face(place) + word)
    word = write(x + width / 2, y + height / 2 + 4, reader.tell(say("Decline")), "t12 quiet middle")
    return reader.attempt(notation(DECLINE + dial), title, blank_face(place) + word)
