// Tabs: log, chat, table and text share one place. Without script they follow one another.

import { byId, query, queryAll } from "./dom.js";

const list = query("[role=tablist]");
const tabs = list ? [...queryAll("[role=tab]", list)] : [];
const badge = query("[data-unread]");
let read = 0; // messages of the chat

/**
 * Bring the panel of a tab to the front.
 * @param {string} id
 * @param {boolean} [focus]
 */
export function show(id, focus = false) {
  const chosen = byId(`tab-${id}`);
  const panel = byId(id);
  if (!chosen || !panel) return;
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
    byId(panelOf(tab))?.classList.toggle("front", tab === chosen);
  }
  document.dispatchEvent(new Event("shown"));
  count();
  if (focus) (query("form input", panel) ?? chosen).focus();
}

const panelOf = (/** @type {Element} */ tab) => tab.getAttribute("aria-controls") ?? "";
const messageCount = () => queryAll('[data-fragment="chat"] li').length;

/** Show at the tab of the chat how many messages are new. */
function count() {
  if (!badge) return;
  if (byId("chat")?.classList.contains("front")) read = messageCount();
  badge.textContent = String(messageCount() - read);
  badge.hidden = messageCount() <= read;
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const current = tabs.findIndex((tab) => tab === document.activeElement);
  const next = tabs[(current + step + tabs.length) % tabs.length];
  show(panelOf(next));
  next.focus();
}

export function start() {
  if (!list) return;
  list.hidden = false;
  read = messageCount();
  show(panelOf(tabs[0]));
  for (const tab of tabs) tab.addEventListener("click", () => show(panelOf(tab)));
  list.addEventListener("keydown", pressKey);
  document.addEventListener("patched", count);
}
