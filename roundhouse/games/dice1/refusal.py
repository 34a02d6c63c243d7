"""Why a move of Railroad Dice is not allowed: the clause that forbids it, and the rule in words.

The functions `..._fault` of the chapters say which clause forbids a rail, a tile or a station, by its number.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.game import Refusal
from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.dice1.board import COMPANIES, PLAN_COMPANY, WILD
from roundhouse.games.dice1.bridges import open_bridges
from roundhouse.games.dice1.dead_end import dead_end
from roundhouse.games.dice1.dice import can_buy_with, can_cup, can_keep, can_roll, handfuls, in_front
from roundhouse.games.dice1.laying import lay_fault, tile_fault
from roundhouse.games.dice1.moves import (
    BUY,
    BUY_FROM,
    CUP,
    END,
    HANDFUL,
    INCOME,
    KEEP,
    PAY,
    ROLL,
    STATION,
    TILE,
    lay_end,
    station_plan,
)
from roundhouse.games.dice1.phrases import THE_COMPANY
from roundhouse.games.dice1.position import CUPPED, ENTERING, NONE, PAYING, TILING, TURN
from roundhouse.games.dice1.shares import can_buy_from, market_open
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.stations import station_fault

# By number of the clause.
_REASONS: Final[dict[int, Sentence]] = {
    18: say("reserve and wild dice do not suffice for this payment; other dice in front cannot pay"),
    20: say("there is no such rail in front, and no wild die to take its place"),
    38: say("all stations of this company with this requirement are built"),
    39: say("a station ends the line here and points at no square; first a rail goes on from it"),
    40: say("this company already has a station on this tile"),
    41: say("stations never stand on an edge square of a tile"),
    42: say("no station may stand orthogonally next to another"),
    44: say("this station needs a meadow square next to at least three meadow squares"),
    45: say("this station needs a meadow square next to at least three lake squares"),
    46: say("this station needs a mountain square next to at least three mountain squares"),
    48: say("the fee of this mountain zone is not paid, and cannot be on top of the price"),
    57: say("this end of the line points to another side"),
    59: say("a station has no more than two rails, and the line comes from that side"),
    60: say("the line cannot be led into track or a station"),
    62: say("the line never comes back to a tile it has visited"),
    63: say("the line may leave a tile only when five dice or stations stand on it, the leaving rail included"),
    66: say("this tile does not fit: green sides meet green sides, mountain sides meet mountain sides"),
    67: say("no rail could be laid on the new tile with the dice that are left, so the line cannot go there"),
    71: say("no mini-tile that fits is left for this side of the tile"),
    73: say("a bridge over a lake costs two reserve or wild dice"),
    74: say("this bridge could not be led to a shore in this turn with the dice that are left"),
    77: say("building in this mountain zone costs a reserve or wild die"),
    97: say("the line is leaving its tile, and nothing may come in between"),
    98: say("the other end of the line points at this square"),
    99: say("after this the bridge under way could not be finished in this turn"),
}


_MORE_DICE_HELP: Final = {f"RD1-{number}" for number in (18, 34, 48, 67, 73, 74, 77, 99)}


def refusal(state: Dice1, move: int) -> Refusal | None:
    """Return why a move is refused; None exactly when it is legal. Where the income of this turn would do, that is said."""
    found = _refusal(state, move)
    if found is not None and found.clause in _MORE_DICE_HELP and _income_helps(state, move):
        return Refusal(found.clause, say("{reason}; take your income first", reason=found.reason))
    return found


def _income_helps(state: Dice1, move: int) -> bool:
    """Return whether a refused move would be legal right after taking income (RD1-30)."""
    if state.actor < 0 or state.phase != TURN or state.paid_out:
        return False
    after = state.copy()
    after.apply(INCOME)
    return bool(after.actor == state.actor and after.phase == TURN) and _refusal(after, move) is None


def _refusal(state: Dice1, move: int) -> Refusal | None:
    if state.actor == OVER:
        return Refusal("RD1-90", say("the game is over, and no move is made any more"))
    if state.actor == CHANCE:
        return _outcome(state, move)
    if move >= HANDFUL:
        return Refusal("RD1-35", say("what the dice show is up to chance; a player can only choose which dice to roll"))
    if state.phase == TURN:
        return _action(state, move)
    return _answer(state, move)


def _clause(number: int) -> Refusal | None:
    return Refusal(f"RD1-{number}", _REASONS[number]) if number else None


def _fault(state: Dice1, move: int, number: int) -> Refusal | None:
    """Return the refusal of a rail, a tile or a station by the number of its clause; RD1-61 has several meanings."""
    return Refusal("RD1-61", dead_end(state, move)) if number == 61 else _clause(number)


def _outcome(state: Dice1, move: int) -> Refusal | None:
    if move in list(handfuls(state)):
        return None
    if move >= HANDFUL:
        return Refusal("RD1-35", say("this is not the number of dice being rolled"))
    return Refusal("RD1-35", say("the dice are being rolled; first they must come to rest"))


# In a turn.


def _action(state: Dice1, move: int) -> Refusal | None:
    """Return why an action of a turn is refused; they come in any order (RD1-27)."""
    if move < TILE:
        return _fault(state, move, lay_fault(state, move, NONE))
    if move < STATION:
        return Refusal("RD1-64", say("a new tile is laid only where a rail has just led off the last one"))
    if move < PAY:
        return _station(state, move)
    if move < BUY:
        return Refusal("RD1-18", say("there is nothing to pay"))
    if move < INCOME:
        return _purchase(state, move)
    if move == INCOME:
        return Refusal("RD1-28", say("income is taken once a turn")) if state.paid_out else None
    if move < ROLL:
        return _cup(state, move - CUP)
    if move < KEEP:
        return Refusal("RD1-34", say("first say how many wild dice are rolled, then how many of the reserve"))
    if move < END:
        return Refusal("RD1-29", say("dice are discarded at the end of the turn, and only if more than five are in front"))
    if open_bridges(state):
        return Refusal("RD1-75", say("no turn may end with an end of the line pointing at a lake"))
    return None


def _station(state: Dice1, move: int) -> Refusal | None:
    fault = station_fault(state, move, NONE)
    if fault == 37:
        company = THE_COMPANY[PLAN_COMPANY[station_plan(move)]]
        return Refusal("RD1-37", say("only the director of {company} builds its stations", company=company))
    return _fault(state, move, fault)


def _purchase(state: Dice1, move: int) -> Refusal | None:
    company = (move - BUY) % COMPANIES
    if move < BUY_FROM and state.left[company] == 0:
        return Refusal("RD1-50", say("the bank has no share of {company} left", company=THE_COMPANY[company]))
    if move >= BUY_FROM and not market_open(state):
        return Refusal(
            "RD1-52", say("shares are bought from directors once as many companies as there are players have none in the bank")
        )
    if move >= BUY_FROM and not can_buy_from(state, company):
        return _no_seller(state, company)
    if can_buy_with(state):
        return None
    if in_front(state, state.turn, WILD):
        return _clause(99)
    return Refusal("RD1-50", say("a share costs a share die or a wild die in front"))


def _no_seller(state: Dice1, company: int) -> Refusal:
    if state.director[company] == state.turn:
        return Refusal("RD1-56", say("players cannot buy shares from themselves"))
    if state.director[company] == NONE:
        return Refusal("RD1-53", say("{company} has no director to buy from", company=THE_COMPANY[company]))
    return Refusal("RD1-53", say("the director of {company} has no share of it", company=THE_COMPANY[company]))


def _cup(state: Dice1, wild: int) -> Refusal | None:
    if state.rolled:
        return Refusal("RD1-28", say("dice are rolled once a turn"))
    if wild > in_front(state, state.turn, WILD):
        return Refusal("RD1-34", say("there are not so many wild dice in front"))
    if wild == 0 and state.reserve[state.turn] == 0:
        return Refusal("RD1-34", say("without wild dice a roll needs dice of the reserve, and there are none"))
    return None if can_cup(state, wild) else _clause(99)


# While an action is under way.


def _answer(state: Dice1, move: int) -> Refusal | None:
    if state.phase == CUPPED:
        return _roll(state, move)
    if state.phase == PAYING:
        return _payment(state, move)
    if state.phase == TILING:
        return _fault(state, move, tile_fault(state, move - TILE)) if TILE <= move < STATION else _clause(97)
    if state.phase == ENTERING:
        return _fault(state, move, lay_fault(state, move, NONE)) if move < TILE and lay_end(move) == state.moving else _clause(97)
    if KEEP <= move < END and can_keep(state, move - KEEP):
        return None
    if KEEP <= move < END:
        return Refusal("RD1-29", say("these five dice are not all in front"))
    return Refusal("RD1-29", say("the turn is ending: first choose the five dice that stay in front"))


def _roll(state: Dice1, move: int) -> Refusal | None:
    if not ROLL <= move < KEEP:
        return Refusal("RD1-34", say("the dice are in the cup: first say how many of the reserve are rolled with them"))
    if move - ROLL > state.reserve[state.turn]:
        return Refusal("RD1-34", say("there are not so many dice in the reserve"))
    if state.cup + move - ROLL == 0:
        return Refusal("RD1-34", say("a roll takes at least one die"))
    return None if can_roll(state, move - ROLL) else _clause(99)


def _payment(state: Dice1, move: int) -> Refusal | None:
    if not PAY <= move < BUY:
        return Refusal("RD1-18", say("first say how many wild dice pay; the others come from the reserve"))
    if move - PAY > state.due:
        return Refusal("RD1-18", say("this is not the number of dice due"))
    fault = state.payment_fault(move - PAY)
    return _clause(18 if fault in (48, 73, 77) else fault)
