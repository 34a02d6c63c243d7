"""The moves of a game so far, with a snapshot of the state every STRIDE moves, so that any earlier state is a few moves away."""

from __future__ import annotations

from typing import Final

from roundhouse.core.state import State

STRIDE: Final = 16  # moves between two snapshots: a state takes some kilobytes, a move some microseconds


class History:
    """The moves, their actors and the resulting state. `apply` does not check legality, as in `State`."""

    def __init__(self, first: State) -> None:
        self.state = first
        self.moves: list[int] = []
        self.actors: list[int] = []
        self._snapshots = [first.copy()]

    def __len__(self) -> int:
        return len(self.moves)

    def apply(self, actor: int, move: int) -> None:
        """Apply a move or a draw."""
        self.actors.append(actor)
        self.moves.append(move)
        self.state.apply(move)
        if len(self.moves) % STRIDE == 0:
            self._snapshots.append(self.state.copy())

    def at(self, count: int) -> State:
        """Return a new copy of the state after the first `count` moves."""
        start = count // STRIDE
        state = self._snapshots[start].copy()
        for move in self.moves[start * STRIDE : count]:
            state.apply(move)
        return state

    def cut(self, count: int) -> None:
        """Drop everything after the first `count` moves."""
        self.state = self.at(count)
        del self.moves[count:]
        del self.actors[count:]
        del self._snapshots[count // STRIDE + 1 :]
