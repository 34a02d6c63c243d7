"""The guide of a game: a short page on how it is played, with pictures of positions of one real game.

The text is `guide.md` beside the modules of the game, and `guide.<language>.md` in other languages. A line `![caption](name)` is a
picture; `guide.toml` says what each shows of the game in `guide.rec`, so that all languages show the same positions.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Self

from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.record import Record, read, replay_until
from roundhouse.core.sentence import BadSetup, say
from roundhouse.ui.languages import SOURCE
from roundhouse.ui.markdown import Chapter, chapters_of
from roundhouse.ui.resource import resource

_KEYS: Final = {"after", "show", "size", "seat", "select"}


@dataclass(frozen=True)
class Figure:
    """What a picture shows: the table after so many lines of the record, as a seat sees it."""

    after: int  # moves and draws of the record
    show: str  # a panel of the drawing by its id, or a piece of the map as `x y width height`
    size: tuple[float, float]  # of a panel; of a piece of the map that of the piece
    seat: int  # who sees it: -1 for the seat to act
    select: str  # what is selected on the drawing

    @property
    def extent(self) -> tuple[float, float]:
        """The width and height of the picture."""
        margin = 0 if " " in self.show else 16
        return self.size[0] + margin, self.size[1] + margin / 2

    @classmethod
    def of(cls, name: str, values: dict[str, Any]) -> Self:
        """Return the figure of a table of `guide.toml`. Raise BadSetup for keys that are missing or unknown."""
        show = values.get("show")
        if not isinstance(values.get("after"), int) or not isinstance(show, str) or not values.keys() <= _KEYS:
            raise BadSetup(say("the figure '{name}' has other keys than after, show, size, seat and select", name=name))
        width, height = map(float, show.split()[2:] if " " in show else values.get("size", (0, 0)))
        return cls(values["after"], show, (width, height), values.get("seat", -1), values.get("select", ""))


@dataclass(frozen=True)
class Guide:
    """The guide in one language."""

    language: str
    title: str
    chapters: tuple[Chapter, ...]

    @property
    def pictures(self) -> list[str]:
        """The names of the figures, in the order of the page."""
        return [block.picture for chapter in self.chapters for block in chapter.blocks if block.picture]


def has_guide(game: Game[Any]) -> bool:
    """Return whether a game has a guide, in English at least."""
    return _page(game.package, SOURCE) is not None


def guide_of(game: Game[Any], language: str) -> Guide | None:
    """Return the guide for a reader of `language`: in that one, else in English. None if the game has none."""
    return _guide(game.package, game.clauses, game.name, language) or _guide(game.package, game.clauses, game.name, SOURCE)


def figures(game: Game[Any]) -> dict[str, Figure]:
    """Return the figures of a game by name; none for a game without. Raise BadSetup if one is described wrongly."""
    return _figures(game.package)


def figure_request(game: Game[Any], figure: Figure, language: str) -> tuple[Game[Any], DrawingRequest[Any]]:
    """Return what the drawing of a figure is asked for, with the game on its board.

    Raise BadRecord if the record is not a legal game, BadSetup if there is none or if it is shorter than the figure says.
    """
    record = _record(game.package)
    if figure.after > len(record.entries):
        raise BadSetup(say("the record of the guide has only {count} moves", count=len(record.entries)))
    game = game.on(record.options)
    state, _ = replay_until(game, record, figure.after)
    acts = state.actor >= 0
    view = game.view(state, figure.seat if figure.seat >= 0 or not acts else state.actor)
    moves = list(state.legal_moves()) if acts and view.seat == state.actor else []
    names = record.names or []
    return game, DrawingRequest(view=view, moves=moves, names=names, language=language, selection=figure.select)


@cache
def _guide(package: str, prefix: str, name: str, language: str) -> Guide | None:
    page = _page(package, language)
    if page is None:
        return None
    title = re.sub(r"^# ", "", page.partition("\n")[0])
    return Guide(language, title, chapters_of(page, prefix, f"/rules/{name}"))


@cache
def _page(package: str, language: str) -> str | None:
    data = resource(package, "guide.md" if language == SOURCE else f"guide.{language}.md")
    return None if data is None else data.decode()


@cache
def _figures(package: str) -> dict[str, Figure]:
    data = resource(package, "guide.toml")
    return {} if data is None else {name: Figure.of(name, values) for name, values in tomllib.loads(data.decode()).items()}


@cache
def _record(package: str) -> Record:
    data = resource(package, "guide.rec")
    if data is None:
        raise BadSetup(say("there is no record for the figures of the guide"))
    return read(data.decode())
