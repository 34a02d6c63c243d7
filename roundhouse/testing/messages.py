"""Whether every message has a translation, whole and with the same values."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from roundhouse.ui.languages import TRANSLATIONS
from roundhouse.ui.text import house_files

Keywords = Mapping[str, tuple[int, ...] | None]
Key = str | tuple[str, ...]  # a message; of a plural one both forms
Said = Mapping[Key, set[str]]  # messages, with the files that say them
Entries = Sequence[tuple[str, Message]]  # translated messages, with the file that translates them

IN_CODE: Final[Keywords] = {"say": None, "say_many": (1, 2)}
IN_TEMPLATES: Final[Keywords] = {"_": None, "_n": (1, 2)}


def message_faults(package: Path, language: str) -> list[str]:
    """Return what is wrong with the translations of a game's package: what is missing, left over, unfinished or unequal.

    A message that the house says too need not be translated again; if it is, then in the same words.
    """
    said, found, house = messages(package), entries([package / f"{language}.po"]), entries(house_files(language))
    known = {key_of(entry): forms_of(entry) for _, entry in house}
    otherwise = [key_of(entry) for _, entry in found if forms_of(entry) != known.get(key_of(entry), forms_of(entry))]
    return [
        *(f"no translation: {message!r}" for message in untranslated(said, [*found, *house])),
        *(f"translated otherwise in the house: {message!r}" for message in otherwise),
        *(f"nothing says: {message!r}" for message in obsolete(said, found)),
        *(f"not finished: {message!r}" for message in unfinished(found)),
        *(f"other values than the English: {message!r}" for message in unequal(found)),
        *(f"{place}: a message is a literal, outside of f-strings" for place in hidden(package)),
    ]


def languages_of(package: Path) -> list[str]:
    """Return the languages that a game's package is translated to."""
    return [language for language in TRANSLATIONS if (package / f"{language}.po").is_file()]


def messages(folder: Path) -> dict[Key, set[str]]:
    """Return every message that the modules and templates below a folder say."""
    found: defaultdict[Key, set[str]] = defaultdict(set)
    for kind, method, keywords in (("**.py", "python", IN_CODE), ("**.html", "jinja2", IN_TEMPLATES)):
        for file, _, message, _, _ in extract_from_dir(folder, [(kind, method)], keywords=keywords):
            found[message].add(file)
    return found


def catalogue(path: Path) -> Catalog:
    """Return the catalogue in a file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


def entries(paths: Iterable[Path]) -> list[tuple[str, Message]]:
    """Return every translated message of some files."""
    return [(str(path), entry) for path in paths for entry in catalogue(path) if entry.id]


def key_of(entry: Message) -> Key:
    """Return the message of an entry as the extractor gives it."""
    return tuple(entry.id) if isinstance(entry.id, (list, tuple)) else str(entry.id)


def forms_of(entry: Message) -> list[str]:
    """Return all forms of a translation."""
    return [str(form) for form in entry.string] if isinstance(entry.string, (list, tuple)) else [str(entry.string)]


def untranslated(said: Said, found: Entries) -> list[Key]:
    """Return the messages that no file translates."""
    known = {key_of(entry) for _, entry in found}
    return [message for message in said if message not in known]


def obsolete(said: Said, found: Entries) -> list[Key]:
    """Return the translations of messages that nothing says."""
    return [key_of(entry) for _, entry in found if key_of(entry) not in said]


def unfinished(found: Entries) -> list[Key]:
    """Return the messages with an empty form, too few or too many forms for a plural, or a mark of doubt."""
    return [
        key_of(entry)
        for file, entry in found
        if entry.fuzzy
        or not all(forms_of(entry))
        or len(forms_of(entry)) != (_plurals(Path(file).stem) if entry.pluralizable else 1)
    ]


def _form_count(entry: Message, language: str) -> int:
    return _plurals(language) if entry.pluralizable else 1


@cache
def _plurals(language: str) -> int:
    """Return how many forms of a word a language has for numbers."""
    return Catalog(locale=language).num_plurals


def unequal(found: Entries) -> list[Key]:
    """Return the messages whose translation has other values in braces."""
    return [key_of(entry) for _, entry in found if not _same_values(entry)]


def _same_values(entry: Message) -> bool:
    key, forms = key_of(entry), [_places(form) for form in forms_of(entry)]
    if isinstance(key, str):
        return forms == [_places(key)]
    one, many = (_places(form) for form in key)  # a form for a single thing may leave out the number
    return forms[-1] == many and all(form in (one, many) for form in forms)


def _places(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def hidden(folder: Path) -> list[str]:
    """Return where a message is no literal, or stands within an f-string, where the extractor does not look."""
    places = []
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        inside = [call for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for call in _sayings(node)]
        built = [call for call in _sayings(tree) if not isinstance(call.args[0], ast.Constant)]
        places += [f"{path.name}, line {call.lineno}" for call in inside + built]
    return places


def _sayings(tree: ast.AST) -> list[ast.Call]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in IN_CODE]
