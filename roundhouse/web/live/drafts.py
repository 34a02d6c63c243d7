"""A draft as its seat sees it: the drawing, the steps in words and what they lead to, all made from the seat's own view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.core.state import OVER, View
from roundhouse.play.draft import Draft, compose
from roundhouse.play.plans import ahead, can_plan_ahead
from roundhouse.play.table import NotYours, Table
from roundhouse.ui import drawing
from roundhouse.ui.svg import COMPOUND, escape
from roundhouse.ui.text import translate
from roundhouse.web.http.diff import elements
from roundhouse.web.http.pages import panel
from roundhouse.web.live.fragments import (
    MENUS,
    as_fragments,
    board,
    common_context,
    drawing_request,
    moves_of,
    text_contexts,
)
from roundhouse.web.live.plans import may_plan
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.room import Room

Context = dict[str, Any]

COMPLETE: Final = say("Your turn is complete. Confirm it, or take it back.")
PLANNED: Final = say("Your plan is complete. Keep it, or take it back.")
PLANNING: Final = say("Plan your next move as if it were your turn. It is made when your turn comes, if it is still legal.")


@dataclass(frozen=True)
class Trial:
    """A draft as far as it is legal, why it goes no further, and what is selected on its drawing."""

    draft: Draft
    selection: str = ""
    error: HouseError | None = None
    ahead: bool = False  # it is composed for a plan, as if it were the seat's turn

    @property
    def empty(self) -> bool:
        """Whether there is neither a move nor a selection: the table as it is."""
        return not (self.draft.moves or self.selection or self.ahead)


class StepText(NamedTuple):
    """A move of a draft in a template, with what follows from it."""

    text: str
    notes: list[str]


def trial_of(room: Room, reader: Reader, texts: Sequence[str], selection: str = "", *, plans: bool = False) -> Trial:
    """Return the draft of these moves, up to the first that is not possible. Readers who cannot move have a selection at most.

    With `plans`, readers who wait for their turn compose a plan.
    """
    assert room.table is not None
    game, view = room.game, room.table.view(reader.seat)
    plans = plans and may_plan(room, reader) and can_plan_ahead(game, view)
    if not plans and (reader.seat not in reader.yours or room.actor != reader.seat):
        error = NotYours(room.table.waiting_for(reader.seat)) if texts else None
        return Trial(Draft((), (view,)), selection, error)
    if plans:
        view = ahead(game, view)
    draft = Draft((), (view,))
    for text in texts:
        try:
            draft = compose(game, view, [*draft.moves, game.parse(text)])
        except HouseError as error:
            return Trial(draft, selection, error, plans)
    return Trial(draft, selection, ahead=plans)


def draft_fragments(room: Room, reader: Reader, trial: Trial) -> dict[str, str]:
    """Return the fragments that a draft changes on the page."""
    assert room.table is not None
    table, common = room.table, common_context(room, reader)
    now = board(room, reader)
    drawn = as_fragments(_parts(room, reader, trial))
    changed = {name: part for name, part in drawn.items() if now.get(name) != part}
    if not trial.draft.moves and not trial.ahead:
        return changed
    context = common | draft_context(table, reader, trial)
    return changed | {name: panel(name, reader.language, context) for name in ("prompt", "draft")}


def text_of_draft(room: Room, reader: Reader, trial: Trial) -> dict[str, str]:
    """Return the table as text after a draft: the possible moves and the sketch."""
    assert room.table is not None
    contexts = text_contexts(room.table, reader, trial.draft.shown, _following(room.table, reader, trial))
    common = common_context(room, reader)
    return {name: panel(name, reader.language, common | context) for name, context in contexts.items()}


def menu(room: Room, reader: Reader, trial: Trial, name: str, move: str) -> tuple[str, str] | None:
    """Return the name and the markup of a menu of the drawing, found by its name or by a move in it; None if there is none."""
    return menu_of(_parts(room, reader, trial).get(MENUS, ""), name, move)


def menu_of(part: str, name: str, move: str) -> tuple[str, str] | None:
    """Return a menu from the part of a drawing that holds all of them, as `menu` does."""
    menus = elements(part) or []
    ways = (f' data-move="{escape(move)}"', f' data-moves="{escape(move + COMPOUND)}')
    wanted = ways if move else (f'<g id="choice-{escape(name)}"',)
    found = next((menu for menu in menus if any(way in menu.source for way in wanted)), None)
    return None if found is None else (found.attributes["id"].removeprefix("choice-"), found.source)


def draft_context(table: Table, reader: Reader, trial: Trial) -> Context:
    """Return the context of the panels of a draft: its prompt, its steps, and the figures that it changes."""
    game, draft, language = table.game, trial.draft, reader.language

    def tell(text: Sentence | str) -> str:
        return translate(text, language, table.names) if isinstance(text, Sentence) else text

    prompt = tell(_prompt(table, reader, trial))
    prospects = game.prospects(draft.before, draft.shown)
    return {
        "prompt": prompt,
        "acting": reader.seat,
        "your_turn": not trial.ahead,
        "over": False,
        "result": [],
        "breakdown": [],
        "curve": None,
        "steps": [
            StepText(tell(game.describe(before, move)), _notes(table, before, move, after, language))
            for before, move, after in zip(draft.views, draft.moves, draft.views[1:], strict=False)
        ],
        "prospects": [{"label": tell(label), "before": tell(now), "after": tell(then)} for label, now, then in prospects],
        "recent": [],
    }


def _prompt(table: Table, reader: Reader, trial: Trial) -> Sentence:
    """Return what can be added to a draft, or that it is complete."""
    draft, game = trial.draft, table.game
    if draft.complete:
        return PLANNED if trial.ahead else COMPLETE
    if trial.ahead and not draft.moves and not game.plans.prompted(table.view(reader.seat)):
        return PLANNING
    return game.prompt(draft.after)


def _notes(table: Table, before: View, move: int, after: View, language: str) -> list[str]:
    """Return what follows from a move; nothing where it would end the game, since a view does not know the final scores."""
    if after.position.actor == OVER:
        return []
    return [translate(sentence, language, table.names) for sentence in table.game.consequences(before, move, after)]


def _parts(room: Room, reader: Reader, trial: Trial) -> dict[str, str]:
    """Return the parts of the drawing of a draft; the last one of each reader is kept."""
    assert room.table is not None
    table, draft = room.table, trial.draft

    def make() -> dict[str, str]:
        request = drawing_request(table, reader, _following(table, reader, trial), None)
        last = draft.moves[-1] if draft.moves else request.last
        request = replace(request, view=draft.shown, last=last, draft=draft.moves, selection=trial.selection)
        return drawing.render(table.game, request)

    version = (room.event_count, draft.moves, trial.selection, trial.ahead)
    return room.cache.get(("draft", reader.seat, reader.language, reader.layout), version, make)


def _following(table: Table, reader: Reader, trial: Trial) -> list[int]:
    """Return the moves that can be added to a draft."""
    draft = trial.draft
    if not draft.moves and not trial.ahead:
        return moves_of(table, reader)
    return [] if draft.complete else list(draft.after.position.legal_moves())
