"""The state of Railroad Tycoon: legal moves and their effects, chapter by chapter. RRT-n are the clauses of rules.md."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, nth_bit
from roundhouse.core.draw import Rng, pick
from roundhouse.core.state import CHANCE, OVER, blank, filled, ranks_of
from roundhouse.games.tycoon import auction, build, cards, cities, deliver, goods, locomotives
from roundhouse.games.tycoon.board import (
    CITIES,
    CITY_COLOUR,
    COLOURS,
    COPIES,
    CUBES,
    DREW,
    FIRST_GATE,
    FISK,
    GRAY,
    HEXES,
    HOTELS,
    KINDS,
    LEVELS,
    MOST_SHARES,
    NEW_CITIES,
    NONE,
    SIDES,
    START_CARDS,
    TYCOONS,
    WESTERN,
)
from roundhouse.games.tycoon.invariants import check
from roundhouse.games.tycoon.money import issue
from roundhouse.games.tycoon.moves import (
    A_TYCOON,
    BID,
    BUILD,
    CARD,
    DELIVER,
    GOODS,
    GRANT,
    GROW,
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
from roundhouse.games.tycoon.position import (
    ACTION,
    AUCTION,
    BEGINNER,
    BUILDING,
    DEALING,
    DELIVERING,
    GRABBING,
    GROWING,
    INDUSTRY,
    LAST,
    OPEN,
    REVEALING,
    SHOWING,
    STOCKING,
    TURNING_UP,
    Position,
)
from roundhouse.games.tycoon.score import final_scores, rank_keys, standing
from roundhouse.games.tycoon.track import exits_of
from roundhouse.games.tycoon.turns import begin_turn, cards_in_deck, end_action


def start(seats: i64, variant: i64) -> Tycoon:
    """Return the state before the first cubes are drawn (RRT-22 to RRT-24).

    Locomotives are of level 1, every marker is on 0 (RRT-23), and there is no money and no share.
    """
    state = blank(Tycoon)
    state.seats = seats
    state.actor = CHANCE
    state.variant = variant
    state.phase = STOCKING
    state.turn = 0
    state.round = 0
    state.done = 0
    state.extra = 0
    state.first = 0
    state.high = 0
    state.leader = NONE
    state.out = 0
    state.ending = OPEN
    state.idle = 0
    state.delivered = 0
    state.issued = 0
    state.granted = 0
    state.stub = NONE
    state.laid = 0
    state.place = 0
    state.origin = NONE
    state.cube = NONE
    state.steps = 0
    state.trail = 0
    state.gain = 0
    state.six = NONE
    state.shown = 0
    state.marked = 0
    state.cash = filled(seats, 0)
    state.shares = filled(seats, 0)
    state.points = filled(seats, 0)
    state.level = filled(seats, 1)
    state.grants = filled(seats, 0)
    state.engineers = filled(seats, 0)
    state.tired = filled(seats, 0)
    state.tycoon = filled(seats, NONE)
    state.bag = CUBES[:]
    state.goods = filled(CITIES * COLOURS, 0)
    state.demand = _printed_colours()
    state.stock = NEW_CITIES[:]
    state.deck = _full_deck(variant)
    state.display = _start_cards(variant)
    state.hotel = filled(HOTELS, NONE)
    state.western = filled(WESTERN, NONE)
    state.rail = filled(HEXES, 0)
    state.open = _first_open(variant)
    state.loose = vec[i64]()
    state.links = vec[i64]()
    state.own = filled(seats * CITIES, 0)
    state.joined = filled(CITIES, 0)
    state.net = _each_city_alone(seats)
    return state


def _printed_colours() -> vec[i64]:
    demand = filled(COLOURS, 0)
    for city in range(i64(CITIES)):
        if CITY_COLOUR[city] != GRAY:
            demand[CITY_COLOUR[city]] |= BIT[city]
    return demand


def _first_open(variant: i64) -> vec[i64]:
    """Return by city the sides of the empty board whose first hex lets a link go on, as a mask."""
    result = vec[i64]()
    for city in range(i64(CITIES)):
        sides: i64 = 0
        for side in range(i64(SIDES)):
            gate = FIRST_GATE[city * SIDES + side]
            if gate != NONE and exits_of(variant, gate):
                sides |= BIT[side]
        result = append(result, sides)
    return result


def _full_deck(variant: i64) -> vec[i64]:
    """Return the deck without the start cards (RRT-27); beginners play without cards (RRT-192)."""
    if variant & BEGINNER:
        return filled(KINDS, 0)
    deck = COPIES[:]
    for kind in START_CARDS:
        deck[kind] = 0
    return deck


def _start_cards(variant: i64) -> vec[i64]:
    display = filled(KINDS, 0)
    if not variant & BEGINNER:
        for kind in START_CARDS:
            display[kind] = 1
    return display


def _each_city_alone(seats: i64) -> vec[i64]:
    net = vec[i64]()
    for _seat in range(seats):
        for city in range(i64(CITIES)):
            net = append(net, BIT[city])
    return net


class Tycoon(Position):
    """A position of Railroad Tycoon that can be played."""

    def copy(self) -> Tycoon:
        return Tycoon(self)

    # Legal moves.

    def legal_moves(self) -> vec[i64]:
        if self.actor == OVER:
            return vec[i64]()
        phase = self.phase
        if phase == ACTION:
            return self._actions()
        if phase == BUILDING:
            return build.steps(self)
        if phase == AUCTION:
            return auction.bids(self)
        return self._single_steps()

    def choices(self) -> vec[i64]:
        """Return moves worth searching: a few raises, track that can reach a city, unneeded shares only where cash may score."""
        if self.actor == OVER:
            return vec[i64]()
        phase = self.phase
        if phase == ACTION:
            return self._some_actions()
        if phase == BUILDING:
            return build.some_steps(self)
        if phase == AUCTION:
            return auction.some_bids(self)
        return self._single_steps()

    def _single_steps(self) -> vec[i64]:
        """Return the moves of phases with few moves, and of chance."""
        phase = self.phase
        if phase == DELIVERING:
            return deliver.hops(self)
        if phase == GROWING:
            return cities.growths()
        if phase == INDUSTRY:
            return cities.new_cities(self, vec[i64]())
        if phase == DEALING:
            return self._tycoons()
        if phase == REVEALING:
            return append(vec[i64](), locomotives.verdict(self))
        if phase in (SHOWING, TURNING_UP):
            return self._next_cards()
        return goods.handfuls(self)

    def _actions(self) -> vec[i64]:
        """Return one of six actions, or a pass (RRT-65, RRT-66); before it shares, once (RRT-34, RRT-199).

        RRT-178: or a land grant, after which only a build can follow.
        """
        moves = build.builds(self, vec[i64](capacity=400))
        built = i64(len(moves)) > 0
        if not self.granted:
            moves = deliver.deliveries(self, moves)
            moves = self._purchases(moves)
            if built and self.grants[self.actor]:
                moves = append(moves, GRANT)
            if not self.variant & BEGINNER:  # RRT-193
                moves = cities.western_links(self, moves)
        if not self.issued:
            moves = self._issues(moves)
        if not self.granted:
            moves = append(moves, PASS)
        return moves

    def _some_actions(self) -> vec[i64]:
        moves = build.some_builds(self, vec[i64](capacity=400))
        if self.granted:
            return moves if len(moves) else build.builds(self, moves)
        built = i64(len(moves)) > 0
        moves = deliver.deliveries(self, moves)
        moves = self._purchases(moves)
        if built and self.grants[self.actor]:
            moves = append(moves, GRANT)
        if not self.variant & BEGINNER:
            moves = cities.western_links(self, moves)
        if not self.issued and self.ending == LAST and (self.tycoon[self.actor] == FISK or self.tycoon[self.actor] == DREW):
            moves = self._issues(moves)
        return append(moves, PASS)

    def _purchases(self, moves: vec[i64]) -> vec[i64]:
        """Add new cities, a locomotive and cards."""
        moves = cities.new_cities(self, moves)
        if self.level[self.actor] < LEVELS:  # RRT-106
            moves = append(moves, UPGRADE)
        return cards.takes(self, moves)

    def _issues(self, moves: vec[i64]) -> vec[i64]:
        for count in range(i64(MOST_SHARES)):
            moves = append(moves, ISSUE + count)
        return moves

    def _tycoons(self) -> vec[i64]:
        """Return the tycoons that no seat has yet (RRT-26)."""
        moves = vec[i64]()
        for tycoon in range(i64(TYCOONS)):
            if not self._dealt() >> tycoon & 1:
                moves = append(moves, TYCOON + tycoon)
        return moves

    def _dealt(self) -> i64:
        mask: i64 = 0
        for tycoon in self.tycoon:
            if tycoon >= 0:
                mask |= BIT[tycoon]
        return mask

    def _next_cards(self) -> vec[i64]:
        moves = vec[i64]()
        for kind in range(i64(KINDS)):
            if self.deck[kind]:
                moves = append(moves, CARD + kind)
        return moves

    def weight(self, move: i64) -> i64:
        if move < TYCOON:
            return goods.handful_weight(self, move - GOODS)
        if move < CARD or move >= REVEAL:
            return 1
        return self.deck[move - CARD]

    def draw(self, rng: Rng) -> i64:
        phase = self.phase
        if phase in (STOCKING, GRABBING):
            return goods.draw_handful(self, rng)
        if phase in (SHOWING, TURNING_UP):
            return CARD + pick(self.deck, cards_in_deck(self), rng)
        if phase == REVEALING:
            return locomotives.verdict(self)
        rest = (BIT[TYCOONS] - 1) & ~self._dealt()
        return TYCOON + nth_bit(rest, rng.below(TYCOONS - self.receiver()))

    def seen(self, move: i64, seat: i64) -> i64:
        """Return what `seat` sees of a move: a tycoon is seen only by its owner (RRT-43)."""
        if self.phase == DEALING and seat != self.receiver():
            return A_TYCOON
        return move

    def receiver(self) -> i64:
        """Return the seat that is dealt a tycoon."""
        seat: i64 = 0
        while self.tycoon[seat] != NONE:
            seat += 1
        return seat

    # Effects of a move.

    def apply(self, move: i64) -> None:
        phase = self.phase
        if phase == ACTION:
            self._act(move)
        elif phase == BUILDING:
            self._build(move)
        elif phase == AUCTION:
            if move == PASS:
                auction.pass_bid(self)
            else:
                auction.bid(self, move - BID + 1)
        elif phase == DELIVERING:
            deliver.hop(self, (move - HOP) // OWNERS, (move - HOP) % OWNERS)
        elif phase == GROWING:
            cities.grow(self, move - GROW)
        elif phase == INDUSTRY:
            self._urbanize(move - URBANIZE)
        else:
            self._chance(move)

    def _act(self, move: i64) -> None:
        if move < LAY:
            build.begin(self, move - BUILD)
        elif move < HOP:
            deliver.begin(self, (move - DELIVER) // COLOURS, (move - DELIVER) % COLOURS)
        elif move < GROW:
            self._urbanize(move - URBANIZE)
        elif move == UPGRADE:
            locomotives.upgrade(self)
        elif move < GRANT:
            cards.take(self, move - TAKE)
        elif move == GRANT:
            cards.use_grant(self)
        elif move < ISSUE:
            cities.build_western(self, move - WEST)
        elif move < PASS:
            issue(self, self.actor, move - ISSUE + 1)
            self.issued = 1
        else:
            end_action(self)

    def _build(self, move: i64) -> None:
        if move == STOP:
            end_action(self)
        elif move >= TURN:
            build.turn(self, move - TURN)
        else:
            build.lay(self, move - LAY)

    def _urbanize(self, index: i64) -> None:
        cities.urbanize(self, index // TILE_COLOURS, index % TILE_COLOURS + 1)

    def _chance(self, move: i64) -> None:
        phase = self.phase
        if phase == STOCKING:
            self._stock(move - GOODS)
        elif phase == GRABBING:
            goods.put_handful(self, move - GOODS)
            self.place = NONE
            end_action(self)
        elif phase == DEALING:
            self.tycoon[self.receiver()] = move - TYCOON
            if self.tycoon[self.seats - 1] != NONE:
                self.phase = SHOWING
        elif phase == SHOWING:
            self._show(move - CARD)
        elif phase == REVEALING:
            locomotives.reveal(self, move)
        else:
            cards.turn_up(self, move - CARD)

    def _stock(self, handful: i64) -> None:
        """Stock one city after another (RRT-17), then deal tycoons and cards (RRT-26 and RRT-28), not to beginners (RRT-192)."""
        goods.put_handful(self, handful)
        self.place += 1
        if self.place < CITIES:
            return
        self.place = NONE
        if self.variant & BEGINNER:
            begin_turn(self)
        else:
            self.phase = DEALING

    def _show(self, kind: i64) -> None:
        """Show a card: twice as many as players, beside the start cards (RRT-28)."""
        self.deck[kind] -= 1
        self.display[kind] += 1
        shown: i64 = 0
        for count in self.display:
            shown += count
        if shown == 2 * self.seats + i64(len(START_CARDS)):
            begin_turn(self)

    # Scoring.

    def scores(self) -> vec[i64]:
        """Return points less shares while the game runs, and RRT-187 at the end."""
        if self.actor != OVER:
            return standing(self)
        return final_scores(self)

    def ranks(self) -> vec[i64]:
        if self.actor != OVER:
            return ranks_of(standing(self))
        return ranks_of(rank_keys(self, final_scores(self)))

    def check(self) -> None:
        check(self)
