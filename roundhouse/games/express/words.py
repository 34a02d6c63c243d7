"""The messages of Chicago Express: a sentence of the log for every move, and a prompt for every reader."""

from __future__ import annotations

from typing import cast

from roundhouse.core.sentence import SeatName, Sentence, both, comma, say, say_many
from roundhouse.core.state import OVER, View
from roundhouse.games.express.board import BUILDS, COMPANY_IDS, DIALS, FOREST, RED, TERRAIN
from roundhouse.games.express.moves import BID, BUILD, DECLINE, DEVELOP, EXPAND, OFFER, PASS, STOP
from roundhouse.games.express.notation import hex_name
from roundhouse.games.express.phases import BIDDING, BUILDING, NONE
from roundhouse.games.express.phrases import ACTION_WORDS, money
from roundhouse.games.express.state import Express

# The log.


def describe(view: View, move: int) -> Sentence:
    """Return what a move does; `consequences` tells what follows from it."""
    position = cast("Express", view.position)
    name = SeatName(position.actor)
    if move < OFFER:
        return say("{name} chooses '{action}' and declines", name=name, action=ACTION_WORDS[move - DECLINE])
    if move < EXPAND:
        dollars = money(position.opening_bid(move - OFFER))
        return say(
            "{name} offers a share of {company}, from {dollars}", name=name, company=COMPANY_IDS[move - OFFER], dollars=dollars
        )
    if move < DEVELOP:
        return say("{name} expands {company}", name=name, company=COMPANY_IDS[move - EXPAND])
    if move < BUILD:
        cell = move - DEVELOP
        if TERRAIN[cell] == FOREST:
            return say("{name} develops the forest {hex}", name=name, hex=hex_name(cell))
        return say("{name} develops {hex}", name=name, hex=hex_name(cell))
    company = COMPANY_IDS[position.company]
    if move < STOP:
        cell, price = move - BUILD, money(position.price(move - BUILD))
        return say("{company} builds in {hex} for {dollars}", company=company, hex=hex_name(cell), dollars=price)
    if move == STOP:
        return say("{name} ends the expansion of {company}", name=name, company=company)
    if move == PASS:
        return say("{name} passes", name=name)
    return say("{name} bids {dollars}", name=name, dollars=money(move - BID))


# The prompt.


def prompt(view: View) -> Sentence:
    """Return what the seat of the view should do now, or which player it waits for."""
    position = cast("Express", view.position)
    if position.actor == OVER:
        return _result(position, view.seat)
    mine = position.actor == view.seat
    if position.phase == BIDDING:
        return _bid(position) if mine else _waiting_for_bid(position)
    if position.phase == BUILDING:
        return _build(position) if mine else _waiting_for_build(position)
    if mine:
        return _with_ending(position, _act(position))
    return _with_ending(position, say("Waiting for {name}.", name=SeatName(position.actor)))


def _bid(position: Express) -> Sentence:
    values = {
        "company": COMPANY_IDS[position.company],
        "least": money(position.least_bid()),
        "cash": money(position.cash[position.actor]),
    }
    if position.leader == NONE:
        return say("Bid for a share of {company}: at least {least} (you have {cash}), or pass.", **values)
    return say(
        "Bid for a share of {company}: {name} has bid {high}. At least {least} (you have {cash}), or pass.",
        name=SeatName(position.leader),
        high=money(position.high),
        **values,
    )


def _waiting_for_bid(position: Express) -> Sentence:
    values = {"name": SeatName(position.actor), "company": COMPANY_IDS[position.company]}
    if position.leader == NONE:
        return say("Waiting for {name} to bid for a share of {company}.", **values)
    return say(
        "Waiting for {name} to bid for a share of {company}; {leader} has bid {high}.",
        leader=SeatName(position.leader),
        high=money(position.high),
        **values,
    )


def _build(position: Express) -> Sentence:
    company = position.company
    values = {"company": COMPANY_IDS[company], "treasury": money(position.treasury[company])}
    more = min(BUILDS - len(position.laid), position.left[company])
    if not position.laid:
        return say_many(
            "Expand {company}: place {count} locomotive. Treasury: {treasury}.",
            "Expand {company}: place up to {count} locomotives. Treasury: {treasury}.",
            count=more,
            **values,
        )
    return say_many(
        "Expand {company}: place {count} more locomotive, or stop. Treasury: {treasury}.",
        "Expand {company}: place up to {count} more locomotives, or stop. Treasury: {treasury}.",
        count=more,
        **values,
    )


def _waiting_for_build(position: Express) -> Sentence:
    return say("Waiting for {name} to expand {company}.", name=SeatName(position.actor), company=COMPANY_IDS[position.company])


def _act(position: Express) -> Sentence:
    """Return the dials that are not on red, with the choices left (CEX-45)."""
    free = [
        say("{action} ({left} left)", action=ACTION_WORDS[dial], left=RED[dial] - position.needle[dial])
        for dial in range(DIALS)
        if position.needle[dial] < RED[dial]
    ]
    return say("Your turn. Choose one: {actions}.", actions=comma(free))


def _with_ending(position: Express, what: Sentence) -> Sentence:
    if not position.ends():
        return what
    return say("{what} The game ends with the next general dividend.", what=what)


def _result(position: Express, reader: int) -> Sentence:
    """Return the winner or winners (CEX-136, CEX-137)."""
    winners = [seat for seat, rank in enumerate(position.ranks()) if rank == 0]
    best = money(position.cash[winners[0]])
    if len(winners) > 1:
        players = both([SeatName(seat) for seat in winners])
        return say("The game is over. Shared victory with {dollars}: {players}.", dollars=best, players=players)
    if winners[0] == reader:
        return say("The game is over. You win with {dollars}.", dollars=best)
    return say("The game is over. {name} wins with {dollars}.", name=SeatName(winners[0]), dollars=best)
