"""The moves of a game so far, with a state kept now and then, so that any earlier moment is a few moves away."""

from __future__ import annotations

from typing import Final

from roundhouse.core.state import State

STRIDE: Final = 16  # moves between two kept states: a state is some kilobytes, a move some microseconds


class History:
    """Who did what, and the state after all of it. `apply` trusts its caller, as the states do."""

    def __init__(self, first: State) -> None:
        self.state = first
        self.moves: list[int] = []
        self.actors: list[int] = []
        self._kept = [first.copy()]

    def __len__(self) -> int:
        return len(self.moves)

    def apply(self, actor: int, move: int) -> None:
        """Makes a move or a draw happen."""
        self.actors.append(actor)
        self.moves.append(move)
        self.state.apply(move)
        if len(self.moves) % STRIDE == 0:
            self._kept.append(self.state.copy())

    def at(self, count: int) -> State:
        """The state after the first `count` moves, the caller's own."""
        start = count // STRIDE
        state = self._kept[start].copy()
        for move in self.moves[start * STRIDE : count]:
            state.apply(move)
        return state

    def cut(self, count: int) -> None:
        """Forgets everything after the first `count` moves."""
        self.state = self.at(count)
        del self.moves[count:]
        del self.actors[count:]
        del self._kept[count // STRIDE + 1 :]
