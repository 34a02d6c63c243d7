"""Every sentence of the house exists in every language, whole and with the same values; a language is found as people expect."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import roundhouse
from roundhouse.core.game import Refusal
from roundhouse.core.sentence import BadSetup, SeatName, Sentence, both, say, say_many
from roundhouse.testing.messages import (
    Entries,
    Key,
    catalogue,
    entries,
    forms_of,
    hidden,
    key_of,
    languages_of,
    message_faults,
    messages,
    obsolete,
    unequal,
    unfinished,
    untranslated,
)
from roundhouse.ui.grammar import grammar_of
from roundhouse.ui.languages import LANGUAGES, TRANSLATIONS, language_name, table_of
from roundhouse.ui.text import language_of, translate
from tests.whistle import GAME, SKELETON

HOUSE = Path(roundhouse.__file__).parent
GAMES = tuple(roundhouse.GAMES)  # the catalogue of a game is known once the game is loaded
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
def found(language: str) -> Entries:
    """Every translation of the house and its games."""
    return entries(path for path in sorted(HOUSE.rglob(f"{language}.po")) if in_the_house(path))


each_translation = pytest.mark.parametrize("language", TRANSLATIONS)


@each_translation
def test_every_message_is_translated(language: str) -> None:
    """What is missing is listed one line each, with the catalogue that it belongs to."""
    missing = [f"{home_of(message, language)}: {message!r}" for message in untranslated(said(), found(language))]

    assert not missing, "\n".join([f"{len(missing)} messages are not translated:", *sorted(missing)])


def home_of(message: Key, language: str) -> Path:
    """The catalogue of the folder that says it; a folder without catalogues uses that of the folder above."""
    folder = (HOUSE / min(said()[message])).parent
    while not any(folder.glob("*.po")) and folder != HOUSE:
        folder = folder.parent
    return folder.relative_to(HOUSE) / f"{language}.po"


@each_translation
def test_every_folder_that_one_language_translates_is_translated(language: str) -> None:
    """Catalogues stand side by side, and so do rules pages and the table of the language."""
    catalogues = {path.parent for path in HOUSE.rglob("*.po")}
    pages = {path.parent for path in HOUSE.rglob("rules.md")}

    assert [folder for folder in sorted(catalogues) if not (folder / f"{language}.po").is_file()] == []
    assert [folder for folder in sorted(pages) if not (folder / f"rules.{language}.md").is_file()] == []
    assert language_name(language)


@each_translation
def test_no_translation_is_obsolete(language: str) -> None:
    """An entry that nothing says is listed, also one that was commented out."""
    assert obsolete(said(), found(language)) == []
    assert [path for path in HOUSE.rglob(f"{language}.po") if catalogue(path).obsolete] == []


@each_translation
def test_every_form_is_filled_and_final(language: str) -> None:
    """No form is empty, plural messages have all of their language, and none is marked as doubtful."""
    assert unfinished(found(language)) == []


@each_translation
def test_translations_use_the_same_values(language: str) -> None:
    """The names in braces are those of the English; a form for one thing may leave out the number."""
    assert unequal(found(language)) == []


@each_translation
def test_a_message_has_one_translation(language: str) -> None:
    """Two folders may say the same, but then in the same words."""
    forms: defaultdict[Key, set[tuple[str, ...]]] = defaultdict(set)
    for _, entry in found(language):
        forms[key_of(entry)].add(tuple(forms_of(entry)))

    assert {message: several for message, several in forms.items() if len(several) > 1} == {}


def test_every_message_is_written_where_the_extractor_sees_it() -> None:
    """A template is a literal, and never stands within an f-string, where the extractor does not look."""
    assert hidden(HOUSE) == []


@each_translation
def test_the_game_that_new_game_writes_is_translated(language: str) -> None:
    """All of the above, on its package."""
    assert language in languages_of(PACKAGE)
    assert message_faults(PACKAGE, language) == []


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


# Players in a sentence.

NAMES = ("Ada", "Bo")


@pytest.mark.parametrize(
    ("language", "names", "told"),
    [
        ("en", (), "Waiting for player 1 to build."),
        ("en", NAMES, "Waiting for Ada to build."),
        ("fr", (), "En attente du joueur 1, qui construit."),
        ("fr", NAMES, "En attente d’Ada, qui construit."),
    ],
)
def test_a_player_is_called_by_name_where_names_are_known(language: str, names: Sequence[str], told: str) -> None:
    """And by number elsewhere; the article goes with the number."""
    assert translate(say("Waiting for {name} to build.", name=SeatName(0)), language, names) == told


def test_a_sentence_alone_calls_players_by_number() -> None:
    """In English, as in an error that no door has shown."""
    assert str(say("{route} belongs to {name}", route="Denver-Phoenix", name=SeatName(1))) == "Denver-Phoenix belongs to player 2"


@pytest.mark.parametrize("names", [NAMES, ("Ada", "Bo", "")])
def test_a_seat_without_a_name_is_called_by_number(names: Sequence[str]) -> None:
    """A refusal may speak of a seat that nobody has at this table."""
    sentence = say("{name} has no link from {here} to {city}", name=SeatName(2), here="Boston", city="Albany")

    assert translate(sentence, "en", names) == "Player 3 has no link from Boston to Albany"
    assert translate(sentence, "fr", names) == "Le joueur 3 n’a pas de lien entre Boston et Albany"


@pytest.mark.parametrize(
    ("name", "of", "to"),
    [
        ("", "En attente du joueur 1.", "X appartient au joueur 1"),
        ("Bo", "En attente de Bo.", "X appartient à Bo"),
        ("Ada", "En attente d’Ada.", "X appartient à Ada"),
        ("émile", "En attente d’émile.", "X appartient à émile"),
        ("Œdipe", "En attente d’Œdipe.", "X appartient à Œdipe"),
        ("E\u0301lise", "En attente d’E\u0301lise.", "X appartient à E\u0301lise"),
        ("Yves", "En attente d’Yves.", "X appartient à Yves"),
        ("Yann", "En attente de Yann.", "X appartient à Yann"),
        ("Y", "En attente de Y.", "X appartient à Y"),
        ("Hugo", "En attente de Hugo.", "X appartient à Hugo"),
        ("11", "En attente de 11.", "X appartient à 11"),
        ("愛", "En attente de 愛.", "X appartient à 愛"),
    ],
)
def test_french_prepositions_go_with_the_name(name: str, of: str, to: str) -> None:
    """Elided before a vowel; h is left alone, since no rule tells which one is mute."""
    names = [name]

    assert translate(say("Waiting for {name}.", name=SeatName(0)), "fr", names) == of
    assert translate(say("{route} belongs to {name}", route="X", name=SeatName(0)), "fr", names) == to


@pytest.mark.parametrize("name", ["Ada", "Bo", "Yves", "émile"])
def test_each_language_has_a_grammar_of_its_own(name: str) -> None:
    """French elides, German and English leave the name alone; no form of one is a form of another by accident."""
    sentence = say("Waiting for {name}.", name=SeatName(0))

    assert translate(sentence, "de", [name]) == f"Warten auf {name}."
    assert translate(sentence, "de") == "Warten auf Spieler 1."
    assert translate(sentence, "en", [name]) == f"Waiting for {name}."
    assert set(grammar_of("de").forms) == set(grammar_of("en").forms) == {""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_of_the_terminal_has_a_word_in_each_language(language: str) -> None:
    """No word is taken twice, and none is the first word of a move, which would be taken for the command."""
    moves = {game.notation(move).split()[0].casefold() for game in GAMES for move in range(game.move_count)}
    commands = table_of(language)["commands"]

    assert sorted(commands.values()) == sorted(table_of("en")["commands"])
    assert not set(commands) & moves


def test_a_name_that_is_no_seat_takes_prepositions_too() -> None:
    """A page that knows the name gives it as text."""
    sentence = say("{name}'s turn", name="Ada")

    assert translate(sentence, "en") == "Ada's turn"
    assert translate(sentence, "fr") == "Au tour d’Ada"


@pytest.mark.parametrize(
    ("sentence", "english", "french"),
    [
        (say("{name} passes", name=SeatName(1)), "Player 2 passes", "Joueur 2 passe"),
        (
            say(
                "{bid}; {first} becomes first player for {amount}",
                bid=say("{name} passes", name=SeatName(1)),
                first=SeatName(0),
                amount="$5",
            ),
            "Player 2 passes; player 1 becomes first player for $5",
            "Joueur 2 passe\u00a0; le joueur 1 devient premier joueur pour $5",
        ),
        (
            say("The game is over. {name} wins with {tokens}.", name=SeatName(0), tokens="50"),
            "The game is over. Player 1 wins with 50.",
            "La partie est finie. Le joueur 1 gagne avec 50.",
        ),
        (
            say("{text}. {more}", text=say("The game begins"), more=say("{name} passes", name=SeatName(2))),
            "The game begins. Player 3 passes",
            "La partie commence. Joueur 3 passe",
        ),
        (both([SeatName(0), "Bo", SeatName(2)]), "Player 1, Bo and player 3", "Joueur 1, Bo et joueur 3"),
    ],
)
def test_a_sentence_begins_with_a_capital(sentence: Sentence, english: str, french: str) -> None:
    """Also one within a sentence that ends another; elsewhere a player is written small."""
    assert str(sentence) == translate(sentence, "en") == english
    assert translate(sentence, "fr") == french


def test_a_clause_comes_before_a_reason_in_the_middle_of_the_sentence() -> None:
    """The player is then no beginning."""
    refusal = Refusal("RRT-107", say("{name} has no link from {here} to {city}", name=SeatName(1), here="Boston", city="Albany"))

    assert str(refusal) == "RRT-107: player 2 has no link from Boston to Albany"


def test_a_name_is_never_changed() -> None:
    """Neither at the beginning of a sentence nor after a preposition."""
    assert translate(say("{name} passes", name=SeatName(0)), "en", ["ada"]) == "ada passes"
    assert translate(say("Waiting for {name}.", name=SeatName(0)), "fr", ["ÉMILE"]) == "En attente d’ÉMILE."


@pytest.mark.parametrize("name", ["{0}", "{name}", "{", "}", "%s", "{name:de}", "a{number}"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_is_never_taken_for_a_template(name: str, language: str) -> None:
    """Names of seats hold whatever people have typed."""
    sentence = say("{route} belongs to {name}", route="X", name=SeatName(0))

    assert translate(sentence, language, [name]).endswith(f" {name}")
    assert translate(say("Waiting for {name}.", name=SeatName(0)), language, [name]).endswith(f"{name}.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_that_a_translation_asks_for_is_in_the_table_of_its_language(language: str) -> None:
    """What stands after a colon in a template; without one it is the plain form."""
    texts = [text for _, entry in entries(HOUSE.rglob(f"{language}.po")) for text in forms_of(entry)]
    asked = {form for text in texts for form in in_use(text)}

    assert {"", *asked} <= set(grammar_of(language).forms)


def in_use(template: str) -> set[str]:
    """The forms in braces."""
    return {form for _, _, form, _ in Formatter().parse(template) if form}


def test_english_templates_ask_for_no_forms() -> None:
    """They are what every other language is translated from, and what is said where no language is known."""
    texts = [text for message in said() for text in ([message] if isinstance(message, str) else message)]

    assert [text for text in texts if in_use(text)] == []


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
    with pytest.raises(BadSetup, match="there is no language 'xx'; choose one of: en, de, fr"):
        language_of("xx")


@pytest.mark.parametrize(
    ("name", "value", "language"),
    [
        ("LC_ALL", "fr_CA.UTF-8", "fr"),
        ("LC_MESSAGES", "fr_FR", "fr"),
        ("LANG", "fr", "fr"),
        ("LANG", "C", "en"),
        ("LANG", "de_DE.UTF-8", "de"),
        ("LANG", "nl_NL.UTF-8", "en"),
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
