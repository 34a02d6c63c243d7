"""Land and lakes with lines along their shores."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from roundhouse.ui.shores import shores

LAND = [[(0.0, 0.0), (90.0, 0.0), (90.0, 60.0), (0.0, 60.0)]]
RIVER = '<path id="river"/>'
LAKE = [[(20.0, 20.0), (40.0, 20.0), (30.0, 40.0)]]


def test_every_shape_is_defined_once_and_used_by_its_name() -> None:
    """Two maps in one document do not share ids; what is used is defined; rivers lie between land and lakes."""
    drawn = ET.fromstring(f"<svg>{shores('one', LAND, LAKE, RIVER)}{shores('two', LAND, LAKE)}</svg>")
    ids = [element.attrib["id"] for element in drawn.iter() if "id" in element.attrib]
    used = [element.attrib["href"].removeprefix("#") for element in drawn.iter("use")]
    order = [element.attrib.get("class", element.attrib.get("id", "")) for element in drawn if element.tag != "defs"]

    assert len(set(ids)) == len(ids)
    assert set(used) <= set(ids)
    assert order.index("land") < order.index("river") < order.index("lake")
    assert order.index("shoal") < order.index("land")
