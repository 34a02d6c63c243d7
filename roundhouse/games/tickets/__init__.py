"""Ticket to Ride: hands and tickets are secret, cards and tickets come by chance. It is played on any map."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from roundhouse.core.game import FILE, Game
from roundhouse.games.tickets.atlas import CLASSIC, USA, find_board
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.bot import advise
from roundhouse.games.tickets.consequences import breakdown, consequences, places, prospects
from roundhouse.games.tickets.estimate import evaluate
from roundhouse.games.tickets.faults import faults
from roundhouse.games.tickets.features import encode, features_of
from roundhouse.games.tickets.length import max_moves
from roundhouse.games.tickets.named import VERSION, TicketsView, describe_view
from roundhouse.games.tickets.notation import texts_of
from roundhouse.games.tickets.plans import PLANS
from roundhouse.games.tickets.refusal import refusal
from roundhouse.games.tickets.sketch import sketch
from roundhouse.games.tickets.start import start
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.svg import CANVAS, backdrop, render
from roundhouse.games.tickets.view import determinize, view
from roundhouse.games.tickets.words import describe, prompt


@dataclass(frozen=True)
class Options:
    """TTR-97: `map` is the name of a map that comes with the game, or the text of a map file."""

    map: str = field(default=CLASSIC, metadata={FILE: faults})


def setup(seats: int, options: Options) -> Tickets:
    """Return the first state on the map that the options name (TTR-97). The number of players is the map's (TTR-1)."""
    return start(find_board(options.map), seats)


def _on_board(options: Options) -> Game[Tickets]:
    return _game_on(find_board(options.map))


@lru_cache(maxsize=32)  # maps may come from anywhere
def _game_on(board: Board) -> Game[Tickets]:
    """Return the game on one board, with its bounds, its texts and its features."""
    moves, texts = board.moves, texts_of(board)
    least, most = board.data.seats
    return Game(
        name="tickets",
        package=__name__,
        title="Ticket to Ride (USA)" if board is USA else f"Ticket to Ride ({board.data.title['en']})",
        version=1,
        clauses="TTR",
        seats=range(least, most + 1),
        options=Options,
        board=board.digest,
        chosen=Options(board.data.source),
        on_board=_on_board,
        move_count=moves.count,
        outcome_count=moves.outcomes,
        shadow_count=moves.shadows,
        max_moves=max_moves(board),
        setup=setup,
        notation=texts.notation,
        parse=texts.parse,
        view=view,
        determinize=determinize,
        refusal=refusal,
        describe=describe,
        prompt=prompt,
        advise=advise,
        evaluate=evaluate,
        features=features_of(board),
        encode=encode,
        describe_view=describe_view,
        view_type=TicketsView,
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


GAME: Final = _game_on(USA)
