"""OpenSpiel: one adapter for every game, with explicit chance. Importing this module registers the games.

`pyspiel.load_game("roundhouse_GAME", {"players": 3})`. Actions of players are moves; outcomes of chance are counted
from 0. An information state is the trace of a seat, every move as that seat has seen it; an observation is its view.
Both have the same tensor, the numbers of the view, which keep what a careful player would keep.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State, View, fields
from roundhouse.games import GAMES, find
from roundhouse.research.episode import SEEDS
from roundhouse.research.observation import observe, parts
from roundhouse.research.utility import utility

_PREFIX: Final = "roundhouse_"
_MOST_POINTS: Final = 100_000.0  # no score is near it: scores have no bound that the rules name
_ALWAYS_ONE: Final = "win"  # the utility of which there is one to share


def game_type(game: Game[Any], reward: str = _ALWAYS_ONE) -> Any:
    """What OpenSpiel wants to know of a kind of game."""
    kind = pyspiel.GameType
    return kind(
        short_name=_PREFIX + game.name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if game.outcome_count else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.shadow_count else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.CONSTANT_SUM if reward == _ALWAYS_ONE else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=bool(game.features),
        provides_observation_string=True,
        provides_observation_tensor=bool(game.features),
        parameter_specification={"players": game.seats[0], "utility": _ALWAYS_ONE, "options": "{}"},
    )


def _game_info(game: Game[Any], seats: int, reward: str) -> Any:
    shared = reward == _ALWAYS_ONE
    return pyspiel.GameInfo(
        num_distinct_actions=game.move_count,
        max_chance_outcomes=game.outcome_count,
        num_players=seats,
        min_utility=0.0 if shared else -_MOST_POINTS,
        max_utility=1.0 if shared else _MOST_POINTS,
        utility_sum=1.0 if shared else None,
        max_game_length=game.max_moves,
    )


def load(name: str, params: Mapping[str, Any]) -> Any:
    """A game of the house, as OpenSpiel gives it out."""
    return pyspiel.load_game(_PREFIX + name, dict(params))


class SpielGame(pyspiel.Game):
    """A game for so many players, with its options as JSON and a named utility."""

    def __init__(self, name: str, params: Mapping[str, Any] | None = None) -> None:
        self.rules = find(name)
        chosen = dict(params or {})
        self.seats = int(chosen.get("players", self.rules.seats[0]))
        options = unquote(str(chosen.get("options", "{}")))
        chosen["options"] = quote(options)  # OpenSpiel writes parameters into one text, where braces and commas mean something
        self.options = self.rules.options_from(json.loads(options))
        reward = str(chosen.get("utility", _ALWAYS_ONE))
        self.utility = utility(reward)
        self.rules.start(self.seats, self.options)  # refuses what cannot be played
        super().__init__(game_type(self.rules, reward), _game_info(self.rules, self.seats, reward), chosen)

    def __reduce__(self) -> tuple[object, ...]:
        return load, (self.rules.name, self.get_parameters())

    def new_initial_state(self) -> SpielState:
        """The first state."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game has more moves than that, draws included."""
        return self.rules.max_moves

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """Observers of a seat (perfect recall or not), or of a spectator; others there are none."""
        if params:
            raise ValueError(f"observers have no parameters; given were {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        return SpielObserver(self.rules, wanted.perfect_recall, wanted.private_info == pyspiel.PrivateInfoType.NONE)


class Played:
    """A state of the engine and what each reader has seen of the way to it; copied and pickled as one."""

    def __init__(self, game: str, state: State, traces: list[list[str]]) -> None:
        self.game = game
        self.state = state
        self.traces = traces  # by seat, the spectator's last

    def __deepcopy__(self, memo: object) -> Played:
        return Played(self.game, self.state.copy(), [trace[:] for trace in self.traces])

    def apply(self, move: int) -> None:
        """Makes a move, and lets every reader see of it what it may."""
        notation = find(self.game).notation
        actor = "*" if self.state.actor == CHANCE else str(self.state.actor)
        for reader, trace in enumerate(self.traces):
            seat = reader if reader < self.state.seats else SPECTATOR
            trace.append(f"{actor} {notation(self.state.seen(move, seat))}")
        self.state.apply(move)

    def another_world(self, seat: int, rng: Rng) -> Played:
        """A world that the seat cannot tell from this one. What the others have seen in it is what it shows them now."""
        game = find(self.game)
        world = game.determinize(game.view(self.state, seat), rng)
        readers = [*range(self.state.seats), SPECTATOR]
        traces = [[_text(game.view(world, reader))] for reader in readers]
        traces[seat] = self.traces[seat][:]
        return Played(self.game, world, traces)


class SpielState(pyspiel.State):
    """A state of a game in progress."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.played = Played(game.rules.name, game.rules.start(game.seats, game.options), [[] for _ in range(game.seats + 1)])

    def current_player(self) -> int:
        """A seat, chance, or nobody at the end."""
        actor = self.played.state.actor
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.played.state.actor == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome, counted from 0, with its probability."""
        state = self.played.state
        outcomes = list(state.legal_moves())
        weights = [int(state.weight(outcome)) for outcome in outcomes]
        first, total = self._first_outcome(), sum(weights)
        return [(outcome - first, weight / total) for outcome, weight in zip(outcomes, weights, strict=True)]

    def returns(self) -> list[float]:
        """What the game is worth to each seat; nothing before its end."""
        state = self.played.state
        if not self.is_terminal():
            return [0.0] * state.seats
        worth: list[float] = self.get_game().utility(list(state.scores()), list(state.ranks()))
        return worth

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one, by `determinize`, which is given the view and nothing else."""
        other: SpielState = self.clone()
        other.played = self.played.another_world(player, Rng(int(sampler() * SEEDS)))
        return other

    def __str__(self) -> str:
        return _text(View(SPECTATOR, self.played.state))

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  (asked of the acting player only)
        return list(self.played.state.legal_moves())

    def _apply_action(self, action: int) -> None:
        chance = self.played.state.actor == CHANCE
        self.played.apply(action + self._first_outcome() if chance else action)

    def _action_to_string(self, player: int, action: int) -> str:
        chance = player == int(pyspiel.PlayerId.CHANCE)
        return find(self.played.game).notation(action + self._first_outcome() if chance else action)

    def _first_outcome(self) -> int:
        return find(self.played.game).move_count


class SpielObserver:
    """What a seat, or a spectator, may know: as a tensor by names, and as text."""

    def __init__(self, game: Game[Any], perfect_recall: bool, spectator: bool) -> None:
        self._game = game
        self._perfect_recall = perfect_recall
        self._spectator = spectator
        self.tensor = np.zeros(game.size, np.float32)
        self.dict = parts(game, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor, and so its parts; a game without features has none."""
        if self._game.features:
            self.tensor[:] = observe(self._game, self._view(state, player))

    def string_from(self, state: SpielState, player: int) -> str:
        """The trace, or the fields of the view."""
        if not self._perfect_recall:
            return _text(self._view(state, player))
        reader = -1 if self._spectator else player
        return "\n".join([f"{self._game.name} seat {reader}", *state.played.traces[reader]])

    def _view(self, state: SpielState, player: int) -> View:
        return self._game.view(state.played.state, SPECTATOR if self._spectator else player)


def _text(seen: View) -> str:
    return json.dumps({"reader": seen.seat, **fields(seen.position)}, sort_keys=True)


def _register(game: Game[Any]) -> None:
    """By a class, as OpenSpiel's own games are: its registry lives longer than Python and could not let go of a function."""

    class Registered(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game.name, params)

    pyspiel.register_game(game_type(game), Registered)


for _game in GAMES:
    if _PREFIX + _game.name not in pyspiel.registered_names():
        _register(_game)
