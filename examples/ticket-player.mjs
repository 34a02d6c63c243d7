// A player of Ticket to Ride that only needs the named view: connects its cheapest ticket, then claims long routes.
//
// `choose(view, moves, below)` returns one of the texts in `moves`. `below(n)` gives a random number from 0 to n - 1.
// The fields of the view are described by JSON Schema in the OpenAPI document of any server, `/api/v1/openapi.json`.

const LOCOMOTIVE = "locomotive";

const name = (route) => route.cities.join("-");

// The cheapest way between two cities over my own routes (free) and those still open to me: { cost, routes } or null.
function cheapestWay(view, from, to) {
  const cost = { [from]: 0 };
  const came = {};
  const done = new Set();
  for (;;) {
    const [city] = Object.keys(cost)
      .filter((one) => !done.has(one))
      .sort((a, b) => cost[a] - cost[b]);
    if (city === undefined) return null;
    if (city === to) break;
    done.add(city);
    for (const route of view.routes) {
      if (!route.cities.includes(city)) continue;
      const mine = route.owner === view.seat;
      if (!mine && !route.open) continue;
      const next = route.cities[0] === city ? route.cities[1] : route.cities[0];
      const total = cost[city] + (mine ? 0 : route.length);
      if (!(next in cost) || total < cost[next]) {
        cost[next] = total;
        came[next] = { city, route, mine };
      }
    }
  }
  const routes = [];
  for (let city = to; city !== from; city = came[city].city) if (!came[city].mine) routes.push(came[city].route);
  return { cost: cost[to], routes };
}

// The routes that I want: those of the unconnected ticket that lacks the fewest trains, if I have enough.
function wantedRoutes(view) {
  const trains = view.players[view.seat].trains;
  const ways = view.tickets
    .filter((ticket) => !ticket.connected && ticket.trains_missing !== null && ticket.trains_missing <= trains)
    .map((ticket) => cheapestWay(view, ...ticket.cities))
    .filter((way) => way !== null)
    .sort((a, b) => a.cost - b.cost);
  return ways.length ? ways[0].routes : [];
}

// The moves that claim a route, those with the fewest locomotives first.
function claims(moves, route) {
  const wild = (move) => (move.endsWith(LOCOMOTIVE) ? 9 : Number(move.split("+")[1] ?? 0));
  return moves
    .filter((move) => move.startsWith(`claim ${name(route)} `) || move.startsWith(`claim ${name(route)}/`))
    .filter((move) => route.colour === "gray" || move.includes(` ${route.colour}`) || move.endsWith(LOCOMOTIVE))
    .sort((a, b) => wild(a) - wild(b));
}

// Keep the tickets that cost the fewest trains for their points, as few as allowed.
function keep(view, moves) {
  const value = (ticket) => ticket.points - (cheapestWay(view, ...ticket.cities)?.cost ?? 99);
  const worth = (move) =>
    move
      .split(" ")
      .slice(1)
      .reduce((sum, place) => sum + value(view.offer[place - 1]), 0);
  return [...moves].sort((a, b) => a.length - b.length || worth(b) - worth(a))[0];
}

// A card that helps to pay for a route, from the display if it lies there.
function card(view, moves, routes) {
  const hand = view.players[view.seat].hand;
  const most = Object.keys(hand)
    .filter((colour) => colour !== LOCOMOTIVE)
    .sort((a, b) => hand[b] - hand[a])[0];
  const colours = routes.map((route) => (route.colour === "gray" ? most : route.colour));
  const takes = [LOCOMOTIVE, ...colours].map((colour) => `take ${colour}`);
  return takes.slice(1).concat(takes[0]).find((move) => moves.includes(move)) ?? (moves.includes("draw") ? "draw" : undefined);
}

export function choose(view, moves, below) {
  if (moves[0].startsWith("keep")) return keep(view, moves);
  const routes = wantedRoutes(view);
  for (const route of [...routes].sort((a, b) => b.length - a.length)) {
    const [claim] = claims(moves, route);
    if (claim) return claim;
  }
  if (routes.length) return card(view, moves, routes) ?? moves[below(moves.length)];
  const long = view.routes.filter((route) => route.open && route.length <= view.players[view.seat].trains);
  long.sort((a, b) => b.length - a.length);
  for (const route of long.filter((one) => one.length >= 4 || view.last_turns !== null || view.deck < 10)) {
    const [claim] = claims(moves, route);
    if (claim) return claim;
  }
  return card(view, moves, long.slice(0, 3)) ?? moves[below(moves.length)];
}
