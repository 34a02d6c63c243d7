"""Why money and incomes change: what follows from a move, what a draft would bring, where the cash came from."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.open_view import open_view as view
from roundhouse.core.playout import random_moves
from roundhouse.core.state import OVER, SPECTATOR
from roundhouse.games.express.consequences import breakdown, consequences, places, prospects
from roundhouse.games.express.notation import parse
from roundhouse.games.express.state import Express, start
from roundhouse.ui.text import translate
from tests.games.express.positions import play, position

NAMES = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay"]


def followed(state: Express, text: str, language: str = "en") -> list[str]:
    """What is told to follow from a move."""
    assert parse(text) in state.legal_moves()
    before = view(state, SPECTATOR)
    after = view(play(state.copy(), text), SPECTATOR)
    return [translate(sentence, language, NAMES) for sentence in consequences(before, parse(text), after)]


def promised(state: Express, *texts: str) -> list[tuple[str, str, str]]:
    """The figures that a draft of the acting seat changes."""
    before = view(state, state.actor)
    after = view(play(state.copy(), *texts), state.actor)
    rows = prospects(before, after)
    return [(translate(label, "en"), translate(old, "en"), translate(new, "en")) for label, old, new in rows]  # type: ignore[arg-type]


def before_chicago(**named: Any) -> Express:
    """PRR has 3 dollars and has just begun an expansion one step before Chicago."""
    return play(position(built={"PRR": "B2"}, treasury={"PRR": 3}, **named), "expand PRR")


OPENS = "The Wabash opens in Fort Wayne, and its first share is auctioned"
PAYS = "Two dials are on red: a general dividend is paid"


OUT = ["Bo cannot bid $6 and is out", "Cy cannot bid $6 and is out"]  # CEX-62


@pytest.mark.parametrize(
    ("state", "text", "sentences"),
    [
        (start(3, 0), "bid 7", []),
        (play(start(3, 0), "bid 7", "pass"), "pass", ["Ada gets the share of PRR; $7 go to its treasury"]),
        (play(start(2, 1), "pass"), "pass", ["Nobody bids: Bo gets the share of PRR for nothing"]),
        (position(cash=[0, 0, 0]), "offer NYC", ["Nobody bids: the share of NYC stays where it is"]),
        (
            play(position(cash=[9, 0, 0]), "offer NYC"),
            "pass",
            [f"{who} cannot bid $4 and is out" for who in ("Bo", "Cy")] + ["Nobody bids: the share of NYC stays where it is"],
        ),
        (
            play(position(cash=[9, 0, 0]), "offer NYC"),
            "bid 5",
            [*OUT, "Ada gets the share of NYC; $5 go to its treasury", "A share of NYC now pays $4 instead of $8"],
        ),
        (play(position(treasury={"PRR": 9}), "expand PRR"), "build R4", []),
        (play(position(built={"PRR": "Q4"}, treasury={"PRR": 9}), "expand PRR"), "build Q3", ["Income of PRR: $7 to $8"]),
        (position(built={"B&O": "Q4"}), "develop Q4", ["B&O gets $2 for its treasury"]),
        (
            position(built={"B&O": "I2", "NYC": "I2"}),
            "develop I2",
            ["Income of B&O: $8 to $10", "Income of NYC: $10 to $12"],
        ),
        (position(built={"B&O": "K4"}), "develop K4", ["Income of B&O: $10 to $12"]),
        (
            position(needles=(2, 0, 4), built={"PRR": "E0"}),
            "decline auction",
            [
                PAYS,
                *("Ada gets $16: PRR $8, NYC $8", "Bo gets $6: B&O $6", "Cy gets $5: C&O $5"),
                "Detroit rises to 2: 1 more income for PRR",
            ],
        ),
        (
            position(needles=(2, 0, 4), shares={0: "PRR PRR NYC"}, track={"Detroit": 8}),
            "decline auction",
            [PAYS, "Ada gets $16: PRR 2 × $4, NYC $8", "Bo gets nothing", "Cy gets nothing", "The game ends: Detroit stands on 8"],
        ),
        (
            before_chicago(),
            "build Chicago",
            ["Income of PRR: $7 to $14", "PRR has reached Chicago and pays $14 a share: Ada $14", OPENS],
        ),
        (
            before_chicago(shares={0: "PRR PRR", 1: "B&O", 2: "C&O NYC"}, needles=(3, 4, 0)),
            "build Chicago",
            ["Income of PRR: $7 to $14", "PRR has reached Chicago and pays $7 a share: Ada $14", OPENS],
        ),
    ],
)
def test_what_follows_from_a_move(state: Express, text: str, sentences: list[str]) -> None:
    """Sales, incomes, grants, dividends with their causes, and why the game ends."""
    assert followed(state, text) == sentences


def test_chicago_is_told_when_the_expansion_is_stopped() -> None:
    """Chicago was built first, South Bend second; the dividend counts both, and the general one comes after it."""
    state = position(built={"PRR": "B2", "WAB": ""}, treasury={"PRR": 30}, needles=(3, 4, 0))
    play(state, "expand PRR", "build Chicago", "build South Bend")

    assert followed(state, "stop")[:2] == ["PRR has reached Chicago and pays $15 a share: Ada $15", PAYS]


def test_one_move_can_settle_several_first_auctions() -> None:
    """Two players without cash: after the B&O nobody can bid for C&O and NYC, which go for nothing."""
    assert followed(play(start(2, 0), "bid 60"), "bid 60") == [
        "Bo gets the share of B&O; $60 go to its treasury",
        "Nobody bids: Bo gets the share of C&O for nothing",
        "Nobody bids: Bo gets the share of NYC for nothing",
    ]


def test_consequences_in_french() -> None:
    """Amounts have their sign behind them."""
    state = position(needles=(2, 0, 4), shares={0: "PRR PRR NYC", 1: "B&O"})

    assert followed(state, "decline auction", "fr")[1] == "Ada reçoit 16\u202f$\u00a0: PRR 2 × 4\u202f$, NYC 8\u202f$"


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_dividends_told_are_those_paid(seats: int) -> None:
    """In whole games: what each player is told to get in general dividends and from Chicago is what their cash grows by."""
    state, rng = start(seats, 0), Rng(seats)
    dividends = 0
    while state.actor != OVER:
        moves = state.legal_moves()
        move = moves[rng.below(len(moves))]
        after = state.copy()
        after.apply(move)
        told = [str(sentence) for sentence in consequences(view(state, 0), move, view(after, 0))]
        if PAYS in told and "Chicago" not in " ".join(told) and not any("share" in sentence for sentence in told):
            dividends += 1
            for seat in range(seats):
                gained = after.cash[seat] - state.cash[seat]
                words = f"Player {seat + 1} gets ${gained}:" if gained else f"Player {seat + 1} gets nothing"
                assert any(sentence.startswith(words) for sentence in told)
        state = after
    assert dividends


# Places.


@pytest.mark.parametrize(
    ("state", "text", "place"),
    [
        (position(), "decline expand", "dial_expansion"),
        (position(), "offer B&O", "company_bo"),
        (position(treasury={"PRR": 9}), "expand PRR", "company_prr"),
        (play(position(treasury={"PRR": 9}), "expand PRR"), "build R4", "R4"),
        (position(built={"B&O": "I2"}), "develop I2", "I2"),
        (start(3, 0), "bid 7", "company_prr"),
    ],
)
def test_every_move_has_its_place(state: Express, text: str, place: str) -> None:
    """A hex by its coordinates, a company, or a dial."""
    assert list(places(view(state, 0), parse(text))) == [place]


# Prospects.


def test_an_expansion_shows_what_it_costs_and_brings() -> None:
    """Binghamton for 2 dollars: the income of PRR and the dividend of its only owner rise by 1."""
    state = position(built={"PRR": "Q4"}, treasury={"PRR": 9})

    assert promised(state, "expand PRR", "build Q3") == [
        ("Treasury of PRR", "$9", "$7"),
        ("Income of PRR", "$7", "$8"),
        ("A share of PRR pays", "$7", "$8"),
        ("Your next dividend", "$15", "$16"),
    ]


def test_a_bid_shows_what_it_would_cost_and_bring() -> None:
    """PRR at 9 dollars of 40: cash and dividend if the bid is the last."""
    assert promised(start(3, 0), "bid 9") == [("Your cash if you win", "$40", "$31"), ("Your next dividend if you win", "$0", "$7")]


def test_a_move_that_changes_no_figure_promises_nothing() -> None:
    """Declining moves a needle only."""
    assert promised(position(), "decline expand") == []


# The end.


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_breakdown_sums_to_the_cash(seats: int) -> None:
    """Law 11, for every number of players."""
    state = start(seats, 0)
    random_moves(state, Rng(seats), 100_000)
    rows = breakdown(view(state, 0))

    assert state.actor == OVER
    assert [sum(points) for points in zip(*(values for _, values in rows), strict=True)] == list(state.scores())
    assert sum(rows[-1][1]) > 0
