// The board under the hand: wheel, drag, pinch, double tap, buttons and keys.

import { byId, on, one } from "./dom.js";

const board = byId("board");
const MOST = 6;
let whole = null;
let view = null;
let moved = false;
let lastTap = -Infinity; // not 0, which is when the page was opened: the first tap on a young page is not a second one
const touches = new Map();

const within = (value, least, most) => Math.max(least, Math.min(value, most));

function show() {
  view.x = within(view.x, whole.x, whole.x + whole.w - view.w);
  view.y = within(view.y, whole.y, whole.y + whole.h - view.h);
  board.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  const zoomed = view.w < whole.w - 0.5;
  board.classList.toggle("zoomed", zoomed);
  for (const name of ["out", "fit"]) one(`[data-zoom="${name}"]`).setAttribute("aria-disabled", !zoomed);
}

function place(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM().inverse());
  return [point.x, point.y];
}

function scale(factor, x, y) {
  const size = within(view.w / factor, whole.w / MOST, whole.w);
  const by = size / view.w;
  view = { x: x - (x - view.x) * by, y: y - (y - view.y) * by, w: size, h: view.h * by };
  show();
}

export function zoom(way) {
  if (way === "fit") { view = { ...whole }; return show(); }
  scale(way === "in" ? 1.4 : 1 / 1.4, view.x + view.w / 2, view.y + view.h / 2);
}

function down(event) {
  touches.set(event.pointerId, [event.clientX, event.clientY]);
  moved = false;
}

function drag(event) {
  const before = touches.get(event.pointerId);
  if (!before) return;
  const now = [event.clientX, event.clientY];
  if (!moved && Math.hypot(now[0] - before[0], now[1] - before[1]) < 6) return;
  moved = true;
  if (touches.size === 1) {
    const [x, y] = place(...before);
    const [u, v] = place(...now);
    view.x -= u - x;
    view.y -= v - y;
    board.classList.add("dragged");
    show();
  } else {
    const other = [...touches].find(([id]) => id !== event.pointerId)[1];
    const spread = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]);
    scale(spread(now) / spread(before), ...place((now[0] + other[0]) / 2, (now[1] + other[1]) / 2));
  }
  touches.set(event.pointerId, now);
}

function up(event) {
  touches.delete(event.pointerId);
  board.classList.remove("dragged");
}

function tap(event) {
  if (moved) { event.stopPropagation(); event.preventDefault(); moved = false; return; }
  const twice = event.timeStamp - lastTap < 300;
  lastTap = twice ? -Infinity : event.timeStamp;
  if (!twice || event.target.closest("[data-move], [data-choice], [data-try]")) return;
  if (board.classList.contains("zoomed")) zoom("fit");
  else scale(2.5, ...place(event.clientX, event.clientY));
}

export function start() {
  const [x, y, w, h] = board.getAttribute("viewBox").split(" ").map(Number);
  whole = { x, y, w, h };
  zoom("fit");
  on(board, "wheel", (event) => {
    if (!event.ctrlKey && innerWidth < 1100) return; // there the wheel scrolls the page
    event.preventDefault();
    scale(Math.exp(-event.deltaY / 400), ...place(event.clientX, event.clientY));
  }, { passive: false });
  on(board, "touchmove", (event) => event.touches.length > 1 && event.preventDefault(), { passive: false }); // a pinch is ours
  on(board, "pointerdown", down);
  on(window, "pointermove", drag);
  for (const name of ["pointerup", "pointercancel"]) on(window, name, up);
  on(board, "click", tap, true);
  on(one(".zoom"), "click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button) zoom(button.dataset.zoom);
  });
}
