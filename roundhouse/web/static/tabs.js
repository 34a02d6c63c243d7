// Log, chat, table and text share one place; without script they follow one another.

import { all, byId, on, one } from "./dom.js";

const list = one("[role=tablist]");
const tabs = [...(list?.children ?? [])];
const badge = one("[data-unread]");
let seen = 0;

export function show(id, focus = false) {
  const tab = byId(`tab-${id}`);
  if (!tab) return;
  for (const one of tabs) {
    const chosen = one === tab;
    one.setAttribute("aria-selected", chosen);
    one.tabIndex = chosen ? 0 : -1;
    byId(one.getAttribute("aria-controls")).classList.toggle("front", chosen);
  }
  const leaf = byId(id);
  document.dispatchEvent(new Event("shown"));
  count();
  if (focus) (leaf.querySelector("form input") ?? tab).focus();
}

const messages = () => all('[data-fragment="chat"] li').length;

function count() {
  if (!badge) return;
  if (byId("chat").classList.contains("front")) seen = messages();
  badge.textContent = messages() - seen;
  badge.hidden = messages() <= seen;
}

export function start() {
  if (!list) return;
  list.hidden = false;
  seen = messages();
  show("log");
  for (const tab of tabs) on(tab, "click", () => show(tab.getAttribute("aria-controls")));
  on(list, "keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + way + tabs.length) % tabs.length];
    show(next.getAttribute("aria-controls"));
    next.focus();
  });
  on(document, "patched", count);
}
