"""The log, the prompts and the sketch."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.open_view import open_view as view
from roundhouse.core.open_view import open_world as determinize
from roundhouse.core.state import OVER, SPECTATOR
from roundhouse.games.express.notation import parse
from roundhouse.games.express.sketch import sketch
from roundhouse.games.express.state import Express, start
from roundhouse.games.express.words import describe, prompt
from roundhouse.ui.text import translate
from tests.games.express.positions import play, position

NAMES = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay"]


def told(state: Express, text: str, language: str = "en") -> str:
    """The sentence of the log for a move."""
    assert parse(text) in state.legal_moves()
    return translate(describe(view(state, SPECTATOR), parse(text)), language, NAMES)


def asked(state: Express, seat: int) -> str:
    """The prompt of a seat."""
    return str(prompt(view(state, seat)))


def before_chicago(**named: Any) -> Express:
    """PRR has 3 dollars and has just begun an expansion one step before Chicago."""
    return play(position(built={"PRR": "B2"}, treasury={"PRR": 3}, **named), "expand PRR")


@pytest.mark.parametrize(
    ("state", "text", "sentence"),
    [
        (start(3, 0), "bid 7", "Ada bids 7 dollars"),
        (start(3, 0), "pass", "Ada passes"),
        (play(start(3, 0), "bid 7", "pass"), "pass", "Cy passes. Ada gets the share of PRR for 7 dollars"),
        (play(start(2, 1), "pass"), "pass", "Ada passes. Nobody bids: Bo gets the share of PRR for nothing"),
        (position(), "decline expand", "Ada chooses 'expansion' and declines"),
        (position(), "offer NYC", "Ada offers a share of NYC, from 4 dollars"),
        (
            position(cash=[0, 0, 0]),
            "offer NYC",
            "Ada offers a share of NYC, from 4 dollars. Nobody bids: the share of NYC stays where it is",
        ),
        (
            play(position(cash=[9, 0, 0]), "offer NYC"),
            "pass",
            "Ada passes. Nobody bids: the share of NYC stays where it is",
        ),
        (position(treasury={"PRR": 9}), "expand PRR", "Ada expands PRR"),
        (play(position(treasury={"PRR": 9}), "expand PRR"), "build R4", "PRR builds in R4 for 1 dollar"),
        (
            play(position(built={"PRR": "Q4"}, treasury={"PRR": 9}), "expand PRR"),
            "build Q3",
            "PRR builds in Q3 Binghamton for 2 dollars; its income rises to 8",
        ),
        (play(position(treasury={"PRR": 9}), "expand PRR", "build R4"), "stop", "Ada ends the expansion of PRR"),
        (position(built={"B&O": "Q4"}), "develop Q4", "Ada develops the forest Q4; B&O gets 2 dollars"),
        (position(built={"B&O": "I2", "NYC": "I2"}), "develop I2", "Ada develops I2 Cleveland: 2 more income for B&O and NYC"),
        (position(built={"B&O": "K4"}), "develop K4", "Ada develops K4 Pittsburgh: 2 more income for B&O"),
        (
            position(needles=(2, 0, 4), built={"PRR": "E0"}),
            "decline auction",
            "Ada chooses 'auction' and declines. General dividend: Ada 16, Bo 6, Cy 5. Detroit rises to 2",
        ),
        (
            position(needles=(2, 0, 4), track={"Detroit": 8}),
            "decline auction",
            "Ada chooses 'auction' and declines. General dividend: Ada 15, Bo 6, Cy 5. The game ends",
        ),
        (
            before_chicago(),
            "build Chicago",
            "PRR builds in A2 Chicago for 3 dollars; its income rises to 14. PRR has reached Chicago and pays 14 dollars a share. "
            "The Wabash opens in Fort Wayne, and its first share is auctioned",
        ),
        (
            before_chicago(cash=[0, 0, 0], shares={0: "PRR PRR", 1: "B&O", 2: "C&O NYC"}, needles=(3, 4, 0)),
            "build Chicago",
            "PRR builds in A2 Chicago for 3 dollars; its income rises to 14. PRR has reached Chicago and pays 7 dollars a share. "
            "The Wabash opens in Fort Wayne, and its first share is auctioned",
        ),
    ],
)
def test_the_log_tells_the_move_and_what_follows(state: Express, text: str, sentence: str) -> None:
    """One sentence of each kind, with the consequences that need no decision."""
    assert told(state, text) == sentence


def test_the_log_tells_of_chicago_when_the_expansion_is_stopped() -> None:
    """Chicago was built first, South Bend second; the dividend counts both."""
    state = position(built={"PRR": "B2", "WAB": ""}, treasury={"PRR": 30}, needles=(3, 4, 0))
    play(state, "expand PRR", "build Chicago", "build South Bend")

    assert told(state, "stop") == (
        "Ada ends the expansion of PRR. PRR has reached Chicago and pays 15 dollars a share. "
        "General dividend: Ada 23, Bo 6, Cy 5. Detroit rises to 2"
    )


def test_the_log_of_one_move_that_settles_two_first_auctions() -> None:
    """Two players without cash: after the B&O nobody can bid for C&O and NYC, which go for nothing."""
    state = play(start(2, 0), "bid 60", "bid 60")

    assert [play(state, "decline expand").actor, state.share[1 * 5 + 1]] == [1, 1]
    assert told(play(start(2, 0), "bid 60"), "bid 60") == (
        "Bo bids 60 dollars. Bo gets the share of B&O for 60 dollars. Nobody bids: Bo gets the share of C&O for nothing. "
        "Nobody bids: Bo gets the share of NYC for nothing"
    )


def test_the_log_in_french() -> None:
    """Nested sentences and plurals are translated with their parts."""
    state = position(built={"B&O": "I2", "NYC": "I2"})

    assert told(state, "develop I2", "fr") == "Ada développe I2 Cleveland\u00a0: revenu augmenté de 2 pour B&O et NYC"
    assert told(start(3, 0), "bid 7", "fr") == "Ada offre 7 dollars"


@pytest.mark.parametrize(
    ("state", "seat", "sentence"),
    [
        (start(3, 0), 0, "Bid for a share of PRR: at least 7 (you have 40), or pass."),
        (start(3, 0), 1, "Waiting for player 1 to bid for a share of PRR."),
        (play(start(3, 0), "bid 9"), 1, "Bid for a share of PRR: player 1 has bid 9. At least 10 (you have 40), or pass."),
        (play(start(3, 0), "bid 9"), SPECTATOR, "Waiting for player 2 to bid for a share of PRR; player 1 has bid 9."),
        (
            position(needles=(3, 1, 0)),
            0,
            "Your turn. Choose an action, to do or to decline: expansion (4 left), development (4 left).",
        ),
        (position(), 2, "Waiting for player 1."),
        (position(track={"Detroit": 8}), 2, "Waiting for player 1. The game ends with the next general dividend."),
        (before_chicago(), 0, "Expand PRR: place up to 3 locomotives. Treasury: 3."),
        (before_chicago(), 1, "Waiting for player 1 to expand PRR."),
        (play(before_chicago(), "build B3"), 0, "Expand PRR: place up to 2 more locomotives, or stop. Treasury: 2."),
        (play(before_chicago(), "build B3", "build A3"), 0, "Expand PRR: place 1 more locomotive, or stop. Treasury: 1."),
        (
            play(position(cash=[35, 0, 45], track={"Detroit": 8}, needles=(2, 0, 4)), "decline auction"),
            0,
            "The game is over. Shared victory with 50 dollars: player 1 and player 3.",
        ),
        (
            play(position(cash=[35, 0, 44], track={"Detroit": 8}, needles=(2, 0, 4)), "decline auction"),
            0,
            "The game is over. You win with 50 dollars.",
        ),
        (
            play(position(cash=[35, 0, 44], track={"Detroit": 8}, needles=(2, 0, 4)), "decline auction"),
            1,
            "The game is over. Player 1 wins with 50 dollars.",
        ),
    ],
)
def test_what_a_seat_is_asked(state: Express, seat: int, sentence: str) -> None:
    """Every phase, for the acting seat and for those who wait."""
    assert asked(state, seat) == sentence


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_sketch_fits_a_terminal_in_every_phase(language: str) -> None:
    """At most 100 columns, with long names, through a whole game of six."""
    names = ["A very long name indeed, too long", "名前" * 6, *NAMES[2:]]
    state, rng = start(6, 0), Rng(3)
    while True:
        text = sketch(view(state, 0), names, language)
        assert max(map(len, text.splitlines())) <= 100
        assert all(line == line.rstrip() for line in text.splitlines())
        if state.actor == OVER:
            return
        for _ in range(9):
            if state.actor != OVER:
                moves = state.legal_moves()
                state.apply(moves[rng.below(len(moves))])


def test_the_sketch_shows_the_table() -> None:
    """Cash, shares, charters, dials, ends, the map with locomotives, houses and hexes to build on, cities."""
    state = position(built={"PRR": "R4 Q4 Q3", "NYC": "Q3"}, houses="Q3", treasury={"PRR": 5}, needles=(3, 1, 0))
    text = sketch(view(play(state, "expand PRR"), 0), NAMES, "en")
    lines = text.splitlines()

    assert lines[:2] == ["To move: Ada", "PRR is being expanded; built so far: -."]
    assert ">  1 Ada (you)    40    1    -    -    1    -" in lines
    assert "P  PRR       9        9   1/3          5         5                16" in lines
    assert "W  WAB       -        -   0/2          -         -                11" in lines
    assert "Dials: auction 3/3!, expansion 2/5, development 0/4" in lines
    assert "Industry: Detroit 1/8, Wheeling 3/6, Pittsburgh 4/8" in lines
    assert "End: companies without locomotives 0/3, without shares 0/3; houses left 19 (end at 3); Detroit 1/8" in lines
    assert any("c*PN" in line for line in lines)
    assert any("[f2]" in line for line in lines)
    assert any(line.endswith("Q3  Binghamton   2 +1+1* PN") for line in lines)


def test_the_sketch_of_an_auction_tells_the_highest_bid() -> None:
    """Before and after the first bid; who is out has a mark."""
    state = play(start(3, 0), "pass")
    before = sketch(view(state, SPECTATOR), NAMES, "en")
    after = sketch(view(play(state, "bid 8"), SPECTATOR), NAMES, "en")

    assert "A share of PRR is on offer, from 7." in before
    assert "x  1 Ada    40" in before
    assert "A share of PRR: Bo has bid 8." in after


def test_views_and_worlds_are_copies() -> None:
    """Nothing is hidden; changing one does not change the other."""
    state = position()
    seen = view(state, 1)
    world = determinize(seen, Rng(1))
    play(world, "decline expand")

    assert seen.seat == 1
    assert seen.position == state
    assert world != state


def test_the_rules_have_the_same_clauses_in_both_languages() -> None:
    """138 clauses and 28 rulings, in the same order."""
    folder = files("roundhouse.games.express")
    pages = [folder.joinpath(name).read_text("utf-8") for name in ("rules.md", "rules.fr.md")]
    english, french = (re.findall(r"\*\*(CEX-R?\d+)\*\*", page) for page in pages)

    assert english == french
    assert english == [f"CEX-{n}" for n in range(1, 139)] + [f"CEX-R{n}" for n in range(1, 29)]
