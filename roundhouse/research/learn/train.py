"""A training run: updates until its time is up, evaluations along the way, and files that are complete at every moment."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import torch

from roundhouse.bots.weights import BadWeights, bad_file, read, write
from roundhouse.core.proportion import proportion
from roundhouse.core.sentence import BadSetup, say
from roundhouse.research.learn.evaluate import win_rate
from roundhouse.research.learn.ppo import Learner
from roundhouse.research.learn.rollout import Collect
from roundhouse.research.learn.settings import AGENT, Settings

CHECKPOINT: Final = "checkpoint.safetensors"  # what a run is resumed from
METRICS: Final = "metrics.jsonl"  # a JSON object for each update and each evaluation
OPPONENTS: Final = ("random", "greedy")
EVALUATION_GAMES: Final = 100  # against each opponent, for one point of the curve
_EVALUATION_SPACING: Final = 9  # times the duration of an evaluation until the next one
_MIN_SPACING: Final = 10.0  # seconds


@dataclass(frozen=True)
class CurvePoint:
    """A point of the learning curve. The field names are those of checkpoint files."""

    seconds: float  # of training and evaluation so far
    updates: int
    decisions: int
    wins: dict[str, float]  # win rate by opponent


@dataclass(frozen=True)
class Anchor:
    """A bot that never changes, against which a run is measured at tables of one size."""

    opponent: str
    seats: int
    label: str


def anchors(seats: Sequence[int], opponents: Sequence[str] = OPPONENTS) -> list[Anchor]:
    """Return what a run is measured against: all opponents at each number of seats, but random moves only at the smallest.

    >>> [anchor.label for anchor in anchors((2, 4))]
    ['random (2)', 'greedy (2)', 'greedy (4)']
    """
    several = len(seats) > 1
    return [
        Anchor(opponent, count, f"{opponent} ({count})" if several else opponent)
        for opponent in opponents
        for count in seats
        if opponent != "random" or count == seats[0]
    ]


class TrainingRun:
    """A learner with its learning curve and its folder."""

    def __init__(self, learner: Learner, folder: Path, games: int = EVALUATION_GAMES) -> None:
        self.learner = learner
        self.folder = folder
        self.games = games  # against each opponent, for one point of the curve
        self.curve: list[CurvePoint] = []
        self.seconds = 0.0  # in total, including the time before the run was resumed

    @staticmethod
    def resume(
        folder: Path, settings: Settings, device: str, games: int = EVALUATION_GAMES, changes: Mapping[str, str] | None = None
    ) -> TrainingRun:
        """Load the run in a folder, which keeps its own settings but for the changes.

        Raise BadSetup unless it has the same game, seats and options.
        """
        file = folder / CHECKPOINT
        checkpoint = read(file)
        try:
            learner = Learner.from_checkpoint(checkpoint, device, changes or {})
            training_run = TrainingRun(learner, folder, games)
            training_run.seconds = float(checkpoint.metadata["seconds"])
            training_run.curve = [CurvePoint(**point) for point in checkpoint.metadata["curve"]]
        except BadWeights as error:
            raise bad_file(file, error.sentence) from None
        except (KeyError, TypeError, ValueError):
            raise bad_file(file, say("it is not a training checkpoint")) from None
        saved = learner.settings
        if (saved.game, saved.seats, dict(saved.options)) != (settings.game, settings.seats, dict(settings.options)):
            raise BadSetup(
                say("the folder '{folder}' holds a run of another game, or with other seats or options", folder=str(folder))
            )
        return training_run

    def run(self, collect: Collect, minutes: float, on_update: Callable[[TrainingRun], None], updates: int | None = None) -> None:
        """Train for some minutes, or at most `updates` updates. The files are saved however the run ends."""
        self.folder.mkdir(parents=True, exist_ok=True)
        began = time.monotonic() - self.seconds
        end = self.seconds + minutes * 60
        last = self.learner.updates + updates if updates is not None else None
        evaluation_due = self.seconds  # a resumed run is evaluated first, as a new one is
        try:
            while self.seconds < end and self.learner.updates != last:
                if self.seconds >= evaluation_due:
                    evaluation_due = max(_MIN_SPACING, _EVALUATION_SPACING * self._evaluate(began)) + self.seconds
                metrics = self.learner.update(collect)
                self.seconds = time.monotonic() - began
                self._log(asdict(metrics))
                if self.learner.updates % self.learner.settings.reset_interval == 0:
                    self.save()
                on_update(self)
            self._evaluate(began)
            on_update(self)
        finally:
            self.save()

    def save(self) -> None:
        """Write the checkpoint and the agent, each atomically."""
        metadata = {"seconds": self.seconds, "curve": [asdict(point) for point in self.curve]}
        self.folder.mkdir(parents=True, exist_ok=True)
        write(self.folder / CHECKPOINT, self.learner.checkpoint(**metadata))
        write(self.folder / AGENT, self.learner.weights(seconds=self.seconds), half=True)

    def _evaluate(self, began: float) -> float:
        """Add a point to the curve and return how long that took."""
        learner = self.learner
        settings = learner.settings
        before = time.monotonic()
        wins = {
            anchor.label: win_rate(learner.policy, settings, anchor.opponent, self.games, settings.seed, seats=anchor.seats).value
            for anchor in anchors(settings.seats)
        }
        after = time.monotonic()
        self.seconds = after - began
        self.curve.append(CurvePoint(self.seconds, learner.updates, learner.decisions, wins))
        self._log({"wins": {label: asdict(proportion(share * self.games, self.games)) for label, share in wins.items()}})
        return after - before

    def _log(self, values: dict[str, Any]) -> None:
        """Add a line to the metrics."""
        learner = self.learner
        row = {"seconds": round(self.seconds, 3), "updates": learner.updates, "decisions": learner.decisions, **values}
        with (self.folder / METRICS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def best_device() -> str:
    """Return "cuda" if there is a GPU, else "cpu"."""
    return "cuda" if torch.cuda.is_available() else "cpu"
