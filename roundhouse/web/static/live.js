// The live stream of a table: deltas as they happen, and a banner while the line is cut.

import { patch } from "./patch.js";

const banner = document.getElementById("banner");
let source = null;
let wait = 1000;
let cut = 0;

export function listen(address) {
  source?.close();
  source = new EventSource(address());
  source.addEventListener("open", back);
  source.addEventListener("delta", (event) => {
    const { n, fragments } = JSON.parse(event.data);
    document.body.dataset.n = n;
    document.body.dataset.since = event.lastEventId || document.body.dataset.since;
    back();
    patch(fragments);
  });
  source.addEventListener("reload", () => location.reload());
  source.addEventListener("gone", () => location.reload());
  source.addEventListener("error", () => {
    cut ||= setTimeout(() => show("lost"), 1500);
    if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    setTimeout(() => listen(address), wait);
    wait = Math.min(wait * 2, 15000);
  });
}

function back() {
  wait = 1000;
  clearTimeout(cut);
  cut = 0;
  if (!banner || banner.hidden || banner.dataset.state === "back") return;
  show("back");
  setTimeout(() => { if (banner.dataset.state === "back") banner.hidden = true; }, 2000);
}

function show(state) {
  if (!banner) return;
  banner.dataset.state = state;
  banner.textContent = banner.dataset[state];
  banner.hidden = false;
}
