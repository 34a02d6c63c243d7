"""The sentences of the log, the prompts and the sketch."""

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
        (start(3, 0), "bid 7", "Ada bids $7"),
        (start(3, 0), "pass", "Ada passes"),
        (position(), "decline expand", "Ada chooses 'expansion' and declines"),
        (position(), "offer NYC", "Ada offers a share of NYC, from $4"),
        (position(treasury={"PRR": 9}), "expand PRR", "Ada expands PRR"),
        (play(position(treasury={"PRR": 9}), "expand PRR"), "build R4", "PRR builds in R4 for $1"),
        (
            play(position(built={"PRR": "Q4"}, treasury={"PRR": 9}), "expand PRR"),
            "build Q3",
            "PRR builds in Q3 Binghamton for $2",
        ),
        (play(position(treasury={"PRR": 9}), "expand PRR", "build R4"), "stop", "Ada ends the expansion of PRR"),
        (position(built={"B&O": "Q4"}), "develop Q4", "Ada develops the forest Q4"),
        (position(built={"B&O": "I2", "NYC": "I2"}), "develop I2", "Ada develops I2 Cleveland"),
    ],
)
def test_the_log_tells_the_move(state: Express, text: str, sentence: str) -> None:
    """One sentence of each kind, the action alone."""
    assert told(state, text) == sentence


def test_the_log_in_french() -> None:
    """Nested sentences and amounts are translated with their parts."""
    assert told(position(built={"B&O": "I2"}), "develop I2", "fr") == "Ada développe I2 Cleveland"
    assert told(start(3, 0), "bid 7", "fr") == "Ada offre 7\u202f$"


@pytest.mark.parametrize(
    ("state", "seat", "sentence"),
    [
        (start(3, 0), 0, "Bid for a share of PRR: at least $7 (you have $40), or pass."),
        (start(3, 0), 1, "Waiting for player 1 to bid for a share of PRR."),
        (play(start(3, 0), "bid 9"), 1, "Bid for a share of PRR: player 1 has bid $9. At least $10 (you have $40), or pass."),
        (play(start(3, 0), "bid 9"), SPECTATOR, "Waiting for player 2 to bid for a share of PRR; player 1 has bid $9."),
        (
            position(needles=(3, 1, 0)),
            0,
            "Your turn. Choose one: expansion (4 left), development (4 left).",
        ),
        (position(), 2, "Waiting for player 1."),
        (position(track={"Detroit": 8}), 2, "Waiting for player 1. The game ends with the next general dividend."),
        (before_chicago(), 0, "Expand PRR: place up to 3 locomotives. Treasury: $3."),
        (before_chicago(), 1, "Waiting for player 1 to expand PRR."),
        (play(before_chicago(), "build B3"), 0, "Expand PRR: place up to 2 more locomotives, or stop. Treasury: $2."),
        (play(before_chicago(), "build B3", "build A3"), 0, "Expand PRR: place 1 more locomotive, or stop. Treasury: $1."),
        (
            play(position(cash=[35, 0, 45], track={"Detroit": 8}, needles=(2, 0, 4)), "decline auction"),
            0,
            "The game is over. Shared victory with $50: player 1 and player 3.",
        ),
        (
            play(position(cash=[35, 0, 44], track={"Detroit": 8}, needles=(2, 0, 4)), "decline auction"),
            0,
            "The game is over. You win with $50.",
        ),
        (
            play(position(cash=[35, 0, 44], track={"Detroit": 8}, needles=(2, 0, 4)), "decline auction"),
            1,
            "The game is over. Player 1 wins with $50.",
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
