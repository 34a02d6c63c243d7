"""The messages of Chicago Express: a sentence of the log for every move, and a prompt for every reader.

Nothing is hidden, so the effects of a move are found by making it on a copy of the reader's position.
"""

from __future__ import annotations

from typing import cast

from roundhouse.core.sentence import SeatName, Sentence, both, comma, say, say_many
from roundhouse.core.state import OVER, View
from roundhouse.games.express.board import (
    BUILDS,
    CHICAGO,
    COMPANIES,
    COMPANY_IDS,
    DETROIT,
    DEVELOPMENT,
    DIALS,
    FOREST,
    FOREST_GRANT,
    RED,
    ROW,
    ROW_HEX,
    ROW_STEP,
    TERRAIN,
    WABASH,
)
from roundhouse.games.express.moves import BID, BUILD, DECLINE, DEVELOP, EXPAND, OFFER, PASS, STOP
from roundhouse.games.express.notation import hex_name
from roundhouse.games.express.phases import BIDDING, BUILDING, NONE, TURN
from roundhouse.games.express.phrases import ACTION_WORDS, companies_in
from roundhouse.games.express.state import Express

# The log.


def describe(view: View, move: int) -> Sentence:
    """Return what a move does, and everything that follows from it before the next decision."""
    before = cast("Express", view.position)
    after = before.copy()
    after.apply(move)
    told = [
        _deed(before, move, SeatName(before.actor)),
        *_chicago(before, after, move),
        *_sales(before, after, move),
        *_general_dividend(before, after),
    ]
    text = told[0]
    for more in told[1:]:
        text = say("{text}. {more}", text=text, more=more)
    return text


def _deed(position: Express, move: int, name: SeatName) -> Sentence:
    if move < OFFER:
        return say("{name} chooses '{action}' and declines", name=name, action=ACTION_WORDS[move - DECLINE])
    if move < EXPAND:
        return say_many(
            "{name} offers a share of {company}, from {count} dollar",
            "{name} offers a share of {company}, from {count} dollars",
            count=position.opening_bid(move - OFFER),
            name=name,
            company=COMPANY_IDS[move - OFFER],
        )
    if move < DEVELOP:
        return say("{name} expands {company}", name=name, company=COMPANY_IDS[move - EXPAND])
    if move < BUILD:
        return _develops(position, move - DEVELOP, name)
    if move < STOP:
        return _builds(position, move - BUILD)
    company = COMPANY_IDS[position.company]
    if move == STOP:
        return say("{name} ends the expansion of {company}", name=name, company=company)
    if move == PASS:
        return say("{name} passes", name=name)
    return say_many("{name} bids {count} dollar", "{name} bids {count} dollars", count=move - BID, name=name)


def _builds(position: Express, cell: int) -> Sentence:
    company, value = COMPANY_IDS[position.company], position.value(cell)
    built = say_many(
        "{company} builds in {hex} for {count} dollar",
        "{company} builds in {hex} for {count} dollars",
        count=position.price(cell),
        company=company,
        hex=hex_name(cell),
    )
    if value == 0:
        return built
    return say("{built}; its income rises to {income}", built=built, income=position.income[position.company] + value)


def _develops(position: Express, cell: int, name: SeatName) -> Sentence:
    there = companies_in(position, cell)
    if TERRAIN[cell] == FOREST:
        return say(
            "{name} develops the forest {hex}; {company} gets {dollars} dollars",
            name=name,
            hex=hex_name(cell),
            company=there,
            dollars=FOREST_GRANT,
        )
    more = ROW_STEP[ROW[cell]] if ROW[cell] >= 0 else DEVELOPMENT[cell]
    return say(
        "{name} develops {hex}: {more} more income for {companies}", name=name, hex=hex_name(cell), more=more, companies=there
    )


def _chicago(before: Express, after: Express, move: int) -> list[Sentence]:
    """Describe the special dividend and the opening of the Wabash (CEX-112 to CEX-120)."""
    if before.phase != BUILDING or after.phase == BUILDING:
        return []
    built = before.copy()
    if move != STOP:
        built.place(before.company, move - BUILD)
    if move - BUILD != CHICAGO and CHICAGO not in before.laid:
        return []
    company = before.company
    told = [
        say_many(
            "{company} has reached Chicago and pays {count} dollar a share",
            "{company} has reached Chicago and pays {count} dollars a share",
            count=built.dividend(company),
            company=COMPANY_IDS[company],
        )
    ]
    if not before.is_open(WABASH):
        told.append(say("The Wabash opens in Fort Wayne, and its first share is auctioned"))
    return told


def _sales(before: Express, after: Express, move: int) -> list[Sentence]:
    """Describe the shares that were sold, and one that was not."""
    told = []
    for company in range(COMPANIES):
        if after.unsold[company] == before.unsold[company]:
            continue
        gains = [after.share[seat * COMPANIES + company] - before.share[seat * COMPANIES + company] for seat in range(before.seats)]
        told.append(_sale(SeatName(gains.index(1)), company, after.treasury[company] - before.treasury[company]))
    company = _on_offer(before, after, move)
    if company != NONE and (after.phase, after.company) != (BIDDING, company) and not told:
        told.append(say("Nobody bids: the share of {company} stays where it is", company=COMPANY_IDS[company]))
    return told


def _sale(name: SeatName, company: int, price: int) -> Sentence:
    if price == 0:  # CEX-35
        return say("Nobody bids: {name} gets the share of {company} for nothing", name=name, company=COMPANY_IDS[company])
    return say_many(
        "{name} gets the share of {company} for {count} dollar",
        "{name} gets the share of {company} for {count} dollars",
        count=price,
        name=name,
        company=COMPANY_IDS[company],
    )


def _on_offer(before: Express, after: Express, move: int) -> int:
    """Return the company whose share was on offer before the move or because of it."""
    if before.phase == BIDDING:
        return before.company
    if before.phase == TURN and OFFER <= move < EXPAND:
        return move - OFFER
    return WABASH if after.is_open(WABASH) != before.is_open(WABASH) else NONE


def _general_dividend(before: Express, after: Express) -> list[Sentence]:
    """Describe what each player got, and what comes after (CEX-101)."""
    over = after.actor == OVER
    if not over and after.track[DETROIT] == before.track[DETROIT]:
        return []
    paid = after.copy()
    if not over:  # Detroit has grown since
        for company in range(COMPANIES):
            paid.income[company] -= after.on[ROW_HEX[DETROIT]] >> company & 1
    sums = [
        sum(paid.dividend(company) * paid.share[seat * COMPANIES + company] for company in range(COMPANIES))
        for seat in range(after.seats)
    ]
    dividends = [say("{name} {dollars}", name=SeatName(seat), dollars=dollars) for seat, dollars in enumerate(sums)]
    told = [say("General dividend: {sums}", sums=comma(dividends))]
    if over:
        return [*told, say("The game ends")]
    return [*told, say("Detroit rises to {value}", value=after.track[DETROIT])]


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
    values = {"company": COMPANY_IDS[position.company], "least": position.least_bid(), "cash": position.cash[position.actor]}
    if position.leader == NONE:
        return say("Bid for a share of {company}: at least {least} (you have {cash}), or pass.", **values)
    return say(
        "Bid for a share of {company}: {name} has bid {high}. At least {least} (you have {cash}), or pass.",
        name=SeatName(position.leader),
        high=position.high,
        **values,
    )


def _waiting_for_bid(position: Express) -> Sentence:
    values = {"name": SeatName(position.actor), "company": COMPANY_IDS[position.company]}
    if position.leader == NONE:
        return say("Waiting for {name} to bid for a share of {company}.", **values)
    return say(
        "Waiting for {name} to bid for a share of {company}; {leader} has bid {high}.",
        leader=SeatName(position.leader),
        high=position.high,
        **values,
    )


def _build(position: Express) -> Sentence:
    company = position.company
    values = {"company": COMPANY_IDS[company], "treasury": position.treasury[company]}
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
    return say("Your turn. Choose an action, to do or to decline: {actions}.", actions=comma(free))


def _with_ending(position: Express, what: Sentence) -> Sentence:
    if not position.ends():
        return what
    return say("{what} The game ends with the next general dividend.", what=what)


def _result(position: Express, reader: int) -> Sentence:
    """Return the winner or winners (CEX-136, CEX-137)."""
    winners = [seat for seat, rank in enumerate(position.ranks()) if rank == 0]
    best = position.cash[winners[0]]
    if len(winners) > 1:
        players = both([SeatName(seat) for seat in winners])
        return say("The game is over. Shared victory with {dollars} dollars: {players}.", dollars=best, players=players)
    if winners[0] == reader:
        return say("The game is over. You win with {dollars} dollars.", dollars=best)
    return say("The game is over. {name} wins with {dollars} dollars.", name=SeatName(winners[0]), dollars=best)
