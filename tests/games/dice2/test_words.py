"""What the game says: the log, the prompts, the sketch."""

from __future__ import annotations

import pytest

from roundhouse.core.open_view import open_view as view
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, View
from roundhouse.games.dice2.causes import breakdown, consequences, prospects
from roundhouse.games.dice2.notation import parse
from roundhouse.games.dice2.places import places
from roundhouse.games.dice2.position import CLOSING, GREYS
from roundhouse.games.dice2.refusal import refusal
from roundhouse.games.dice2.sketch import sketch
from roundhouse.games.dice2.start import Options, start
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.words import describe, prompt
from roundhouse.ui.text import translate
from tests.games.dice2.positions import play, position, random_game

NAMES = ("Ada", "Bo", "Cy", "Dee")
STATIONS = {"blue": "1d3", "black": "6a2", "A": "2c3", "B": "4b1"}
TO_A = {"2a3": "EW", "2b3": "EW"}


def followed(state: Dice2, text: str, language: str = "en") -> list[str]:
    """What follows from a move, line by line."""
    after = state.copy()
    after.apply(parse(text))
    return [translate(one, language, NAMES) for one in consequences(view(state, 0), parse(text), view(after, 0))]


def placed(state: Dice2, text: str) -> tuple[str, ...]:
    """The places of a move."""
    return tuple(places(view(state, 0), parse(text)))


def told(state: Dice2, text: str, language: str = "en") -> str:
    """The log's sentence for a legal move."""
    assert refusal(state, parse(text)) is None
    return translate(describe(view(state, 0), parse(text)), language, NAMES)


@pytest.mark.parametrize(
    ("state", "text", "english", "french"),
    [
        (start(2, Options()), "place 1d3", "Ada places the blue home station on 1d3", "Ada pose la gare d’attache bleue en 1d3"),
        (
            position(),
            "dice 2+1",
            "Ada takes 2 simple dice and 1 complex die to roll",
            "Ada prend 2 dés simples et 1 dé complexe à lancer",
        ),
        (position(), "dice ?", "Ada takes a complex die with its wild face", "Ada prend un dé complexe sur sa face joker"),
        (position(front="straight"), "lay 1d4 NS", "Ada lays a straight (NS) on 1d4", "Ada pose une droite (NS) en 1d4"),
        (
            position(front="straight"),
            "lay 1c3 EW",
            "Ada lays a straight (EW) on 1c3 and pays 2 tokens",
            "Ada pose une droite (EW) en 1c3 et paie 2 jetons",
        ),
        (
            position(dice={"1d4": "NS"}, front="/ ?"),
            "exchange 1d4 S>NE",
            "Ada exchanges a straight (NS) on 1d4 for a switch to the right (S>NE)",
            "Ada échange une droite (NS) en 1d4 contre un aiguillage à droite (S>NE)",
        ),
        (position(), "buy", "Ada buys a locomotive 2 for 5 tokens", "Ada achète une locomotive 2 pour 5 jetons"),
        (
            position(stations=STATIONS, dice=TO_A, engines={0: "2"}),
            "carry 2 A",
            "Ada brings home 2 passengers from the grey station A with a locomotive 2",
            "Ada ramène 2 passagers depuis la gare grise A avec une locomotive 2",
        ),
        (position(front="?"), "bring 1", "Ada brings in passengers on tile 1", "Ada fait venir des passagers sur la tuile 1"),
        (position(), "end", "Ada ends the turn", "Ada termine son tour"),
    ],
)
def test_every_kind_of_move_is_told(state: Dice2, text: str, english: str, french: str) -> None:
    """In both languages."""
    assert told(state, text) == english
    assert told(state, text, "fr") == french


def test_a_roll_is_told_by_its_faces() -> None:
    """In the order of the die, like faces together."""
    state = play(position(), "dice 2+1")

    assert told(state, "roll straight straight / fork") == "Ada rolls 2 straights and 1 forked switch"


def test_connections_are_told_with_what_they_pay() -> None:
    """Blue links A: the fee is no part of the gain."""
    state = position(stations=STATIONS, dice={"2a3": "EW"}, front="straight")

    assert told(state, "lay 2b3 EW") == "Ada lays a straight (EW) on 2b3"
    assert followed(state, "lay 2b3 EW") == ["New link of Ada with the grey station A: 5 tokens"]
    assert placed(state, "lay 2b3 EW") == ("2b3",)


def test_scrapping_is_told() -> None:
    """Only where there is something to scrap."""
    some = position(engines={0: "2 3 3", 1: "2"}, cash=[15, 10])
    none = position(engines={0: "3 3"}, stock=[0, 0, 2, 2, 2], cash=[15, 10])

    assert told(some, "buy") == told(none, "buy") == "Ada buys a locomotive 4 for 15 tokens"
    assert followed(some, "buy") == ["Every locomotive 2 is scrapped"]
    assert followed(none, "buy") == []


def test_shortage_closing_and_end_are_told() -> None:
    """Each with the move that caused it."""
    shortage = position(stations=STATIONS, dice=TO_A, engines={0: "2"}, pools=[0, 2, 0, 0, 0, 9])
    closing = position(cash=[100, 100], pools=[35, 0, 0, 0, 0, 35])
    end = position(phase=CLOSING)

    assert followed(shortage, "carry 2 A") == ["Three tiles were empty: new passengers arrive on all tiles with stations"]
    assert placed(shortage, "carry 2 A") == ("2c3", "tile2")
    assert followed(closing, "feed")[0] == "The closing phase begins: the bank has no tokens left"
    assert followed(end, "end") == ["The game is over: no player can carry passengers any more"]


def test_how_many_passengers_are_brought_is_told() -> None:
    """Five for each station: of one tile for a die, of all tiles instead of a roll."""
    one = position(stations=STATIONS, front="locomotive", pools=[1, 1, 1, 1, 1, 1])
    waiting = [5 * count for count in one.stops]

    assert followed(one, "bring 2") == [f"{waiting[1]} passengers arrive"]
    assert followed(position(stations=STATIONS, pools=[1, 1, 1, 1, 1, 1]), "feed") == [f"{sum(waiting)} passengers arrive"]


def test_stations_that_found_no_place_are_told() -> None:
    """RD2-23: careless players leave no square for the last grey stations."""
    for seed in range(20):
        for state, move in random_game(3, seed):
            if move >= 0 and state.phase <= GREYS and state.actor >= 0:
                after = state.copy()
                after.apply(move)
                if after.phase > GREYS:
                    missing = 12 - after.placed
                    lines = [str(line) for line in consequences(View(0, state), move, View(0, after))]
                    assert (f"{missing} grey stations found no place and leave the game" in lines) == (missing > 1)
                    assert lines[-1] == f"{5 * after.placed} passengers wait, five for each station"
                    if missing > 1:
                        return
    raise AssertionError("no game left stations without a place")


def test_a_draft_tells_what_it_changes_and_the_result_where_tokens_came_from() -> None:
    """A trip of two passengers; capital, connections, locomotives and passengers add up to the tokens."""
    state = position(stations=STATIONS, dice=TO_A, engines={0: "2"})
    after = play(state.copy(), "carry 2 A")
    rows = [(str(label), was, now) for label, was, now in prospects(View(0, state), View(0, after))]
    causes = [(str(label), list(points)) for label, points in breakdown(View(0, after))]

    assert rows == [("Tokens", "10", "12"), ("Passengers waiting", str(sum(state.pool)), str(sum(state.pool) - 2))]
    assert causes[:3] == [
        ("capital at the start", [10, 10]),
        ("price of the locomotives owned", [-5, 0]),
        ("connections between stations", [5, 0]),
    ]
    assert [sum(points) for points in zip(*(points for _, points in causes), strict=True)] == list(after.scores())


def test_a_colour_that_nobody_plays_is_told_as_neutral() -> None:
    """RD2-R3: with two players white is not in play; with three green is the ninth."""
    found = refusal(position(engines={0: "2"}), parse("carry 2 white"))

    assert found is not None
    assert str(found) == "RD2-78: the neutral white station is not in play"


def asked(state: Dice2, seat: int = 0) -> str:
    """The prompt of a seat in English."""
    return str(prompt(View(seat, state)))


def test_the_prompt_says_what_can_be_done() -> None:
    """Only actions that are open, and the dice in front."""
    turn = position(stations=STATIONS, dice=TO_A, front="straight / fork", engines={0: "2"})

    assert asked(start(2, Options())).startswith("Place the blue home station: not at the edge")
    assert asked(position()) == (
        "Your turn: take dice, give up the roll for passengers, buy the locomotive 2 for 5 tokens or end the turn."
    )
    assert asked(turn) == ("Your turn: lay a simple die, buy the locomotive 2 for 5 tokens, transport passengers or end the turn.")
    assert asked(turn, 1) == "Waiting for player 1."
    assert asked(position(phase=CLOSING, cash=[0, 0])) == "Closing phase, without dice: end the turn."
    assert asked(play(position(), "dice 4")) == "The dice are rolling."


def test_the_prompt_of_greys_names_the_station() -> None:
    """After the homes, A."""
    state = play(start(2, Options()), "place 1d3", "place 6a2")

    assert asked(state).startswith("Place the grey station A")


@pytest.mark.parametrize(
    ("cash", "text"),
    [
        ([20, 21], "The game is over. Player 2 wins with 21 tokens."),
        ([22, 21], "The game is over. You win with 22 tokens."),
        ([20, 20], "The game is over. Shared victory with 20 tokens: player 1 and player 2."),
    ],
)
def test_the_prompt_names_the_winner(cash: list[int], text: str) -> None:
    """To the reader in the second person."""
    assert asked(position(stations=STATIONS, actor=OVER, cash=cash)) == text


def test_the_prompt_says_what_broke_a_tie() -> None:
    """Linked stations first, then locomotives."""
    links = position(stations=STATIONS, dice=TO_A, cash=[20, 20], actor=OVER)
    engines = position(stations=STATIONS, engines={0: "2"}, cash=[20, 20], actor=OVER)

    assert asked(links).endswith("fewer linked stations (RD2-97).")
    assert asked(engines).endswith("fewer locomotives (RD2-97).")


def test_everything_can_be_told_in_random_games() -> None:
    """Log, prompts and sketch of whole games, in both languages; no line of the sketch is wider than a hundred columns."""
    for seats, layout in ((2, "first"), (3, "random 4"), (4, "random 9")):
        for number, (state, move) in enumerate(random_game(seats, 5, Options(layout=layout))):
            for seat in (0, SPECTATOR):
                assert translate(prompt(view(state, seat)), "fr")
            if state.actor != OVER:
                assert translate(describe(view(state, 0), move), "fr", NAMES)
            if number % 20 == 0 or state.actor in (CHANCE, OVER):
                lines = sketch(view(state, 0), NAMES, "fr").splitlines()
                assert max(map(len, lines)) <= 110  # the French legend


def test_the_sketch_draws_dice_stations_and_terrain() -> None:
    """A line from the home of player 1 to A, a switch with its root, a crossing; numbers and letters along the tiles."""
    state = position(stations=STATIONS, dice={**TO_A, "1d4": "N>ES", "4d1": "NS+EW"}, front="straight", engines={0: "2"})
    text = sketch(view(state, 0), NAMES, "en")

    assert "1a┄┄┄b┄┄┄c┄┄┄d┄┄2a┄┄┄b" in text
    assert "3 .   ~   ~  [1]─────────(A)  ^" in text
    assert "4 .   .   .   N── " in text
    assert "──┼──" in text
    assert "Dice in front of Ada: 1 straight" in text
    assert "(A) 2" in text
    assert "On sale: locomotive 2 for 5 tokens" in text


def test_the_sketch_of_a_sold_out_bank() -> None:
    """Nothing is on sale any more; a used locomotive stands in brackets, a colour that nobody plays is a star."""
    stations = {"blue": "1d3", "black": "6a2", "white": "3b3", "green": "5b3"}
    state = position(seats=3, stations=stations, stock=[0] * 5, engines={0: "6 6"}, used=[0, 0, 0, 0, 1])
    text = sketch(view(state, SPECTATOR), NAMES, "en")

    assert "On sale" not in text
    assert "(6) 6" in text
    assert "(*)" in text


def test_a_name_cannot_disturb_the_terminal() -> None:
    """Control characters become question marks, long names are cut."""
    text = sketch(view(position(), 0), ("\x1b[31mred", "x" * 50), "en")

    assert "\x1b" not in text
    assert "x" * 21 not in text
