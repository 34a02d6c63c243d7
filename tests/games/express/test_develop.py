"""Chapter 7 of the rules: developing a hex."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER
from roundhouse.games.express.board import CHICAGO, DEVELOPABLE, HEX_IDS, HEXES, PLAINS, ROW_HEX, START, TERRAIN
from roundhouse.games.express.moves import DEVELOP
from roundhouse.games.express.notation import parse
from roundhouse.games.express.refusal import refusal
from roundhouse.games.express.state import Express, start
from tests.games.express.positions import by_company, cell, dials, legal, play, position

EVERYWHERE = " ".join(HEX_IDS[where] for where in range(HEXES) if TERRAIN[where] != START)


def why_not(state: Express, text: str) -> str:
    """The clause that refuses a move."""
    reason = refusal(state, parse(text))
    assert reason is not None, f"'{text}' is legal"
    return reason.clause


@pytest.mark.clause("CEX-85")
def test_the_developer_need_not_own_a_share_there() -> None:
    """Seat 0 owns PRR and NYC, and develops Richmond, where only B&O is."""
    state = play(position(built={"B&O": "O10"}), "develop Richmond")

    assert by_company(state.income)["B&O"] == 6 + 2 + 1


@pytest.mark.clause("CEX-86")
@pytest.mark.parametrize("name", ["Richmond", "M5", "Q4"])
def test_a_locomotive_must_be_there(name: str) -> None:
    """City, mountain and forest: refused while empty, allowed with a locomotive."""
    empty, built = position(), position(built={"B&O": cell_id(name)})

    assert why_not(empty, f"develop {name}") == "CEX-86"
    assert legal(built, "develop") == [cell_id(name)]


def cell_id(name: str) -> str:
    """The id of a hex that may be given by its city."""
    return HEX_IDS[cell(name)]


@pytest.mark.clause("CEX-87")
@pytest.mark.parametrize("name", ["Richmond", "M5", "Q4"])
def test_a_hex_is_developed_once_with_a_house_of_the_supply(name: str) -> None:
    """The supply falls to 19, and the hex is closed."""
    state = play(position(built={"B&O": cell_id(name)}), f"develop {name}")

    assert state.supply == 19
    assert state.has_house(cell(name))
    assert why_not(state, f"develop {name}") == "CEX-87"
    assert not state.is_ripe(cell(name))


@pytest.mark.clause("CEX-87")
def test_a_second_company_does_not_open_a_developed_city_again() -> None:
    """Richmond has its house; NYC arrives, and it still cannot be developed."""
    state = position(built={"B&O": "O10", "NYC": "O9"}, houses="O10", treasury={"NYC": 9})
    play(state, "expand NYC", "build Richmond", "stop")

    assert why_not(state, "develop Richmond") == "CEX-87"


@pytest.mark.clause("CEX-88")
@pytest.mark.parametrize(("name", "values"), [("Wheeling", [4, 5, 6]), ("Pittsburgh", [6, 8])])
def test_wheeling_and_pittsburgh_are_developed_several_times_without_houses(name: str, values: list[int]) -> None:
    """The marker moves to the end of its row, one space at a time."""
    assert why_not(position(), f"develop {name}") == "CEX-88"

    state = position(built={"PRR": cell_id(name)})
    shown = []
    for _ in values:
        play(state, f"develop {name}")
        shown.append(state.value(cell(name)))

    assert shown == values
    assert state.supply == 20


@pytest.mark.clause("CEX-89")
def test_what_players_never_develop() -> None:
    """A company stands on every hex of the map: plains, eastern start hexes, Chicago and Detroit are not offered."""
    state = position(built={"PRR": EVERYWHERE})
    closed = [where for where in range(HEXES) if DEVELOP + where not in state.legal_moves()]

    assert [where for where in closed if TERRAIN[where] not in (PLAINS, START)] == [CHICAGO, ROW_HEX[0]]
    assert all(not DEVELOPABLE[where] for where in closed)
    assert why_not(state, "develop Chicago") == "CEX-89"
    assert why_not(state, "develop New York") == "CEX-89"
    assert why_not(state, "develop Q5") == "CEX-89"


@pytest.mark.clause("CEX-90")
def test_fort_wayne_is_developed_like_a_city() -> None:
    """PRR is there before the Wabash opens: 1 and 2 more."""
    state = play(position(built={"PRR": "D3"}), "develop Fort Wayne")

    assert by_company(state.income)["PRR"] == 7 + 1 + 2
    assert state.supply == 19
    assert why_not(state, "develop Fort Wayne") == "CEX-87"


@pytest.mark.clause("CEX-91")
def test_a_development_raises_the_income_of_every_company_there() -> None:
    """Cleveland (2 more) with PRR and NYC; B&O elsewhere gains nothing."""
    state = play(position(built={"PRR": "I2", "NYC": "I2", "B&O": "F5"}), "develop Cleveland")

    assert by_company(state.income) == {"PRR": 7 + 2 + 2, "B&O": 6 + 1, "C&O": 5, "NYC": 8 + 2 + 2, "WAB": 0}


@pytest.mark.clause("CEX-91")
def test_developing_a_mountain_raises_the_income() -> None:
    """M5 is worth 1 and 2 more."""
    state = play(position(built={"PRR": "M5"}), "develop M5")

    assert by_company(state.income)["PRR"] == 7 + 1 + 2


@pytest.mark.clause("CEX-92")
def test_the_worked_example_of_charleston() -> None:
    """C&O has an income of 12; Charleston is developed: 13."""
    state = play(position(built={"C&O": "I9"}, income={"C&O": 12}), "develop Charleston")

    assert by_company(state.income)["C&O"] == 13


@pytest.mark.clause("CEX-93")
@pytest.mark.parametrize(("name", "first", "step"), [("Wheeling", 3, 1), ("Pittsburgh", 4, 2)])
def test_an_industrial_city_raises_incomes_by_its_step(name: str, first: int, step: int) -> None:
    """PRR is there, twice developed: 1 more each time for Wheeling, 2 for Pittsburgh."""
    state = position(built={"PRR": cell_id(name)})
    incomes = [state.income[0], *(play(state, f"develop {name}").income[0] for _ in range(2))]

    assert incomes == [7 + first, 7 + first + step, 7 + first + 2 * step]


@pytest.mark.clause("CEX-94")
def test_the_worked_example_of_wheeling() -> None:
    """From 3 to 4 with PRR (17) and B&O (14) there: 18 and 15."""
    state = play(position(built={"PRR": "I6", "B&O": "I6"}, income={"PRR": 17, "B&O": 14}), "develop Wheeling")

    assert by_company(state.income) == {"PRR": 18, "B&O": 15, "C&O": 5, "NYC": 8, "WAB": 0}
    assert state.track[1] == 4


@pytest.mark.clause("CEX-95")
@pytest.mark.parametrize(("name", "last"), [("Wheeling", 6), ("Pittsburgh", 8)])
def test_a_marker_on_its_last_space_stays(name: str, last: int) -> None:
    """Not offered any more; the action can only be declined."""
    state = position(built={"PRR": cell_id(name)}, track={name: last})

    assert legal(state, "develop") == []
    assert why_not(state, f"develop {name}") == "CEX-95"
    assert "decline develop" in legal(state)


@pytest.mark.clause("CEX-95")
def test_a_marker_past_its_row_is_noticed() -> None:
    """The invariants know the rows."""
    state = position()
    state.track[1] = 7

    with pytest.raises(AssertionError, match="CEX-95"):
        state.check()


@pytest.mark.clause("CEX-96")
def test_a_forest_gives_two_dollars_to_the_company_there() -> None:
    """PRR in Q4: 2 dollars from the bank into its treasury, once; its income stays 7."""
    state = position(built={"PRR": "Q4"}, treasury={"PRR": 3})
    bank = state.bank
    play(state, "develop Q4")

    assert by_company(state.treasury) == {"PRR": 5, "B&O": 0, "C&O": 0, "NYC": 0, "WAB": 0}
    assert by_company(state.income)["PRR"] == 7
    assert state.bank == bank - 2
    assert why_not(state, "develop Q4") == "CEX-87"


@pytest.mark.clause("CEX-97")
def test_who_comes_later_gets_the_raised_values() -> None:
    """Wheeling stands on 5 and Columbus has a house: 5 and 1 + 1 for B&O, which comes now."""
    state = position(
        seats=2,
        shares={0: "PRR B&O C&O NYC"},
        built={"PRR": "I6 F5", "B&O": "I5 F4"},
        track={"Wheeling": 5},
        houses="F5",
        treasury={"B&O": 20},
    )
    play(state, "expand B&O", "build Wheeling", "build Columbus", "stop")

    assert by_company(state.income)["B&O"] == 6 + 5 + 2


@pytest.mark.clause("CEX-97")
def test_nobody_comes_to_a_developed_forest_later() -> None:
    """Q4 has PRR and a house; NYC beside it is refused."""
    state = position(built={"PRR": "Q4", "NYC": "R4"}, houses="Q4", treasury={"NYC": 20})

    assert "Q4" not in legal(play(state, "expand NYC"), "build")
    assert why_not(state, "build Q4") == "CEX-72"


@pytest.mark.clause("CEX-98")
def test_players_do_not_develop_detroit() -> None:
    """With a locomotive there or not; only a general dividend moves its marker."""
    state = position(built={"PRR": "E0"}, needles=(2, 0, 4))
    before = position(built={"PRR": "E0"})

    assert why_not(before, "develop Detroit") == "CEX-98"
    assert why_not(position(), "develop Detroit") == "CEX-98"
    assert play(state, "decline auction").track[0] == 2
    assert play(position(needles=(2, 0, 4)), "decline auction").track[0] == 2


@pytest.mark.clause("CEX-99")
@pytest.mark.parametrize("name", ["Richmond", "M5", "Wheeling"])
def test_developing_costs_nothing(name: str) -> None:
    """Cash, treasuries and bank stay as they were; the needle has moved."""
    state = position(built={"PRR": cell_id(name)}, treasury={"PRR": 3})
    before = (list(state.cash), list(state.treasury), state.bank)
    play(state, f"develop {name}")

    assert (list(state.cash), list(state.treasury), state.bank) == before
    assert dials(state) == [0, 0, 1]


@pytest.mark.clause("CEX-100")
def test_the_supply_never_runs_out() -> None:
    """Greedy developers use as many houses as the dials allow, in ten games; the last round begins with 4 or more."""
    for seed in range(10):
        state, rng = start(3, 0), Rng(seed)
        while state.actor != OVER:
            moves = [move for move in state.legal_moves() if DEVELOP <= move < DEVELOP + HEXES] or list(state.legal_moves())
            state.apply(moves[rng.below(len(moves))])
            if state.actor != OVER and list(state.needle) == [0, 0, 0]:
                assert state.supply >= 4
        assert state.supply >= 0
