// Keyboard shortcuts.

import { byId, closest, query } from "./dom.js";
import { cancel } from "./board.js";
import * as draft from "./draft.js";
import { zoom } from "./pan.js";

/** @typedef {Record<string, () => void>} Shortcuts */

/** @type {Shortcuts} */
const COMMON = {
  "?": () => { const list = byId("keys"); if (list instanceof HTMLDialogElement) list.showModal(); },
  "+": () => zoom("in"),
  "-": () => zoom("out"),
  0: () => zoom("fit"),
};

/**
 * Start the shortcuts that every drawing has, and those of this page.
 * @param {Shortcuts} more
 */
export function start(more) {
  const shortcuts = { ...COMMON, ...more };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !query("dialog[open]")) return cancel();
    const typing = closest(event, "input:not([type='range']), select, textarea, dialog");
    if (event.key === "Enter" && !typing && !closest(event, "button, a, summary")) return draft.confirm();
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(shortcuts, event.key)) return;
    event.preventDefault();
    shortcuts[event.key]();
  });
  query("[data-keys]")?.addEventListener("click", shortcuts["?"]);
}
