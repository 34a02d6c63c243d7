"""What an owner's component file of Railroad Dice 2 may change: tiles, the first layout, faces of the dice, locomotives, names."""

from __future__ import annotations

from typing import Final

from roundhouse.core.document import Node
from roundhouse.core.sentence import say
from roundhouse.games.components import Box
from roundhouse.games.facts import Grid, Note, Pattern, Whole

_SIZE: Final = 4
_DIE_SIDES: Final = 6
_CORNER: Final = r"@-?[0-9]{1,3},-?[0-9]{1,3}(?:/[0-3])?"


def _check(top: Node) -> None:
    """Check what the facts have to do with each other (RD2-3, RD2-6)."""
    for die in ("simple_faces", "complex_faces"):
        faces = top.at(die)
        found = sum(face.at("count").whole(0, _DIE_SIDES) for face in faces.items(1, 9))
        if found != _DIE_SIDES:
            raise faces.wrong(
                say("a die has {sides} sides; 'count' of '{name}' adds up to {found}", sides=_DIE_SIDES, name=die, found=found)
            )
    names = [str(director.at("name").value) for director in top.at("directors").items(1, 9)]
    if len(set(names)) < len(names):
        raise top.at("directors").wrong(say("two of 'directors' have the same name"))


BOX: Final = Box(
    package="roundhouse.games.dice2",
    facts={
        "edition": Note(),
        "confidence": Note(),
        "tiles.*.rows": Grid(_SIZE, _SIZE, ".^~"),
        "first_layout": Pattern(rf"[1-6]{_CORNER}(?: [1-6]{_CORNER}){{5}}", "1@0,0 2@0,4 3@0,8 4@4,0 5@4,4 6@4,8"),
        "simple_faces.*.count": Whole(1, 3),
        "complex_faces.5.count": Whole(1, 5),  # its wild face
        "complex_faces.*.count": Whole(0, 5),  # 0: the die has no such face
        "locomotives.*.count": Whole(2, 6),
        "directors.*.name": Pattern(r"[^\s](?:.{0,28}[^\s])?", "InterBahn", 30),
    },
    check=_check,
)
