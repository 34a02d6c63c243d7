"""Train cards: the display with deck, discard pile and tickets beside it, and the reader's own hand."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.tickets.material import COLOUR_NAMES, COLOURS, LOCOMOTIVE
from roundhouse.games.tickets.moves import BLIND, DRAW_TICKETS, TAKE
from roundhouse.games.tickets.phrases import CARD_WORDS, COLOUR_WORDS, cards, pile
from roundhouse.games.tickets.svg.reader import Reader
from roundhouse.games.tickets.svg.tracks import CARD_SIGNS
from roundhouse.ui.panels import NOTHING, Panel
from roundhouse.ui.svg import Box, attempt, box, flown, heading, moved, piece, press, sign, titled, type_size, write

_GAP: Final = 8.0


def display_panel(reader: Reader, room: float) -> Panel:
    """Draw the five cards face up, the deck, the discard pile and the tickets left; in two rows on a phone."""
    width, height = ((room - 7 * _GAP - 24) / 8, 68.0) if reader.wide else ((room - 4 * _GAP) / 5, 60.0)
    content = heading(0, 10, reader.tell(say("Display")))
    for i, card in enumerate(reader.position.slot):
        content += _slot(reader, card, (i * (width + _GAP), 20, width, height))
    left, top, size, tall = (
        (5 * (width + _GAP) + 24, 20.0, width, height) if reader.wide else (0.0, 92.0, (room - 2 * _GAP) / 3, 48.0)
    )
    for i, drawn in enumerate(_piles(reader, (size, tall))):
        content += moved(left + i * (size + _GAP), top, drawn)
    return content, top + tall


def _slot(reader: Reader, card: int, place: Box) -> str:
    x, y, width, height = place
    if card < 0:  # TTR-45: no card was left for this slot
        word = reader.tell(say("empty"))
        return box(*place, "void") + write(x + width / 2, y + height / 2 + 4, word, "t12 quiet middle")
    name = reader.tell(COLOUR_WORDS[card])
    size = type_size(name, width - 4, (12, 9))
    low = 14 if card == LOCOMOTIVE else 8
    face = card_face(card, place, named=True) + write(
        x + width / 2, y + height - low, name, f"t{size} strong middle on-{COLOUR_NAMES[card]}"
    )
    title = reader.tell(say("Take {card}", card=CARD_WORDS[card]))
    if TAKE + card in reader.moves:
        return press(reader.text(TAKE + card), title, face + _glow(place))
    return attempt(reader.text(TAKE + card), title, face) if reader.seat >= 0 else face


def card_face(card: int, place: Box, *, named: bool = False) -> str:
    """Draw a train card: its colour and sign, with room for its name; the locomotive carries all eight colours."""
    x, y, width, height = place
    name = COLOUR_NAMES[card]
    face = box(*place, f"card {name}")
    if card == LOCOMOTIVE:
        step = (width - 8) / LOCOMOTIVE
        face += box(x + 3, y + height - 10, width - 6, 7, "paper", 1)
        face += "".join(box(x + 4 + i * step, y + height - 9, step, 5, COLOUR_NAMES[i], 0) for i in range(LOCOMOTIVE))
    low = (18 if named else 0) + (6 if card == LOCOMOTIVE else 0)
    return face + sign(CARD_SIGNS[card], x + width / 2, y + (height - low) / 2, min(width, height) * 0.44, f"on-{name}")


def card_back(place: Box) -> str:
    """Draw a train card face down."""
    return box(*place, "back")


def _glow(place: Box) -> str:
    x, y, width, height = place
    return box(x - 3, y - 3, width + 6, height + 6, "glow", 8)


def _piles(reader: Reader, size: tuple[float, float]) -> list[str]:
    position = reader.position
    tickets = position.above + len(position.under) // 2
    cards_down = say_many("{count} card", "{count} cards", count=position.down)
    cards_thrown = say_many("{count} card", "{count} cards", count=position.thrown)
    return [
        _pile(reader, BLIND, position.down, (say("Deck"), cards_down, say("Draw a card from the deck")), size),
        _pile(reader, -1, position.thrown, (say("Discard"), cards_thrown, pile(list(position.discard))), size),
        _pile(reader, DRAW_TICKETS, tickets, (say("Ticket deck"), say("{count} left", count=tickets), say("Draw tickets")), size),
    ]


def _pile(reader: Reader, move: int, cards_in: int, words: tuple[Sentence, Sentence, Sentence], size: tuple[float, float]) -> str:
    """Draw cards face down, with their name, their number and a title for what pressing them does."""
    width, height = size
    name, count, title = (reader.tell(word) for word in words)
    content = "".join(box(2 * i, -2 * i, width - 4, height, "back") for i in range(min(cards_in, 3) - 1, -1, -1))
    content += "" if cards_in else box(0, 0, width - 4, height, "void")
    content += write(width / 2 - 2, height / 2 - 3, name, "t14 strong middle")
    content += write(width / 2 - 2, height / 2 + 15, count, "t12 quiet middle")
    if move in reader.moves:
        return press(reader.text(move), title, content + _glow((0, -4, width, height + 4)))
    hint = f"{name}: {count}. {title}"
    return reader.attempt(reader.text(move), hint, content) if move >= 0 else titled(hint, content)


def hand_panel(reader: Reader, room: float) -> Panel:
    """Draw the reader's own cards, sorted by colour, locomotives last."""
    if reader.seat < 0:
        return NOTHING
    hand = reader.position.hand[reader.seat * COLOURS : (reader.seat + 1) * COLOURS]
    held = [card for card in range(COLOURS) if hand[card]]
    across, width, height = (9, 40.0, 50.0) if reader.wide else (5, 32.0, 40.0)
    content = heading(0, 10, reader.tell(say_many("Your hand: {count} card", "Your hand: {count} cards", count=sum(hand))))
    if reader.last == BLIND and reader.last_mover() == reader.seat:
        content += flown(reader.text(BLIND), card_back((room / 2 - width / 2, 22, width, height)))
    for i, card in enumerate(held):
        row, column = divmod(i, across)
        content += moved(column * room / across, 22 + row * (height + 26), _stack(reader, card, hand[card], (width, height)))
    return content, 22 + max(1, -(-len(held) // across)) * (height + 26) - 8


def _stack(reader: Reader, card: int, count: int, size: tuple[float, float]) -> str:
    """Draw cards of one kind with their number and name."""
    width, height = size
    behind = "".join(box(2 * i, -2 * i, width, height, f"card {COLOUR_NAMES[card]}") for i in range(min(count, 3) - 1, 0, -1))
    text = write(width + 9, height / 2 + 8, count, "t24 strong") + write(
        0, height + 14, reader.tell(COLOUR_WORDS[card]), "t12 quiet"
    )
    source = reader.text(TAKE + card) if reader.last == TAKE + card and reader.last_mover() == reader.seat else ""
    face = piece(source, card_face(card, (0, 0, width, height)))
    return titled(reader.tell(cards(card, count)), behind + face + text)
