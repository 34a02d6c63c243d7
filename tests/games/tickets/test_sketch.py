"""The table of Ticket to Ride as text: complete, aligned, within 100 columns, and a map on which nothing overlaps."""

from __future__ import annotations

from collections import Counter

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, FieldValue, fields, restore
from roundhouse.games.tickets.missing import trains_missing
from roundhouse.games.tickets.phases import FIRST, NONE, TURN
from roundhouse.games.tickets.sketch import sketch
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.textmap import CITY, LETTERS, WANTED, draw_map
from roundhouse.games.tickets.view import view
from roundhouse.ui.columns import WIDTH
from tests.games.tickets.usa import (
    CITY_NAMES,
    CLAIM,
    CLAIM_TRACK,
    COLOUR,
    COLOURS,
    LENGTH,
    LOCOMOTIVE,
    TICKET,
    TRACKS,
    TWIN,
    parse,
    spaces,
    start,
)
from tests.sampling import cases

NAMES = ("Ada", "Bob", "Chloé", "Dan", "Eve")
WHITE, BLUE, YELLOW, GREEN, RED = range(5)


def position(seats: int = 2, **given: FieldValue) -> Tickets:
    """Seat 0 at the start of a turn, with an empty hand and an empty board; fields replaced as given."""
    base = fields(start(seats))
    base |= {"actor": 0, "turn": 0, "phase": TURN, "slot": [WHITE, BLUE, RED, NONE, LOCOMOTIVE], "down": 90, "thrown": 7}
    return restore(Tickets, base | given)


def ticket(name: str) -> int:
    """A ticket by name."""
    return parse(f"ticket {name}") - TICKET


def track(name: str) -> int:
    """A track by name, of a double the first."""
    return CLAIM_TRACK[parse(f"claim {name} locomotive") - CLAIM]


def with_claims(state: Tickets, *claims: tuple[int, str]) -> Tickets:
    """Claims laid on the board for free, and seat 0 to move again."""
    after = state.copy()
    for seat, name in claims:
        after.turn = seat
        after.apply(parse(f"claim {name} locomotive"))
        after.phase, after.actor, after.turn = TURN, 0, 0
        after.hand, after.size, after.discard, after.thrown = state.hand[:], state.size[:], state.discard[:], state.thrown
    return after


def lines_of(state: Tickets, reader: int = 0, language: str = "en") -> list[str]:
    """The sketch, with plain spaces."""
    return sketch(view(state, reader), NAMES, language).replace("\u00a0", " ").split("\n")


# The table.


def test_the_seats_stand_in_an_aligned_table() -> None:
    """TTR-25: points, trains, numbers of cards and tickets, and what all have seen taken; the mover is marked."""
    known = [0] * 18
    known[RED], known[LOCOMOTIVE] = 2, 1
    state = position(points=[12, 104], trains=[40, 9], size=[5, 11], held=[3, 2], known=known, hand=known)

    assert lines_of(state)[:5] == [
        "To move: Ada",
        "",
        "                points  trains  cards  tickets  cards seen",
        ">  1 Ada (you)      12      40      5        3  2R 1L",
        "   2 Bob           104       9     11        2",
    ]


def test_the_display_and_the_piles_are_in_words() -> None:
    """TTR-45: an empty slot is called so; the ticket deck counts what was put back."""
    state = position(above=20, under=[1, 0, 2, 1])

    assert "Display: white, blue, red, empty, locomotive" in lines_of(state)
    assert "Deck: 90   Discard pile: 7   Ticket deck: 22" in lines_of(state)
    assert "Rangée : blanc, bleu, rouge, vide, locomotive" in lines_of(state, language="fr")
    assert "Pioche : 90   Défausse : 7   Pioche des Destinations : 22" in lines_of(state, language="fr")


def test_the_hand_is_sorted_by_number() -> None:
    """The largest set first; an empty hand is said to be one."""
    hand = [1, 0, 0, 3, 0, 0, 0, 0, 2] + [0] * COLOURS

    assert "Your hand: 3 green cards, 2 locomotives, 1 white card" in lines_of(position(hand=hand))
    assert "Votre main : 3 cartes vertes, 2 locomotives, 1 carte blanche" in lines_of(position(hand=hand), language="fr")
    assert "Your hand: none" in lines_of(position())


def test_own_tickets_tell_what_is_missing() -> None:
    """One is done, one lacks two trains, one is cut off; the other player's ticket is not shown."""
    names = ("Denver-El Paso", "Houston-Kansas City", "Seattle-New York", "Miami-Toronto")
    done, near, far, theirs = (ticket(name) for name in names)
    state = position(mine=[1 << done | 1 << near | 1 << far, 1 << theirs], held=[3, 1])
    state = with_claims(state, (0, "Denver-Santa Fe"), (0, "El Paso-Santa Fe"), (0, "Dallas-Houston"), (0, "Dallas-Oklahoma City"))
    for name in ("Portland-Seattle", "Seattle-Vancouver", "Calgary-Seattle", "Helena-Seattle"):
        state = with_claims(state, (1, name))
    text = lines_of(state)
    at = text.index("Your tickets:")

    assert text[at + 1 : at + 4] == [
        "  Denver-El Paso        4 points  done",
        "  Houston-Kansas City   5 points  2 trains to lay",
        "  New York-Seattle     22 points  can no longer be completed",
    ]
    assert not [line for line in text if "Miami-Toronto" in line]


def test_a_ticket_beyond_the_trains_left_says_so() -> None:
    """Four trains would be needed, three are left."""
    state = position(mine=[1 << ticket("Denver-El Paso"), 0], trains=[3, 45])

    assert "  Denver-El Paso  4 points  4 trains to lay, 3 left" in lines_of(state)
    assert "  Denver-El Paso  4 points  4 wagons à poser, il en reste 3" in lines_of(state, language="fr")


def test_an_offer_is_numbered_as_moves_are_written() -> None:
    """`keep 1 3` keeps the lines 1 and 3; others do not see them."""
    offer = [ticket(name) for name in ("Denver-El Paso", "Seattle-New York", "Houston-Kansas City")]
    state = position(phase=FIRST, turn=NONE, offer=offer * 2)
    text = lines_of(state)
    at = text.index("Tickets to choose from:")

    assert text[at + 1 : at + 4] == [
        "1  Denver-El Paso        4 points  4 trains to lay",
        "2  New York-Seattle     22 points  20 trains to lay",
        "3  Houston-Kansas City   5 points  5 trains to lay",
    ]
    assert "Tickets to choose from:" not in lines_of(state, reader=1)


def test_the_last_round_stands_below_the_mover() -> None:
    """TTR-74: so many turns are left."""
    assert lines_of(position(last=2))[:2] == ["To move: Ada", "Last round: 2 turns are left."]


def test_before_the_first_turn_nobody_moves() -> None:
    """While the first cards are dealt."""
    assert lines_of(start(3))[0] == "Set-up"
    assert lines_of(start(3), language="fr")[0] == "Mise en place"


def test_a_spectator_sees_no_hand_and_no_tickets() -> None:
    """But table, display and map."""
    text = lines_of(position(), reader=SPECTATOR)

    assert not [line for line in text if line.startswith(("Your", "Tickets to"))]
    assert "   2 Bob       0      45      0        0" in text


def test_the_end_shows_where_the_points_come_from() -> None:
    """TTR-81 to TTR-85: routes, tickets, the longest path and its bonus, best first; every ticket with its sign."""
    done, failed = ticket("Denver-El Paso"), ticket("Boston-Miami")
    state = position(mine=[1 << failed, 1 << done], held=[1, 1])
    state = with_claims(state, (1, "Denver-Santa Fe"), (1, "El Paso-Santa Fe"), (0, "Dallas-Houston"))
    state.actor = OVER

    assert lines_of(state)[:8] == [
        "The game is over. Bob wins with 18 points.",
        "",
        "                 routes  tickets  longest path  bonus  total",
        "1.  2 Bob             4        4             4     10     18",
        "2.  1 Ada (you)       1      -12             1      0    -11",
        "",
        "1 Ada: Boston-Miami -12",
        "2 Bob: Denver-El Paso +4",
    ]


def test_many_tickets_are_broken_between_tickets() -> None:
    """Thirty tickets take several lines, and no name is cut in two."""
    state = position(mine=[(1 << 30) - 1, 0], actor=OVER)
    text = lines_of(state)
    at = next(i for i, line in enumerate(text) if line.startswith("1 Ada: "))
    block = " ".join(line.strip() for line in text[at : text.index("2 Bob:")])

    assert block.removeprefix("1 Ada: ").count(", ") == 29
    assert all(line.endswith(",") for line in text[at : text.index("2 Bob:") - 1])


def test_names_cannot_disturb_the_terminal() -> None:
    """Control signs are replaced, long names cut, wide signs and accents counted as a terminal shows them."""
    text = sketch(view(position(3), 0), ("\x1b[31mA\nB", "x" * 50, "李e\u0301"), "en").split("\n")

    assert text[3:6] == [
        ">  1 ?[31mA?B (you)             0      45      0        0",
        "   2 xxxxxxxxxxxxxxxxxxxx       0      45      0        0",
        "   3 李e\u0301                        0      45      0        0",
    ]


@pytest.mark.parametrize("seats", cases([2, 3, 4, 5], in_source=2))
def test_every_sketch_fits_the_terminal(seats: int) -> None:
    """At every fortieth position of a random game, for every reader in both languages: 100 columns, no control signs, no braces."""
    rng, state, made = Rng(seats), start(seats), 0
    while True:
        if made % 40 == 0 or state.actor == OVER:
            for reader in (*range(seats), SPECTATOR):
                for language in ("en", "fr"):
                    text = lines_of(state, reader, language)
                    assert max(map(len, text)) <= WIDTH
                    assert all(line.isprintable() and line == line.rstrip() and "{" not in line for line in text)
        if state.actor == OVER:
            return
        moves = state.legal_moves()
        state.apply(state.draw(rng) if state.actor == CHANCE else moves[rng.below(len(moves))])
        made += 1


# What a ticket lacks.


def test_the_cheapest_way_is_counted_in_trains() -> None:
    """Denver-El Paso by Santa Fe is 2 + 2; with one half laid 2; with both 0."""
    state = position()
    half = with_claims(state, (0, "Denver-Santa Fe"))
    whole = with_claims(half, (0, "El Paso-Santa Fe"))

    assert [trains_missing(each, 0, ticket("Denver-El Paso")) for each in (state, half, whole)] == [4, 2, 0]


def test_tracks_of_others_are_no_way() -> None:
    """TTR-71: Santa Fe is cut off, so it goes by Phoenix; TTR-60: the other half of a double is no way for two players."""
    cut = with_claims(position(), (1, "Denver-Santa Fe"))
    double = with_claims(position(), (1, "Dallas-Houston"))
    wide = with_claims(position(4), (1, "Dallas-Houston"))

    assert trains_missing(cut, 0, ticket("Denver-El Paso")) == 8
    assert trains_missing(double, 0, ticket("Houston-Kansas City")) == 9  # by New Orleans and Little Rock
    assert trains_missing(wide, 0, ticket("Houston-Kansas City")) == 5


# The map.


def cells_of_names() -> list[tuple[int, int]]:
    """Every cell of the drawn map that shows a city or its name, found on a map where all tracks are blank."""
    text = draw_map(position(), ())
    marks = {cell for each in range(TRACKS) for cell in pair(each)}
    return [(x, y) for y, line in enumerate(text) for x, sign in enumerate(line) if sign != " " and (x, y) not in marks]


def pair(each: int) -> list[tuple[int, int]]:
    """The cells of a track, for a double those of both."""
    return [(column + beside, row) for column, row in spaces(each) for beside in range(1 if TWIN[each] < 0 else 2)]


def test_every_space_of_every_track_has_a_cell_of_its_own() -> None:
    """TTR-6: 309 spaces, of which those of a double stand side by side; none covers another."""
    routes = [each for each in range(TRACKS) if not 0 <= TWIN[each] < each]
    count = Counter(cell for each in routes for cell in pair(each))

    assert set(count.values()) == {1}
    assert len(count) == 309


def test_no_track_covers_a_city_or_its_name() -> None:
    """All 36 cities are there with their whole names."""
    text = "\n".join(draw_map(position(), ()))

    assert text.count(CITY) == len(CITY_NAMES)
    assert [name for name in CITY_NAMES if name not in text] == []
    assert len(cells_of_names()) == sum(1 + len(name.replace(" ", "")) for name in CITY_NAMES)


def test_two_tracks_never_touch_on_a_line() -> None:
    """Between the spaces of different routes on one row there is a gap, so that nobody reads them as a double."""
    routes = [each for each in range(TRACKS) if not 0 <= TWIN[each] < each]
    owner = {cell: each for each in routes for cell in pair(each)}
    for (column, row), each in owner.items():
        assert owner.get((column + 1, row), each) == each


def test_open_tracks_show_their_letters() -> None:
    """As many of each letter as there are spaces of that colour."""
    text = draw_map(position(), ())
    shown = Counter(text[row][column] for each in range(TRACKS) if TWIN[each] < 0 for column, row in spaces(each))
    single = Counter({LETTERS[c]: sum(LENGTH[t] for t in range(TRACKS) if COLOUR[t] == c and TWIN[t] < 0) for c in range(9)})

    assert shown == single


def test_an_owned_track_shows_its_owner() -> None:
    """Player 2 has Denver-Phoenix: five times his number, and no letter is left there."""
    text = draw_map(with_claims(position(), (1, "Denver-Phoenix")), ())

    assert [text[row][column] for column, row in spaces(track("Denver-Phoenix"))] == ["2"] * 5


@pytest.mark.parametrize(("seats", "shown"), [(2, "2 "), (3, "2 "), (4, "2K"), (5, "2K")])
def test_the_other_half_of_a_double_is_shown_while_it_is_open(seats: int, shown: str) -> None:
    """TTR-60 and TTR-61: it vanishes with two or three players and stays with four or five."""
    text = draw_map(with_claims(position(seats), (1, "Chicago-Pittsburgh/orange")), ())
    column, row = spaces(track("Chicago-Pittsburgh"))[0]
    pair_shown = text[row][column : column + 2]

    assert sorted(pair_shown) == sorted(shown)


def test_cities_of_unfinished_tickets_are_marked() -> None:
    """Both ends while it is open, none once it is done."""
    state = position(mine=[1 << ticket("Denver-El Paso"), 0])
    done = with_claims(state, (0, "Denver-Santa Fe"), (0, "El Paso-Santa Fe"))

    assert "\n".join(lines_of(state)).count(WANTED) == 3  # two cities and the legend
    assert "\n".join(lines_of(done)).count(WANTED) == 1


def test_the_legend_explains_every_sign() -> None:
    """In the reader's language; the letters stay, as the notation does."""
    english, french = lines_of(position(3)), lines_of(position(3), language="fr")

    assert english[-4:] == [
        "W white  B blue  Y yellow  G green  R red  P purple  K black  O orange  L locomotive  ░ any colour",
        "1 Ada  2 Bob  3 Chloé  ● city  ◆ city of an unfinished ticket of yours",
        "One sign is one space, two side by side are the two tracks of a double route.",
        "Points by length: 1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15",
    ]
    assert french[-4] == "W blanc  B bleu  Y jaune  G vert  R rouge  P violet  K noir  O orange  L locomotive  ░ au choix"
