"""The page of a finished game whose rules are not installed."""

from __future__ import annotations

from typing import Any

from roundhouse.core.sentence import capital
from roundhouse.games import title_of
from roundhouse.ui.text import translate
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.repository import Event
from roundhouse.web.tables.stored import StoredGame


def stored_context(game: StoredGame, guest: Guest | None, language: str) -> dict[str, Any]:
    """Return the game for a template."""
    snapshot = game.snapshot
    setup = snapshot.setup
    return {
        "title": title_of(setup.game),
        "reason": capital(translate(game.reason, language)),
        "ended": setup.ended,
        "players": _players(game, guest),
        "lines": [_line(game, event, text) for event, text in game.lines(language)],
        "chat": snapshot.chat,
        "record_url": f"/table/{setup.id}/record",
    }


def _line(game: StoredGame, event: Event, text: str) -> dict[str, Any]:
    """Return a line of the log; the notation of a move, which is all there is without a log, does not say whose it was."""
    says_who = text != event.text or event.seat < 0
    return {"text": text, "who": "" if says_who else game.snapshot.seats[event.seat].name}


def _players(game: StoredGame, guest: Guest | None) -> list[dict[str, Any]]:
    """Return the players by rank; by seat if there is no result."""
    result = game.kept.result
    players = [
        {
            "number": seat + 1,
            "name": occupant.name,
            "you": guest is not None and occupant.guest == guest.id,
            "place": None if result is None else result.ranks[seat] + 1,
            "points": None if result is None else result.scores[seat],
        }
        for seat, occupant in enumerate(game.snapshot.seats)
    ]
    return sorted(players, key=lambda player: (player["place"] or 0, player["number"]))
