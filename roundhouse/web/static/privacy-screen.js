// Several players at one screen: a privacy screen covers the page until the player whose turn it is opens their own view.

import { body, element, query } from "./dom.js";
import { listenToTable } from "./live.js";

const LOOK = 5000; // milliseconds to look at what the last move has shown, such as a card that was drawn

const screen = element("privacy-screen", HTMLDialogElement);
const handOver = element("hand-over", HTMLElement);
let timer = 0; // set while a player looks at the end of their turn

/**
 * Show the table as a seat sees it. The page has no token until the first frame of that seat is in it.
 * @param {number} seat
 */
function view(seat) {
  body.dataset.reader = String(seat);
  body.dataset.since = "";
  listenToTable();
}

/**
 * Cover the page if it is the turn of another player at this screen; with nothing to hide, show their view at once.
 * @param {boolean} played a player has just ended their turn here, and may look at what it has shown
 */
function check(played) {
  const { acting = "", actingName = "" } = query(".turn-of")?.dataset ?? {};
  const players = (body.dataset.yours ?? "").split(",");
  if (!acting || !players.includes(acting) || acting === body.dataset.reader) return wait(false);
  if (body.dataset.privacyScreen === undefined) return view(Number(acting));
  element("privacy-screen-name", HTMLElement).textContent = actingName;
  screen.dataset.seat = acting;
  if (screen.open || timer) return;
  if (played && players.includes(body.dataset.reader ?? "")) wait(true);
  else coverPage();
}

/** @param {boolean} looking */
function wait(looking) {
  clearTimeout(timer);
  timer = looking ? setTimeout(coverPage, LOOK) : 0;
  handOver.hidden = !looking;
}

function coverPage() {
  wait(false);
  if (!screen.open) screen.showModal();
}

export function start() {
  let opening = false;
  element("hand-over-done", HTMLElement).addEventListener("click", coverPage);
  screen.addEventListener("cancel", (event) => event.preventDefault());
  element("privacy-screen-open", HTMLElement).addEventListener("click", () => {
    opening = true;
    view(Number(screen.dataset.seat));
  });
  document.addEventListener("patched", () => {
    if (screen.open && !(opening && body.dataset.since)) return; // what is behind the screen belongs to another player
    opening = false;
    screen.close();
    check(true);
  });
  check(false);
}
