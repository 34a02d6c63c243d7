// The live stream of a table: deltas as they happen, and a banner while the line is cut.

import { body, byId, on } from "./dom.js";
import { ring } from "./bell.js";
import { patch } from "./patch.js";

const banner = byId("banner");
let source = null;
let wait = 1000;
let cut = 0;

export function listen(address) {
  source?.close();
  source = new EventSource(address());
  on(source, "open", back);
  on(source, "delta", (event) => {
    const { n, fragments } = JSON.parse(event.data);
    body.dataset.n = n;
    body.dataset.since = event.lastEventId || body.dataset.since;
    back();
    patch(fragments);
  });
  on(source, "bell", (event) => ring(JSON.parse(event.data)));
  for (const name of ["reload", "gone"]) on(source, name, () => location.reload());
  on(source, "error", () => {
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
  if (!banner || banner.hidden) return;
  show("back");
  setTimeout(() => { if (banner.dataset.state === "back") banner.hidden = true; }, 2000);
}

function show(state) {
  if (!banner) return;
  banner.dataset.state = state;
  banner.textContent = banner.dataset[state];
  banner.hidden = false;
}
