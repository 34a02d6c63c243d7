"""The page of Railroad Dice: description, options, pictures for the rules, guided first game."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.ui.page import MOVE, OptionLabel, Page, Scene, TourStep

OPTIONS: Final = {
    "large_bank": OptionLabel(say("Large bank"), say("60 dice instead of 40: a longer game (RD1-R3).")),
    "diagonal_sites": OptionLabel(
        say("Diagonal sites"), say("All eight squares around a station count for it, not just four (RD1-R5).")
    ),
    "open_screens": OptionLabel(say("Open screens"), say("Everyone sees the reserve and the tokens of the others (RD1-R4).")),
    "first_seat": OptionLabel(say("Who goes first"), seat=True),
}

SCENES: Final = (
    Scene("dice", 3, say("The dice in front of a player, and the reserve behind the screen, face down."), "lay", "dice", 150),
    Scene("roll", 6, say("Choose how many wild dice go into the cup; the bank doubles them."), "cup", "actions"),
    Scene(
        "companies",
        8,
        say("The company boards: director, stations left, shares by owner, and payout."),
        "buy",
        "companies",
        90,
    ),
    Scene("track", 9, say("The line grows at its ends: squares where you can lay a rail are lit."), "lay", "0 -46 844 494", 120),
    Scene("tile", 10, say("The next tile, in the positions it can take."), "tile", "actions", 40),
    Scene(
        "map",
        13,
        say("The overview map: the line so far, and strokes that join the stations of a company."),
        "lay",
        "map",
        120,
        (420, 340),
    ),
    Scene("result", 14, say("The end of the game."), "", "seats"),
)

TOUR: Final = (
    TourStep(
        say(
            "Welcome! There is a single railway line, and all players extend it at either end (RD1-1). Passengers win the game: at"
            " the end of a year, the director of a company gets one for each tile in its largest group of stations (RD1-82)."
        ),
    ),
    TourStep(
        say(
            "Dice are everything here: rails, money and shares. Once per turn you take income, four dice or more (RD1-30). Take it"
            " now."
        ),
        MOVE,
        highlight="actions",
    ),
    TourStep(
        say(
            "Your four dice with a question mark are wild: use one as a rail, a share or money, or roll it again (RD1-21). For each"
            " wild die in the cup, the bank adds another (RD1-34). Put some into the cup."
        ),
        MOVE,
        when="cup",
    ),
    TourStep(
        say(
            "Choose how many dice from your reserve to roll with them. The rolled dice lie in front of you and show what they can"
            " do."
        ),
        MOVE,
        when="roll",
    ),
    TourStep(
        say(
            "A share die or a wild die buys a share in any company (RD1-50). The player with the most shares in a company at the"
            " end of the year becomes its director (RD1-87), and only the director builds its stations (RD1-8). Two or three shares"
            " in one company are a good start."
        ),
        MOVE,
        when="buy",
        highlight="companies",
    ),
    TourStep(
        say(
            "Rails go at the ends of the line, marked W and E (RD1-57). You can build on the glowing squares; the dashes show how a"
            " rail can lie. Lay one."
        ),
        MOVE,
        when="lay",
    ),
    TourStep(
        say(
            "The line may leave a tile that holds at least five dice or stations (RD1-63). The player who leaves it chooses the"
            " next tile and gets two wild dice (RD1-24). The line never returns to a tile it has left (RD1-62)."
        ),
        MOVE,
        highlight="map",
    ),
    TourStep(
        say(
            "Mountains cost one die per turn, a bridge over a lake costs two (RD1-77, RD1-73), and you must finish a bridge in the"
            " turn you start it (RD1-74). Go on as long as it pays, then end your turn."
        ),
        MOVE,
    ),
    TourStep(
        say(
            "At the end of your turn you may keep at most five dice in front of you (RD1-29); your reserve has no limit. Wild dice"
            " are worth keeping."
        ),
        when="income",
    ),
    TourStep(
        say(
            "As a director, you build a station where the end of the line points, on the terrain that the company requires (RD1-39,"
            " RD1-43). It costs three or five dice and earns you two wild ones. Once a company has built its eighth station, the"
            " current year is the last (RD1-90)."
        ),
        highlight="companies",
    ),
    TourStep(
        say(
            "You are ready to play on. Hint shows what the bot would do in your place, and Undo takes back a move until something"
            " new is revealed."
        ),
    ),
)

PAGE: Final = Page(
    description=say("Roll rails, lay them into a growing landscape and carry passengers between the stations of your companies."),
    reconstructed=say(
        "Partly reconstructed: the drawing of the tiles, the numbers of mini-tiles, what the blue, red and yellow"
        " stations require and how many stations cost 3 dice are ours."
    ),
    minutes=60,
    players=2,
    options=OPTIONS,
    crop="0 -46 844 494",
    scenes=SCENES,
    tour=TOUR,
    board_class="dice-board",
    at_once=("cup", "roll"),
)
