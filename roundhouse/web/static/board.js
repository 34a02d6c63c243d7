// The drawing: what a press, a key or a tap on it does.

import { body, closest, element, query, queryAll } from "./dom.js";
import * as coach from "./coach.js";
import * as draft from "./draft.js";
import { DIRECTIONS, ITEMS, itemsOf, moveFocus, rove } from "./focus.js";
import * as menu from "./menu.js";
import { hideMessage } from "./message.js";
import { zoomAt } from "./pan.js";
import * as places from "./places.js";
import { nearest, smallestSide } from "./snap.js";

const THUMB = 46; // pixels that a target should have for a finger
const CLOSING = "closing"; // the class of what confirms the turn that it ends
const board = element("board", SVGSVGElement);
const panels = element("panels", SVGSVGElement);
let shown = body.dataset.n;
const whole = (panels.getAttribute("viewBox") ?? "").split(" ").map(Number);
let lowest = 0; // end of the panels, below the top of their window
let touched = false; // the last press was one of a finger

/**
 * Return the sentence of each possible move in the list, by its notation.
 * @returns {Map<string, string>}
 */
export function sentences() {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".move-list button"));
  return new Map([...buttons].map((button) => [button.value, button.textContent ?? ""]));
}

/** @param {SVGGraphicsElement} item */
function press(item) {
  const { choice, move, moves, select, shows } = item.dataset;
  if (!menu.contains(item)) menu.closeMenu();
  if (choice) menu.openMenu(item);
  else if (move || moves) {
    item.classList.add("picked"); // until the preview is there
    menu.closeMenu();
    draft.add(moves ? moves.split("; ") : [move ?? ""], item.classList.contains(CLOSING));
  } else if (select) {
    menu.closeMenu();
    draft.select(select);
  } else if (shows) places.toggle(item);
  else draft.explain(item.dataset.try);
}

/** @param {Event} event @param {string} selector */
const itemAt = (event, selector) => /** @type {SVGGraphicsElement | null} */ (/** @type {unknown} */ (closest(event, selector)));

/**
 * Press what lies under a click, or nearest to it on the board; where a finger may mean several, zoom in.
 * @param {MouseEvent} event
 */
function click(event) {
  const aimed = event.currentTarget === board && event.isTrusted; // with a pointer, which may miss what it means
  const near = aimed ? nearest(board, event.clientX, event.clientY, touched) : [];
  if (near.length > 1 && touched && zoomAt(event.clientX, event.clientY, THUMB / smallestSide(near))) return;
  const item = itemAt(event, `${ITEMS}, [data-try]`) ?? /** @type {SVGGraphicsElement | undefined} */ (near[0]);
  if (item) press(item);
}

/** Show which target a click beside all targets would press. @param {PointerEvent} event */
function hover(event) {
  for (const old of queryAll(".near")) old.classList.remove("near");
  board.classList.remove("snapping");
  if (event.pointerType !== "mouse" || event.buttons || itemAt(event, ITEMS)) return;
  const [near] = nearest(board, event.clientX, event.clientY, false);
  near?.classList.add("near");
  board.classList.toggle("snapping", near !== undefined);
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const item = itemAt(event, ITEMS);
  const direction = DIRECTIONS[event.key];
  if (!item || (!direction && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  event.stopPropagation();
  if (direction) moveFocus(item, direction, [board, panels]);
  else press(item);
}

/** @param {MouseEvent} event */
function clickPage(event) {
  const button = closest(event, ".move-list button, [data-act]");
  if (button?.dataset.act) draft.act(button.dataset.act);
  else if (button instanceof HTMLButtonElement) {
    event.preventDefault();
    draft.add([button.value]);
  } else if (menu.isOpen() && !menu.contains(event.target) && !closest(event, "[data-choice]")) menu.closeMenu();
}

/** Focus the first possible move, or what leads to one; not what only shows its places. */
export function focusFirst() {
  [...itemsOf(board), ...itemsOf(panels)].find((item) => !item.dataset.shows)?.focus();
}

/** Close the menu, drop the selection or the last step of the draft, or hide the message. */
export function cancel() {
  if (menu.isOpen()) return menu.closeMenu();
  if (!draft.drop()) hideMessage();
}

/** Let the window of the panels end where they do; it never gets shorter, so that what lies below it stays. After the game it begins with them. */
function fit() {
  const [x, first, width] = whole;
  const { y: top, height } = panels.getBBox();
  if (!height) return;
  const ended = query(".prompt-text.over") !== null;
  const y = ended ? Math.max(first, top - 8) : first;
  if (ended) lowest = 0;
  lowest = Math.max(lowest, top + height + 6 - y);
  panels.setAttribute("viewBox", `${x} ${y} ${width} ${lowest}`);
}

/** Fit the panels and set the Tab stops of the drawing. */
function settle() {
  fit();
  rove(board);
  rove(panels);
}

/** Bring menu and focus up to date with the drawing. */
function follow() {
  if (body.dataset.n !== shown) menu.closeMenu(); // it offers the moves of an earlier moment
  shown = body.dataset.n;
  menu.closeOrphan();
  settle();
}

export function start() {
  for (const root of [board, panels, element("popover", HTMLElement)]) {
    root.addEventListener("click", (event) => click(/** @type {MouseEvent} */ (event)));
    root.addEventListener("keydown", (event) => pressKey(/** @type {KeyboardEvent} */ (event)));
  }
  board.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
  board.addEventListener("pointermove", hover);
  document.addEventListener("click", clickPage);
  coach.start();
  document.addEventListener("patched", follow);
  document.addEventListener("drafted", follow);
  draft.start();
  places.start();
  settle();
}
