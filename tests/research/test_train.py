"""Training by self-play: agents improve, runs can be resumed, and the resulting weights play."""

from __future__ import annotations

import json
import pickletools
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from roundhouse.arena.job import Job
from roundhouse.arena.match import play
from roundhouse.bots import make
from roundhouse.bots.weights import BadWeights, Weights, pack, read, unpack, write
from roundhouse.cli import main
from roundhouse.core.draw import Rng
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games import GAMES, find
from roundhouse.research.learn.evaluate import win_rate
from roundhouse.research.learn.ppo import Learner
from roundhouse.research.learn.rollout import Rollout, collect_locally, gae
from roundhouse.research.learn.settings import Settings
from roundhouse.research.learn.train import AGENT, CHECKPOINT, TrainingRun
from roundhouse.research.observation import mask, observe

TINY = Settings("tickets", 2, games=8, steps=16, hidden_sizes=(16,), minibatch_size=64, reset_interval=2, seed=3)


def weights_after(updates: int, settings: Settings = TINY) -> Learner:
    """Return a learner after some updates."""
    learner = Learner(settings, "cpu")
    collect = collect_locally(settings, "cpu")
    for _ in range(updates):
        learner.update(collect)
    return learner


def same(one: Weights, other: Weights) -> bool:
    """Return whether two files hold the same arrays."""
    return one.arrays.keys() == other.arrays.keys() and all(
        np.array_equal(array, other.arrays[name]) for name, array in one.arrays.items()
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of three updates."""
    place = tmp_path_factory.mktemp("training")
    training_run = TrainingRun(Learner(TINY, "cpu"), place, 2)
    training_run.run(collect_locally(TINY, "cpu"), 10, lambda _: None, updates=3)
    return place


# Advantages.


def rollout(actors: list[int], values: list[float], rewards: dict[int, tuple[float, float]]) -> Rollout:
    """Return a rollout of one game of two seats; `rewards` are given for the steps that end a game."""
    steps = len(actors)
    reward_array = np.zeros((steps, 1, 2), np.float32)
    for step, pair in rewards.items():
        reward_array[step, 0] = pair
    column = np.zeros((steps, 1))
    return Rollout(
        observations=np.zeros((steps, 1, 1), np.float32),
        masks=np.ones((steps, 1, 1), np.bool_),
        actors=np.array(actors).reshape(-1, 1),
        moves=column.astype(np.int64),
        log_probs=column.astype(np.float32),
        values=np.array(values, np.float32).reshape(-1, 1),
        rewards=reward_array,
        dones=np.array([step in rewards for step in range(steps)]).reshape(-1, 1),
    )


def test_advantages_follow_the_seat_and_not_the_order_of_moves() -> None:
    """Seats alternate; seat 1 ends the game and loses it. With lambda 1 each decision gets the final reward of its seat."""
    game = rollout([0, 1, 0, 1], [0.5, 0.25, 0.5, 0.0], {3: (1.0, -1.0)})

    advantages, valid = gae(game, game.rewards, 1.0, 1.0)

    assert advantages[:, 0].tolist() == [0.5, -1.25, 0.5, -1.0]
    assert valid.all()


def test_with_lambda_zero_the_next_value_of_the_same_seat_counts() -> None:
    """The advantage is the difference to the next value of the seat, or to the final reward."""
    game = rollout([0, 1, 0, 1], [0.5, 0.25, 0.75, 0.0], {3: (1.0, -1.0)})

    advantages, _ = gae(game, game.rewards, 1.0, 0.0)

    assert advantages[:, 0].tolist() == [0.25, -0.25, 0.25, -1.0]


def test_a_decision_without_a_successor_is_not_valid() -> None:
    """A game ends at the second step; in the next game, each seat's last decision of the rollout has no successor."""
    game = rollout([0, 1, 1, 0, 0], [0.0] * 5, {1: (1.0, -1.0)})

    advantages, valid = gae(game, game.rewards, 1.0, 0.95)

    assert valid[:, 0].tolist() == [True, True, False, True, False]
    assert advantages[:2, 0].tolist() == [1.0, -1.0]


# Training.


def test_an_agent_learns_to_beat_random_play() -> None:
    """A small network and few games: it wins less than half untrained, and nearly all trained."""
    settings = replace(TINY, games=32, steps=64, hidden_sizes=(32,), minibatch_size=256, reset_interval=50, learning_rate=3e-3)
    learner = Learner(settings, "cpu")
    before = win_rate(learner.policy, settings, "random", 20, 1, "cpu")
    collect = collect_locally(settings, "cpu")
    for _ in range(10):
        learner.update(collect)
    after = win_rate(learner.policy, settings, "random", 20, 1, "cpu")

    assert before < 0.5 < 0.8 <= after


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_can_be_trained(game: str) -> None:
    """An update of each game with most seats changes every layer and stays finite."""
    settings = replace(TINY, game=game, seats=find(game).seats[-1], games=4, steps=160)
    learner = Learner(settings, "cpu")
    before = learner.policy.arrays()
    metrics = learner.update(collect_locally(settings, "cpu"))
    after = learner.policy.arrays()

    assert np.isfinite([metrics.policy_loss, metrics.value_loss, metrics.entropy]).all()
    assert metrics.entropy > 0
    assert all(np.isfinite(array).all() for array in after.values())
    assert all(not np.array_equal(before[name], array) for name, array in after.items())


def test_the_same_settings_give_the_same_weights_and_another_seed_others() -> None:
    """Three updates twice, and once with another seed."""
    first, again, other = weights_after(3), weights_after(3), weights_after(3, replace(TINY, seed=4))

    assert same(first.checkpoint(), again.checkpoint())
    assert not same(first.checkpoint(), other.checkpoint())


def test_a_resumed_run_is_identical_to_an_uninterrupted_one(tmp_path: Path) -> None:
    """Four updates, or two, a checkpoint and two more: the same weights and moments, bit for bit."""
    whole = TrainingRun(Learner(TINY, "cpu"), tmp_path / "whole", 2)
    whole.run(collect_locally(TINY, "cpu"), 10, lambda _: None, updates=4)
    left = TrainingRun(Learner(TINY, "cpu"), tmp_path / "left", 2)
    left.run(collect_locally(TINY, "cpu"), 10, lambda _: None, updates=2)
    resumed = TrainingRun.resume(tmp_path / "left", TINY, "cpu", 2)
    resumed.run(collect_locally(TINY, "cpu"), 10, lambda _: None, updates=2)

    one, other = read(tmp_path / "whole" / CHECKPOINT), read(tmp_path / "left" / CHECKPOINT)
    assert same(one, other)
    assert one.metadata["margin"] == other.metadata["margin"]
    assert resumed.learner.updates == 4
    assert [point.updates for point in resumed.curve] == [0, 2, 2, 4]


def test_ctrl_c_leaves_usable_files(tmp_path: Path) -> None:
    """Interrupted after the third update: agent and checkpoint exist, and no temporary file is left."""

    def on_update(training_run: TrainingRun) -> None:
        if training_run.learner.updates == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TrainingRun(Learner(TINY, "cpu"), tmp_path, 2).run(collect_locally(TINY, "cpu"), 10, on_update)

    assert sorted(file.name for file in tmp_path.iterdir()) == [AGENT, CHECKPOINT]
    assert TrainingRun.resume(tmp_path, TINY, "cpu").learner.updates == 3
    make(f"net:{tmp_path / AGENT}", find("tickets"))


# Weight files.


def test_weights_round_trip_through_a_file(tmp_path: Path) -> None:
    """Metadata and arrays of any shape come back unchanged."""
    there = Weights(
        {"game": "tickets", "é": [1, None]}, {"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.array([7], np.float32)}
    )
    write(tmp_path / "file", there)
    back = read(tmp_path / "file")

    assert back.metadata == there.metadata
    assert same(back, there)


def test_a_weight_file_is_text_and_plain_numbers(folder: Path) -> None:
    """Two lines, the second JSON, then only float32: there is no pickle to execute."""
    first, second, body = (folder / AGENT).read_bytes().split(b"\n", 2)
    shapes = [part["shape"] for part in json.loads(second)["arrays"]]

    assert first == b"roundhouse weights 1"
    assert len(body) == 4 * sum(int(np.prod(shape)) for shape in shapes)
    with pytest.raises(ValueError, match="opcode"):
        list(pickletools.genops((folder / AGENT).read_bytes()))


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        pytest.param(lambda data: b"", "not a weight file", id="empty"),
        pytest.param(lambda data: b"PK" + data, "not a weight file", id="another kind of file"),
        pytest.param(lambda data: data[:-1], "length does not match", id="cut off"),
        pytest.param(lambda data: data[:-1] + bytes([data[-1] ^ 1]), "checksum", id="a flipped bit"),
        pytest.param(lambda data: data.replace(b'"facts"', b"'facts'"), "header is damaged", id="no JSON"),
        pytest.param(lambda data: data.replace(b'"shape": [', b'"shape": [-1, '), "header is damaged", id="an impossible shape"),
        pytest.param(lambda data: data[:30], "header is damaged", id="cut off in the header"),
    ],
)
def test_a_damaged_file_is_refused(folder: Path, tmp_path: Path, harm: object, message: str) -> None:
    """The error names the file and the reason."""
    assert callable(harm)
    damaged = tmp_path / "damaged.net"
    damaged.write_bytes(harm((folder / AGENT).read_bytes()))

    with pytest.raises(BadWeights, match=rf"damaged\.net.*{message}"):
        make(f"net:{damaged}", find("tickets"))


def test_weights_that_do_not_fit_are_refused(folder: Path, tmp_path: Path) -> None:
    """For another game, another version or other sizes, without layers, and a missing file."""
    found = read(folder / AGENT)
    wrong = {
        "it was trained for 'tickets', not 'express'": (found.metadata, found.arrays, "express"),
        "version 99": ({**found.metadata, "version": 99}, found.arrays, "tickets"),
        "other observations": (found.metadata, {**found.arrays, "policy.weight": found.arrays["policy.weight"][:5]}, "tickets"),
        "layers are missing": (found.metadata, {}, "tickets"),
    }
    for message, (facts, arrays, game) in wrong.items():
        file = tmp_path / f"{len(message)}.net"
        write(file, Weights(facts, arrays))
        with pytest.raises(BadWeights, match=message):
            make(f"net:{file}", find(game))
    with pytest.raises(BadWeights, match="cannot be read"):
        make(f"net:{tmp_path / 'nothing'}", find("tickets"))


def test_a_run_that_does_not_fit_is_not_resumed(folder: Path, tmp_path: Path) -> None:
    """Other seats are refused, and an agent is not a checkpoint."""
    with pytest.raises(BadSetup, match="a run of another game, or with other seats"):
        TrainingRun.resume(folder, replace(TINY, seats=3), "cpu")
    (tmp_path / CHECKPOINT).write_bytes((folder / AGENT).read_bytes())
    with pytest.raises(BadWeights, match="not a training checkpoint"):
        TrainingRun.resume(tmp_path, TINY, "cpu")


# The agent as a bot.


def test_the_bot_plays_the_best_move_of_the_network(folder: Path) -> None:
    """NumPy and torch agree on the move in every position of a game."""
    game = find("tickets")
    learner = Learner(TINY, "cpu")
    learner.policy.load(read(folder / AGENT).arrays)
    bot = make(f"net:{folder / AGENT}", game)
    state = game.start(2)
    rng = Rng(1)
    asked = 0
    while state.actor != OVER:
        moves = tuple(state.legal_moves())
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        view = game.view(state, state.actor)
        obs, obs_mask = torch.from_numpy(observe(game, view)), torch.from_numpy(mask(game, view).astype(np.bool_))
        with torch.no_grad():
            log_probs, _ = learner.policy(obs, obs_mask)
        assert log_probs[bot.choose(view, moves)] >= log_probs.max() - 1e-5
        asked += len(moves) > 1
        state.apply(moves[rng.below(len(moves))])
    assert asked > 5


def test_the_agent_plays_whole_games_in_the_arena(folder: Path) -> None:
    """Against random and greedy, from both seats: no fault, and the same games again."""
    job = Job("tickets", 1, 2, (f"net:{folder / AGENT}", "random"), 2)
    job.check()
    played = [play(job, fixture) for fixture in job.fixtures()]

    assert [game.result.faults for game in played] == [[], []]
    assert [game.record for game in played] == [play(job, fixture).record for fixture in job.fixtures()]


# At the command line.


def test_the_command_leaves_agent_curve_and_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second of training; then the same folder is refused, and resumed with --resume."""
    words = ["train", "tickets", "--minutes", "0.01", "--out", str(tmp_path / "out"), "--games", "2", "--processes", "1"]

    assert main([*words, "--lang", "en"]) == 0
    message = capsys.readouterr().out
    assert f"Agent: net:{tmp_path / 'out' / AGENT}" in message
    assert "wins against random" in message
    for name in (AGENT, CHECKPOINT, "curve.svg", "curve.png", "arena/report.html"):
        assert (tmp_path / "out" / name).stat().st_size > 0, name
    assert main([*words, "--lang", "en"]) == 2
    assert "already holds a training run" in capsys.readouterr().err
    assert main([*words, "--lang", "fr", "--resume"]) == 0
    assert "décisions" in capsys.readouterr().out


def test_without_torch_the_command_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, and exit code 2."""
    monkeypatch.setitem(sys.modules, "torch", None)

    assert main(["train", "tickets", "--lang", "en"]) == 2
    assert capsys.readouterr().err == "roundhouse: train needs torch: install it with pip install 'roundhouse-games[train]'\n"


def test_minutes_are_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    """Words and zero are wrong usage."""
    for text in ("soon", "0", "inf"):
        assert main(["train", "tickets", "--minutes", text, "--lang", "en"]) == 2
        assert "--minutes takes a number of minutes" in capsys.readouterr().err


def test_unpack_reverses_pack() -> None:
    """Even without arrays."""
    assert unpack(pack(Weights({}, {}))) == Weights({}, {})


def test_checkpoints_keep_the_keys_of_their_settings() -> None:
    """Checkpoints written earlier can still be read."""
    keys = "game seats options seed games steps widths rate epochs minibatch clip entropy value norm discount trace leg"

    assert list(TINY.to_json()) == keys.split()
    assert Settings.from_json(json.loads(json.dumps(TINY.to_json()))) == TINY
