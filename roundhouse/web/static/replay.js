// A game move by move: a finished one, or as much of a running one as its reader has seen.

import { body, closest, element, query, queryAll } from "./dom.js";
import "./house.js";
import * as board from "./board.js";
import { markMoment } from "./chances.js";
import * as keys from "./keys.js";
import { hideMessage, showMessage, text } from "./message.js";
import * as pan from "./pan.js";
import { patch } from "./patch.js";
import { get } from "./post.js";
import * as tabs from "./tabs.js";

const HOVER = 120; // milliseconds that the pointer rests on a moment of the curve before it is shown
const SPEED = "replay-speed"; // where the browser keeps the speed
const slider = element("slider", HTMLInputElement);
const turns = element("turns", HTMLSelectElement);
const starts = [...turns.options].map((option) => Number(option.value)); // the moves that begin a turn
const speed = element("speed", HTMLSelectElement);
const stops = (body.dataset.stops ?? "").split(" ").map(Number); // the positions in which a player is to act: draws are no steps
const last = Number(body.dataset.last);
let shown = Number(body.dataset.at);
let wanted = shown;
let timer = 0;

/** @param {number} move */
async function go(move) {
  const at = Math.max(0, Math.min(last, move));
  wanted = at;
  showPosition(at);
  const { replay = "", reader = "", layout = "" } = body.dataset;
  const answer = await get(`${replay}/frame`, { at: String(at), as: reader, layout });
  if (at !== wanted) return; // another move was chosen meanwhile
  if (!answer) return fail();
  hideMessage();
  patch(answer.fragments);
  shown = at;
  for (const field of queryAll("#from, [data-auto] [name=at], #slider-form [name=at]")) {
    if (field instanceof HTMLInputElement) field.value = String(at);
  }
  turns.value = String(starts.findLast((start) => start <= at) ?? starts[0]);
  for (const link of queryAll("[data-analysis]")) link.setAttribute("href", `${link.getAttribute("href")?.split("?")[0]}?${new URLSearchParams({ at: String(at), as: reader })}`);
  history.replaceState(null, "", `?${new URLSearchParams({ at: String(at), as: reader })}`);
}

/** @param {number} at */
function showPosition(at) {
  slider.value = String(at);
  element("at", HTMLElement).textContent = `${at} / ${last}`;
  markMoment(at);
}

/** Go back to the position that is drawn, and say that the server does not answer. */
function fail() {
  play(false);
  wanted = shown;
  showPosition(shown);
  showMessage(text("failed"));
}

/** @param {boolean} running */
function play(running) {
  clearInterval(timer);
  const [unit, pause] = speed.value.split(" ");
  const step = unit === "turn" ? STEPS["on-turn"] : STEPS.on;
  timer = running ? setInterval(() => (wanted < last ? step() : play(false)), Number(pause)) : 0;
  query('[data-step="play"]')?.setAttribute("aria-pressed", String(running));
}

/** @type {Record<string, () => void>} */
const STEPS = {
  first: () => go(0),
  last: () => go(last),
  back: () => go(stops.findLast((stop) => stop < wanted) ?? 0),
  on: () => go(stops.find((stop) => stop > wanted) ?? last),
  "back-turn": () => go(starts.findLast((start) => start < wanted) ?? 0),
  "on-turn": () => go(starts.find((start) => start > wanted) ?? last),
  play: () => play(!timer),
};

slider.addEventListener("input", () => go(Number(slider.value)));
turns.addEventListener("change", () => go(Number(turns.value)));
const kept = localStorage.getItem(SPEED);
if ([...speed.options].some((option) => option.value === kept)) speed.value = kept ?? "";
speed.addEventListener("change", () => {
  localStorage.setItem(SPEED, speed.value);
  if (timer) play(true);
});
query(".transport")?.addEventListener("click", (event) => {
  const step = closest(event, "[data-step]")?.dataset.step;
  if (step) STEPS[step]();
});
const strip = query(".review-strip");
let hovered = 0;
strip?.addEventListener("pointerover", (event) => {
  const at = closest(event, "[data-at]")?.dataset.at;
  if (at === undefined) return;
  clearTimeout(hovered);
  hovered = setTimeout(() => go(Number(at)), HOVER);
});
strip?.addEventListener("click", (event) => {
  const at = closest(event, "[data-at]")?.dataset.at;
  if (at !== undefined) go(Number(at));
});
strip?.addEventListener("pointerleave", () => clearTimeout(hovered));
markMoment(shown);
pan.start();
board.start();
tabs.start();
keys.start({
  ArrowLeft: STEPS.back,
  ArrowRight: STEPS.on,
  ArrowUp: STEPS["back-turn"],
  ArrowDown: STEPS["on-turn"],
  Home: STEPS.first,
  End: STEPS.last,
  " ": STEPS.play,
});
