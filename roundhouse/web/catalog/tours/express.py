"""The first game of Chicago Express."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.catalog.tours.step import MOVE, Step, offers, part

STEPS: Final = (
    Step(
        say(
            "Welcome. Nobody owns a railway here: you own shares of companies, and so may the bot, of the same ones. Whoever "
            "has most cash at the end wins; shares count nothing by themselves (CEX-136)."
        ),
    ),
    Step(
        say(
            "First one share of each of four companies is auctioned (CEX-27). The winner's money goes into the treasury of "
            "the company (CEX-34): it is what the company builds with. Bid, or pass."
        ),
        MOVE,
        point=part("actions"),
    ),
    Step(
        say(
            "A share pays income divided by shares sold, rounded up (CEX-102). PRR has an income of 7 and three shares only; "
            "under each company you see what a share pays now. Do not spend everything: four auctions follow one another."
        ),
        MOVE,
        point=part("charters"),
    ),
    Step(
        say(
            "Now turns begin. You choose one of three dials: auction a share, expand a company, or develop a hex (CEX-41). "
            "The needle moves on each time; an action on red is closed (CEX-45)."
        ),
        see=offers("decline"),
        point=part("dials"),
    ),
    Step(
        say(
            "To expand, you need a share of the company (CEX-65). It lays up to three locomotives, paid by its treasury. "
            "Press a company under Expand, and look which hexes glow."
        ),
        MOVE,
        see=offers("decline"),
    ),
    Step(
        say(
            "Each new locomotive stands beside one of the same company (CEX-67). Towns and mountains raise the income; "
            "forests and plains do not (CEX-81). A hex is dearer for each locomotive already there (CEX-75). Build one or "
            "more, then end the expansion."
        ),
        MOVE,
        see=offers("build"),
    ),
    Step(
        say(
            "When two needles are on red as a turn begins, all companies pay their dividends and the needles go back to green"
            " (CEX-46). Choosing an action only to move its needle is allowed, and often clever (CEX-43)."
        ),
        see=offers("decline"),
        point=part("dials"),
    ),
    Step(
        say(
            "A new share makes money for the treasury, and every share already sold worth less. Offer shares of companies "
            "that need money to build, best of all those that you own most of. The bidding opens at what a share would pay "
            "(CEX-54)."
        ),
        MOVE,
    ),
    Step(
        say(
            "Chicago brings 7 of income and at once a dividend of its own (CEX-82, CEX-113). The first company there opens "
            "the Wabash, a fifth company (CEX-118). It is far: a company with few shares and a full treasury gets there."
        ),
        point=part("hex-A2"),
    ),
    Step(
        say(
            "The panel on the right shows four things; when one of them is full, the next dividend ends the game (CEX-132). "
            "Play on. Hint shows what the bot would do in your place."
        ),
        point=part("ending"),
    ),
)
