"""A training: updates until its time is over, win rates as it goes on, and files that are whole at every moment."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import torch

from roundhouse.bots.weights import BadWeights, bad, read, write
from roundhouse.core.sentence import BadSetup, say
from roundhouse.research.learn.duel import win_rate
from roundhouse.research.learn.ppo import Learner
from roundhouse.research.learn.rollout import Collect
from roundhouse.research.learn.settings import Settings

AGENT: Final = "agent.net"  # what a bot plays with
CHECKPOINT: Final = "checkpoint.net"  # what a training goes on from
RIVALS: Final = ("random", "greedy")
GAMES: Final = 100  # against each of them, for one point of the curve
_PATIENCE: Final = 9  # times as long as measuring took, before it is done again
_PAUSE: Final = 10.0  # seconds at least


@dataclass(frozen=True)
class Point:
    """A point of the learning curve."""

    seconds: float  # of training and measuring until here
    updates: int
    decisions: int
    wins: dict[str, float]  # by rival


class Training:
    """A learner, its curve and its folder."""

    def __init__(self, learner: Learner, folder: Path, games: int = GAMES) -> None:
        self.learner = learner
        self.folder = folder
        self.games = games  # against each rival, for a point
        self.curve: list[Point] = []
        self.seconds = 0.0  # of training in all, before it was gone on with as well

    @staticmethod
    def resumed(folder: Path, settings: Settings, device: str, games: int = GAMES) -> Training:
        """The training that a folder holds, of the same game for the same seats; it goes on with its own settings."""
        file = folder / CHECKPOINT
        found = read(file)
        try:
            learner = Learner.from_checkpoint(found, device)
            training = Training(learner, folder, games)
            training.seconds = float(found.facts["seconds"])
            training.curve = [Point(**point) for point in found.facts["curve"]]
        except BadWeights as error:
            raise bad(file, error.sentence) from None
        except (KeyError, TypeError, ValueError):
            raise bad(file, say("it is no checkpoint of a training")) from None
        kept = learner.settings
        if (kept.game, kept.seats, dict(kept.options)) != (settings.game, settings.seats, dict(settings.options)):
            raise BadSetup(say("the folder '{folder}' holds a training of another game or other seats", folder=str(folder)))
        return training

    def run(self, collect: Collect, minutes: float, tell: Callable[[Training], None], updates: int | None = None) -> None:
        """Learns for so long, or so many updates more. However it is left, the files are there and can be used."""
        began = time.monotonic() - self.seconds
        end = self.seconds + minutes * 60
        last = self.learner.updates + updates if updates is not None else None
        due = self.seconds  # a training that goes on is measured first, as one that begins
        try:
            while self.seconds < end and self.learner.updates != last:
                if self.seconds >= due:
                    due = max(_PAUSE, _PATIENCE * self._measure(began)) + self.seconds
                self.learner.update(collect)
                self.seconds = time.monotonic() - began
                if self.learner.updates % self.learner.settings.leg == 0:
                    self.save()
                tell(self)
            self._measure(began)
            tell(self)
        finally:
            self.save()

    def save(self) -> None:
        """Writes the files, each whole or not at all."""
        facts = {"seconds": self.seconds, "curve": [asdict(point) for point in self.curve]}
        self.folder.mkdir(parents=True, exist_ok=True)
        write(self.folder / CHECKPOINT, self.learner.checkpoint(**facts))
        write(self.folder / AGENT, self.learner.weights(seconds=self.seconds))

    def _measure(self, began: float) -> float:
        """A point more; how long that took."""
        learner = self.learner
        before = time.monotonic()
        wins = {
            rival: win_rate(learner.policy, learner.settings, rival, self.games, learner.settings.seed, learner.device)
            for rival in RIVALS
        }
        after = time.monotonic()
        self.seconds = after - began
        self.curve.append(Point(self.seconds, learner.updates, learner.decisions, wins))
        return after - before


def best_device() -> str:
    """A GPU where there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"
