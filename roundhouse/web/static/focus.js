// The focus on the drawing: Tab stops once in each window, arrow keys go from there.

export const ITEMS = "[data-move], [data-moves], [data-choice], [data-select], svg [data-shows]";

/** @type {Record<string, [number, number]>} */
export const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {(root: Element) => SVGElement[]} */
export const itemsOf = (root) => [...root.querySelectorAll(ITEMS)].map((item) => /** @type {SVGElement} */ (item));

/**
 * Let Tab stop at one item of a window: the one that has the focus, or the first.
 * @param {Element} root
 */
export function rove(root) {
  const items = itemsOf(root);
  const current = items.find((item) => item === document.activeElement) ?? items[0];
  for (const item of items) item.setAttribute("tabindex", item === current ? "0" : "-1");
}

/**
 * Move the focus to the next item in a direction; from the end of one window into another.
 * @param {Element} from
 * @param {[number, number]} direction
 * @param {Element[]} windows
 */
export function moveFocus(from, direction, windows) {
  const home = rootOf(from);
  const next = neighbour(from, itemsOf(home), direction)
    ?? (windows.includes(home) ? neighbour(from, windows.flatMap(itemsOf), direction) : null);
  if (!next) return;
  next.focus();
  rove(rootOf(next));
}

const rootOf = (/** @type {Element} */ item) => item.closest("#popover") ?? item.closest("svg") ?? document.body;

/**
 * Return the nearest item in a direction, or null. What lies to the side is further away than what lies ahead.
 * @param {Element} from
 * @param {SVGElement[]} items
 * @param {[number, number]} direction
 */
function neighbour(from, items, [dx, dy]) {
  const [x, y] = middleOf(from);
  let best = null;
  let least = Infinity;
  for (const item of items) {
    const [u, v] = middleOf(item);
    const along = (u - x) * dx + (v - y) * dy;
    const cost = along + 2.5 * Math.abs((u - x) * dy + (v - y) * dx);
    if (along > 1 && cost < least) [best, least] = [item, cost];
  }
  return best;
}

/** Return the middle of an element, in half pixels. @param {Element} item */
function middleOf(item) {
  const { left, right, top, bottom } = item.getBoundingClientRect();
  return [left + right, top + bottom];
}
