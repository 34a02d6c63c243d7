"""Recipes: each learns from nothing, with the library that it is about, and beats random moves."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from roundhouse.research.evaluation import win_share
from tests.research.own_environment import python_with

ROOT = Path(__file__).parents[2]
RECIPES = ROOT / "examples" / "recipes"
OF_OTHERS = ["sb3_maskable_ppo.py", "torchrl_ppo.py", "jax_policy_gradient.py", "rllib_ppo.py"]  # libraries that the locks lack
MINUTES = 20  # for the packages and the training, on a machine with little memory and other work


def needed(recipe: Path) -> list[str]:
    """The packages that a recipe names in its head, without ours and without torch, which are installed."""
    [line] = re.findall(r"^# dependencies = \[(.*)\]$", recipe.read_text("utf-8"), re.MULTILINE)
    names = re.findall(r'"([^"]+)"', line)
    assert "roundhouse-games[research]" in names
    return [name for name in names if name not in ("roundhouse-games[research]", "torch")]


def wins(python: str, recipe: Path, *words: str) -> int:
    """The games that the agent wins of a hundred, as the recipe prints it at its end."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    command = [python, str(recipe), *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60 * MINUTES, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    [share] = re.findall(r"won (\d+)% of 100 games against random$", done.stdout, re.MULTILINE)
    return int(share)


@pytest.mark.compiled
def test_ppo_in_one_file_beats_random_moves() -> None:
    """With torch, which the tests have: ten updates, however fast the machine is."""
    assert wins(sys.executable, RECIPES / "cleanrl_ppo.py", "--updates", "10") >= 75


@pytest.mark.deep
@pytest.mark.compiled
@pytest.mark.timeout(60 * MINUTES)
@pytest.mark.parametrize("name", OF_OTHERS)
def test_a_recipe_learns_with_the_library_it_is_about(name: str, tmp_path: Path) -> None:
    """In an environment of its own, which sees the packages of this one behind its own."""
    python = python_with(needed(RECIPES / name), tmp_path)

    assert wins(python, RECIPES / name) >= 90


def test_every_recipe_is_run_by_a_test() -> None:
    """None is forgotten."""
    assert {path.name for path in RECIPES.glob("*.py")} == {"cleanrl_ppo.py", *OF_OTHERS}


def test_a_win_share_counts_one_game_in_each_place() -> None:
    """A policy that makes the first legal move: a share of ten games, the same again, and with the seats that are asked for."""

    def first(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return np.asarray(masks.argmax(-1))

    share = win_share("dice2", first, games=10, seats=3, seed=3)
    assert share * 10 * 6 == pytest.approx(round(share * 10 * 6))  # wins shared by two or three
    assert win_share("dice2", first, games=10, seats=3, seed=3) == share
    assert win_share("tickets", first, games=10, opponents="greedy") == 0
