"""Chapter 1 of the rules: what is in the box, as tables."""

from __future__ import annotations

from collections import Counter

import pytest

from roundhouse.core.bits import count_bits
from roundhouse.core.sentence import BadSetup
from roundhouse.games.tycoon import GAME, board
from roundhouse.games.tycoon.moves import GRABS, HANDFUL, HANDFULS, ISSUE, MOVE_COUNT, OUTCOME_COUNT, TURN
from roundhouse.games.tycoon.notation import handful, hex_name
from tests.games.tycoon.positions import build, can, end_turn, hex_at, kind, offered, play, position


@pytest.mark.clause("RRT-1")
def test_two_to_six_players() -> None:
    """Every number from 2 to 6 begins a game; 1 and 7 are refused."""
    for seats in range(2, 7):
        assert GAME.start(seats).seats == seats
    for seats in (1, 7):
        with pytest.raises(BadSetup):
            GAME.start(seats)


@pytest.mark.clause("RRT-2")
def test_every_playable_hex_is_open_or_hills() -> None:
    """626 open hexes, 113 hills, 52 cities; each has a cell of its own on the 38 by 26 map."""
    assert (len(board.CELL_OF), sum(board.HILLY), len(board.CITY_NAMES)) == (board.HEXES, 113, board.CITIES)
    assert len({*board.CELL_OF, *board.CITY_CELL, *board.WESTERN_CELL}) == board.HEXES + board.CITIES + board.WESTERN
    assert all(0 <= column < board.COLUMNS and 0 <= row < board.ROWS for column, row in board.CELL_OF)


@pytest.mark.clause("RRT-3")
def test_rivers_run_through_hexes_and_ridges_lie_on_sides() -> None:
    """120 hexes have a river; a ridge between two playable hexes is listed at both."""
    assert sum(1 for banks in board.BANKS if banks) == 120
    assert all(len(banks) in (0, board.SIDES) for banks in board.BANKS)
    for gate in range(board.GATES):
        across = board.BEYOND[gate]
        if 0 <= across < board.HEXES and board.RIDGE[gate // 6] >> gate % 6 & 1:
            assert board.RIDGE[across] >> board.opposite(gate % 6) & 1, hex_name(gate // 6)


@pytest.mark.clause("RRT-4")
def test_tiles_are_straights_curves_and_crossings_without_end() -> None:
    """A tile leads to three sides; nothing in the state counts tiles, so they cannot run out."""
    plain = [board.EXITS[gate] for gate in range(board.GATES) if count_bits(board.EXITS[gate]) == 3]

    assert max(count_bits(exits) for exits in board.EXITS[: board.GATES]) == 3
    assert len(plain) > 3000
    assert not hasattr(position(), "tiles")


@pytest.mark.clause("RRT-5")
def test_six_player_colours_and_no_limit_of_locomotives() -> None:
    """Each seat has a colour; a seat with 25 links can still build."""
    assert board.PLAYER_COLOURS == ("red", "yellow", "green", "blue", "purple", "black")
    state = position(links={0: ["New York-Philadelphia"]})
    state.links = type(state.links)([*state.links] * 25)

    assert state.links_of(0) == 25
    assert can(state, "build Chicago SE")


@pytest.mark.clause("RRT-6")
def test_twelve_new_city_tiles_of_four_colours() -> None:
    """Three each of yellow, blue, purple and black; none is red."""
    assert dict(zip(board.COLOUR_NAMES, board.NEW_CITIES, strict=False)) == {
        "red": 0,
        "yellow": 3,
        "blue": 3,
        "purple": 3,
        "black": 3,
    }
    assert not any(text.endswith("red") for text in offered(position(), "urbanize"))


@pytest.mark.clause("RRT-7")
def test_two_western_link_tiles() -> None:
    """One at Des Moines, one at Kansas City."""
    assert [board.CITY_NAMES[each] for each in board.WESTERN_CITY] == ["Des Moines", "Kansas City"]


@pytest.mark.clause("RRT-8")
def test_125_cubes_of_five_colours() -> None:
    """25 each; a new game has all of them in the bag."""
    assert (list(board.CUBES), sum(board.CUBES)) == ([25] * 5, board.CUBE_TOTAL)
    assert list(GAME.start(2).bag) == [25] * 5


@pytest.mark.clause("RRT-9")
def test_money_is_counted_in_thousands() -> None:
    """Every price of a tile is a whole number of the smallest bill, and so is every bid."""
    assert sorted(set(board.PRICE)) == [2, 3, 4, 6, 8, 12]
    assert offered(position(phase=3), "bid")[:2] == ["bid 1", "bid 2"]


@pytest.mark.clause("RRT-10")
def test_shares_are_counted_singly() -> None:
    """7 shares are 7, whatever certificates stand for them."""
    state = play(position(), "issue 7")

    assert (state.shares[0], state.cash[0]) == (7, 35)


@pytest.mark.clause("RRT-11")
def test_locomotives_have_levels_one_to_eight() -> None:
    """The table of prices ends at level 8."""
    assert len(board.LEVEL_PRICE) == board.LEVELS + 1


@pytest.mark.clause("RRT-12")
def test_markers_do_not_run_out() -> None:
    """With six players 30 cities can be marked, more than the box has markers."""
    state = position(seats=6, empty=board.CITY_NAMES[10:40], ending=2)

    state.check()
    assert state.markers() == 30


@pytest.mark.clause("RRT-13")
def test_ten_tycoons_and_37_operations_cards() -> None:
    """26 kinds, 34 shuffled cards and 3 start cards."""
    state = GAME.start(3)

    assert (sum(board.COPIES), len(board.COPIES), len(set(board.TYCOON_NAMES))) == (board.CARD_TOTAL, board.KINDS, board.TYCOONS)
    assert (sum(state.deck), sum(state.display)) == (34, 3)
    assert Counter(board.CARD_USES) == {"goal": 15, "open": 6, "at once": 3, "hand": 1, "once a turn": 1}


@pytest.mark.clause("RRT-14")
def test_player_colours_have_nothing_to_do_with_cubes() -> None:
    """Seat 0 plays red and delivers a black cube as well as seat 4, who plays purple."""
    for seat in (0, 4):
        state = position(seats=5, links={seat: ["New York-Philadelphia"]}, goods={"New York": "1 blue"}, first=seat, actor=seat)
        assert can(state, "deliver blue from New York")


@pytest.mark.clause("RRT-15")
def test_a_cube_goes_only_to_a_city_of_its_colour() -> None:
    """Philadelphia is blue: of New York's cubes only the blue one can go there; gray Providence takes none."""
    state = position(links={0: ["New York-Philadelphia"]}, goods={"New York": "1 blue 1 yellow 1 black", "Philadelphia": "1 blue"})
    gray = position(
        links={0: ["Boston-Providence"]}, goods={"Boston": "1 red 1 yellow 1 blue 1 purple 1 black", "Providence": "1 red"}
    )

    assert offered(state, "deliver") == ["deliver blue from New York"]
    assert offered(gray, "deliver") == []


@pytest.mark.clause("RRT-16")
def test_52_cities_and_110_printed_cubes() -> None:
    """By colour: 3 red, 7 yellow, 5 blue, 4 purple, 4 black, 29 gray."""
    colours = Counter(board.COLOUR_NAMES[colour] for colour in board.CITY_COLOUR)

    assert sum(board.CITY_CUBES) == 110
    assert colours == {"red": 3, "yellow": 7, "blue": 5, "purple": 4, "black": 4, "gray": 29}
    assert (board.CITY_NAMES[board.CHICAGO], board.CITY_NAMES[board.NEW_YORK]) == ("Chicago", "New York")
    assert sum(count_bits(sides) for sides in board.STUB_SIDES) == 255


def test_counts_that_are_written_out_agree_with_the_tables() -> None:
    """What the compiler is told is what the data say."""
    data = board._DATA

    assert (data["track"]["open"], data["track"]["ridge"]) == (board.OPEN_PRICE, board.RIDGE_PRICE)
    assert (data["track"]["tiles"], data["track"]["tiles_with_engineering"]) == (board.TILES, board.ENGINEERED_TILES)
    assert (data["urbanize"]["price"], data["urbanize"]["cubes"]) == (board.URBANIZE_PRICE, board.URBANIZE_CUBES)
    assert (data["western_links"]["price"], data["western_links"]["red_cubes"]) == (board.WESTERN_PRICE, board.WESTERN_CUBES)
    assert board.CITY_NAMES[board.CHICAGO] == data["western_links"]["refill"]
    assert data["shares"]["value"] == board.SHARE_VALUE
    assert data["shares"]["dividend"] == 1
    assert data["income"]["past_100"] == board.INCOME_PAST_100
    bounds = data["bounds"]
    assert (bounds["bid"], bounds["shares_at_once"]) == (board.MOST_BID, board.MOST_SHARES)
    assert (bounds["turns_without_delivery"], bounds["last_turn"]) == (board.IDLE_TURNS, board.LAST_TURN)
    assert bounds["parts_of_a_network"] == board.MOST_PARTS
    assert (board.STUBS, board.GATES) == (board.CITIES * board.SIDES, board.HEXES * board.SIDES)
    assert max(board.CITY_CUBES) == board.MOST_CUBES
    assert sum(board.GRASS) == 626 - sum(1 for hex, banks in enumerate(board.BANKS) if banks and not board.HILLY[hex])


def test_kinds_of_cards_stand_where_the_code_expects_them() -> None:
    """The named kinds, and the three rows of six."""
    names = ["City Growth", "Government Land Grant", "New Industry", "Perfect Engineering", "Railroad Executive"]
    kinds = [board.CITY_GROWTH, board.LAND_GRANT, board.NEW_INDUSTRY, board.ENGINEERING, board.EXECUTIVE]

    assert [board.CARD_NAMES[each] for each in kinds] == names
    assert [board.CARD_NAMES[each] for each in board.START_CARDS] == ["The Railroad Era Begins", "Speed Record", "New Train"]
    assert list(board.START_CARDS) == [board.ERA, board.SPEED_RECORD, board.NEW_TRAIN]
    assert all(name.startswith("Hotel ") for name in board.CARD_NAMES[board.HOTEL : board.LINE])
    assert all(name.startswith("Line ") for name in board.CARD_NAMES[board.LINE : board.BOUNTY])
    assert all(name.startswith("Bounty ") for name in board.CARD_NAMES[board.BOUNTY :])
    assert board._DATA["cards"][board.SPEED_RECORD]["links"] == board.RECORD_LINKS
    assert board._DATA["cards"][board.NEW_TRAIN]["level"] == board.NEW_TRAIN_LEVEL
    assert board.CITY_NAMES[board.WESTERN_CITY[board.KANSAS_CITY_LINK]] == "Kansas City"
    tycoons = [board.FARNAM, board.MORGAN, board.GOULD, board.HOPKINS, board.PULLMAN]
    tycoons += [board.HOLLIDAY, board.JUDAH, board.VANDERBILT, board.FISK, board.DREW]
    assert tycoons == list(range(board.TYCOONS))


def test_the_move_layout_has_no_holes() -> None:
    """1,308 moves and 289 outcomes; the handfuls are all multisets of one to five cubes."""
    assert (MOVE_COUNT, OUTCOME_COUNT) == (1308, 289)
    assert sum(GRABS[size].count for size in range(1, 6)) == HANDFULS
    assert len(HANDFUL) == HANDFULS * board.COLOURS
    assert {sum(handful(number).values()) for number in range(HANDFULS)} == {1, 2, 3, 4, 5}
    assert (GAME.notation(TURN), GAME.notation(ISSUE)) == ("turn NE", "issue 1")
    assert hex_name(hex_at("r13c08")) == "r13c08"
    assert kind("Hotel Chicago") == board.HOTEL + 4
    assert build(position(), "Chicago E: E stop").loose[0] == 0
    assert end_turn(position()).turn == 2
