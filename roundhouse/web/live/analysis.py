"""The analysis board: a position of a game with a variation, moves that were never made, and what can follow.

Of a finished game everything may be seen. Of a running game only its own player at a practice table may look on, from their own
view: what they cannot know is dealt at random from that view, so nothing here depends on it.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest, Refused
from roundhouse.core.record import Entry, Record
from roundhouse.core.sentence import HouseError, Sentence, capital, say
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State, View
from roundhouse.play.log import OPEN
from roundhouse.ui import drawing
from roundhouse.ui.svg import COMPOUND
from roundhouse.ui.text import translate
from roundhouse.web.bots.questions import AdviceQuestion, PositionQuestion, Rules
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.pages import panel
from roundhouse.web.live.drafts import find_menu
from roundhouse.web.live.fragments import MENUS, as_fragments, text_contexts
from roundhouse.web.live.log import log_context, log_parts
from roundhouse.web.live.replay import Replay
from roundhouse.web.tables.reader import Reader

Context = dict[str, Any]

LONGEST: Final = 200  # moves of a variation
LONGEST_TEXT: Final = 12_000  # characters of its moves
_OUTCOMES: Final = 40  # other draws that are offered
_MASK: Final = 2**31 - 1  # of the number of a position
_WORLDS: Final = range(1000)


class Variation(NamedTuple):
    """Where a position lies: moves of the game, then moves of the variation."""

    at: int  # moves of the game, draws included
    line: tuple[str, ...] = ()
    world: int = 0  # which of the worlds that fit the view of a player; 0 where nothing is hidden
    seat: int = OPEN  # whose view of the game it is

    def token(self) -> str:
        """Return the variation as a part of an address."""
        text = base64.urlsafe_b64encode(COMPOUND.join(self.line).encode()).decode().rstrip("=")
        return f"{self.at}.{self.world}.{self.seat}.{text}"


def variation_of(token: str) -> Variation:
    """Return the variation in an address. Raise HTTPError if there is none."""
    parts = token.split(".")
    try:
        at, world, seat = (int(part) for part in parts[:3])
        text = base64.b64decode(parts[3] + "=" * (-len(parts[3]) % 4), b"-_", validate=True).decode()
    except (ValueError, IndexError, binascii.Error) as error:
        raise HTTPError(404, say("there is no such position")) from error
    if len(token) > 2 * LONGEST_TEXT or world not in _WORLDS or not 0 <= at < 10**6 or not OPEN <= seat < 100:
        raise HTTPError(404, say("there is no such position"))
    return Variation(at, line_of(text), world, seat)


def line_of(text: str) -> tuple[str, ...]:
    """Return the moves of a variation written in one text. Raise HTTPError if it is too long."""
    line = tuple(move for move in text.split(COMPOUND) if move)
    if len(line) > LONGEST or len(text) > LONGEST_TEXT:
        raise HTTPError(422, say("a variation has at most {count} moves", count=LONGEST))
    return line


@dataclass(frozen=True)
class Step:
    """A move of a variation."""

    actor: int  # a seat or CHANCE
    text: str
    sentence: Sentence


class Analysis:
    """One position. Raise HouseError for a game that may not be analysed by this reader, or a variation that breaks a rule."""

    def __init__(self, replay: Replay, variation: Variation) -> None:
        self.replay = replay
        self.table = replay.table
        self.game = replay.table.game
        self.language = replay.reader.language
        self.open = replay.open
        if not self.open:
            replay.check_own_view()
        self.at = replay.stop_at(variation.at)
        self.world = 0 if self.open else variation.world
        self.state = self._begin()
        self._before: State | None = None  # the position of the last draw
        self.steps: list[Step] = []
        for text in variation.line:
            self._play(text)

    def _begin(self) -> State:
        """Return a copy of the position of the game, or a world that its player cannot tell from it."""
        if self.open:
            return self.table.view(OPEN, self.at).position.copy()
        view = self.table.view(self.replay.reader.seat, self.at)
        world: State = self.game.determinize(view, Rng(self.world + 1))
        return world

    def _play(self, text: str) -> None:
        if self.state.actor == OVER:
            raise HTTPError(409, say("the game is over at this point; choose an earlier one"))
        move = self.game.parse(text)
        if self.state.actor == CHANCE:
            if move not in self.state.legal_moves():
                raise HTTPError(422, say("'{move}' cannot be drawn here", move=text))
            self._before = self.state.copy()
        else:
            refusal = self.game.refusal(self.state, move)
            if refusal is not None:
                raise Refused(refusal)
        sentence = self.game.describe(self._seen(), move)
        self.steps.append(Step(self.state.actor, self.game.notation(move), sentence))
        self.state.apply(move)

    def extend(self, texts: Sequence[str]) -> None:
        """Make moves, and the draws that follow the last of them, which are drawn by lot; the same position draws the same."""
        for text in texts:
            if len(self.steps) >= LONGEST:
                raise HTTPError(422, say("a variation has at most {count} moves", count=LONGEST))
            self._play(text)
        while self.state.actor == CHANCE and len(self.steps) < LONGEST:
            self._play(self.game.notation(self.state.draw(Rng(self.number))))

    # Where it lies.

    @property
    def variation(self) -> Variation:
        """Return its variation in normal form."""
        return Variation(self.at, tuple(step.text for step in self.steps), self.world, self.replay.reader.seat)

    @property
    def number(self) -> int:
        """Return a number that tells positions of a game apart."""
        return zlib.crc32(self.variation.token().encode()) & _MASK

    @property
    def address(self) -> str:
        """Return the address under which the page asks about this position."""
        return self._address(self.variation)

    def _address(self, variation: Variation) -> str:
        return f"/analysis/{self.replay.id}/{variation.token()}"

    @property
    def seat(self) -> int:
        """Return the seat whose view is shown: the one to act, or SPECTATOR, which sees everything here."""
        return self.state.actor if self.state.actor >= 0 else SPECTATOR

    # What is shown.

    def position(self) -> Context:
        """Return what the page needs to show this position."""
        variation = self.variation
        return {
            "n": self.number,
            "at": self.at,
            "line": list(variation.line),
            "world": self.world,
            "seat": variation.seat,
            "reader": self.seat,
            "table": self.address,
            "steps": [
                {"actor": step.actor, "label": self._text(step.sentence), "address": address}
                for step, address in zip(self.steps, self._addresses(), strict=True)
            ],
            "fragments": self.fragments(),
        }

    def _addresses(self) -> list[str]:
        """Return the address of the position after each step."""
        line = self.variation.line
        return [self._address(self.variation._replace(line=line[: count + 1])) for count in range(len(line))]

    def fragments(self) -> dict[str, str]:
        """Return the fragments of the page."""
        reader = self._reader()
        common = {"table": self.replay.context(), "reader": reader, "n": self.number, "guest": None}
        contexts: dict[str, Context] = text_contexts(self.table, reader, self._seen(), self._moves())
        contexts["prompt"] = self._prompt()
        contexts["players"] = {"players": self._players()}
        earlier, newest = log_parts(self.table, self.replay.reader.seat, self.at)
        contexts["log"] = log_context(self.table, newest, self.language)
        contexts["analysis"] = self._draws() | {"hidden": not self.open}
        before = common | log_context(self.table, earlier, self.language) | {"newest": False}
        panels = {name: panel(name, self.language, common | context) for name, context in contexts.items()}
        parts = as_fragments(self._drawing(""))
        return parts | panels | {"log-earlier": panel("log", self.language, before), "actions": ""}

    def selected(self, selection: str) -> dict[str, str]:
        """Return the parts of the drawing that a selection changes."""
        now, drawn = as_fragments(self._drawing("")), as_fragments(self._drawing(selection))
        return {name: part for name, part in drawn.items() if now.get(name) != part}

    def menu(self, selection: str, name: str, move: str) -> tuple[str, str] | None:
        """Return the name and the markup of a menu of the drawing, by its name or by a move in it."""
        return find_menu(self._drawing(selection).get(MENUS, ""), name, move)

    def explain(self, text: str) -> None:
        """Raise Refused if a move is not legal here."""
        if self.state.actor >= 0:
            refusal = self.game.refusal(self.state, self.game.parse(text))
            if refusal is not None:
                raise Refused(refusal)

    def question(self) -> PositionQuestion:
        """Return the question how the position stands. In a running game it is asked from what its player knows."""
        rules = Rules(self.game.name, self.game.version, dict(self.table.options))
        if self.open:
            return PositionQuestion(rules, self.number, self.state.copy(), None, self._moves())
        own = self.replay.reader.seat
        moves = self._moves() if self.state.actor == own else ()
        return PositionQuestion(rules, self.number, self.game.view(self.state, own).position, own, moves)

    def advice_question(self) -> AdviceQuestion:
        """Return the question for the best moves, for the words of the answer."""
        rules = Rules(self.game.name, self.game.version, dict(self.table.options))
        return AdviceQuestion(rules, self.number, self._seen(), self._moves())

    def _seen(self) -> View:
        """Return the view of the seat to act; between turns everything, for nothing is hidden that the reader may not see."""
        return self.game.view(self.state, self.seat) if self.state.actor >= 0 else View(SPECTATOR, self.state)

    def _moves(self) -> tuple[int, ...]:
        return tuple(self.state.legal_moves()) if self.state.actor >= 0 else ()

    def _reader(self) -> Reader:
        return replace(self.replay.reader, seat=self.seat, yours=(self.seat,) if self.seat >= 0 else ())

    def _drawing(self, selection: str) -> dict[str, str]:
        last = next((self.game.parse(step.text) for step in reversed(self.steps) if step.actor != CHANCE), None)
        request = DrawingRequest(
            view=self._seen(),
            moves=self._moves(),
            names=self.table.names,
            language=self.language,
            layout=self.replay.reader.layout,
            last=self.table.last_move(self.replay.reader.seat, self.at) if last is None else last,
            selection=selection,
        )
        return drawing.render(self.game, request)

    def _prompt(self) -> Context:
        prompt = say("The game is over") if self.state.actor == OVER else self.game.prompt(self._seen())
        return {
            "prompt": self._text(prompt),
            "acting": self.state.actor if self.state.actor >= 0 else None,
            "your_turn": self.state.actor >= 0,
            "over": self.state.actor == OVER,
            "result": [],
            "breakdown": [],
            "curve": None,
        }

    def _players(self) -> list[Context]:
        points = list(self.state.scores())
        return [
            player | {"points": points[player["seat"]], "acting": player["seat"] == self.state.actor}
            for player in self.replay.players(self.at)
        ]

    def _draws(self) -> Context:
        """Return what could be drawn instead of the last draw, or here, the likeliest first, and the address before the draw."""
        drawn = bool(self.steps) and self.steps[-1].actor == CHANCE
        state = self.state if self.state.actor == CHANCE else self._before if drawn else None
        if state is None:
            return {"draws": [], "instead": False, "address": ""}
        view = View(SPECTATOR, state)
        outcomes = sorted(state.legal_moves(), key=lambda move: -state.weight(move))[:_OUTCOMES]
        instead = state is not self.state
        variation = self.variation._replace(line=self.variation.line[:-1]) if instead else self.variation
        draws = [
            {"text": self.game.notation(move), "label": self._text(self.game.describe(view, move)) or self.game.notation(move)}
            for move in outcomes
        ]
        return {"draws": draws, "instead": instead, "address": self._address(variation)}

    def _text(self, sentence: Sentence) -> str:
        return capital(translate(sentence, self.language, self.table.names))


def record_of(replay: Replay, variation: Variation) -> Record:
    """Return the record up to a position, to continue from; raise HTTPError if that is not possible."""
    record = replay.record_until(variation.at)  # raises for a game that is not over
    if variation.line:
        analysis = Analysis(replay, variation)
        if analysis.state.actor == OVER:
            raise HTTPError(409, say("the game is over at this point; choose an earlier one"))
        record.entries += [Entry(step.actor, step.text) for step in analysis.steps]
    return record


def key_of(analysis: Analysis) -> str:
    """Return the key under which the evaluation of a position is kept."""
    replay = analysis.replay
    return json.dumps([replay.id, replay.event_count, analysis.variation])


def reason(error: HouseError) -> Sentence:
    """Return the sentence of an error."""
    return error.refusal.reason if isinstance(error, Refused) else error.sentence
