"""The laws can fail: each is broken once on purpose, and says so."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.game import DrawingRequest, Game, Refusal
from roundhouse.core.sentence import say
from roundhouse.core.state import CHANCE, State, View, restore
from roundhouse.play.laws import LawBroken, check_game
from tests.whistle import GAME, WhistleState, determinize, render, view


def with_state(kind: type[State]) -> Game[Any]:
    """The game, played on another class of states."""

    def setup(seats: int, _: object) -> State:
        return restore(kind, {"seats": seats, "actor": CHANCE, "turn": 0, "die": [0] * seats})

    return replace(GAME, setup=setup)


def state_with(**methods: Callable[..., Any]) -> Game[Any]:
    """The game, with some methods of its states replaced; copies stay of the same class."""

    def copy(self: Any) -> Any:
        return type(self)(self)

    return with_state(type("Sabotaged", (WhistleState,), {"copy": copy, **methods}))


def forgetful_copy(self: Any) -> Any:
    copy = type(self)(self)
    copy.die = self.die
    return copy


def tied_copies() -> Game[Any]:
    """Copies that go on where another state has moved to."""
    copies: list[Any] = []

    def copy(self: Any) -> Any:
        copies.append(forgetful_copy(self))
        copies[-1].die = self.die[:]
        return copies[-1]

    def apply(self: Any, move: int) -> None:
        WhistleState.apply(self, move)
        for one in copies:
            one.turn = self.turn

    return state_with(copy=copy, apply=apply)


def meddling_view(state: Any, seat: int) -> View:
    state.die[0] = 6
    return view(state, seat)


def descending(self: Any) -> vec[i64]:
    return vec[i64](list(WhistleState.legal_moves(self))[::-1])


def failing_check(self: Any) -> None:
    assert self.turn < 2, "a die is lost"


def leaking_view(state: Any, seat: int) -> View:
    return View(seat, state.copy())


def wrong_world(view: Any, rng: Any) -> Any:
    world = determinize(view, rng)
    world.turn += 1
    return world


def lazy_render(request: DrawingRequest[Any]) -> dict[str, str]:
    parts = render(request)
    return parts | {"moves": "<g/>"}


def render_with(more: str) -> Any:
    """The drawing with one more part, which a seat without moves is not shown."""
    return lambda request: render(request) | {"more": more if request.moves else "<g/>"}


def overlooked_select(request: DrawingRequest[Any]) -> dict[str, str]:
    """One move after three selections, which is one too many."""
    parts, depth = render(request), len(request.selection)
    if depth < 3 and request.moves:
        parts["moves"] = re.sub(r'data-move="stay"', f'data-select="{"x" * (depth + 1)}"', parts["moves"])
    return parts


def straying_apply(self: Any, move: int) -> None:
    """A turn that does not end as long as a die is hidden."""
    actor = self.actor
    WhistleState.apply(self, move)
    if -1 in self.die:
        self.actor = actor


SABOTAGE: dict[str, tuple[int, str, Game[Any]]] = {
    "endless": (1, "not over after 3 moves", replace(GAME, max_moves=3)),
    "invariant": (1, "a die is lost", state_with(check=failing_check)),
    "crash": (1, "ZeroDivisionError", state_with(apply=lambda self, move: 1 // 0)),
    "ranks": (1, "not a ranking", state_with(ranks=lambda self: vec[i64]([1] * self.seats))),
    "order": (2, "not ascending", state_with(legal_moves=descending)),
    "range": (2, "out of range", replace(GAME, move_count=1)),
    "none": (2, "no legal moves", state_with(legal_moves=lambda self: vec[i64]())),
    "weight": (2, "no weight", state_with(weight=lambda self, move: 0)),
    "choices": (2, "choices", state_with(choices=lambda self: vec[i64]([7]))),
    "draw": (2, "not an outcome", state_with(draw=lambda self, rng: 1)),
    "copy": (3, "moving a copy", state_with(copy=forgetful_copy)),
    "original": (3, "moving the original", tied_copies()),
    "parse": (4, "does not round-trip", replace(GAME, parse=lambda text: 0)),
    "world": (5, "looks different", replace(GAME, determinize=wrong_world)),
    "look": (5, "has changed it", replace(GAME, view=meddling_view)),
    "secret": (6, "can tell apart", replace(GAME, view=leaking_view, determinize=lambda seen, rng: seen.position.copy())),
    "offer": (7, "wrongly omits", replace(GAME, render=lazy_render)),
    "compound": (7, "not legal step by step", replace(GAME, render=render_with('<g data-moves="stay; stay"/>'))),
    "stray": (7, "wrongly offers", replace(GAME, render=render_with('<g data-move="roll 1"/>'))),
    "depth": (7, "wrongly omits {'stay'}", replace(GAME, render=overlooked_select)),
    "draft": (10, "disagree on whose turn", state_with(apply=straying_apply)),
    "breakdown": (11, "sums to", replace(GAME, breakdown=lambda view: [(say("no"), [7] * view.position.seats)])),
    "causes": (11, "does not name every seat", replace(GAME, breakdown=lambda view: [(say("no"), [7])])),
    "markup": (7, "not well-formed", replace(GAME, backdrop=lambda view, layout: "<rect>")),
    "silent": (9, "or neither", replace(GAME, refusal=lambda state, move: None)),
    "strict": (9, "legal and refused", replace(GAME, refusal=lambda state, move: Refusal("WHI-1", say("no")))),
    "clause": (
        9,
        "which is not a clause",
        replace(GAME, refusal=lambda s, m: None if m in s.legal_moves() else Refusal("WHI-9", say("no"))),
    ),
}


def play_thirty(game: Game[Any]) -> None:
    for seed in range(30):
        check_game(game, 3, seed, look_every=1)


@pytest.mark.parametrize("name", SABOTAGE)
def test_a_broken_law_is_found(name: str) -> None:
    """One thing of the game replaced by a wrong one: some game of thirty shows it, under the right law."""
    law, reason, game = SABOTAGE[name]

    with pytest.raises(LawBroken, match=reason) as caught:
        play_thirty(game)
    assert caught.value.law == law
    assert caught.value.record.game == "whistle"


def test_a_broken_law_travels_between_processes() -> None:
    """With its record, as the workers of the fuzzer send it."""
    _, _, game = SABOTAGE["endless"]
    with pytest.raises(LawBroken) as caught:
        check_game(game, 2, 1)
    again = pickle.loads(pickle.dumps(caught.value))

    assert (again.law, again.reason, again.record) == (caught.value.law, caught.value.reason, caught.value.record)
