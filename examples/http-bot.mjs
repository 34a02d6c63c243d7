// The same player over HTTP, without libraries and without `roundhouse bot`: plays at your tables until one game is over.
//
//   node examples/http-bot.mjs http://127.0.0.1:8000 rh_… tickets regular
//
// It opens a table against the given level, and makes its moves through the API: see docs/api.md.

import { anyMove, generator } from "./any-player.mjs";
import { choose as chooseTickets } from "./ticket-player.mjs";

const [server, token, game = "tickets", level = "novice"] = process.argv.slice(2);
const below = generator(1);

async function call(method, path, body) {
  const response = await fetch(`${server}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    body: body && JSON.stringify(body),
  });
  if (response.status === 409) return null; // the table has moved on: look again
  if (response.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get("retry-after") ?? 1)));
    return call(method, path, body);
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status}: ${answer.detail}`);
  return answer;
}

const table = await call("POST", "/tables", { game, seats: ["me", level] });
for (;;) {
  const position = await call("GET", `/tables/${table.id}/position?seat=0`);
  if (position.over) {
    console.log(JSON.stringify({ scores: position.scores, ranks: position.ranks }));
    break;
  }
  if (position.moves.length) {
    const player = game === "tickets" && position.view_version === 1 ? chooseTickets : anyMove;
    const move = player(position.view, position.moves, below);
    await call("POST", `/tables/${table.id}/moves`, { n: position.n, move, seat: 0, rid: `${table.id}-${position.n}` });
  } else {
    await new Promise((resolve) => setTimeout(resolve, 50)); // or listen to /turns/live
  }
}
