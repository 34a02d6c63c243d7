"""The contract of a game, and of its states."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace

import pytest

import roundhouse
from roundhouse.core.draw import Rng
from roundhouse.core.game import NoOptions, Refusal, Refused
from roundhouse.core.playout import random_moves
from roundhouse.core.sentence import BadSetup, HouseError, say
from roundhouse.core.state import fields, restore
from tests.whistle import GAME as WHISTLE

GAME = roundhouse.find("tickets")


@dataclass(frozen=True)
class Options:
    bank: int = 40
    eight_way: bool = False


def test_an_unknown_game_is_refused_with_those_that_exist() -> None:
    """Chess."""
    with pytest.raises(BadSetup, match=r"no game 'chess'; choose one of: .*tickets"):
        roundhouse.find("chess")


def test_a_wrong_number_of_players_is_refused() -> None:
    """One."""
    with pytest.raises(BadSetup, match=r"Ticket to Ride \(USA\) is for 2 to 5 players, not 1"):
        GAME.start(1)


def test_options_are_checked_by_name_and_kind() -> None:
    """Known and of the right kind; unknown; a text for a number; a number for a truth."""
    game = replace(GAME, options=Options)

    assert game.options_from({"bank": 60}) == Options(bank=60)
    with pytest.raises(BadSetup, match="has no option 'banks'; it has: bank, eight_way"):
        game.options_from({"banks": 60})
    for wrong in ({"bank": "60"}, {"eight_way": 1}):
        with pytest.raises(BadSetup, match="takes a value like"):
            game.options_from(wrong)
    with pytest.raises(BadSetup, match="it has: none"):
        replace(GAME, options=NoOptions).options_from({"bank": 60})


def test_errors_keep_their_sentence_across_processes() -> None:
    """A refused move and a plain error of the house."""
    refused = pickle.loads(pickle.dumps(Refused(Refusal("TTR-17", say("keep two of {count}", count=3)))))
    plain = pickle.loads(pickle.dumps(HouseError(say("no"))))

    assert (str(refused), refused.refusal.clause, str(refused.refusal)) == (
        "TTR-17: keep two of 3",
        "TTR-17",
        "TTR-17: keep two of 3",
    )
    assert str(plain) == "no"


@pytest.mark.parametrize("game", roundhouse.GAMES, ids=lambda game: game.name)
def test_states_and_views_survive_pickling_and_restoring(game: roundhouse.Game[roundhouse.State]) -> None:
    """In mid-game: equal afterwards, and of the same class."""
    state = game.start(game.seats[0])
    random_moves(state, Rng(5), 30)
    view = game.view(state, 0)

    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(view)) == view
    assert restore(type(state), fields(state)) == state
    assert state != view
    assert state != game.start(game.seats[0])


def test_a_state_draws_by_weight_unless_it_knows_better() -> None:
    """Whistle has no draw of its own: every face of the die comes, and a number past all weights is refused."""
    state = WHISTLE.start(2)

    assert {state.draw(Rng(seed)) for seed in range(60)} == set(state.legal_moves())
    with pytest.raises(ValueError, match="6 is past the weights"):
        state.outcome_at(6)
    assert list(state.choices()) == list(state.legal_moves())


@pytest.mark.parametrize("seat", [-1, 2])
@pytest.mark.parametrize(("name", "option"), [("dice1", "first_seat"), ("dice2", "first_seat"), ("express", "first_bidder")])
def test_an_option_names_a_seat_of_the_table(name: str, option: str, seat: int) -> None:
    """Two seats are 0 and 1."""
    game = roundhouse.find(name)

    with pytest.raises(BadSetup, match=f"option '{option}' is a seat from 0 to 1, not {seat}"):
        game.start(2, game.options_from({option: seat}))
