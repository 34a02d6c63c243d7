"""Moves of Ticket to Ride as text: `take red`, `draw`, `claim Denver-Phoenix white+2`, `keep 1 3`."""

from __future__ import annotations

from typing import Final

from roundhouse.core.texts import Texts, bare
from roundhouse.games.tickets.board import (
    CITY_ALIASES,
    CITY_NAMES,
    COLOUR,
    COLOUR_NAMES,
    COLOURED,
    COLOURS,
    END_A,
    END_B,
    LOCOMOTIVE,
    TICKET_A,
    TICKET_B,
    TICKETS,
    TWIN,
)
from roundhouse.games.tickets.moves import (
    A_CARD,
    A_TICKET,
    BLIND,
    CARD,
    CHOSEN,
    CLAIM,
    CLAIM_COLOUR,
    CLAIM_TRACK,
    CLAIM_WILD,
    CLAIMS,
    DRAW_TICKETS,
    FLUSH,
    KEEP,
    KEPT,
    PASS,
    STAY,
    TAKE,
    TICKET,
)

_SUBSETS: Final = {1: "1", 2: "2", 3: "1 2", 4: "3", 5: "1 3", 6: "2 3", 7: "1 2 3"}


def plain(text: str) -> str:
    """Return a text without case, accents or optional punctuation."""
    kept = bare(text)
    return " ".join(kept.replace("-", " ").replace("–", " ").replace(".", " ").replace(",", " ").replace("+", " + ").split())


def cities_of(track: int) -> str:
    """Return the two ends of a track: `Denver-Phoenix`."""
    return f"{CITY_NAMES[END_A[track]]}-{CITY_NAMES[END_B[track]]}"


def ticket_name(ticket: int) -> str:
    """Return the two ends of a ticket: `Denver-El Paso`."""
    return f"{CITY_NAMES[TICKET_A[ticket]]}-{CITY_NAMES[TICKET_B[ticket]]}"


def _payment(colour: int, wild: int) -> str:
    if colour == LOCOMOTIVE:
        return COLOUR_NAMES[LOCOMOTIVE]
    return f"{COLOUR_NAMES[colour]}+{wild}" if wild else COLOUR_NAMES[colour]


def _second(track: int) -> bool:
    return 0 <= TWIN[track] < track


def _claim(track: int, colour: int, wild: int) -> str:
    """Return the text of a claim; a track of a double is named only if ambiguous: `/2` if gray, `/orange` if coloured."""
    name = cities_of(track)
    if track >= COLOURED:
        name += "/2" if _second(track) else ""
    elif TWIN[track] >= 0 and colour == LOCOMOTIVE:
        name += f"/{COLOUR_NAMES[COLOUR[track]]}"
    return f"claim {name} {_payment(colour, wild)}"


def _written() -> dict[int, str]:
    texts = {TAKE + colour: f"take {COLOUR_NAMES[colour]}" for colour in range(COLOURS)}
    texts |= {BLIND: "draw", DRAW_TICKETS: "tickets", PASS: "pass"}
    texts |= {CLAIM + i: _claim(CLAIM_TRACK[i], CLAIM_COLOUR[i], CLAIM_WILD[i]) for i in range(CLAIMS)}
    texts |= {KEEP + subset - 1: f"keep {places}" for subset, places in _SUBSETS.items()}
    texts |= {CARD + colour: f"card {COLOUR_NAMES[colour]}" for colour in range(COLOURS)}
    texts |= {TICKET + ticket: f"ticket {ticket_name(ticket)}" for ticket in range(TICKETS)}
    texts |= {FLUSH: "flush", STAY: "stay"}
    texts |= {A_CARD: "card ?", A_TICKET: "ticket ?", CHOSEN: "keep ?"}
    texts |= {KEPT + count - 1: f"kept {count}" for count in (1, 2, 3)}
    return texts


def _also() -> dict[str, int]:
    """Return other accepted texts of moves, in plain form."""
    moves: dict[str, int] = {}
    for i in range(CLAIMS):
        for way in _ways_to_claim(CLAIM_TRACK[i], CLAIM_COLOUR[i], CLAIM_WILD[i]):
            moves.setdefault(plain(way), CLAIM + i)
    for ticket in range(TICKETS):
        moves[plain(f"ticket {CITY_NAMES[TICKET_B[ticket]]}-{CITY_NAMES[TICKET_A[ticket]]}")] = TICKET + ticket
    return moves


def _ways_to_claim(track: int, colour: int, wild: int) -> list[str]:
    twin = TWIN[track]
    suffixes = ["", "/1"] if twin > track else ["", "/2"] if twin >= 0 else [""]
    if COLOUR[track] < LOCOMOTIVE:
        suffixes.append(f"/{COLOUR_NAMES[COLOUR[track]]}")
    ends = [(a, b) for a in _names(END_A[track]) for b in _names(END_B[track])]
    return [
        f"claim {first}-{second}{suffix} {_payment(colour, wild)}"
        for a, b in ends
        for first, second in ((a, b), (b, a))
        for suffix in suffixes
    ]


def _names(city: int) -> list[str]:
    return [CITY_NAMES[city], *(alias for alias, at in CITY_ALIASES.items() if at == city)]


_TEXTS: Final = Texts(_written, plain, ("take red", "draw", "tickets", "claim Denver-Phoenix white", "keep 1 3"), _also)
notation: Final = _TEXTS.notation
parse: Final = _TEXTS.parse  # case, accents, hyphens and the order of two cities do not matter
