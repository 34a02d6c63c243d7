// The bell: what waits for the reader elsewhere, and a notification of the browser while nobody looks at the page.

import { all, body, on, one } from "./dom.js";
import { patch } from "./patch.js";
import { post } from "./post.js";

const bell = one("[data-bell]");
const badge = one("[data-bell-count]");
const table = body.dataset.table?.split("/").pop() ?? "";
const known = new Set([...all("[data-notice]")].map((item) => item.dataset.notice));
const looked = new Set();
let begun = false;
let latest = [];

export const wanted = () => "Notification" in window && Notification.permission === "granted" && localStorage.getItem("notify") === "on";

export function ring({ items, markup }) {
  if (!bell) return location.reload(); // the page was made before its reader was known
  patch({ bell: markup });
  const count = items.filter((item) => item.table !== table).length;
  badge.textContent = count || "";
  badge.hidden = !count;
  latest = items;
  look();
  for (const item of items) {
    const fresh = !known.has(item.mark) && (begun || item.table !== table); // the page was made with what it knew of other tables
    if (fresh && document.hidden && wanted()) show(item);
    known.add(item.mark);
  }
  begun = true;
}

// Whoever looks at a table knows what is told about it.
function look() {
  if (document.hidden) return;
  const fresh = latest.filter((item) => item.table === table && !looked.has(item.mark));
  if (fresh.length) post("/notices/look", { table });
  fresh.forEach((item) => looked.add(item.mark));
}

async function show({ head, place, url, kind, table }) {
  const how = { body: place, tag: `${kind}-${table}`, data: { url } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) worker.showNotification(head, how);
  else on(new Notification(head, how), "click", () => { focus(); location.assign(url); });
}

on(document, "visibilitychange", look);
on(document, "submit", (event) => {
  const form = event.target.closest("[data-see]");
  if (!form) return;
  event.preventDefault();
  post(form.action, {});
});
