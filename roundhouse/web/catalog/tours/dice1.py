"""The first game of Railroad Dice."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.catalog.tours.step import MOVE, Step, offers, part

STEPS: Final = (
    Step(
        say(
            "Welcome. There is one railway line for all, and everybody lengthens it at either end (RD1-1). Passengers win: at"
            " the end of a year the director of a company gets one for each tile of its largest group of stations (RD1-82)."
        ),
    ),
    Step(
        say(
            "Dice are everything here: rails, money and shares. Once a turn you take income, four dice or more (RD1-30). Take"
            " it now."
        ),
        MOVE,
        point=part("actions"),
    ),
    Step(
        say(
            "Your four dice with the question mark are wild: a rail, a share, money, or to be rolled again (RD1-21). Each "
            "wild die in the cup brings another from the bank (RD1-34). Put some into the cup."
        ),
        MOVE,
        see=offers("cup"),
    ),
    Step(
        say(
            "Choose how many dice of your reserve are rolled with them. What is rolled lies in front of you and shows what it"
            " can do."
        ),
        MOVE,
        see=offers("roll"),
    ),
    Step(
        say(
            "A share die, or a wild one, buys a share of any company (RD1-50). Who holds most shares of a company when the "
            "year ends is its director (RD1-87), and only the director builds its stations (RD1-8). Two or three of one "
            "company are a start."
        ),
        MOVE,
        see=offers("buy"),
        point=part("companies"),
    ),
    Step(
        say(
            "Rails are laid at the ends of the line, marked W and E (RD1-57). Squares that glow can be built on; the dashes "
            "show how a rail may lie. Lay one."
        ),
        MOVE,
        see=offers("lay"),
    ),
    Step(
        say(
            "The line may leave a tile with five dice or stations on it (RD1-63). The player who leaves chooses the next tile"
            " and gets two wild dice (RD1-24). The line never comes back to a tile it has left (RD1-62)."
        ),
        MOVE,
        point=part("map"),
    ),
    Step(
        say(
            "Mountains cost a die a turn, a bridge over a lake two (RD1-77, RD1-73), and a bridge once begun must be finished"
            " in the same turn (RD1-74). Go on as long as it pays, then end the turn."
        ),
        MOVE,
    ),
    Step(
        say(
            "At the end of a turn at most five dice stay in front of you (RD1-29); the reserve has no limit. Wild dice are "
            "worth keeping."
        ),
        see=offers("income"),
    ),
    Step(
        say(
            "As a director you build a station where the end of the line points, on the ground that the company asks for "
            "(RD1-39, RD1-43). It costs three or five dice and brings two wild ones. When a company has built its eighth, the"
            " year is the last (RD1-90)."
        ),
        point=part("companies"),
    ),
    Step(
        say(
            "You know enough to play on. Hint shows what the bot would do in your place, and Undo takes back what nothing has"
            " followed."
        ),
    ),
)
