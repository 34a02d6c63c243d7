// The notifications page: this browser is subscribed to the push service that it has, or told while a page is open.

import { all, byId, on, one } from "./dom.js";
import { post } from "./post.js";
import { wanted } from "./bell.js";

const here = byId("here");
const allow = one("[data-allow]");
const forbid = one("[data-forbid]");
const zone = one("input[name=zone]");
const able = "Notification" in window && "serviceWorker" in navigator;

if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;

function tell(state) {
  for (const text of all("#here [data-state]")) text.hidden = text.dataset.state !== state;
  allow.hidden = state !== "off";
  forbid.hidden = state !== "on" && state !== "page";
}

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration();
  return worker?.pushManager?.getSubscription() ?? null;
}

async function now() {
  if (Notification.permission === "denied") return tell("denied");
  if (!wanted()) return tell("off");
  tell((await subscription()) ? "on" : "page");
}

// A browser without a push service refuses to subscribe; its open pages still notify.
async function subscribe() {
  const worker = await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  try {
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: here.dataset.key });
    const { endpoint, keys } = made.toJSON();
    const answer = await post("/account/push", { endpoint, p256dh: keys.p256dh, auth: keys.auth });
    if (answer.error) await made.unsubscribe();
  } catch {
    return;
  }
}

on(allow, "click", async () => {
  if ((await Notification.requestPermission()) === "granted") {
    localStorage.setItem("notify", "on");
    await subscribe();
  }
  now();
});
on(forbid, "click", async () => {
  localStorage.removeItem("notify");
  const made = await subscription();
  if (made) {
    await post("/account/push/end", { endpoint: made.endpoint });
    await made.unsubscribe();
  }
  now();
});
if (able) {
  here.hidden = false;
  now();
}
