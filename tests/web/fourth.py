"""A language made from files alone: every English letter becomes a Greek one, so that what is left in Latin was not translated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po

import roundhouse

CODE = "el"
NAME = "Ελληνικά"
HOUSE = Path(roundhouse.__file__).parent
_TABLE = f"""
name = "{NAME}"

[commands]
"τέλος" = "quit"

[forms.""]
seat = "παίκτης {{number}}"
"""
_HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
_KEPT = re.compile(r"`[^`]*`|\b[A-Z][A-Z0-9]*-R?\d+|[A-Za-z]")  # code and clauses stay


def install(site: Path) -> None:
    """Put the package into a folder, as links, with the files of one more language beside those of the others."""
    for library in HOUSE.parent.glob("*.so"):
        (site / library.name).symlink_to(library)
    (site / "tests").symlink_to(HOUSE.parent / "tests")
    (site / "bench").symlink_to(HOUSE.parent / "bench")
    for path in HOUSE.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            link = site / "roundhouse" / path.relative_to(HOUSE)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)
            _translate(path, link)
    (site / "roundhouse" / "ui" / f"{CODE}.toml").write_text(_TABLE, "utf-8")


def _translate(path: Path, link: Path) -> None:
    if path.name == "fr.po":  # its messages are all that the folder says
        link.with_name(f"{CODE}.po").write_text(_catalogue(path), "utf-8")
    elif path.name == "rules.md":
        link.with_name(f"rules.{CODE}.md").write_text(_KEPT.sub(_letter, path.read_text("utf-8")), "utf-8")


def _catalogue(path: Path) -> str:
    with path.open("rb") as file:
        messages = [message.id for message in read_po(file) if message.id]
    return "\n".join([_HEADER, *(_entry(message) for message in messages)])


def _entry(message: str | Sequence[str]) -> str:
    if isinstance(message, str):
        return f"msgid {_quoted(message)}\nmsgstr {_quoted(greek(message))}\n"
    one, many = message
    forms = f"msgstr[0] {_quoted(greek(one))}\nmsgstr[1] {_quoted(greek(many))}\n"
    return f"msgid {_quoted(one)}\nmsgid_plural {_quoted(many)}\n{forms}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def greek(template: str) -> str:
    """Return a template in Greek letters, with its values."""
    parts = Formatter().parse(template)
    return "".join(re.sub("[A-Za-z]", _letter, text) + ("" if name is None else f"{{{name}}}") for text, name, _, _ in parts)


def _letter(found: re.Match[str]) -> str:
    text = found[0]
    return chr(ord("α") + (ord(text.lower()) - ord("a")) % 17) if len(text) == 1 else text
