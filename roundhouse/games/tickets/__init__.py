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
    """The first state; the rules leave nothing to choose but the number of players (TTR-1)."""
    return start(seats)


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
    max_moves=5000,
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
