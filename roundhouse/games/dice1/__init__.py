"""Railroad Dice: one line shared by all players, dice are its track, directors collect the passengers, and nothing is secret.

RD1-1: every player may lengthen the line, at either of its two ends.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.game import Game
from roundhouse.core.open_view import open_view, open_world
from roundhouse.games.dice1.board import COMPONENTS
from roundhouse.games.dice1.bot import advise
from roundhouse.games.dice1.causes import breakdown, consequences, prospects
from roundhouse.games.dice1.estimate import evaluate
from roundhouse.games.dice1.features import FEATURES, encode
from roundhouse.games.dice1.moves import HANDFULS, MOVE_COUNT, SHADOW_COUNT
from roundhouse.games.dice1.named import VERSION, Dice1View, describe_view
from roundhouse.games.dice1.notation import notation, parse
from roundhouse.games.dice1.places import places
from roundhouse.games.dice1.refusal import refusal
from roundhouse.games.dice1.sketch import sketch
from roundhouse.games.dice1.start import Options, start
from roundhouse.games.dice1.svg import CANVAS, backdrop, render
from roundhouse.games.dice1.words import describe, prompt

# Rails and stations are at most 1 715, the squares of 35 mini-tiles; between two of them lie fewer than three years (RD1-R27), so
# a game has under 21 000 turns of four players. A turn has at most 13 moves (income, cup, roll, eight handfuls, dice kept, end)
# and a purchase for each of 50 shares, since nobody buys their own (RD1-56); a rail brings at most three more (payment, tile,
# payment). Together 21 000 * 63 + 1 715 * 4 = 1 329 860.
_MAX_MOVES: Final = 1_600_000

GAME: Final = Game(
    name="dice1",
    package=__name__,
    title="Railroad Dice",
    version=1,
    clauses="RD1",
    seats=range(2, 5),
    options=Options,
    board=COMPONENTS.board,
    classic=COMPONENTS.classic,
    move_count=MOVE_COUNT,
    outcome_count=HANDFULS,
    shadow_count=SHADOW_COUNT,
    max_moves=_MAX_MOVES,
    setup=start,
    notation=notation,
    parse=parse,
    # Reserve and tokens stand behind a screen (RD1-25, RD1-R4), but every income, payment and passenger is seen by all.
    view=open_view,
    determinize=open_world,
    refusal=refusal,
    describe=describe,
    prompt=prompt,
    advise=advise,
    evaluate=evaluate,
    features=FEATURES,
    encode=encode,
    describe_view=describe_view,
    view_type=Dice1View,
    view_version=VERSION,
    sketch=sketch,
    backdrop=backdrop,
    render=render,
    canvas=CANVAS,
    places=places,
    consequences=consequences,
    prospects=prospects,
    breakdown=breakdown,
)
