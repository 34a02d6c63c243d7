// Several players at one screen: a privacy screen covers the page until the player whose turn it is opens their own view.

import { body, element, query } from "./dom.js";
import { listenToTable } from "./live.js";

const screen = element("privacy-screen", HTMLDialogElement);

/**
 * Show the table as a seat sees it. The page has no token until the first frame of that seat is in it.
 * @param {number} seat
 */
function view(seat) {
  body.dataset.reader = String(seat);
  body.dataset.since = "";
  listenToTable();
}

/** Cover the page if it is the turn of another player at this screen; with nothing to hide, show their view at once. */
function check() {
  const { acting = "", actingName = "" } = query(".turn-of")?.dataset ?? {};
  const players = (body.dataset.yours ?? "").split(",");
  if (!acting || !players.includes(acting) || acting === body.dataset.reader) return;
  if (body.dataset.privacyScreen === undefined) return view(Number(acting));
  element("privacy-screen-name", HTMLElement).textContent = actingName;
  screen.dataset.seat = acting;
  if (!screen.open) screen.showModal();
}

export function start() {
  let opening = false;
  screen.addEventListener("cancel", (event) => event.preventDefault());
  element("privacy-screen-open", HTMLElement).addEventListener("click", () => {
    opening = true;
    view(Number(screen.dataset.seat));
  });
  document.addEventListener("patched", () => {
    if (screen.open && !(opening && body.dataset.since)) return; // what is behind the screen belongs to another player
    opening = false;
    screen.close();
    check();
  });
  check();
}
