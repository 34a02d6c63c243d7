"""The table of Railroad Tycoon as text: complete, within 100 columns, and other players' money covered."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import SPECTATOR
from roundhouse.games.tycoon.board import CELL_OF, CITY_NAMES, HEXES
from roundhouse.games.tycoon.sketch import sketch
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.textmap import short_name, text_map
from roundhouse.games.tycoon.view import view
from roundhouse.ui.columns import WIDTH, cells
from tests.games.tycoon.positions import build, finish, lively_game, play, position
from tests.sampling import cases

NAMES = ("Ada", "Bob", "Chloé", "Dan", "Eve", "Fay")


def drawn(state: Tycoon, reader: int = 0, language: str = "en") -> list[str]:
    """The lines of a sketch."""
    return sketch(view(state, reader), NAMES, language).splitlines()


def row(lines: list[str], head: str) -> str:
    """The line that begins with a word, marks left out."""
    return next(line for line in lines if line.lstrip(">* ").startswith(head))


def test_the_seats_with_everything_public_and_only_the_own_money() -> None:
    """RRT-39: Ada sees her 12,000 and a question mark for Bob; a spectator sees none."""
    state = position(
        points=[12, 3], cash=[12, 40], shares=[2, 5], level=[3, 1], held={1: ["Hotel Boston", "Government Land Grant"]}
    )
    lines = drawn(state)

    assert row(lines, "1 Ada (you)").split() == [">", "1", "Ada", "(you)", "12", "$14,000", "$12,000", "2", "3", "0"]
    assert row(lines, "2 Bob").split()[:8] == ["2", "Bob", "3", "$5,000", "?", "5", "1", "0"]
    assert "Cards of Bob: Hotel Boston, Government Land Grant" in lines
    assert not any("$40,000" in line for line in [*lines, *drawn(state, SPECTATOR)])


def test_every_city_with_colour_cubes_and_links() -> None:
    """Chicago with two red and a black cube and links of both seats; an empty city has a dash; many cubes are counted."""
    links = {0: ["Chicago-Milwaukee", "Chicago-Indianapolis"], 1: ["Chicago-Rock Island", "Milwaukee-Chicago"]}
    state = position(links=links, goods={"Chicago": "2 red 1 black", "Boston": "9 red 6 blue"}, empty=["Toledo"])
    lines = drawn(state)

    assert row(lines, "Chicago").split(maxsplit=3) == ["Chicago", "red", "RRK", "Milwaukee 1+2, Indianapolis 1, Rock Island 2"]
    assert row(lines, "Toledo").split() == ["Toledo", "gray", "-"]
    assert row(lines, "Boston").split()[2:] == ["9R", "6B"]
    assert all(any(line.startswith(name) for line in lines) for name in CITY_NAMES)


def test_cards_tiles_and_how_near_the_end_is() -> None:
    """What lies open, with the number of equal cards."""
    text = "\n".join(drawn(position(cards=["City Growth", "City Growth", "Line New York-Chicago"], empty=["Toledo"])))

    assert "Available cards: City Growth x2, The Railroad Era Begins" in text
    assert "Major Line New York-Chicago" in text
    assert "New cities in stock: 3 yellow, 3 blue, 3 purple, 3 black" in text
    assert "Empty cities: 1 of 10" in text


def test_a_builder_sees_every_step_with_its_price() -> None:
    """Tiles, and turns of the last tile; nobody else sees them; loose ends are listed."""
    state = play(build(position(), "Chicago E: E stop"), "pass", "build Chicago E")
    lines = drawn(state)

    assert "Possible tiles: lay NE (2 hexes east of Chicago, $2,000), lay E (2 hexes east of Chicago, $2,000)," in lines
    assert "  lay SE (2 hexes east of Chicago, $2,000), turn NE (east of Chicago, $2,000)," in lines
    assert "Unfinished: Chicago E, Ada: r13c08 > E" in lines
    assert not any(line.startswith("Possible tiles") for line in drawn(state, 1))


def test_the_own_tycoon_is_named_and_no_other() -> None:
    """Also not to spectators."""
    state = position(tycoons=["James Fisk", "Jay Gould"], western=[0, -1])

    assert "Your tycoon: James Fisk" in drawn(state)
    assert not any("Gould" in line for line in drawn(state))
    assert not any("Fisk" in line or "Gould" in line for line in drawn(state, SPECTATOR))
    assert any("western link Des Moines" in line for line in drawn(state))


def test_the_final_table_says_where_the_scores_come_from() -> None:
    """Points, shares, tycoon, bonus, total, links and money, best first."""
    state = finish(position(ending=2, points=[20, 30], shares=[3, 0], cash=[50, 9], tycoons=["James Fisk", "Jay Gould"]))
    lines = drawn(state)

    assert lines[0] == "The game is over. Bob wins with 37 points."
    assert row(lines, "1.").split() == ["1.", "2", "Bob", "30", "0", "Jay", "Gould", "7", "37", "0", "$31,000"]
    assert row(lines, "2.").split()[:4] == ["2.", "1", "Ada", "(you)"]


@pytest.mark.parametrize("language", cases(["en", "fr"], in_source="en"))
def test_no_line_is_wider_than_a_terminal(language: str) -> None:
    """All along a lively game of six, in both languages."""
    looks = Rng(1)
    for state, _ in lively_game(6, 5):
        if looks.below(60) == 0:
            assert max(cells(line) for line in drawn(state, 0, language)) <= WIDTH


def test_the_map_has_every_city_and_the_track_of_its_owners_in_80_columns() -> None:
    """At the end of a game; the letters of cities are distinct."""
    *_, (state, _) = lively_game(3, 0)
    lines = text_map(state)
    letters = "".join(lines)

    assert len({short_name(city) for city in range(len(CITY_NAMES))}) == len(CITY_NAMES)
    assert all(short_name(city) in letters for city in range(len(CITY_NAMES)))
    assert max(map(len, lines)) <= 79
    for hex in range(HEXES):
        column, row = CELL_OF[hex]
        shown = lines[row].ljust(80)[3 * column + row % 2 :][:2]
        owner = state.rail[hex] % 512 // 64
        assert (shown[0] == str(owner + 1)) == (state.rail[hex] != 0), (hex, shown)
    assert any(state.rail)


def test_the_ground_is_open_hilly_or_by_a_river() -> None:
    """One sign each, and the legend explains them."""
    text = "\n".join(drawn(position()))

    assert all(f" {sign}" in text for sign in ".^≈")
    assert "^ hills" in text
    assert "NYC New York" in text
