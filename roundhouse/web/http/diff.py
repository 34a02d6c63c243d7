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

_TAG: Final = re.compile(r"<(/?)([A-Za-z][\w-]*)([^<>]*)>")  # the attributes of an element without content end with a slash
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


@lru_cache(maxsize=256)  # readers of one table share many fragments
def edits(before: str, after: str) -> Sequence[Edit] | None:
    """Return the edits that turn `before` into `after`; None if it is better to send `after` whole.

    What both begin and end with is not parsed, for most of a drawing stays as it is: this looks for the innermost element of which
    only some children in a row have changed, and compares those.
    """
    same_end = _common_end(before, after)
    around = _open_at(before, _common_start(before, after))
    while around:
        start, first = around.pop()
        kept = min(same_end, len(before) - start, len(after) - start)  # at the end: the two may overlap what is the same before
        end = _end_of_list(before, start, len(before) - kept)
        if end is None:
            continue
        old, new = elements(before[start:end]), elements(after[start : end + len(after) - len(before)])
        if old is not None and new is not None:
            found = _list_edits(old, new, [index for _, index in around], first)
            return found if sum(map(_size, found)) < _WORTH * _length(after) else None
    return None


def _common_start(one: str, other: str) -> int:
    """Return how many characters two texts have in common at the beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(one: str, other: str) -> int:
    """Return how many characters two texts have in common at the end."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _open_at(markup: str, end: int) -> list[tuple[int, int]]:
    """Return the lists of elements that are open at `end`, outermost first: where the next element begins, and its index."""
    around = [(0, 0)]
    for tag in _TAG.finditer(markup, 0, end):
        if tag[1]:
            around.pop()
        if tag[1] or _is_empty(tag):
            around[-1] = tag.end(), around[-1][1] + 1
        else:
            around.append((tag.end(), 0))
    return around


def _end_of_list(markup: str, start: int, least: int) -> int | None:
    """Return where a list of elements from `start` on ends that reaches `least`; None if there are not as many siblings."""
    if start >= least:
        return start
    depth = 0
    for tag in _TAG.finditer(markup, start):
        if tag[1]:
            depth -= 1
        elif not _is_empty(tag):
            depth += 1
        if depth < 0:
            return None
        if depth == 0 and tag.end() >= least:
            return tag.end()
    return None


def _is_empty(tag: re.Match[str]) -> bool:
    """Return whether a start tag has no end tag."""
    return tag[3].endswith("/") or tag[2] in _VOID


def elements(markup: str) -> list[Element] | None:
    """Return the top elements of a fragment; None if there is text between them, or more end tags than elements."""
    top: list[Element] = []
    stack: list[
        tuple[int, str, list[Element], bool]
    ] = []  # per open element: start, attributes, its siblings, has_text of its parent
    siblings, has_text, last = top, False, 0
    for tag in _TAG.finditer(markup):
        has_text = has_text or bool(markup[last : tag.start()].strip())
        last = tag.end()
        if tag[1]:
            if not stack:
                return None
            begin, head, outer, outer_has_text = stack.pop()
            outer.append(Element(tag[2], head, markup[begin:last], siblings, has_text))
            siblings, has_text = outer, outer_has_text
        elif _is_empty(tag):
            siblings.append(Element(tag[2], tag[3].removesuffix("/"), tag[0], [], False))
        else:
            stack.append((tag.start(), tag[3], siblings, has_text))
            siblings, has_text = [], False
    return None if has_text or stack or markup[last:].strip() else top


def _list_edits(old: Sequence[Element], new: Sequence[Element], path: Path, first: int) -> list[Edit]:
    """Return the edits of a list of elements, from its end backwards, so that they do not shift each other's indices.

    `first` is the index of the first of them among their siblings.
    """
    found: list[Edit] = []
    for tag, i, j, k, m in reversed(_opcodes(old, new)):
        if tag == "equal":
            continue
        if j - i != m - k:
            found.append((path, first + i, j - i, "".join(element.source for element in new[k:m])))
            continue
        for offset in reversed(range(j - i)):
            found += _element_edits(old[i + offset], new[k + offset], path, first + i + offset)
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
        found = _list_edits(old.children, new.children, inner, 0)
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
