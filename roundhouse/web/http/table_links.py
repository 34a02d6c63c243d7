"""Links to tables of this server in chat messages."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup, escape

_ADDRESS: Final = re.compile(r"/table/[\w-]{6,24}\b")


def table_links(text: str) -> Markup:
    """Return a message as markup, with the address of a table as a link. Other addresses stay text: they could lead anywhere.

    >>> print(table_links("Rematch: /table/abcdef <b>"))
    Rematch: <a href="/table/abcdef">/table/abcdef</a> &lt;b&gt;
    """
    parts, end = [], 0
    for found in _ADDRESS.finditer(text):
        parts += [escape(text[end : found.start()]), Markup('<a href="{0}">{0}</a>').format(found[0])]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])
