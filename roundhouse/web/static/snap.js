// The nearest target: a press that hits nothing counts for what lies closest, so that small things on a crowded map are easy to hit.
// A finger covers what it points at: with several targets below its tip, it has not told which one it means.

import { ITEMS } from "./focus.js";

const MOUSE = 15; // pixels
const TOUCH = 22;
const TIP = 14; // pixels around the middle of a finger
const RING = 3; // pixels between two circles of samples
const SAMPLES = 16; // on a circle

/** Return the smaller side of the smallest of some items, in pixels. @param {Element[]} items */
export function smallestSide(items) {
  return Math.min(...items.map((item) => item.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
}

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
 * Return the items on a circle.
 * @param {Element} root
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @returns {Set<Element>}
 */
function itemsAround(root, x, y, radius) {
  const found = new Set();
  for (let i = 0; i < SAMPLES; i += 1) {
    const angle = (2 * Math.PI * i) / SAMPLES;
    const item = itemUnder(root, x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    if (item) found.add(item);
  }
  return found;
}

/**
 * Return the items nearest to a point: one, several that are as near or that all lie below the tip of a finger, or none within reach.
 * @param {Element} root
 * @param {number} x
 * @param {number} y
 * @param {boolean} touch
 * @returns {Element[]}
 */
export function nearest(root, x, y, touch) {
  const hit = itemUnder(root, x, y);
  if (hit) return touch ? [...new Set([hit, ...itemsAround(root, x, y, TIP)])] : [hit];
  for (let radius = RING; radius <= (touch ? TOUCH : MOUSE); radius += RING) {
    const found = itemsAround(root, x, y, radius);
    if (found.size) return [...found];
  }
  return [];
}
