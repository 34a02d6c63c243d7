// The nearest target: a press that hits nothing counts for what lies closest, so that small things on a crowded map are easy to hit.

import { ITEMS } from "./focus.js";

const MOUSE = 12; // pixels
const TOUCH = 22;
const RING = 3; // pixels between two circles of samples
const SAMPLES = 16; // on a circle

/**
 * Return the item under a point.
 * @param {Element} root
 * @param {number} x
 * @param {number} y
 */
function itemUnder(root, x, y) {
  const found = document.elementFromPoint?.(x, y)?.closest(ITEMS);
  return found && root.contains(found) ? found : null;
}

/**
 * Return the items nearest to a point: one, several that are as near, or none within reach.
 * @param {Element} root
 * @param {number} x
 * @param {number} y
 * @param {boolean} touch
 * @returns {Element[]}
 */
export function nearest(root, x, y, touch) {
  const hit = itemUnder(root, x, y);
  if (hit) return [hit];
  for (let radius = RING; radius <= (touch ? TOUCH : MOUSE); radius += RING) {
    const found = new Set();
    for (let i = 0; i < SAMPLES; i += 1) {
      const angle = (2 * Math.PI * i) / SAMPLES;
      const item = itemUnder(root, x + radius * Math.cos(angle), y + radius * Math.sin(angle));
      if (item) found.add(item);
    }
    if (found.size) return [...found];
  }
  return [];
}
