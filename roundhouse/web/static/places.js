// The board answers the list, and the list the board: what names places highlights them on hover, focus and tap, and the other way round.

import { closest, query, queryAll } from "./dom.js";

const AGAIN = 1100; // milliseconds that each move is shown when the last turns are shown again

/** What a tap or a key holds in sight until the next one. @type {Element | null} */
let held = null;

/** @param {Element | null} source */
function show(source) {
  for (const old of queryAll(".shown")) old.classList.remove("shown");
  if (!source) return;
  const { shows, place } = /** @type {HTMLElement} */ (source).dataset;
  for (const name of (shows ?? "").split(" ").filter(Boolean)) {
    for (const found of queryAll(`svg [data-place="${CSS.escape(name)}"]`)) found.classList.add("shown");
  }
  if (place) for (const found of queryAll(`[data-shows~="${CSS.escape(place)}"]`)) found.classList.add("shown");
}

/** @param {Event} event */
const sourceOf = (event) => closest(event, "[data-shows]") ?? closest(event, "[data-place]");

/** Hold the places of something in sight, or let them go. @param {Element} source */
export function toggle(source) {
  held = held === source ? null : source;
  show(held);
}

/** Show what the other players did since the reader's last turn, one move after the other. */
async function showAgain() {
  for (const line of queryAll("#bar .since [data-shows]")) {
    if (!line.isConnected) break;
    show(line);
    line.classList.add("shown");
    await new Promise((done) => { setTimeout(done, AGAIN); });
    line.classList.remove("shown");
  }
  show(held);
}

export function start() {
  for (const name of ["pointerover", "focusin"]) document.addEventListener(name, (event) => show(sourceOf(event) ?? held));
  document.addEventListener("focusout", () => show(held));
  document.addEventListener("click", (event) => {
    if (closest(event, "[data-again]")) showAgain();
    else if (closest(event, ".lines [data-shows]")) toggle(/** @type {Element} */ (closest(event, "[data-shows]")));
    else if (!closest(event, "[data-shows]") && held) {
      held = null;
      show(null);
    }
  });
  document.addEventListener("patched", () => {
    held = null;
    if (!query(".shown")) return;
    show(null);
  });
}
