"""Every refusal of Railroad Tycoon names the clause that forbids the move, and agrees with the legal moves."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER
from roundhouse.games.tycoon.board import CITY_NAMES
from roundhouse.games.tycoon.moves import A_TYCOON, MOVE_COUNT, OUTCOME_COUNT, SHADOW_COUNT
from roundhouse.games.tycoon.notation import notation, parse
from roundhouse.games.tycoon.position import AUCTION, BEGINNER, DEALING, ONE_LINK, SHOWING, STOCKING
from roundhouse.games.tycoon.refusal import refusal
from roundhouse.games.tycoon.state import Tycoon, start
from tests.games.tycoon.positions import build, end_actions, lively_game, play, position

INTS = MOVE_COUNT + OUTCOME_COUNT + SHADOW_COUNT
EAST = ["New York-Philadelphia", "Philadelphia-Baltimore", "Baltimore-Washington D.C.", "Washington D.C.-Richmond"]


def told(state: Tycoon, text: str) -> str:
    """What is said against a move written as text."""
    return str(refusal(state, parse(text)))


@pytest.mark.parametrize(("seats", "variant"), [(2, 0), (4, 0), (6, 0), (3, 15), (3, 4)])
def test_a_move_is_refused_exactly_when_it_is_not_legal(seats: int, variant: int) -> None:
    """Every int, at positions all along a lively game and after its end."""
    rng = Rng(seats)
    for state, _ in lively_game(seats, 4, variant):
        if rng.below(25) and state.actor != OVER:
            continue
        legal = set(state.legal_moves())
        for move in range(INTS):
            assert (refusal(state, move) is None) == (move in legal), notation(move)


def link_at_kansas_city() -> Tycoon:
    """Seat 0 has a link to Kansas City and its western link."""
    return position(links={0: ["Kansas City-St. Louis"]}, western=[-1, 1])


ACTION_CASES = [
    (position(), "build Chicago NE", "RRT-77: Chicago, north-east: no track enters the city there"),
    (position(links={1: EAST}), "build New York SW", "RRT-92: a side takes one track, and New York, south-west has its own"),
    (
        position(),
        "build Dover SE",
        "RRT-201: track out of Dover, south-east would lead to water, the frame or a side without a stub",
    ),
    (build(position(), "Chicago E: E stop"), "build Chicago E", "RRT-93: the unfinished link at Chicago, east belongs to player 1"),
    (position(), "lay E", "RRT-69: first choose the side of a city where the link begins or goes on"),
    (position(), "hop Boston 0", "RRT-107: no cube is under way; first choose one to deliver"),
    (position(), "grow Boston", "RRT-145: a city grows only by the card City Growth, when it is taken"),
    (position(), "urbanize Boston blue", "RRT-103: Boston is a yellow city already; only gray cities can be urbanized"),
    (position(stock=[0, 1, 0, 1, 1]), "urbanize Toledo blue", "RRT-103: no tile for a blue city is left"),
    (position(level=[8, 1], six=0), "upgrade", "RRT-106: level 8 is the highest"),
    (position(), "take Speed Record", "RRT-123: Speed Record cannot be taken; it goes to the first player who meets its goal"),
    (position(), "take Hotel Boston", "RRT-120: Hotel Boston is not available"),
    (
        position(cards=["New Industry"], stock=[0] * 5),
        "take New Industry",
        "RRT-209: New Industry cannot be used: no tile is left, or no city is gray",
    ),
    (position(variant=BEGINNER), "take City Growth", "RRT-193: beginners play without operations cards"),
    (position(variant=BEGINNER), "west Kansas City", "RRT-193: beginners play without western links"),
    (position(), "west Kansas City", "RRT-130: a western link needs a completed link of your own to Kansas City"),
    (link_at_kansas_city(), "west Kansas City", "RRT-137: the western link of Kansas City is built already"),
    (position(), "grant", "RRT-146: you have no Government Land Grant"),
    (
        play(position(), "issue 1"),
        "issue 1",
        "RRT-199: shares can be issued voluntarily once before each action, and that has been done",
    ),
    (
        play(position(held={0: ["Government Land Grant"]}), "grant"),
        "pass",
        "RRT-178: the land grant is played, so a build must follow",
    ),
    (position(), "bid 3", "RRT-59: the auction of this turn is over"),
    (position(), "goods 2 red", "RRT-100: cubes are drawn from the bag by chance; nobody can choose which"),
    (position(), "tycoon James Fisk", "RRT-26: tycoons are dealt by chance before the first turn"),
    (position(), "card City Growth", "RRT-121: cards are turned up from the deck by chance; nobody can choose which"),
    (position(), "pullman shown", "RRT-43: George Pullman is shown or not by the rule, not by choice"),
    (position(), notation(A_TYCOON), "RRT-43: this stands for something that others may not see, and is not a move"),
]


@pytest.mark.parametrize(("state", "text", "reason"), ACTION_CASES, ids=[text for _, text, _ in ACTION_CASES])
def test_refused_actions(state: Tycoon, text: str, reason: str) -> None:
    """At the start of an action."""
    assert told(state, text) == reason


def test_refused_deliveries() -> None:
    """No cube, no own link, too far, no way; and on the way."""
    goods = {"New York": "1 black 1 red", "Boston": "1 purple"}
    state = position(links={0: EAST[:3], 1: EAST[3:]}, goods=goods, level=[2, 1])

    assert told(state, "deliver blue from New York") == "RRT-107: there is no blue cube in New York"
    assert told(state, "deliver purple from Boston") == "RRT-110: the first link must be your own, and you have none at Boston"
    assert told(state, "deliver black from New York") == "RRT-109: with a locomotive of level 2 a cube goes over 2 links at most"
    assert told(state, "deliver red from New York") == "RRT-107: no links lead from New York to a red city"
    rival = position(links={1: EAST}, goods={"New York": "1 blue"})
    assert told(rival, "deliver blue from New York") == "RRT-110: the first link must be your own, and you have none at New York"


def test_refused_hops() -> None:
    """A link that does not exist, not the own one first, a city twice, a dead end, and something else."""
    links = {0: [*EAST, "New York-New Haven"], 1: ["New York-Philadelphia"]}
    state = play(position(links=links, goods={"New York": "1 black"}, level=[4, 1]), "deliver black from New York")

    assert told(state, "hop Boston 0") == "RRT-107: player 1 has no link from New York to Boston"
    assert told(state, "hop Philadelphia 1") == "RRT-110: the first link must be your own"
    assert told(state, "hop New Haven 0") == "RRT-108: by way of New Haven the cube cannot reach a black city"
    assert told(state, "pass") == "RRT-108: a cube is under way and must be delivered in this action"
    play(state, "hop Philadelphia 0")
    assert told(state, "hop New York 0") == "RRT-111: the cube has been in New York already"


def test_refused_steps_of_a_build() -> None:
    """Stopping too early, tight curves, water, used sides, turns out of time, loops."""
    state = play(position(links={1: ["Chicago-Indianapolis"]}), "build Indianapolis W")

    assert told(state, "stop") == "RRT-73: at least one tile must be laid or turned before stopping"
    assert told(state, "lay NE") == "RRT-78: track that enters by the side east leads straight on or in a wide curve"
    assert told(state, "turn NW") == "RRT-203: only the last tile of an unfinished link can be turned, as the first step of a build"
    assert told(state, "upgrade") == "RRT-70: a link is being built: lay a tile, or stop after the first one"
    play(state, "lay NW", "lay NE")
    assert told(state, "lay SE") == "RRT-78: track that enters by the side south-west leads straight on or in a wide curve"
    west = play(position(), "build Des Moines SW")
    assert told(west, "lay W") == "RRT-201: beyond the side west lies water, the frame or a city without a stub there"
    loop = play(build(position(), "Chicago E: E SE SW W"), "pass", "build Chicago E", "lay NW")
    assert told(loop, "lay NW") == "RRT-97: a link cannot lead back to Chicago, where it began"


def test_refused_turns_and_crossings() -> None:
    """The side it has, a blocked way, a used side, own tracks of one city, a second own link by option."""
    blocked = play(build(build(position(), "Chicago E: E stop"), "Indianapolis NW: NW W"), "build Chicago E")
    assert told(blocked, "turn E") == "RRT-203: the last tile leads to the east already"
    assert told(blocked, "lay E") == "RRT-202: the way is blocked, 2 hexes east of Chicago"
    used = play(position(links={1: ["Chicago-Indianapolis"]}), "build Toledo SW", "lay W", "lay SW")
    assert told(used, "lay W") == "RRT-92: the west side of the hex is used already, 2 hexes east of Chicago"
    joins = play(build(position(), "Chicago E: NE stop"), "pass")
    play(build(joins, "Chicago SE: E E NE NW"), "pass", "build Chicago SE", "lay W")
    assert told(joins, "lay SW") == "RRT-204: this would join two tracks that both begin in Chicago"
    single = play(position(variant=ONE_LINK, links={0: ["Cincinnati-Louisville"]}), "build Cincinnati SE", "lay SW")
    assert told(single, "lay W") == "RRT-98: you have a link between Cincinnati and Louisville, and only one is played"


def test_refused_in_the_auction() -> None:
    """A bid too low, shares, an action."""
    state = play(position(phase=AUCTION), "bid 4")

    assert told(state, "bid 4") == "RRT-56: the bid stands at $4,000; a new one must be higher"
    assert told(state, "issue 1").startswith("RRT-38: in the auction shares are issued only")
    assert told(state, "upgrade") == "RRT-54: the auction comes first: bid or pass"


def test_refused_while_a_card_is_used() -> None:
    """City Growth and New Industry ask for their city and nothing else."""
    growth = play(position(cards=["City Growth"]), "take City Growth")
    industry = play(position(cards=["New Industry"]), "take New Industry")

    assert told(growth, "pass") == "RRT-125: City Growth is used at once: choose a city that gets two cubes"
    assert told(industry, "pass") == "RRT-125: New Industry is used at once: choose a gray city and its new colour"
    assert told(industry, "urbanize Boston blue").startswith("RRT-103")


def test_refused_outcomes() -> None:
    """Cubes that are not drawn now or not in the bag, tycoons twice, cards that are gone, a wrong reveal."""
    first = start(4, 0)
    assert (first.phase, told(first, "goods 1 red")) == (STOCKING, "RRT-17: 2 cubes are being drawn for Duluth")
    dealing = position(phase=DEALING, actor=-1, tycoon=[3, -1])
    assert told(dealing, "tycoon Mark Hopkins") == "RRT-26: each player is being dealt a tycoon that nobody else has"
    showing = position(phase=SHOWING, actor=-1)
    assert told(showing, "card Speed Record") == "RRT-28: a card is being turned up that is in the deck"
    assert told(end_actions(position(round=3)), "card Speed Record").startswith("RRT-121")
    reveal = play(position(level=[5, 1], tycoons=["James Fisk"]), "upgrade")
    assert told(reveal, "pullman shown") == "RRT-43: the first player to reach level 6 shows George Pullman, or does not hold him"
    goods = {"New York": "25 red 25 yellow 25 blue 25 purple", "Boston": "23 black"}
    few = position(goods=goods, empty=[name for name in CITY_NAMES if name not in goods], ending=1)
    play(few, "urbanize Toledo blue")
    assert told(few, "goods 2 red") == "RRT-8: the bag does not hold these cubes"


def test_after_the_end_everything_is_refused() -> None:
    """RRT-184, for passing too."""
    assert told(position(actor=OVER), "pass") == "RRT-184: the game is over, and no move is made any more"
