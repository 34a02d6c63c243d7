"""Talk: the chat of a table."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.http import user_text as plain
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.admission import admit
from roundhouse.web.tables.repository import ChatMessage
from roundhouse.web.tables.room import Room

CHAT_LINES: Final = 1000  # of one table


async def speak(room: Room, guest: Guest, rid: str, text: str) -> None:
    """A line of chat. The same `rid` again says nothing twice."""
    words = plain.message(text)
    await room.do(lambda: _speak(room, guest, f"{guest.id}:{rid}", words))


async def _speak(room: Room, guest: Guest, key: str, words: str) -> None:
    admit(room, guest)
    if key in room.said:
        return
    if len(room.chat) >= CHAT_LINES:
        raise HTTPError(409, say("enough was said at this table"))
    yours = room.seats_of(guest)
    name = room.seats[yours[0]].name if yours else guest.name
    message = ChatMessage(guest.id, yours[0] if yours else None, name, words, room.now())
    await room.repository.say(room.id, len(room.chat), key, message)
    room.said.add(key)
    room.chat.append(message)
