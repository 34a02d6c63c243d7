// Log, chat, table and text share one place; without script they stand one below another.

const list = document.querySelector("[role=tablist]");
const tabs = [...(list?.children ?? [])];
const badge = document.querySelector("[data-unread]");
let seen = 0;

export function show(id, focus = false) {
  const tab = document.getElementById(`tab-${id}`);
  if (!tab) return;
  for (const one of tabs) {
    const chosen = one === tab;
    one.setAttribute("aria-selected", chosen);
    one.tabIndex = chosen ? 0 : -1;
    document.getElementById(one.getAttribute("aria-controls")).classList.toggle("front", chosen);
  }
  const leaf = document.getElementById(id);
  count();
  if (focus) (leaf.querySelector("form input") ?? tab).focus();
}

const messages = () => document.querySelectorAll('[data-fragment="chat"] li').length;

function count() {
  if (!badge) return;
  if (document.getElementById("chat").classList.contains("front")) seen = messages();
  badge.textContent = messages() - seen;
  badge.hidden = messages() <= seen;
}

export function start() {
  if (!list) return;
  list.hidden = false;
  seen = messages();
  show("log");
  list.addEventListener("click", (event) => { const tab = event.target.closest("[role=tab]"); if (tab) show(tab.getAttribute("aria-controls")); });
  list.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + way + tabs.length) % tabs.length];
    show(next.getAttribute("aria-controls"));
    next.focus();
  });
  document.addEventListener("patched", count);
}
