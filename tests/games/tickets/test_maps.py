"""Ticket to Ride on other boards: TTR-97 and TTR-98."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.playout import random_playout
from roundhouse.core.record import BadRecord, read, replay, write
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import OVER, SPECTATOR, fields, restore
from roundhouse.games.tickets import GAME
from roundhouse.games.tickets.atlas import MAPS, USA, find_board, map_of
from roundhouse.games.tickets.faults import faults
from roundhouse.games.tickets.map_file import KEYS, distance
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.svg import routing
from roundhouse.games.tickets.svg.labels import _distance
from roundhouse.games.tickets.svg.map import SHEETS, Car, DrawnMap
from roundhouse.games.tickets.svg.routing import _touching
from roundhouse.play.laws import check_game
from tests.games.tickets.map_texts import COLOURS, ring, text_of

RING = text_of(ring())
LARGEST = text_of(ring(80, trains=45, seats=[2, 5]))


def game_on(text: str) -> Game[Any]:
    """The game on the board of a map file."""
    return GAME.on({"map": text})


@pytest.mark.clause("TTR-97")
def test_a_map_brings_its_own_numbers() -> None:
    """Eight cities, ten tracks, four players at most, twenty trains."""
    game = game_on(RING)
    state = game.start(4)
    board = find_board(RING)

    assert (board.cities, board.tracks, board.tickets, game.seats) == (8, 10, 16, range(2, 5))
    assert list(state.trains) == [20] * 4
    assert state.down == 72
    assert game.move_count < GAME.move_count
    with pytest.raises(BadSetup, match=r"Ticket to Ride \(Ring\) is for 2 to 4 players, not 5"):
        game.start(5)


@pytest.mark.clause("TTR-97")
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("text", [RING, LARGEST], ids=["ring", "largest"])
def test_the_laws_hold_on_other_boards(text: str, seats: int) -> None:
    """Also with more cities and tickets than a bit mask holds: 80 cities, 82 tracks, 100 tickets."""
    check_game(GAME, seats, 1, {"map": text})


@pytest.mark.clause("TTR-97")
def test_two_boards_are_played_in_turn() -> None:
    """Move by move in one process; each game ends as it does alone."""
    rngs = [Rng(3), Rng(3)]
    states = [GAME.start(2), game_on(RING).start(2)]
    while any(state.actor != OVER for state in states):
        for state, rng in zip(states, rngs, strict=True):
            if state.actor != OVER:
                moves = state.legal_moves()
                state.apply(state.draw(rng) if state.actor < 0 else moves[rng.below(len(moves))])
    alone = [GAME.start(2), game_on(RING).start(2)]
    for state in alone:
        random_playout(state, Rng(3))

    assert [list(state.scores()) for state in states] == [list(state.scores()) for state in alone]


@pytest.mark.clause("TTR-97")
def test_a_state_takes_its_board_along() -> None:
    """Copies share it; a pickle and a dictionary of fields bring it back; positions on different boards are never equal."""
    state = game_on(RING).start(2)

    assert state.copy().board is state.board
    assert pickle.loads(pickle.dumps(state)) == state
    assert restore(Tickets, fields(state)) == state
    assert fields(state)["board"] == state.board.digest != USA.digest
    assert GAME.view(state, SPECTATOR).position.board is state.board


@pytest.mark.clause("TTR-97")
def test_a_record_takes_its_map_along_and_is_refused_on_another() -> None:
    """A record of the ring replays from its text alone; with the digest of the USA it is refused."""
    record = read(write(check_game(GAME, 2, 5, {"map": RING})))
    replay(GAME, record)
    record.extras["board"] = USA.digest

    with pytest.raises(BadRecord, match="the record is of another board"):
        replay(GAME, record)


@pytest.mark.clause("TTR-97")
def test_a_map_that_does_not_exist_is_refused() -> None:
    """By name, and what there is is said."""
    with pytest.raises(BadSetup, match="there is no map 'mars'; choose one of usa, austria, great-lakes"):
        GAME.on({"map": "mars"})


@pytest.mark.clause("TTR-98")
def test_a_ferry_takes_its_locomotives() -> None:
    """Four spaces, two of them for locomotives: with one nobody can pay; with two any colour does; more are allowed."""
    game = game_on(RING)
    state = game.start(2)
    rng = Rng(1)
    while state.turn < 0:
        state.apply(state.draw(rng) if state.actor < 0 else state.legal_moves()[0])
    ferry = "claim Town Aa-Town Ae"
    for colour, count in enumerate([4, 0, 0, 0, 0, 0, 0, 0, 1]):
        state.hand[colour] = count

    assert not [move for move in state.legal_moves() if game.notation(move).startswith(ferry)]
    refused = game.refusal(state, game.parse(f"{ferry} white+2"))
    assert refused is not None
    assert str(refused) == "TTR-98: Town Aa-Town Ae is a ferry and takes at least 2 locomotives; in hand: 1 locomotive"
    for hand, ways in (([4, 0, 2], ["white+2"]), ([4, 1, 4], ["white+2", "white+3", "blue+3", "locomotive"])):
        for colour, count in zip((0, 1, 8), hand, strict=True):
            state.hand[colour] = count
        texts = [game.notation(move) for move in state.legal_moves()]
        assert [text.removeprefix(ferry).strip() for text in texts if text.startswith(ferry)] == ways


OWN = [(name, seats) for name in MAPS for seats in range(map_of(name).seats[0], map_of(name).seats[1] + 1)]


@pytest.mark.clause("TTR-97")
@pytest.mark.parametrize(("name", "seats"), OWN)
def test_the_laws_hold_on_every_map_with_every_number_of_players(name: str, seats: int) -> None:
    """One random game each; the fuzzer plays thousands."""
    check_game(GAME, seats, 11, {"map": name})


@pytest.mark.parametrize("name", MAPS[1:])
def test_tickets_of_our_maps_are_worth_their_shortest_way(name: str) -> None:
    """Space by space."""
    data = map_of(name)

    for ticket in data.tickets:
        assert ticket.points == distance(data.tracks, len(data.cities), ticket.a, ticket.b)


@pytest.mark.parametrize("name", MAPS)
def test_no_name_covers_another(name: str) -> None:
    """On the wide sheet and on the phone."""
    assert faults(name) == []


@pytest.mark.parametrize(("name", "cars", "names"), [("austria", 0, 0), ("great-lakes", 22, 1)])
def test_automatic_drawings_are_legible(name: str, cars: int, names: int) -> None:
    """On the wide sheet: few cars lie on those of other routes, few names are nearer to another dot than to their own."""
    board = find_board(name)
    drawn = DrawnMap(board, SHEETS["wide"])
    routes = [(one, other) for one in range(board.tracks) for other in range(one) if board.twin[one] != other]
    on_others = sum(_touching(list(drawn.cars[one]), list(drawn.cars[other])) for one, other in routes)
    nearest = [min(range(board.cities), key=lambda at: _distance(label.box(), drawn.cities[at])) for label in drawn.labels]

    assert on_others <= cars
    assert sum(at != city for city, at in enumerate(nearest)) <= names


def test_the_work_of_an_automatic_drawing_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A map may come from anywhere: after so many comparisons of cars, the remaining routes are laid without any."""
    compared = 0

    def counted(cars: list[Car], others: list[Car]) -> int:
        nonlocal compared
        compared += len(cars) * len(others)
        return 0

    monkeypatch.setattr(routing, "_COMPARED", 5_000)
    monkeypatch.setattr(routing, "_touching", counted)
    drawn = DrawnMap(find_board(LARGEST), SHEETS["wide"])

    assert len(drawn.cars) == drawn.board.tracks
    assert 0 < compared <= 5_000


@pytest.mark.parametrize("name", MAPS[1:])
def test_greedy_beats_random_on_our_maps(name: str) -> None:
    """Twelve games of two, the seats in turn; the arena plays more."""
    game, won = GAME.on({"map": name}), 0
    for index in range(12):
        state, rng = game.start(2), Rng(index)
        while state.actor != OVER:
            if state.actor < 0:
                state.apply(state.draw(rng))
            elif state.actor == index % 2:
                state.apply(game.advise(game.view(state, state.actor), rng))
            else:
                moves = state.legal_moves()
                state.apply(moves[rng.below(len(moves))])
        won += state.ranks()[index % 2] == 0

    assert won >= 11


def wrong(**replaced: Any) -> str:
    """The ring with something wrong."""
    return text_of(ring(**replaced))


CITY = {"name": "Town Aa", "x": 0, "y": 0}
TRACK = {"a": "Town Aa", "b": "Town Ab", "length": 2, "colour": "red"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{" + " " * 10_000_000, "line 1: the text is longer than 100000 characters"),
        ("{", "line 1: the document ends too soon"),
        ('{"format": 1, "format": 1}', "line 1: 'format' stands here twice"),
        ('{"a": ' + "[" * 40, "nested too deeply"),
        (wrong(tunnels=[]), "'tunnels' is unknown here; known are: format"),
        (wrong(cities=[{"$ref": "#/cities"}] * 4), "'$ref' is unknown here"),
        (wrong(tracks=[{**TRACK, "length": -1}] * 3), "'length' is a whole number from 1 to 4, not -1"),
        (wrong(cities=[CITY, {**CITY, "x": 5}] * 2), "the city 'Town Aa' has the name of another, on line"),
        (wrong(cities=[{**CITY, "name": "<b>Aa</b>"}] * 4), "holds markup: <, > and & are not allowed"),
        (wrong(cities=[{**CITY, "name": "A/2"}] * 4), "holds something else than letters"),
        (wrong(tracks=[TRACK, {**TRACK, "a": "Town Ac", "b": "Town Ad"}, TRACK | {"colour": "blue"}]), "the map is not connected"),
        (wrong(tracks=[TRACK] * 3), "more than two tracks join these cities"),
        (wrong(trains=4), "the shortest way of this ticket takes"),
        (wrong(tickets=[{"a": "Town Aa", "b": "Atlantis", "points": 3}] * 12), "there is no city 'Atlantis'"),
        (wrong(tickets=[{"a": "Town Aa", "b": "Town Ac", "points": 3}] * 12), "this ticket stands on line"),
        (wrong(cards=dict.fromkeys((*COLOURS, "locomotive"), 1)), "there are 9 cards; 4 players need at least"),
        (wrong(cities=[CITY] * 81), "'cities' has 81 entries; at most 80 are allowed"),
        (wrong(seats=[3, 2]), "the least and the most number of players"),
    ],
    ids=lambda value: value[:30] if len(value) < 200 else "map",
)
def test_a_map_that_cannot_be_played_is_refused_with_its_line(text: str, reason: str) -> None:
    """One clear message each."""
    with pytest.raises(BadSetup, match=r"line \d+: ") as caught:
        GAME.on({"map": text})
    assert reason in str(caught.value)


def test_the_schema_names_what_the_reader_knows() -> None:
    """Keys of a map, of a city, of a track and of a ticket; the maps of this house have no others."""
    schema = json.loads((Path(__file__).parents[3] / "docs" / "map.schema.json").read_text("utf-8"))

    assert set(schema["properties"]) == set(KEYS)
    for name in MAPS:
        whole = json.loads(map_of(name).text)
        assert set(whole) <= set(KEYS)
        for part in ("cities", "tracks", "tickets"):
            known = set(schema["properties"][part]["items"]["properties"])
            assert all(set(entry) <= known for entry in whole[part])
