"""Chapters 4 and 5: turns, income and the golden parachute; what the screen hides."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.open_view import open_view as view
from roundhouse.core.open_view import open_world as determinize
from roundhouse.core.state import SPECTATOR
from roundhouse.games.dice1.position import KEEPING
from roundhouse.games.dice1.sketch import sketch
from roundhouse.games.dice1.start import Options, start
from tests.games.dice1.positions import HOME, end_year, in_front, legal, play, position, refused

NAMES = ("Ada", "Bo", "Cy", "Dee")


@pytest.mark.clause("RD1-25")
def test_the_screen_hides_reserve_and_tokens_of_the_others() -> None:
    """The table as text shows them to their owner only; shares and front dice are open; RD1-R4: views know them all."""
    state = position(reserve={0: 7, 1: 8}, tokens=[31, 32], front={1: "3 curve"}, shares={1: "6 red"})
    rows = {seat: sketch(view(state, seat), NAMES, "en").splitlines() for seat in (0, 1)}

    assert next(row for row in rows[0] if "1 Ada" in row).split()[-2:] == ["7", "31"]
    assert next(row for row in rows[0] if "2 Bo" in row).split()[-6:] == ["0", "3", "0", "0", "?", "?"]
    assert next(row for row in rows[1] if "2 Bo" in row).split()[-2:] == ["8", "32"]
    assert any(row.split()[:6] == ["R", "red", "-", "4", "0", "6"] for row in rows[0])
    for seat in (0, 1, SPECTATOR):
        assert determinize(view(state, seat), Rng(1)) == state


@pytest.mark.clause("RD1-26")
@pytest.mark.parametrize(("seats", "first"), [(2, 1), (3, 0), (4, 2)])
def test_a_year_is_one_round_clockwise_from_its_start_player(seats: int, first: int) -> None:
    """RD1-R24: year k starts with seat (s + k - 1) mod n."""
    state = start(seats, Options(first_seat=first))
    turns = []
    while state.year <= 2:
        turns.append(int(state.turn))
        play(state, "end")

    assert turns == [(first + i) % seats for i in range(seats)] + [(first + 1 + i) % seats for i in range(seats)]


@pytest.mark.clause("RD1-27")
def test_actions_come_in_any_order_and_number() -> None:
    """Rails, shares, income and roll mixed; or nothing at all."""
    state = position(front={0: "2 straight 2 share 1 wild"})

    play(
        state, "lay west W-W", "buy red", "income", "lay east E-E", "cup 1", "roll 4", "dice 6 straight", "buy red", "lay west W-W"
    )

    assert state.turn == 0
    assert play(position(), "end").turn == 1


@pytest.mark.clause("RD1-28")
def test_income_and_roll_are_allowed_once_a_turn() -> None:
    """A second time is refused; in the next turn both are open again."""
    state = play(position(front={0: "2 wild"}), "income", "cup 1", "roll 1", "dice 3 wild")

    assert refused(state, "income") == "RD1-28"
    assert refused(state, "cup 1") == "RD1-28"
    play(state, "end")
    assert legal(state, "income") == ["income"]


@pytest.mark.clause("RD1-29")
def test_five_dice_at_most_stay_in_front_and_the_player_chooses_which() -> None:
    """Seven dice: every five of them; the others go to the bank. The reserve has no limit."""
    state = position(front={0: "4 straight 2 curve 1 wild"}, reserve={0: 9}, bank=5)

    play(state, "end")

    assert state.phase == KEEPING
    assert legal(state) == [
        "keep 4 straight 1 curve",
        "keep 4 straight 1 wild",
        "keep 3 straight 2 curve",
        "keep 3 straight 1 curve 1 wild",
        "keep 2 straight 2 curve 1 wild",
    ]
    assert refused(state, "keep 5 wild") == "RD1-29"
    assert refused(state, "income") == "RD1-29"
    play(state, "keep 3 straight 1 curve 1 wild")
    assert (in_front(state), state.reserve[0], state.bank, state.turn) == ("3 straight 1 curve 1 wild", 9, 7, 1)


@pytest.mark.clause("RD1-29")
def test_five_dice_in_front_need_no_choice() -> None:
    """RD1-R26: the limit is tested at the end of the turn only; before it, choosing dice is no move."""
    state = position(front={0: "5 curve"})

    assert refused(state, "keep 5 curve") == "RD1-29"
    assert in_front(play(state, "end")) == "5 curve"


@pytest.mark.clause("RD1-30", "RD1-31")
@pytest.mark.parametrize(("stations", "directed", "income"), [(0, False, 4), (3, True, 4), (8, True, 8), (8, False, 4)])
def test_income_is_four_or_the_built_stations_if_these_are_more(stations: int, directed: bool, income: int) -> None:
    """RD1-R1: of all companies the player directs together: here red and yellow."""
    own = ["red yellow" if 2 * i + 1 < stations else "red" for i in range((stations + 1) // 2)]
    land = [HOME, *(("meadow", i + 1, 0, names) for i, names in enumerate(own))]
    directors = {"red": 0, "yellow": 0} if directed else {"red": 1}
    state = position(land=land, directors=directors)

    assert sum(state.built) == stations
    assert play(state, "income").reserve[0] == income


@pytest.mark.clause("RD1-96")
def test_a_station_built_in_the_same_turn_counts_for_the_income() -> None:
    """Four stations and a fifth before the income is taken: five dice."""
    land = [HOME, *(("meadow", i + 1, 0, "purple") for i in range(4))]
    state = position(land=land, directors={"purple": 0}, reserve={0: 5}, west="c4:EW")

    play(state, "station west purple open", "income")

    assert state.reserve[0] == 5


@pytest.mark.clause("RD1-32", "RD1-33")
def test_who_has_lost_the_last_directorship_takes_a_golden_parachute_once() -> None:
    """Four wild dice in front; the turn after it the normal income."""
    state = position(directors={"red": 0}, shares={0: "1 red", 1: "2 red"})

    end_year(state)
    assert list(state.chute) == [1, 0]
    play(state, "end", "income")
    assert (in_front(state), state.reserve[0]) == ("4 wild", 0)
    end_year(state)
    play(state, "income")
    assert (in_front(state), state.reserve[0]) == ("4 wild", 4)


@pytest.mark.clause("RD1-32")
def test_a_director_of_another_company_gets_no_parachute() -> None:
    """RD1-R6: none may be left; and who never directed has lost nothing."""
    state = position(directors={"red": 0, "blue": 0}, shares={0: "1 red 1 blue", 1: "2 red"})

    end_year(state)

    assert list(state.chute) == [0, 0]


@pytest.mark.clause("RD1-33")
def test_a_parachute_not_taken_at_once_is_gone() -> None:
    """RD1-R6: in the turn after, income is four dice in the reserve."""
    state = end_year(position(directors={"red": 0}, shares={0: "1 red", 1: "2 red"}))

    end_year(state)
    assert list(state.chute) == [0, 0]
    play(state, "income")
    assert (in_front(state), state.reserve[0]) == ("", 4)


@pytest.mark.clause("RD1-100")
def test_income_and_parachute_are_demands_on_the_bank() -> None:
    """A bank of three gives three, and the game ends with this year."""
    plain = play(position(bank=3), "income")
    chute = play(position(bank=3, chute=[1, 0]), "income")

    assert (plain.reserve[0], plain.bank, plain.closing != 0) == (3, 0, True)
    assert (in_front(chute), chute.bank, chute.closing != 0) == ("3 wild", 0, True)
