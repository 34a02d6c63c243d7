"""Training by self-play: agents improve, runs can be resumed, and the resulting weights play."""

from __future__ import annotations

import hashlib
import json
import pickletools
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
import safetensors.numpy
import torch
from onnx.reference import ReferenceEvaluator

from roundhouse.arena.job import Job
from roundhouse.arena.match import play
from roundhouse.bots import make
from roundhouse.bots.net import load
from roundhouse.bots.weights import BadWeights, Weights, pack, read, unpack, write
from roundhouse.cli import main
from roundhouse.core.draw import Rng
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games import GAMES, find
from roundhouse.research.learn.advantages import Estimates, estimate
from roundhouse.research.learn.choices import log_prob_and_entropy, log_probs_of, sample
from roundhouse.research.learn.evaluate import win_rate
from roundhouse.research.learn.group import plan_tables, result_values
from roundhouse.research.learn.ppo import Learner
from roundhouse.research.learn.rollout import Collector, Order, Rollout, collect_locally, on_processes
from roundhouse.research.learn.settings import AGENT, Settings
from roundhouse.research.learn.stepping import ProcessStepping
from roundhouse.research.learn.train import CHECKPOINT, METRICS, TrainingRun
from roundhouse.research.observation import mask, observe
from roundhouse.research.onnx_export import export

TINY = Settings("tickets", (2,), games=8, steps=16, hidden_sizes=(16,), minibatch_size=64, reset_interval=2, seed=3)


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


def rollout(chains: list[int], wins: list[float], results: dict[int, tuple[float, float]]) -> Rollout:
    """Return a rollout of one game of two seats, with the win that each decision expects and the wins of games that ended."""
    steps = len(chains)
    settings = replace(TINY, steps=steps)
    made = Rollout.empty(settings, 1, "cpu")
    most = find("tickets").seats[-1]
    made.seats[:] = 2
    made.learns[:] = True
    made.chains[:, 0] = torch.tensor(chains)
    made.values[:, 0, 0], made.values[:, 0, 1] = torch.tensor(wins), 1 - torch.tensor(wins)
    for step, (first, second) in results.items():
        made.dones[step, 0] = True
        made.results[step, 0, :2, :2] = torch.tensor([[first, second], [second, first]])
        made.results[step, 0, :2, most] = torch.tensor([10 * (first - second), 10 * (second - first)])
    return made


def own_win(estimates: Estimates) -> list[float]:
    """The advantages of the win of the acting seat."""
    found: list[float] = estimates.advantages[:, 0, 0].tolist()
    return found


def test_advantages_follow_the_seat_and_not_the_order_of_moves() -> None:
    """Seats alternate; seat 1 ends the game and loses it. With lambda 1 each decision gets the final result of its seat."""
    game = rollout([0, 1, 0, 1], [0.5, 0.75, 0.5, 0.25], {3: (1.0, 0.0)})

    estimates = estimate(game, 20.0, 1.0, 1.0)

    assert own_win(estimates) == [0.5, -0.75, 0.5, -0.25]
    assert estimates.valid.all()
    assert estimates.returns[:, 0, :2].tolist() == [[1, 0], [0, 1], [1, 0], [0, 1]]
    assert estimates.returns[:, 0, -1].tolist() == [0.5, -0.5, 0.5, -0.5]  # ten points, in units of twenty


def test_with_lambda_zero_the_next_value_of_the_same_seat_counts() -> None:
    """The advantage is the difference to the next value of the seat, or to the final result."""
    game = rollout([0, 1, 0, 1], [0.5, 0.25, 0.75, 0.5], {3: (1.0, 0.0)})

    assert own_win(estimate(game, 1.0, 1.0, 0.0)) == [0.25, 0.25, 0.25, -0.5]


def test_a_decision_without_a_successor_is_not_valid() -> None:
    """A game ends at the second step; in the next game, each seat's last decision of the rollout has no successor."""
    game = rollout([0, 1, 1, 0, 0], [0.5] * 5, {1: (1.0, 0.0)})

    estimates = estimate(game, 1.0, 1.0, 0.95)

    assert estimates.valid[:, 0].tolist() == [True, True, False, True, False]
    assert own_win(estimates)[:2] == [0.5, -0.5]


def test_decisions_of_earlier_networks_are_not_learned_from() -> None:
    """Their advantages are known, but not valid."""
    game = rollout([0, 1, 0, 1], [0.5] * 4, {3: (1.0, 0.0)})
    game.learns[1::2] = False

    assert estimate(game, 1.0, 1.0, 1.0).valid[:, 0].tolist() == [True, False, True, False]


def test_a_result_is_counted_from_the_seat_that_it_is_for() -> None:
    """A shared first place counts in part; absent seats have no share."""
    assert result_values([30, 30, 18], [0, 0, 2], 1) == [0.5, 0.0, 0.5, 0.0]
    assert result_values([30, 12], [0, 1], 1) == [0.0, 1.0, -18.0]


def test_the_gradient_of_probability_and_entropy_is_that_of_their_formulas() -> None:
    """Compared with the gradient that torch derives by itself, with illegal moves between the legal ones."""
    logits = torch.linspace(-2, 3, 24, dtype=torch.float32).reshape(3, 8).requires_grad_()
    mask = torch.arange(24).reshape(3, 8) % 3 != 1
    moves = torch.tensor([0, 3, 7])
    log_probs, entropies = log_prob_and_entropy(logits, mask, moves)
    (3 * log_probs.sum() + 2 * entropies.sum()).backward()
    ours = logits.grad
    logits.grad = None
    plain = torch.log_softmax(logits.masked_fill(~mask, -torch.inf), -1)
    expected = -(plain.exp() * plain.masked_fill(~mask, 0)).sum(-1)
    (3 * plain.gather(1, moves.unsqueeze(1)).sum() + 2 * expected.sum()).backward()

    assert torch.allclose(entropies, expected)
    assert ours is not None
    assert torch.allclose(ours, logits.grad, atol=1e-6)


def test_sampled_moves_are_legal_and_as_likely_as_the_network_says() -> None:
    """Luck spread evenly from 0 to 1 gives each move its share, and the largest luck still a legal move."""
    logits = torch.log(torch.tensor([9.0, 1.0, 3.0, 4.0, 7.0])).repeat(1000, 1)
    mask = torch.tensor([False, True, True, True, False]).repeat(1000, 1)
    moves = sample(log_probs_of(logits, mask), mask, torch.linspace(0, 1, 1000))

    assert torch.bincount(moves, minlength=5).tolist() == pytest.approx([0, 125, 375, 500, 0], abs=1)


# Training.


def test_an_agent_learns_to_beat_random_play() -> None:
    """A small network and few games: it wins less than half untrained, and nearly all trained."""
    settings = replace(
        TINY, games=32, steps=64, hidden_sizes=(32,), minibatch_size=256, reset_interval=50, learning_rate=3e-3, epochs=2, seed=4
    )
    learner = Learner(settings, "cpu")
    before = win_rate(learner.policy, settings, "random", 20).value
    collect = collect_locally(settings, "cpu")
    for _ in range(8):
        learner.update(collect)
    after = win_rate(learner.policy, settings, "random", 20).value

    assert before < 0.5 < 0.8 <= after


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_can_be_trained(game: str) -> None:
    """An update of each game with the fewest and the most seats, of each kind of table, changes every layer and stays finite."""
    seats = (find(game).seats[0], find(game).seats[-1])
    settings = replace(TINY, game=game, seats=seats, games=16, steps=80, heuristic_share=0.25, past_share=0.25)
    learner = Learner(settings, "cpu")
    before = learner.policy.arrays()
    metrics = learner.update(collect_locally(settings, "cpu"))
    after = learner.policy.arrays()

    assert np.isfinite([metrics.policy_loss, metrics.win_loss, metrics.margin_loss, metrics.entropy]).all()
    assert metrics.entropy > 0
    assert all(np.isfinite(array).all() for array in after.values())
    assert all(not np.array_equal(before[name], array) for name, array in after.items())


def test_imitation_learns_the_moves_of_the_heuristic() -> None:
    """The loss of its moves falls; afterwards the network joins the league, and games go on without advice."""
    settings = replace(TINY, games=32, imitation_updates=20, past_share=0.5, reset_interval=50, imitation_rate=3e-3)
    learner = Learner(settings, "cpu")
    collect = collect_locally(settings, "cpu")
    losses = [learner.update(collect).policy_loss for _ in range(20)]
    members = len(learner.league.members)
    learner.update(collect)

    assert losses[-1] < 0.7 * losses[0]
    assert members == 1


def test_tables_divide_the_games_and_earlier_networks_come_last() -> None:
    """Every game is at one table; each worker has a part of each kind."""
    settings = replace(TINY, seats=(2, 3, 5), heuristic_share=0.2, past_share=0.3)
    tables = plan_tables(settings, 100)

    assert [game for part in tables for game in range(part.start, part.stop)] == list(range(100))
    assert {part.seats for part in tables} == {2, 3, 5}
    assert [part.opponents for part in tables] == ["heuristic"] * 3 + ["self"] * 3 + ["past"] * 3
    assert tables[-1].stop - tables[-3].start == 30
    assert [game for index in range(4) for game in tables[0].part(index, 4)] == list(range(tables[0].start, tables[0].stop))


def test_at_tables_with_earlier_networks_one_seat_learns_and_moves_on() -> None:
    """In each game the decisions that are learned from are of one seat; in the next game of the next one."""
    settings = replace(TINY, games=16, steps=256, past_share=1.0, league_interval=1)
    learner = Learner(settings, "cpu")
    learner.league.admit(learner.policy.tensors(), 0)
    rollout = collect_locally(settings, "cpu")(Order(learner.policy.tensors(), learner.league.members, 0, True))
    seats_by_game = []
    for game in range(16):
        seats: list[set[int]] = [set()]
        for step in range(256):
            if rollout.learns[step, game]:
                seats[-1].add(int(rollout.chains[step, game]))
            if rollout.dones[step, game]:
                seats.append(set())
        seats_by_game.append(seats[:-1])

    assert sum(len(seats) for seats in seats_by_game) >= 8
    for game, seats in enumerate(seats_by_game):
        assert seats == [{(game % 8 + number) % 2} for number in range(len(seats))]


def test_worker_processes_play_the_same_games() -> None:
    """Two processes and none: the same rollout, number by number, during an imitation and after it."""
    settings = replace(TINY, seats=(2, 3), games=12, imitation_updates=1, heuristic_share=0.25, past_share=0.25)
    learners = [Learner(settings, "cpu"), Learner(settings, "cpu")]
    local = collect_locally(settings, "cpu")
    with on_processes(settings, "cpu", 2) as collect:
        for _ in range(2):
            for learner, how in zip(learners, (local, collect), strict=True):
                learner.update(how)

    assert same(learners[0].checkpoint(), learners[1].checkpoint())


def test_a_worker_that_dies_ends_the_run() -> None:
    """With an error instead of waiting forever."""
    collector = Collector(TINY, TINY.games, 0, "cpu", workers=1)
    assert isinstance(collector._stepping, ProcessStepping)
    collector._stepping.close()
    learner = Learner(TINY, "cpu")

    with pytest.raises(RuntimeError, match="has died"):
        learner.update(collector.collect)


def test_the_same_settings_give_the_same_weights_and_another_seed_others() -> None:
    """Three updates twice, and once with another seed."""
    first, again, other = weights_after(3), weights_after(3), weights_after(3, replace(TINY, seed=4))

    assert same(first.checkpoint(), again.checkpoint())
    assert not same(first.checkpoint(), other.checkpoint())


def test_a_resumed_run_is_identical_to_an_uninterrupted_one(tmp_path: Path) -> None:
    """Four updates, or two, a checkpoint and two more: the same weights, moments and league, bit for bit."""
    settings = replace(TINY, imitation_updates=1, past_share=0.5, heuristic_share=0.25, league_interval=1, league_size=2)
    whole = TrainingRun(Learner(settings, "cpu"), tmp_path / "whole", 2)
    whole.run(collect_locally(settings, "cpu"), 10, lambda _: None, updates=4)
    left = TrainingRun(Learner(settings, "cpu"), tmp_path / "left", 2)
    left.run(collect_locally(settings, "cpu"), 10, lambda _: None, updates=2)
    resumed = TrainingRun.resume(tmp_path / "left", settings, "cpu", 2)
    resumed.run(collect_locally(settings, "cpu"), 10, lambda _: None, updates=2)

    one, other = read(tmp_path / "whole" / CHECKPOINT), read(tmp_path / "left" / CHECKPOINT)
    assert same(one, other)
    assert "past.1.policy.weight" in one.arrays
    assert one.metadata["margin_scale"] == other.metadata["margin_scale"]
    assert resumed.learner.updates == 4
    assert [point.updates for point in resumed.curve] == [0, 2, 2, 4]


def test_ctrl_c_leaves_usable_files(tmp_path: Path) -> None:
    """Interrupted after the third update: agent and checkpoint exist, and no temporary file is left."""

    def on_update(training_run: TrainingRun) -> None:
        if training_run.learner.updates == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TrainingRun(Learner(TINY, "cpu"), tmp_path, 2).run(collect_locally(TINY, "cpu"), 10, on_update)

    assert sorted(file.name for file in tmp_path.iterdir()) == [AGENT, CHECKPOINT, METRICS]
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


def test_a_weight_file_is_in_the_safetensors_format(folder: Path) -> None:
    """The library of that format reads the same arrays, of 16 bits in an agent and 32 in a checkpoint; there is no pickle."""
    for name, dtype in ((AGENT, np.float16), (CHECKPOINT, np.float32)):
        arrays = safetensors.numpy.load_file(folder / name)
        ours = read(folder / name).arrays
        assert arrays.keys() == ours.keys()
        assert {array.dtype for array in arrays.values()} == {np.dtype(dtype)}
        assert all(np.array_equal(array.astype(np.float32), ours[key]) for key, array in arrays.items())
    with pytest.raises(ValueError, match="opcode"):
        list(pickletools.genops((folder / AGENT).read_bytes()))


def test_weight_files_of_version_0_1_can_be_read(folder: Path, tmp_path: Path) -> None:
    """A line of text, a line of JSON and float32; their networks have no heads for wins and margins."""
    found = read(folder / AGENT)
    arrays = {name: array for name, array in found.arrays.items() if not name.startswith(("win.", "margin."))}
    body = b"".join(array.tobytes() for array in arrays.values())
    head = {
        "facts": found.metadata,
        "arrays": [{"name": name, "shape": list(array.shape)} for name, array in arrays.items()],
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    file = tmp_path / "old.net"
    file.write_bytes(b"roundhouse weights 1\n" + json.dumps(head).encode() + b"\n" + body)

    assert same(read(file), Weights({}, arrays))
    assert make(f"net:{file}", find("tickets")).name == f"net:{file}"
    started = Learner.from_weights(file, TINY, {}, "cpu")
    assert np.array_equal(started.policy.arrays()["policy.weight"], arrays["policy.weight"])
    file.write_bytes(b"roundhouse weights 1\n{}")
    with pytest.raises(BadWeights, match="header is damaged"):
        read(file)


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        pytest.param(lambda data: b"", "not a weight file", id="empty"),
        pytest.param(lambda data: b"PK" + data, "not a weight file", id="another kind of file"),
        pytest.param(lambda data: data[:30], "not a weight file", id="cut off in the header"),
        pytest.param(lambda data: data[:-1], "length does not match", id="cut off"),
        pytest.param(lambda data: data[:-1] + bytes([data[-1] ^ 1]), "checksum", id="a flipped bit"),
        pytest.param(lambda data: data.replace(b'"roundhouse"', b'"steamhouse"'), "header is damaged", id="no metadata of ours"),
        pytest.param(lambda data: data.replace(b'"F16"', b'"I64"'), "header is damaged", id="other numbers"),
        pytest.param(lambda data: data.replace(b'"data_offsets": [0,', b'"data_offsets": [1,'), "header is damaged", id="a hole"),
        pytest.param(lambda data: data.replace(b'"dtype"', b"'dtype'"), "header is damaged", id="no JSON"),
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
        TrainingRun.resume(folder, replace(TINY, seats=(3,)), "cpu")
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
        obs, legal = (
            torch.from_numpy(np.array(game.numbers(view)))[None],
            torch.from_numpy(mask(game, view).astype(np.bool_))[None],
        )
        with torch.no_grad():
            log_probs = log_probs_of(learner.policy(obs, torch.tensor([2])).logits, legal)[0]
        assert log_probs[bot.choose(view, moves)] >= log_probs.max() - 0.02  # torch may round to 8 bits here
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
    exported = tmp_path / "agent.onnx"
    assert main([*words, "--lang", "en", "--export-onnx", str(exported)]) == 0
    assert f"ONNX file: {exported}" in capsys.readouterr().out
    assert onnx.load(exported).graph.name == "tickets"


def test_numbers_of_seats_and_hyperparameters_are_refused_where_they_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One clear line each, before anything is written."""
    for words, message in (
        (["--seats", "2,9"], "is for 2 to 5 players, not 9"),
        (["--seats", "few"], "--seats takes a whole number, not 'few'"),
        (["--set", "speed=1"], "there is no hyperparameter 'speed'"),
    ):
        assert main(["train", "tickets", "--lang", "en", "--out", str(tmp_path / "out"), *words]) == 2
        assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


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


def test_settings_come_back_from_a_checkpoint() -> None:
    """As JSON and back; hyperparameters are changed by name, and refused where there is no such one."""
    assert Settings.from_json(json.loads(json.dumps(TINY.to_json()))) == TINY
    changed = TINY.changed({"epochs": "3", "entropy_coef": "0.5", "hidden_sizes": "8,4"})
    assert (changed.epochs, changed.entropy_coef, changed.hidden_sizes) == (3, 0.5, (8, 4))
    with pytest.raises(BadSetup, match="there is no hyperparameter 'seats'; choose one of: games, steps"):
        TINY.changed({"seats": "3"})
    with pytest.raises(BadSetup, match="the hyperparameter 'epochs' is a number, not 'few'"):
        TINY.changed({"epochs": "few"})


def test_learning_rate_and_entropy_fall_to_a_tenth() -> None:
    """Over the updates that the settings name, and not below."""
    settings = replace(TINY, decay_updates=100)

    assert [round(settings.decay(update), 3) for update in (0, 50, 100, 500)] == [1.0, 0.55, 0.1, 0.1]
    assert TINY.decay(500) == 1.0


def test_an_exported_network_says_the_same_elsewhere(folder: Path, tmp_path: Path) -> None:
    """The reference runtime of ONNX and ours agree on logits, wins and margin."""
    game = find("tickets")
    export(game, folder / AGENT, tmp_path / "agent.onnx")
    model = onnx.load(tmp_path / "agent.onnx")
    net = load(game, folder / AGENT)
    state = game.start(2)
    state.apply(state.draw(Rng(1)))
    observation = observe(game, game.view(state, 0))[None]
    logits, win, margin = ReferenceEvaluator(model).run(None, {"observations": observation})
    shares, points = net.values(observation, 2)
    moves = range(game.move_count)

    assert np.allclose(logits[0], net.logits(observation[0], moves), atol=1e-4)
    assert np.allclose(np.exp(win[0, :2]) / np.exp(win[0, :2]).sum(), shares[0], atol=1e-4)
    facts = {entry.key: entry.value for entry in model.metadata_props}
    assert facts["game"] == "tickets"
    assert np.allclose(margin[0] * float(facts["margin_scale"]), points, atol=1e-3)
