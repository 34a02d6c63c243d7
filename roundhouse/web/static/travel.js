// Pieces travel: what a move put somewhere comes from where it was. A copy flies over the page, and lands before the next move.

import { all, body, byId, one } from "./dom.js";

const sheet = byId("travel");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const PLACES = ["spot", "move", "try"]; // what names a place: itself, or what is done there
const PACE = { duration: 340, easing: "cubic-bezier(.35, .05, .25, 1)" };
let before = null;
let flights = [];

const made = () => one('[data-fragment="log"] li:last-child')?.value ?? 0;
const part = (name) => document.createElementNS(sheet.namespaceURI, name);

function middle(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}

// Before a drawing changes: where everything is.
export function leave() {
  land();
  before = null;
  if (!sheet || calm.matches || body.dataset.motion === "off") return;
  before = { made: made(), places: new Map() };
  for (const place of [...all(PLACES.map((name) => `:is(#board, #panels) [data-${name}]`).join())].reverse())
    for (const name of PLACES) if (place.dataset[name]) before.places.set(place.dataset[name], [place.cloneNode(place.matches("[data-cargo]")), middle(place), place.getScreenCTM()]);
}

// After: the pieces of the last move set out, if it is a new one and they are in what has changed.
export function arrive(changed) {
  if (!before || made() <= before.made) return;
  for (const piece of all(":is(#board, #panels) [data-from]")) {
    const from = before.places.get(piece.dataset.from);
    if (from && changed.has(piece.closest("[data-fragment]"))) fly(piece, ...from);
  }
}

function fly(piece, cargo, [x, y], matrix) {
  const [u, v] = middle(piece);
  const { left, right, top, bottom } = piece.closest("svg").getBoundingClientRect();
  if (u < left || u > right || v < top || v > bottom) return; // out of sight on a board that is zoomed
  const carried = cargo.childNodes.length > 0; // it flies itself, from its own place
  const { a, b, c, d, e, f } = carried ? matrix : piece.getScreenCTM();
  const copy = carried ? cargo : piece.cloneNode(true);
  const outer = part("g");
  const inner = outer.appendChild(part("g"));
  inner.setAttribute("transform", `matrix(${[a, b, c, d, e, f]})`);
  copy.removeAttribute("class");
  inner.append(copy);
  sheet.append(outer);
  piece.classList.add("away");
  const way = carried ? ["none", `translate(${u - x}px, ${v - y}px)`] : [`translate(${x - u}px, ${y - v}px)`, "none"];
  const flight = outer.animate(way.map((transform) => ({ transform })), PACE);
  flights.push({ flight, outer, piece });
  flight.onfinish = land;
}

// All are where they belong, whatever they were doing.
function land() {
  for (const { flight, outer, piece } of flights) {
    flight.cancel();
    outer.remove();
    piece.classList.remove("away");
  }
  flights = [];
}
