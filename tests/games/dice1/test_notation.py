"""Moves of Railroad Dice as text."""

from __future__ import annotations

import pytest

from roundhouse.core.sentence import BadText
from roundhouse.games.dice1.board import SIDES
from roundhouse.games.dice1.moves import BENDS, ENDS, HANDFULS, LAYS, MOVE_COUNT, lay_end, lay_exit, lay_move, lay_out
from roundhouse.games.dice1.notation import notation, parse


def test_every_int_has_one_text_and_every_text_its_int() -> None:
    """Moves and handfuls, there and back; beyond them there is nothing."""
    total = MOVE_COUNT + HANDFULS
    texts = [notation(move) for move in range(total)]

    assert (MOVE_COUNT, HANDFULS) == (247, 494)
    assert len(set(texts)) == total
    assert [parse(text) for text in texts] == list(range(total))
    for outside in (-1, total):
        with pytest.raises(BadText):
            notation(outside)


def test_a_rail_never_ends_where_it_begins() -> None:
    """Two ends, four sides, three bends: all rails, none that turns back."""
    rails = [(end, out, bend) for end in range(ENDS) for out in range(SIDES) for bend in range(BENDS)]

    assert [lay_move(*rail) for rail in rails] == list(range(LAYS))
    assert [(lay_end(move), lay_out(move)) for move in range(LAYS)] == [(end, out) for end, out, _ in rails]
    assert all(lay_exit(move) != (lay_out(move) + 2) % SIDES for move in range(LAYS))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("LAY West w s", "lay west W-S"),
        ("lay east  e–e", "lay east E-E"),
        ("tile meadow 3", "tile meadow"),
        ("tile lake", "tile lake 0"),
        ("Tile Foothills 2", "tile foothills 2"),
        ("pay 2", "pay 2 wild"),
        ("dice 1 wild 2 curve", "dice 2 curve 1 wild"),
        ("keep 2 ? 3 straight", "keep 3 straight 2 wild"),
        ("buy RED from director", "buy red from director"),
    ],
)
def test_case_hyphens_and_order_do_not_matter(written: str, meant: str) -> None:
    """As people write."""
    assert notation(parse(written)) == meant


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lay",
        "lay west W-E",
        "lay north N-N",
        "tile sea",
        "tile lake 4",
        "station west purple alpine",
        "dice 9 wild",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    """With a sentence that shows how moves are written."""
    with pytest.raises(BadText, match="moves are written like"):
        parse(text)
