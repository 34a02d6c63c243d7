"""What an owner's component file of Chicago Express may change: the hexes with their names, and the two lower industrial rows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from roundhouse.core.document import Node
from roundhouse.core.sentence import say
from roundhouse.core.texts import bare
from roundhouse.games.components import Box
from roundhouse.games.facts import Entry, Many, Note, Pattern, Whole

_NAME: Final = Pattern(r"[A-Z][A-Za-z]*(?:[ .'-]{1,2}[A-Za-z]+){0,3}", "South Bend", 16)
_TERRAIN: Final = "plains|forest|mountain|city|industrial|start"
_FREE: Final = ("plains", "forest", "mountain", "city")  # a hex of another kind, Chicago and Fort Wayne stay what they are


def _check(top: Node) -> None:
    """Check what the facts have to do with each other (CEX-10 to CEX-15, CEX-93)."""
    usual: dict[str, Any] = json.loads(BOX.standard())
    homes = {str(usual["chicago"]), *(str(company["start"]) for company in usual["companies"])}
    names: dict[str, str] = {}
    for node, before in zip(top.at("hexes").items(1, 999), usual["hexes"], strict=True):
        _check_hex(node, before, fixed=before["id"] in homes)
        if "name" in node.members(_HEX.members):
            name = bare(str(node.at("name").value))
            if name in names:
                raise node.wrong(say("'{name}' is already the name of {other}", name=str(node.at("name").value), other=names[name]))
            names[name] = str(before["id"])
    for row in top.at("industry").items(1, 9):
        values = [value.whole(1, 20) for value in row.at("values").items(2, 8)]
        if len({after - before for before, after in pairwise(values)}) > 1 or values[0] >= values[1]:
            raise row.at("values").wrong(say("'values' rise by equal steps"))


def _check_hex(node: Node, usual: Mapping[str, Any], fixed: bool) -> None:
    found = node.members(_HEX.members)
    where, terrain = str(usual["id"]), str(found["terrain"].value)
    if str(found["id"].value) != where:
        raise node.wrong(
            say(
                "the hex here is {usual}, not {found}; hexes stand in the order of our file",
                usual=where,
                found=str(found["id"].value),
            )
        )
    if terrain != usual["terrain"] and (fixed or usual["terrain"] not in _FREE or terrain not in _FREE):
        raise node.wrong(say("{hex} must be '{usual}', which the program relies on", hex=where, usual=usual["terrain"]))
    named, earns = terrain not in ("plains", "forest", "mountain"), terrain in ("city", "mountain")
    wanted = {"name": named, "cost": terrain != "start", "income": earns, "development": earns}
    for key, needed in wanted.items():
        if needed and key not in found:
            raise node.wrong(say("{hex} is '{terrain}' and needs '{key}'", hex=where, terrain=terrain, key=key))
        if key in found and not needed:
            raise node.wrong(say("{hex} is '{terrain}' and has no '{key}'", hex=where, terrain=terrain, key=key))
    if earns and where != "A2":
        found["development"].whole(1, 9)


_HEX: Final = Entry(
    {
        "id": Pattern("[A-Z][0-9]{1,2}", "B5"),
        "terrain": Pattern(_TERRAIN, "forest"),
        "name": _NAME,
        "cost": Whole(1, 9),
        "income": Whole(1, 9),
        "development": Whole(0, 9),
        "confidence": Note(),
        "doubtful": Note(),
        "other_names": Note(),
    },
    ("id", "terrain"),
)

BOX: Final = Box(
    package="roundhouse.games.express",
    facts={
        "edition": Note(),
        "confidence": Note(),
        "dials_confidence": Note(),
        "cash_confidence": Note(),
        "highest_bid_confidence": Note(),
        "companies.*.confidence": Note(),
        "houses.confidence": Note(),
        "industry.*.confidence": Note(),
        "industry.1.values": Many(Whole(1, 20), 2, 8),
        "industry.2.values": Many(Whole(1, 20), 2, 8),
        "hexes.*": _HEX,
    },
    check=_check,
)
