"""The estimate of Railroad Dice 2: exact at the end, and better for whoever is better off."""

from __future__ import annotations

from roundhouse.core.state import OVER
from roundhouse.games.dice2.estimate import evaluate
from roundhouse.games.dice2.state import Dice2
from tests.games.dice2.positions import position


def test_the_end_is_not_estimated() -> None:
    """Exactly the tokens, in hundredths."""
    state = position(cash=[12, 9], actor=OVER)

    assert list(evaluate(state)) == [1200, 900]
    assert list(evaluate(state)) == [100 * score for score in state.scores()]


def test_tokens_help_their_owner_alone() -> None:
    """The bank has them otherwise, so fewer passengers are to come for both."""
    before, after = evaluate(position(cash=[10, 10], bank=100)), evaluate(position(cash=[20, 10], bank=100))

    assert after[0] > before[0]
    assert after[1] == before[1]


def test_a_linked_station_is_worth_something_as_long_as_passengers_come() -> None:
    """Seat 0 has a line to the station of seat 1; with fewer passengers to come it is worth less."""
    many, few, none = (
        evaluate(position(linked=links, bank=bank))[0] for links, bank in (([2, 0], 200), ([2, 0], 20), ([0, 0], 20))
    )

    assert many > few > none


def test_a_locomotive_is_worth_something_only_where_it_can_go() -> None:
    """With a linked station and without."""
    engine = {0: "2"}
    idle = evaluate(position(engines=engine))[0] - evaluate(position())[0]
    working = evaluate(position(engines=engine, linked=[2, 0]))[0] - evaluate(position(linked=[2, 0]))[0]

    assert working > idle == 0


def with_a_line(waiting_on: int = 2, turn: int = 0, used: int = 0) -> Dice2:
    """Blue has a locomotive and a line to A on tile 2; five passengers wait."""
    stations = {"blue": "1d3", "black": "6a2", "A": "2c3"}
    pools = [5 if tile == waiting_on else 0 for tile in range(1, 7)]
    dice = {"2a3": "EW", "2b3": "EW"}
    return position(stations=stations, dice=dice, engines={0: "2"}, pools=pools, turn=turn, used=[used, 0, 0, 0, 0])


def test_who_can_fetch_passengers_at_once_is_ahead_and_more_so_at_the_beginning_of_the_own_turn() -> None:
    """In the turn of blue, in that of black, and with the passengers elsewhere."""
    ready, later, elsewhere = with_a_line(), with_a_line(turn=1), with_a_line(waiting_on=3)

    assert evaluate(ready)[0] > evaluate(later)[0] > evaluate(elsewhere)[0]
    assert evaluate(ready)[1] == evaluate(later)[1] == evaluate(elsewhere)[1]


def test_a_locomotive_that_has_worked_fetches_no_more_in_this_turn() -> None:
    """The 2 of blue has been to A, or has not."""
    assert evaluate(with_a_line())[0] > evaluate(with_a_line(used=1))[0]
