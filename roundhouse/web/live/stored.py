"""The page of a finished game whose rules are not installed."""

from __future__ import annotations

from typing import Any

from roundhouse.games import title_of
from roundhouse.ui.text import translate
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.stored import StoredGame


def stored_context(game: StoredGame, guest: Guest | None, language: str) -> dict[str, Any]:
    """Return the game for a template."""
    snapshot = game.snapshot
    setup = snapshot.setup
    return {
        "title": title_of(setup.game),
        "reason": translate(game.reason, language),
        "ended": setup.ended,
        "players": _players(game, guest),
        "lines": [{"number": number + 1, "text": text} for number, (_, text) in enumerate(game.lines(language))],
        "chat": snapshot.chat,
        "record_url": f"/table/{setup.id}/record",
    }


def _players(game: StoredGame, guest: Guest | None) -> list[dict[str, Any]]:
    """Return the players by rank; by seat if there is no result."""
    scores, ranks = game.kept.scores, game.kept.ranks
    players = [
        {
            "number": seat + 1,
            "name": occupant.name,
            "you": guest is not None and occupant.guest == guest.id,
            "place": None if ranks is None else ranks[seat] + 1,
            "points": None if scores is None else scores[seat],
        }
        for seat, occupant in enumerate(game.snapshot.seats)
    ]
    return sorted(players, key=lambda player: (player["place"] or 0, player["number"]))
