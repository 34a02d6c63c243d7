"""Chicago Express: companies that the players share, auctions, a hex map; no chance and no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from roundhouse.core.game import Game, check_seat
from roundhouse.core.open_view import open_view, open_world
from roundhouse.games.express.board import COMPONENTS
from roundhouse.games.express.bot import advise
from roundhouse.games.express.consequences import breakdown, consequences, places, prospects
from roundhouse.games.express.estimate import evaluate
from roundhouse.games.express.features import FEATURES, encode
from roundhouse.games.express.moves import MOVE_COUNT, OUTCOME_COUNT, SHADOW_COUNT
from roundhouse.games.express.named import VERSION, ExpressView, describe_view
from roundhouse.games.express.notation import notation, parse
from roundhouse.games.express.plans import PLANS
from roundhouse.games.express.refusal import refusal
from roundhouse.games.express.sketch import sketch
from roundhouse.games.express.state import Express, start
from roundhouse.games.express.svg import CANVAS, backdrop, render
from roundhouse.games.express.words import describe, prompt


@dataclass(frozen=True)
class Options:
    """The options of Chicago Express."""

    first_bidder: int = 0  # CEX-29: the seat of the oldest player


def setup(seats: int, options: Options) -> Express:
    """Return the first state.

    `Game.start` checks the number of players (CEX-1); raise BadSetup if the first bidder is not at the table.
    """
    check_seat("first_bidder", options.first_bidder, seats)
    return start(seats, options.first_bidder)


# At most eight general dividends (CEX-110) end stretches of at most 11 turns (CEX-48), of which 3 are auctions and 5 expansions. An
# auction has at most 999 bids (CEX-138), each higher than the one before, and 6 passes; with the four first ones and that of the
# Wabash there are 29. An expansion has at most three more moves. Together 29 * 1005 + 88 + 40 * 3 = 29 353.
_MAX_MOVES: Final = 30_000

GAME: Final = Game(
    name="express",
    package=__name__,
    title="Chicago Express",
    version=1,
    clauses="CEX",
    seats=range(2, 7),
    options=Options,
    board=COMPONENTS.board,
    classic=COMPONENTS.classic,
    move_count=MOVE_COUNT,
    outcome_count=OUTCOME_COUNT,
    shadow_count=SHADOW_COUNT,
    max_moves=_MAX_MOVES,
    setup=setup,
    notation=notation,
    parse=parse,
    view=open_view,  # nothing is hidden, CEX-63
    determinize=open_world,
    refusal=refusal,
    describe=describe,
    prompt=prompt,
    advise=advise,
    evaluate=evaluate,
    features=FEATURES,
    encode=encode,
    describe_view=describe_view,
    view_type=ExpressView,
    view_version=VERSION,
    sketch=sketch,
    backdrop=backdrop,
    render=render,
    canvas=CANVAS,
    places=places,
    consequences=consequences,
    prospects=prospects,
    breakdown=breakdown,
    plans=PLANS,
)
