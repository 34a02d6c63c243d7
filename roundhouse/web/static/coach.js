// Asking the coach: for the next move, and what the last turn was worth.

import { body, byId, closest, queryAll } from "./dom.js";
import * as draft from "./draft.js";
import { hideCoach, showCoach } from "./message.js";
import { getOfTable } from "./post.js";

let moment = body.dataset.n;

/** Mark a move on the drawing, or the menu that leads to it. @param {string} move */
async function mark(move) {
  const drawn = queryAll(`svg [data-move="${CSS.escape(move)}"], svg [data-moves^="${CSS.escape(`${move}; `)}"]`);
  const found = drawn.length ? null : await getOfTable("choices", { move, ...draft.inQuery() });
  for (const old of queryAll(".hinted")) old.classList.remove("hinted");
  (found?.name ? queryAll(`svg [data-choice="${CSS.escape(found.name)}"]`) : drawn).forEach((item) => item.classList.add("hinted"));
}

/** Ask for the next move. */
async function hint() {
  const asked = body.dataset.n;
  const { move, markup } = await draft.act("hint", { moves: draft.made() });
  if (!move || asked !== body.dataset.n) return;
  showCoach(markup ?? "", "hints");
  mark(move);
}

async function judge() {
  const { markup } = await draft.act("verdict");
  if (markup) showCoach(markup, "verdict");
}

/** @param {Event} event */
function press(event) {
  const move = closest(event, "[data-hint]")?.dataset.hint;
  const choice = closest(event, "[data-coach]")?.dataset.coach;
  if (closest(event, "#coach .close") || choice) hideCoach();
  if (move) {
    hideCoach();
    draft.add([move]);
  } else if (choice === "anyway") draft.sendAnyway();
  else if (closest(event, "[data-verdict]")) judge();
}

/** Hide hints of an earlier moment; a verdict stays. */
function follow() {
  if (moment === body.dataset.n) return;
  moment = body.dataset.n;
  hideCoach("verdict");
}

export function start() {
  byId("hint")?.addEventListener("click", hint);
  document.addEventListener("click", press);
  byId("coach")?.addEventListener("pointerover", (event) => {
    const move = closest(event, "[data-hint]")?.dataset.hint;
    if (move) mark(move);
  });
  document.addEventListener("patched", follow);
  document.addEventListener("drafted", () => hideCoach());
}
