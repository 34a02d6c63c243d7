"""The page of Chicago Express: description, options, pictures for the rules, guided first game."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.ui.page import MOVE, OptionLabel, Page, Scene, TourStep

SCENES: Final = (
    Scene("bids", 3, say("A bid for the share on offer; what it would pay now is shown above."), "bid", "actions"),
    Scene("dials", 4, say("The three dials: when two of them are on red, a general dividend is paid."), "decline", "dials", 40),
    Scene(
        "charters",
        5,
        say("The charters: income, dividend per share, opening bid and treasury; the marks show who owns shares."),
        "decline",
        "charters",
        60,
        (608, 132),
    ),
    Scene("expand", 6, say("An expansion: the hexes within reach and their prices."), "build", "0 0 920 609", 60),
    Scene("develop", 7, say("The hexes that can be developed, and what a house adds there."), "develop", "0 0 920 609", 90),
    Scene("income", 8, say("The income of each company; a share pays its part of it, rounded up."), "decline", "income", 150),
    Scene("ending", 11, say("How close each of the four end conditions is."), "decline", "ending", 150, (264, 66)),
)

TOUR: Final = (
    TourStep(
        say(
            "Welcome! Nobody owns a railway here. You buy shares in companies, and the bot may hold shares in the same ones. The"
            " player with the most cash at the end wins; shares are worth nothing by themselves (CEX-136)."
        ),
    ),
    TourStep(
        say(
            "The game starts with four auctions, for one share in each of four companies (CEX-27). The winning bid goes into the"
            " company's treasury (CEX-34), and that is the money it builds with. Bid or pass."
        ),
        MOVE,
        highlight="actions",
    ),
    TourStep(
        say(
            "A share pays the company's income divided by the number of shares sold, rounded up (CEX-102). PRR has an income of 7"
            " and only three shares; each charter shows what a share pays now. Save some money: the four auctions come one after"
            " the other."
        ),
        MOVE,
        highlight="charters",
    ),
    TourStep(
        say(
            "Now the turns begin. Choose one of three dials: auction a share, expand a company, or develop a hex (CEX-41). Its"
            " needle moves one step; a dial on red cannot be chosen (CEX-45)."
        ),
        when="decline",
        highlight="dials",
    ),
    TourStep(
        say(
            "To expand a company you need a share in it (CEX-65). It places up to three locomotives, paid from its treasury. Choose"
            " a company under Expand and see which hexes glow."
        ),
        MOVE,
        when="decline",
    ),
    TourStep(
        say(
            "Each new locomotive goes next to one of the same company (CEX-67). Towns and mountains raise the income; forests and"
            " plains do not (CEX-81). A hex costs more for each locomotive already there (CEX-75). Build at least one, then end the"
            " expansion."
        ),
        MOVE,
        when="build",
    ),
    TourStep(
        say(
            "If two needles are on red when a turn begins, all companies pay dividends and the needles return to green (CEX-46)."
            " You may choose a dial just to move its needle, which is often clever (CEX-43)."
        ),
        when="decline",
        highlight="dials",
    ),
    TourStep(
        say(
            "A new share brings money into the treasury but makes every share already sold worth less. Offer shares in companies"
            " that need money to build, ideally those where you hold the most shares. The bidding opens at what a share would pay"
            " (CEX-54)."
        ),
        MOVE,
    ),
    TourStep(
        say(
            "Reaching Chicago adds 7 to the income and pays a dividend at once (CEX-82, CEX-113). The first company to get there"
            " opens the Wabash, a fifth company (CEX-118). It is a long way: you need a company with few shares and a full"
            " treasury."
        ),
        highlight="hex-A2",
    ),
    TourStep(
        say(
            "This panel tracks the four end conditions. Once one of them is met, the next dividend ends the game (CEX-132). Play"
            " on; Hint shows what the bot would do in your place."
        ),
        highlight="ending",
    ),
)

PAGE: Final = Page(
    description=say("Buy shares at auction and drive four railways from the East Coast to Chicago. No luck, no secrets."),
    reconstructed=say(
        "Partly reconstructed: the names of eight cities are deduced from geography, and most hexes rest on one copy of"
        " the printed board."
    ),
    minutes=60,
    players=3,
    options={"first_bidder": OptionLabel(say("Who opens the first auction"), seat=True)},
    crop="0 0 920 609",
    scenes=SCENES,
    tour=TOUR,
    at_once=("stop",),  # the turn ends with it, so that pressing it confirms the expansion
)
