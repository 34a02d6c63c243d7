// A bot in plain JavaScript, without any library: claims and builds when it can, else plays at random.
//
//   roundhouse arena tickets --bots "cmd:node examples/bot.mjs,greedy,random" --games 30
//
// The protocol is in docs/bots.md: a line of JSON in, a line of JSON out. Standard error is free for your own notes.

import { createInterface } from "node:readline";

const EAGER = ["claim", "build", "deliver", "lay", "carry"]; // the first word of a move says what kind it is

let state = 1;

// A small generator, seeded by the house: the same seed, the same game.
function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

// The best kind of move that there is. `view` has all you may know, by name; see the state of the game.
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
