"""OpenSpiel: its own tests for every game and seat count, and its search algorithms in our games."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import roundhouse
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import SPECTATOR
from roundhouse.research import openspiel
from roundhouse.research.observation import observe
from roundhouse.research.utility import utility

CASES = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in roundhouse.GAMES for seats in game.seats]
GAMES = [pytest.param(game, id=game.name) for game in roundhouse.GAMES]


def load(game: Game[Any], seats: int, **params: Any) -> Any:
    return openspiel.load(game.name, {"players": seats, **params})


def played(game: Game[Any], seats: int, count: int, seed: int = 0, **params: Any) -> Any:
    """Return the state after `count` random actions, chance included, or the last one if the game ends before."""
    state = load(game, seats, **params).new_initial_state()
    rng = Rng(seed)
    for _ in range(count):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])
    return state


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_the_game_passes_openspiels_random_simulation(game: Game[Any], seats: int) -> None:
    """One game to its end, with serialisation, clones, tensors and returns checked on the way."""
    pyspiel.random_sim_test(load(game, seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_the_game_passes_openspiels_python_simulation(game: Game[Any], seats: int) -> None:
    """A thousand actions with clones, pickles and texts, by the test case that OpenSpiel's registered games must pass."""
    from open_spiel.python.tests import games_sim_test  # loads SciPy, for two seconds that every process would pay

    games_sim_test.GamesSimTest().sim_game(load(game, seats))


@pytest.mark.parametrize("game", GAMES)
def test_the_game_is_registered_with_its_kind(game: Game[Any]) -> None:
    """With or without chance and hidden information, and with the number of seats that the rules allow."""
    kind = load(game, game.seats[0]).get_type()

    assert (kind.min_num_players, kind.max_num_players) == (game.seats[0], game.seats[-1])
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC) == (game.name == "express")
    assert (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION) == (game.name in ("tickets", "tycoon"))


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_chance_is_explicit_and_its_probabilities_add_up(game: Game[Any], seats: int) -> None:
    """Along one game: outcomes are counted from 0, and each has the text of its draw."""
    state = played(game, seats, 0)
    rng = Rng(2)
    for _ in range(60):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert all(0 <= outcome < game.outcome_count for outcome, _ in outcomes)
            text = state.action_to_string(state.current_player(), outcomes[0][0])
            assert game.parse(text) == game.move_count + outcomes[0][0]
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_a_resampled_state_looks_the_same_to_its_player(game: Game[Any], seats: int) -> None:
    """Information state, observation, tensors and legal actions, for each player at several moments."""
    for count in (20, 60, 120):
        state = played(game, seats, count, seed=3)
        if state.is_terminal():
            continue
        for player in range(seats):
            world = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.history() == state.history()
            if state.current_player() == player:
                assert world.legal_actions() == state.legal_actions()


def test_resampling_shuffles_what_the_player_cannot_see() -> None:
    """Tickets: the hand of the other seat differs in some of ten states, and so does its information state."""
    state = played(roundhouse.find("tickets"), 2, 60)
    worlds = [state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0)) for _ in range(10)]

    assert len({world.observation_string(1) for world in worlds}) > 1
    assert len({world.information_state_string(1) for world in worlds}) > 1
    assert {world.information_state_string(0) for world in worlds} == {state.information_state_string(0)}


def test_an_information_state_holds_what_its_player_has_seen() -> None:
    """Tickets: own cards by colour, those of the other seat as a card."""
    state = played(roundhouse.find("tickets"), 2, 8)
    own, other = (state.information_state_string(player).splitlines()[1:] for player in (0, 1))

    assert [line == "* card ?" for line in own] == [False] * 4 + [True] * 4
    assert [line == "* card ?" for line in other] == [True] * 4 + [False] * 4


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_states_survive_clones_pickles_and_texts(game: Game[Any], seats: int) -> None:
    """A clone is independent; a serialized state is equal, including its traces, and can be continued."""
    state = played(game, seats, 50)
    clone = state.clone()
    before = str(state)
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before

    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    for again in (read, pickle.loads(pickle.dumps(state))):
        assert str(again) == before
        assert again.history() == state.history()
        assert again.information_state_string(0) == state.information_state_string(0)
        again.apply_action(again.legal_actions()[0])
        assert str(again) == str(clone)


@pytest.mark.parametrize("game", GAMES)
def test_tensors_are_the_numbers_of_the_view(game: Game[Any]) -> None:
    """Of a player, by name and flat; of a spectator without private information; none with everyone's."""
    state = played(game, game.seats[0], 40)
    true = state.traced.state
    wanted = pyspiel.IIGObservationType(perfect_recall=False)
    observation = make_observation(state.get_game(), wanted)
    observation.set_from(state, 1)
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    spectator = make_observation(state.get_game(), public)
    spectator.set_from(state, 0)

    assert np.array_equal(observation.tensor, observe(game, game.view(true, 1)))
    assert state.observation_tensor(1) == pytest.approx(observation.tensor)
    assert state.information_state_tensor(1) == pytest.approx(observation.tensor)
    assert set(observation.dict) == {feature.name for feature in game.features}
    assert np.array_equal(spectator.tensor, observe(game, game.view(true, SPECTATOR)))
    assert json.loads(spectator.string_from(state, 0))["reader"] == SPECTATOR
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    assert make_observation(state.get_game(), everything) is None


@pytest.mark.parametrize("reward", ["win", "margin", "score"])
def test_returns_are_the_named_utility(reward: str) -> None:
    """A finished game of dice2, which needs its options too."""
    game = roundhouse.find("dice2")
    state = played(game, 2, 10**6, utility=reward, options='{"first_seat": 1}')
    final = state.traced.state

    assert state.is_terminal()
    assert state.returns() == utility(reward)(list(final.scores()), list(final.ranks()))
    assert final.first == 1


def test_options_survive_the_text_and_the_pickle_of_a_game() -> None:
    """Two options with all special characters of JSON; a game that was read back starts in the same way."""
    game = load(roundhouse.find("dice2"), 2, options='{"layout": "random 3", "first_seat": 1}')
    first = str(game.new_initial_state())
    for again in (pickle.loads(pickle.dumps(game)), pyspiel.load_game(str(game))):
        assert str(again.new_initial_state()) == first
    assert str(load(roundhouse.find("dice2"), 2).new_initial_state()) != first


def test_impossible_parameters_are_refused() -> None:
    """Nine players, an unknown utility, an unknown option; an observer with parameters."""
    for params in ({"players": 9}, {"utility": "glory"}, {"options": '{"moon": true}'}):
        with pytest.raises(BadSetup):
            openspiel.SpielGame("tickets", params)
    with pytest.raises(ValueError, match="no parameters"):
        openspiel.SpielGame("tickets").make_py_observer(None, {"moon": 1})


@pytest.mark.parametrize("game", ["express", "dice1", "dice2"])
def test_openspiels_mcts_plays_our_games_of_perfect_information(game: str) -> None:
    """A few decisions with OpenSpiel's own rollouts; all are legal."""
    state = played(roundhouse.find(game), 2, 30)
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(state.get_game(), 1.4, 4, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    for _ in range(2):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize("game", ["tickets", "tycoon"])
def test_openspiels_is_mcts_plays_our_games_of_hidden_information(game: str) -> None:
    """A few decisions over states sampled by `determinize`; all are legal."""
    state = played(roundhouse.find(game), 3, 70)
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, random), 1.4, 4, random_state=random)
    for _ in range(2):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_the_searches_in_c_raise_an_error_instead_of_crashing() -> None:
    """On our games; OpenSpiel's own are played as before."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 42)
    own = pyspiel.load_game("tic_tac_toe")
    search = pyspiel.MCTSBot(own, evaluator, 1.4, 10, 10, True, 42, False)
    sampling = pyspiel.ISMCTSBot(42, evaluator, 1.4, 5, -1, pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT, False, False)
    state = played(roundhouse.find("dice2"), 2, 30)

    assert search.step(own.new_initial_state()) in range(9)
    for bot in (search, sampling):
        with pytest.raises(TypeError, match=r"would crash the process: use open_spiel\.python\.algorithms"):
            bot.step(state)
        with pytest.raises(TypeError, match="would crash the process"):
            bot.step_with_policy(state)
