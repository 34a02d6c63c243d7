// The page about notifications: subscribe this browser to its push service. Without one, its open pages still notify.

import { element, query, queryAll } from "./dom.js";
import { isAllowed } from "./bell.js";
import { post } from "./post.js";

const here = element("here", HTMLElement);
const allow = query("[data-allow]", here);
const forbid = query("[data-forbid]", here);
const zone = query("input[name=zone]");

if (zone instanceof HTMLInputElement) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;

/** @param {"denied" | "off" | "on" | "page"} state */
function show(state) {
  for (const line of queryAll("[data-state]", here)) line.hidden = line.dataset.state !== state;
  if (allow) allow.hidden = state !== "off";
  if (forbid) forbid.hidden = state !== "on" && state !== "page";
}

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration();
  return worker?.pushManager?.getSubscription() ?? null;
}

async function update() {
  if (Notification.permission === "denied") return show("denied");
  if (!isAllowed()) return show("off");
  show((await subscription()) ? "on" : "page");
}

/** Subscribe to the push service of the browser, if it has one. */
async function subscribe() {
  const worker = await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  try {
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: here.dataset.key });
    const { endpoint, keys } = made.toJSON();
    const answer = await post("/account/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
    if (answer.error) await made.unsubscribe();
  } catch {
    // without a push service only open pages notify
  }
}

async function enable() {
  if ((await Notification.requestPermission()) === "granted") {
    localStorage.setItem("notify", "on");
    await subscribe();
  }
  update();
}

async function disable() {
  localStorage.removeItem("notify");
  const made = await subscription();
  if (made) {
    await post("/account/push/end", { endpoint: made.endpoint });
    await made.unsubscribe();
  }
  update();
}

allow?.addEventListener("click", enable);
forbid?.addEventListener("click", disable);
if ("Notification" in window && "serviceWorker" in navigator) {
  here.hidden = false;
  update();
}
