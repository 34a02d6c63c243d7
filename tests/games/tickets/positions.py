"""Positions of Ticket to Ride for tests, written with the names of cards, tracks and tickets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER, FieldValue, fields, restore
from roundhouse.games.tickets.phases import FLUSHING, NONE, REVEALING, TURN
from roundhouse.games.tickets.state import Tickets
from tests.games.tickets.usa import (
    CARDS,
    CLAIM,
    CLAIM_TRACK,
    COLOUR_NAMES,
    COLOURED,
    COLOURS,
    LENGTH,
    OFFER,
    POINTS,
    TICKET,
    TICKETS,
    TRACKS,
    TRAINS,
    TWIN,
    cities_of,
    notation,
    parse,
    start,
)

RAINBOW = "white blue yellow green red"  # a display without a locomotive

Cards = Mapping[int, str]  # by seat: "3 red 1 locomotive"
Names = Mapping[int, Sequence[str]]  # by seat


def position(
    *,
    seats: int = 2,
    hands: Cards | None = None,
    known: Cards | None = None,
    display: str = RAINBOW,
    deck: str | None = None,
    discard: str = "",
    owned: Names | None = None,
    tickets: Names | None = None,
    offers: Names | None = None,
    under: Sequence[tuple[str, int]] = (),
    ticket_deck: Sequence[str] | None = None,
    **replaced: FieldValue,
) -> Tickets:
    """Seat 0 is about to take a turn after set-up; what is not named is empty. Any field can be replaced by its number.

    All other cards and tickets lie in their deck, or, where that deck is given, with the last seat: none is ever missing.
    """
    values = fields(start(seats))
    values |= {"phase": TURN, "turn": 0, "actor": replaced.get("turn", 0)}
    values |= _cards(seats, hands or {}, known or {}, display, deck, discard)
    values |= _tracks(seats, owned or {})
    values |= _tickets(seats, tickets or {}, offers or {}, under, ticket_deck)
    return restore(Tickets, values | replaced)


def counts(text: str) -> list[int]:
    """Cards by colour: "3 red 1 locomotive"."""
    result = [0] * COLOURS
    words = text.split()
    for count, colour in zip(words[::2], words[1::2], strict=True):
        result[COLOUR_NAMES.index(colour)] += int(count)
    return result


def row(text: str) -> list[int]:
    """The slots of a display, five at most: "red - locomotive"."""
    cards = [NONE if word == "-" else COLOUR_NAMES.index(word) for word in text.split()]
    return cards + [NONE] * (5 - len(cards))


def track(name: str) -> int:
    """A track by name; of a double the first, or "Dallas-Houston/2", "Denver-Kansas City/orange"."""
    return CLAIM_TRACK[parse(f"claim {name} locomotive") - CLAIM]


def ticket(name: str) -> int:
    """A ticket by name: "Denver-El Paso"."""
    return parse(f"ticket {name}") - TICKET


def move(text: str) -> int:
    """A move, an outcome or a shadow by its text."""
    return parse(text)


def legal(state: Tickets) -> list[str]:
    """The legal moves as texts."""
    return [notation(each) for each in state.legal_moves()]


def claims(state: Tickets) -> set[str]:
    """The legal claims as texts."""
    return {text for text in legal(state) if text.startswith("claim ")}


def play(state: Tickets, *texts: str) -> Tickets:
    """Makes the moves and draws one after another, each of them legal; the same state.

    What chance only tells (a flush or none, tickets kept) happens by itself where it is not among the texts.
    """
    for text in texts:
        assert move(text) in list(state.legal_moves()), f"'{text}' is not among {legal(state)}"
        state.apply(move(text))
        while state.actor == CHANCE and state.phase in (FLUSHING, REVEALING):
            state.apply(state.legal_moves()[0])
    state.check()
    return state


def let_chance(state: Tickets, seed: int = 1) -> Tickets:
    """Lets chance act until a seat decides or the game is over; the same state."""
    rng = Rng(seed)
    while state.actor == CHANCE:
        state.apply(state.draw(rng))
    return state


def random_game(seats: int, seed: int) -> Iterator[tuple[Tickets, int]]:
    """A random game, move by move: the state and the move about to be made, which is NONE at the end."""
    rng = Rng(seed)
    state = start(seats)
    while state.actor != OVER:
        moves = list(state.legal_moves())
        chosen = state.draw(rng) if state.actor == CHANCE else moves[rng.below(len(moves))]
        yield state, chosen
        state.apply(chosen)
    yield state, NONE


def hand(state: Tickets, seat: int) -> list[int]:
    """The cards of a seat by colour."""
    return list(state.hand)[seat * COLOURS : (seat + 1) * COLOURS]


def owners(state: Tickets) -> dict[int, int]:
    """Who owns which track."""
    return {each: seat for seat in range(state.seats) for each in state.tracks_of(seat)}


def open_masks(seats: int, owner: Mapping[int, int]) -> list[int]:
    """The tracks that each seat may still claim, worked out from the owners alone: TTR-58 to TTR-61 by definition."""
    masks = [0] * (2 * seats)
    for seat in range(seats):
        for each in range(TRACKS):
            twin = TWIN[each]
            shut = twin in owner and (seats <= 3 or owner[twin] == seat)
            if each not in owner and not shut:
                plane, bit = (0, each) if each < COLOURED else (1, each - COLOURED)
                masks[seat * 2 + plane] |= 1 << bit
    return masks


def spread(spaces: int, leaving: Sequence[str] = ()) -> list[str]:
    """Single tracks with just so many spaces in all, none of those to be left."""
    free = [each for each in range(TRACKS) if TWIN[each] < 0 and cities_of(each) not in leaving]
    chosen = _sum_to(spaces, sorted(free, key=lambda each: -LENGTH[each]))
    assert chosen is not None, f"no tracks for {spaces} spaces"
    return [cities_of(each) for each in chosen]


def _sum_to(spaces: int, free: Sequence[int]) -> list[int] | None:
    if spaces == 0:
        return []
    for at, each in enumerate(free):
        if LENGTH[each] <= spaces:
            rest = _sum_to(spaces - LENGTH[each], free[at + 1 :])
            if rest is not None:
                return [each, *rest]
    return None


def _cards(seats: int, hands: Cards, known: Cards, display: str, deck: str | None, discard: str) -> dict[str, FieldValue]:
    held = [counts(hands.get(seat, "")) for seat in range(seats)]
    slots = row(display)
    thrown = counts(discard)
    left = [CARDS[colour] - sum(one[colour] for one in held) - slots.count(colour) - thrown[colour] for colour in range(COLOURS)]
    down = left if deck is None else counts(deck)
    if deck is not None:
        held[-1] = [mine + all_left - below for mine, all_left, below in zip(held[-1], left, down, strict=True)]
    assert all(count >= 0 for count in [*down, *held[-1]]), "more cards than printed"
    return {
        "hand": [count for one in held for count in one],
        "known": [count for seat in range(seats) for count in counts(known.get(seat, ""))],
        "size": [sum(one) for one in held],
        "deck": down,
        "down": sum(down),
        "discard": thrown,
        "thrown": sum(thrown),
        "slot": slots,
    }


def _tracks(seats: int, owned: Names) -> dict[str, FieldValue]:
    owner = {track(name): seat for seat, names in owned.items() for name in names}
    own = [0] * (2 * seats)
    trains = [TRAINS] * seats
    points = [0] * seats
    for each, seat in owner.items():
        plane, bit = (0, each) if each < COLOURED else (1, each - COLOURED)
        own[seat * 2 + plane] |= 1 << bit
        trains[seat] -= LENGTH[each]
        points[seat] += POINTS[LENGTH[each]]
    return {"own": own, "open": open_masks(seats, owner), "trains": trains, "points": points}


def _tickets(
    seats: int, kept: Names, offers: Names, under: Sequence[tuple[str, int]], ticket_deck: Sequence[str] | None
) -> dict[str, FieldValue]:
    mine = [{ticket(name) for name in kept.get(seat, ())} for seat in range(seats)]
    offer = [[ticket(name) for name in offers.get(seat, ())] for seat in range(seats)]
    below = [ticket(name) for name, _ in under]
    left = set(range(TICKETS)).difference(below, *mine, *offer)
    if ticket_deck is not None:
        top = {ticket(name) for name in ticket_deck}
        mine[-1] |= left - top
        left = top
    return {
        "mine": [sum(1 << each for each in one) for one in mine],
        "held": [len(one) for one in mine],
        "offer": [each for one in offer for each in one + [NONE] * (OFFER - len(one))],
        "top": sum(1 << each for each in left),
        "above": len(left),
        "under": [part for (_, seat), each in zip(under, below, strict=True) for part in (each, seat)],
    }
