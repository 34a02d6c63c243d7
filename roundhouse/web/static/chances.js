// The legend of a curve of chances: what each seat had at one moment.

import { query, queryAll } from "./dom.js";

/** @param {HTMLElement} moment of a curve, with `data-chances` */
export function showChances(moment) {
  const chances = (moment.dataset.chances ?? "").split("|");
  for (const label of queryAll(".legend [data-chance]")) label.textContent = chances[Number(label.dataset.chance)] ?? "";
}

/** Mark the moment of a curve that shows the position after so many moves. @param {number} at */
export function markMoment(at) {
  const moments = [...queryAll(".chance-curve .moment")];
  const here = moments.findLast((moment) => Number(moment.dataset.at) <= at);
  query(".chance-curve .moment.here")?.classList.remove("here");
  here?.classList.add("here");
  if (here) showChances(here);
}
