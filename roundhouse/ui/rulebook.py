"""The rules page of a game, clause by clause and as pages to read, in the reader's language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.ui.languages import SOURCE
from roundhouse.ui.resource import resource


@dataclass(frozen=True)
class Block:
    """A paragraph, list or table as HTML; a clause has its id."""

    html: str
    clause: str = ""
    ruling: bool = False


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rules; the text before the first chapter has no title."""

    title: str
    anchor: str
    blocks: tuple[Block, ...]


def rules_language(game: Game[Any], language: str) -> str | None:
    """Return the language in which a reader of `language` gets the rules: that one, else English. None if there are none."""
    return next((one for one in (language, SOURCE) if _page(game.package, one) is not None), None)


def clauses(game: Game[Any], language: str) -> dict[str, str]:
    """Return the text of every clause and ruling by its id, without marks of emphasis; nothing for a game without rules."""
    return _clauses(game.package, game.clauses, rules_language(game, language))


def clause_count(game: Game[Any]) -> int:
    """Return the number of clauses, without rulings."""
    return sum(1 for clause in clauses(game, SOURCE) if not clause.startswith(f"{game.clauses}-R"))


@cache
def _clauses(package: str, prefix: str, language: str | None) -> dict[str, str]:
    found = re.findall(rf"^- \*\*({prefix}-R?\d+)\*\* (.+)$", _page(package, language) or "", re.MULTILINE)
    return {clause: re.sub(r"[*`]", "", words) for clause, words in found}


@cache
def _page(package: str, language: str | None) -> str | None:
    data = resource(package, "rules.md" if language == SOURCE else f"rules.{language}.md")
    return None if data is None else data.decode()


def chapters(game: Game[Any], language: str) -> tuple[Chapter, ...]:
    """Return the rules to read: chapters of clauses, with the lists and tables between them; none for a game without rules."""
    return _chapters(game.package, game.clauses, rules_language(game, language))


@cache
def _chapters(package: str, prefix: str, language: str | None) -> tuple[Chapter, ...]:
    _, _, text = (_page(package, language) or "").partition("\n")  # the page has its own title
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    titles = ["", *parts[1::2]]
    return tuple(
        Chapter(title, f"chapter-{i}", tuple(_blocks(body, prefix)))
        for i, (title, body) in enumerate(zip(titles, parts[::2], strict=True))
    )


_LINES: Final = re.compile(r"^(?P<item>- .+(?:\n  .+)*)|^(?P<row>\|.+\|)$|^### (?P<head>.+)$|^(?P<words>[^\n].*)$", re.MULTILINE)


def _blocks(body: str, prefix: str) -> list[Block]:
    """Return the blocks of a chapter; adjacent list items and table rows become one block."""
    blocks: list[Block] = []
    kind, run = "", list[str]()

    def close() -> None:
        if kind == "item":
            blocks.append(Block("<ul>" + "".join(f"<li>{one}</li>" for one in run) + "</ul>"))
        elif kind == "row":
            blocks.append(Block(_table(run)))
        run.clear()

    for found in _LINES.finditer(body):
        clause = re.match(rf"- \*\*({prefix}-R?\d+)\*\* ", found[0])
        if clause or found.lastgroup != kind:
            close()
        kind = "" if clause else str(found.lastgroup)
        if clause:
            html = _item(found[0][clause.end() :], prefix)
            blocks.append(Block(html, clause[1], clause[1].startswith(f"{prefix}-R")))
        elif kind == "head":
            blocks.append(Block(f"<h3>{_inline(found['head'], prefix)}</h3>"))
        elif kind == "words":
            blocks.append(Block(f"<p>{_inline(found[0], prefix)}</p>"))
        else:
            run.append(_item(found[0][2:], prefix) if kind == "item" else _cells(found[0], prefix))
    close()
    return blocks


def _item(text: str, prefix: str) -> str:
    """Return a list item as HTML, with its nested list if it has one."""
    first, *rest = text.split("\n")
    more = "".join(f"<li>{_inline(line.strip().removeprefix('- '), prefix)}</li>" for line in rest)
    words = f"<p>{_inline(first, prefix)}</p>"
    return words + f"<ul>{more}</ul>" if more else words


def _cells(row: str, prefix: str) -> str:
    return "|".join(_inline(cell.strip(), prefix) for cell in row.strip("|").split("|"))


def _table(rows: list[str]) -> str:
    head, _, *body = (row.split("|") for row in rows)
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body)
    return f'<table tabindex="0"><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>'


def _inline(text: str, prefix: str) -> str:
    """Return emphasis and code as HTML, and every clause id as a link within the page."""
    safe = escape(text, quote=False)
    safe = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", safe)
    safe = re.sub(r"\*(.+?)\*", r"<em>\1</em>", safe)
    safe = re.sub(r"`(.+?)`", r"<code>\1</code>", safe)
    return re.sub(rf"\b{prefix}-R?\d+\b", lambda found: f'<a href="#{found[0]}">{found[0]}</a>', safe)
