"""Chapters 3 and 5: turns and rolls."""

from __future__ import annotations

from math import comb

import pytest

from roundhouse.core.state import CHANCE
from roundhouse.games.dice2 import GAME
from roundhouse.games.dice2.board import COMPLEX_WILD
from roundhouse.games.dice2.moves import ROLL, ROLLS
from roundhouse.games.dice2.notation import notation
from roundhouse.games.dice2.position import GIVEN_UP, OPEN, ROLLED
from tests.games.dice2.positions import faces, legal, play, position, refused

LINKED = {
    "1d4": "NS",
    "4d1": "NE",
    "5a1": "EW",
    "5b1": "EW",
    "5c1": "EW",
    "5d1": "SW",
    "5d2": "NE",
}  # blue's line to the black home
STATIONS = {"blue": "1d3", "black": "6a2", "A": "3b3"}


@pytest.mark.clause("RD2-30")
def test_linking_and_carrying_brings_income() -> None:
    """Blue joins its home with the black one, receives 5, and brings home four passengers: 10 - 1 for the mountain + 5 + 4."""
    dice = {place: shape for place, shape in LINKED.items() if place != "5d2"}
    state = position(stations=STATIONS, dice=dice, front="curve", engines={0: "4", 1: "3 3"}, stock=[0, 0, 1, 2, 2])
    play(state, "lay 5d2 NE", "carry 4 black")

    assert list(state.scores()) == [18, 15]
    assert list(state.ranks()) == [0, 1]


@pytest.mark.clause("RD2-31")
def test_turns_go_round() -> None:
    """Seat 2 of three begins: 2, 0, 1, 2."""
    state = position(seats=3, stations={"blue": "1d3", "black": "6a2", "white": "3b3"}, turn=2)
    seen = []
    for _ in range(4):
        seen.append(state.actor)
        play(state, "end")

    assert seen == [2, 0, 1, 2]


@pytest.mark.clause("RD2-32")
def test_all_actions_are_open_in_one_turn_in_any_order() -> None:
    """Buy, roll, carry, lay, bring in, buy: no order is imposed; stations are not placed any more."""
    state = position(stations=STATIONS, dice=LINKED, engines={0: "3 3", 1: "4"}, stock=[0, 0, 1, 2, 2], cash=[40, 10])
    play(state, "buy", "dice 2+1", "roll straight locomotive / fork", "carry 4 black", "lay 1d2 NS", "bring 6", "buy", "end")

    assert state.actor == 1
    assert refused(state, "place 3b3") == "RD2-32"


@pytest.mark.clause("RD2-33")
def test_dice_are_rolled_once_a_turn() -> None:
    """After a roll no second offer is open, in the next turn it is."""
    state = play(position(), "dice 4", "roll straight straight curve locomotive")

    assert [refused(state, f"dice {offer}") for offer in ("4", "2+1", "0+2", "?")] == ["RD2-33"] * 4
    play(state, "end")
    assert refused(state, "dice 4") == ""


@pytest.mark.clause("RD2-33")
def test_nothing_has_to_be_done() -> None:
    """A turn may end at once."""
    assert play(position(), "end").actor == 1


@pytest.mark.clause("RD2-34")
def test_shortage_and_end_are_tested_within_a_turn() -> None:
    """The transport that empties the third tile fills all at once, before the turn ends."""
    state = position(stations=STATIONS, dice=LINKED, engines={0: "4", 1: "3 3"}, stock=[0, 0, 1, 2, 2], pools=[0, 0, 0, 0, 0, 4])
    play(state, "carry 4 black")

    assert state.actor == 0
    assert list(state.pool) == [5, 0, 5, 0, 0, 5]


@pytest.mark.clause("RD2-35")
def test_giving_up_the_roll_feeds_all_tiles() -> None:
    """5 a station on every tile with one; no roll, no rails and no second feeding this turn."""
    state = position(stations={"blue": "1d3", "black": "6a2", "A": "6c3", "B": "3b3"})
    before = list(state.pool)
    play(state, "feed")

    assert [after - old for after, old in zip(state.pool, before, strict=True)] == [5, 0, 5, 0, 0, 10]
    assert state.roll == GIVEN_UP
    assert refused(state, "feed") == "RD2-35"
    assert refused(state, "dice 4") == "RD2-35"
    assert refused(state, "lay 1d2 NS") == "RD2-46"
    assert refused(state, "bring 1") == "RD2-87"


@pytest.mark.clause("RD2-35")
def test_after_a_roll_it_is_too_late_to_give_it_up() -> None:
    """Feeding comes in place of the roll, also of the unrolled fourth offer."""
    assert refused(play(position(), "dice ?"), "feed") == "RD2-35"


@pytest.mark.clause("RD2-36")
def test_unused_dice_go_back_at_the_end_of_the_turn() -> None:
    """Four were taken, one laid: 29 and 20 are in the bank afterwards."""
    state = play(position(), "dice 2+1", "roll straight curve / fork", "lay 1d2 NS")
    assert (state.simple, state.complex) == (28, 19)
    play(state, "end")

    assert (state.simple, state.complex, sum(state.front)) == (29, 20, 0)
    assert state.roll == OPEN


@pytest.mark.clause("RD2-42")
def test_four_offers() -> None:
    """4 simple; 2 simple and 1 complex; 2 complex; 1 complex with its wild face."""
    assert legal(position(), "dice") == ["dice 4", "dice 2+1", "dice 0+2", "dice ?"]


@pytest.mark.clause("RD2-42", "RD2-43")
@pytest.mark.parametrize(
    ("offer", "simple", "complex", "outcomes"),
    [("4", 4, 0, comb(7, 3)), ("2+1", 2, 1, comb(5, 3) * 6), ("0+2", 0, 2, comb(7, 5))],
)
def test_what_an_offer_can_roll(offer: str, simple: int, complex: int, outcomes: int) -> None:
    """Every handful of so many dice, with weights that add up to 6 to the number of dice; then they lie before the player."""
    state = play(position(), f"dice {offer}")
    moves = list(state.legal_moves())

    assert state.actor == CHANCE
    assert len(moves) == outcomes
    assert sum(state.weight(move) for move in moves) == 6 ** (simple + complex)
    state.apply(moves[-1])
    assert sum(state.front[:4]) == simple
    assert sum(state.front[4:]) == complex
    assert (state.simple, state.complex) == (30 - simple, 20 - complex)
    assert (state.actor, state.roll) == (0, ROLLED)


@pytest.mark.clause("RD2-43")
def test_the_faces_that_came_up_lie_before_the_player() -> None:
    """A roll of straight, locomotive and fork is just that; no player can choose it, and other dice are refused."""
    state = position()
    assert refused(state, "roll straight locomotive / fork") == "RD2-43"
    play(state, "dice 2+1")
    assert refused(state, "roll straight straight straight curve") == "RD2-43"
    assert refused(state, "end") == "RD2-43"
    play(state, "roll straight locomotive / fork")

    assert list(state.front) == faces("straight locomotive / fork")


@pytest.mark.clause("RD2-43")
def test_weights_of_single_rolls() -> None:
    """Two straights have 2 x 2 of 36 ways, straight and curve twice that, two wild faces one."""
    state = play(position(), "dice 2+1")
    weights = {notation(move): state.weight(move) for move in state.legal_moves()}

    assert weights["roll straight straight / fork"] == 4
    assert weights["roll straight curve / fork"] == 8
    assert weights["roll ? ? / ?"] == 1


@pytest.mark.clause("RD2-44")
def test_the_wild_die_is_not_rolled_and_is_the_roll_of_the_turn() -> None:
    """No chance; a complex die with its wild face lies there at once."""
    state = play(position(), "dice ?")

    assert state.actor == 0
    assert state.front[COMPLEX_WILD] == 1
    assert state.complex == 19
    assert refused(state, "dice 4") == "RD2-33"


@pytest.mark.clause("RD2-45")
@pytest.mark.parametrize(
    ("simple", "complex", "offer", "rolled"),
    [
        (3, 5, "4", "roll straight straight straight"),
        (1, 5, "2+1", "roll straight / fork"),
        (0, 5, "2+1", "roll / fork"),
        (9, 1, "0+2", "roll / fork"),
    ],
)
def test_a_short_bank_gives_what_it_has(simple: int, complex: int, offer: str, rolled: str) -> None:
    """The dice that are missing are just not taken."""
    state = position(simple=simple, complex=complex)
    state.apply(GAME.parse(f"dice {offer}"))

    assert GAME.parse(rolled) in list(state.legal_moves())
    state.apply(GAME.parse(rolled))
    assert state.simple + sum(state.front[:4]) == simple
    assert state.complex + sum(state.front[4:]) == complex


@pytest.mark.clause("RD2-45")
def test_an_offer_without_a_single_die_is_closed() -> None:
    """No simple die is left: four of them are no offer; the others are."""
    state = position(simple=0)

    assert refused(state, "dice 4") == "RD2-45"
    assert legal(state, "dice") == ["dice 2+1", "dice 0+2", "dice ?"]
    assert refused(position(complex=0), "dice ?") == "RD2-45"


@pytest.mark.clause("RD2-42")
def test_all_rolls_have_one_number() -> None:
    """180 handfuls: 69 of simple dice only, 90 with one complex die, 21 with two."""
    texts = {notation(move) for move in range(ROLL, ROLL + ROLLS)}

    assert len(texts) == 69 + 90 + 21
