"""The difference between two versions of a fragment, element by element, so that a move sends little more than what it changed.

A difference is a list of edits, made in order. Each begins with a path: from the fragment's parent go down by its numbers, each the
place of a child element. What follows the path says what happens there:

- `[path, first, count, markup]`: `markup` comes in the place of `count` child elements from `first` on;
- `[path, {name: value}]`: attributes get values, or go where the value is null;
- `[path, words]`: the element, which has no child elements, gets other words.
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
_VOID: Final = frozenset({"input", "br", "hr", "img"})  # elements of HTML that have no end
_WORTH: Final = 0.9  # edits larger than this part of the whole are not worth it
_STEP: Final = 4  # characters of a number in a path, roughly
_FRAME: Final = 12  # characters of an edit beside its path and its content, roughly


class Element:
    """An element of a fragment: its text, its beginning, and the elements in it."""

    __slots__ = ("children", "head", "name", "source", "wordy")

    def __init__(self, name: str, head: str, source: str, children: list[Element], wordy: bool) -> None:
        self.name = name
        self.head = head  # its attributes, as they are written
        self.source = source
        self.children = children
        self.wordy = wordy  # has words of its own

    @property
    def words(self) -> str:
        """What stands in an element without children."""
        begin, end = self.source.find(">") + 1, self.source.rfind("</")
        return unescape(self.source[begin:end]) if begin < end else ""

    @property
    def attributes(self) -> dict[str, str]:
        """Its attributes as a page holds them."""
        return {name: unescape(value) for name, value in _ATTRIBUTE.findall(self.head)}


def edits(before: str, after: str) -> list[Edit] | None:
    """What leads from one version to the other; None where the whole is better."""
    old, new = elements(before), elements(after)
    if old is None or new is None:
        return None
    found = _between(old, new, [])
    return found if sum(map(_size, found)) < _WORTH * _length(after) else None


@lru_cache(maxsize=1024)
def elements(markup: str) -> list[Element] | None:
    """The elements of a fragment; None if there are words between them."""
    top: list[Element] = []
    stack: list[tuple[int, str, list[Element], bool]] = []  # where it begins, its attributes, the list it is in, words seen
    here, wordy, last = top, False, 0
    for tag in _TAG.finditer(markup):
        wordy = wordy or bool(markup[last : tag.start()].strip())
        last = tag.end()
        if tag[1]:
            begin, head, outer, before = stack.pop()
            outer.append(Element(tag[2], head, markup[begin:last], here, wordy))
            here, wordy = outer, before
        elif tag[4] or tag[2] in _VOID:
            here.append(Element(tag[2], tag[3], tag[0], [], False))
        else:
            stack.append((tag.start(), tag[3], here, wordy))
            here, wordy = [], False
    return None if wordy or stack or markup[last:].strip() else top


def _between(old: Sequence[Element], new: Sequence[Element], path: Path) -> list[Edit]:
    """The edits of a list of elements, those at its end first: so the places of the others stay what they were."""
    found: list[Edit] = []
    for what, i, j, k, m in reversed(_steps(old, new)):
        if what == "equal":
            continue
        if j - i != m - k:
            found.append((path, i, j - i, "".join(element.source for element in new[k:m])))
            continue
        for one in reversed(range(j - i)):
            found += _within(old[i + one], new[k + one], path, i + one)
    return found


def _steps(old: Sequence[Element], new: Sequence[Element]) -> Sequence[tuple[str, int, int, int, int]]:
    """Which runs of two lists correspond; lists of one length do so element by element."""
    if len(old) == len(new):
        return [
            ("equal" if one.source == other.source else "replace", i, i + 1, i, i + 1)
            for i, (one, other) in enumerate(zip(old, new, strict=True))
        ]
    sources = [element.source for element in old], [element.source for element in new]
    return SequenceMatcher(None, *sources, autojunk=False).get_opcodes()


def _within(old: Element, new: Element, path: Path, place: int) -> list[Edit]:
    """The edits that turn one element into the other: the least of all that do."""
    whole: Edit = (path, place, 1, new.source)
    if old.name != new.name or _kind(old) != _kind(new):
        return [whole]
    inner = [*path, place]
    found: list[Edit] = []
    if _kind(old) == "mixed" and old.source != new.source:  # no edit reaches words beside elements
        return [whole]
    if old.children:
        found = _between(old.children, new.children, inner)
    elif old.words != new.words:
        found = [(inner, new.words)]
    if old.head != new.head:
        found.append((inner, _changed(old.attributes, new.attributes)))
    return found if sum(map(_size, found)) < _size(whole) else [whole]


def _kind(element: Element) -> str:
    """What an element holds: elements, words, or both."""
    if not element.children:
        return "words"
    return "mixed" if element.wordy else "elements"


def _changed(old: dict[str, str], new: dict[str, str]) -> dict[str, str | None]:
    gone: dict[str, str | None] = {name: None for name in old if name not in new}
    return gone | {name: value for name, value in new.items() if old.get(name) != value}


def _size(edit: Edit) -> int:
    """About how many characters an edit takes on its way."""
    content = edit[-1]
    if isinstance(content, dict):
        length = sum(len(name) + len(value or "null") + 6 for name, value in content.items())
    else:
        length = _length(content)
    return length + _STEP * len(edit[0]) + _FRAME


def _length(text: str) -> int:
    """Characters of a text in JSON, where each quotation mark takes two."""
    return len(text) + text.count('"')
