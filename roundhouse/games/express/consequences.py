"""Why money, incomes and shares change: what follows from a move, what a draft would bring, and where the cash came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from roundhouse.core.bits import members
from roundhouse.core.game import Cause, Prospect
from roundhouse.core.sentence import SeatName, Sentence, comma, say
from roundhouse.core.state import OVER, View
from roundhouse.games.express.board import (
    CASH,
    CHICAGO,
    COMPANIES,
    COMPANY_IDS,
    DETROIT,
    FOREST,
    FOREST_GRANT,
    HEX_IDS,
    LAST_HOUSES,
    ROW_HEX,
    ROW_LAST,
    TERRAIN,
    WABASH,
)
from roundhouse.games.express.moves import BID, BUILD, DECLINE, DEVELOP, EXPAND, OFFER, PASS, STOP
from roundhouse.games.express.phases import BIDDING, BUILDING, NONE, TURN
from roundhouse.games.express.phrases import companies_in, dividend_of, money
from roundhouse.games.express.state import ENDING, Express

DIAL_PLACES: Final = ("dial_auction", "dial_expansion", "dial_development")
COMPANY_PLACES: Final = tuple(f"company_{name.replace('&', '').lower()}" for name in COMPANY_IDS)


def places(view: View, move: int) -> Sequence[str]:
    """Return the places of a move on the table: its hex, its company or its dial."""
    position = cast("Express", view.position)
    if move < OFFER:
        return (DIAL_PLACES[move - DECLINE],)
    if move < EXPAND:
        return (COMPANY_PLACES[move - OFFER],)
    if move < DEVELOP:
        return (COMPANY_PLACES[move - EXPAND],)
    if move < BUILD:
        return (HEX_IDS[move - DEVELOP],)
    if move < STOP:
        return (HEX_IDS[move - BUILD],)
    return (COMPANY_PLACES[position.company],) if position.company != NONE else ()


# What follows from a move.


def consequences(before: View, move: int, after: View) -> Sequence[Sentence]:
    """Return what follows from a move before the next decision: incomes, sales, dividends by cause, the end and why."""
    first, last = cast("Express", before.position), cast("Express", after.position)
    return (
        *_growth(first, move),
        *_chicago(first, move),
        *_out(first, last, move),
        *_sales(first, last, move),
        *_general_dividend(first, last),
    )


def _growth(before: Express, move: int) -> list[Sentence]:
    """Tell the incomes that rise by building or developing, or the grant for a forest (CEX-78, CEX-91, CEX-96)."""
    if before.phase == BUILDING and move != STOP:
        value = before.value(move - BUILD)
        return [_income(before, before.company, value)] if value else []
    if before.phase != TURN or not DEVELOP <= move < BUILD:
        return []
    cell = move - DEVELOP
    if TERRAIN[cell] == FOREST:
        return [say("{company} gets {dollars} for its treasury", company=companies_in(before, cell), dollars=money(FOREST_GRANT))]
    grown = before.copy()
    grown.apply(move)
    return [_income(before, company, grown.income[company] - before.income[company]) for company in members(before.on[cell])]


def _income(before: Express, company: int, more: int) -> Sentence:
    income = before.income[company]
    return say(
        "Income of {company}: {before} to {after}", company=COMPANY_IDS[company], before=money(income), after=money(income + more)
    )


def _chicago(before: Express, move: int) -> list[Sentence]:
    """Tell the special dividend and the opening of the Wabash (CEX-112 to CEX-120)."""
    if before.phase != BUILDING or CHICAGO not in (*before.laid, move - BUILD):
        return []
    built = before.copy()
    if move != STOP:
        built.apply(move)
        if built.phase == BUILDING:
            return []
        built = before.copy()
        built.place(before.company, move - BUILD)
    company = before.company
    each = built.dividend(company)
    owners = [
        say("{name} {dollars}", name=SeatName(seat), dollars=money(each * count))
        for seat in range(before.seats)
        if (count := built.share[seat * COMPANIES + company])
    ]
    told = [
        say(
            "{company} has reached Chicago and pays {each} a share: {sums}",
            company=COMPANY_IDS[company],
            each=money(each),
            sums=comma(owners),
        )
    ]
    if not before.is_open(WABASH):
        told.append(say("The Wabash opens in Fort Wayne, and its first share is auctioned"))
    return told


def _sales(before: Express, after: Express, move: int) -> list[Sentence]:
    """Tell the shares that were sold and what a share pays now, or that nobody bid."""
    told: list[Sentence] = []
    for company in range(COMPANIES):
        if after.unsold[company] == before.unsold[company]:
            continue
        gains = [after.share[seat * COMPANIES + company] - before.share[seat * COMPANIES + company] for seat in range(before.seats)]
        told.append(_sale(SeatName(gains.index(1)), company, after.treasury[company] - before.treasury[company]))
        if before.sold(company):
            told.append(
                say(
                    "A share of {company} now pays {after} instead of {before}",
                    company=COMPANY_IDS[company],
                    before=money(before.dividend(company)),
                    after=money(before.opening_bid(company)),
                )
            )
    company = _on_offer(before, after, move)
    if company != NONE and (after.phase, after.company) != (BIDDING, company) and not told:
        told.append(say("Nobody bids: the share of {company} stays where it is", company=COMPANY_IDS[company]))
    return told


def _out(before: Express, after: Express, move: int) -> list[Sentence]:
    """Tell who is out of an auction because they cannot pay the lowest bid allowed (CEX-62)."""
    company = _on_offer(before, after, move)
    if company == NONE:
        return []
    goes_on = (after.phase, after.company) == (BIDDING, company)
    bids = before.phase == BIDDING
    if not goes_on and not bids:
        return []
    passed = before.passed if bids else 0
    leader = before.actor if bids and move != PASS else before.leader
    high = move - BID if bids and move != PASS else before.high
    least = high + 1 if high else before.opening_bid(company)
    out = [
        seat
        for seat in range(before.seats)
        if seat not in (leader, before.actor if bids else NONE)
        and not passed >> seat & 1
        and (not goes_on or after.passed >> seat & 1)
        and before.cash[seat] < least
    ]
    return [say("{name} cannot bid {dollars} and is out", name=SeatName(seat), dollars=money(least)) for seat in out]


def _sale(name: SeatName, company: int, price: int) -> Sentence:
    if price == 0:  # CEX-35
        return say("Nobody bids: {name} gets the share of {company} for nothing", name=name, company=COMPANY_IDS[company])
    return say(
        "{name} gets the share of {company}; {dollars} go to its treasury",
        name=name,
        company=COMPANY_IDS[company],
        dollars=money(price),
    )


def _on_offer(before: Express, after: Express, move: int) -> int:
    """Return the company whose share was on offer before the move or because of it."""
    if before.phase == BIDDING:
        return before.company
    if before.phase == TURN and OFFER <= move < EXPAND:
        return move - OFFER
    return WABASH if after.is_open(WABASH) != before.is_open(WABASH) else NONE


def _general_dividend(before: Express, after: Express) -> list[Sentence]:
    """Tell what each player gets and from which companies, and what comes after (CEX-101)."""
    over = after.actor == OVER
    if not over and after.track[DETROIT] == before.track[DETROIT]:
        return []
    paid = after.copy()
    there = members(after.on[ROW_HEX[DETROIT]])
    if not over:  # Detroit has grown since
        for company in there:
            paid.income[company] -= 1
    told = [say("Two dials are on red: a general dividend is paid")]
    told += [_payment(paid, seat) for seat in range(paid.seats)]
    if over:
        return [*told, say("The game ends: {why}", why=comma(ends_met(after)))]
    value = after.track[DETROIT]
    if not there:
        return [*told, say("Detroit rises to {value}", value=value)]
    companies = companies_in(after, ROW_HEX[DETROIT])
    return [*told, say("Detroit rises to {value}: {more} more income for {companies}", value=value, more=1, companies=companies)]


def _payment(paid: Express, seat: int) -> Sentence:
    total = dividend_of(paid, seat)
    held = [(company, paid.share[seat * COMPANIES + company]) for company in range(COMPANIES)]
    parts = [
        say("{company} {count} × {each}", company=COMPANY_IDS[company], count=count, each=money(paid.dividend(company)))
        if count > 1
        else say("{company} {each}", company=COMPANY_IDS[company], each=money(paid.dividend(company)))
        for company, count in held
        if count
    ]
    if not parts:
        return say("{name} gets nothing", name=SeatName(seat))
    return say("{name} gets {dollars}: {parts}", name=SeatName(seat), dollars=money(total), parts=comma(parts))


def ends_met(position: Express) -> list[Sentence]:
    """Return the ends of the game that are met (CEX-132)."""
    ends = (
        (position.without_locomotives() >= ENDING, say("{count} companies lack locomotives", count=ENDING)),
        (position.without_shares() >= ENDING, say("{count} companies are sold out", count=ENDING)),
        (position.supply <= LAST_HOUSES, say("{count} houses are left", count=int(position.supply))),
        (position.track[DETROIT] == ROW_LAST[DETROIT], say("Detroit stands on {last}", last=ROW_LAST[DETROIT])),
    )
    return [words for met, words in ends if met]


# What a draft would bring.


def prospects(before: View, after: View) -> Sequence[Prospect]:
    """Return the figures of the acting seat and of its companies that a draft changes."""
    first, last = cast("Express", before.position), cast("Express", after.position)
    seat = before.seat if before.seat >= 0 else first.actor
    rows = [(say("Your cash"), first.cash[seat], last.cash[seat])]
    if last.phase == BIDDING and last.leader == seat and (first.leader, first.high) != (seat, last.high):
        rows += _if_won(first, last, seat)
    for company in range(COMPANIES):
        name = COMPANY_IDS[company]
        rows += [
            (say("Treasury of {company}", company=name), first.treasury[company], last.treasury[company]),
            (say("Income of {company}", company=name), first.income[company], last.income[company]),
            (say("A share of {company} pays", company=name), first.dividend(company), last.dividend(company)),
        ]
    rows.append((say("Your next dividend"), dividend_of(first, seat), dividend_of(last, seat)))
    return [(label, money(old), money(new)) for label, old, new in rows if old != new]


def _if_won(before: Express, after: Express, seat: int) -> list[tuple[Sentence, int, int]]:
    """Return cash and dividend of a seat if its bid is the last."""
    won = after.copy()
    won.unsold[won.company] -= 1
    won.share[seat * COMPANIES + won.company] += 1
    return [
        (say("Your cash if you win"), before.cash[seat], after.cash[seat] - after.high),
        (say("Your next dividend if you win"), dividend_of(before, seat), dividend_of(won, seat)),
    ]


# Where the cash came from.


def breakdown(view: View) -> Sequence[Cause]:
    """Return the cash of each seat by cause: the last dividend can be read off the table, all before it is one sum."""
    position = cast("Express", view.position)
    seats = range(position.seats)
    last = [dividend_of(position, seat) for seat in seats]
    first = int(CASH[position.seats])
    rest = [position.cash[seat] - last[seat] - first for seat in seats]
    return (
        (say("Cash at the start"), [first for _ in seats]),
        (say("Earlier dividends, less shares bought"), rest),
        (say("The last dividend"), last),
    )
