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

CHAT_LINES: Final = 1000  # of one table; older ones are deleted


def may_speak(room: Room, guest: Guest | None) -> bool:
    """Return whether a guest may write here: players, the host and invited guests may; others at a public table only read."""
    return bool(room.seats_of(guest)) or room.is_host(guest) or room.is_member(guest)


@action
async def speak(room: Room, guest: Guest, request_id: str, text: str) -> None:
    """Add a chat message; the oldest one goes if there are too many. A repeated request adds nothing."""
    words = user_text.message(text)
    key = f"{guest.id}:{request_id}"
    admit(room, guest)
    if not may_speak(room, guest):
        raise HTTPError(403, say("only players and invited guests can write here"))
    if key in room.chat_requests:
        return
    yours = room.seats_of(guest)
    name = room.seats[yours[0]].name if yours else guest.name
    await room.write_chat(key, ChatMessage(guest.id, yours[0] if yours else None, name, words, room.now()), CHAT_LINES)
