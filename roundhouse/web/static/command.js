// The command box, which completes the texts of moves, and the keys of the table.

import { act, escape, pick, sentences, toBoard } from "./board.js";
import { say, told } from "./post.js";
import { zoom } from "./pan.js";
import { show } from "./tabs.js";

const box = document.getElementById("command");
const list = document.getElementById("commands");

function fill() {
  list.replaceChildren(...[...sentences()].map(([text, sentence]) => Object.assign(document.createElement("option"), { value: text, label: sentence })));
}

// Every word must occur in the text of a move or in its sentence; a text that begins so comes first.
function matches(wish) {
  const words = wish.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...sentences()].filter(([text, sentence]) => words.every((word) => `${text} ${sentence}`.toLowerCase().includes(word)));
  return found.map(([text]) => text).sort((a, b) => b.startsWith(wish) - a.startsWith(wish));
}

function complete() {
  const found = matches(box.value);
  if (!found.length) return false;
  const begun = found.filter((text) => text.startsWith(box.value));
  const pool = begun.length ? begun : found;
  let common = pool[0];
  for (const text of pool) while (!text.startsWith(common)) common = common.slice(0, -1);
  const next = begun.length && common.length > box.value.length ? common : pool[0];
  if (next === box.value) return false;
  box.value = next;
  return true;
}

function run(event) {
  event.preventDefault();
  const wish = box.value.trim();
  if (!wish) return;
  const found = sentences().has(wish) ? [wish] : matches(wish);
  if (found.length === 1) { box.value = found[0]; pick(found[0]); }
  else if (found.length) complete();
  else act("why", { move: wish }).then((answer) => answer.error || say(told("unknown")));
}

const KEYS = {
  "/": () => { show("text"); box.focus(); },
  "?": () => document.getElementById("keys").showModal(),
  b: toBoard,
  u: () => document.querySelector('[data-act="undo"]')?.click(),
  h: () => document.querySelector('[data-act="hint"]')?.click(),
  l: () => show("log", true),
  c: () => show("chat", true),
  t: () => show("seats", true),
  "+": () => zoom("in"),
  "=": () => zoom("in"),
  "-": () => zoom("out"),
  "−": () => zoom("out"),
  0: () => zoom("fit"),
};

export function hotkeys(keys) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) return escape();
    const writing = event.target.closest("input:not([type='range']), select, textarea, dialog");
    if (writing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key](event);
  });
  document.querySelector("[data-keys]")?.addEventListener("click", KEYS["?"]);
}

export function start() {
  hotkeys(KEYS);
  fill();
  document.querySelector('.skip[href="#command"]').addEventListener("click", KEYS["/"]);
  document.addEventListener("patched", fill);
  box.form.addEventListener("submit", run);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Tab" && !event.shiftKey && box.value && complete()) event.preventDefault();
  });
}
