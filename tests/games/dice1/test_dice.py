"""Chapters 3 and 6: what dice are for, and the roll."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.state import CHANCE
from roundhouse.games.dice1.position import CUPPED, EMPTY_BANK, PAYING, ROLLING, RUNNING, TURN
from roundhouse.games.dice1.start import Options
from tests.games.dice1.positions import HOME, in_front, legal, play, position, refused


def lake_shore(**more: Any) -> dict[str, Any]:
    """The east end on a lake tile, about to enter the lake at c4 from b4."""
    return {"land": (HOME, ("lake", 1, 0, "")), "east_on": 1, "east": "a4:WE b4:WE", "rest": "e4:WE f4:WE g4:WE", **more}


@pytest.mark.clause("RD1-16")
def test_income_goes_to_the_reserve() -> None:
    """Four dice that are in no front and have no face."""
    state = play(position(front={0: "1 curve"}), "income")

    assert state.reserve[0] == 4
    assert in_front(state) == "1 curve"


@pytest.mark.clause("RD1-17")
def test_a_reserve_die_is_rolled_or_pays_and_nothing_else() -> None:
    """With only reserve dice no rail can be laid and no share bought; all of them can be rolled."""
    state = position(reserve={0: 3})

    assert legal(state, "lay") == legal(state, "buy") == []
    assert legal(state, "cup") == ["cup 0"]
    assert legal(play(state, "cup 0")) == ["roll 1", "roll 2", "roll 3"]


@pytest.mark.clause("RD1-18", "RD1-72")
def test_a_payment_is_any_mix_of_reserve_and_wild_dice() -> None:
    """The lake fee of two dice: none, one or two of them wild."""
    state = position(front={0: "4 straight 3 wild"}, reserve={0: 2}, **lake_shore())
    bank = state.bank

    play(state, "lay east E-E")

    assert state.phase == PAYING
    assert legal(state) == ["pay 0 wild", "pay 1 wild", "pay 2 wild"]
    play(state, "pay 1 wild")
    assert (in_front(state), state.reserve[0], state.bank) == ("3 straight 2 wild", 1, bank + 2)


@pytest.mark.clause("RD1-18")
def test_other_dice_in_front_cannot_pay() -> None:
    """Rails and shares in plenty, but neither reserve nor wild dice for the fee."""
    state = position(front={0: "5 straight 5 curve 5 share"}, **lake_shore())

    assert refused(state, "lay east E-E") == "RD1-73"


@pytest.mark.clause("RD1-19", "RD1-22")
def test_dice_once_rolled_stay_in_front_and_only_wild_ones_are_rolled_again() -> None:
    """Kept dice of earlier turns stand there as well; the next cup takes wild dice only."""
    state = position(front={0: "1 straight"}, reserve={0: 2})

    play(state, "cup 0", "roll 2", "dice 1 curve 1 wild")
    assert in_front(state) == "1 straight 1 curve 1 wild"
    play(state, "end", "end", "end")
    assert legal(state, "cup") == ["cup 1"]


@pytest.mark.clause("RD1-20")
def test_a_rail_die_is_laid_as_its_kind_and_a_share_die_buys_a_share() -> None:
    """A straight die cannot be a curve, and a curve buys nothing."""
    straight, curve, share = (position(front={0: f"1 {face}"}) for face in ("straight", "curve", "share"))

    assert legal(straight, "lay") == ["lay west W-W", "lay east E-E"]
    assert refused(straight, "lay west W-N") == "RD1-20"
    assert legal(curve, "lay") == ["lay west W-S", "lay west W-N", "lay east E-N", "lay east E-S"]
    assert refused(curve, "buy red") == "RD1-50"
    assert len(legal(share, "buy")) == 5
    assert legal(share, "lay") == []


@pytest.mark.clause("RD1-21")
def test_a_wild_die_is_rail_share_payment_or_rolled_again() -> None:
    """One wild die in front offers all of these."""
    state = position(front={0: "1 wild"})

    assert legal(state, "lay") == legal(position(front={0: "1 straight 1 curve"}), "lay")
    assert len(legal(state, "buy")) == 5
    assert legal(state, "cup") == ["cup 1"]


@pytest.mark.clause("RD1-21")
def test_the_exact_die_is_used_before_a_wild_one() -> None:
    """RD1-R31: rails and shares first."""
    state = position(front={0: "1 straight 1 share 2 wild"})

    assert in_front(play(state, "lay west W-W")) == "1 share 2 wild"
    assert in_front(play(state, "buy red")) == "2 wild"
    assert in_front(play(state, "lay west W-W", "buy red")) == ""


@pytest.mark.clause("RD1-23")
def test_dice_spent_go_to_the_bank_and_dice_laid_stay_on_the_tile() -> None:
    """A share and a discard raise the bank, a rail does not."""
    state = position(front={0: "6 straight 1 share"})
    bank = state.bank

    assert play(state, "lay west W-W").bank == bank
    assert play(state, "buy red").bank == bank + 1
    play(state, "lay west W-W", "end")
    assert state.bank == bank + 1
    more = play(position(front={0: "7 curve"}, bank=10), "end")
    assert more.bank == 12
    assert in_front(more) == "5 curve"


@pytest.mark.clause("RD1-24", "RD1-49")
def test_a_station_earns_two_wild_dice_that_may_be_used_at_once() -> None:
    """They go to the front and buy shares in the same turn."""
    state = position(reserve={0: 3}, directors={"purple": 0}, shares={0: "1 purple"})

    play(state, "station west purple open")

    assert (in_front(state), state.reserve[0]) == ("2 wild", 0)
    play(state, "buy red", "lay west N-N")
    assert in_front(state) == ""


@pytest.mark.clause("RD1-34", "RD1-36")
def test_two_reserve_dice_and_four_wild_ones_make_a_roll_of_ten() -> None:
    """The bank adds four; ten dice are two handfuls."""
    state = position(front={0: "4 wild"}, reserve={0: 2})
    bank = state.bank

    play(state, "cup 4")
    assert state.phase == CUPPED
    play(state, "roll 2")

    assert (state.actor, state.phase, state.loose, state.bank) == (CHANCE, ROLLING, 10, bank - 4)
    play(state, "dice 8 curve")
    assert (state.actor, state.loose) == (CHANCE, 2)
    play(state, "dice 1 share 1 wild")
    assert (state.actor, state.phase) == (0, TURN)
    assert in_front(state) == "8 curve 1 share 1 wild"


@pytest.mark.clause("RD1-34")
def test_any_number_of_wild_and_reserve_dice_may_be_rolled() -> None:
    """From none to all of either; RD1-R30: one die at least. What leaves no choice is not asked."""
    state = position(front={0: "2 wild 1 curve"}, reserve={0: 1})

    assert legal(state, "cup") == ["cup 0", "cup 1", "cup 2"]
    assert legal(play(state.copy(), "cup 2")) == ["roll 0", "roll 1"]
    assert play(state.copy(), "cup 0").loose == 1
    assert refused(state, "cup 3") == "RD1-34"
    assert refused(state, "roll 1") == "RD1-34"
    assert refused(position(front={0: "1 curve"}), "cup 0") == "RD1-34"
    cupped = play(state, "cup 1")
    assert refused(cupped, "roll 2") == "RD1-34"
    assert refused(cupped, "end") == "RD1-34"


@pytest.mark.clause("RD1-35")
def test_the_faces_of_a_roll_are_up_to_chance() -> None:
    """Every handful of the size rolled is an outcome; players choose none."""
    state = position(reserve={0: 3})
    assert refused(state, "dice 3 wild") == "RD1-35"

    play(state, "cup 0", "roll 3")

    assert len(state.legal_moves()) == 20
    assert sum(state.weight(outcome) for outcome in state.legal_moves()) == 6**3
    assert refused(state, "dice 2 wild") == "RD1-35"
    assert refused(state, "end") == "RD1-35"


@pytest.mark.clause("RD1-92", "RD1-100")
def test_more_wild_dice_may_be_rolled_than_the_bank_can_double() -> None:
    """RD1-R18: it adds what it has, and the game ends with this year. Exactly emptying it is no end."""
    short = play(position(front={0: "4 wild"}, bank=3), "cup 4")
    exact = play(position(front={0: "4 wild"}, bank=4), "cup 4")

    assert (short.loose, short.bank, short.closing) == (7, 0, EMPTY_BANK)
    assert (exact.loose, exact.bank, exact.closing) == (8, 0, RUNNING)


def test_sixty_dice_can_be_rolled_at_once() -> None:
    """The large bank: a reserve of fifty dice is six handfuls of eight and one of two."""
    state = position(reserve={0: 50}, bank=9, options=Options(large_bank=True))

    play(state, "cup 0", "roll 50")
    for _ in range(6):
        play(state, "dice 8 straight")
    play(state, "dice 2 straight")

    assert in_front(state) == "50 straight"
