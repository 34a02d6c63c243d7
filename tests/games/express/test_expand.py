"""Chapter 6 of the rules: expanding a company."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER
from roundhouse.games.express.board import COMPANIES, HEXES, HOME, NEXT, SIDES, WABASH
from roundhouse.games.express.notation import parse
from roundhouse.games.express.phases import BUILDING, TURN
from roundhouse.games.express.refusal import refusal
from roundhouse.games.express.state import Express, start
from tests.games.express.positions import by_company, cell, dials, legal, play, position, there


def why_not(state: Express, text: str) -> str:
    """The clause that refuses a move."""
    reason = refusal(state, parse(text))
    assert reason is not None, f"'{text}' is legal"
    return reason.clause


def expanding(company: str, **named: Any) -> Express:
    """Seat 0 owns everything and has chosen to expand the company, which has 50 dollars if nothing is said."""
    named.setdefault("treasury", {company: 50})
    shares = "PRR B&O C&O NYC" + (" WAB" if company == "WAB" else "")
    return play(position(shares={0: shares}, **named), f"expand {company}")


@pytest.mark.clause("CEX-65")
def test_only_an_owner_expands_a_company() -> None:
    """All four are rich; seat 0 owns PRR and NYC."""
    state = position(treasury={"PRR": 20, "B&O": 20, "C&O": 20, "NYC": 20})

    assert legal(state, "expand") == ["PRR", "NYC"]
    assert why_not(state, "expand B&O") == "CEX-65"


@pytest.mark.clause("CEX-66")
def test_one_to_three_locomotives_are_placed() -> None:
    """No end before the first, an end after the first and second, and after the third it is over."""
    state = expanding("PRR")
    ends = ["stop" in legal(state)]
    for name in ("R4", "Q5"):
        play(state, f"build {name}")
        ends.append("stop" in legal(state))
    play(state, "build P4")

    assert ends == [False, True, True]
    assert (state.phase, state.actor) == (TURN, 1)
    assert by_company(state.left)["PRR"] == 16
    assert len(state.laid) == 0


@pytest.mark.clause("CEX-67")
def test_a_new_hex_is_next_to_the_network() -> None:
    """From Philadelphia only its free neighbours are open; Q4 is not, until R4 is built."""
    state = expanding("PRR")
    first = legal(state, "build")
    play(state, "build R4")

    assert first == ["Q5", "Q6", "R4", "R6", "S5"]
    assert "Q4" in legal(state, "build")
    assert why_not(state, "build A2") == "CEX-67"


@pytest.mark.clause("CEX-67")
def test_networks_always_hang_together_with_their_start() -> None:
    """Every company, at the end of forty random games: all its hexes are reached from home over its own hexes."""
    for seed in range(40):
        state, rng = start(2 + seed % 5, 0), Rng(seed)
        while state.actor != OVER:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
        for company in range(COMPANIES):
            own = {where for where in range(HEXES) if state.on[where] >> company & 1}
            reached, rim = set(), {HOME[company]} & own
            while rim:
                reached |= rim
                rim = {other for where in rim for other in NEXT[where * SIDES : (where + 1) * SIDES] if other in own} - reached
            assert reached == own
            assert own or company == WABASH


@pytest.mark.clause("CEX-68")
def test_branches_are_allowed_in_any_order() -> None:
    """R4 and R6 on two sides of Philadelphia, then Q4 behind R4."""
    state = play(expanding("PRR"), "build R6", "build R4", "build Q4")

    assert all(there(state, name) == ["PRR"] for name in ("R4", "R6", "Q4"))


@pytest.mark.clause("CEX-69")
def test_nobody_builds_on_an_eastern_start_hex() -> None:
    """C&O stands beside Baltimore, B&O beside Washington, and their own homes are closed too."""
    near_baltimore = expanding("C&O", built={"C&O": "Q8"})
    at_home = expanding("B&O", built={"B&O": "Q8"})

    assert "Q7" not in legal(near_baltimore, "build")
    assert why_not(near_baltimore, "build Baltimore") == "CEX-69"
    assert why_not(at_home, "build Washington") == "CEX-69"
    assert "Q7" not in legal(at_home, "build")
    assert why_not(at_home, "build Q7") == "CEX-73"


@pytest.mark.clause("CEX-70")
@pytest.mark.parametrize("wabash", [False, True])
def test_fort_wayne_is_open_to_all_before_and_after_the_wabash_opens(wabash: bool) -> None:
    """PRR comes from D4; with the black locomotive there it pays twice."""
    built = {"PRR": "D4"} | ({"WAB": ""} if wabash else {})
    state = play(expanding("PRR", built=built), "build Fort Wayne")

    assert there(state, "D3") == (["PRR", "WAB"] if wabash else ["PRR"])
    assert by_company(state.treasury)["PRR"] == (48 if wabash else 49)
    assert by_company(state.income)["PRR"] == 8


@pytest.mark.clause("CEX-71")
@pytest.mark.parametrize(("name", "beside"), [("Columbus", "F4"), ("Pittsburgh", "K3"), ("E4", "E3")])
def test_cities_industrial_cities_and_plains_admit_all_companies(name: str, beside: str) -> None:
    """Three companies are there already, and the fourth may come."""
    built = {"PRR": name, "B&O": name, "NYC": name, "C&O": beside}
    state = play(expanding("C&O", built=built), f"build {name}")

    assert there(state, name) == ["PRR", "B&O", "C&O", "NYC"]


@pytest.mark.clause("CEX-72")
@pytest.mark.parametrize(("name", "beside"), [("Q4", "R4"), ("L6", "L7")])
def test_a_forest_or_mountain_admits_one_company(name: str, beside: str) -> None:
    """PRR is there; NYC beside it is refused, before and after the hex is occupied."""
    free = expanding("NYC", built={"NYC": beside})
    taken = expanding("NYC", built={"NYC": beside, "PRR": name})
    taken_first = expanding("NYC", built={"PRR": name, "NYC": beside})

    assert name in legal(free, "build")
    assert name not in legal(taken, "build")
    assert taken.open == taken_first.open
    assert why_not(taken, f"build {name}") == "CEX-72"


@pytest.mark.clause("CEX-73")
def test_a_company_has_one_locomotive_on_a_hex() -> None:
    """PRR in Q5 cannot build there again, although it is a plain."""
    state = expanding("PRR", built={"PRR": "Q5"})

    assert "Q5" not in legal(state, "build")
    assert why_not(state, "build Q5") == "CEX-73"


@pytest.mark.clause("CEX-74")
def test_no_more_locomotives_than_are_left() -> None:
    """Two left: the expansion ends with the second. None left: no expansion."""
    two = play(expanding("PRR", left={"PRR": 2}), "build R4", "build Q5")
    none = position(treasury={"PRR": 50}, left={"PRR": 0})

    assert (two.phase, two.left[0]) == (TURN, 0)
    assert "PRR" not in legal(none, "expand")
    assert why_not(none, "expand PRR") == "CEX-74"


@pytest.mark.clause("CEX-75")
@pytest.mark.parametrize(("others", "price"), [("", 1), ("PRR", 2), ("PRR NYC", 3), ("PRR NYC B&O", 4)])
def test_a_hex_costs_its_cost_times_the_locomotives_on_it(others: str, price: int) -> None:
    """The plain P9 (cost 1) beside Washington, with none to three others there; the bank gets the money."""
    state = expanding("C&O", built=dict.fromkeys(others.split(), "P9"))
    bank = state.bank
    play(state, "build P9")

    assert by_company(state.treasury)["C&O"] == 50 - price
    assert state.bank == bank + price


@pytest.mark.clause("CEX-76")
def test_a_company_spends_at_most_its_treasury() -> None:
    """3 dollars: R4 (1) leaves 2, enough for the forest R3 (2) and then for nothing: the expansion is over."""
    state = play(expanding("PRR", treasury={"PRR": 3}), "build R4")
    second = legal(state, "build")
    play(state, "build R3")

    assert "R3" in second
    assert "P3" not in second
    assert by_company(state.treasury)["PRR"] == 0
    assert state.phase == TURN


@pytest.mark.clause("CEX-76")
def test_an_expansion_that_cannot_pay_for_any_hex_is_not_offered() -> None:
    """An empty treasury, and one that is too small for the cheapest hex in reach."""
    assert legal(position(), "expand") == []
    assert why_not(position(), "expand PRR") == "CEX-76"

    crowd = dict.fromkeys(("PRR", "B&O", "NYC"), "P8 P9 Q8")
    poor = position(shares={0: "PRR B&O C&O NYC"}, built=crowd, treasury={"C&O": 1})
    assert legal(poor, "expand") == []


@pytest.mark.clause("CEX-77")
def test_the_worked_example_of_costs() -> None:
    """NYC builds the forest R3 and Binghamton, where PRR is: 2 + 2 x 2 = 6 dollars."""
    state = play(expanding("NYC", built={"PRR": "R4 Q4 Q3"}, treasury={"NYC": 6}), "build R3", "build Binghamton")

    assert by_company(state.treasury)["NYC"] == 0
    assert there(state, "Binghamton") == ["PRR", "NYC"]


@pytest.mark.clause("CEX-77")
def test_the_worked_example_with_a_dollar_too_few() -> None:
    """With 5 in the treasury Binghamton is refused after the forest."""
    state = play(expanding("NYC", built={"PRR": "R4 Q4 Q3"}, treasury={"NYC": 5}), "build R3")

    assert "Q3" not in legal(state, "build")
    assert why_not(state, "build Binghamton") == "CEX-76"


@pytest.mark.clause("CEX-78")
@pytest.mark.parametrize(("name", "beside", "more"), [("Richmond", "O9", 2), ("M5", "M4", 1)])
def test_a_hex_without_house_raises_the_income_by_its_income(name: str, beside: str, more: int) -> None:
    """A city of 2 by 2, a mountain of 1 by 1."""
    state = expanding("NYC", built={"NYC": beside})
    before = by_company(state.income)["NYC"]
    play(state, f"build {name}")

    assert by_company(state.income)["NYC"] == before + more


@pytest.mark.clause("CEX-79")
def test_a_city_with_a_house_raises_the_income_by_both_values() -> None:
    """Richmond (2 and 1) was developed when B&O was there: 3 for NYC, and B&O keeps what it has."""
    state = expanding("NYC", built={"B&O": "O10", "NYC": "O9"}, houses="O10")
    before = by_company(state.income)
    play(state, "build Richmond")

    assert by_company(state.income)["NYC"] == before["NYC"] + 3
    assert by_company(state.income)["B&O"] == before["B&O"] == 6 + 3


@pytest.mark.clause("CEX-79")
def test_a_mountain_brings_its_two_values_in_two_steps() -> None:
    """M5 (1 and 2): 1 when NYC arrives, 2 when it is developed; nobody else can come."""
    state = play(expanding("NYC", built={"NYC": "M4"}), "build M5", "stop")
    before = by_company(state.income)["NYC"]
    play(state, "develop M5")

    assert by_company(state.income)["NYC"] == before + 2
    assert before == 8 + 1 + 1


@pytest.mark.clause("CEX-80")
@pytest.mark.parametrize(
    ("name", "beside", "row", "value"),
    [
        ("Wheeling", "I5", "Wheeling", 3),
        ("Wheeling", "I5", "Wheeling", 5),
        ("Pittsburgh", "K5", "Pittsburgh", 6),
        ("Detroit", "E1", "Detroit", 4),
    ],
)
def test_an_industrial_city_raises_the_income_by_its_marker(name: str, beside: str, row: str, value: int) -> None:
    """The value of the moment: Wheeling at 3 brings 3."""
    state = expanding("PRR", built={"PRR": beside}, track={row: value})
    play(state, f"build {name}")

    assert by_company(state.income)["PRR"] == 7 + value


@pytest.mark.clause("CEX-81")
def test_forest_and_plains_do_not_raise_the_income() -> None:
    """A forest, a plain, and another plain."""
    state = play(expanding("PRR"), "build R4", "build Q4", "build Q5")

    assert by_company(state.income)["PRR"] == 7


@pytest.mark.clause("CEX-82")
def test_chicago_raises_the_income_by_seven() -> None:
    """PRR enters from B2."""
    state = play(expanding("PRR", built={"PRR": "B2"}), "build Chicago", "stop")

    assert by_company(state.income)["PRR"] == 14


@pytest.mark.clause("CEX-83")
def test_the_wabash_is_expanded_once_it_is_open_by_an_owner() -> None:
    """Closed: refused. Open and owned: allowed. Open and not owned: refused."""
    closed = position(treasury={"PRR": 5})
    owned = position(shares={0: "PRR B&O C&O NYC WAB"}, built={"WAB": ""}, treasury={"WAB": 5})
    not_owned = position(shares={0: "PRR B&O C&O NYC", 1: "WAB"}, built={"WAB": ""}, treasury={"WAB": 5})

    assert why_not(closed, "expand WAB") == "CEX-83"
    assert legal(owned, "expand") == ["WAB"]
    assert why_not(not_owned, "expand WAB") == "CEX-65"
    assert sorted(legal(play(owned, "expand WAB"), "build")) == ["C3", "C4", "D2", "D4", "E3", "E4"]


@pytest.mark.clause("CEX-84")
def test_incomes_never_fall() -> None:
    """Move by move through thirty random games."""
    for seed in range(30):
        state, rng = start(2 + seed % 5, 0), Rng(seed)
        while state.actor != OVER:
            before = list(state.income)
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
            assert all(a <= b for a, b in zip(before, state.income, strict=True))


@pytest.mark.clause("CEX-84")
def test_an_income_that_differs_from_the_map_is_noticed() -> None:
    """The invariants add up the hexes of every company."""
    with pytest.raises(AssertionError, match="CEX-84"):
        position(income={"PRR": 9}).check()


def test_the_needle_of_an_expansion_moves_once() -> None:
    """Three locomotives, one choice."""
    assert dials(play(expanding("PRR"), "build R4", "build Q5", "build P4")) == [0, 1, 0]


def test_an_expansion_ends_by_itself_when_the_money_is_spent() -> None:
    """One dollar, one plain (CEX-R28); with a dollar more the player is asked."""
    over = play(expanding("PRR", treasury={"PRR": 1}), "build R4")
    asked = play(expanding("PRR", treasury={"PRR": 2}), "build R4")

    assert (over.phase, asked.phase) == (TURN, BUILDING)
    assert cell("R4") in asked.laid
