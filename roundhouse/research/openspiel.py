"""OpenSpiel: one adapter for every game, with explicit chance. Importing this module registers the games.

`pyspiel.load_game("roundhouse_GAME", {"players": 3})`. With an `opening`, a list of move texts, the game begins after these moves,
draws included: an endgame for exact methods. Actions of players are moves; outcomes of chance are counted from 0. An information
state is the trace of a seat: every move as that seat saw it. An observation is the seat's view. Both have the same tensor, the
encoded view, which includes what a careful player would remember.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State, View, fields
from roundhouse.games import GAMES, find
from roundhouse.research.episode import SEED_LIMIT
from roundhouse.research.observation import observe, parts
from roundhouse.research.openspiel_guard import guard
from roundhouse.research.utility import utility

_PREFIX: Final = "roundhouse_"
_SCORE_BOUND: Final = 100_000.0  # far above any score; the rules name no bound
_WIN: Final = "win"  # the only constant-sum utility


def game_type(game: Game[Any], reward: str = _WIN) -> Any:
    """Return the static properties of a game, as OpenSpiel declares them."""
    kind = pyspiel.GameType
    return kind(
        short_name=_PREFIX + game.name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if game.outcome_count else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.shadow_count else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.CONSTANT_SUM if reward == _WIN else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=bool(game.features),
        provides_observation_string=True,
        provides_observation_tensor=bool(game.features),
        parameter_specification={"players": game.seats[0], "utility": _WIN, "options": "{}", "opening": "[]"},
    )


def _game_info(game: Game[Any], seats: int, reward: str) -> Any:
    is_win = reward == _WIN
    return pyspiel.GameInfo(
        num_distinct_actions=game.move_count,
        max_chance_outcomes=game.outcome_count,
        num_players=seats,
        min_utility=0.0 if is_win else -_SCORE_BOUND,
        max_utility=1.0 if is_win else _SCORE_BOUND,
        utility_sum=1.0 if is_win else None,
        max_game_length=game.max_moves,
    )


def load(name: str, params: Mapping[str, Any]) -> Any:
    """Return a game through OpenSpiel's registry; also used to unpickle one."""
    return pyspiel.load_game(_PREFIX + name, dict(params))


class SpielGame(pyspiel.Game):
    """A game with a number of players, options and opening as JSON, and a named utility."""

    def __init__(self, name: str, params: Mapping[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        options, opening = (unquote(str(chosen.get(name, empty))) for name, empty in (("options", "{}"), ("opening", "[]")))
        self.rules = find(name).on(json.loads(options))
        self.seats = int(chosen.get("players", self.rules.seats[0]))
        # OpenSpiel joins parameters into one string, in which braces and commas are special.
        chosen |= {"options": quote(options), "opening": quote(opening)}
        self.chosen_options: Mapping[str, Any] = json.loads(options)
        self.options = self.rules.options_from(self.chosen_options)
        reward = str(chosen.get("utility", _WIN))
        self.utility = utility(reward)
        self.first = self._first_state(json.loads(opening))
        super().__init__(game_type(self.rules, reward), _game_info(self.rules, self.seats, reward), chosen)

    def __reduce__(self) -> tuple[object, ...]:
        return load, (self.rules.name, self.get_parameters())

    def _first_state(self, opening: Sequence[str]) -> TracedState:
        """Return the state after the opening. Raise BadSetup if options or seats do not fit the game, or a move is not legal."""
        state = self.rules.start(self.seats, self.options)
        traced = TracedState(self.rules.name, self.chosen_options, state, [[] for _ in range(self.seats + 1)])
        for place, text in enumerate(opening, 1):
            move = self.rules.parse(text)
            if move not in state.legal_moves():
                raise BadSetup(say("move {number} of the opening, '{move}', is not legal there", number=place, move=text))
            traced.apply(move)
        return traced

    def new_initial_state(self) -> SpielState:
        """Return the first state."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound: no game has more moves than this, draws included."""
        return self.rules.max_moves

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """Return an observer of a seat, with or without perfect recall, or of a spectator; None for any other kind."""
        if params:
            raise ValueError(f"observers take no parameters, got {params}")
        obs_type = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not obs_type.public_info or obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        return SpielObserver(self.rules, obs_type.perfect_recall, obs_type.private_info == pyspiel.PrivateInfoType.NONE)


class TracedState:
    """An engine state with the traces that led to it, copied and pickled together."""

    def __init__(self, game: str, options: Mapping[str, Any], state: State, traces: list[list[str]]) -> None:
        self.game = game
        self.options = options
        self.state = state
        self.traces = traces  # by seat; the spectator's is last

    def __deepcopy__(self, memo: object) -> TracedState:
        return TracedState(self.game, self.options, self.state.copy(), [trace[:] for trace in self.traces])

    def rules(self) -> Game[Any]:
        """Return the game on its board."""
        return find(self.game).on(self.options)

    def apply(self, move: int) -> None:
        """Apply a move and add to each trace what that reader sees of it."""
        notation = self.rules().notation
        actor = "*" if self.state.actor == CHANCE else str(self.state.actor)
        for reader, trace in enumerate(self.traces):
            seat = reader if reader < self.state.seats else SPECTATOR
            trace.append(f"{actor} {notation(self.state.seen(move, seat))}")
        self.state.apply(move)

    def resampled(self, seat: int, rng: Rng) -> TracedState:
        """Return a state that the seat cannot tell from this one. The other traces are replaced by views of it."""
        game = self.rules()
        world = game.determinize(game.view(self.state, seat), rng)
        readers = [*range(self.state.seats), SPECTATOR]
        traces = [[_view_text(game.view(world, reader))] for reader in readers]
        traces[seat] = self.traces[seat][:]
        return TracedState(self.game, self.options, world, traces)


class SpielState(pyspiel.State):
    """A state of a game, as OpenSpiel sees it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.traced = copy.deepcopy(game.first)

    def current_player(self) -> int:
        """Return the seat to act, or the player id of chance or of a terminal state."""
        actor = self.traced.state.actor
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.traced.state.actor == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every outcome, counted from 0, with its probability."""
        state = self.traced.state
        outcomes = list(state.legal_moves())
        weights = [int(state.weight(outcome)) for outcome in outcomes]
        first, total = self._first_outcome(), sum(weights)
        return [(outcome - first, weight / total) for outcome, weight in zip(outcomes, weights, strict=True)]

    def returns(self) -> list[float]:
        """Return the utility of each seat; zeros before the end of the game."""
        state = self.traced.state
        if not self.is_terminal():
            return [0.0] * state.seats
        returns: list[float] = self.get_game().utility(list(state.scores()), list(state.ranks()))
        return returns

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a state that the player cannot tell from this one, sampled by `determinize` from the player's view alone."""
        other: SpielState = self.clone()
        other.traced = self.traced.resampled(player, Rng(int(sampler() * SEED_LIMIT)))
        return other

    def __str__(self) -> str:
        return _view_text(View(SPECTATOR, self.traced.state))

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  (only called for the acting player)
        return list(self.traced.state.legal_moves())

    def _apply_action(self, action: int) -> None:
        chance = self.traced.state.actor == CHANCE
        self.traced.apply(action + self._first_outcome() if chance else action)

    def _action_to_string(self, player: int, action: int) -> str:
        chance = player == int(pyspiel.PlayerId.CHANCE)
        return self.traced.rules().notation(action + self._first_outcome() if chance else action)

    def _first_outcome(self) -> int:
        return self.traced.rules().move_count


class SpielObserver:
    """What a seat or a spectator may know, as a tensor with named parts and as text."""

    def __init__(self, game: Game[Any], perfect_recall: bool, spectator: bool) -> None:
        self._game = game
        self._perfect_recall = perfect_recall
        self._spectator = spectator
        self.tensor = np.zeros(game.size, np.float32)
        self.dict = parts(game, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor, and with it the named parts; a game without features has none."""
        if self._game.features:
            self.tensor[:] = observe(self._game, self._view(state, player))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the trace with perfect recall, else the fields of the view."""
        if not self._perfect_recall:
            return _view_text(self._view(state, player))
        reader = -1 if self._spectator else player
        return "\n".join([f"{self._game.name} seat {reader}", *state.traced.traces[reader]])

    def _view(self, state: SpielState, player: int) -> View:
        return self._game.view(state.traced.state, SPECTATOR if self._spectator else player)


def _view_text(view: View) -> str:
    return json.dumps({"reader": view.seat, **fields(view.position)}, sort_keys=True)


def _register(game: Game[Any]) -> None:
    """Register a class rather than a function: OpenSpiel's registry outlives the interpreter and cannot release a function."""

    class Registered(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game.name, params)

    pyspiel.register_game(game_type(game), Registered)


guard(SpielState)
for _game in GAMES:
    if _PREFIX + _game.name not in pyspiel.registered_names():
        _register(_game)
