"""Checks for games, for the tests of a game's own package: laws, clauses, translations, parts."""

from __future__ import annotations

from roundhouse.play.laws import LawBroken, check_game
from roundhouse.testing.clauses import Clauses, clauses_of
from roundhouse.testing.messages import languages_of, message_faults
from roundhouse.testing.parts import Part, parts_of

__all__ = ["Clauses", "LawBroken", "Part", "check_game", "clauses_of", "languages_of", "message_faults", "parts_of"]
