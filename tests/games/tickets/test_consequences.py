"""What follows from a move, what a draft would bring, and where the points came from."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.playout import random_moves
from roundhouse.core.state import OVER, SPECTATOR
from roundhouse.games.tickets.consequences import breakdown, consequences, places, prospects
from roundhouse.games.tickets.scoring import longest_path
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.trail import longest_tracks
from roundhouse.games.tickets.view import view
from roundhouse.ui.text import translate
from tests.games.tickets.positions import let_chance, move, play, position, track
from tests.games.tickets.usa import CITY_NAMES, start

NAMES = ["Ada", "Bo", "Cy", "Dee", "Eve"]


def followed(state: Tickets, text: str, reader: int = 0, language: str = "en") -> list[str]:
    """What a reader is told to follow from a move."""
    assert move(text) in state.legal_moves()
    after = state.copy()
    after.apply(move(text))
    told = consequences(view(state, reader), move(text), view(after, reader))
    return [translate(sentence, language, NAMES) for sentence in told]


def test_a_claim_tells_its_points() -> None:
    """TTR-55: five spaces score ten points, one space one; the first claim is the longest path."""
    assert followed(position(hands={0: "5 white"}, owned={1: ["Calgary-Helena"]}), "claim Denver-Phoenix white") == [
        "10 points for 5 spaces",
        "Ada now has the longest path: 5 spaces",
    ]
    assert followed(position(hands={0: "1 red"}, owned={1: ["Calgary-Helena"]}), "claim Dallas-Houston red") == [
        "1 point for 1 space"
    ]


def test_only_its_owner_learns_that_a_ticket_is_completed() -> None:
    """Ada completes Denver-El Paso; Bo and a spectator see the points alone."""
    state = position(
        hands={0: "2 red"}, tickets={0: ["Denver-El Paso"]}, owned={0: ["Denver-Santa Fe"], 1: ["Calgary-Helena", "Helena-Seattle"]}
    )

    assert "Ticket completed: Denver-El Paso (4 points)" in followed(state, "claim El Paso-Santa Fe red", 0)
    for reader in (1, SPECTATOR):
        assert followed(state, "claim El Paso-Santa Fe red", reader) == ["2 points for 2 spaces"]


def test_the_claim_that_begins_the_last_round_says_so() -> None:
    """TTR-74: two trains or fewer are left; TTR-75: not a second time."""
    owned = {1: ["Calgary-Helena"]}
    last = "Ada has 1 train left: the last round begins"

    assert followed(position(hands={0: "1 red"}, trains=[2, 45], owned=owned), "claim Dallas-Houston red")[-1] == last
    assert last not in followed(position(hands={0: "1 red"}, trains=[2, 1], last=2, owned=owned), "claim Dallas-Houston red")
    assert followed(position(hands={0: "1 red"}, trains=[4, 45], owned=owned), "claim Dallas-Houston red") == [
        "1 point for 1 space"
    ]


def test_drawing_a_card_has_no_consequences() -> None:
    """Neither from the display nor from the deck."""
    assert followed(position(), "take red") == followed(position(), "draw") == []


def test_the_end_tells_what_tickets_and_path_brought() -> None:
    """TTR-81: the last claim of the last round; Ada has the longest path and misses a ticket, Bo completes one."""
    state = position(
        hands={0: "1 red"},
        tickets={0: ["Boston-Miami"], 1: ["Calgary-Phoenix"]},
        owned={0: ["Denver-Phoenix", "Denver-Santa Fe"], 1: ["Calgary-Helena"]},
        trains=[2, 40],
        last=1,
    )

    assert followed(state, "claim Dallas-Houston red")[1:] == [
        "The last round is over",
        "Ada has not completed Boston-Miami (12 points)",
        "Bo has not completed Calgary-Phoenix (13 points)",
        "Ada: tickets +0 −12, longest path +10",
        "Bo: tickets +0 −13",
    ]


def test_a_game_in_which_nobody_can_do_anything_says_so() -> None:
    """TTR-79: both players pass in a row; Ada has completed her ticket."""
    before, after = (
        position(tickets={0: ["Denver-El Paso"]}, owned={0: ["Denver-Santa Fe", "El Paso-Santa Fe"]}, passes=passes, actor=actor)
        for passes, actor in ((1, 0), (2, OVER))
    )
    told = [translate(sentence, "en", NAMES) for sentence in consequences(view(before, 0), move("pass"), view(after, 0))]

    assert told[:2] == ["Nobody can do anything any more: the game is over", "Ada has completed Denver-El Paso (4 points)"]


def test_places_of_a_claim_and_of_tickets() -> None:
    """The track with its cities; tickets only for those who see them."""
    state = position(hands={0: "1 red"})
    one = track("Dallas-Houston")
    dallas, houston = (f"city_{CITY_NAMES.index(name)}" for name in ("Dallas", "Houston"))
    offer = let_chance(play(position(ticket_deck=["Denver-El Paso"]), "tickets"))
    denver, el_paso = (f"city_{CITY_NAMES.index(name)}" for name in ("Denver", "El Paso"))

    assert set(places(view(state, 1), move("claim Dallas-Houston red"))) == {f"track_{one}", dallas, houston}
    assert set(places(view(offer, 0), move("keep 1"))) == {denver, el_paso}
    assert list(places(view(offer, 1), move("keep 1"))) == []
    assert list(places(view(state, 0), move("take red"))) == []


def test_a_claim_shows_points_trains_cards_path_and_tickets_before_it_is_made() -> None:
    """Two spaces of the three that Denver-El Paso lacks."""
    state = position(hands={0: "3 red"}, tickets={0: ["Denver-El Paso"]})
    rows = prospects(view(state, 0), view(play(state.copy(), "claim Denver-Santa Fe red"), 0))
    told = [(str(label), str(before), str(after)) for label, before, after in rows]

    assert told == [
        ("Points", "0", "2"),
        ("Trains", "45", "43"),
        ("Cards", "3", "1"),
        ("Path", "0", "2"),
        ("Denver-El Paso still needs", "4 spaces", "2 spaces"),
    ]


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_breakdown_sums_to_the_scores_and_the_path_can_be_walked(seats: int) -> None:
    """Law 11; and the tracks of a longest path are a seat's own, each once, one after another, as long as the path."""
    state = start(seats)
    random_moves(state, Rng(seats), 100_000)
    rows = breakdown(view(state, 0))

    assert state.actor == OVER
    assert [sum(points) for points in zip(*(values for _, values in rows), strict=True)] == list(state.scores())
    for seat in range(seats):
        walked = longest_tracks(state, seat)
        assert sum(state.board.length[one] for one in walked) == longest_path(state, seat)
        assert set(walked) <= set(state.tracks_of(seat))
        assert len(set(walked)) == len(walked)
        assert can_be_walked(state, walked)


def can_be_walked(state: Tickets, walked: list[int]) -> bool:
    """Whether each track begins in the city where the one before it ends."""
    ends = [{int(state.board.end_a[one]), int(state.board.end_b[one])} for one in walked]
    return not ends or any(_walk(start, ends) for start in ends[0])


def _walk(city: int, ends: list[set[int]]) -> bool:
    for pair in ends:
        if city not in pair:
            return False
        city = next(iter(pair - {city}))
    return True
