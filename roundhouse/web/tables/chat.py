"""The chat of a table."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.http import user_text
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.admission import admit
from roundhouse.web.tables.repository import ChatMessage
from roundhouse.web.tables.room import Room, action

CHAT_LINES: Final = 1000  # of one table


@action
async def speak(room: Room, guest: Guest, request_id: str, text: str) -> None:
    """Add a chat message. A repeated request adds nothing."""
    words = user_text.message(text)
    key = f"{guest.id}:{request_id}"
    admit(room, guest)
    if key in room.chat_requests:
        return
    if len(room.chat) >= CHAT_LINES:
        raise HTTPError(409, say("the chat of this table is full"))
    yours = room.seats_of(guest)
    name = room.seats[yours[0]].name if yours else guest.name
    await room.write_chat(key, ChatMessage(guest.id, yours[0] if yours else None, name, words, room.now()))
