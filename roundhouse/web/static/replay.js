// A finished game, or one's own view of a running one, move by move.

import "./house.js";
import * as board from "./board.js";
import { hotkeys } from "./command.js";
import * as pan from "./pan.js";
import { patch } from "./patch.js";
import * as tabs from "./tabs.js";

const body = document.body;
const slider = document.getElementById("slider");
const turns = document.getElementById("turns");
const starts = [...turns.options].map((option) => Number(option.value));
const last = Number(body.dataset.last);
let at = Number(body.dataset.at);
let asked = at;
let timer = 0;

async function go(n) {
  asked = Math.max(0, Math.min(last, n));
  const wanted = asked;
  slider.value = wanted;
  document.getElementById("at").textContent = `${wanted} / ${last}`;
  const wish = new URLSearchParams({ at: wanted, as: body.dataset.reader, layout: body.dataset.layout });
  const answer = await fetch(`${body.dataset.replay}/frame?${wish}`);
  if (!answer.ok || wanted !== asked) return; // a later wish is under way
  at = wanted;
  patch((await answer.json()).fragments);
  document.getElementById("from").value = at;
  document.querySelectorAll("[data-auto] [name=at], #slider-form [name=at]").forEach((field) => (field.value = at));
  turns.value = String(starts.findLast((start) => start <= at) ?? starts[0]);
  history.replaceState(null, "", `?${new URLSearchParams({ at, as: body.dataset.reader })}`);
}

const STEPS = {
  first: () => go(0),
  last: () => go(last),
  back: () => go(asked - 1),
  on: () => go(asked + 1),
  "back-turn": () => go(starts.findLast((start) => start < asked) ?? 0),
  "on-turn": () => go(starts.find((start) => start > asked) ?? last),
  play: () => run(!timer),
};

function run(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => (asked < last ? go(asked + 1) : run(false)), 900) : 0;
  document.querySelector('[data-step="play"]').setAttribute("aria-pressed", Boolean(timer));
}

slider.addEventListener("input", () => go(Number(slider.value)));
turns.addEventListener("change", () => go(Number(turns.value)));
document.querySelector(".transport").addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (step) STEPS[step.dataset.step]();
});
pan.start();
board.start();
tabs.start();
hotkeys({
  ArrowLeft: STEPS.back, ArrowRight: STEPS.on, ArrowUp: STEPS["back-turn"], ArrowDown: STEPS["on-turn"], Home: STEPS.first, End: STEPS.last, " ": STEPS.play,
  "+": () => pan.zoom("in"), "-": () => pan.zoom("out"), 0: () => pan.zoom("fit"), "?": () => document.getElementById("keys").showModal(),
});
