"""The parts of a game: which of the optional ones it has, and what is wrong with those that are there."""

from __future__ import annotations

import json
import pickle
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from roundhouse.core.draw import Rng
from roundhouse.core.features import Pen
from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.named import SAFE
from roundhouse.core.perft import perft
from roundhouse.core.playout import random_moves
from roundhouse.core.record import read, replay
from roundhouse.core.sentence import BadText, HouseError, Sentence, say
from roundhouse.core.state import OVER, SPECTATOR, State
from roundhouse.games import GROUP
from roundhouse.testing.clauses import page_faults, translation_faults
from roundhouse.testing.guides import guide_faults
from roundhouse.testing.messages import message_faults
from roundhouse.ui import drawing
from roundhouse.ui.guide import has_guide
from roundhouse.ui.languages import LANGUAGES, TRANSLATIONS, language_name
from roundhouse.ui.page import BOARD_CLASSES, SEAT_COLOURS, has_page, load_page, page_of
from roundhouse.ui.resource import folder, resource

NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")  # of a game: it stands in commands, records and addresses
VERSIONED: Final = re.compile(r".*_v\d+")  # such a name means a version of a game to PettingZoo
MOST_SEATS: Final = 6  # that have a colour and a sign of their own
_PREFIX: Final = re.compile(r"[A-Z][A-Z0-9]*")
_KINDS: Final = (bool, int, str)  # of options: what a form, a command and a record can hold
_POSITIONS: Final = 40  # looked at with each number of seats
_LEAVES: Final = 20_000  # of a perft table, at most; more are left to `roundhouse perft`
_VIEW_BOX: Final = re.compile(r"-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+")
_NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay")


@dataclass(frozen=True)
class Part:
    """A part of a game, whether it is there, what it is for, and what is wrong with it."""

    name: str
    present: bool
    purpose: Sentence
    faults: tuple[str, ...] = ()


def parts_of(game: Game[Any]) -> list[Part]:
    """Return the contract, which every game has, and every optional part; those that are there have been tried out."""
    tests = tests_of(game)
    table, records = (None, []) if tests is None else (_perft_table(game, tests), _records(game, tests))
    return [
        _part("contract", True, say("names, counts, texts of moves, options, copies for other processes"), _contract_faults, game),
        _part("rules.md", _has(game, "rules.md"), say("the rules page, and the words of a clause"), _rules_faults, game),
        *(part for language in TRANSLATIONS for part in _translations(game, language)),
        _part("advise", game.brings("advise"), say("the greedy bot and hints; else they play at random"), _advise_faults, game),
        _part(
            "evaluate", game.brings("evaluate"), say("short playouts of a search; else it plays to the end"), _estimate_faults, game
        ),
        _part("features", bool(game.features), say("observations for learning; else there are none"), _features_faults, game),
        _part(
            "named view",
            game.brings("describe_view"),
            say("views by name for programs; else the engine's numbers"),
            _named_view_faults,
            game,
        ),
        _part("sketch", game.brings("sketch"), say("the table as text; else the fields of the view"), _sketch_faults, game),
        _part("drawing", game.brings("render"), say("the board in the browser; else text and buttons"), _drawing_faults, game),
        _part("page", has_page(game), say("description, options and picture on the web site"), _page_faults, game),
        _part("tour", bool(page_of(game).tour), say("a guided first game"), _tour_faults, game),
        _part("scenes", bool(page_of(game).scenes), say("pictures on the rules page"), _scenes_faults, game),
        _part("guide", has_guide(game), say("a short page on how to play, with pictures of a real game"), guide_faults, game),
        _part("perft table", table is not None, say("counts that a slip in the rules changes"), _perft_faults, game, table),
        _part("golden records", bool(records), say("games that later versions must replay"), _record_faults, game, records),
    ]


def _part(name: str, present: bool, purpose: Sentence, check: Callable[..., Iterator[str]], *about: Any) -> Part:
    return Part(name, present, purpose, tuple(_tried(partial(check, *about))) if present else ())


def _tried(check: Callable[[], Iterator[str]]) -> Iterator[str]:
    """What a check finds; a part that fails is one more fault."""
    try:
        yield from check()
    except Exception as error:  # of the game's own code: it is named here and must not stop the other checks
        yield f"{type(error).__name__}: {error}"


def _has(game: Game[Any], file: str) -> bool:
    return resource(game.package, file) is not None


def _text(game: Game[Any], file: str) -> str:
    return (resource(game.package, file) or b"").decode()


# The contract.


def _contract_faults(game: Game[Any]) -> Iterator[str]:
    if not NAME.fullmatch(game.name) or VERSIONED.fullmatch(game.name):
        yield f"the name '{game.name}' is not made of small letters, digits and single underscores, or ends in a version"
    if not _PREFIX.fullmatch(game.clauses):
        yield f"the prefix of clauses '{game.clauses}' is not made of capital letters and digits"
    if not game.seats or game.seats[0] < 1 or game.seats[-1] > MOST_SEATS:
        yield f"there are no seats, or more than {MOST_SEATS}"
    if game.package and folder(game.package) is None:
        yield f"there is no package '{game.package}' with a folder for its files"
    yield from _texts_faults(game)
    for option in fields(game.options):
        if type(option.default) not in _KINDS:
            yield f"the option '{option.name}' has no default that is a truth, a whole number or a text"
    yield from _pickle_faults(game)


def _texts_faults(game: Game[Any]) -> Iterator[str]:
    """Every int has one text, every text its int; and there is nothing beyond them."""
    total = game.move_count + game.outcome_count + game.shadow_count
    for move in range(total):
        text = game.notation(move)
        if "#" in text or not text or text != " ".join(text.split()):
            yield f"the text of move {move}, '{text}', is empty, has a '#' or spaces that a record would lose"
        if ";" in text:
            yield f"the text of move {move}, '{text}', has a ';', which stands between the moves of a draft"
        if game.parse(text) != move:
            yield f"the text of move {move}, '{text}', is read as move {game.parse(text)}"
    for outside in (-1, total):
        try:
            yield f"move {outside} does not exist, but has the text '{game.notation(outside)}'"
        except BadText:
            continue


def _pickle_faults(game: Game[Any]) -> Iterator[str]:
    """Bots and matches run in processes of their own."""
    state = game.start(game.seats[0])
    if pickle.loads(pickle.dumps(state)) != state:
        yield "a state sent to another process is not the same there"
    try:
        pickle.dumps(game)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        yield f"the game cannot be sent to another process: are its functions those of modules? ({error})"


# Files.


def _rules_faults(game: Game[Any]) -> Iterator[str]:
    page = _text(game, "rules.md")
    yield from page_faults(page)
    if not re.search(rf"^- \*\*{game.clauses}-\d+\*\* ", page, re.MULTILINE):
        yield f"no clause begins with {game.clauses}-"


def _translations(game: Game[Any], language: str) -> Iterator[Part]:
    """Yield the two files of a language."""
    page, catalogue, name = f"rules.{language}.md", f"{language}.po", language_name(language)
    purpose = say("the rules page ({language}); without it: in English", language=name)
    yield _part(page, _has(game, page), purpose, _page_translation_faults, game, page)
    purpose = say("what the game says ({language}); without it: in English", language=name)
    yield _part(catalogue, _has(game, catalogue), purpose, _message_faults, game, language)


def _page_translation_faults(game: Game[Any], page: str) -> Iterator[str]:
    yield from translation_faults(_text(game, "rules.md"), _text(game, page))


def _message_faults(game: Game[Any], language: str) -> Iterator[str]:
    yield from message_faults(Path(str(folder(game.package))), language)


# Functions, tried at positions of random games.


def positions(game: Game[Any]) -> Iterator[State]:
    """Yield the first decisions of a random game with every number of seats, and its end."""
    for seats in game.seats:
        state: State = game.start(seats)
        rng = Rng(seats)
        random_moves(state, rng, 0)
        for _ in range(_POSITIONS):
            yield state.copy()
            random_moves(state, rng, 1)
        random_moves(state, rng, game.max_moves)
        yield state


def _advise_faults(game: Game[Any]) -> Iterator[str]:
    for state in positions(game):
        if state.actor != OVER and (move := game.advise(game.view(state, state.actor), Rng(0))) not in state.legal_moves():
            yield f"it advises move {move}, which is not legal there, with {state.seats} players"
            return


def _estimate_faults(game: Game[Any]) -> Iterator[str]:
    for state in positions(game):
        points = list(game.evaluate(state))
        if len(points) != state.seats:
            yield f"it gives {len(points)} numbers for {state.seats} players"
            return
        if state.actor == OVER and points != [100 * score for score in state.scores()]:
            yield f"at the end it gives {points}, not the scores in hundredths"
            return


def _features_faults(game: Game[Any]) -> Iterator[str]:
    names = [feature.name for feature in game.features]
    if len(set(names)) < len(names):
        yield "two features have one name"
    if any(feature.scale < 1 for feature in game.features):
        yield "a feature has no scale"
    views: dict[tuple[int, ...], Any] = {}
    for state in positions(game):
        seen = game.view(state, max(state.actor, 0))
        pen = Pen(game.numbers(seen))
        pen.begin(seen.seat, 0)
        game.encode(seen.position, pen)
        if pen.at != game.size:
            yield f"{pen.at} numbers are written, but the features are {game.size}"
            return
        if any(list(game.numbers_of(state, seat)) != list(game.numbers(game.view(state, seat))) for seat in range(state.seats)):
            yield "the state gives other numbers than its view: something hidden is written, or something open is not"
            return
        if views.setdefault(tuple(game.numbers(seen)), seen) != seen:
            yield "two views that differ give the same numbers"
            return


def _named_view_faults(game: Game[Any]) -> Iterator[str]:
    """The values have the declared types, every field is declared and documented as JSON, and no number is too large for it."""
    if not game.brings("view_type"):
        yield "there is no view_type: the type of what describe_view returns, a TypedDict"
        return
    for state in positions(game):
        for seat in (*range(state.seats), SPECTATOR):
            named = game.describe_view(game.view(state, seat))
            try:
                typed = msgspec.convert(json.loads(json.dumps(named)), game.view_type)
            except (msgspec.ValidationError, TypeError, ValueError) as error:
                yield f"it does not have its type: {error}"
                return
            if typed != named:  # a field that the type does not declare is lost in between
                yield "it has fields that view_type does not declare"
                return
            if any(abs(number) > SAFE for number in _numbers(named)):
                yield f"it has a number beyond {SAFE}, which not every reader of JSON keeps exact"
                return


def _numbers(value: object) -> Iterator[int]:
    """Yield all integers within JSON values."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _numbers(one)
    elif isinstance(value, list):
        for one in value:
            yield from _numbers(one)


def _sketch_faults(game: Game[Any]) -> Iterator[str]:
    for state in positions(game):
        for language in LANGUAGES:
            if not game.sketch(game.view(state, 0), _NAMES[: state.seats], language).strip():
                yield "it is empty"
                return


def _drawing_faults(game: Game[Any]) -> Iterator[str]:
    missing = [layout for layout in ("wide", "narrow") if layout not in game.canvas]
    if missing:
        yield f"the canvas has no layout {' and no layout '.join(missing)}"
        return
    for layout in game.canvas:
        known: dict[int, set[str]] = {}
        for state in positions(game):
            moves = list(state.legal_moves())
            view = game.view(state, max(state.actor, 0))
            parts = game.render(DrawingRequest(view=view, moves=moves, names=_NAMES[: state.seats], layout=layout))
            if known.setdefault(state.seats, set(parts)) != set(parts):
                other = ", ".join(sorted(known[state.seats] ^ set(parts)))
                yield f"the {layout} drawing does not always have the same parts, which a page would miss: {other}"
                return


# The page.


def _page_faults(game: Game[Any]) -> Iterator[str]:
    page = load_page(game.package)
    known = {option.name for option in fields(game.options)}
    yield from (f"it labels the option '{name}', which the game does not have" for name in page.options if name not in known)
    if page.players and page.players not in game.seats:
        yield f"the game is not for {page.players} players"
    if page.crop and not _VIEW_BOX.fullmatch(page.crop):
        yield f"the crop '{page.crop}' is not 'x y width height'"
    yield from (f"'{colour}' is not a seat colour" for colour in page.seat_colours if colour not in SEAT_COLOURS)
    if page.seat_colours and len(page.seat_colours) < game.seats[-1]:
        yield f"there are {len(page.seat_colours)} seat colours for {game.seats[-1]} seats"
    words = _first_words(game)
    yield from (f"'{word}' is made at once, but no move starts with that word" for word in page.at_once if word not in words)
    if page.board_class not in BOARD_CLASSES:
        yield f"'{page.board_class}' is not a class of boards"


def _tour_faults(game: Game[Any]) -> Iterator[str]:
    words, parts = _first_words(game), _part_ids(game)
    for number, step in enumerate(page_of(game).tour, 1):
        if step.when and step.when not in words:
            yield f"step {number} waits for '{step.when}', but no move starts with that word"
        if step.highlight and step.highlight not in parts:
            yield f"step {number} highlights '{step.highlight}', which is not a part of the drawing"


def _scenes_faults(game: Game[Any]) -> Iterator[str]:
    words, parts = _first_words(game), _part_ids(game)
    for scene in page_of(game).scenes:
        if scene.offers and scene.offers not in words:
            yield f"the scene '{scene.name}' needs '{scene.offers}', but no move starts with that word"
        if scene.show not in parts and not _VIEW_BOX.fullmatch(scene.show):
            yield f"the scene '{scene.name}' shows '{scene.show}', which is neither a part of the drawing nor 'x y width height'"


def _first_words(game: Game[Any]) -> set[str]:
    return {game.notation(move).split()[0] for move in range(game.move_count)}


def _part_ids(game: Game[Any]) -> set[str]:
    seats = game.seats[0]
    return set(drawing.render(game, DrawingRequest(view=game.view(game.start(seats), 0), names=_NAMES[:seats])))


# Tables and records, in the tests of the project.


def tests_of(game: Game[Any]) -> Path | None:
    """Return the folder `tests` of the project that registers the game; None if it is installed without its project."""
    home = folder(game.package)
    for above in () if home is None else Path(str(home)).parents:
        project = above / "pyproject.toml"
        if project.is_file():
            points = tomllib.loads(project.read_text("utf-8")).get("project", {}).get("entry-points", {})
            return above / "tests" if game.name in points.get(GROUP, {}) else None
    return None


def _perft_table(game: Game[Any], tests: Path) -> Path | None:
    """Of a project with one game, or with a folder of tests for each."""
    return next((path for path in (tests / "games" / game.name / "perft.json", tests / "perft.json") if path.is_file()), None)


def _records(game: Game[Any], tests: Path) -> list[Path]:
    return sorted([*(tests / "records" / game.name).glob("*.rec"), *(tests / "records").glob("*.rec")])


def _perft_faults(game: Game[Any], table: Path) -> Iterator[str]:
    for row in json.loads(table.read_text("utf-8")):
        if row["count"] > _LEAVES:
            continue
        state = game.start(row["seats"])
        if row.get("moves"):
            random_moves(state, Rng(row["seed"]), row["moves"])
        if (count := perft(state, row["depth"])) != row["count"]:
            yield f"with {row['seats']} players to depth {row['depth']} there are {count} lines of play, not {row['count']}"


def _record_faults(game: Game[Any], records: list[Path]) -> Iterator[str]:
    for path in records:
        try:
            replay(game, read(path.read_text("utf-8")))
        except HouseError as error:
            yield f"{path.name}: {error}"
