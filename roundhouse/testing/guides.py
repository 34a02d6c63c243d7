"""What is wrong with the guide of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.ui import drawing, rulebook
from roundhouse.ui.guide import Guide, figure_request, figures, guide_of
from roundhouse.ui.languages import LANGUAGES

_VIEW_BOX: Final = re.compile(r"-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+")


def guide_faults(game: Game[Any]) -> Iterator[str]:
    """Every language has the same figures in the same order, all can be drawn, and each clause that is named exists."""
    known, drawn, shown = rulebook.clauses(game, "en"), figures(game), _guide(game, "en").pictures
    yield from (f"the figure '{name}' is on no page" for name in drawn if name not in shown)
    yield from (f"there is no figure '{name}' in guide.toml" for name in shown if name not in drawn)
    for language in LANGUAGES:
        guide = _guide(game, language)
        if guide.pictures != shown:
            yield f"{guide.language}: the pictures are others than on the English page, or in another order"
        words = " ".join(block.html for chapter in guide.chapters for block in chapter.blocks)
        cited = re.findall(r'href="[^"#]*#([^"]+)"', words)
        yield from (f"{guide.language}: {clause} is no clause" for clause in sorted(set(cited) - set(known)))
    for name, figure in drawn.items():
        on_board, request = figure_request(game, figure, "en")
        if figure.show not in drawing.render(on_board, request) and not _VIEW_BOX.fullmatch(figure.show):
            yield f"the figure '{name}' shows '{figure.show}', which is neither a part of the drawing nor 'x y width height'"
        elif min(figure.size) <= 0:
            yield f"the figure '{name}' has no size"


def _guide(game: Game[Any], language: str) -> Guide:
    guide = guide_of(game, language)
    assert guide is not None, "a part is checked only where it is there"
    return guide
