// The earlier lines of the log, which are loaded when a reader asks for them.

import { closest, element, query } from "./dom.js";
import { parsed } from "./patch.js";
import { getOfTable } from "./post.js";

const oldest = element("log-oldest", HTMLElement);
let first = "";

/** @param {Event} event */
async function load(event) {
  const button = closest(event, "[data-earlier]");
  if (!button) return;
  const answer = await getOfTable("log", { before: button.dataset.earlier ?? "" });
  if (!answer) return;
  oldest.prepend(...parsed(oldest, answer.markup));
  button.hidden = true; // not removed: the paths of edits count it
}

/** Drop what was loaded when the lines after it have moved on. */
function reset() {
  const button = query('[data-fragment="log-earlier"] [data-earlier]');
  if (!button || button.dataset.earlier === first) return;
  first = button.dataset.earlier ?? "";
  button.hidden = false;
  oldest.replaceChildren();
}

export function start() {
  const filter = element("log-of", HTMLSelectElement);
  filter.addEventListener("change", () => { element("log", HTMLElement).dataset.of = filter.value; });
  document.addEventListener("click", load);
  document.addEventListener("patched", reset);
  reset();
}
