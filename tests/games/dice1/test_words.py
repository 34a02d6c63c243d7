"""What is said and shown: sentences of the log, prompts, the table as text."""

from __future__ import annotations

import pytest

from roundhouse.core.open_view import open_view as view
from roundhouse.core.state import SPECTATOR
from roundhouse.games.dice1.causes import breakdown, consequences, prospects
from roundhouse.games.dice1.notation import notation, parse
from roundhouse.games.dice1.places import places
from roundhouse.games.dice1.position import LAST_STATION
from roundhouse.games.dice1.sketch import sketch
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.words import describe, prompt
from roundhouse.ui.text import translate
from tests.games.dice1.positions import HOME, end_year, play, position, random_game

NAMES = ("Ada", "Bo", "Cy", "Dee")
LEFT = "e4:WE f4:WE g4:WE"


RED_PLANS = (5, 6)  # the two kinds of red stations


def told(state: Dice1, text: str, language: str = "en") -> str:
    return translate(describe(view(state, 0), parse(text)), language, NAMES)


def followed(state: Dice1, text: str, language: str = "en") -> list[str]:
    after = state.copy()
    after.apply(parse(text))
    return [translate(one, language, NAMES) for one in consequences(view(state, 0), parse(text), view(after, 0))]


def placed(state: Dice1, text: str) -> tuple[str, ...]:
    return tuple(places(view(state, 0), parse(text)))


def asked(state: Dice1, seat: int = 0, language: str = "en") -> str:
    return translate(prompt(view(state, seat)), language)


def test_rails_and_tiles_are_told_with_their_squares_and_fees() -> None:
    """On the tile, off the tile, on a lake, a tile turned."""
    state = position(front={0: "4 straight"}, west="c4:EW b4:EW", east="e4:WE")
    lake = position(
        front={0: "3 straight"}, reserve={0: 2}, land=(HOME, ("lake", 1, 0, "")), east_on=1, east="a4:WE b4:WE", rest=LEFT
    )

    assert told(state, "lay east E-E") == "Ada lays a straight rail on f4 at the east end"
    assert told(state, "lay west W-W") == "Ada lays a straight rail on a4 at the west end and leaves the tile"
    assert told(lake, "lay east E-E") == "Ada lays a straight rail on c4 at the east end; the fee is 2 dice"
    play(state, "lay west W-W")
    assert told(state, "tile lake 2") == "Ada goes on to a lake tile, turned by 2 quarters"
    assert told(state, "tile meadow", "fr") == "Ada continue sur une tuile de prairie"


def test_dice_are_told() -> None:
    """Income, cup, roll, handful, the dice that stay."""
    state = position(front={0: "3 wild 1 curve"}, reserve={0: 2})

    assert told(state, "income") == "Ada takes 4 dice as income"
    assert told(state, "cup 0") == "Ada rolls no wild dice"
    assert told(state, "cup 2") == "Ada rolls 2 wild dice, which the bank doubles"
    play(state, "cup 2")
    assert told(state, "roll 1") == "Ada adds 1 of the reserve and rolls 5 dice in all"
    play(state, "roll 1")
    assert told(state, "dice 2 curve 2 share 1 wild") == "Ada rolls 2 curved rails, 2 share dice and 1 wild die"
    assert told(state, "dice 2 curve 2 share 1 wild", "fr") == "Ada obtient 2 rails courbes, 2 dés d’action et 1 joker"
    play(state, "dice 2 curve 2 share 1 wild")
    assert told(state, "end") == "Ada chooses the five dice that stay"
    play(state, "end")
    assert told(state, "keep 3 curve 2 wild") == "Ada keeps 3 curved rails and 2 wild dice in front and ends the turn"
    assert told(position(front={0: "7 curve"}), "end") == "Ada ends the turn"


def test_a_parachute_is_told() -> None:
    """As far as the bank can give it."""
    assert told(position(chute=[1, 0]), "income") == "Ada takes 4 dice as a golden parachute, wild and in front"
    short = position(chute=[1, 0], bank=1)
    assert told(short, "income") == "Ada takes 1 die as a golden parachute, wild and in front"
    assert followed(short, "income") == ["The game ends with this year: the bank could not give the dice it owed"]


def test_stations_payments_and_shares_are_told() -> None:
    """With company, requirement, end, price and seller."""
    state = position(front={0: "4 wild"}, reserve={0: 4}, directors={"purple": 0, "red": 1}, shares={0: "10 purple", 1: "10 red"})

    assert told(state, "buy red from director") == "Ada buys a red share from Bo"
    assert told(state, "buy blue") == "Ada buys a blue share from the bank"
    assert told(state, "station west purple open") == "Ada builds a purple station in open meadow at the west end for 3 dice"
    play(state, "station west purple open")
    assert told(state, "pay 1 wild") == "Ada pays with 1 wild die and 2 dice of the reserve"
    assert told(state, "pay 3 wild", "fr") == "Ada paie avec 3 jokers"


def test_the_end_of_a_year_is_told() -> None:
    """Passengers by company, new directors and why, who begins, the end of the game and why."""
    state = position(land=[("meadow", 0, 0, "red")], directors={"red": 0}, shares={0: "1 red", 1: "2 red"}, turn=1, first=0)

    assert told(state, "end") == "Bo ends the turn"
    assert followed(state, "end") == [
        "Year 1 ends",
        "Ada gets 1 passenger token as director of the red company",
        "Bo has most shares and now directs the red company",
        "Lost the last company, so 4 wild dice as next income: Ada",
        "Bo begins year 2",
    ]
    assert "Ada reçoit 1 jeton de passagers en dirigeant la compagnie rouge" in followed(state, "end", "fr")
    state.closing = LAST_STATION
    assert followed(state, "end") == [
        "Year 1 ends",
        "Ada gets 1 passenger token as director of the red company",
        "The game is over: a company has built its last station",
    ]


def test_rewards_and_fees_are_told() -> None:
    """RD1-49: two wild dice for a station; RD1-68: for a new tile, whose old dice go back; RD1-77: what the ground costs."""
    station = position(reserve={0: 3}, directors={"red": 0}, west="c4:EW")
    empty = position(reserve={0: 3}, directors={"red": 0}, west="c4:EW", bank=0)
    leave = position(front={0: "4 straight"}, west="c4:EW b4:EW", east="e4:WE")
    play(leave, "lay west W-W", "tile meadow")
    lake = position(
        front={0: "3 straight"}, reserve={0: 2}, land=(HOME, ("lake", 1, 0, "")), east_on=1, east="a4:WE b4:WE", rest=LEFT
    )

    assert followed(station, "station west red open") == ["Reward for the station: 2 wild dice"]
    assert followed(empty, "station west red open") == ["Reward for the station: 2 wild dice"]
    assert followed(lake, "lay east E-E") == ["Fee for the ground: 2 dice"]
    assert followed(leave, "lay west W-W") == ["Reward for the new tile: 2 wild dice"]
    assert followed(position(front={0: "1 straight"}), "lay west W-W") == []


def test_an_income_of_more_than_four_dice_tells_why() -> None:
    """RD1-30: as many as the stations of the companies directed; a smaller one and a parachute say nothing more."""
    told = ["A die for each station of the companies that Ada directs"]
    for director, chute, expected in ((0, 0, told), (1, 0, []), (0, 1, [])):
        state = position(directors={"red": director}, chute=[chute, 0])
        state.built[RED_PLANS[0]], state.built[RED_PLANS[1]] = 2, 3

        assert followed(state, "income") == expected


def test_a_draft_tells_what_it_changes_for_its_player() -> None:
    """Two shares for a share die and a wild one; nothing that stays the same."""
    state = position(front={0: "1 share 2 wild"})
    after = play(state.copy(), "buy red", "buy red")
    rows = [(translate(label, "en"), was, now) for label, was, now in prospects(view(state, 0), view(after, 0))]

    assert rows == [("Dice in front", "3", "1"), ("Wild dice", "2", "1"), ("Share dice", "1", "0"), ("Shares held", "0", "2")]


def test_the_result_is_broken_down_by_company() -> None:
    """The last year by company, the years before together; all add up to the score."""
    state = position(land=[("meadow", 0, 0, "red green")], directors={"red": 0, "green": 1}, tokens=[7, 4], closing=LAST_STATION)
    rows = [(translate(label, "en"), list(points)) for label, points in breakdown(view(end_year(state), 0))]

    assert rows == [("all years before", [7, 4]), ("the green company, last year", [0, 1]), ("the red company, last year", [1, 0])]


def test_moves_name_their_places() -> None:
    """A rail its square and its mini-tile, a tile the new mini-tile, a share its company; a roll none."""
    state = position(front={0: "4 straight 1 share"}, reserve={0: 3}, directors={"red": 0})

    assert placed(state, "lay west W-W") == ("tile0-c4", "tile0")
    assert placed(state, "station east red open") == ("tile0-e4", "tile0", "company-red")
    assert placed(state, "tile lake 2") == ("tile1",)
    assert placed(state, "buy red") == placed(state, "buy red from director") == ("company-red",)
    assert placed(state, "income") == ()


def test_a_prompt_says_what_can_be_done() -> None:
    """In a turn, in each question within it, and to those who wait."""
    state = position(front={0: "4 straight 3 wild"}, reserve={0: 3}, west="c4:EW b4:EW", east="e4:WE", directors={"red": 0})

    assert asked(state) == "Your turn: take income, roll dice, lay a rail, build a station, buy a share or end the turn."
    assert asked(state, 1) == asked(state, SPECTATOR) == "Waiting for player 1."
    cupped = play(state.copy(), "cup 1")
    assert asked(cupped) == "How many dice of your reserve do you roll as well? You have 3."
    assert asked(play(cupped, "roll 3")) == "The dice are being rolled."
    play(state, "lay west W-W")
    assert asked(state) == "The line leaves its tile: choose the next one."
    play(state, "tile meadow")
    assert asked(state) == "Lay the first rail on the new tile."
    play(state, "lay west W-W", "end")
    assert asked(state) == "Five dice may stay in front of you: choose them. The others go back to the bank."


def test_a_prompt_speaks_of_payments_bridges_parachutes_and_the_last_year() -> None:
    """What presses is said."""
    lake = position(
        front={0: "3 straight 3 wild"}, reserve={0: 2}, land=(HOME, ("lake", 1, 0, "")), east_on=1, east="a4:WE b4:WE", rest=LEFT
    )

    play(lake, "lay east E-E")
    assert asked(lake) == "Pay 2 dice: choose which of your dice pay."
    play(lake, "pay 2 wild")
    assert asked(lake).endswith("First the east end must reach a shore.")
    assert asked(position(chute=[1, 0])) == "Your turn: take the golden parachute or end the turn."
    last = position(closing=LAST_STATION)
    assert asked(last) == "Your turn: take income or end the turn. This is the last year: a company has built its last station."


@pytest.mark.clause("RD1-94", "RD1-95")
@pytest.mark.parametrize(
    ("tokens", "front", "reserve", "said"),
    [
        ([3, 5], ("", ""), (0, 0), "The game is over. Player 2 wins with 5 passenger tokens."),
        ([6, 5], ("", ""), (0, 0), "The game is over. You win with 6 passenger tokens."),
        (
            [1, 1],
            ("", "1 wild"),
            (0, 0),
            "The game is over. Player 2 wins with 1 passenger token. Others have as many passengers, "
            "but fewer wild dice in front (RD1-95).",
        ),
        (
            [1, 1],
            ("", ""),
            (2, 0),
            "The game is over. You win with 1 passenger token. Others have as many passengers, but fewer dice (RD1-95).",
        ),
        ([0, 0], ("", ""), (0, 0), "The game is over. Shared victory with 0 passenger tokens: player 1 and player 2."),
    ],
)
def test_the_result_is_said_with_what_decided_it(
    tokens: list[int], front: tuple[str, str], reserve: tuple[int, int], said: str
) -> None:
    """Points, ties by wild dice and by all dice, shared victory."""
    state = position(tokens=tokens, front=dict(enumerate(front)), reserve=dict(enumerate(reserve)), closing=LAST_STATION)

    assert asked(end_year(state)) == said


def test_the_table_shows_tiles_line_and_map() -> None:
    """The lake tile of the east end, its track and station, the square it points at, and the general map."""
    state = position(
        land=[("meadow", 0, 0, "purple"), ("lake", 1, 0, "green")], east_on=1, east="a4:WN a3:SE b3:Wgreen b2:SE", rest=LEFT
    )
    lines = sketch(view(state, 0), NAMES, "en").splitlines()

    assert any("the east end (orange pawn); open sides: NES" in line for line in lines)
    assert any("[G]" in line for line in lines)
    assert any("─ e~" in line for line in lines)
    assert ".wP  ~eG" in [line.strip() for line in lines]


def test_the_table_follows_the_line_from_tile_to_tile() -> None:
    """After the leaving rail nothing is pointed at; on the new tile it is the square where the line enters."""
    state = position(front={0: "3 straight"}, west="c4:EW b4:EW", east="e4:WE", closing=LAST_STATION)

    def pointed_at() -> list[str]:
        return [line for line in sketch(view(state, 0), NAMES, "en").splitlines() if " w. " in f"{line} "]

    assert len(pointed_at()) == 1
    play(state, "lay west W-W")
    assert pointed_at() == []
    play(state, "tile meadow")
    assert pointed_at()[0].startswith("4   .   .   .   .   .   .  w.")
    assert "The game ends with this year." in sketch(view(state, 0), NAMES, "en")


def test_a_very_wide_map_is_shown_by_numbers() -> None:
    """17 tiles in a row do not fit with letters: the number of stations stands instead."""
    land = [("meadow", 0, 0, "red green"), *((("meadow", "lake")[i % 2], i + 1, 0, "") for i in range(16))]
    narrow = sketch(view(position(land=land[:5]), 0), NAMES, "en").splitlines()
    wide = sketch(view(position(land=land), 0), NAMES, "en").splitlines()

    assert any(".weGR" in line for line in narrow)
    assert all(len(line) <= 100 for line in [*narrow, *wide])
    assert any(line.startswith(".2. ~ ") for line in wide)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_position_can_be_told_and_shown(language: str) -> None:
    """Along a random game: a sentence for each move, a prompt for each reader, a table at most 100 columns wide."""
    for number, (state, move) in enumerate(random_game(3, 12)):
        if move >= 0:
            assert "{" not in told(state, notation(move), language)
        if number % 5 == 0 or move < 0:
            for seat in (0, 1, SPECTATOR):
                assert asked(state, seat, language)
                assert all(len(line) <= 100 for line in sketch(view(state, seat), NAMES, language).splitlines())
