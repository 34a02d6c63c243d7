"""What pages say about games and their options, beside what the games say themselves."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, fields
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.sentence import Sentence, say
from roundhouse.games import GAMES
from roundhouse.ui.text import translate
from roundhouse.web.catalog.tours import has_tour
from roundhouse.web.http.errors import HTTPError


@dataclass(frozen=True)
class Choice:
    """What an option of a game is called, and what may be chosen where that is neither a tick nor a number."""

    label: Sentence
    help: Sentence | None = None
    choices: tuple[tuple[str, Sentence], ...] = ()
    seat: bool = False  # the value is a seat


@dataclass(frozen=True)
class Blurb:
    """A game in a few words."""

    sentence: Sentence
    minutes: int
    bots_seats: int  # players, when one click opens a game against bots
    options: dict[str, Choice] = field(default_factory=dict)


_FIRST_SEAT: Final = Choice(say("Who begins"), seat=True)
_LOT: Final = "random"  # a layout by lot, under a number that makes it the same for ever

BLURBS: Final[dict[str, Blurb]] = {
    "tickets": Blurb(
        say("Collect cards, claim tracks across North America and link the cities on your secret tickets."),
        45,
        3,
    ),
    "express": Blurb(
        say("Buy shares at auction and drive four railways from the East Coast to Chicago. No luck, no secrets."),
        60,
        3,
        {"first_bidder": Choice(say("Who opens the first auction"), seat=True)},
    ),
    "tycoon": Blurb(
        say("Issue shares, lay track over rivers and ridges and deliver goods with ever better locomotives."),
        120,
        3,
        {
            "beginner": Choice(
                say("Beginners' game"), say("Without cards, tycoons and western links: best for a first game (RRT-192).")
            ),
            "hundred_plus": Choice(
                say("The income track ends at 100"), say("Past 100 points the marker stays on the last space (RRT-R3).")
            ),
            "tight_curves": Choice(say("Tight curves"), say("A tile may join neighbouring sides of its hex (RRT-R9).")),
            "open_cash": Choice(say("Open cash"), say("Everybody sees how much money the others have (RRT-39).")),
            "second_own_link": Choice(
                say("Parallel links"), say("A player may own several links between the same two cities (RRT-R15).")
            ),
        },
    ),
    "dice1": Blurb(
        say("Roll rails, lay them into a growing landscape and carry passengers between the stations of your companies."),
        60,
        2,
        {
            "large_bank": Choice(say("Large bank"), say("60 dice instead of 40: a longer game (RD1-R3).")),
            "diagonal_sites": Choice(
                say("Diagonal sites"), say("All eight squares around a station count for it, not only four (RD1-R5).")
            ),
            "open_screens": Choice(say("Open screens"), say("Everybody sees the reserve and the tokens of the others (RD1-R4).")),
            "first_seat": _FIRST_SEAT,
        },
    ),
    "dice2": Blurb(
        say("Draft dice of track and fetch passengers with locomotives that grow faster and hungrier."),
        60,
        2,
        {
            "layout": Choice(
                say("Landscape"), choices=(("first", say("as for a first game (RD2-10)")), (_LOT, say("laid out by lot (RD2-R1)")))
            ),
            "first_seat": _FIRST_SEAT,
            "own_connections_only": Choice(
                say("Only one's own connections pay"),
                say("A new connection pays only if it ends at the home of who laid it (RD2-R20)."),
            ),
        },
    ),
}


def blurb(game: Game[Any]) -> Blurb:
    """Return what is said about a game: for one that the pages know nothing of, little, and no time that it would take."""
    return BLURBS.get(game.name) or Blurb(say("A game of this house."), 0, game.seats[0])


def game_context(game: Game[Any], language: str) -> dict[str, Any]:
    """A game in a page."""
    about = blurb(game)
    return {
        "name": game.name,
        "title": game.title,
        "sentence": translate(about.sentence, language),
        "least": game.seats[0],
        "most": game.seats[-1],
        "minutes": about.minutes,
        "bots_seats": about.bots_seats,
        "tour": has_tour(game),
    }


def games_context(language: str) -> list[dict[str, Any]]:
    """All games in a page."""
    return [game_context(game, language) for game in GAMES]


def option_contexts(game: Game[Any], language: str) -> list[dict[str, Any]]:
    """The options of a game in a form."""
    known = blurb(game).options
    found = []
    for option in fields(game.options):
        words = known.get(option.name, Choice(say("{name}", name=option.name)))
        choices: list[dict[str, Any]] = [{"value": value, "label": translate(text, language)} for value, text in words.choices]
        if words.seat:
            choices = [
                {"value": seat, "label": translate(say("seat {number}", number=seat + 1), language)}
                for seat in range(game.seats[-1])
            ]
        found.append(
            {
                "name": option.name,
                "kind": type(option.default).__name__,
                "default": option.default,
                "choices": choices,
                "label": translate(words.label, language),
                "help": "" if words.help is None else translate(words.help, language),
            }
        )
    return found


def options_from_form(game: Game[Any], form: dict[str, str]) -> dict[str, Any]:
    """The options of a game as a form sends them: an unticked box is not sent at all."""
    sent = any(name.startswith("option-") for name in form) or "name" in form
    options: dict[str, Any] = {}
    for option in fields(game.options):
        text = form.get(f"option-{option.name}")
        if isinstance(option.default, bool):
            options[option.name] = text in ("on", "true", "1") if sent else option.default
        elif text is not None:
            options[option.name] = _number(text) if isinstance(option.default, int) else _laid_out(text)
    return {name: value for name, value in options.items() if value != _default(game, name)}


def _default(game: Game[Any], name: str) -> object:
    return next(option.default for option in fields(game.options) if option.name == name)


def _number(text: str) -> int:
    if not text.removeprefix("-").isascii() or not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise HTTPError(422, say("'{text}' is not a whole number", text=text[:20]))
    return int(text)


def _laid_out(text: str) -> str:
    return f"{_LOT} {secrets.randbelow(10**6)}" if text == _LOT else text[:5000]
