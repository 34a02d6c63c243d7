// A bot in plain JavaScript, without libraries: claims and builds when it can, otherwise plays at random.
//
//   roundhouse arena tickets --bots "cmd:node examples/bot.mjs,greedy,random" --games 30
//
// The protocol is in docs/bots.md: one line of JSON in, one line of JSON out. Standard error is yours, for logging.

import { createInterface } from "node:readline";

const EAGER = ["claim", "build", "deliver", "lay", "carry"]; // the first word of a move says what kind it is

let state = 1;

// A small random number generator: the same seed gives the same game.
function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

// Returns a random move of an eager kind if there is one. `view` has everything you may know, by field name.
function choose(view, moves) {
  const wanted = moves.filter((move) => EAGER.includes(move.split(" ")[0]));
  const among = wanted.length ? wanted : moves;
  return among[below(among.length)];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") state = message.seed >>> 0 || 1;
  const answer = message.type === "hello" ? { ready: true } : { move: choose(message.view, message.moves) };
  console.log(JSON.stringify(answer));
}
