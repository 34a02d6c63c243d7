// The menu of a place on the drawing where several moves are possible. It has a sheet of its own, at full size whatever the zoom.

import { element, query } from "./dom.js";
import { ITEMS, rove } from "./focus.js";
import { showMessage, text } from "./message.js";
import { parsed } from "./patch.js";
import { inQuery } from "./draft.js";
import { getOfTable } from "./post.js";

const popover = element("popover", HTMLElement);
const MARGIN = 8; // pixels to the edge of the window
const GAP = 6; // pixels to the place that opened the menu

/** @type {SVGGraphicsElement | null} */
let opener = null;

export const isOpen = () => !popover.hidden;
export const contains = (/** @type {EventTarget | null} */ node) => node instanceof Node && popover.contains(node);

/**
 * Open the menu of a place on the drawing.
 * @param {SVGGraphicsElement} place
 */
export async function openMenu(place) {
  closeMenu();
  opener = place;
  const answer = await getOfTable("choices", { name: place.dataset.choice ?? "", ...inQuery() });
  if (!answer) return showMessage(text("failed"));
  if (opener !== place || !place.isConnected) return; // another menu was opened, or the table has moved on
  const sheet = /** @type {SVGSVGElement} */ (popover.firstElementChild);
  sheet.replaceChildren(...parsed(sheet, answer.markup));
  popover.hidden = false;
  arrange(sheet, place);
  rove(popover);
  query(ITEMS, popover)?.focus();
}

/**
 * Put the menu below the place that opened it, or above where there is no room.
 * @param {SVGSVGElement} sheet
 * @param {Element} place
 */
function arrange(sheet, place) {
  const box = /** @type {SVGGraphicsElement} */ (sheet.firstElementChild).getBBox();
  const width = Math.min(1.1 * box.width, innerWidth - 2 * MARGIN);
  sheet.setAttribute("viewBox", `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}`);
  sheet.setAttribute("width", String(width));
  const { left, right, top, bottom } = place.getBoundingClientRect();
  const height = popover.offsetHeight;
  const below = bottom + GAP + height < innerHeight;
  const within = (/** @type {number} */ at, /** @type {number} */ most) => `${Math.max(MARGIN, Math.min(at, most - MARGIN))}px`;
  popover.style.left = within((left + right - width) / 2, innerWidth - width);
  popover.style.top = within(below ? bottom + GAP : top - height - GAP, innerHeight - height);
}

/** Close the menu; one that is still loading does not open. */
export function closeMenu() {
  if (popover.hidden) {
    opener = null;
    return;
  }
  const focused = popover.contains(document.activeElement);
  popover.hidden = true;
  popover.firstElementChild?.replaceChildren();
  if (focused && opener?.isConnected) opener.focus();
}

/** Close a menu whose place is no longer on the drawing. */
export function closeOrphan() {
  if (isOpen() && !opener?.isConnected) closeMenu();
}
