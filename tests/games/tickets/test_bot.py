"""The heuristic of Ticket to Ride: always legal, blind to secrets, strong, and sensible on built positions."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER, FieldValue, fields, restore
from roundhouse.games.tickets import bot, plan
from roundhouse.games.tickets.atlas import USA
from roundhouse.games.tickets.board import FAR
from roundhouse.games.tickets.phases import FIRST, KEEPING, NONE, SECOND, TURN
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.view import determinize, view
from tests.games.tickets.usa import (
    ALL_COLOURED,
    ALL_GRAY,
    BLIND,
    CITIES,
    CITY_NAMES,
    CLAIM,
    CLAIM_COLOUR,
    CLAIM_TRACK,
    CLAIM_WILD,
    COLOUR_NAMES,
    COLOURS,
    DRAW_TICKETS,
    END_A,
    END_B,
    KEEP,
    LENGTH,
    LOCOMOTIVE,
    PASS,
    TAKE,
    TICKET_A,
    TICKET_B,
    TICKETS,
    TRACKS,
    bit_of,
    plane_of,
    start,
)

ALL_TICKETS = (1 << TICKETS) - 1
LONG = 200  # half turns: all the time in the world


def track(a: str, b: str) -> int:
    """The first track between two cities."""
    ends = {CITY_NAMES.index(a), CITY_NAMES.index(b)}
    return next(t for t in range(TRACKS) if {END_A[t], END_B[t]} == ends)


def ticket(a: str, b: str) -> int:
    ends = {CITY_NAMES.index(a), CITY_NAMES.index(b)}
    return next(t for t in range(TICKETS) if {TICKET_A[t], TICKET_B[t]} == ends)


def planes(*tracks: int) -> list[int]:
    result = [0, 0]
    for each in tracks:
        result[plane_of(each)] |= bit_of(each)
    return result


def cards(**counts: int) -> list[int]:
    return [counts.get(name, 0) for name in COLOUR_NAMES]


def position(
    tickets: list[int],
    hand: list[int] | None = None,
    own: list[int] | None = None,
    open: list[int] | None = None,
    shown: tuple[str, ...] = (),
    **others: FieldValue,
) -> Tickets:
    """Seat 0 of two is to act, with these tickets, cards and tracks."""
    hand = hand or cards()
    own = own or [0, 0]
    free = open or [ALL_COLOURED & ~own[0], ALL_GRAY & ~own[1]]
    mine = sum(1 << each for each in tickets)
    slot = [COLOUR_NAMES.index(name) for name in shown] + [NONE] * (5 - len(shown))
    values: dict[str, FieldValue] = {
        "actor": 0,
        "phase": TURN,
        "turn": 0,
        "hand": hand + cards(),
        "size": [sum(hand), 0],
        "own": [*own, 0, 0],
        "open": free * 2,
        "slot": slot,
        "mine": [mine, 0],
        "held": [len(tickets), 3],
        "top": ALL_TICKETS & ~mine,
        "above": TICKETS - len(tickets) - 3,
    }
    return restore(Tickets, fields(start(2)) | values | others)


def advice(state: Tickets, seed: int = 1) -> int:
    return bot.advise(view(state, 0), Rng(seed))


def play(seats: int, seed: int, bots: set[int]) -> Tickets:
    """A whole game; the seats that are not bots play at random."""
    state = start(seats)
    rng = Rng(seed)
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
        elif state.actor in bots:
            state.apply(bot.advise(view(state, state.actor), rng))
        else:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
    return state


# Whole games.


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_move_is_legal_in_every_phase_and_leaves_the_view_alone(seats: int) -> None:
    """Sixteen games; in half of them random moves are made instead, which lead to positions the bot would not choose."""
    phases = set()
    for seed in range(16):
        state = start(seats)
        rng = Rng(seed)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(state.draw(rng))
                continue
            moves = state.legal_moves()
            seen = view(state, state.actor)
            move = bot.advise(seen, rng)
            assert move in moves
            assert seen == view(state, state.actor)
            phases.add(state.phase)
            state.apply(move if seed % 2 else moves[rng.below(len(moves))])

    assert phases == {FIRST, TURN, SECOND, KEEPING}


@pytest.mark.compiled
def test_the_advice_rests_on_the_view_and_the_generator_alone() -> None:
    """Worlds that the seat cannot tell apart, with other hands and tickets behind the screen, get the same move."""
    differing = 0
    for seed in range(6):
        state = start(3)
        rng = Rng(seed)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(state.draw(rng))
                continue
            seat = state.actor
            world = determinize(view(state, seat), Rng(seed + 100))
            move = bot.advise(view(state, seat), Rng(7))
            assert bot.advise(view(world, seat), Rng(7)) == move
            differing += world != state
            state.apply(move)

    assert differing > 100


@pytest.mark.compiled
def test_it_beats_random_play_in_at_least_98_of_100_games() -> None:
    """Two seats, the bot in each of them fifty times; a shared first place does not count."""
    wins = 0
    for seed in range(100):
        seat = seed % 2
        ranks = play(2, seed, {seat}).ranks()
        wins += ranks[seat] == 0 and ranks[1 - seat] > 0

    assert wins >= 98


@pytest.mark.compiled
def test_it_finishes_most_tickets_and_scores_like_a_good_player() -> None:
    """Forty games of two bots: mean score above 100, more than five tickets of six finished, the trains used up."""
    scores, done, held, trains = 0, 0, 0, 0
    for seed in range(40):
        state = play(2, seed, {0, 1})
        scores += sum(state.scores())
        held += sum(state.held)
        trains += sum(state.trains)
        done += sum(len(state.completed(seat)) for seat in range(2))

    assert scores / 80 > 100
    assert done / held > 5 / 6
    assert trains / 80 < 4


# Plans.


def test_the_cheapest_way_is_that_of_a_plain_search() -> None:
    """Random prices, a few tracks closed: the same totals as relaxing every track until nothing changes."""
    rng = Rng(3)
    for _ in range(30):
        price = vec[i64]([FAR if rng.below(5) == 0 else rng.below(60) for _ in range(TRACKS)])
        start_city, goal = rng.below(CITIES), rng.below(CITIES)
        total = [0 if city == start_city else FAR for city in range(CITIES)]
        for _ in range(CITIES):
            for t in range(TRACKS):
                total[END_A[t]] = min(total[END_A[t]], total[END_B[t]] + price[t])
                total[END_B[t]] = min(total[END_B[t]], total[END_A[t]] + price[t])

        via = plan.cheapest_ways(USA, price, start_city, goal, FAR)
        found, city = 0, goal
        while city != start_city and via[city] != FAR:
            found += price[via[city]]
            city = END_A[via[city]] + END_B[via[city]] - city

        assert (found if city == start_city else FAR) == total[goal]
        if start_city != goal:
            limited = plan.cheapest_ways(USA, price, start_city, goal, total[goal])
            assert limited[goal] == FAR, "a limit is not reached"


def test_of_equally_cheap_ways_it_is_always_the_same() -> None:
    """Prices of 0 and 8, so that there are many: the cities are settled by price and number, each over its first best track."""
    rng = Rng(4)
    for _ in range(60):
        price = vec[i64]([8 * rng.below(3) // 2 if rng.below(6) else FAR for _ in range(TRACKS)])
        start_city, goal = rng.below(CITIES), rng.below(CITIES)
        total, via, settled = {start_city: 0}, {start_city: FAR}, set[int]()
        while total.keys() - settled:
            city = min(total.keys() - settled, key=lambda each: (total[each], each))
            settled.add(city)
            for t in range(TRACKS):
                other = END_A[t] + END_B[t] - city if city in (END_A[t], END_B[t]) else city
                if total[city] + price[t] < total.get(other, FAR):
                    total[other], via[other] = total[city] + price[t], t

        found = plan.cheapest_ways(USA, price, start_city, goal, FAR)
        city = goal
        while city != start_city and city in via:
            assert found[city] == via[city]
            city = END_A[via[city]] + END_B[via[city]] - city


def test_a_plan_that_was_cleared_is_as_good_as_new() -> None:
    """One plan for one ticket after another, as when new tickets are weighed: the same as a new plan for each."""
    survey = plan.Survey(position([]), 0)
    used = plan.Plan(survey, LONG)
    for each in range(TICKETS):
        new = plan.Plan(survey, LONG)
        new.join(each, FAR)
        used.clear()
        used.join(each, FAR)
        assert (used.total, list(used.wanted), list(used.tickets)) == (new.total, list(new.wanted), list(new.tickets))
        new.clear()
        new.join(each, used.total)
        assert len(new.tickets) == 0, "too expensive"


def test_own_tracks_cost_nothing_and_closed_ones_are_not_planned() -> None:
    """Denver - El Paso with Denver - Santa Fe owned and all else but Santa Fe - El Paso closed."""
    wanted = ticket("Denver", "El Paso")
    link = track("El Paso", "Santa Fe")
    state = position([wanted], own=planes(track("Denver", "Santa Fe")), open=planes(link))

    made = plan.plan_for(plan.Survey(state, 0), vec[i64]([wanted]), LONG)

    assert list(made.wanted) == [link]
    assert list(made.tickets) == [wanted]
    assert made.trains == 2


def test_a_ticket_that_is_cut_off_is_given_up() -> None:
    """No open track at all: nothing is planned, and the bot draws a card."""
    wanted = ticket("Denver", "El Paso")
    state = position([wanted], open=[0, 0])

    assert plan.plan_for(plan.Survey(state, 0), vec[i64]([wanted]), LONG).tickets == vec[i64]()
    assert advice(state) == BLIND


def test_tickets_share_tracks_in_a_plan() -> None:
    """Los Angeles - New York and Chicago - Los Angeles together cost no more than the two apart, and share a track."""
    both = [ticket("Los Angeles", "New York"), ticket("Chicago", "Los Angeles")]
    survey = plan.Survey(position(both), 0)

    together = plan.plan_for(survey, vec[i64](both), LONG)
    apart = [plan.plan_for(survey, vec[i64]([each]), LONG) for each in both]

    assert set(together.tickets) == set(both)
    assert together.total < sum(each.total for each in apart)
    assert len(set(together.wanted)) == len(together.wanted)


def test_a_plan_stays_within_the_trains_and_the_time() -> None:
    """With twelve trains, or with twelve half turns, the cheap ticket is planned and the one across the land is not."""
    near, far = ticket("Denver", "El Paso"), ticket("Los Angeles", "New York")
    tickets = vec[i64]([near, far])
    few_trains = plan.Survey(position([near, far], trains=[12, 45]), 0)
    all_trains = plan.Survey(position([near, far]), 0)

    assert plan.plan_for(few_trains, tickets, LONG).tickets == vec[i64]([near])
    assert plan.plan_for(all_trains, tickets, 12).tickets == vec[i64]([near])
    assert set(plan.plan_for(all_trains, tickets, LONG).tickets) == {near, far}


def test_the_quickest_way_is_planned_when_the_cheapest_takes_too_long() -> None:
    """Long tracks bring points and are cheap; with eight half turns left Denver - El Paso goes by two short ones."""
    wanted = ticket("Denver", "El Paso")
    survey = plan.Survey(position([wanted]), 0)

    assert plan.plan_for(survey, vec[i64]([wanted]), LONG).half_turns > 8
    assert set(plan.plan_for(survey, vec[i64]([wanted]), 8).wanted) == {track("Denver", "Santa Fe"), track("El Paso", "Santa Fe")}
    assert plan.plan_for(survey, vec[i64]([wanted]), 7).tickets == vec[i64]()


def test_the_detour_is_the_price_of_going_round() -> None:
    """Denver - Santa Fe is owned, El Paso - Santa Fe wanted; round it by Phoenix, or not at all."""
    wanted = ticket("Denver", "El Paso")
    own = planes(track("Denver", "Santa Fe"))
    link = track("El Paso", "Santa Fe")
    others = [track("Denver", "Phoenix"), track("El Paso", "Phoenix")]
    survey = plan.Survey(position([wanted], own=own, open=planes(link, *others)), 0)
    alone = plan.Survey(position([wanted], own=own, open=planes(link)), 0)

    made = plan.plan_for(survey, vec[i64]([wanted]), LONG)

    assert list(made.wanted) == [link]
    assert made.detour(link, FAR) == survey.price[others[0]] + survey.price[others[1]]
    assert made.detour(link, 10) == 10
    assert plan.plan_for(alone, vec[i64]([wanted]), LONG).detour(link, FAR) == FAR


# Choices on built positions.


def test_it_claims_the_link_that_finishes_its_ticket_when_time_is_short() -> None:
    """The other seat has few trains and many cards: El Paso - Santa Fe is claimed at once, with the cards at hand."""
    link = track("El Paso", "Santa Fe")
    state = position(
        [ticket("Denver", "El Paso")],
        cards(red=2),
        own=planes(track("Denver", "Santa Fe")),
        trains=[43, 5],
        size=[2, 9],
    )

    move = advice(state)

    assert move >= CLAIM
    assert CLAIM_TRACK[move - CLAIM] == link


def test_the_last_turn_finishes_a_ticket_rather_than_score_a_long_track() -> None:
    """A track of 5 brings 10 points; the link of 2 turns tickets of 4 and 10 from loss to gain, 2 + 28."""
    link = track("El Paso", "Santa Fe")
    joined = [ticket("Denver", "El Paso"), ticket("Duluth", "El Paso")]
    chain = planes(track("Denver", "Santa Fe"), track("Denver", "Omaha"), track("Duluth", "Omaha"))
    state = position(joined, cards(yellow=2, green=5, purple=5), own=chain, last=1)
    payable = [CLAIM_TRACK[move - CLAIM] for move in state.choices() if CLAIM <= move < KEEP]

    assert max(LENGTH[each] for each in payable) == 5
    assert CLAIM_TRACK[advice(state) - CLAIM] == link


def test_a_gray_track_is_paid_with_a_colour_that_no_other_wanted_track_needs() -> None:
    """Denver - Phoenix needs white: El Paso - Phoenix, gray, is paid with black although white comes first."""
    wanted = ticket("Denver", "El Paso")
    links = [track("Denver", "Phoenix"), track("El Paso", "Phoenix")]
    state = position([wanted], cards(white=4, black=3), open=planes(*links), trains=[45, 9], size=[7, 9])

    move = advice(state)

    assert CLAIM_TRACK[move - CLAIM] == links[1]
    assert CLAIM_COLOUR[move - CLAIM] == COLOUR_NAMES.index("black")
    assert CLAIM_WILD[move - CLAIM] == 0


def test_it_takes_the_colour_that_the_plan_lacks() -> None:
    """Denver - Phoenix lacks white; white lies open beside a locomotive and colours of no use."""
    links = [track("Denver", "Phoenix"), track("El Paso", "Phoenix")]
    state = position(
        [ticket("Denver", "El Paso")],
        cards(black=3, white=2),
        open=planes(*links[:1]),
        own=planes(links[1]),
        shown=("red", "locomotive", "white", "green", "blue"),
    )

    assert advice(state) == TAKE + COLOUR_NAMES.index("white")


def test_the_second_card_is_never_a_locomotive_of_the_display() -> None:
    """Only locomotives lie open and the pool is empty but for the deck: the second card is drawn blind."""
    state = position([ticket("Denver", "El Paso")], shown=("locomotive", "locomotive"), phase=SECOND, drawn=1)

    assert advice(state) == BLIND


def test_it_keeps_a_finished_ticket_and_leaves_hopeless_ones() -> None:
    """Six trains left: of three tickets drawn only the one that own tracks already join is kept."""
    offer = [ticket("Los Angeles", "New York"), ticket("Denver", "El Paso"), ticket("Montreal", "Vancouver")]
    own = planes(track("Denver", "Santa Fe"), track("El Paso", "Santa Fe"))
    state = position([], own=own, trains=[6, 20], phase=KEEPING, offer=[*offer, NONE, NONE, NONE])

    assert advice(state) == KEEP + 0b010 - 1


def test_tickets_are_drawn_on_the_last_turn_when_the_own_network_finishes_most() -> None:
    """All coloured tracks owned: nearly every ticket is finished the moment it is drawn. With no track none would be."""
    rich = position([], own=[ALL_COLOURED, 0], last=1)
    poor = position([], last=1)

    assert advice(rich) == DRAW_TICKETS
    assert advice(poor) == BLIND


def test_without_cards_to_draw_it_still_finds_a_legal_move() -> None:
    """Pool and display empty (TTR-47), nothing to pay with: only tickets are left, and when they are gone the pass."""
    stuck = position([ticket("Denver", "El Paso")], deck=[0] * COLOURS, down=0)
    bare = position([ticket("Denver", "El Paso")], deck=[0] * COLOURS, down=0, above=0, top=0)

    assert [advice(stuck)] == list(stuck.legal_moves()) == [DRAW_TICKETS]
    assert [advice(bare)] == list(bare.legal_moves()) == [PASS]


def test_a_locomotive_of_the_display_is_taken_when_nothing_else_can_be() -> None:
    """The pool is empty and a locomotive is the only card left."""
    state = position([ticket("Denver", "El Paso")], shown=("locomotive",), deck=[0] * COLOURS, down=0, above=0, top=0)

    assert advice(state) == TAKE + LOCOMOTIVE
