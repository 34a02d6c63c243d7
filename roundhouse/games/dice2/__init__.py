"""Railroad Dice 2: dice are track, rails are open to everyone, switches have a direction, and nothing is secret.

RD2-30: the player who links their station with others and brings most passengers home wins.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.game import Game
from roundhouse.core.open_view import open_view, open_world
from roundhouse.games.dice2.board import COMPONENTS
from roundhouse.games.dice2.bot import advise
from roundhouse.games.dice2.causes import breakdown, consequences, prospects
from roundhouse.games.dice2.estimate import evaluate
from roundhouse.games.dice2.features import FEATURES, encode
from roundhouse.games.dice2.moves import MOVE_COUNT, ROLLS, SHADOW_COUNT
from roundhouse.games.dice2.named import VERSION, Dice2View, describe_view
from roundhouse.games.dice2.notation import notation, parse
from roundhouse.games.dice2.places import places
from roundhouse.games.dice2.refusal import refusal
from roundhouse.games.dice2.sketch import sketch
from roundhouse.games.dice2.start import Options, start
from roundhouse.games.dice2.svg import CANVAS, backdrop, render
from roundhouse.games.dice2.words import describe, prompt

# At most 888 dice are laid, locomotives bought and passengers carried: a die on each of 96 squares and 20 in place of others, 15
# cards, 280 tokens that come back to the bank only as 192 of fees and 225 of prices, and 60 substitutes of the last filling
# (RD2-R29). Between two of these lie fewer than twelve turns (RD2-R37) of at most seven moves: an offer, a roll, passengers brought
# in with four dice, the end. Together 888 + 7 * 12 * 889 + 12 stations placed = 75 576; closing adds at most 4 turns.
_MAX_MOVES: Final = 80_000

GAME: Final = Game(
    name="dice2",
    package=__name__,
    title="Railroad Dice 2",
    version=1,
    clauses="RD2",
    seats=range(2, 5),
    options=Options,
    board=COMPONENTS.board,
    classic=COMPONENTS.classic,
    move_count=MOVE_COUNT,
    outcome_count=ROLLS,
    shadow_count=SHADOW_COUNT,
    max_moves=_MAX_MOVES,
    setup=start,
    notation=notation,
    parse=parse,
    view=open_view,  # nothing is hidden, and no future roll is in the state
    determinize=open_world,
    refusal=refusal,
    describe=describe,
    prompt=prompt,
    advise=advise,
    evaluate=evaluate,
    features=FEATURES,
    encode=encode,
    describe_view=describe_view,
    view_type=Dice2View,
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
