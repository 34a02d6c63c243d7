// A first game: one explanation at a time, each until it is read, a move is made, or something new is on the table.

import { all, body, byId, on, one } from "./dom.js";

const tour = byId("tour");

export function start() {
  const steps = [...tour.querySelectorAll("li")];
  const next = tour.querySelector("button");
  const key = `tour ${location.pathname}`;
  let at = Math.min(Number(sessionStorage.getItem(key) ?? 0), steps.length - 1);
  let since;
  let strays; // turns since a step came up in which what it waits for did not

  const show = () => {
    const { until, point } = steps[at].dataset;
    steps.forEach((step, i) => step.classList.toggle("front", i === at));
    tour.querySelector(".count-of").textContent = `${at + 1} / ${steps.length}`;
    next.hidden = at + 1 >= steps.length || until === "move";
    since = Number(body.dataset.n);
    strays = 0;
    sessionStorage.setItem(key, at);
    all(".pointed").forEach((part) => part.classList.remove("pointed"));
    if (point) all(point).forEach((part) => part.classList.add("pointed"));
  };
  const forth = () => { at += 1; show(); };
  on(document, "patched", () => {
    const coming = steps[at + 1]?.dataset;
    if (!coming || steps[at].dataset.until !== "move" || Number(body.dataset.n) <= since) return;
    const yours = one(".turn-of").dataset.yours === "yes";
    if (coming.see ? one(coming.see) : yours) forth();
    else if (yours) next.hidden = (strays += 1) < 8; // nobody is kept waiting for ever
  });
  on(next, "click", forth);
  show();
}
