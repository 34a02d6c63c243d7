// The board under the hand: wheel, drag, pinch, double tap, buttons and keys.

const board = document.getElementById("board");
const MOST = 6;
let whole = null;
let view = null;
let moved = false;
let lastTap = 0;
const touches = new Map();

function show() {
  const zoomed = view.w < whole.w - 0.5;
  view.x = Math.max(whole.x, Math.min(view.x, whole.x + whole.w - view.w));
  view.y = Math.max(whole.y, Math.min(view.y, whole.y + whole.h - view.h));
  board.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  board.classList.toggle("zoomed", zoomed);
}

function place(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM().inverse());
  return [point.x, point.y];
}

function scale(factor, x, y) {
  const size = Math.max(whole.w / MOST, Math.min(whole.w, view.w / factor));
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
  const distance = Math.hypot(now[0] - before[0], now[1] - before[1]);
  if (!moved && distance < 6) return;
  if (!moved) moved = true;
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
  lastTap = event.timeStamp;
  if (!twice || event.target.closest("[data-move], [data-choice], [data-try]")) return;
  if (board.classList.contains("zoomed")) zoom("fit");
  else scale(2.5, ...place(event.clientX, event.clientY));
}

export function start() {
  const [x, y, w, h] = board.getAttribute("viewBox").split(" ").map(Number);
  whole = { x, y, w, h };
  view = { ...whole };
  board.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && innerWidth < 1100) return; // there the wheel scrolls the page
    event.preventDefault();
    scale(Math.exp(-event.deltaY / 400), ...place(event.clientX, event.clientY));
  }, { passive: false });
  board.addEventListener("pointerdown", down);
  addEventListener("pointermove", drag);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  board.addEventListener("click", tap, true);
  document.querySelector(".zoom").addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button) zoom(button.dataset.zoom);
  });
}
