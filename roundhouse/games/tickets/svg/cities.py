"""Cities as places: rings and full names that show while a ticket, a card or a line of the log points at them."""

from __future__ import annotations

from roundhouse.games.tickets.consequences import city_place
from roundhouse.games.tickets.missing import missing_tracks
from roundhouse.games.tickets.svg.map import DrawnMap, drawn_map
from roundhouse.games.tickets.svg.reader import Reader
from roundhouse.games.tickets.trail import longest_tracks
from roundhouse.ui.svg import number, place, text_width, write


def draw_cities(reader: Reader) -> str:
    """Draw a ring for every city, visible where the reader's tickets of the moment lie or something points there."""
    board = reader.position.board
    drawn = drawn_map(board, reader.layout)
    chosen = {int(end[ticket]) for ticket in reader.tickets_in_view() for end in (board.ticket_a, board.ticket_b)}
    return "".join(place(city_place(city), _city(drawn, city, city in chosen)) for city in range(board.cities))


def _city(drawn: DrawnMap, city: int, chosen: bool) -> str:
    x, y = drawn.cities[city]
    kind = "city-ring on" if chosen else "city-ring"
    ring = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(drawn.sheet.dot * 1.9)}" class="{kind}"/>'
    if not drawn.sheet.codes:
        return ring
    name = drawn.board.data.cities[city].name
    half = text_width(name, 12) / 2 + 2
    at = min(max(x, half), drawn.sheet.width - half), y - 9 if y > 24 else y + 20
    return ring + write(*at, name, "t12 strong middle label city-name on" if chosen else "t12 strong middle label city-name")


def draw_ways(reader: Reader) -> str:
    """Draw the shortest open way of the selected ticket; at the end the longest paths that brought the bonus (TTR-85)."""
    position = reader.position
    if reader.over:
        tracks = [track for seat in reader.path_holders() for track in longest_tracks(position, seat)]
        return "".join(f'<use href="#glow-{track}" class="path-ring"/>' for track in tracks)
    ticket = reader.selected_ticket()
    missing = missing_tracks(position, reader.seat, ticket) or [] if ticket >= 0 else []
    return "".join(f'<use href="#reach-{track}" class="way-line"/>' for track in missing)
