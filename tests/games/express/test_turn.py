"""Chapter 4 of the rules: turns, dials and declining."""

from __future__ import annotations

from operator import eq

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER
from roundhouse.games.express.moves import BUILD, DECLINE, DEVELOP, EXPAND, OFFER
from roundhouse.games.express.phases import BUILDING, TURN
from roundhouse.games.express.state import Express, start
from tests.games.express.positions import by_company, decline_until_dividend, dials, legal, play, position


def snapshot(state: Express) -> tuple[list[int], ...]:
    """Everything but the needles and whose turn it is."""
    return tuple(
        list(part)
        for part in (state.cash, state.treasury, state.share, state.on, state.income, state.house, state.track, state.left)
    )


@pytest.mark.clause("CEX-40")
def test_turns_go_clockwise() -> None:
    """One action each, and after the last seat comes seat 0."""
    state = position()
    turns = [state.actor, *(play(state, "decline expand").actor for _ in range(4))]

    assert turns == [0, 1, 2, 0, 1]


@pytest.mark.clause("CEX-41")
def test_a_turn_is_one_of_three_actions() -> None:
    """Every legal move at a turn declines, offers, expands or develops; there is no pass."""
    state = position(treasury={"PRR": 10}, built={"PRR": "R4 Q4"})
    kinds = {"decline": 0, "offer": 0, "expand": 0, "develop": 0}
    for text in legal(state):
        kinds[text.split()[0]] += 1

    assert kinds == {"decline": 3, "offer": 4, "expand": 1, "develop": 1}


@pytest.mark.clause("CEX-42")
@pytest.mark.parametrize(("move", "expected"), [("offer NYC", [1, 0, 0]), ("expand PRR", [0, 1, 0]), ("develop Q4", [0, 0, 1])])
def test_the_needle_of_the_chosen_action_moves_first(move: str, expected: list[int]) -> None:
    """Before the bidding or building begins, and for a development at once."""
    state = position(treasury={"PRR": 10}, built={"PRR": "R4 Q4"})

    assert dials(play(state, move)) == expected


@pytest.mark.clause("CEX-42", "CEX-43")
@pytest.mark.parametrize("dial", [0, 1, 2])
def test_a_declined_action_only_moves_its_needle(dial: int) -> None:
    """Although each could be carried out: nothing else changes, and it is the next seat's turn."""
    state = position(treasury={"PRR": 10}, built={"PRR": "R4 Q4"})
    before = snapshot(state)
    state.apply(DECLINE + dial)

    assert snapshot(state) == before
    assert dials(state) == [int(dial == each) for each in range(3)]
    assert state.actor == 1


@pytest.mark.clause("CEX-43")
def test_a_player_short_of_cash_can_use_up_an_auction() -> None:
    """Choose the auction and offer nothing: two are left instead of three."""
    state = play(position(cash=[0, 60, 60]), "decline auction")

    assert dials(state) == [1, 0, 0]
    assert "offer PRR" in legal(state)


@pytest.mark.clause("CEX-44")
@pytest.mark.parametrize(("name", "choices"), [("auction", 3), ("expand", 5), ("develop", 4)])
def test_how_many_choices_turn_a_needle_to_red(name: str, choices: int) -> None:
    """The action can be chosen so often and no more."""
    state = position()
    for _ in range(choices):
        assert f"decline {name}" in legal(state)
        play(state, f"decline {name}")

    assert f"decline {name}" not in legal(state)
    assert state.reds() == 1


@pytest.mark.clause("CEX-45")
@pytest.mark.parametrize(("dial", "needles"), [(0, (3, 0, 0)), (1, (0, 5, 0)), (2, (0, 0, 4))])
def test_an_action_on_red_cannot_be_chosen_not_even_to_decline(dial: int, needles: tuple[int, ...]) -> None:
    """None of the moves of that dial is legal, and those of the others are."""
    state = position(treasury={"PRR": 10}, built={"PRR": "R4 Q4"}, needles=needles)
    ranges = [(OFFER, EXPAND), (EXPAND, DEVELOP), (DEVELOP, BUILD)]
    offered = [any(first <= move < last for move in state.legal_moves()) for first, last in ranges]

    assert offered == [each != dial for each in range(3)]
    assert DECLINE + dial not in state.legal_moves()


@pytest.mark.clause("CEX-46", "CEX-111")
def test_two_needles_on_red_bring_a_dividend_before_the_next_turn() -> None:
    """Seat 0 puts the second needle on red: all are paid, needles go back, and seat 1 acts."""
    state = play(position(cash=[10, 10, 10], needles=(2, 0, 4)), "decline auction")

    assert list(state.cash) == [10 + 7 + 8, 10 + 6, 10 + 5]
    assert dials(state) == [0, 0, 0]
    assert (state.phase, state.actor) == (TURN, 1)


@pytest.mark.clause("CEX-46")
def test_one_needle_on_red_brings_no_dividend() -> None:
    """The third auction of a round, and nothing else on red."""
    state = play(position(cash=[10, 10, 10], needles=(2, 4, 3)), "decline auction")

    assert list(state.cash) == [10, 10, 10]
    assert dials(state) == [3, 4, 3]


@pytest.mark.clause("CEX-47")
def test_at_every_choice_two_dials_are_not_on_red() -> None:
    """In thirty random games."""
    for seed in range(30):
        state, rng = start(2 + seed % 5, 0), Rng(seed)
        while state.actor != OVER:
            moves = state.legal_moves()
            if state.phase == TURN:
                assert sum(1 for move in moves if move < OFFER) >= 2
            state.apply(moves[rng.below(len(moves))])


@pytest.mark.clause("CEX-47")
def test_a_choice_with_two_needles_on_red_is_noticed() -> None:
    """The invariants know that it cannot be."""
    with pytest.raises(AssertionError, match="CEX-47"):
        position(needles=(3, 5, 0)).check()


@pytest.mark.clause("CEX-48")
def test_between_two_dividends_there_are_seven_to_eleven_turns() -> None:
    """Every order in which players can decline: the shortest is 3 + 4, the longest two full dials and one short of red."""
    limits = (3, 5, 4)
    lengths: set[int] = set()
    rounds: set[tuple[int, ...]] = {(0, 0, 0)}
    while rounds:
        longer = {
            tuple(count + (each == dial) for each, count in enumerate(counts))
            for counts in rounds
            for dial in range(3)
            if counts[dial] < limits[dial]
        }
        ended = {counts for counts in longer if sum(map(eq, counts, limits)) == 2}
        lengths |= {sum(counts) for counts in ended}
        rounds = longer - ended

    assert lengths == {7, 8, 9, 10, 11}


@pytest.mark.clause("CEX-48")
def test_random_rounds_have_seven_to_eleven_turns() -> None:
    """Turns are counted between the dividends of thirty random games, the first one included."""
    for seed in range(30):
        state, rng = start(2 + seed % 5, 0), Rng(seed)
        turns, detroit = 0, 1
        while state.actor != OVER:
            if state.track[0] != detroit:
                assert 7 <= turns <= 11
                turns, detroit = 0, state.track[0]
            turns += state.phase == TURN
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
        assert 7 <= turns <= 11


@pytest.mark.clause("CEX-49")
def test_an_action_that_cannot_be_done_can_still_be_chosen() -> None:
    """Nothing on offer, nothing to expand, nothing to develop: three ways to decline."""
    everything = {0: "PRR PRR PRR B&O B&O B&O B&O", 1: "C&O C&O C&O C&O C&O C&O", 2: "NYC NYC NYC NYC NYC"}
    state = position(shares=everything)

    assert legal(state) == ["decline auction", "decline expand", "decline develop"]


@pytest.mark.clause("CEX-50")
def test_after_an_auction_the_seat_after_the_offerer_acts_whoever_won() -> None:
    """Seat 0 offers, seat 1 wins, and seat 1 takes the turn; seat 2 wins the next, and it is seat 2's turn."""
    state = play(position(), "offer NYC", "pass", "bid 4", "pass")
    first = state.actor
    play(state, "offer NYC", "pass", "bid 3", "pass")

    assert (first, state.actor, state.phase) == (1, 2, TURN)


@pytest.mark.clause("CEX-50")
def test_after_an_expansion_the_next_seat_acts() -> None:
    """Also when it took several moves."""
    state = play(position(treasury={"PRR": 10}), "expand PRR", "build R4")
    building = (state.phase, state.actor)
    play(state, "stop")

    assert building == (BUILDING, 0)
    assert (state.phase, state.actor) == (TURN, 1)


def test_a_round_of_declining_pays_and_goes_on() -> None:
    """Helper of many tests below: after seven declined actions Detroit has grown and incomes are as they were."""
    state = decline_until_dividend(position())
    state.check()

    assert state.track[0] == 2
    assert by_company(state.income)["PRR"] == 7
