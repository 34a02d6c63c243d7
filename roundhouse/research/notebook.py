"""IPython extension, loaded by `%load_ext roundhouse.research.notebook`: positions are drawn, and records get a slider."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any, Final

from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.record import Record, replay_until, write
from roundhouse.core.state import SPECTATOR, State, View
from roundhouse.games import GAMES, find
from roundhouse.play.log import OPEN, log_lines, view_of
from roundhouse.play.table import Table
from roundhouse.ui import drawing
from roundhouse.ui.languages import SOURCE
from roundhouse.ui.picture import picture
from roundhouse.ui.svg import escape
from roundhouse.ui.text import translate

_LAYOUT: Final = "wide"


def load_ipython_extension(shell: Any) -> None:
    """Register the formatters. Called by `%load_ext`."""
    formatters = shell.display_formatter.formatters
    drawings, pages = formatters["image/svg+xml"], formatters["text/html"]
    drawings.for_type(View, view_svg)
    drawings.for_type(State, state_svg)
    drawings.for_type(Table, table_svg)
    pages.for_type(Record, record_html)


def view_svg(view: View) -> str:
    """Draw a view; if its seat is to act, its legal moves are marked."""
    game = game_of(view.position)
    moves = list(view.position.legal_moves()) if view.seat >= 0 and view.seat == view.position.actor else []
    return picture(game, _request(view, _names(view.position.seats), moves))


def state_svg(state: State) -> str:
    """Draw a state as a spectator sees it."""
    return view_svg(game_of(state).view(state, SPECTATOR))


def table_svg(table: Table) -> str:
    """Draw a table as a spectator sees it, with the names of its players."""
    return picture(table.game, _request(table.view(SPECTATOR), table.names))


def record_html(record: Record) -> str | None:
    """Return a drawing with a slider over the moves, face up once the game is over; None if the record itself hides moves."""
    if "seen-by" in record.extras:
        return None
    game = find(record.game).on(record.options)
    names = record.names or _names(record.seats)
    reader = SPECTATOR if record.scores is None else OPEN
    _, moves = replay_until(game, record, len(record.entries))
    state: State = game.start(record.seats, game.options_from(record.options))
    texts: dict[str, int] = {}  # each distinct part of the drawings once, with its index
    frames, words = [_frame(game, state, reader, names, texts)], [""]
    for move in moves:
        (line,) = log_lines(game, state, [move], reader)
        frames.append(_frame(game, state, reader, names, texts))
        words.append(translate(line.sentence, SOURCE, names))
    last = picture(game, _request(view_of(game, state, reader), names))
    film = f'{{"parts": {_in_script(list(texts))}, "frames": {json.dumps(frames)}, "words": {_in_script(words)}}}'
    name = "roundhouse-" + hashlib.sha256(write(record).encode()).hexdigest()[:12]
    return _PAGE.format(name=name, last=last, film=film, title=escape(game.title))


def game_of(state: State) -> Game[Any]:
    """Return the game that a state belongs to. Raise LookupError if there is none."""
    for game in GAMES:
        if type(game.start(game.seats[0])) is type(state):
            return game
    raise LookupError(f"{type(state).__name__} is not a state of any installed game")


def _names(seats: int) -> list[str]:
    return [f"Player {seat + 1}" for seat in range(seats)]


def _request(view: View, names: Sequence[str], moves: Sequence[int] = ()) -> DrawingRequest[Any]:
    return DrawingRequest(view=view, names=names, moves=moves, language=SOURCE, layout=_LAYOUT)


def _frame(game: Game[Any], state: State, reader: int, names: list[str], texts: dict[str, int]) -> list[int]:
    """Return the parts of one drawing as indices into `texts`, adding new ones."""
    parts = drawing.render(game, _request(view_of(game, state, reader), names))
    return [texts.setdefault(f'<g id="{escape(name)}">{part}</g>', len(texts)) for name, part in parts.items()]


def _in_script(texts: list[str]) -> str:
    """Return JSON that is safe inside a script element: escape what could close it or open another, and leave other tags alone."""
    return re.sub(r"<(?=[/!]|script)", r"\\u003c", json.dumps(texts), flags=re.IGNORECASE)


# The drawing is in a shadow tree, which isolates its ids and styles. Without scripts the last position is shown.
_PAGE: Final = """\
<div id="{name}">{last}</div>
<script>
(() => {{
  const host = document.getElementById("{name}"), film = {film};
  const root = host.attachShadow({{mode: "open"}});
  root.innerHTML = '<input type="range" min="0" style="width:100%" aria-label="{title}"><output></output>';
  const slider = root.querySelector("input"), words = root.querySelector("output");
  const drawing = host.querySelector("svg").cloneNode(true);
  drawing.style.maxWidth = "100%";
  drawing.style.height = "auto";
  const backdrop = drawing.querySelector("#backdrop");
  while (backdrop.nextSibling) backdrop.nextSibling.remove();
  const moving = backdrop.parentNode.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
  root.append(drawing);
  slider.max = film.frames.length - 1;
  slider.value = slider.max;
  const show = () => {{
    moving.innerHTML = film.frames[slider.value].map((part) => film.parts[part]).join("");
    words.textContent = slider.value + " / " + slider.max + "  " + film.words[slider.value];
  }};
  slider.addEventListener("input", show);
  show();
}})();
</script>
"""
