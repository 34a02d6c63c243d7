// Pan and zoom of the board: wheel, drag, pinch, double tap, buttons and keys.

import { closest, element, query } from "./dom.js";
import { ITEMS } from "./focus.js";

const board = element("board", SVGSVGElement);
const CLOSEST = 6; // the largest zoom
const DRAG = 6; // pixels that a pointer moves before it drags
const DOUBLE_TAP = 300; // milliseconds
const whole = { x: 0, y: 0, w: 0, h: 0 };
let view = { ...whole };
let dragged = false;
let lastTap = -Infinity; // not 0, which is when the page was opened: a first tap soon after that is not a second one

/** Where each pointer that is down was last. @type {Map<number, [number, number]>} */
const pointers = new Map();

const clamp = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) => Math.max(least, Math.min(value, most));

function show() {
  view.x = clamp(view.x, whole.x, whole.x + whole.w - view.w);
  view.y = clamp(view.y, whole.y, whole.y + whole.h - view.h);
  board.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  const zoomed = view.w < whole.w - 0.5;
  board.classList.toggle("zoomed", zoomed);
  for (const name of ["out", "fit"]) query(`[data-zoom="${name}"]`)?.setAttribute("aria-disabled", String(!zoomed));
}

/**
 * Return a point of the window as a point of the board.
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
function onBoard(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM()?.inverse());
  return [point.x, point.y];
}

/**
 * Zoom by a factor around a point of the board.
 * @param {number} factor
 * @param {number} x
 * @param {number} y
 */
function scale(factor, x, y) {
  const width = clamp(view.w / factor, whole.w / CLOSEST, whole.w);
  const by = width / view.w;
  view = { x: x - (x - view.x) * by, y: y - (y - view.y) * by, w: width, h: view.h * by };
  show();
}

/** @param {string} way `in`, `out` or `fit` */
export function zoom(way) {
  if (way === "fit") {
    view = { ...whole };
    return show();
  }
  scale(way === "in" ? 1.4 : 1 / 1.4, view.x + view.w / 2, view.y + view.h / 2);
}

/**
 * Zoom in on a point of the window, at least to twice the size; return whether that was possible.
 * @param {number} x
 * @param {number} y
 * @param {number} [factor]
 */
export function zoomAt(x, y, factor = 2.5) {
  if (view.w < (whole.w / CLOSEST) * 1.01) return false;
  scale(Math.max(factor, 2), ...onBoard(x, y));
  return true;
}

/** @param {PointerEvent} event */
function press(event) {
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  dragged = false;
}

/** @param {PointerEvent} event */
function move(event) {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  /** @type {[number, number]} */
  const now = [event.clientX, event.clientY];
  if (!dragged && Math.hypot(now[0] - before[0], now[1] - before[1]) < DRAG) return;
  dragged = true;
  const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
  if (other) pinch(before, now, other);
  else drag(before, now);
  pointers.set(event.pointerId, now);
}

/** @param {[number, number]} before @param {[number, number]} now */
function drag(before, now) {
  const [x, y] = onBoard(...before);
  const [u, v] = onBoard(...now);
  view.x -= u - x;
  view.y -= v - y;
  board.classList.add("dragged");
  show();
}

/** @param {[number, number]} before @param {[number, number]} now @param {[number, number]} other */
function pinch(before, now, other) {
  const spread = (/** @type {[number, number]} */ finger) => Math.hypot(finger[0] - other[0], finger[1] - other[1]);
  scale(spread(now) / spread(before), ...onBoard((now[0] + other[0]) / 2, (now[1] + other[1]) / 2));
}

/** @param {PointerEvent} event */
function release(event) {
  pointers.delete(event.pointerId);
  board.classList.remove("dragged");
}

/** Drop the click that ends a drag; zoom on the second of two taps. @param {MouseEvent} event */
function click(event) {
  if (dragged) {
    event.stopPropagation();
    event.preventDefault();
    dragged = false;
    return;
  }
  const twice = event.timeStamp - lastTap < DOUBLE_TAP;
  lastTap = twice ? -Infinity : event.timeStamp;
  if (!twice || closest(event, `${ITEMS}, [data-try]`)) return;
  if (board.classList.contains("zoomed")) zoom("fit");
  else zoomAt(event.clientX, event.clientY);
}

/** @param {WheelEvent} event */
function turnWheel(event) {
  if (!event.ctrlKey && innerWidth < 1100) return; // there the wheel scrolls the page
  event.preventDefault();
  scale(Math.exp(-event.deltaY / 400), ...onBoard(event.clientX, event.clientY));
}

export function start() {
  const [x, y, w, h] = (board.getAttribute("viewBox") ?? "").split(" ").map(Number);
  Object.assign(whole, { x, y, w, h });
  zoom("fit");
  board.addEventListener("wheel", turnWheel, { passive: false });
  board.addEventListener("touchmove", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
  board.addEventListener("pointerdown", press);
  addEventListener("pointermove", move);
  addEventListener("pointerup", release);
  addEventListener("pointercancel", release);
  board.addEventListener("click", click, true);
  query(".zoom")?.addEventListener("click", (event) => {
    const way = closest(event, "[data-zoom]")?.dataset.zoom;
    if (way) zoom(way);
  });
}
