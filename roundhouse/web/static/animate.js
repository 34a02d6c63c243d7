// Animate pieces: a copy of a piece that a move put somewhere flies there from where it was, and is gone before the next move.

import { body, byId, query, queryAll } from "./dom.js";

const layer = byId("animation");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const PLACES = ["spot", "move", "try"]; // data attributes that name a place: its own name, or what a press there does
const TIMING = { duration: 340, easing: "cubic-bezier(.35, .05, .25, 1)" };

/** @typedef {{ copy: Node, middle: number[], matrix: DOMMatrix | null }} Place */
/** @type {{ made: number, places: Map<string, Place> } | null} */
let before = null;
/** @type {{ flight: Animation, outer: Element, piece: Element }[]} */
let flights = [];

/** Return the number of the last move in the log. */
function lastMove() {
  const line = query('[data-fragment="log"] > ol > li:last-child');
  return line instanceof HTMLLIElement ? line.value : 0;
}

const create = (/** @type {string} */ name) => document.createElementNS("http://www.w3.org/2000/svg", name);

/** @param {Element} piece */
function middleOf(piece) {
  const { left, right, top, bottom } = piece.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}

/** Remember where every piece is, before the drawing changes. */
export function capturePieces() {
  land();
  before = null;
  if (!layer || calm.matches || body.dataset.motion === "off") return;
  before = { made: lastMove(), places: new Map() };
  const selector = PLACES.map((name) => `:is(#board, #panels) [data-${name}]`).join();
  for (const found of [...queryAll(selector)].reverse()) {
    const piece = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (found));
    const place = { copy: piece.cloneNode(piece.matches("[data-cargo]")), middle: middleOf(piece), matrix: piece.getScreenCTM() };
    for (const name of PLACES) if (piece.dataset[name]) before.places.set(piece.dataset[name], place);
  }
}

/**
 * Start the pieces of the last move, if it is a new one, in the fragments that changed.
 * @param {Set<Element | null>} changed
 */
export function animatePieces(changed) {
  if (!before || lastMove() <= before.made) return;
  for (const found of queryAll(":is(#board, #panels) [data-from]")) {
    const from = before.places.get(found.dataset.from ?? "");
    const piece = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (found));
    if (from && changed.has(piece.closest("[data-fragment]"))) fly(piece, from);
  }
}

/**
 * @param {SVGGraphicsElement} piece
 * @param {Place} from
 */
function fly(piece, { copy, middle: [x, y], matrix }) {
  const [u, v] = middleOf(piece);
  if (!isVisible(piece, u, v)) return;
  const carried = copy.hasChildNodes(); // the old drawing flies away from its own place; otherwise the new one flies in
  const at = carried ? matrix : piece.getScreenCTM();
  if (!at) return; // a piece that is not rendered has no place on the screen
  const outer = create("g");
  const inner = outer.appendChild(create("g"));
  const flying = /** @type {Element} */ (carried ? copy : piece.cloneNode(true));
  inner.setAttribute("transform", `matrix(${[at.a, at.b, at.c, at.d, at.e, at.f]})`);
  flying.removeAttribute("class");
  inner.append(flying);
  layer?.append(outer);
  piece.classList.add("away");
  const way = carried ? ["none", `translate(${u - x}px, ${v - y}px)`] : [`translate(${x - u}px, ${y - v}px)`, "none"];
  const flight = outer.animate(way.map((transform) => ({ transform })), TIMING);
  flights.push({ flight, outer, piece });
  flight.onfinish = land;
}

/**
 * Return whether a point is in sight on a board that may be zoomed.
 * @param {SVGGraphicsElement} piece
 * @param {number} x
 * @param {number} y
 */
function isVisible(piece, x, y) {
  const sheet = piece.ownerSVGElement?.getBoundingClientRect();
  return sheet !== undefined && x >= sheet.left && x <= sheet.right && y >= sheet.top && y <= sheet.bottom;
}

/** End all animations and show the pieces themselves. */
function land() {
  for (const { flight, outer, piece } of flights) {
    flight.cancel();
    outer.remove();
    piece.classList.remove("away");
  }
  flights = [];
}
