"""Our reader of `.po` files understands them as Babel does, which is too slow for a server that starts."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

import roundhouse
from roundhouse.ui.catalogue import Catalogue
from roundhouse.ui.languages import TRANSLATIONS

HOUSE = Path(roundhouse.__file__).parent
ODD = r"""
# a comment
msgid ""
msgstr ""
"Language: de\n"

#: somewhere.py:3
#, python-format
msgid "first"
msgstr "erstes"

msgid ""
"two "
"lines\n"
msgstr "zwei "
 "Zeilen\n"

msgid "a \"quoted\" word, a \\ and a\ttab"
msgstr "ein \"Wort\", ein \\ und ein\tTab"

msgctxt "button"
"with more"
msgid "go"
msgstr "los"

msgid "empty"
msgstr ""

msgid "{count} day"
msgid_plural "{count} days"
msgstr[0] "{count} Tag"
msgstr[1] "{count} "
"Tage"

#~ msgid "obsolete"
#~ msgstr "alt"
#~ "er"
"""


def test_every_file_of_ours_is_read_as_babel_reads_it() -> None:
    """All languages, all folders, all forms."""
    read = 0
    for language in TRANSLATIONS:
        for path in HOUSE.rglob(f"{language}.po"):
            ours = Catalogue(language)
            ours.add(path.read_text(encoding="utf-8"))
            for message in read_po(BytesIO(path.read_bytes()), locale=language):
                if not message.id or not message.string or not all(message.string):
                    continue
                read += 1
                if not isinstance(message.id, str):
                    assert [ours.translation(message.id[0], count=count) for count in (1, 2)] == list(message.string)
                else:
                    assert ours.translation(message.id) == message.string
    assert read > 1000


def test_unusual_files_are_read() -> None:
    """Continued and escaped texts, comments, contexts, obsolete and missing translations."""
    found = Catalogue("de")
    found.add(ODD)

    assert found.translation("first") == "erstes"
    assert found.translation("two lines\n") == "zwei Zeilen\n"
    assert found.translation('a "quoted" word, a \\ and a\ttab') == 'ein "Wort", ein \\ und ein\tTab'
    assert found.translation("go") == "los"
    assert [found.translation("{count} day", count=count) for count in (1, 2)] == ["{count} Tag", "{count} Tage"]
    assert [found.translation(message) for message in ("", "empty", "obsolete", "unknown")] == [None] * 4


@pytest.mark.parametrize(("count", "form"), [(1, "eins"), (2, "wenige"), (5, "viele"), (22, "wenige")])
def test_a_language_may_have_more_than_two_forms(count: int, form: str) -> None:
    """Polish has three."""
    found = Catalogue("pl")
    found.add('msgid "one"\nmsgid_plural "many"\nmsgstr[0] "eins"\nmsgstr[1] "wenige"\nmsgstr[2] "viele"\n')

    assert found.translation("one", count=count) == form


def test_of_two_translations_the_first_counts() -> None:
    """As in one file, so in several."""
    found = Catalogue("de")
    found.add('msgid "x"\nmsgstr "a"\n')
    found.add('msgid "x"\nmsgstr "b"\n')

    assert found.translation("x") == "a"


@given(st.text(min_size=1).filter(lambda text: text.isprintable()), st.text(min_size=1).filter(lambda text: text.isprintable()))
def test_any_text_can_be_written_and_read(message: str, string: str) -> None:
    """Backslashes and quotes are the only special characters."""
    found = Catalogue("de")
    found.add(
        "msgid {}\nmsgstr {}\n".format(*('"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' for text in (message, string)))
    )

    assert found.translation(message) == string
