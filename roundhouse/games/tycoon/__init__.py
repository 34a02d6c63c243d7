"""Railroad Tycoon: The Boardgame: track tile by tile, goods, shares and cards; only the tycoons are secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from roundhouse.core.game import Game
from roundhouse.games.tycoon.board import COMPONENTS
from roundhouse.games.tycoon.bot import advise
from roundhouse.games.tycoon.consequences import consequences
from roundhouse.games.tycoon.estimate import evaluate
from roundhouse.games.tycoon.features import FEATURES, encode
from roundhouse.games.tycoon.finances import breakdown, prospects
from roundhouse.games.tycoon.moves import MOVE_COUNT, OUTCOME_COUNT, SHADOW_COUNT
from roundhouse.games.tycoon.named import VERSION, TycoonView, describe_view
from roundhouse.games.tycoon.notation import notation, parse, read, spell
from roundhouse.games.tycoon.plans import PLANS
from roundhouse.games.tycoon.position import BEGINNER, HUNDRED_PLUS, ONE_LINK, OPEN_CASH, TIGHT_CURVES
from roundhouse.games.tycoon.refusal import refusal
from roundhouse.games.tycoon.sketch import sketch
from roundhouse.games.tycoon.state import Tycoon, start
from roundhouse.games.tycoon.svg import CANVAS, backdrop, render
from roundhouse.games.tycoon.view import determinize, view
from roundhouse.games.tycoon.whereabouts import places
from roundhouse.games.tycoon.words import describe, prompt


@dataclass(frozen=True)
class Options:
    """The options that the rulings leave to the players."""

    beginner: bool = False  # RRT-192: without cards, tycoons and western links
    hundred_plus: bool = False  # RRT-R3: past 100 points the marker stays on the last space, with an income of 9,000
    tight_curves: bool = False  # RRT-R9: tiles may join neighbouring sides
    second_own_link: bool = True  # RRT-R15: a player may own several links between the same two cities
    open_cash: bool = False  # RRT-39: all players' money is shown on the table


def setup(seats: int, options: Options) -> Tycoon:
    """Return the first state, for 2 to 6 players (RRT-1)."""
    variant = BEGINNER * options.beginner + HUNDRED_PLUS * options.hundred_plus + TIGHT_CURVES * options.tight_curves
    return start(seats, variant + ONE_LINK * (not options.second_own_link) + OPEN_CASH * options.open_cash)


# At most 60 turns (RRT-219). An auction has at most 100 bids, each higher than the one before, and 6 passes. Six players have three
# actions each, and all together two more for each of the two Railroad Executives; the longest is a delivery, of 11 moves: shares,
# the cube, eight links, two cubes drawn. A turn ends with a card, and set-up is 70 draws.
# Together 60 * (106 + 18 * 11 + 1) + 44 + 70 = 18 414.
_MAX_MOVES: Final = 30_000

GAME: Final = Game(
    name="tycoon",
    package=__name__,
    title="Railroad Tycoon",
    version=1,
    clauses="RRT",
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
    spell=spell,
    read=read,
    view=view,
    determinize=determinize,
    refusal=refusal,
    describe=describe,
    prompt=prompt,
    advise=advise,
    evaluate=evaluate,
    features=FEATURES,
    encode=encode,
    describe_view=describe_view,
    view_type=TycoonView,
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
