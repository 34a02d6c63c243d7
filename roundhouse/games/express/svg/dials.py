"""The three dials with their needles, and what may be done in a turn: offer, expand, develop, or decline."""

from __future__ import annotations

import math
from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.express.board import COMPANIES, COMPANY_IDS, DIALS, RED
from roundhouse.games.express.moves import DECLINE, DEVELOP, EXPAND, OFFER
from roundhouse.games.express.notation import notation
from roundhouse.games.express.phrases import ACTION_WORDS
from roundhouse.games.express.svg.auction import quiet_face
from roundhouse.games.express.svg.companies import plate
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.panels import Panel
from roundhouse.ui.svg import Box, attempt, box, heading, moved, number, press, spot, titled, write

_NAMES: Final = (say("Auction"), say("Expansion"), say("Development"))
_RADIUS: Final = 32.0
_BAND: Final = 11.0
_GAP: Final = 8.0


def dials_panel(reader: Reader, room: float) -> Panel:
    """Draw the dials side by side (CEX-44), what two reds bring (CEX-46), and below each a button to decline (CEX-43)."""
    width = room / DIALS
    content = heading(0, 10, reader.tell(say("Dials: two on red bring a general dividend")))
    for dial in range(DIALS):
        content += moved(dial * width, 20, _dial(reader, dial, width))
    y = 20 + _RADIUS + 38
    tall = 30.0 if reader.wide else 44.0
    declines = [dial for dial in range(DIALS) if DECLINE + dial in reader.moves]
    if not declines:
        return content, y
    for dial in declines:
        content += _decline(reader, dial, (dial * width + 4, y + 4, width - 8, tall))
    y += tall + 18
    for verb, title in ((OFFER, say("Offer a share, bidding from")), (EXPAND, say("Expand a company, with its treasury"))):
        if any(verb + company in reader.moves for company in range(COMPANIES)):
            content += moved(0, y, heading(0, 10, reader.tell(title)) + _targets(reader, verb, room, tall))
            y += 18 + tall + 12
    if any(move >= DEVELOP for move in reader.moves):
        content += heading(0, y + 10, reader.tell(say("Develop a hex: press it on the map")))
        y += 14
    return content, y


def _dial(reader: Reader, dial: int, width: float) -> str:
    """Draw a half circle of a green space, the spaces between, and a red one; the needle shows how often it was chosen."""
    chosen, red = int(reader.position.needle[dial]), int(RED[dial])
    x, y = width / 2, _RADIUS + 2
    content = "".join(_sector(x, y, at, red + 1, _space_class(at, red)) for at in range(red + 1))
    turn = math.pi * (1 - (chosen + 0.5) / (red + 1))
    tip = x + (_RADIUS - 3) * math.cos(turn), y - (_RADIUS - 3) * math.sin(turn)
    content += f'<path d="M{number(x)} {number(y)}L{number(tip[0])} {number(tip[1])}" class="needle"/>'
    content += f'<circle cx="{number(x)}" cy="{number(y)}" r="4" class="ink"/>'
    content = spot(f"dial-{dial}", content)
    content += write(x, y + 18, reader.tell(_NAMES[dial]), "t12 strong middle")
    left, mood = (
        (say("on red"), "bad strong") if chosen == red else (say("{left} of {all} left", left=red - chosen, all=red), "quiet")
    )
    content += write(x, y + 33, reader.tell(left), f"t12 middle {mood}")
    title = reader.tell(_words(dial, chosen))
    if DECLINE + dial in reader.moves:
        return titled(title, content)
    return reader.attempt(notation(DECLINE + dial), title, content)


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
    """Draw the button that moves the needle and does nothing else (CEX-42)."""
    x, y, width, height = place
    title = reader.tell(say("Choose '{action}' and decline: the needle moves, nothing else", action=ACTION_WORDS[dial]))
    word = write(x + width / 2, y + height / 2 + 4, reader.tell(say("Decline")), "t12 strong middle")
    return press(notation(DECLINE + dial), title, quiet_face(place) + word)


def _targets(reader: Reader, verb: int, room: float, tall: float) -> str:
    """Draw the companies that can be offered or expanded, each with the figure that matters; only outline the others."""
    width = (room + _GAP) / COMPANIES - _GAP
    content = ""
    for company in range(COMPANIES):
        if verb + company in reader.moves:
            drawn = _target(reader, verb, company, (width, tall))
        else:
            face = box(0, 0, width, tall, "hit", 0) + box(0, 0, width, tall, "void")
            face += write(width / 2, tall / 2 + 4, COMPANY_IDS[company], "t12 quiet middle")
            drawn = attempt(notation(verb + company), COMPANY_IDS[company], face)
        content += moved(company * (width + _GAP), 18, drawn)
    return content


def _target(reader: Reader, verb: int, company: int, size: tuple[float, float]) -> str:
    position = reader.position
    if verb == OFFER:
        figure = reader.money(position.opening_bid(company))
        title = say("Offer a share of {company}; the bidding opens at {dollars}", company=COMPANY_IDS[company], dollars=figure)
    else:
        figure = reader.money(position.treasury[company])
        title = say("Expand {company}; its treasury holds {dollars}", company=COMPANY_IDS[company], dollars=figure)
    width, height = size
    face = quiet_face((0, 0, width, height))
    if height < 40:
        face += plate(company, 17, height / 2, (26, 14)) + write(width - 5, height / 2 + 4, figure, "t12 strong end")
    else:
        face += plate(company, width / 2, 14, (34, 16), 12) + write(width / 2, height - 7, figure, "t12 strong middle")
    return press(notation(verb + company), reader.tell(title), face)
