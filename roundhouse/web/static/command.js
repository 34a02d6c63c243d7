// The command box, which completes the notation of moves, and the shortcuts of a table.

import { body, byId, element, query } from "./dom.js";
import { focusFirst, sentences } from "./board.js";
import * as draft from "./draft.js";
import * as keys from "./keys.js";
import { hideMessage, showMessage, text } from "./message.js";
import { patch } from "./patch.js";
import { getOfTable } from "./post.js";
import { show } from "./tabs.js";

const box = element("command", HTMLInputElement);
const list = element("commands", HTMLDataListElement);
const panel = element("text", HTMLElement);

const moment = () => `${body.dataset.n} ${body.dataset.reader} ${draft.inQuery().moves}`;
let known = moment();
/** @type {Promise<void>} */
let loading = Promise.resolve();

/** Load the moves and the table in words if the page has those of another moment. They are sent only to readers that ask. */
function refresh() {
  if (known !== moment()) {
    known = moment();
    loading = load(known);
  }
  return loading;
}

/** @param {string} wanted */
async function load(wanted) {
  const answer = await getOfTable("text", draft.inQuery());
  if (wanted !== moment()) return; // meant for another moment, or for another player at this screen
  if (answer) patch(answer.fragments);
  else known = "";
}

function fill() {
  const options = [...sentences()].map(([move, sentence]) => Object.assign(document.createElement("option"), { value: move, label: sentence }));
  list.replaceChildren(...options);
}

/**
 * Return the moves that have every word in their notation or their sentence; those that begin with what was typed come first.
 * @param {string} typed
 */
function matches(typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...sentences()].filter(([move, sentence]) => words.every((word) => `${move} ${sentence}`.toLowerCase().includes(word)));
  return found.map(([move]) => move).sort((a, b) => Number(b.startsWith(typed)) - Number(a.startsWith(typed)));
}

/** Complete what was typed as far as it is certain; return whether that changed anything. */
function complete() {
  const found = matches(box.value);
  const begun = found.filter((move) => move.startsWith(box.value));
  let common = begun[0] ?? "";
  for (const move of begun) while (!move.startsWith(common)) common = common.slice(0, -1);
  const next = common.length > box.value.length ? common : found[0];
  if (!next || next === box.value) return false;
  box.value = next;
  return true;
}

/** @param {Event} event */
async function run(event) {
  event.preventDefault();
  const typed = box.value.trim();
  if (!typed) return draft.confirm();
  await refresh();
  const found = sentences().has(typed) ? [typed] : matches(typed);
  if (found.length > 1) return complete();
  if (found.length === 1) {
    box.value = found[0];
    return draft.add([found[0]]);
  }
  hideMessage();
  await draft.explain(typed);
  if (byId("refusal")?.hidden) showMessage(text("unknown"));
}

function focusBox() {
  show("text");
  box.focus();
}

const SHORTCUTS = {
  "/": focusBox,
  b: focusFirst,
  u: draft.takeBack,
  h: () => byId("hint")?.click(),
  l: () => show("log", true),
  c: () => show("chat", true),
  t: () => show("seats", true),
};

export function start() {
  keys.start(SHORTCUTS);
  fill();
  query('.skip[href="#command"]')?.addEventListener("click", focusBox);
  const follow = () => { if (panel.classList.contains("front")) refresh(); };
  document.addEventListener("patched", () => { fill(); follow(); });
  document.addEventListener("shown", follow);
  document.addEventListener("drafted", follow);
  box.form?.addEventListener("submit", run);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Tab" && !event.shiftKey && box.value && complete()) event.preventDefault();
  });
}
