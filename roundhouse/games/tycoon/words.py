"""The messages of Railroad Tycoon: a sentence of the log for every move, and a prompt for every reader."""

from __future__ import annotations

from typing import cast

from roundhouse.core.sentence import SeatName, Sentence, both, either, say, say_many
from roundhouse.core.state import CHANCE, OVER, View
from roundhouse.games.tycoon.board import (
    CITY_NAMES,
    COLOURS,
    LEVEL_PRICE,
    NONE,
    SHARE_VALUE,
    SIDES,
    TYCOON_NAMES,
    URBANIZE_PRICE,
    WESTERN_CITY,
    WESTERN_PRICE,
)
from roundhouse.games.tycoon.build import tiles_left
from roundhouse.games.tycoon.moves import (
    A_TYCOON,
    BID,
    BUILD,
    CARD,
    DELIVER,
    GOODS,
    GRANT,
    GROW,
    HANDFUL,
    HOP,
    ISSUE,
    LAY,
    OWNERS,
    PASS,
    REVEAL,
    STOP,
    TAKE,
    TILE_COLOURS,
    TURN,
    TYCOON,
    UPGRADE,
    URBANIZE,
    WEST,
)
from roundhouse.games.tycoon.phrases import CITY_WORDS, CUBE_WORDS, TOWARDS, card, cubes, money, points, shares, stub
from roundhouse.games.tycoon.position import (
    AUCTION,
    BUILDING,
    DEALING,
    DELIVERING,
    GRABBING,
    GROWING,
    INDUSTRY,
    LAST,
    LINK,
    REVEALING,
    STOCKING,
    TRIGGERED,
    TURNING_UP,
)
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.track import head_of, last_gate, lay_exits, price, turn_exits, unfinished
from roundhouse.games.tycoon.whereabouts import near

# The log.


def describe(view: View, move: int) -> Sentence:
    """Return what a move does, given the reader's view before it and the move as the reader sees it.

    What follows from it without a decision (points, forced shares, the end of a turn) is told by `consequences`.
    """
    position = cast("Tycoon", view.position)
    if move >= GOODS:
        return _chance_says(position, move)
    after = position.copy()
    after.apply(move)
    return _seat_says(position, after, move)


def _seat_says(position: Tycoon, after: Tycoon, move: int) -> Sentence:
    name = SeatName(position.actor)
    if position.phase == AUCTION:
        return _bids(position, after, move)
    if move < DELIVER:
        return _builds(position, after, move, name)
    if move < HOP:
        colour, city = (move - DELIVER) % COLOURS, CITY_NAMES[(move - DELIVER) // COLOURS]
        return say("{name} delivers {cube} from {city}", name=name, cube=CUBE_WORDS[colour], city=city)
    if move < URBANIZE:
        return _hops(position, move - HOP)
    if move < UPGRADE:
        return _cities(position, move, name)
    return _purchases(position, move, name)


def _bids(position: Tycoon, after: Tycoon, move: int) -> Sentence:
    name = SeatName(position.actor)
    bid = say("{name} passes", name=name)
    if move != PASS:
        bid = say("{name} bids {amount}", name=name, amount=money(move - BID + 1))
    if after.phase == AUCTION:
        return bid
    if after.leader == NONE:  # RRT-62
        return say("{bid}; nobody has bid, and {first} becomes first player", bid=bid, first=SeatName(after.first))
    return say("{bid}; {first} becomes first player for {amount}", bid=bid, first=SeatName(after.first), amount=money(after.high))


def _builds(position: Tycoon, after: Tycoon, move: int, name: SeatName) -> Sentence:
    if move == STOP:
        return say("{name} stops building", name=name)
    if move < LAY:
        if unfinished(position, move - BUILD) == NONE:
            return say("{name} begins a link at {stub}", name=name, stub=stub(move - BUILD))
        return say("{name} works on the unfinished link at {stub}", name=name, stub=stub(move - BUILD))
    turned = move >= TURN
    gate = last_gate(position, position.stub) if turned else head_of(position, position.stub)
    side = move - TURN if turned else move - LAY
    where, paid = near(gate // SIDES), money(price(position, position.actor, gate, side))
    if turned:
        tile = say(
            "{name} turns the tile {where}, {towards}, for {price}", name=name, where=where, towards=TOWARDS[side], price=paid
        )
    else:
        tile = say("{name} lays track {where} for {price}", name=name, where=where, price=paid)
    if len(after.links) == len(position.links):
        return tile
    a, b = (CITY_NAMES[end // SIDES] for end in after.links[len(after.links) - LINK : len(after.links) - 1])
    return say("{tile} and completes the link {a}-{b}", tile=tile, a=a, b=b)


def _hops(position: Tycoon, index: int) -> Sentence:
    city, owner = index // OWNERS, SeatName(index % OWNERS)
    if position.demand[position.cube] >> city & 1:
        return say("The cube reaches {city} over a link of {owner}", city=CITY_NAMES[city], owner=owner)
    return say("The cube goes to {city} over a link of {owner}", city=CITY_NAMES[city], owner=owner)


def _cities(position: Tycoon, move: int, name: SeatName) -> Sentence:
    if move >= GROW:
        return say("{name} chooses {city} for City Growth", name=name, city=CITY_NAMES[move - GROW])
    city, colour = CITY_NAMES[(move - URBANIZE) // TILE_COLOURS], CITY_WORDS[(move - URBANIZE) % TILE_COLOURS + 1]
    if position.phase == INDUSTRY:
        return say("{name} makes {city} {colour} by New Industry", name=name, city=city, colour=colour)
    return say(
        "{name} urbanizes {city} for {price}: it is now {colour}", name=name, city=city, price=money(URBANIZE_PRICE), colour=colour
    )


def _purchases(position: Tycoon, move: int, name: SeatName) -> Sentence:
    if move == UPGRADE:
        level = position.level[position.actor] + 1
        return say("{name} upgrades to level {level} for {price}", name=name, level=level, price=money(LEVEL_PRICE[level]))
    if move < GRANT:
        return say("{name} takes the card {card}", name=name, card=card(move - TAKE))
    if move == GRANT:
        return say("{name} uses a Government Land Grant for the build that follows", name=name)
    if move < ISSUE:
        city = CITY_NAMES[WESTERN_CITY[move - WEST]]
        return say("{name} builds the western link of {city} for {price}", name=name, city=city, price=money(WESTERN_PRICE))
    if move < PASS:
        return say(
            "{name} issues {shares} for {amount}",
            name=name,
            shares=shares(move - ISSUE + 1),
            amount=money((move - ISSUE + 1) * SHARE_VALUE),
        )
    return say("{name} passes", name=name)


def _chance_says(position: Tycoon, move: int) -> Sentence:
    if move < TYCOON:
        drawn = HANDFUL[(move - GOODS) * COLOURS : (move - GOODS + 1) * COLOURS]
        return say("{city} gets {cubes}", city=CITY_NAMES[position.place], cubes=cubes(list(drawn)))
    if move == A_TYCOON:
        return say("{name} is dealt a tycoon", name=SeatName(position.receiver()))
    if move < CARD:
        return say("{name} is dealt the tycoon {tycoon}", name=SeatName(position.receiver()), tycoon=TYCOON_NAMES[move - TYCOON])
    if move < REVEAL:
        return _turned_up(position, move)
    if move == REVEAL:
        return say("{name} is the first at level 6 and shows George Pullman", name=SeatName(position.six))
    return say("{name} is the first at level 6, without George Pullman", name=SeatName(position.six))


def _turned_up(position: Tycoon, move: int) -> Sentence:
    told = say("{card} is available", card=card(move - CARD))
    if position.phase != TURNING_UP:
        return told
    after = position.copy()
    after.apply(move)
    if after.display[move - CARD] > position.display[move - CARD]:
        return told
    if list(after.points) == list(position.points):  # RRT-173
        return say("{card} is turned up and discarded: several players have the line already", card=card(move - CARD))
    return say("{card} is turned up and scored at once", card=card(move - CARD))


# The prompt.


def prompt(view: View) -> Sentence:
    """Return what the seat of the view should do now, or which player it waits for; near the end, add how much is left."""
    position = cast("Tycoon", view.position)
    if position.actor == OVER:
        return _result(position, view.seat)
    if position.actor == CHANCE:
        return _chance(position)
    what = _task(position) if position.actor == view.seat else _waiting(position)
    if position.ending == LAST:
        return say("{what} This is the last turn.", what=what)
    if position.ending == TRIGGERED:
        return say("{what} One more turn follows this one.", what=what)
    return what


def _task(position: Tycoon) -> Sentence:
    if position.phase == AUCTION:
        return _task_of_bidder(position)
    if position.phase == BUILDING:
        return _task_of_builder(position)
    if position.phase == DELIVERING:
        city, cube = CITY_NAMES[position.place], CUBE_WORDS[position.cube]
        return say("From {city}, choose where {cube} goes next.", city=city, cube=cube)
    if position.phase == GROWING:
        return say("City Growth: choose a city that gets two cubes.")
    if position.phase == INDUSTRY:
        return say("New Industry: choose a gray city and its new colour.")
    if position.granted:
        return say("Choose where to build; open terrain is free in this action.")
    return say("Round {round} of 3, your action: {actions}.", round=position.round, actions=either(_possible_actions(position)))


def _task_of_bidder(position: Tycoon) -> Sentence:
    if position.high:
        return say("Bid more than {amount} to be first player, or pass.", amount=money(position.high))
    return say("Bid to be first player, or pass.")


def _task_of_builder(position: Tycoon) -> Sentence:
    if position.laid == 0 and unfinished(position, position.stub) != NONE:
        return _task_at_loose_end(position)
    if position.laid == 0:
        return say("Lay the first tile of the link at {stub}.", stub=stub(position.stub))
    return say_many(
        "Lay the next tile of the link at {stub} ({count} tile is left), or stop.",
        "Lay the next tile of the link at {stub} ({count} tiles are left), or stop.",
        count=tiles_left(position),
        stub=stub(position.stub),
    )


def _task_at_loose_end(position: Tycoon) -> Sentence:
    """Ask for what is really possible at the end of an unfinished link: to go on, to turn its last tile, or both."""
    here, seat = stub(position.stub), position.actor
    if not lay_exits(position, seat, position.stub):
        return say("Turn the last tile of the link at {stub}: it cannot go on.", stub=here)
    if not turn_exits(position, seat, position.stub):
        return say("Lay the next tile of the link at {stub}.", stub=here)
    return say("Lay the next tile of the link at {stub}, or turn the last one.", stub=here)


def _possible_actions(position: Tycoon) -> list[Sentence]:
    """Return what can be done now, each action once (RRT-65)."""
    ranges = (
        (BUILD, LAY, say("build track")),
        (URBANIZE, GROW, say("urbanize a city")),
        (UPGRADE, TAKE, say("upgrade the locomotive")),
        (DELIVER, HOP, say("deliver a cube")),
        (TAKE, GRANT, say("take a card")),
        (WEST, ISSUE, say("build a western link")),
        (PASS, BID, say("pass")),
    )
    moves = position.legal_moves()
    return [what for first, last, what in ranges if any(first <= move < last for move in moves)]


def _waiting(position: Tycoon) -> Sentence:
    name = SeatName(position.actor)
    if position.phase == AUCTION:
        return say("Waiting for {name} to bid or pass.", name=name)
    if position.phase == BUILDING:
        return say("Waiting for {name} to build.", name=name)
    if position.phase == DELIVERING:
        return say("Waiting for {name} to deliver a cube.", name=name)
    return say("Waiting for {name}.", name=name)


def _chance(position: Tycoon) -> Sentence:
    if position.phase in (STOCKING, GRABBING):
        return say("Cubes for {city} are being drawn.", city=CITY_NAMES[position.place])
    if position.phase == DEALING:
        return say("Tycoons are being dealt.")
    if position.phase == REVEALING:
        return say("{name} is the first at level 6.", name=SeatName(position.six))
    return say("Cards are being turned up.")


# The end.


def _result(position: Tycoon, reader: int) -> Sentence:
    """Return the winner, and the tie-break if the scores are equal (RRT-188 to RRT-190)."""
    ranks, scores = position.ranks(), position.scores()
    winners = [seat for seat in range(position.seats) if ranks[seat] == 0]
    best = points(scores[winners[0]])
    if len(winners) > 1:
        players = both([SeatName(seat) for seat in winners])
        return say("The game is over. Shared victory with {points}: {players}.", points=best, players=players)
    winner = winners[0]
    if winner == reader:
        result = say("The game is over. You win with {points}.", points=best)
    else:
        result = say("The game is over. {name} wins with {points}.", name=SeatName(winner), points=best)
    return _lead(position, winner, result)


def _lead(position: Tycoon, winner: int, result: Sentence) -> Sentence:
    """Append the tie-break: links first, then money (RRT-189)."""
    scores = position.scores()
    rivals = [seat for seat in range(position.seats) if seat != winner and scores[seat] == scores[winner]]
    if not rivals:
        return result
    if all(position.links_of(seat) < position.links_of(winner) for seat in rivals):
        return say("{result} Others have as many points, but fewer links (RRT-189).", result=result)
    return say("{result} Others have as many points, but less money (RRT-189).", result=result)
