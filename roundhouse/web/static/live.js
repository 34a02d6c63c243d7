// The live stream of the page: apply what changes as it arrives, and reconnect when the stream breaks.
//
// `body.dataset.since` is the token of the frame that the page shows. It advances only when the changes are in the page. When they cannot
// be applied, the stream is opened again without a token, and the server sends every fragment whole.

import { body, byId } from "./dom.js";
import { ring } from "./bell.js";
import { hideMessage } from "./message.js";
import { patch } from "./patch.js";

const SHORTEST = 1000; // milliseconds between two attempts to connect
const LONGEST = 15_000;
const GRACE = 1500; // milliseconds before the page says that the connection is lost
const RELOADED = `reloaded ${location.pathname}`;

const banner = byId("banner");
/** @type {EventSource | null} */
let source = null;
let wait = SHORTEST;
let retry = 0;
let warning = 0;
let failures = 0; // changes that could not be applied, one after the other

/**
 * Open the stream of this page; one that is open is closed.
 * @param {() => string} address
 */
export function listen(address) {
  clearTimeout(retry);
  source?.close();
  const stream = new EventSource(address());
  source = stream;
  stream.addEventListener("open", () => { if (!failures) connected(); });
  stream.addEventListener("delta", (event) => { if (stream === source) receive(event, address); });
  stream.addEventListener("bell", (event) => ring(JSON.parse(event.data)));
  for (const name of ["reload", "gone"]) stream.addEventListener(name, () => location.reload());
  stream.addEventListener("error", () => {
    if (stream !== source) return;
    warn();
    if (stream.readyState === EventSource.CLOSED) later(address); // otherwise the browser reconnects by itself
  });
}

/** The stream of the table, from the frame that the page shows. */
export function listenToTable() {
  listen(() => {
    const { table, since = "", layout = "", reader = "" } = body.dataset;
    return `${table}/live?${new URLSearchParams({ since, layout, as: reader })}`;
  });
}

/**
 * Apply the changes of an event.
 * @param {MessageEvent} event
 * @param {() => string} address
 */
function receive(event, address) {
  try {
    const { n, fragments } = JSON.parse(event.data);
    patch(fragments, () => {
      body.dataset.n = n;
      body.dataset.since = event.lastEventId;
    });
  } catch (error) {
    console.error(error);
    recover(address);
    return;
  }
  failures = 0;
  sessionStorage.removeItem(RELOADED);
  connected();
}

/**
 * Get a page that is right again after a change that does not fit: ask for every fragment whole. If they do not fit either, load the page
 * once; if that does not help, ask again, less and less often, while the banner says that something is wrong.
 * @param {() => string} address
 */
function recover(address) {
  source?.close();
  body.dataset.since = "";
  failures += 1;
  if (failures === 1) return listen(address);
  if (!sessionStorage.getItem(RELOADED)) {
    sessionStorage.setItem(RELOADED, "yes");
    return location.reload();
  }
  warn();
  later(address);
}

/** @param {() => string} address */
function later(address) {
  clearTimeout(retry);
  retry = setTimeout(() => listen(address), wait);
  wait = Math.min(wait * 2, LONGEST);
}

function warn() {
  warning ||= setTimeout(() => show("lost"), GRACE);
}

function connected() {
  hideMessage("failed");
  wait = SHORTEST;
  clearTimeout(warning);
  warning = 0;
  if (!banner || banner.hidden) return;
  show("back");
  setTimeout(() => { if (banner.dataset.state === "back") banner.hidden = true; }, 2000);
}

/** @param {"lost" | "back"} state */
function show(state) {
  if (!banner) return;
  banner.dataset.state = state;
  banner.textContent = banner.dataset[state] ?? "";
  banner.hidden = false;
}
