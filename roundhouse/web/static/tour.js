// A first game: one explanation at a time, until it is read, a move is made, or what the next one is about is on the table.

import { body, element, query, queryAll } from "./dom.js";
import { isYours } from "./turn.js";

const PATIENCE = 8; // turns after which a step that waits for something can be skipped

const tour = element("tour", HTMLElement);

export function start() {
  const steps = [...queryAll("li", tour)];
  const next = /** @type {HTMLButtonElement} */ (tour.querySelector("button"));
  const key = `tour ${location.pathname}`;
  let at = Math.min(Number(sessionStorage.getItem(key) ?? 0), steps.length - 1);
  let since = 0; // how much had happened at the table when the step was shown
  let turns = 0; // of the reader, since then

  const show = () => {
    const { until, point } = steps[at].dataset;
    steps.forEach((step, i) => step.classList.toggle("front", i === at));
    const count = query(".count-of", tour);
    if (count) count.textContent = `${at + 1} / ${steps.length}`;
    next.hidden = at + 1 >= steps.length || until === "move";
    since = Number(body.dataset.n);
    turns = 0;
    sessionStorage.setItem(key, String(at));
    queryAll(".pointed").forEach((part) => part.classList.remove("pointed"));
    if (point) queryAll(point).forEach((part) => part.classList.add("pointed"));
  };
  const advance = () => {
    at += 1;
    show();
  };
  document.addEventListener("patched", () => {
    const coming = steps[at + 1]?.dataset;
    if (!coming || steps[at].dataset.until !== "move" || Number(body.dataset.n) <= since) return;
    if (coming.see ? query(coming.see) : isYours()) advance();
    else if (isYours()) next.hidden = (turns += 1) < PATIENCE;
  });
  next.addEventListener("click", advance);
  show();
}
