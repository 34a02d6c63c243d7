"""Chapter 8 of the rules: the end of the game."""

from __future__ import annotations

import pytest

from roundhouse.core.state import OVER
from roundhouse.games.tickets.phases import NONE, TURN
from roundhouse.games.tickets.scoring import ticket_points
from roundhouse.games.tickets.state import Tickets
from tests.games.tickets.positions import claims, legal, play, position, random_game, spread
from tests.games.tickets.usa import PASS

SINGLE = "Atlanta-Nashville"  # gray, one space


def before_the_trigger(seats: int, *, trains: int, turn: int = 0) -> Tickets:
    """A seat with so many trains and one red card is about to claim a track of one space."""
    return position(seats=seats, turn=turn, hands={turn: "1 red"}, owned={turn: spread(45 - trains, leaving=[SINGLE])})


def actors_to_the_end(state: Tickets) -> list[int]:
    """Everybody draws two blue cards, as long as there is a turn: who acted."""
    order = []
    while state.actor != OVER:
        order.append(state.actor)
        play(state, "draw", "card blue", "draw", "card blue")
    return order


@pytest.mark.clause("TTR-74", "TTR-78")
@pytest.mark.parametrize("trains", [3, 2, 1])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_trains_or_fewer_leave_every_seat_one_more_turn(seats: int, trains: int) -> None:
    """Seat 0 claims one space and has 2, 1 or 0 trains left: the others and then seat 0 have a turn each, and it is over."""
    state = play(before_the_trigger(seats, trains=trains), f"claim {SINGLE} red")

    assert state.trains[0] == trains - 1
    assert state.last == seats
    assert actors_to_the_end(state) == [*range(1, seats), 0]


@pytest.mark.clause("TTR-74")
def test_the_last_turn_is_that_of_the_seat_that_triggered_it() -> None:
    """Seat 2 of four triggers: 3, 0, 1 and then 2."""
    state = play(before_the_trigger(4, trains=3, turn=2), f"claim {SINGLE} red")

    assert actors_to_the_end(state) == [3, 0, 1, 2]


@pytest.mark.clause("TTR-74")
def test_the_trigger_is_looked_at_when_the_turn_has_ended() -> None:
    """Any turn that ends with two trains or fewer begins the last round, also one that only drew cards."""
    state = position(owned={0: spread(43)})

    assert play(state, "draw", "card blue", "draw", "card blue").last == 2


@pytest.mark.clause("TTR-75")
def test_the_last_round_begins_only_once() -> None:
    """Seat 0 triggers; seat 1 falls to two trains in the last round: still seat 2 and seat 0, and no more."""
    mine, other = spread(42, leaving=[SINGLE, "Phoenix-Santa Fe"]), "Phoenix-Santa Fe"
    theirs = spread(40, leaving=[SINGLE, other, *mine])
    state = position(seats=3, hands={0: "1 red", 1: "3 green"}, owned={0: mine, 1: theirs})
    play(state, f"claim {SINGLE} red", f"claim {other} green")

    assert list(state.trains) == [2, 2, 45]
    assert actors_to_the_end(state) == [2, 0]


@pytest.mark.clause("TTR-76")
def test_three_trains_do_not_begin_the_last_round() -> None:
    """Seat 0 ends its turn with three trains: the game goes on as before."""
    state = play(before_the_trigger(2, trains=4), f"claim {SINGLE} red")

    assert state.trains[0] == 3
    assert state.last == 0

    play(state, "draw", "card blue", "draw", "card blue", "draw", "card blue", "draw", "card blue")

    assert (state.actor, state.phase, state.last) == (1, TURN, 0)


@pytest.mark.clause("TTR-77")
def test_all_three_actions_are_allowed_in_the_last_round() -> None:
    """Seat 1 has a turn in the last round: cards, tickets and claims."""
    state = position(seats=2, turn=1, last=2, hands={1: "1 red"}, owned={0: spread(43)})

    assert {"take red", "draw", "tickets", "claim Dallas-Houston red"} <= set(legal(state))


@pytest.mark.clause("TTR-77")
def test_a_claim_in_the_last_round_still_needs_trains() -> None:
    """Seat 0 has two trains for its last turn: tracks of one or two spaces, none of three."""
    state = position(last=1, hands={0: "3 red"}, owned={0: spread(43, leaving=["Atlanta-Charleston"])})

    assert "claim Atlanta-Charleston red" in claims(state)
    assert "claim Phoenix-Santa Fe red" not in claims(state)
    assert play(state, "claim Atlanta-Charleston red").actor == OVER


@pytest.mark.clause("TTR-77")
def test_tickets_drawn_in_the_last_turn_count() -> None:
    """The very last turn draws tickets: the one kept is scored."""
    state = position(last=1, owned={0: spread(43), 1: ["Denver-Santa Fe"]})
    play(state, "tickets", "ticket New York-Seattle", "ticket Boston-Miami", "ticket Calgary-Phoenix", "keep 1")

    assert state.actor == OVER
    assert ticket_points(state, 0) == -22


@pytest.mark.clause("TTR-78")
def test_the_game_is_scored_after_the_last_turn() -> None:
    """One turn is left: before it the scores are those of the tracks, after it the tickets and the bonus are in."""
    state = position(last=1, owned={0: ["Denver-Santa Fe", "El Paso-Santa Fe"]}, tickets={0: ["Denver-El Paso"]})

    assert list(state.scores()) == [4, 0]

    play(state, "draw", "card blue", "draw", "card blue")

    assert state.actor == OVER
    assert list(state.scores()) == [4 + 4 + 10, 0]


@pytest.mark.clause("TTR-79")
def test_the_game_is_over_when_all_pass_in_a_row() -> None:
    """Three seats without a card or a train between them: three passes and the game is over, without a last round."""
    mine, theirs = spread(45), spread(45, leaving=spread(45))
    state = position(seats=3, display="", deck="", ticket_deck=(), owned={1: mine, 2: theirs})
    play(state, "pass", "pass")

    assert state.actor == 2

    play(state, "pass")

    assert state.actor == OVER


@pytest.mark.clause("TTR-79")
def test_a_turn_between_two_passes_begins_the_count_anew() -> None:
    """Seat 0 passes, seat 1 claims a track, which brings a card back: seat 0 can act again, and the game goes on."""
    state = position(display="", deck="", ticket_deck=())
    play(state, "pass", "claim Dallas-Houston red", "card red")

    assert (state.actor, state.passes) == (0, 0)
    assert legal(state) == ["take red"]


@pytest.mark.clause("TTR-79")
@pytest.mark.parametrize(
    ("table", "moves"),
    [
        ({"display": "red blue red blue red"}, ("take red", "take blue")),
        ({"display": "", "deck": "1 red"}, ("draw", "card red")),
        ({"ticket_deck": ["Denver-El Paso"], "deck": "", "display": ""}, ("tickets", "ticket Denver-El Paso", "keep 1")),
    ],
)
def test_any_action_ends_a_row_of_passes(table: dict[str, str], moves: tuple[str, ...]) -> None:
    """One seat has passed before: whatever the next does, a further pass is only the first of a new row."""
    state = position(passes=1, **{"deck": "", **table})  # type: ignore[arg-type]  # words of the builder

    assert play(state, *moves).passes == 0


@pytest.mark.clause("TTR-23", "TTR-79")
def test_a_pass_in_the_last_round_counts_as_its_turn() -> None:
    """Two turns are left and both seats can only pass: the second of them is the end in any case."""
    mine = spread(43, leaving=[SINGLE])
    state = position(seats=3, turn=1, last=2, display="", deck="", ticket_deck=(), owned={0: mine, 2: spread(45, leaving=mine)})
    play(state, "pass", "pass")

    assert state.actor == OVER


@pytest.mark.clause("TTR-80")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_turn_uses_something_up(seats: int) -> None:
    """Random games: from turn to turn trains fall, or else tickets of the deck, or else cards that can be drawn."""
    for seed in range(4):
        before, passed, turns = (46 * seats, 0, 0), False, 0
        for state, chosen in random_game(seats, seed):
            if state.phase == TURN and state.actor >= 0:
                now = _supplies(state)
                assert now < before or (passed and now == before)
                before, passed, turns = now, chosen == PASS, turns + 1
        assert state.actor == OVER
        assert turns < 5000


def _supplies(state: Tickets) -> tuple[int, int, int]:
    shown = sum(card != NONE for card in state.slot)
    return sum(state.trains), state.above + len(state.under) // 2, state.down + state.thrown + shown
