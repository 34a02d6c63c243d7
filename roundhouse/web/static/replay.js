// A game move by move: finished, or as far as one has seen it.

import { all, body, byId, on, one } from "./dom.js";
import "./house.js";
import * as board from "./board.js";
import { hotkeys } from "./command.js";
import * as pan from "./pan.js";
import { patch } from "./patch.js";
import * as tabs from "./tabs.js";

const slider = byId("slider");
const turns = byId("turns");
const starts = [...turns.options].map((option) => Number(option.value));
const last = Number(body.dataset.last);
let at = Number(body.dataset.at);
let asked = at;
let timer = 0;

async function go(n) {
  asked = Math.max(0, Math.min(last, n));
  const wanted = asked;
  slider.value = wanted;
  byId("at").textContent = `${wanted} / ${last}`;
  const { replay, reader, layout } = body.dataset;
  const answer = await fetch(`${replay}/frame?${new URLSearchParams({ at: wanted, as: reader, layout })}`);
  if (!answer.ok || wanted !== asked) return; // a later wish is under way
  at = wanted;
  patch((await answer.json()).fragments);
  byId("from").value = at;
  all("[data-auto] [name=at], #slider-form [name=at]").forEach((field) => (field.value = at));
  turns.value = String(starts.findLast((start) => start <= at) ?? starts[0]);
  history.replaceState(null, "", `?${new URLSearchParams({ at, as: reader })}`);
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
  one('[data-step="play"]').setAttribute("aria-pressed", Boolean(timer));
}

on(slider, "input", () => go(Number(slider.value)));
on(turns, "change", () => go(Number(turns.value)));
on(one(".transport"), "click", (event) => {
  const step = event.target.closest("[data-step]");
  if (step) STEPS[step.dataset.step]();
});
pan.start();
board.start();
tabs.start();
hotkeys({
  ArrowLeft: STEPS.back, ArrowRight: STEPS.on, ArrowUp: STEPS["back-turn"], ArrowDown: STEPS["on-turn"], Home: STEPS.first, End: STEPS.last, " ": STEPS.play,
});
