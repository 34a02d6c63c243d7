// The box in which the coach speaks. What it shows comes from the server.

import { byId } from "./dom.js";

const box = byId("coach");

/**
 * Show what the coach says: "hints", a "verdict" or a "warning".
 * @param {string} markup
 * @param {string} kind
 */
export function showCoach(markup, kind) {
  if (!box?.firstElementChild) return;
  box.firstElementChild.innerHTML = markup;
  box.dataset.kind = kind;
  box.hidden = false;
}

/** Hide the box, or only if it shows something else than this. @param {string} [kept] */
export function hideCoach(kept) {
  if (box && (kept === undefined || box.dataset.kind !== kept)) box.hidden = true;
}
