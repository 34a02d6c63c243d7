"""What follows from a move, what a draft would bring, and where the points came from, as far as a reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from roundhouse.core.bits import members
from roundhouse.core.game import Cause, Prospect
from roundhouse.core.sentence import SeatName, Sentence, both, say, say_many
from roundhouse.core.state import OVER, View
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.material import LAST_TRAINS, OFFER
from roundhouse.games.tickets.missing import trains_missing
from roundhouse.games.tickets.moves import CLAIM
from roundhouse.games.tickets.phrases import ticket_worth
from roundhouse.games.tickets.scoring import final_scores, longest_paths, ticket_points
from roundhouse.games.tickets.state import Tickets

# Places on the map.


def city_place(city: int) -> str:
    """Return the name of a city as a place of the drawing."""
    return f"city_{city}"


def track_place(track: int) -> str:
    """Return the name of a track as a place of the drawing."""
    return f"track_{track}"


def ticket_places(board: Board, ticket: int) -> tuple[str, str]:
    """Return the two cities of a ticket as places."""
    return city_place(board.ticket_a[ticket]), city_place(board.ticket_b[ticket])


def places(view: View, move: int) -> Sequence[str]:
    """Return the places of a move: a claimed track with its cities, or the cities of the tickets that the reader sees kept."""
    position = cast("Tickets", view.position)
    board = position.board
    track = _claimed(position, move)
    if track >= 0:
        return track_place(track), city_place(board.end_a[track]), city_place(board.end_b[track])
    if not board.moves.keep <= move < board.moves.idle or position.actor < 0:
        return ()
    offer = position.offer[position.actor * OFFER : (position.actor + 1) * OFFER]
    kept = [offer[place] for place in members(move - board.moves.keep + 1)]
    return tuple(place for ticket in kept if ticket >= 0 for place in ticket_places(board, ticket))


def _claimed(position: Tickets, move: int) -> int:
    """Return the track that a move claims, or -1."""
    moves = position.board.moves
    return moves.claim_track[move - CLAIM] if CLAIM <= move < moves.keep else -1


# What follows from a move.


def consequences(before: View, move: int, after: View) -> Sequence[Sentence]:
    """Return the points of a claim, the reader's tickets it completes, a new longest path, the last round, and the final count."""
    first, last = cast("Tickets", before.position), cast("Tickets", after.position)
    told: list[Sentence] = []
    if _claimed(first, move) >= 0 and first.actor >= 0:
        told = _claim(first, last, move, before.seat)
    return [*told, *_final(last)] if last.actor == OVER else told


def _claim(before: Tickets, after: Tickets, move: int, reader: int) -> list[Sentence]:
    board, seat, track = before.board, int(before.actor), _claimed(before, move)
    length = board.length[track]
    spaces = say_many("{count} space", "{count} spaces", count=length)
    told = [say_many("{count} point for {spaces}", "{count} points for {spaces}", count=board.points[length], spaces=spaces)]
    if seat == reader:
        done = set(after.completed(seat)) - set(before.completed(seat))
        told += [say("Ticket completed: {ticket}", ticket=ticket_worth(board, ticket)) for ticket in sorted(done)]
    told += _path(before, after, seat)
    trains = int(after.trains[seat])
    if not before.last and trains <= LAST_TRAINS:
        told.append(
            say_many(
                "{name} has {count} train left: the last round begins",
                "{name} has {count} trains left: the last round begins",
                count=trains,
                name=SeatName(seat),
            )
        )
    return told


def _path(before: Tickets, after: Tickets, seat: int) -> list[Sentence]:
    """Tell that a seat has taken over the longest path (TTR-85)."""
    old, new = list(longest_paths(before)), list(longest_paths(after))
    others = max(path for other, path in enumerate(new) if other != seat)
    if new[seat] <= others or (old[seat] > others and old[seat] == max(old)):
        return []
    return [
        say_many(
            "{name} now has the longest path: {count} space",
            "{name} now has the longest path: {count} spaces",
            count=new[seat],
            name=SeatName(seat),
        )
    ]


def _final(position: Tickets) -> list[Sentence]:
    """Tell why the game is over (TTR-78, TTR-79), and what tickets and the longest path bring each player (TTR-81)."""
    stuck = position.passes == position.seats
    told = [say("Nobody can do anything any more: the game is over") if stuck else say("The last round is over")]
    for seat in range(position.seats):
        told += _tickets_of(position, seat)
    for seat in range(position.seats):
        done, missed, bonus = _tickets_done(position, seat), _tickets_missed(position, seat), _bonus(position, seat)
        values = {"name": SeatName(seat), "done": done, "missed": missed}
        if bonus:
            told.append(say("{name}: tickets +{done} −{missed}, longest path +{bonus}", bonus=bonus, **values))
        else:
            told.append(say("{name}: tickets +{done} −{missed}", **values))
    return told


def _tickets_of(position: Tickets, seat: int) -> list[Sentence]:
    """Tell which tickets a player has completed and which not (TTR-83, TTR-84)."""
    done = set(position.completed(seat))
    missed = [ticket for ticket in position.tickets_of(seat) if ticket not in done]
    told = []
    if done:
        told.append(say("{name} has completed {tickets}", name=SeatName(seat), tickets=_worths(position, sorted(done))))
    if missed:
        told.append(say("{name} has not completed {tickets}", name=SeatName(seat), tickets=_worths(position, missed)))
    return told


def _worths(position: Tickets, tickets: Sequence[int]) -> Sentence:
    return both([ticket_worth(position.board, ticket) for ticket in tickets])


# What a draft would bring.


def prospects(before: View, after: View) -> Sequence[Prospect]:
    """Return points, trains, cards, path, and what the reader's tickets lack, where a draft changes them."""
    first, last = cast("Tickets", before.position), cast("Tickets", after.position)
    seat = before.seat
    old, new = longest_paths(first), longest_paths(last)
    figures = (
        (say("Points"), first.points[seat], last.points[seat]),
        (say("Trains"), first.trains[seat], last.trains[seat]),
        (say("Cards"), first.size[seat], last.size[seat]),
        (say("Path"), old[seat], new[seat]),
    )
    rows: list[Prospect] = [(label, str(one), str(other)) for label, one, other in figures if one != other]
    for ticket in first.tickets_of(seat):
        one, other = (trains_missing(position, seat, ticket) for position in (first, last))
        if one != other:
            rows.append((say("{cities} still needs", cities=first.board.data.ticket_name(ticket)), lack(one), lack(other)))
    return rows


def lack(spaces: int | None) -> Sentence:
    """Return what a ticket still lacks, in words."""
    if spaces is None:
        return say("cut off")
    return say_many("{count} space", "{count} spaces", count=spaces) if spaces else say("done")


# The end.


def breakdown(view: View) -> Sequence[Cause]:
    """Return the points of each seat by cause: routes, tickets done and missed, the longest path (TTR-81)."""
    position = cast("Tickets", view.position)
    seats = range(position.seats)
    return (
        (say("Routes"), [int(position.points[seat]) for seat in seats]),
        (say("Completed tickets"), [_tickets_done(position, seat) for seat in seats]),
        (say("Missed tickets"), [-_tickets_missed(position, seat) for seat in seats]),
        (say("Longest path"), [_bonus(position, seat) for seat in seats]),
    )


def _tickets_done(position: Tickets, seat: int) -> int:
    return sum(int(position.board.ticket_points[ticket]) for ticket in position.completed(seat))


def _tickets_missed(position: Tickets, seat: int) -> int:
    return _tickets_done(position, seat) - int(ticket_points(position, seat))


def _bonus(position: Tickets, seat: int) -> int:
    total = final_scores(position, longest_paths(position))[seat]
    return int(total - position.points[seat] - ticket_points(position, seat))
