"""The difference between two versions of a fragment, element by element, so that a move sends little more than what it changed.

A difference is a list of edits `[path, first, count, markup]`: from the fragment's parent go down by the numbers of `path`, each
the place of a child element, and put `markup` in the place of `count` child elements from `first` on. Edits are made in order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

Edit = tuple[list[int], int, int, str]

_TAG: Final = re.compile(r"<(/?)([A-Za-z][\w-]*)[^<>]*?(/?)>")
_VOID: Final = frozenset({"input", "br", "hr", "img"})  # elements of HTML that have no end
_WORTH: Final = 0.7  # edits larger than this part of the whole are not worth it


class Element:
    """An element of a fragment: its text, its beginning, and the elements in it."""

    __slots__ = ("children", "head", "source", "wordy")

    def __init__(self, head: str, source: str, children: list[Element], wordy: bool) -> None:
        self.head = head
        self.source = source
        self.children = children
        self.wordy = wordy  # has words of its own beside its children


def edits(before: str, after: str) -> list[Edit] | None:
    """What leads from one version to the other; None where the whole is better."""
    old, new = elements(before), elements(after)
    if old is None or new is None:
        return None
    found: list[Edit] = []
    _compare(old, new, [], found)
    size = sum(len(markup) + 4 * len(path) + 12 for path, _, _, markup in found)
    return found if size < _WORTH * len(after) else None


@lru_cache(maxsize=1024)
def elements(markup: str) -> list[Element] | None:
    """The elements of a fragment; None if there are words between them."""
    top: list[Element] = []
    stack: list[tuple[int, str, list[Element], bool]] = []  # where it begins, its head, the list it is in, words seen
    here, wordy, last = top, False, 0
    for tag in _TAG.finditer(markup):
        wordy = wordy or bool(markup[last : tag.start()].strip())
        last = tag.end()
        if tag[1]:
            begin, head, outer, before = stack.pop()
            outer.append(Element(head, markup[begin:last], here, wordy))
            here, wordy = outer, before
        elif tag[3] or tag[2] in _VOID:
            here.append(Element(tag[0], tag[0], [], False))
        else:
            stack.append((tag.start(), tag[0], here, wordy))
            here, wordy = [], False
    return None if wordy or stack or markup[last:].strip() else top


def _compare(old: Sequence[Element], new: Sequence[Element], path: list[int], found: list[Edit]) -> None:
    changed = [i for i, (one, other) in enumerate(zip(old, new, strict=False)) if one.source != other.source]
    if len(old) != len(new):
        found.append(_spliced(old, new, path, changed[0] if changed else min(len(old), len(new))))
        return
    for i in changed:
        one, other = old[i], new[i]
        if one.head == other.head and one.children and other.children and not one.wordy and not other.wordy:
            _compare(one.children, other.children, [*path, i], found)
        else:
            found.append((path, i, 1, other.source))


def _spliced(old: Sequence[Element], new: Sequence[Element], path: list[int], first: int) -> Edit:
    """Lists of different length that begin to differ at `first`: what goes and what comes, up to where they are the same again."""
    same = 0
    while same < min(len(old), len(new)) - first and old[-1 - same].source == new[-1 - same].source:
        same += 1
    return path, first, len(old) - same - first, "".join(element.source for element in new[first : len(new) - same])
