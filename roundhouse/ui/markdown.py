"""Pages that are written in a little Markdown: chapters of paragraphs, lists, tables, clauses and pictures, as HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Final


@dataclass(frozen=True)
class Block:
    """A paragraph, list or table as HTML; a clause has its id, a picture its name and its caption as HTML."""

    html: str
    clause: str = ""
    ruling: bool = False
    picture: str = ""


@dataclass(frozen=True)
class Chapter:
    """A chapter of a page; the text before the first chapter has no title."""

    title: str
    anchor: str
    blocks: tuple[Block, ...]


def chapters_of(page: str, prefix: str, rules: str = "") -> tuple[Chapter, ...]:
    """Return the chapters of a page without its first line, the title. Clause ids with `prefix` lead to the page at `rules`."""
    _, _, text = page.partition("\n")
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    titles = ["", *parts[1::2]]
    return tuple(
        Chapter(title, f"chapter-{i}", tuple(_blocks(body, _Links(prefix, rules))))
        for i, (title, body) in enumerate(zip(titles, parts[::2], strict=True))
    )


@dataclass(frozen=True)
class _Links:
    """Where clause ids lead."""

    prefix: str
    rules: str

    def in_text(self, text: str) -> str:
        """Return emphasis and code as HTML, and every clause id as a link."""
        safe = escape(text, quote=False)
        safe = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", safe)
        safe = re.sub(r"\*(.+?)\*", r"<em>\1</em>", safe)
        safe = re.sub(r"`(.+?)`", r"<code>\1</code>", safe)
        return re.sub(rf"\b{self.prefix}-R?\d+\b", lambda found: f'<a href="{self.rules}#{found[0]}">{found[0]}</a>', safe)


_LINES: Final = re.compile(
    r"^!\[(?P<caption>.+)\]\((?P<picture>[a-z0-9-]+)\)$|^(?P<item>- .+(?:\n  .+)*)|^(?P<row>\|.+\|)$|^### (?P<head>.+)$"
    r"|^(?P<words>[^\n].*)$",
    re.MULTILINE,
)


def _blocks(body: str, links: _Links) -> list[Block]:
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
        clause = re.match(rf"- \*\*({links.prefix}-R?\d+)\*\* ", found[0])
        if clause or found.lastgroup != kind:
            close()
        kind = "" if clause else str(found.lastgroup)
        if clause:
            html = _item(found[0][clause.end() :], links)
            blocks.append(Block(html, clause[1], clause[1].startswith(f"{links.prefix}-R")))
        elif kind == "picture":
            blocks.append(Block(links.in_text(found["caption"]), picture=found["picture"]))
        elif kind == "head":
            blocks.append(Block(f"<h3>{links.in_text(found['head'])}</h3>"))
        elif kind == "words":
            blocks.append(Block(f"<p>{links.in_text(found[0])}</p>"))
        else:
            run.append(_item(found[0][2:], links) if kind == "item" else _cells(found[0], links))
    close()
    return blocks


def _item(text: str, links: _Links) -> str:
    """Return a list item as HTML, with its nested list if it has one."""
    first, *rest = text.split("\n")
    more = "".join(f"<li>{links.in_text(line.strip().removeprefix('- '))}</li>" for line in rest)
    words = f"<p>{links.in_text(first)}</p>"
    return words + f"<ul>{more}</ul>" if more else words


def _cells(row: str, links: _Links) -> str:
    return "|".join(links.in_text(cell.strip()) for cell in row.strip("|").split("|"))


def _table(rows: list[str]) -> str:
    head, _, *body = (row.split("|") for row in rows)
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body)
    return f'<table tabindex="0"><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>'
