"""Other boards than the classic one, where games are played and stored: batches, data sets, jobs of the arena, networks."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import roundhouse
from roundhouse.arena.job import Job
from roundhouse.bots.net import _mismatch
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.research.batch import Batch
from roundhouse.research.dataset import MANIFEST, Plan, generate
from roundhouse.research.observation import mask, observe
from tests.games.tickets.map_texts import ring, text_of

TICKETS = roundhouse.find("tickets")
AUSTRIA = TICKETS.on({"map": "austria"})
SEED = 3


def drawn(state: State, rng: Rng) -> State:
    """Let chance have its moves."""
    while state.actor == CHANCE:
        state.apply(state.draw(rng))
    return state


@pytest.mark.parametrize("options", [{"map": "austria"}, {"map": text_of(ring())}], ids=["austria", "a file"])
def test_a_batch_plays_a_board_as_single_games_do(options: dict[str, Any]) -> None:
    """Each game is the one it would be alone, beside a batch on the classic board in the same process."""
    game: Game[Any] = TICKETS.on(options)
    rngs = [Rng(SEED * 2**32 + index) for index in range(2)]
    states = [drawn(game.start(2), rng) for rng in rngs]
    with Batch("tickets", games=2, seats=2, seed=SEED, options=options) as batch, Batch("tickets", games=2, seats=2) as classic:
        for _ in range(60):
            for index, state in enumerate(states):
                view = game.view(state, state.actor)
                assert batch.actors[index] == state.actor
                assert np.array_equal(batch.observations[index], observe(game, view))
                assert np.array_equal(batch.masks[index], mask(game, view))
            batch.step(batch.sample())
            classic.step(classic.sample())
            for index, (state, rng) in enumerate(zip(states, rngs, strict=True)):
                legal = state.legal_moves()
                assert batch.moves[index] == legal[rng.below(len(legal))]
                state.apply(batch.moves[index])
                if drawn(state, rng).actor == OVER:
                    states[index] = drawn(game.start(2), rng)


def test_a_data_set_states_its_board(tmp_path: Path) -> None:
    """In the manifest and in each record; the layout is that of the board."""
    generate(Plan(AUSTRIA, ["random", "random"], 1, {"map": "austria"}, seed=1), tmp_path)
    manifest = json.loads((tmp_path / MANIFEST).read_text("utf-8"))

    assert manifest["board"] == AUSTRIA.board != TICKETS.board
    assert f"\nboard {AUSTRIA.board}\n" in next((tmp_path / "records").glob("*.rec")).read_text("utf-8")


def job(board: str, **options: Any) -> Job:
    """A job of two random bots."""
    return Job("tickets", TICKETS.version, 2, ("random", "greedy"), 2, options=options, board=board)


def test_a_job_for_another_board_is_refused() -> None:
    """By its digest; one from before boards had digests is taken."""
    job(AUSTRIA.board, map="austria").check()
    job("").check()
    with pytest.raises(BadSetup, match="the job is for another board"):
        job(TICKETS.board, map="austria").check()


class AnyNet:
    """The sizes of a network."""

    def __init__(self, game: Game[Any]) -> None:
        self.size, self.move_count = game.size, game.move_count


def test_a_network_for_another_board_is_refused() -> None:
    """Even if the numbers of moves and observations agree."""
    about = {"game": "tickets", "version": TICKETS.version, "board": TICKETS.board}

    assert _mismatch(TICKETS, about, AnyNet(TICKETS)) is None  # type: ignore[arg-type]
    assert "another board" in str(_mismatch(AUSTRIA, about, AnyNet(AUSTRIA)))  # type: ignore[arg-type]


def test_what_states_no_board_means_the_classic_one() -> None:
    """A game with other components than the classic ones refuses it, as it refuses theirs."""
    ours = roundhouse.find("dice1")
    owners = replace(ours, board="a" * 32, classic="b" * 32)

    assert [ours.plays_on(stated) for stated in ("", "a" * 32)] == [True, False]
    assert [owners.plays_on(stated) for stated in ("", "a" * 32, "b" * 32)] == [False, True, False]
    assert "another board" in str(_mismatch(owners, {"game": "dice1", "version": ours.version}, AnyNet(ours)))  # type: ignore[arg-type]
