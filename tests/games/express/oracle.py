"""Chicago Express a second time, slow and plain: names instead of numbers, searches instead of masks, nothing of the engine.

It reads board.json and the clauses, and shares no code with the game; where the two differ one of them is wrong.
"""

from __future__ import annotations

import json
from importlib.resources import files
from math import ceil
from typing import Any

BOARD: dict[str, Any] = json.loads(files("roundhouse.games.express").joinpath("board.json").read_text("utf-8"))
HEXES = {each["id"]: each for each in BOARD["hexes"]}
COMPANIES = {each["id"]: each for each in BOARD["companies"]}
INDUSTRY = {each["hex"]: each["values"] for each in BOARD["industry"]}
DETROIT, FORT_WAYNE, CHICAGO = "E0", "D3", "A2"


def cube(name: str) -> tuple[int, int]:
    """Axial coordinates of a hex: columns run straight, rows slant."""
    column, row = ord(name[0]) - ord("A"), int(name[1:])
    return column, row - (column - column % 2) // 2


def touch(one: str, other: str) -> bool:
    """Whether two hexes share a side: their distance is 1."""
    (q, r), (s, t) = cube(one), cube(other)
    return max(abs(q - s), abs(r - t), abs(q + r - s - t)) == 1


class Oracle:
    """One game."""

    def __init__(self, seats: int, first_bidder: int) -> None:
        self.seats = seats
        self.cash = [120 // seats] * seats
        self.shares: list[list[str]] = [[] for _ in range(seats)]
        self.treasury = dict.fromkeys(COMPANIES, 0)
        self.income = {name: each["income"] for name, each in COMPANIES.items()}
        self.network: dict[str, list[str]] = {name: [] if name == "WAB" else [each["start"]] for name, each in COMPANIES.items()}
        self.houses: set[str] = set()
        self.space = dict.fromkeys(INDUSTRY, 0)
        self.dials = dict.fromkeys(BOARD["dials"], 0)
        self.turn: int | None = None
        self.over = False
        self.built: list[str] = []
        self.expanding: str | None = None
        self.put_up("PRR", first_bidder)

    # What can be done.

    @property
    def actor(self) -> int | None:
        """Who decides; nobody when the game is over."""
        if self.over:
            return None
        return self.bidders[0] if self.on_offer else self.turn

    def legal(self) -> set[str]:
        """All moves as texts."""
        if self.over:
            return set()
        if self.on_offer:
            most = min(self.cash[self.bidders[0]], BOARD["highest_bid"])
            return {"pass"} | {f"bid {dollars}" for dollars in range(self.least(), most + 1)}
        if self.expanding:
            return {f"build {name}" for name in self.reach(self.expanding)} | ({"stop"} if self.built else set())
        assert self.turn is not None
        free = [dial for dial, limit in BOARD["dials"].items() if self.dials[dial] < limit]
        moves = {f"decline {dial}" for dial in free}
        if "auction" in free:
            moves |= {f"offer {name}" for name in COMPANIES if self.unsold(name) and self.network[name]}
        if "expand" in free:
            moves |= {f"expand {name}" for name in set(self.shares[self.turn]) if self.reach(name)}
        if "develop" in free:
            moves |= {f"develop {name}" for name in HEXES if self.developable(name)}
        return moves

    def sold(self, company: str) -> int:
        """Shares in hands."""
        return sum(held.count(company) for held in self.shares)

    def unsold(self, company: str) -> int:
        """Shares on the charter."""
        return int(COMPANIES[company]["shares"]) - self.sold(company)

    def left(self, company: str) -> int:
        """Locomotives on the charter."""
        return int(COMPANIES[company]["locomotives"]) - len(self.network[company])

    def least(self) -> int:
        """The lowest bid allowed."""
        assert self.on_offer
        return self.high + 1 if self.high else ceil(self.income[self.on_offer] / (self.sold(self.on_offer) + 1))

    def guests(self, name: str) -> list[str]:
        """The companies on a hex."""
        return [company for company, network in self.network.items() if name in network]

    def price(self, name: str) -> int:
        """What the next company pays."""
        return int(HEXES[name]["cost"]) * (len(self.guests(name)) + 1)

    def reach(self, company: str) -> list[str]:
        """Where the company can build now."""
        if not self.left(company) or len(self.built) == BOARD["builds"]:
            return []
        return [
            name
            for name, each in HEXES.items()
            if each["terrain"] != "start"
            and name not in self.network[company]
            and not (each["terrain"] in ("forest", "mountain") and self.guests(name))
            and any(touch(name, own) for own in self.network[company])
            and self.price(name) <= self.treasury[company]
        ]

    def developable(self, name: str) -> bool:
        """Whether a player may develop the hex."""
        if not self.guests(name) or name in (DETROIT, CHICAGO) or HEXES[name]["terrain"] in ("plains", "start"):
            return False
        if name in INDUSTRY:
            return self.space[name] + 1 < len(INDUSTRY[name])
        return name not in self.houses

    # What happens.

    def play(self, text: str) -> None:
        """Makes a legal move."""
        verb, _, what = text.partition(" ")
        if verb in ("bid", "pass"):
            self.bid(int(what or 0))
        elif verb == "build":
            self.build(what)
        elif verb == "stop":
            self.finish()
        else:
            self.dials[what if verb == "decline" else {"offer": "auction"}.get(verb, verb)] += 1
            if verb == "offer":
                assert self.turn is not None
                self.put_up(what, self.turn)
            elif verb == "expand":
                self.expanding = what
            else:
                if verb == "develop":
                    self.develop(what)
                self.next_turn()

    def put_up(self, company: str, first: int) -> None:
        """A share is auctioned; `bidders` are those still in, the next to speak first."""
        self.on_offer: str | None = company
        self.high = 0
        self.first = first
        self.bidders = [(first + step) % self.seats for step in range(self.seats)]
        self.skip_the_poor()

    def bid(self, dollars: int) -> None:
        """The first in the row speaks, and goes to its end or out."""
        speaker = self.bidders.pop(0)
        if dollars:
            self.high = dollars
            self.bidders.append(speaker)
        self.skip_the_poor()

    def skip_the_poor(self) -> None:
        """Those who cannot follow are out; the highest bidder stands last in the row and cannot be one of them alone."""
        while self.bidders and not (self.high and len(self.bidders) == 1):
            if self.cash[self.bidders[0]] >= self.least() and self.least() <= BOARD["highest_bid"]:
                return
            self.bidders.pop(0)
        self.knock_down()

    def knock_down(self) -> None:
        """The auction is over."""
        company = self.on_offer
        assert company
        winner = self.bidders[0] if self.bidders else self.first if self.turn is None else None
        if winner is not None:
            self.cash[winner] -= self.high
            self.treasury[company] += self.high
            self.shares[winner].append(company)
        self.on_offer = None
        if self.turn is not None:
            self.next_turn()
        elif company != "NYC":
            assert winner is not None
            self.put_up(list(COMPANIES)[list(COMPANIES).index(company) + 1], winner)
        else:
            self.turn = next(seat for seat in range(self.seats) if "PRR" in self.shares[seat])

    def worth(self, name: str) -> int:
        """What a hex brings to who arrives."""
        if name in INDUSTRY:
            return int(INDUSTRY[name][self.space[name]])
        each = HEXES[name]
        return int(each.get("income", 0)) + (int(each.get("development", 0)) if name in self.houses else 0)

    def build(self, name: str) -> None:
        """One locomotive; an expansion that cannot go on is finished."""
        assert self.expanding
        self.treasury[self.expanding] -= self.price(name)
        self.income[self.expanding] += self.worth(name)
        self.network[self.expanding].append(name)
        self.built.append(name)
        if not self.reach(self.expanding):
            self.finish()

    def finish(self) -> None:
        """The expansion is done; Chicago, if it is one of its hexes."""
        company, arrived = self.expanding, CHICAGO in self.built
        self.expanding, self.built = None, []
        if arrived:
            assert company
            self.pay(company)
        if arrived and not self.network["WAB"]:
            assert self.turn is not None
            self.network["WAB"] = [FORT_WAYNE]
            self.income["WAB"] = self.worth(FORT_WAYNE)
            self.put_up("WAB", self.turn)
        else:
            self.next_turn()

    def develop(self, name: str) -> None:
        """A house or a marker."""
        before = self.worth(name)
        if name in INDUSTRY:
            self.space[name] += 1
        else:
            self.houses.add(name)
        for company in self.guests(name):
            self.income[company] += self.worth(name) - before
            if HEXES[name]["terrain"] == "forest":
                self.treasury[company] += BOARD["forest_grant"]

    def pay(self, company: str) -> None:
        """A dividend of one company."""
        for seat, held in enumerate(self.shares):
            for share in held:
                if share == company:
                    self.cash[seat] += ceil(self.income[company] / self.sold(company))

    def next_turn(self) -> None:
        """Clockwise, with a general dividend if two needles are on red."""
        assert self.turn is not None
        self.turn = (self.turn + 1) % self.seats
        if sum(self.dials[dial] == limit for dial, limit in BOARD["dials"].items()) < 2:
            return
        for company in COMPANIES:
            self.pay(company)
        self.over = (
            sum(not self.left(company) for company in COMPANIES) >= 3
            or sum(not self.unsold(company) for company in COMPANIES) >= 3
            or BOARD["houses"]["supply"] - len(self.houses) <= BOARD["houses"]["last"]
            or self.space[DETROIT] + 1 == len(INDUSTRY[DETROIT])
        )
        if not self.over:
            self.dials = dict.fromkeys(self.dials, 0)
            self.develop(DETROIT)
