// The bell: the list of notifications, and notifications of the browser while the page is hidden.

import { body, closest, query, queryAll } from "./dom.js";
import { patch } from "./patch.js";
import { post } from "./post.js";

const bell = query("[data-bell]");
const badge = query("[data-bell-count]");
const ownTable = body.dataset.table?.split("/").pop() ?? "";
const known = new Set([...queryAll("[data-notice]")].map((item) => item.dataset.notice));
/** @type {Set<string>} */
const read = new Set();
let started = false;
/** @type {Notice[]} */
let latest = [];

/** Return whether the reader has allowed this browser to notify. */
export const isAllowed = () => "Notification" in window && Notification.permission === "granted" && localStorage.getItem("notify") === "on";

/**
 * Show the notifications of now.
 * @param {{ items: Notice[], markup: string }} notifications
 */
export function ring({ items, markup }) {
  if (!bell || !badge) return location.reload(); // the page was rendered before its reader was known
  patch({ bell: markup });
  const count = items.filter((item) => item.table !== ownTable).length;
  badge.textContent = String(count || "");
  badge.hidden = !count;
  latest = items;
  markRead();
  for (const item of items) {
    const fresh = !known.has(item.mark) && (started || item.table !== ownTable); // the page came with those of other tables
    if (fresh && document.hidden && isAllowed()) notify(item);
    known.add(item.mark);
  }
  started = true;
}

/** Mark the notifications about this table as read while the page is visible. */
function markRead() {
  if (document.hidden) return;
  const unread = latest.filter((item) => item.table === ownTable && !read.has(item.mark));
  if (unread.length) post("/notices/look", { table: ownTable });
  unread.forEach((item) => read.add(item.mark));
}

/** @param {Notice} notice */
async function notify({ head, place, url, kind, table }) {
  const options = { body: place, tag: `${kind}-${table}`, data: { url } };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration) return registration.showNotification(head, options);
  new Notification(head, options).addEventListener("click", () => { focus(); location.assign(url); });
}

document.addEventListener("visibilitychange", markRead);
document.addEventListener("submit", (event) => {
  const form = closest(event, "[data-see]");
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  post(form.action, {});
});
