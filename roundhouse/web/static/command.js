// The command box, which completes the texts of moves, and the keys of the table.

import { body, byId, on, one } from "./dom.js";
import { act, escape, pick, sentences, toBoard } from "./board.js";
import { patch } from "./patch.js";
import { ask, say, told } from "./post.js";
import { zoom } from "./pan.js";
import { show } from "./tabs.js";

const box = byId("command");
const list = byId("commands");

const leaf = byId("text");
const moment = () => `${body.dataset.n} ${body.dataset.reader}`;
let known = moment();
let asked = null;

// Moves and sketch in words are asked for when somebody reads them or writes commands.
function refresh() {
  if (known === moment()) return asked;
  known = moment();
  return (asked = ask("text").then((answer) => answer && patch(answer.fragments)));
}

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
  const begun = found.filter((text) => text.startsWith(box.value));
  let common = begun[0] ?? "";
  for (const text of begun) while (!text.startsWith(common)) common = common.slice(0, -1);
  const next = common.length > box.value.length ? common : found[0];
  if (!next || next === box.value) return false;
  box.value = next;
  return true;
}

async function run(event) {
  event.preventDefault();
  const wish = box.value.trim();
  if (!wish) return;
  await refresh();
  const found = sentences().has(wish) ? [wish] : matches(wish);
  if (found.length === 1) { box.value = found[0]; pick(found[0]); }
  else if (found.length) complete();
  else act("why", { move: wish }).then((answer) => answer.error || say(told("unknown")));
}

const KEYS = {
  "/": () => { show("text"); box.focus(); },
  b: toBoard,
  u: () => one('[data-act="undo"]')?.click(),
  h: () => one('[data-act="hint"]')?.click(),
  l: () => show("log", true),
  c: () => show("chat", true),
  t: () => show("seats", true),
};
const COMMON = { "?": () => byId("keys").showModal(), "+": () => zoom("in"), "-": () => zoom("out"), 0: () => zoom("fit") };

export function hotkeys(more) {
  const keys = { ...COMMON, ...more };
  on(document, "keydown", (event) => {
    if (event.key === "Escape" && !one("dialog[open]")) return escape();
    const writing = event.target.closest("input:not([type='range']), select, textarea, dialog");
    if (writing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key](event);
  });
  on(one("[data-keys]"), "click", keys["?"]);
}

export function start() {
  hotkeys(KEYS);
  fill();
  on(one('.skip[href="#command"]'), "click", KEYS["/"]);
  const follow = () => { if (leaf.classList.contains("front")) refresh(); };
  on(document, "patched", () => { fill(); follow(); });
  on(document, "shown", follow);
  on(box.form, "submit", run);
  on(box, "keydown", (event) => {
    if (event.key === "Tab" && !event.shiftKey && box.value && complete()) event.preventDefault();
  });
}
