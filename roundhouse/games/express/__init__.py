"""Chicago Express: companies that the players share, auctions, a hex map; no chance and no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games.express.bot import advise
from roundhouse.games.express.estimate import evaluate
from roundhouse.games.express.features import FEATURES, encode
from roundhouse.games.express.moves import MOVE_COUNT, OUTCOME_COUNT, SHADOW_COUNT
from roundhouse.games.express.notation import notation, parse
from roundhouse.games.express.refusal import refusal
from roundhouse.games.express.sketch import sketch
from roundhouse.games.express.state import Express, start
from roundhouse.games.express.svg import CANVAS, backdrop, render
from roundhouse.games.express.view import determinize, view
from roundhouse.games.express.words import describe, prompt


@dataclass(frozen=True)
class Options:
    """What the players settle before the game."""

    first_bidder: int = 0  # CEX-29: the seat of the oldest player


def setup(seats: int, options: Options) -> Express:
    """The first state; CEX-1 is kept by `Game.start`, the first bidder must be at the table."""
    if not 0 <= options.first_bidder < seats:
        raise BadSetup(
            say(
                "option 'first_bidder' is a seat from 0 to {last}, not {seat}",
                last=seats - 1,
                seat=options.first_bidder,
            )
        )
    return start(seats, options.first_bidder)


GAME: Final = Game(
    name="express",
    package=__name__,
    title="Chicago Express",
    version=1,
    clauses="CEX",
    seats=range(2, 7),
    options=Options,
    move_count=MOVE_COUNT,
    outcome_count=OUTCOME_COUNT,
    shadow_count=SHADOW_COUNT,
    max_moves=30_000,  # at most 29 auctions of 999 raises, and 88 turns (CEX-48, CEX-110)
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
