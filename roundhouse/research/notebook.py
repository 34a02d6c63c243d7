"""Positions and records that show themselves in a notebook; `%load_ext roundhouse.research.notebook` teaches it to plain ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.record import Record, replay_until
from roundhouse.core.sentence import say
from roundhouse.core.state import SPECTATOR, View
from roundhouse.games import GAMES, find
from roundhouse.play.log import log_lines, shadow_of
from roundhouse.ui.picture import picture
from roundhouse.ui.svg import escape
from roundhouse.ui.text import translate

_NOTHING: Final = -1  # no last move


@dataclass(frozen=True)
class Position:
    """A view as its drawing."""

    view: View
    moves: Sequence[int] = ()  # shown as things to press
    names: Sequence[str] = ()
    language: str = "en"

    def _repr_svg_(self) -> str:
        names = self.names or names_of(self.view.position.seats, self.language)
        return picture(game_of(self.view), self.view, self.moves, names, self.language)


@dataclass(frozen=True)
class Replay:
    """A record as a board with a slider under it: one small page that needs nothing else, as a seat or a spectator saw it."""

    record: Record
    reader: int = SPECTATOR
    language: str = "en"

    def _repr_html_(self) -> str:
        width, height = find(self.record.game).canvas["wide"]
        frame = f'style="width:100%;aspect-ratio:{width}/{height + 90};border:0" sandbox="allow-scripts"'
        title = escape(translate(say("Replay of {title}", title=find(self.record.game).title), self.language))
        return f'<iframe {frame} title="{title}" srcdoc="{escape_page(self.page())}"></iframe>'

    def page(self) -> str:
        """The page itself."""
        game = find(self.record.game)
        first = game.start(self.record.seats, game.options_from(self.record.options))
        names = self.record.names or names_of(self.record.seats, self.language)
        board = picture(game, game.view(first, self.reader), (), names, self.language)
        data = json.dumps(self._data(game, names), ensure_ascii=False).replace("<", "\\u003c")
        label = escape(translate(say("move"), self.language))
        return (
            f'<!DOCTYPE html><html lang="{self.language}"><head><meta charset="utf-8"/><style>{_text("replay.css")}</style></head>'
            f'<body>{board}<div class="bar"><button type="button" id="back">‹</button>'
            f'<input type="range" id="at" min="0" value="0" aria-label="{label}"/><button type="button" id="on">›</button>'
            f'<output id="count"></output></div><p id="told" aria-live="polite"></p>'
            f'<script type="application/json" id="data">{data}</script><script>{_text("replay.js")}</script></body></html>'
        )

    def _data(self, game: Game[Any], names: Sequence[str]) -> dict[str, Any]:
        """What each part of the drawing holds from which move on, and each move in words."""
        _, moves = replay_until(game, self.record, len(self.record.entries))
        state = game.start(self.record.seats, game.options_from(self.record.options))
        lines = log_lines(game, state.copy(), moves, self.reader, names)
        parts: dict[str, list[tuple[int, str]]] = {}
        last = _NOTHING
        for at in range(len(moves) + 1):
            for name, content in game.render(game.view(state, self.reader), (), names, self.language, "wide", last).items():
                known = parts.setdefault(name, [])
                if not known or known[-1][1] != content:
                    known.append((at, content))
            if at < len(moves):
                last = shadow_of(state, moves[at], self.reader)
                state.apply(moves[at])
        return {"parts": parts, "told": ["", *(translate(line.sentence, self.language) for line in lines)]}


def game_of(view: View) -> Game[Any]:
    """The game that a view is of."""
    home = type(view.position).__module__
    return next(game for game in GAMES if home.startswith(f"roundhouse.games.{game.name}."))


def names_of(seats: int, language: str) -> list[str]:
    """Names for players who have none."""
    return [translate(say("Player {number}", number=seat + 1), language) for seat in range(seats)]


def escape_page(page: str) -> str:
    """A page as an attribute: only what would end it is written differently, so that it stays small."""
    return page.replace("&", "&amp;").replace('"', "&quot;")


def load_ipython_extension(shell: Any) -> None:
    """Called by IPython: views and records show themselves from now on."""
    formatters = shell.display_formatter.formatters
    formatters["image/svg+xml"].for_type(View, lambda view: Position(view)._repr_svg_())
    formatters["text/html"].for_type(Record, lambda record: Replay(record)._repr_html_())


@cache
def _text(name: str) -> str:
    return files("roundhouse.research").joinpath(name).read_text("utf-8")
