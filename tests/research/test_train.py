"""Learning by self-play: it gets better, it can be left and gone on with, and what it leaves behind plays."""

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
from roundhouse.research.learn.duel import win_rate
from roundhouse.research.learn.ppo import Learner
from roundhouse.research.learn.rollout import Rollout, advantages, here
from roundhouse.research.learn.settings import Settings
from roundhouse.research.learn.train import AGENT, CHECKPOINT, Training
from roundhouse.research.observation import mask, observe

TINY = Settings("tickets", 2, games=8, steps=16, widths=(16,), minibatch=64, leg=2, seed=3)


def weights_after(updates: int, settings: Settings = TINY) -> Learner:
    """A learner that has learnt a little."""
    learner = Learner(settings, "cpu")
    collect = here(settings, "cpu")
    for _ in range(updates):
        learner.update(collect)
    return learner


def same(one: Weights, other: Weights) -> bool:
    """Whether two files hold the same, number by number."""
    return one.arrays.keys() == other.arrays.keys() and all(
        np.array_equal(array, other.arrays[name]) for name, array in one.arrays.items()
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a training of three updates leaves behind."""
    place = tmp_path_factory.mktemp("training")
    training = Training(Learner(TINY, "cpu"), place, 2)
    training.run(here(TINY, "cpu"), 10, lambda _: None, updates=3)
    return place


# What a decision was worth.


def rollout(actors: list[int], values: list[float], rewards: dict[int, tuple[float, float]]) -> Rollout:
    """One game of two seats, move by move; `rewards` where a game ended."""
    steps = len(actors)
    paid = np.zeros((steps, 1, 2), np.float32)
    for at, pair in rewards.items():
        paid[at, 0] = pair
    column = np.zeros((steps, 1))
    return Rollout(
        observations=np.zeros((steps, 1, 1), np.float32),
        masks=np.ones((steps, 1, 1), np.bool_),
        actors=np.array(actors).reshape(-1, 1),
        moves=column.astype(np.int64),
        chances=column.astype(np.float32),
        values=np.array(values, np.float32).reshape(-1, 1),
        rewards=paid,
        dones=np.array([at in rewards for at in range(steps)]).reshape(-1, 1),
    )


def test_an_advantage_follows_the_seat_and_not_the_order_of_moves() -> None:
    """Seat 0 moves twice, seat 1 in between; seat 1 ends the game and loses it. With a whole trace each gets its own end."""
    game = rollout([0, 1, 0, 1], [0.5, 0.25, 0.5, 0.0], {3: (1.0, -1.0)})

    gains, known = advantages(game, game.rewards, 1.0, 1.0)

    assert gains[:, 0].tolist() == [0.5, -1.25, 0.5, -1.0]
    assert known.all()


def test_a_short_trace_takes_the_next_value_of_the_same_seat() -> None:
    """With no trace at all a decision is worth the difference to the seat's next value, or to what the game paid."""
    game = rollout([0, 1, 0, 1], [0.5, 0.25, 0.75, 0.0], {3: (1.0, -1.0)})

    gains, _ = advantages(game, game.rewards, 1.0, 0.0)

    assert gains[:, 0].tolist() == [0.25, -0.25, 0.25, -1.0]


def test_a_decision_without_a_successor_is_not_learnt_from() -> None:
    """A game ends at the second step; of the next game each seat's last decision before the break is unknown."""
    game = rollout([0, 1, 1, 0, 0], [0.0] * 5, {1: (1.0, -1.0)})

    gains, known = advantages(game, game.rewards, 1.0, 0.95)

    assert known[:, 0].tolist() == [True, True, False, True, False]
    assert gains[:2, 0].tolist() == [1.0, -1.0]


# Learning.


def test_an_agent_learns_to_beat_random_play() -> None:
    """A small network and few games; untrained it wins less than half, trained nearly all."""
    settings = replace(TINY, games=32, steps=64, widths=(32,), minibatch=256, leg=50, rate=3e-3)
    learner = Learner(settings, "cpu")
    before = win_rate(learner.policy, settings, "random", 20, 1, "cpu")
    collect = here(settings, "cpu")
    for _ in range(10):
        learner.update(collect)
    after = win_rate(learner.policy, settings, "random", 20, 1, "cpu")

    assert before < 0.5 < 0.8 <= after


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_can_be_learnt(game: str) -> None:
    """An update of each game with most seats changes every layer and stays finite."""
    settings = replace(TINY, game=game, seats=find(game).seats[-1], games=4, steps=160)
    learner = Learner(settings, "cpu")
    before = learner.policy.arrays()
    lesson = learner.update(here(settings, "cpu"))
    after = learner.policy.arrays()

    assert np.isfinite([lesson.policy, lesson.value, lesson.entropy]).all()
    assert lesson.entropy > 0
    assert all(np.isfinite(array).all() for array in after.values())
    assert all(not np.array_equal(before[name], array) for name, array in after.items())


def test_the_same_settings_give_the_same_weights_and_another_seed_others() -> None:
    """Three updates twice, and once with another seed."""
    first, again, other = weights_after(3), weights_after(3), weights_after(3, replace(TINY, seed=4))

    assert same(first.checkpoint(), again.checkpoint())
    assert not same(first.checkpoint(), other.checkpoint())


def test_a_training_that_was_left_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    """Four updates in one go, or two, a file, and two more: the same weights and moments to the last bit."""
    whole = Training(Learner(TINY, "cpu"), tmp_path / "whole", 2)
    whole.run(here(TINY, "cpu"), 10, lambda _: None, updates=4)
    left = Training(Learner(TINY, "cpu"), tmp_path / "left", 2)
    left.run(here(TINY, "cpu"), 10, lambda _: None, updates=2)
    resumed = Training.resumed(tmp_path / "left", TINY, "cpu", 2)
    resumed.run(here(TINY, "cpu"), 10, lambda _: None, updates=2)

    one, other = read(tmp_path / "whole" / CHECKPOINT), read(tmp_path / "left" / CHECKPOINT)
    assert same(one, other)
    assert one.facts["margin"] == other.facts["margin"]
    assert resumed.learner.updates == 4
    assert [point.updates for point in resumed.curve] == [0, 2, 2, 4]


def test_ctrl_c_leaves_files_that_can_be_used(tmp_path: Path) -> None:
    """Interrupted after the third update: agent and checkpoint are there, and no half of a file."""

    def tell(training: Training) -> None:
        if training.learner.updates == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Training(Learner(TINY, "cpu"), tmp_path, 2).run(here(TINY, "cpu"), 10, tell)

    assert sorted(file.name for file in tmp_path.iterdir()) == [AGENT, CHECKPOINT]
    assert Training.resumed(tmp_path, TINY, "cpu").learner.updates == 3
    make(f"net:{tmp_path / AGENT}", find("tickets"))


# Files of weights.


def test_weights_survive_a_file(tmp_path: Path) -> None:
    """Facts and arrays of any shape come back as they were."""
    there = Weights(
        {"game": "tickets", "é": [1, None]}, {"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.array([7], np.float32)}
    )
    write(tmp_path / "file", there)
    back = read(tmp_path / "file")

    assert back.facts == there.facts
    assert same(back, there)


def test_a_file_of_weights_is_text_then_plain_numbers(folder: Path) -> None:
    """Two lines, the second JSON, then float32 and nothing else: there is no pickle to be executed."""
    first, second, body = (folder / AGENT).read_bytes().split(b"\n", 2)
    shapes = [part["shape"] for part in json.loads(second)["arrays"]]

    assert first == b"roundhouse weights 1"
    assert len(body) == 4 * sum(int(np.prod(shape)) for shape in shapes)
    with pytest.raises(ValueError, match="opcode"):
        list(pickletools.genops((folder / AGENT).read_bytes()))


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        pytest.param(lambda data: b"", "does not begin", id="empty"),
        pytest.param(lambda data: b"PK" + data, "does not begin", id="another kind of file"),
        pytest.param(lambda data: data[:-1], "not as long", id="cut off"),
        pytest.param(lambda data: data[:-1] + bytes([data[-1] ^ 1]), "checksum", id="a bit turned"),
        pytest.param(lambda data: data.replace(b'"facts"', b"'facts'"), "second line", id="no JSON"),
        pytest.param(lambda data: data.replace(b'"shape": [', b'"shape": [-1, '), "second line", id="a shape that cannot be"),
        pytest.param(lambda data: data[:30], "second line", id="cut off in its head"),
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(folder: Path, tmp_path: Path, harm: object, told: str) -> None:
    """Whatever is wrong with it, the bot is not made and the sentence names the file."""
    assert callable(harm)
    damaged = tmp_path / "damaged.net"
    damaged.write_bytes(harm((folder / AGENT).read_bytes()))

    with pytest.raises(BadWeights, match=rf"damaged\.net.*{told}"):
        make(f"net:{damaged}", find("tickets"))


def test_weights_of_something_else_are_refused(folder: Path, tmp_path: Path) -> None:
    """Of another game, another version, other sizes, without layers; and a file that is not there."""
    found = read(folder / AGENT)
    wrong = {
        "they play 'tickets', not 'express'": (found.facts, found.arrays, "express"),
        "version 99": ({**found.facts, "version": 99}, found.arrays, "tickets"),
        "other observations": (found.facts, {**found.arrays, "policy.weight": found.arrays["policy.weight"][:5]}, "tickets"),
        "layers are missing": (found.facts, {}, "tickets"),
    }
    for told, (facts, arrays, game) in wrong.items():
        file = tmp_path / f"{len(told)}.net"
        write(file, Weights(facts, arrays))
        with pytest.raises(BadWeights, match=told):
            make(f"net:{file}", find(game))
    with pytest.raises(BadWeights, match="cannot be read"):
        make(f"net:{tmp_path / 'nothing'}", find("tickets"))


def test_a_training_of_something_else_is_not_gone_on_with(folder: Path, tmp_path: Path) -> None:
    """Other seats are refused, and an agent is no checkpoint."""
    with pytest.raises(BadSetup, match="another game or other seats"):
        Training.resumed(folder, replace(TINY, seats=3), "cpu")
    (tmp_path / CHECKPOINT).write_bytes((folder / AGENT).read_bytes())
    with pytest.raises(BadWeights, match="no checkpoint"):
        Training.resumed(tmp_path, TINY, "cpu")


# The agent as a bot.


def test_the_bot_likes_what_the_network_likes(folder: Path) -> None:
    """NumPy and torch agree on the move in every position of a game."""
    game = find("tickets")
    learner = Learner(TINY, "cpu")
    learner.policy.take(read(folder / AGENT).arrays)
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
        seen, allowed = torch.from_numpy(observe(game, view)), torch.from_numpy(mask(game, view).astype(np.bool_))
        with torch.no_grad():
            chances, _ = learner.policy(seen, allowed)
        assert chances[bot.choose(view, moves)] >= chances.max() - 1e-5
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
    """A second of training; then the same folder is refused, and gone on with when asked to."""
    words = ["train", "tickets", "--minutes", "0.01", "--out", str(tmp_path / "out"), "--games", "2", "--processes", "1"]

    assert main([*words, "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert f"Agent: net:{tmp_path / 'out' / AGENT}" in told
    assert "wins against random" in told
    for name in (AGENT, CHECKPOINT, "curve.svg", "curve.png", "arena/report.html"):
        assert (tmp_path / "out" / name).stat().st_size > 0, name
    assert main([*words, "--lang", "en"]) == 2
    assert "holds a training already" in capsys.readouterr().err
    assert main([*words, "--lang", "fr", "--resume"]) == 0
    assert "décisions" in capsys.readouterr().out


def test_without_torch_the_command_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, and the exit code of what cannot be done."""
    monkeypatch.setitem(sys.modules, "torch", None)

    assert main(["train", "tickets", "--lang", "en"]) == 2
    assert capsys.readouterr().err == "roundhouse: train needs torch: install it with pip install 'roundhouse[train]'\n"


def test_minutes_are_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    """Words and zero are wrong usage."""
    for text in ("soon", "0", "inf"):
        assert main(["train", "tickets", "--minutes", text, "--lang", "en"]) == 2
        assert "--minutes takes a number of minutes" in capsys.readouterr().err


def test_unpack_takes_what_pack_gives() -> None:
    """Also no arrays at all."""
    assert unpack(pack(Weights({}, {}))) == Weights({}, {})
