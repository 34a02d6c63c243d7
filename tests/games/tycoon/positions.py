"""Positions of Railroad Tycoon for tests, written with the names of cities, cards and tycoons."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from roundhouse.core.bits import members
from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER, FieldValue, fields, restore
from roundhouse.games.tycoon.board import (
    BEYOND,
    CARD_NAMES,
    CITIES,
    CITY_NAMES,
    COLOUR_NAMES,
    COLOURS,
    COPIES,
    CUBES,
    ENGINEERING,
    FIRST_GATE,
    HEX_AT,
    HEXES,
    HOTEL,
    LAND_GRANT,
    SIDE_NAMES,
    SIDES,
    START_CARDS,
    TYCOON_NAMES,
    opposite,
)
from roundhouse.games.tycoon.moves import BUILD
from roundhouse.games.tycoon.notation import notation, parse
from roundhouse.games.tycoon.position import ACTION, BEGINNER
from roundhouse.games.tycoon.state import Tycoon, start
from roundhouse.games.tycoon.track import free_exits, link, put

Names = Mapping[int, Sequence[str]]  # by seat


def position(
    *,
    seats: int = 2,
    variant: int = 0,
    links: Names | None = None,
    goods: Mapping[str, str] | None = None,
    cards: Sequence[str] = (),
    held: Names | None = None,
    tycoons: Sequence[str] = (),
    empty: Sequence[str] = (),
    **replaced: FieldValue,
) -> Tycoon:
    """Seat 0 is about to act in the first round of the first turn; every city has one cube but those named.

    `cards` are available beside the start cards, `held` are the seats' own, all others lie in the deck. Any field can be
    replaced by its number.
    """
    values = fields(start(seats, variant))
    values |= {"phase": ACTION, "actor": 0, "turn": 1, "round": 1, "place": -1}
    values |= _cubes(goods or {}, empty)
    if not variant & BEGINNER:
        values |= _cards(seats, cards, held or {})
        values["tycoon"] = _tycoons(seats, tycoons)
    state = restore(Tycoon, values)
    for seat, routes in (links or {}).items():
        for route in routes:
            lay_link(state, seat, *route.split("-"))
    return restore(Tycoon, fields(state) | replaced)


def city(name: str) -> int:
    """A city by name."""
    return CITY_NAMES.index(name)


def stub(text: str) -> int:
    """A side of a city: "Chicago SE"."""
    return parse(f"build {text}") - BUILD


def side(name: str) -> int:
    """A side by name."""
    return SIDE_NAMES.index(name)


def hex_at(name: str) -> int:
    """A hex by row and column: "r13c08"."""
    return HEX_AT[int(name[4:]), int(name[1:3])]


def gate(name: str) -> int:
    """A side of a hex: "r13c08 NE"."""
    where, at = name.split()
    return hex_at(where) * SIDES + side(at)


def kind(name: str) -> int:
    """A card by name."""
    return CARD_NAMES.index(name)


def cubes(state: Tycoon, name: str) -> str:
    """The cubes of a city: "2 red 1 blue"."""
    counts = [(state.goods[city(name) * COLOURS + colour], COLOUR_NAMES[colour]) for colour in range(COLOURS)]
    return " ".join(f"{count} {colour}" for count, colour in counts if count)


def legal(state: Tycoon) -> list[str]:
    """The legal moves as texts."""
    return [notation(each) for each in state.legal_moves()]


def offered(state: Tycoon, word: str) -> list[str]:
    """The legal moves that begin with a word."""
    return [text for text in legal(state) if text.split()[0] == word]


def can(state: Tycoon, text: str) -> bool:
    """Whether a move is legal."""
    return parse(text) in list(state.legal_moves())


def play(state: Tycoon, *texts: str) -> Tycoon:
    """Makes the moves and draws one after another, each of them legal; the same state."""
    for text in texts:
        assert can(state, text), f"'{text}' is not among {legal(state)}"
        state.apply(parse(text))
        state.check()
    return state


def build(state: Tycoon, route: str) -> Tycoon:
    """Builds track in one action: "Chicago SE: SE E stop"; the sides are those that each tile leads to."""
    where, _, steps = route.partition(":")
    return play(state, f"build {where}", *(step if step == "stop" else f"lay {step}" for step in steps.split()))


def price_of(state: Tycoon, route: str) -> int:
    """What the track of a route costs the acting seat, in thousands, shares included."""
    seat = state.actor
    before = state.cash[seat] - 5 * state.shares[seat]
    build(state, route)
    return before - state.cash[seat] + 5 * state.shares[seat]


def end_turn(state: Tycoon) -> Tycoon:
    """Everybody passes to the end of the turn; where chance acts the first outcome comes."""
    turn = state.turn
    while state.turn == turn and state.actor != OVER:
        state.apply(parse("pass") if state.actor != CHANCE else state.legal_moves()[0])
    state.check()
    return state


def end_actions(state: Tycoon) -> Tycoon:
    """Everybody passes until income and dividends are done; the new card is still to come."""
    while state.actor >= 0 and state.phase == ACTION:
        state.apply(parse("pass"))
    state.check()
    return state


def finish(state: Tycoon) -> Tycoon:
    """Everybody passes until the game is over."""
    while state.actor != OVER:
        end_turn(state)
    return state


def lay_link(state: Tycoon, seat: int, a: str, b: str) -> None:
    """Completes a link by the shortest free way between two cities."""
    begin = [(city(a) * SIDES + at, FIRST_GATE[city(a) * SIDES + at]) for at in range(SIDES)]
    ways: deque[tuple[int, int, list[tuple[int, int]]]] = deque((stub_a, at, []) for stub_a, at in begin if at >= 0)
    seen = {at for _, at, _ in ways}
    while ways:
        stub_a, at, way = ways.popleft()
        for far in members(free_exits(state, at)):
            here = [*way, (at, far)]
            across = BEYOND[at - at % SIDES + far]
            if across == HEXES + city(b):
                for each, out in here:
                    put(state, each // SIDES, each % SIDES, out, seat)
                link(state, seat, stub_a, city(b) * SIDES + opposite(far))
                return
            on = across * SIDES + opposite(far)
            if across < HEXES and on not in seen:
                seen.add(on)
                ways.append((stub_a, on, here))
    raise AssertionError(f"no way from {a} to {b}")


def lively_game(seats: int, seed: int, variant: int = 0) -> Iterator[tuple[Tycoon, int]]:
    """A game of players that do a bit of everything, move by move: the state and the move about to be made.

    A kind of move is chosen first and then one of that kind, so that deliveries are as frequent as builds; most tiles can
    reach a city, and bids stay low. It ends with the state that is over and -1.
    """
    rng = Rng(seed)
    state = start(seats, variant)
    while state.actor != OVER:
        chosen = state.draw(rng) if state.actor == CHANCE else lively_move(state, rng)
        yield state, chosen
        state.apply(chosen)
    yield state, -1


def lively_move(state: Tycoon, rng: Rng) -> int:
    """A move of such a player."""
    moves = list(state.choices() if rng.below(4) else state.legal_moves())
    words = sorted({notation(each).split()[0] for each in moves})
    words += [word for word in words if word in ("deliver", "hop", "build", "upgrade")] * 3
    word = words[rng.below(len(words))]
    alike = [each for each in moves if notation(each).split()[0] == word]
    return alike[0 if word == "bid" else rng.below(len(alike))]


def _cubes(goods: Mapping[str, str], empty: Sequence[str]) -> dict[str, FieldValue]:
    """Cities that are not named have one cube, of the colour that most are left of."""
    counts = [0] * (CITIES * COLOURS)
    for name, text in goods.items():
        words = text.split()
        for count, colour in zip(words[::2], words[1::2], strict=True):
            counts[city(name) * COLOURS + COLOUR_NAMES.index(colour)] += int(count)
    bag = [CUBES[colour] - sum(counts[colour::COLOURS]) for colour in range(COLOURS)]
    for each in range(CITIES):
        if CITY_NAMES[each] not in goods and CITY_NAMES[each] not in empty:
            plenty = bag.index(max(bag))
            bag[plenty] -= 1
            counts[each * COLOURS + plenty] += 1
    marked = sum(1 << each for each in range(CITIES) if not any(counts[each * COLOURS : (each + 1) * COLOURS]))
    return {"goods": counts, "bag": bag, "marked": marked}


def _cards(seats: int, cards: Sequence[str], held: Names) -> dict[str, FieldValue]:
    deck = list(COPIES)
    display = [0] * len(deck)
    hotel = [-1] * 6
    grants, engineers = [0] * seats, [0] * seats
    for each in START_CARDS:
        deck[each] -= 1
        display[each] += 1
    for name in cards:
        deck[kind(name)] -= 1
        display[kind(name)] += 1
    for seat, names in held.items():
        for name in names:
            deck[kind(name)] -= 1
            if kind(name) == LAND_GRANT:
                grants[seat] += 1
            elif kind(name) == ENGINEERING:
                engineers[seat] += 1
            else:
                hotel[kind(name) - HOTEL] = seat
    assert min(deck) >= 0, "more cards than printed"
    return {"deck": deck, "display": display, "hotel": hotel, "grants": grants, "engineers": engineers}


def _tycoons(seats: int, tycoons: Sequence[str]) -> list[int]:
    """Seats without a name get cards that earn nothing by themselves: Holliday, Vanderbilt, Farnam first."""
    given = [TYCOON_NAMES.index(name) for name in tycoons]
    spare = [each for each in (5, 7, 0, 4, 6, 1, 2, 3, 8, 9) if each not in given]
    return (given + spare)[:seats]
