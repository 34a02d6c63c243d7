"""A puzzle on a page: its drawing, drafts of an answer, and what is said once it is answered. All of it comes from one view."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from roundhouse.core.game import DrawingRequest
from roundhouse.core.sentence import HouseError, Sentence, capital, say
from roundhouse.core.state import CHANCE, OVER
from roundhouse.play.draft import Draft, compose
from roundhouse.puzzles.explanation import about_answer, explain
from roundhouse.puzzles.puzzle import Position
from roundhouse.puzzles.themes import NAMES
from roundhouse.ui import drawing
from roundhouse.ui.frame import Frame, frame_of
from roundhouse.ui.picture import document
from roundhouse.ui.text import translate
from roundhouse.web.http.pages import panel
from roundhouse.web.live.drafts import StepText, Trial, find_menu
from roundhouse.web.live.fragments import MAX_DESCRIBED, MENUS, MoveText, as_fragments
from roundhouse.web.tables.reader import Reader

Context = dict[str, Any]

COMPLETE: Final = say("Your move is complete. Answer, or take it back.")
OPEN: Final = 1  # in place of an event count: a puzzle to solve,
ANSWERED: Final = 2  # and one with its answer
MINE: Final = "mine"  # which position is drawn above an answer
BEST: Final = "best"
BEFORE: Final = "before"
_WIDE: Final = "wide"


class PuzzlePage:
    """One puzzle as one reader sees it."""

    def __init__(self, position: Position, language: str, layout: str, request_id: str = "") -> None:
        seat = position.puzzle.seat
        self.position = position
        self.game = position.game
        self.puzzle = position.puzzle
        self.language = language
        self.layout = layout
        self.url = f"/puzzles/{self.puzzle.id}"
        self.names = [translate(say("Player {number}", number=one + 1), language) for one in range(self.puzzle.seats)]
        self.reader = Reader(seat, (seat,), False, False, language, layout)
        self._request_id = request_id

    def text(self, sentence: Sentence | str) -> str:
        """Return a sentence in the reader's language."""
        return translate(sentence, self.language, self.names) if isinstance(sentence, Sentence) else sentence

    # The drawing.

    def trial(self, texts: Sequence[str], selection: str = "") -> Trial:
        """Return the draft of these moves, up to the first that is not possible."""
        draft = Draft((), (self.position.view,))
        for text in texts:
            try:
                draft = compose(self.game, self.position.view, [*draft.moves, self.game.parse(text)])
            except HouseError as error:
                return Trial(draft, selection, error)
        return Trial(draft, selection)

    def board(self, trial: Trial, *, offers: bool = True) -> tuple[dict[str, str], Frame]:
        """Return the drawing of a draft as fragments, and its frame."""
        parts = self._parts(trial, offers=offers)
        return as_fragments(parts), frame_of(parts, drawing.canvas(self.game, self.layout), self.layout)

    def backdrop(self) -> str:
        """Return the map, which never changes."""
        return self.game.backdrop(self.position.view, self.layout)

    def picture(self) -> str:
        """Return the map of the position as one document."""
        request = replace(self._request(self.trial([]), []), layout=_WIDE)
        parts = drawing.render(self.game, request)
        frame = frame_of(parts, drawing.canvas(self.game, _WIDE), _WIDE)
        shown = {name: part for name, part in parts.items() if name not in (*frame.beside, MENUS)}
        return document(self.game, shown, self.game.backdrop(self.position.view, _WIDE), frame.board, self.language)

    def draft_fragments(self, trial: Trial) -> dict[str, str]:
        """Return the fragments that a draft changes on the page."""
        now, _ = self.board(self.trial([]))
        drawn, _ = self.board(trial)
        changed = {name: part for name, part in drawn.items() if now.get(name) != part}
        return changed | {name: panel(name, self.language, self._draft_context(trial)) for name in ("prompt", "draft")}

    def menu(self, trial: Trial, name: str, move: str) -> tuple[str, str] | None:
        """Return the name and the markup of a menu of the drawing, found by its name or by a move in it."""
        return find_menu(self._parts(trial).get(MENUS, ""), name, move)

    def text_fragments(self, trial: Trial) -> dict[str, str]:
        """Return the puzzle as text: the moves that can be added, and the table."""
        view, moves = trial.draft.shown, _following(trial)
        common = self.common()
        sketch = self.game.sketch(view, self.names, self.language).splitlines()
        return {
            "moves": panel("moves", self.language, common | {"moves": self._move_texts(trial, moves), "seat": self.puzzle.seat}),
            "sketch": panel("sketch", self.language, common | {"lines": sketch}),
        }

    def _parts(self, trial: Trial, *, offers: bool = True) -> dict[str, str]:
        return drawing.render(self.game, self._request(trial, _following(trial) if offers else []))

    def _request(self, trial: Trial, moves: Sequence[int]) -> DrawingRequest[Any]:
        draft = trial.draft
        return DrawingRequest(
            view=draft.shown,
            moves=moves,
            names=self.names,
            language=self.language,
            layout=self.layout,
            last=draft.moves[-1] if draft.moves else -1,
            recent=self.position.recent,
            draft=draft.moves,
            selection=trial.selection,
        )

    # The panels.

    def common(self) -> Context:
        """Return what templates know of every table."""
        table = {
            "game": self.game.name,
            "title": self.game.title,
            "url": self.url,
            "state": "running",
            "hotseat": False,
            "rules_url": f"/guide/{self.game.name}",
            "seats": [],
        }
        return {"table": table, "reader": self.reader, "n": OPEN, "guest": None, "rid": self._request_id}

    def panels(self) -> dict[str, str]:
        """Return the panels of a puzzle to solve."""
        trial = self.trial([])
        context = self._draft_context(trial)
        return {name: panel(name, self.language, context) for name in ("prompt", "draft")} | self.text_fragments(trial)

    def _draft_context(self, trial: Trial) -> Context:
        draft, game = trial.draft, self.game
        prompt = COMPLETE if draft.complete else game.prompt(draft.after)
        prospects = game.prospects(draft.before, draft.shown) if draft.moves else ()
        steps = zip(draft.views, draft.moves, draft.views[1:], strict=False)
        return self.common() | {
            "prompt": self.text(prompt),
            "acting": self.puzzle.seat,
            "your_turn": True,
            "over": False,
            "result": [],
            "breakdown": [],
            "curve": None,
            "recent": [],
            "can_judge": False,
            "steps": [
                StepText(self.text(game.describe(before, move)), self._notes(before, move, after)) for before, move, after in steps
            ],
            "prospects": self._rows(prospects),
        }

    def _notes(self, before: Any, move: int, after: Any) -> list[str]:
        if after.position.actor == OVER:
            return []
        return [self.text(note) for note in self.game.consequences(before, move, after)]

    def _rows(self, prospects: Sequence[Any]) -> list[Context]:
        return [{"label": self.text(label), "before": self.text(now), "after": self.text(then)} for label, now, then in prospects]

    def _move_texts(self, trial: Trial, moves: Sequence[int]) -> list[MoveText]:
        view = trial.draft.after
        if len(moves) > MAX_DESCRIBED:
            return [MoveText(text, text) for text in map(self.game.notation, moves)]
        return [MoveText(self.game.notation(move), self.text(self.game.describe(view, move))) for move in moves]

    # The answer.

    def shown_after(self, which: str, answer: str) -> Trial:
        """Return what is drawn above an answer: the best move, the reader's own, or the position as it was."""
        chosen = {BEST: self.puzzle.best, MINE: answer}.get(which, "")
        return self.trial([chosen] if chosen else [])

    def answer(self, move: str) -> Context:
        """Return the context of the explanation."""
        said = explain(self.position, self.language)
        sentences = [*about_answer(self.position, move, self.language), *said.reasons]
        return {
            "right": move in self.puzzle.right,
            "best": capital(self.text(said.best)),
            "mine": capital(self.text(self.game.describe(self.position.view, self.game.parse(move)))),
            "as_good": [capital(self.text(one)) for one in said.as_good],
            "reasons": [capital(self.text(one)) for one in sentences],
            "evidence": [capital(self.text(one)) for one in said.evidence],
            "prospects": self._rows(said.prospects),
        }

    @property
    def themes(self) -> list[str]:
        """The names of the puzzle's themes."""
        return [self.text(NAMES[theme]) for theme in self.puzzle.themes]


def _following(trial: Trial) -> list[int]:
    """Return the moves that can be added to a draft."""
    position = trial.draft.after.position
    if trial.draft.complete or position.actor in (OVER, CHANCE):
        return []
    return list(position.legal_moves())


def today(now: float) -> datetime.date:
    """Return the date of a moment, the same everywhere: that of UTC."""
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date()
