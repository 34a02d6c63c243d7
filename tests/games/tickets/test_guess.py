"""Worlds give other seats the tickets that their tracks suggest, and rule none out."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.games.tickets.guess import Guess
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.view import determinize, view
from tests.games.tickets.positions import position, ticket
from tests.games.tickets.usa import TICKETS

ALL = vec[i64](list(range(TICKETS)))
LINE = ["Calgary-Seattle", "Calgary-Winnipeg", "Duluth-Winnipeg", "Chicago-Duluth", "Chicago-Pittsburgh", "New York-Pittsburgh"]


def line_of_seat_1() -> Tickets:
    """Seat 1 has a line from Seattle to New York and holds the ticket for it; seat 0 has nothing."""
    return position(owned={1: LINE}, tickets={0: ["Denver-El Paso"], 1: ["New York-Seattle"]})


def test_a_ticket_that_the_tracks_have_done_is_guessed_most() -> None:
    """Of two hundred worlds of seat 0 most give seat 1 the one ticket that its line joins; by chance it would be one in 29."""
    state = line_of_seat_1()
    worlds = [determinize(view(state, 0), Rng(seed)) for seed in range(200)]

    assert sum(world.mine[1] >> ticket("New York-Seattle") & 1 for world in worlds) > 100


def test_no_ticket_is_ruled_out() -> None:
    """Every ticket has a weight, also one that is nowhere near the tracks."""
    assert all(weight > 0 for weight in Guess(line_of_seat_1(), 1).weight)


def test_without_tracks_all_tickets_are_alike() -> None:
    """Nothing is known of seat 0: thirty equal weights, and each ticket is drawn about as often."""
    guess = Guess(line_of_seat_1(), 0)
    rng = Rng(5)
    drawn = [guess.draw(ALL, rng) for _ in range(3000)]

    assert len(set(guess.weight)) == 1
    assert all(60 < drawn.count(each) < 145 for each in range(TICKETS))


def test_a_draw_follows_the_weights() -> None:
    """Of two tickets, one joined and one far away, nearly always the first; only what is in the set can be drawn."""
    guess = Guess(line_of_seat_1(), 1)
    rng = Rng(7)
    pair = vec[i64](sorted([ticket("New York-Seattle"), ticket("Denver-El Paso")]))
    drawn = [guess.draw(pair, rng) for _ in range(300)]

    assert set(drawn) <= {ticket("New York-Seattle"), ticket("Denver-El Paso")}
    assert drawn.count(ticket("New York-Seattle")) > 270
