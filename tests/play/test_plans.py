"""Plans: what a seat decides in advance, carried out on its own view and by its own occasion."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import Refused
from roundhouse.core.sentence import HouseError
from roundhouse.core.state import OVER
from roundhouse.games import GAMES, find
from roundhouse.play.chance import Seeded
from roundhouse.play.plans import Course, NoPlan, Plan, ahead, can_plan_ahead, carry_out, failure, plan_of
from roundhouse.play.table import Step, Table


def table_of(name: str, seats: int = 3, seed: int = 1) -> Table:
    """Return a new table with the same deal in every run."""
    return Table(find(name), seats, source=Seeded(seed))


def planned(table: Table, **texts: str) -> dict[int, Plan]:
    """Return plans by seat, given as s1="pass"."""
    return {int(seat[1:]): plan_of(table.game, table.view(int(seat[1:])), text) for seat, text in texts.items()}


def play(table: Table, text: str, plans: Mapping[int, Plan], people: tuple[int, ...] = (0, 1, 2)) -> tuple[list[str], Course]:
    """Make a move and return what was made by plans, with the seats, and the course."""
    step = table.step(table.actor, text)
    course = carry_out(table, step, plans, people)
    table.accept(course.step)
    return [f"{seat} {table.game.notation(move)}" for seat, move in course.step.entries[len(step.entries) :]], course


def test_first_tickets_are_chosen_by_all_at_once() -> None:
    """The last two need not wait for the first: when she has chosen, all have."""
    table = table_of("tickets")
    made, course = play(table, "keep 1 2", planned(table, s1="keep 1 2 3", s2="keep 2 3"))

    assert [text for text in made if not text.startswith("-1")] == ["1 keep 1 2 3", "2 keep 2 3"]
    assert course.plans == {}
    assert table.actor == 0  # the first turn has begun


def test_a_standing_bid_bids_as_little_as_it_can_and_passes_beyond() -> None:
    """It stays for the whole auction, and ends with it: the next company is another one."""
    table = table_of("express")
    made, course = play(table, "bid 7", planned(table, s1="bid up to 12"))
    assert made == ["1 bid 8"]
    assert set(course.plans) == {1}
    play(table, "pass", course.plans)  # seat 2
    made, course = play(table, "bid 12", course.plans)  # seat 0

    assert made == ["1 pass"]
    assert course.plans == {}


def test_two_standing_bids_settle_an_auction_in_one_step() -> None:
    """The higher one wins at one dollar more than the other could bid."""
    table = table_of("express")
    made, course = play(table, "pass", planned(table, s1="bid up to 20", s2="bid up to 11"))

    assert made[-2:] == ["1 bid 11", "2 pass"] or made[-3:] == ["2 bid 11", "1 bid 12", "2 pass"]
    assert course.plans == {}  # those who are out, or have won, plan anew for the next company


def test_a_pass_is_made_once() -> None:
    """In the auction of Railroad Tycoon for three."""
    table = table_of("tycoon")
    made, course = play(table, "bid 1", planned(table, s1="pass"))

    assert made == ["1 pass"]
    assert course.plans == {}


def test_a_move_that_is_no_longer_legal_fails_and_nothing_is_made() -> None:
    """A seat plans to develop what the one before it then develops; its owner can read why, and the plan ends when they act."""
    table, develop = before_a_contested_move()
    other = (table.actor + 1) % 2
    plans = {other: plan_of(table.game, table.view(other), develop)}
    made, course = play(table, develop, plans, (0, 1))

    assert made == []
    assert table.actor == other
    assert course.plans[other].failed
    assert "CEX-" in str(failure(table.game, table.view(other), course.plans[other]))
    _, course = play(table, table.game.notation(table.moves(other)[0]), course.plans, (0, 1))
    assert course.plans == {}


def before_a_contested_move() -> tuple[Table, str]:
    """Return a game of Chicago Express, without chance the same each time, and a hex that both seats can develop next."""
    table, rng = table_of("express", 2), Rng(1)
    while True:
        other = table.view(1 - table.actor)
        if can_plan_ahead(table.game, other) and not table.game.plans.occasion(other):
            legal = set(table.moves(table.actor)) & set(ahead(table.game, other).position.legal_moves())
            texts = sorted(map(table.game.notation, legal))
            for text in texts:
                if text.startswith("develop") and "Detroit" not in text:
                    return table, text
        table.play(table.actor, table.game.advise(table.view(table.actor), rng))


def after_the_opening_auctions(seats: int) -> Table:
    """Return a table of Chicago Express where seat 0, to whom all first shares have gone, begins the first turn."""
    table = table_of("express", seats)
    while table.game.plans.occasion(table.view(0)):
        table.play(table.actor, "pass")
    return table


def test_a_plan_for_a_turn_waits_through_an_auction() -> None:
    """Seat 1 plans to decline an action; seat 0 then offers a share: the plan is for the turn, and stays."""
    table = after_the_opening_auctions(2)
    offer = next(text for move in table.moves(0) if (text := table.game.notation(move)).startswith("offer"))
    moves = [table.game.notation(move) for move in ahead(table.game, table.view(1)).position.legal_moves()]
    decline = next(text for text in moves if text.startswith("decline"))
    plans = planned(table, s1=decline)
    made, course = play(table, offer, plans, (0, 1))

    assert made == []
    assert course.plans == plans


def test_a_plan_of_a_seat_that_a_bot_plays_for_is_not_carried_out() -> None:
    """The bot decides."""
    table = table_of("express")
    made, _ = play(table, "bid 7", planned(table, s1="pass"), people=(0, 2))

    assert made == []


@pytest.mark.parametrize("text", ["bid up to 3", "bid up to 999", "bid up to", "bid up to x", "keep 1", "offer NYC", ""])
def test_what_cannot_be_planned_is_refused(text: str) -> None:
    """Numbers out of bounds, moves of other games, moves that would not be legal, nothing at all."""
    table = table_of("express")

    with pytest.raises(HouseError):
        plan_of(table.game, table.view(1), text)


def test_a_plan_is_checked_as_a_move_is() -> None:
    """One first ticket is too few, and the clause says so."""
    table = table_of("tickets")

    with pytest.raises(Refused, match="TTR-17"):
        plan_of(table.game, table.view(1), "keep 1")
    with pytest.raises(NoPlan):
        plan_of(table_of("dice2").game, table_of("dice2").view(1), "stop")


@pytest.mark.parametrize("game", [game for game in GAMES if game.brings("plans")], ids=lambda game: game.name)
def test_what_can_be_planned_is_legal_as_if_it_were_the_turn(game: object) -> None:
    """In every position of some games: plans read the view alone, and each planned move is one that `refusal` allows there."""
    table = Table(game, 3, source=Seeded(5))  # type: ignore[arg-type]
    rng = Rng(5)
    seen = 0
    for _ in range(250):
        if table.actor == OVER:
            break
        for seat in range(3):
            view = table.view(seat)
            if not can_plan_ahead(table.game, view):
                continue
            position = ahead(table.game, view).position
            moves = list(position.legal_moves())
            assert position.actor == seat
            assert moves
            assert view.position.actor != seat  # the view itself is as it was
            chosen = moves[rng.below(len(moves))]
            assert plan_of(table.game, view, table.game.notation(chosen)).text == table.game.notation(chosen)
            seen += 1
        table.play(table.actor, table.game.advise(table.view(table.actor), rng))
    assert seen > 50


def test_an_empty_step_carries_out_what_is_due_now() -> None:
    """A plan that arrives when the turn has come."""
    table = table_of("express")
    course = carry_out(table, Step(table.moves_made, (), 0, None), {0: Plan("bid up to 9", "auction 0")}, (0, 1, 2))

    assert [table.game.notation(move) for _, move in course.step.entries] == ["bid 7"]
