"""The difference between two versions of a fragment, element by element, so that a move sends little more than what it changed.

A difference is a list of edits, applied in order. Each begins with a path from the fragment's parent: the index of a child element
at each level. The rest of the edit is one of:

- `[path, first, count, markup]`: replace `count` child elements, from index `first`, with `markup`;
- `[path, {name: value}]`: set attributes; remove those whose value is null;
- `[path, text]`: set the text of an element that has no child elements.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from html import unescape
from typing import Final

Path = list[int]
Edit = tuple[Path, int, int, str] | tuple[Path, dict[str, str | None]] | tuple[Path, str]

_TAG: Final = re.compile(r"<(/?)([A-Za-z][\w-]*)([^<>]*?)(/?)>")
_ATTRIBUTE: Final = re.compile(r'([\w:-]+)(?:="([^"]*)")?')
_VOID: Final = frozenset({"input", "br", "hr", "img"})  # HTML elements without an end tag
_WORTH: Final = 0.9  # if the edits are larger than this share of the fragment, it is sent whole
_STEP: Final = 4  # approximate characters of one index in a path
_FRAME: Final = 12  # approximate characters of an edit without its path and content


class Element:
    """An element of a fragment: its source, its attributes and its child elements."""

    __slots__ = ("children", "has_text", "head", "name", "source")

    def __init__(self, name: str, head: str, source: str, children: list[Element], has_text: bool) -> None:
        self.name = name
        self.head = head  # the attributes as they are written
        self.source = source
        self.children = children
        self.has_text = has_text  # directly, not in a child

    @property
    def text(self) -> str:
        """The unescaped text of an element without children."""
        begin, end = self.source.find(">") + 1, self.source.rfind("</")
        return unescape(self.source[begin:end]) if begin < end else ""

    @property
    def attributes(self) -> dict[str, str]:
        """The unescaped attributes."""
        return {name: unescape(value) for name, value in _ATTRIBUTE.findall(self.head)}


def edits(before: str, after: str) -> list[Edit] | None:
    """Return the edits that turn `before` into `after`; None if it is better to send `after` whole."""
    old, new = elements(before), elements(after)
    if old is None or new is None:
        return None
    found = _list_edits(old, new, [])
    return found if sum(map(_size, found)) < _WORTH * _length(after) else None


@lru_cache(maxsize=1024)
def elements(markup: str) -> list[Element] | None:
    """Return the top elements of a fragment; None if there is text between them."""
    top: list[Element] = []
    stack: list[
        tuple[int, str, list[Element], bool]
    ] = []  # per open element: start, attributes, its siblings, has_text of its parent
    siblings, has_text, last = top, False, 0
    for tag in _TAG.finditer(markup):
        has_text = has_text or bool(markup[last : tag.start()].strip())
        last = tag.end()
        if tag[1]:
            begin, head, outer, outer_has_text = stack.pop()
            outer.append(Element(tag[2], head, markup[begin:last], siblings, has_text))
            siblings, has_text = outer, outer_has_text
        elif tag[4] or tag[2] in _VOID:
            siblings.append(Element(tag[2], tag[3], tag[0], [], False))
        else:
            stack.append((tag.start(), tag[3], siblings, has_text))
            siblings, has_text = [], False
    return None if has_text or stack or markup[last:].strip() else top


def _list_edits(old: Sequence[Element], new: Sequence[Element], path: Path) -> list[Edit]:
    """Return the edits of a list of elements, from its end backwards, so that they do not shift each other's indices."""
    found: list[Edit] = []
    for tag, i, j, k, m in reversed(_opcodes(old, new)):
        if tag == "equal":
            continue
        if j - i != m - k:
            found.append((path, i, j - i, "".join(element.source for element in new[k:m])))
            continue
        for offset in reversed(range(j - i)):
            found += _element_edits(old[i + offset], new[k + offset], path, i + offset)
    return found


def _opcodes(old: Sequence[Element], new: Sequence[Element]) -> Sequence[tuple[str, int, int, int, int]]:
    """Return difflib opcodes; lists of the same length are compared element by element."""
    if len(old) == len(new):
        return [
            ("equal" if before.source == after.source else "replace", i, i + 1, i, i + 1)
            for i, (before, after) in enumerate(zip(old, new, strict=True))
        ]
    sources = [element.source for element in old], [element.source for element in new]
    return SequenceMatcher(None, *sources, autojunk=False).get_opcodes()


def _element_edits(old: Element, new: Element, path: Path, index: int) -> list[Edit]:
    """Return the smallest edits that turn one element into the other."""
    whole: Edit = (path, index, 1, new.source)
    if old.name != new.name or _kind(old) != _kind(new):
        return [whole]
    inner = [*path, index]
    found: list[Edit] = []
    if _kind(old) == "mixed" and old.source != new.source:  # no edit addresses text beside elements
        return [whole]
    if old.children:
        found = _list_edits(old.children, new.children, inner)
    elif old.text != new.text:
        found = [(inner, new.text)]
    if old.head != new.head:
        found.append((inner, _attribute_changes(old.attributes, new.attributes)))
    return found if sum(map(_size, found)) < _size(whole) else [whole]


def _kind(element: Element) -> str:
    """Return what an element contains: elements, text, or both."""
    if not element.children:
        return "text"
    return "mixed" if element.has_text else "elements"


def _attribute_changes(old: dict[str, str], new: dict[str, str]) -> dict[str, str | None]:
    removed: dict[str, str | None] = {name: None for name in old if name not in new}
    return removed | {name: value for name, value in new.items() if old.get(name) != value}


def _size(edit: Edit) -> int:
    """Return the approximate length of an edit in JSON."""
    content = edit[-1]
    if isinstance(content, dict):
        length = sum(len(name) + len(value or "null") + 6 for name, value in content.items())
    else:
        length = _length(content)
    return length + _STEP * len(edit[0]) + _FRAME


def _length(text: str) -> int:
    """Return the length of a text in JSON, where each quotation mark takes two characters."""
    return len(text) + text.count('"')
