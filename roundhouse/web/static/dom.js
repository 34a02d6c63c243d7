// Typed access to the elements of the page.

export const body = document.body;

/** @param {string} id */
export const byId = (id) => document.getElementById(id);

/** @type {(selector: string, root?: ParentNode) => HTMLElement | null} */
export const query = (selector, root = document) => root.querySelector(selector);

/** @type {(selector: string, root?: ParentNode) => NodeListOf<HTMLElement>} */
export const queryAll = (selector, root = document) => root.querySelectorAll(selector);

/**
 * Return the match nearest to the target of an event, outwards.
 * @type {(event: Event, selector: string) => HTMLElement | null}
 */
export const closest = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

/**
 * Return the element with this id; throw if the page has none of this kind.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${kind.name} with the id ${id}`);
}
