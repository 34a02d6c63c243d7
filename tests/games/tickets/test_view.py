"""What a seat may know, and the worlds it must think possible."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER, SPECTATOR, View
from roundhouse.games.tickets.phases import FIRST, HIDDEN, NONE, REVEALING
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.view import determinize, view
from tests.games.tickets.positions import hand, let_chance, play, position, random_game
from tests.games.tickets.usa import COLOURS, parse, start


def seen(state: Tickets, seat: int) -> Tickets:
    found = view(state, seat).position
    assert isinstance(found, Tickets)
    return found


@pytest.mark.clause("TTR-25", "TTR-34")
def test_a_card_taken_face_up_stays_known_until_it_is_spent() -> None:
    """Seat 0 takes red from the display and holds two red of its own; after paying two red nothing is certain any more."""
    state = position(hands={0: "2 red"}, display="red white white blue blue")
    play(state, "take red", "card green", "take green", "card green")
    assert (seen(state, 1).hand[parse("take red")], seen(state, 1).hand[parse("take green")]) == (1, 1)
    assert list(seen(state, 1).size) == [4, state.size[1]]

    play(state, "draw", "card blue", "draw", "card blue", "claim Dallas-Houston red", "draw", "card blue", "draw", "card blue")
    assert seen(state, 1).hand[parse("take red")] == 0  # two are left, but which two were paid nobody knows


@pytest.mark.clause("TTR-25")
def test_hidden_cards_are_poured_back_into_the_deck() -> None:
    """What seat 1 cannot see of seat 0's hand lies, for it, among the unknown cards; the numbers stay public."""
    state = position(hands={0: "3 white 1 locomotive", 1: "2 black"})
    before = list(state.deck)
    masked = seen(state, 1)

    assert list(masked.hand[:COLOURS]) == [0] * COLOURS
    assert [masked.deck[c] - before[c] for c in range(COLOURS)] == hand(state, 0)
    assert (masked.down, list(masked.size)) == (state.down, list(state.size))


@pytest.mark.clause("TTR-19")
def test_nobody_sees_how_many_first_tickets_were_kept_until_all_have_chosen() -> None:
    """Seat 0 keeps two or three: the same to seat 1 and to a spectator, and told after the last choice."""
    views = []
    for choice in ("keep 1 2", "keep 1 2 3"):
        state = let_chance(start(2))
        play(state, choice)
        assert state.phase == FIRST
        views.append([view(state, seat) for seat in (1, SPECTATOR)])
        play(state, "keep 1 2 3")
        assert list(seen(state, 1).held) == [2 if choice == "keep 1 2" else 3, 3]

    assert views[0] == views[1]


@pytest.mark.clause("TTR-19")
def test_worlds_keep_to_the_numbers_that_were_told() -> None:
    """While the numbers are being told, seat 0 has kept two: every world gives it two tickets and one refused."""
    state = let_chance(start(3))
    for choice in ("keep 2 3", "keep 1 2 3", "keep 1 2"):
        state.apply(parse(choice))
    assert state.phase == REVEALING
    state.apply(state.legal_moves()[0])

    refused = set()
    for seed in range(60):
        world = determinize(view(state, 2), Rng(seed))
        world.check()
        assert [bin(world.mine[seat]).count("1") for seat in (0, 2)] == [2, 2]
        refused |= {place for place in range(3) if world.offer[place] != NONE}
    assert refused == {0, 1, 2}


@pytest.mark.clause("TTR-66", "TTR-70")
def test_who_put_a_ticket_back_remembers_it() -> None:
    """Seat 0 returns a ticket: its own view names it, the others' views do not."""
    state = position(phase=9, offers={0: ["Denver-El Paso", "Boston-Miami"]})
    play(state, "keep 2")
    returned = parse("ticket Denver-El Paso") - parse("ticket Atlanta-Montreal")

    assert list(seen(state, 0).under[:1]) == [returned]
    assert list(seen(state, 1).under[:1]) == [HIDDEN]
    assert seen(state, 1).top >> returned & 1


@pytest.mark.clause("TTR-83")
def test_all_tickets_lie_open_at_the_end() -> None:
    """The spectator of a finished game reads every ticket and the scores."""
    *_, (state, _) = random_game(3, 4)
    assert state.actor == OVER
    masked = seen(state, SPECTATOR)

    assert list(masked.mine) == list(state.mine)
    assert list(masked.scores()) == list(state.scores())


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_truth_is_among_the_worlds(seats: int) -> None:
    """Worlds deal what is unknown from the pools of the view, any way the public numbers allow: the truth is one such way.

    Checked at every position of a game: the true hidden cards and tickets fit into the pools, and nothing is left over.
    """
    for state, _ in random_game(seats, 2):
        for seat in (*range(seats), SPECTATOR):
            masked = seen(state, seat)
            others = [other for other in range(seats) if other != seat]
            hidden = [sum(state.hand[o * COLOURS + c] - masked.hand[o * COLOURS + c] for o in others) for c in range(COLOURS)]
            assert [masked.deck[c] - hidden[c] for c in range(COLOURS)] == list(state.deck)
            assert masked.top == state.top | hidden_tickets(state, masked, others)


def hidden_tickets(state: Tickets, masked: Tickets, others: list[int]) -> int:
    """The tickets that the true state has where the view has none or cannot see."""
    mask = 0
    for other in others:
        mask |= state.mine[other] & ~masked.mine[other]
        offers = (other * 3 + place for place in range(3))
        mask |= sum(1 << state.offer[at] for at in offers if state.offer[at] != NONE)
    return mask | sum(1 << state.under[i] for i in range(0, len(state.under), 2) if masked.under[i] == HIDDEN)


def test_worlds_differ_and_follow_the_counts() -> None:
    """One unknown card of seat 0, dealt from 3 white and 1 black in all: about three worlds in four hold white."""
    state = position(hands={0: "1 white", 1: "9 white 11 black"}, deck="2 white 1 black")
    found = [determinize(view(state, 1), Rng(seed)).hand[0] for seed in range(400)]

    assert 255 < sum(found) < 345


def test_a_view_is_its_seat_and_its_position() -> None:
    """Equal views compare equal, and neither view nor state can be a key."""
    state = position()
    assert view(state, 0) == view(state, 0)
    assert view(state, 0) != view(state, 1)
    assert view(state, 0) != state
    for thing in (state, View(0, state)):
        with pytest.raises(TypeError, match="changes"):
            hash(thing)
