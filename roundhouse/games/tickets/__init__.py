"""Ticket to Ride (USA): hands and tickets are secret, cards and tickets come by chance."""

from __future__ import annotations

from typing import Final

from roundhouse.core.game import Game, NoOptions
from roundhouse.games.tickets.bot import advise
from roundhouse.games.tickets.estimate import evaluate
from roundhouse.games.tickets.features import FEATURES, encode
from roundhouse.games.tickets.moves import MOVE_COUNT, OUTCOME_COUNT, SHADOW_COUNT
from roundhouse.games.tickets.notation import notation, parse
from roundhouse.games.tickets.refusal import refusal
from roundhouse.games.tickets.sketch import sketch
from roundhouse.games.tickets.start import start
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.svg import CANVAS, backdrop, render
from roundhouse.games.tickets.view import determinize, view
from roundhouse.games.tickets.words import describe, prompt


def setup(seats: int, options: NoOptions) -> Tickets:  # noqa: ARG001
    """Return the first state; the rules have no options but the number of players (TTR-1)."""
    return start(seats)


# A check of the display is at most ten flushes (TTR-39) of six moves each, the verdict and five cards: 60 moves. With five players:
# - Set-up: 20 cards dealt, 5 shown and a check, 15 tickets offered, 5 choices, 5 numbers revealed: 110.
# - A card into a hand is two moves, taken and replaced, or drawn and seen, and at most one check. What comes into hands after the
#   deal is what is played, at most 225 cards for 225 trains, and what is left in the end, at most 110, less the 20 dealt: 315 * 62.
# - A claim is a move and a check. Tracks of 225 spaces together are at most 85, the shortest ones: 85 * 61.
# - A ticket draw is at most five moves and a check. Each keeps one at least of the 20 tickets that set-up leaves: 20 * 65.
# - A pass means that no card is left in deck, discard pile and display, and no ticket, so a claim must come before five passes in a
#   row, which end the game (TTR-79), and no check has a flush meanwhile: 4 * 85 + 5.
# With fewer players all but the ticket draws are fewer, and the sum is less.
_MAX_MOVES: Final = 26_470

GAME: Final = Game(
    name="tickets",
    package=__name__,
    title="Ticket to Ride (USA)",
    version=1,
    clauses="TTR",
    seats=range(2, 6),
    move_count=MOVE_COUNT,
    outcome_count=OUTCOME_COUNT,
    shadow_count=SHADOW_COUNT,
    max_moves=_MAX_MOVES,
    setup=setup,
    notation=notation,
    parse=parse,
    view=view,
    determinize=determinize,
    refusal=refusal,
    describe=describe,
    prompt=prompt,
    advise=advise,
    evaluate=evaluate,
    features=FEATURES,
    encode=encode,
    sketch=sketch,
    backdrop=backdrop,
    render=render,
    canvas=CANVAS,
)
