// A bot in plain JavaScript, without libraries: plays Ticket to Ride with a plan, and other games by building when it can.
//
//   roundhouse arena tickets --bots "cmd:node examples/bot.mjs,greedy,random" --games 30
//
// The protocol is in docs/bots.md: one line of JSON in, one line of JSON out. Standard error is yours, for logging.

import { createInterface } from "node:readline";
import { anyMove, generator } from "./any-player.mjs";
import { choose as chooseTickets } from "./ticket-player.mjs";

let below = generator(1);
let choose = anyMove;

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    below = generator(message.seed);
    choose = message.game === "tickets" && message.view_version === 1 ? chooseTickets : anyMove;
    console.log(JSON.stringify({ ready: true }));
  } else {
    console.log(JSON.stringify({ move: choose(message.view, message.moves, below) }));
  }
}
