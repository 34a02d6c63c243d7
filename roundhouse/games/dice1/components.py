"""What an owner's component file of Railroad Dice may change: tiles, faces of the dice, prices and needs of stations."""

from __future__ import annotations

from typing import Final

from roundhouse.core.document import Node
from roundhouse.core.sentence import say
from roundhouse.games.components import Box
from roundhouse.games.facts import Entry, Grid, Many, Note, Pattern, Whole

_SIZE: Final = 7
_DIE_SIDES: Final = 6
_MINI_TILES: Final = 35
_STATIONS: Final = 8
_NEEDS: Final = "open|lakeside|alpine"
_SIGNS: Final = ".~^"


def _check(top: Node) -> None:
    """Check what the facts have to do with each other (RD1-3, RD1-4, RD1-7, RD1-10, RD1-14)."""
    _check_sum(top.at("faces"), "count", _DIE_SIDES)
    _check_sum(top.at("tiles"), "mini_tiles", _MINI_TILES)
    for at, tile in enumerate(top.at("tiles").items(1, 9)):
        _check_tile(tile, first=at == 0)
    for company in top.at("companies").items(1, 9):
        _check_company(company, top)


def _check_sum(node: Node, key: str, total: int) -> None:
    found = sum(part.at(key).whole(0, total) for part in node.items(1, 9))
    if found != total:
        raise node.wrong(
            say("'{key}' of all '{name}' adds up to {found}; it must be {total}", key=key, name=node.name, found=found, total=total)
        )


def _check_tile(tile: Node, first: bool) -> None:
    rows, sides = tile.at("rows"), tile.at("sides")
    lines = [str(row.value) for row in rows.items(_SIZE, _SIZE)]
    edges = (lines[0], "".join(line[-1] for line in lines), lines[-1], "".join(line[0] for line in lines))
    name = str(tile.at("name").value)
    for side, (kind, edge) in enumerate(zip(str(sides.value), edges, strict=True)):
        if edge[1:-1] != kind * (_SIZE - 2):
            raise rows.wrong(
                say(
                    "the tile '{name}' has '{kind}' on its {side} side, so the five middle squares of that side are '{kind}' too",
                    name=name,
                    kind=kind,
                    side="NESW"[side],
                )
            )
        if "~" in edge:
            raise rows.wrong(say("a lake of the tile '{name}' touches a side; lakes lie within a tile", name=name))
    if "~" in "".join(lines) and "^" in "".join(lines):
        raise rows.wrong(say("the tile '{name}' has both lakes and mountains; a tile has one of them at most", name=name))
    if first and set("".join(lines)) != {"."}:
        raise rows.wrong(say("the tile '{name}' is all meadow: the line begins on it", name=name))


def _check_company(company: Node, top: Node) -> None:
    stations, name = company.at("stations"), str(company.at("name").value)
    plans = stations.items(1, 3)
    if sum(plan.at(price).whole(0, _STATIONS) for plan in plans for price in ("for_3", "for_5")) != _STATIONS:
        raise stations.wrong(say("the stations of '{name}' add up to {total}", name=name, total=_STATIONS))
    needs = [str(plan.at("requires").value) for plan in plans]
    if len(set(needs)) < len(needs):
        raise stations.wrong(say("'{name}' has the same requirement twice", name=name))
    grounds = {str(each.at("name").value): each for each in top.at("requirements").items(1, 9)}
    for plan, need in zip(plans, needs, strict=True):
        if not any(_has_site(tile, grounds[need]) for tile in top.at("tiles").items(1, 9)):
            raise plan.wrong(say("no square of any tile meets the requirement '{need}' of '{name}'", need=need, name=name))


def _has_site(tile: Node, need: Node) -> bool:
    """Return whether a station can be built anywhere on a tile: an inner square with enough orthogonal neighbours of a kind."""
    lines = [str(row.value) for row in tile.at("rows").items(_SIZE, _SIZE)]
    on, near, least = str(need.at("on").value), str(need.at("next_to").value), need.at("at_least").whole(0, 4)
    inner = range(1, _SIZE - 1)
    return any(
        lines[row][column] == on
        and [lines[row - 1][column], lines[row + 1][column], lines[row][column - 1], lines[row][column + 1]].count(near) >= least
        for row in inner
        for column in inner
    )


_PLAN: Final = Entry(
    {"requires": Pattern(_NEEDS, "open"), "for_3": Whole(0, _STATIONS), "for_5": Whole(0, _STATIONS)},
    ("requires", "for_3", "for_5"),
)

BOX: Final = Box(
    package="roundhouse.games.dice1",
    facts={
        "edition": Note(),
        "confidence": Note(),
        "faces.*.count": Whole(1, 3),
        "tiles.*.mini_tiles": Whole(1, 32),
        "tiles.*.sides": Pattern("[.^]{4}", "..^^"),
        "tiles.*.rows": Grid(_SIZE, _SIZE, _SIGNS),
        "companies.*.stations": Many(_PLAN, 1, 3),
    },
    check=_check,
)
