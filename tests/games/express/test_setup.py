"""Chapter 2 of the rules: the table before the first bid."""

from __future__ import annotations

import pytest

from roundhouse.core.sentence import BadSetup
from roundhouse.games.express import GAME, Options
from roundhouse.games.express.board import COMPANY_IDS, FORT_WAYNE, HOME, WABASH
from roundhouse.games.express.phases import NONE
from roundhouse.games.express.state import start
from tests.games.express.positions import by_company, dials, legal, there


@pytest.mark.clause("CEX-17")
def test_needles_start_on_green() -> None:
    """No action has been chosen."""
    assert dials(start(4, 0)) == [0, 0, 0]


@pytest.mark.clause("CEX-18")
def test_four_locomotives_stand_at_home() -> None:
    """One each; 19, 21, 25 and 23 are left."""
    state = start(4, 0)
    left = by_company(state.left)

    assert [there(state, name) for name in ("Philadelphia", "Baltimore", "Washington", "New_York")] == [
        ["PRR"],
        ["B&O"],
        ["C&O"],
        ["NYC"],
    ]
    assert (left["PRR"], left["B&O"], left["C&O"], left["NYC"]) == (19, 21, 25, 23)
    assert sum(1 for companies in state.on if companies) == 4


@pytest.mark.clause("CEX-19")
def test_the_wabash_is_whole() -> None:
    """Fort Wayne is empty, 11 locomotives and both shares lie on the charter."""
    state = start(4, 0)

    assert state.on[FORT_WAYNE] == 0
    assert HOME[WABASH] == FORT_WAYNE
    assert (state.left[WABASH], state.unsold[WABASH]) == (11, 2)


@pytest.mark.clause("CEX-20")
def test_first_incomes() -> None:
    """The coloured spaces of the income track."""
    assert by_company(start(2, 0).income) == {"PRR": 7, "B&O": 6, "C&O": 5, "NYC": 8, "WAB": 0}


@pytest.mark.clause("CEX-21")
def test_the_wabash_is_closed() -> None:
    """No income, and not open."""
    state = start(3, 0)

    assert not state.is_open(WABASH)
    assert all(state.is_open(company) for company in range(WABASH))


@pytest.mark.clause("CEX-22", "CEX-23")
def test_houses_and_industrial_markers() -> None:
    """20 houses, and Detroit 1, Wheeling 3, Pittsburgh 4."""
    state = start(3, 0)

    assert state.supply == 20
    assert list(state.house) == [0, 0, 0]
    assert list(state.track) == [1, 3, 4]


@pytest.mark.clause("CEX-24")
def test_no_treasury_and_no_share() -> None:
    """Everything is still to be sold."""
    state = start(6, 0)

    assert not any(state.treasury)
    assert not any(state.share)


@pytest.mark.clause("CEX-25")
@pytest.mark.parametrize(("seats", "dollars"), [(2, 60), (3, 40), (4, 30), (5, 24), (6, 20)])
def test_the_capital_is_shared(seats: int, dollars: int) -> None:
    """120 dollars in equal parts."""
    assert list(start(seats, 0).cash) == [dollars] * seats


@pytest.mark.clause("CEX-26")
def test_the_score_is_cash() -> None:
    """From the first moment to the last."""
    assert list(start(5, 0).scores()) == [24] * 5


@pytest.mark.clause("CEX-29")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_first_bidder_is_an_option(seat: int) -> None:
    """The oldest player sits anywhere; seat 0 if nothing is said."""
    state = GAME.start(3, Options(first_bidder=seat))

    assert (state.actor, state.opener, state.turn) == (seat, seat, NONE)
    assert COMPANY_IDS[state.company] == "PRR"
    assert GAME.start(3) == GAME.start(3, Options(first_bidder=0))
    assert legal(state)[0] == "pass"


@pytest.mark.clause("CEX-29")
@pytest.mark.parametrize("seat", [-1, 3])
def test_the_first_bidder_must_sit_at_the_table(seat: int) -> None:
    """With three players there is no seat 3."""
    with pytest.raises(BadSetup, match="from 0 to 2"):
        GAME.start(3, Options(first_bidder=seat))
