"""Every sentence of the house exists in French, whole and with the same values; a language is found as people expect."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import roundhouse
from roundhouse.core.sentence import BadSetup, say, say_many
from roundhouse.testing.messages import (
    Key,
    catalogue,
    entries,
    forms_of,
    hidden,
    key_of,
    message_faults,
    messages,
    obsolete,
    unequal,
    unfinished,
    untranslated,
)
from roundhouse.ui.text import LANGUAGES, language_of, translate
from tests.whistle import GAME, SKELETON

HOUSE = Path(roundhouse.__file__).parent
PACKAGE = SKELETON / "whistle_game"
roundhouse.find("tickets")  # its sentences are translated below, which takes its package


def in_the_house(path: Path) -> bool:
    """Whether a file is part of the house, and not of the game that `new-game` writes."""
    return SKELETON not in path.parents


@cache
def said() -> dict[Key, set[str]]:
    """Every message of the house and its games, with the files that say it."""
    found = {message: {file for file in files if in_the_house(HOUSE / file)} for message, files in messages(HOUSE).items()}
    return {message: files for message, files in found.items() if files}


@cache
def files() -> tuple[Path, ...]:
    """Every catalogue of the house and its games."""
    return tuple(path for path in sorted(HOUSE.rglob("fr.po")) if in_the_house(path))


def test_every_message_has_a_french_translation() -> None:
    """A message said anywhere in the package and found in no fr.po is listed with its files."""
    assert {message: said()[message] for message in untranslated(said(), entries(files()))} == {}


def test_no_translation_is_obsolete() -> None:
    """An entry of an fr.po that nothing says is listed, also one that was commented out."""
    assert obsolete(said(), entries(files())) == []
    assert [path for path in files() if catalogue(path).obsolete] == []


def test_every_french_form_is_filled_and_final() -> None:
    """No form is empty, plural messages have both, and none is marked as doubtful."""
    assert unfinished(entries(files())) == []


def test_french_uses_the_same_values() -> None:
    """The names in braces are those of the English; one form of a plural may leave one out, as the English does."""
    assert unequal(entries(files())) == []


def test_a_message_has_one_translation() -> None:
    """Two folders may say the same, but then in the same French words."""
    french: defaultdict[Key, set[tuple[str, ...]]] = defaultdict(set)
    for _, entry in entries(files()):
        french[key_of(entry)].add(tuple(forms_of(entry)))

    assert {message: forms for message, forms in french.items() if len(forms) > 1} == {}


def test_every_message_is_written_where_the_extractor_sees_it() -> None:
    """A template is a literal, and never stands within an f-string, where the extractor does not look."""
    assert hidden(HOUSE) == []


def test_the_game_that_new_game_writes_is_translated() -> None:
    """All of the above, on its package."""
    assert message_faults(PACKAGE, "fr") == []


FAULTY = """
from roundhouse.core.sentence import say, say_many
say("one {name}")
say("two")
say_many("{count} whistle", "{count} whistles", count=2)
say("there is no game '{name}'; choose one of: {names}")
f"{say('hidden')}"
say(computed)
"""
TRANSLATED = """
msgid "one {name}"
msgstr "un {nom}"

msgid "three"
msgstr "trois"

msgid "{count} whistle"
msgid_plural "{count} whistles"
msgstr[0] "{count} sifflet"
msgstr[1] ""

msgid "there is no game '{name}'; choose one of: {names}"
msgstr "pas de jeu {name} : {names}"
"""


def test_what_is_wrong_with_a_translation_is_named(tmp_path: Path) -> None:
    """Missing, left over, unfinished, with another value, otherwise than the house, out of the extractor's sight."""
    (tmp_path / "words.py").write_text(FAULTY, "utf-8")
    (tmp_path / "fr.po").write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n' + TRANSLATED, "utf-8")

    assert message_faults(tmp_path, "fr") == [
        "no translation: 'two'",
        "translated otherwise in the house: \"there is no game '{name}'; choose one of: {names}\"",
        "nothing says: 'three'",
        "not finished: ('{count} whistle', '{count} whistles')",
        "other values than the English: 'one {name}'",
        "other values than the English: ('{count} whistle', '{count} whistles')",
        "words.py, line 7: a message is a literal, outside of f-strings",
        "words.py, line 8: a message is a literal, outside of f-strings",
    ]


def test_nested_sentences_are_translated_with_their_frame() -> None:
    """A sentence within a sentence comes out in the same language."""
    sentence = say("{name} takes {card} from the display", name="Ada", card=say("a red card"))

    assert translate(sentence, "en") == "Ada takes a red card from the display"
    assert translate(sentence, "fr") == "Ada prend une carte rouge dans la rangée"


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [
        (0, "0 red cards", "0 carte rouge"),
        (1, "1 red card", "1 carte rouge"),
        (2, "2 red cards", "2 cartes rouges"),
        (-2, "-2 red cards", "-2 cartes rouges"),
    ],
)
def test_the_form_follows_the_number_as_each_language_counts(count: int, english: str, french: str) -> None:
    """Nothing is plural in English and singular in French; a number below zero counts by its size."""
    sentence = say_many("{count} red card", "{count} red cards", count=count)

    assert translate(sentence, "en") == english
    assert translate(sentence, "fr") == french


def test_a_game_that_is_made_brings_its_translations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From its package, wherever that is; where the house says the same, the words of the house stay."""
    ours, theirs = say("there is no game '{name}'; choose one of: {names}", name="a", names="b"), say("a puff of steam")
    before = translate(ours, "fr")
    assert translate(theirs, "fr") == "a puff of steam"
    (tmp_path / "steam_game").mkdir()
    (tmp_path / "steam_game" / "__init__.py").write_text("", "utf-8")
    entries = {ours.message: "non", theirs.message: "une bouffée de vapeur"}
    text = "\n".join(f'msgid "{english}"\nmsgstr "{french}"\n' for english, french in entries.items())
    (tmp_path / "steam_game" / "fr.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n' + text, "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    replace(GAME, package="steam_game")

    assert translate(theirs, "fr") == "une bouffée de vapeur"
    assert translate(ours, "fr") == before


def test_a_sentence_without_translation_stays_english() -> None:
    """A game of somebody else may have no French; its sentences still come out, with French ones within."""
    assert (
        translate(say("a sentence of {card} only here", card=say("a red card")), "fr") == "a sentence of une carte rouge only here"
    )


def test_values_are_never_taken_for_templates() -> None:
    """A name with braces is printed as it is."""
    assert translate(say("{name} gets a card", name="{count}"), "fr") == "{count} obtient une carte"


@pytest.fixture
def no_locale(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment that names no language."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    return monkeypatch


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_asked_for_wins(no_locale: pytest.MonkeyPatch, language: str) -> None:
    """Whatever the locale says."""
    no_locale.setenv("LANG", "fr_FR.UTF-8")

    assert language_of(language) == language


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    """The refusal lists the languages of the house."""
    with pytest.raises(BadSetup, match="there is no language 'xx'; choose one of: en, fr"):
        language_of("xx")


@pytest.mark.parametrize(
    ("name", "value", "language"),
    [
        ("LC_ALL", "fr_CA.UTF-8", "fr"),
        ("LC_MESSAGES", "fr_FR", "fr"),
        ("LANG", "fr", "fr"),
        ("LANG", "C", "en"),
        ("LANG", "de_DE.UTF-8", "en"),
    ],
)
def test_the_locale_decides_when_nothing_is_asked(no_locale: pytest.MonkeyPatch, name: str, value: str, language: str) -> None:
    """A language that the house does not speak becomes English."""
    no_locale.setenv(name, value)

    assert language_of(None) == language


def test_the_first_variable_of_the_locale_counts(no_locale: pytest.MonkeyPatch) -> None:
    """LC_ALL before LANG."""
    no_locale.setenv("LC_ALL", "en_GB.UTF-8")
    no_locale.setenv("LANG", "fr_FR.UTF-8")

    assert language_of(None) == "en"


@pytest.mark.usefixtures("no_locale")
def test_without_any_locale_the_house_speaks_english() -> None:
    """Nothing is set and nothing is known."""
    assert language_of(None) == "en"
