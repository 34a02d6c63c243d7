"""Land and lakes on water, with lines along the shores that grow fainter away from them, as engraved maps have them."""

from __future__ import annotations

from typing import Final

from roundhouse.ui.maps import Lines
from roundhouse.ui.svg import number, smooth

_DISTANCES: Final = (26.0, 17.0, 9.0)  # twice the distances of the lines from the shore, from far to near
_HAIR: Final = 1.6  # twice the breadth of a line


def shores(name: str, land: Lines, lakes: Lines, rivers: str = "") -> str:
    """Draw land and lakes; `name` makes their ids unique in a document, and `rivers` lie on the land but under the lakes."""
    coast, water = ("".join(smooth(line, closed=True) for line in lines) for lines in (land, lakes))
    shapes = f'<path id="coast-{name}" d="{coast}"/><path id="lakes-{name}" d="{water}"/>'
    clip = f'<clipPath id="lakes-clip-{name}"><path d="{water}"/></clipPath>'
    outside, inside = ("".join(_line(f"#{kind}-{name}", width) for width in _DISTANCES) for kind in ("coast", "lakes"))
    return (
        f'<defs>{shapes}{clip}</defs>{outside}<use href="#coast-{name}" class="land"/>{rivers}'
        f'<use href="#coast-{name}" class="shore"/>'
        f'<use href="#lakes-{name}" class="lake"/><g clip-path="url(#lakes-clip-{name})">{inside}</g>'
        f'<use href="#lakes-{name}" class="shore"/>'
    )


def _line(shape: str, width: float) -> str:
    """Draw a hairline at half of `width` from a shore: a broad line, of which a slightly narrower one leaves only the rim."""
    return "".join(
        f'<use href="{shape}" class="{kind}" stroke-width="{number(wide)}"/>'
        for kind, wide in (("shoal", width), ("shoal-core", width - _HAIR))
    )
