"""Why a move of Chicago Express is not allowed: the clause that forbids it, and the rule in words.

An independent implementation of the rules beside `legal_moves`; the two must agree for every int.
"""

from __future__ import annotations

from roundhouse.core.game import Refusal
from roundhouse.core.sentence import say, say_many
from roundhouse.core.state import OVER
from roundhouse.games.express.board import (
    AUCTION,
    COMPANIES,
    COMPANY_IDS,
    COST,
    DETROIT,
    DEVELOPABLE,
    DEVELOPMENT_DIAL,
    EXPANSION,
    HEX_BIT,
    HEXES,
    PLANE,
    PLANES,
    RED,
    ROW,
    ROW_HEX,
    ROW_LAST,
    SHARES,
    SINGLE,
    START,
    TERRAIN,
)
from roundhouse.games.express.moves import BID, BUILD, DECLINE, DEVELOP, EXPAND, OFFER, PASS, STOP
from roundhouse.games.express.notation import hex_name
from roundhouse.games.express.phases import BIDDING, NONE, TURN
from roundhouse.games.express.phrases import ACTION_WORDS, companies_in
from roundhouse.games.express.state import Express


def refusal(state: Express, move: int) -> Refusal | None:
    """Return why a move is refused; None exactly when it is legal."""
    if state.actor == OVER:
        return Refusal("CEX-130", say("the game is over, and no move is made any more"))
    if state.phase == BIDDING:
        return _bid(state, move)
    if state.phase == TURN:
        return _action(state, move)
    return _build(state, move)


# In an auction.


def _bid(state: Express, move: int) -> Refusal | None:
    company, dollars = COMPANY_IDS[state.company], move - BID
    first = state.turn == NONE
    if move == PASS:
        return None
    if move < PASS:
        return Refusal(
            "CEX-31" if first else "CEX-57",
            say("a share of {company} is being auctioned; bid or pass before anything else is done", company=company),
        )
    if dollars < state.least_bid():
        return _too_low(state, dollars)
    if dollars > state.cash[state.actor]:
        return Refusal("CEX-62", say("your cash is {cash}, and a bid cannot be higher", cash=state.cash[state.actor]))
    return None


def _too_low(state: Express, dollars: int) -> Refusal:
    company, first = COMPANY_IDS[state.company], state.turn == NONE
    if state.leader != NONE:
        return Refusal(
            "CEX-31" if first else "CEX-57",
            say("{dollars} is not more than the highest bid, which is {high}", dollars=dollars, high=state.high),
        )
    if first:
        clause = "CEX-30" if state.actor == state.opener else "CEX-31"
    else:
        clause = "CEX-56" if state.actor == state.opener else "CEX-57"
    return Refusal(
        clause,
        say(
            "the bidding for {company} opens at {least}; {dollars} is too low",
            company=company,
            least=state.least_bid(),
            dollars=dollars,
        ),
    )


# In a turn.


def _action(state: Express, move: int) -> Refusal | None:
    """Return why one of the three actions is refused (CEX-41)."""
    if move < OFFER:
        return _red(state, move - DECLINE)
    if move < EXPAND:
        return _red(state, AUCTION) or _offer(state, move - OFFER)
    if move < DEVELOP:
        return _red(state, EXPANSION) or _expand(state, move - EXPAND)
    if move < BUILD:
        return _red(state, DEVELOPMENT_DIAL) or _develop(state, move - DEVELOP)
    if move < STOP:
        return Refusal("CEX-41", say("first choose the company that you expand, then its hexes"))
    if move == STOP:
        return Refusal("CEX-41", say("no expansion is under way that could end"))
    if move == PASS:
        return Refusal("CEX-42", say("a turn is not passed: choose an action and carry it out, or decline it"))
    return Refusal("CEX-41", say("no share is being auctioned; offer one first"))


def _red(state: Express, dial: int) -> Refusal | None:
    if state.needle[dial] < RED[dial]:
        return None
    return Refusal(
        "CEX-45",
        say_many(
            "the needle of '{action}' is on red after {count} choice; the action cannot be chosen, not even to decline it",
            "the needle of '{action}' is on red after {count} choices; the action cannot be chosen, not even to decline it",
            count=RED[dial],
            action=ACTION_WORDS[dial],
        ),
    )


def _offer(state: Express, company: int) -> Refusal | None:
    name = COMPANY_IDS[company]
    if not state.is_open(company):
        return Refusal("CEX-52", say("the Wabash opens when a company reaches Chicago; until then its shares are not for sale"))
    if state.unsold[company] == 0:
        return Refusal("CEX-53", say("all {shares} shares of {company} are sold", shares=SHARES[company], company=name))
    return None


def _expand(state: Express, company: int) -> Refusal | None:
    name = COMPANY_IDS[company]
    if not state.is_open(company):
        return Refusal("CEX-83", say("the Wabash opens when a company reaches Chicago; until then it cannot be expanded"))
    if state.share[state.turn * COMPANIES + company] == 0:
        return Refusal("CEX-65", say("you own no share of {company}", company=name))
    if state.left[company] == 0:
        return Refusal("CEX-74", say("{company} has no locomotive left", company=name))
    prices = [state.price(cell) for cell in range(HEXES) if _is_open(state, company, cell)]
    if not prices:
        return Refusal("CEX-67", say("no hex next to the network of {company} is free", company=name))
    if min(prices) <= state.treasury[company]:
        return None
    return Refusal(
        "CEX-76",
        say(
            "the cheapest hex that {company} can reach costs {price}; its treasury holds {treasury}",
            company=name,
            price=min(prices),
            treasury=state.treasury[company],
        ),
    )


def _is_open(state: Express, company: int, cell: int) -> bool:
    return bool(state.open[company * PLANES + PLANE[cell]] & HEX_BIT[cell])


def _develop(state: Express, cell: int) -> Refusal | None:
    name, row = hex_name(cell), ROW[cell]
    if cell == ROW_HEX[DETROIT]:
        return Refusal("CEX-98", say("Detroit grows by itself after every general dividend; players do not develop it"))
    if not DEVELOPABLE[cell]:
        return Refusal("CEX-89", say("{hex} cannot be developed: plains, eastern start hexes and Chicago never are", hex=name))
    if state.on[cell] == 0:
        clause = "CEX-86" if row < 0 else "CEX-88"
        return Refusal(clause, say("there is no locomotive in {hex}; without one it cannot be developed", hex=name))
    if row >= 0 and state.track[row] == ROW_LAST[row]:
        return Refusal("CEX-95", say("the marker of {hex} is on its last space, {value}", hex=name, value=ROW_LAST[row]))
    if state.has_house(cell):
        return Refusal("CEX-87", say("{hex} has its house already; a hex is developed only once", hex=name))
    return None


# In an expansion.


def _build(state: Express, move: int) -> Refusal | None:
    company, done = COMPANY_IDS[state.company], len(state.laid)
    if move == STOP and done:
        return None
    if move == STOP:
        return Refusal("CEX-66", say("an expansion is at least one locomotive; place the first"))
    if not BUILD <= move < STOP:
        return Refusal("CEX-66", say("{company} is being expanded; place a locomotive, or stop after the first", company=company))
    return _place(state, move - BUILD)


def _place(state: Express, cell: int) -> Refusal | None:
    company, name = COMPANY_IDS[state.company], hex_name(cell)
    if state.on[cell] >> state.company & 1:
        return Refusal("CEX-73", say("{company} is in {hex} already", company=company, hex=name))
    if TERRAIN[cell] == START:
        return Refusal("CEX-69", say("{hex} is a start hex, and nobody builds there", hex=name))
    if SINGLE[cell] and state.on[cell]:
        return Refusal(
            "CEX-72",
            say(
                "{owner} is in {hex}, and forests and mountains have room for one company only",
                owner=companies_in(state, cell),
                hex=name,
            ),
        )
    if not _is_open(state, state.company, cell):
        return Refusal("CEX-67", say("{hex} is not next to a locomotive of {company}", hex=name, company=company))
    return _too_dear(state, cell)


def _too_dear(state: Express, cell: int) -> Refusal | None:
    """Return the refusal of a hex that the treasury cannot pay for (CEX-76); with other locomotives there it costs more, CEX-75."""
    price, treasury, company = state.price(cell), state.treasury[state.company], COMPANY_IDS[state.company]
    if price <= treasury:
        return None
    if state.on[cell] == 0:
        reason = say(
            "{hex} costs {price}; the treasury of {company} holds {treasury}",
            hex=hex_name(cell),
            price=price,
            company=company,
            treasury=treasury,
        )
    else:
        reason = say(
            "{hex} costs {price} beside {others}: {count} times {cost}; the treasury of {company} holds {treasury}",
            hex=hex_name(cell),
            price=price,
            count=price // COST[cell],
            cost=COST[cell],
            others=companies_in(state, cell),
            company=company,
            treasury=treasury,
        )
    return Refusal("CEX-76", reason)
