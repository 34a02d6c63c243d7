// Apply changes of fragments to the page: all of them, or none.
//
// Each fragment has one parent in the page, with its id in `data-fragment`. Its change is new markup for all of it, or a list of edits.

import { query, queryAll } from "./dom.js";
import { ITEMS } from "./focus.js";
import { animatePieces, capturePieces } from "./animate.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * How many elements each fragment holds, as this module left it. Edits count elements: if something else (an extension, a translator)
 * has added or removed some, an edit could hit the wrong one.
 * @type {WeakMap<Element, number>}
 */
const sizes = new WeakMap();

const size = (/** @type {Element} */ parent) => parent.querySelectorAll(":not(.previewed, .previewed *)").length;

/**
 * Apply changes, then call `advance`, then announce them by a "patched" event. Throw if one of them does not fit the page, which then
 * stays as it is.
 * @param {Fragments} fragments
 * @param {() => void} [advance]
 */
export function patch(fragments, advance = () => {}) {
  const focused = focusedItem();
  const drafted = uncover(); // edits are made to what lies below a preview
  const prepared = Object.entries(fragments).map(([id, change]) => prepare(parentOf(id), change));
  const drawn = !drafted && Object.keys(fragments).some((id) => id.startsWith("draw-")); // the pieces of a draft lie there already
  if (drawn) capturePieces();
  for (const old of queryAll(".hinted, .changed, .fresh")) old.classList.remove("hinted", "changed", "fresh");
  for (const { parent, commit } of prepared) replace(parent, commit);
  advance();
  document.dispatchEvent(new CustomEvent("patched", { detail: fragments }));
  if (focused && !focused.isConnected) refocus(focused.dataset);
  if (drawn) animatePieces(new Set(prepared.map(({ parent }) => parent)));
}

/** What a preview covers: the nodes below it and its own markup, by the id of the fragment. @type {Map<string, { nodes: ChildNode[], markup: string }>} */
const covered = new Map();

/**
 * Show fragments over those of the page, as a preview, in place of an earlier one.
 * @param {Record<string, string>} fragments
 */
export function cover(fragments) {
  const focused = focusedItem();
  for (const [id, { markup }] of [...covered]) if (fragments[id] !== markup) reveal(id);
  for (const [id, markup] of Object.entries(fragments)) {
    if (covered.has(id)) continue;
    const parent = parentOf(id);
    covered.set(id, { nodes: [...parent.childNodes], markup });
    parent.replaceChildren(...parsed(parent, markup));
  }
  if (focused && !focused.isConnected) refocus(focused.dataset);
}

/** Drop the preview; return whether there was one. */
export function uncover() {
  const some = covered.size > 0;
  for (const id of [...covered.keys()]) reveal(id);
  return some;
}

/** @param {string} id */
function reveal(id) {
  parentOf(id).replaceChildren(...(covered.get(id)?.nodes ?? []));
  covered.delete(id);
}

/** @param {string} id */
function parentOf(id) {
  const parent = query(`[data-fragment="${CSS.escape(id)}"]`);
  if (!parent) throw new Error(`The page has no place for the fragment ${id}`);
  return parent;
}

/**
 * Check a change without touching the page; `commit` makes it. Edits are tried on a copy: what works there works in the page.
 * @param {Element} parent
 * @param {Change} change
 */
function prepare(parent, change) {
  if (typeof change === "string") {
    const nodes = parsed(parent, change);
    return { parent, commit: () => parent.replaceChildren(...nodes) };
  }
  if (size(parent) !== sizes.get(parent)) throw new Error("A fragment was changed by another script");
  const copy = /** @type {Element} */ (parent.cloneNode(true));
  change.forEach((edit) => apply(copy, edit));
  return { parent, commit: () => change.forEach((edit) => apply(parent, edit)) };
}

/**
 * Commit a change, and mark the texts of a panel that it changed.
 * @param {Element} parent
 * @param {() => void} commit
 */
function replace(parent, commit) {
  const before = textsOf(parent).map((label) => label.textContent);
  commit();
  sizes.set(parent, size(parent));
  if (!parent.closest("#panels")) return;
  const after = textsOf(parent);
  if (before.length === after.length) after.forEach((label, i) => label.textContent !== before[i] && label.classList.add("changed"));
}

const textsOf = (/** @type {Element} */ parent) => [...parent.querySelectorAll("text")];

/**
 * Make one edit: follow its path from child to child, then change attributes, words or a run of children.
 * @param {Element} parent
 * @param {Edit} edit
 */
function apply(parent, [path, what, count = 0, markup = ""]) {
  const node = path.reduce((at, index) => at.children[index] ?? refuse(path), parent);
  if (typeof what === "number") {
    if (what < 0 || count < 0 || what + count > node.children.length) refuse(path);
    splice(node, what, count, parsed(node, markup));
  } else if (typeof what === "string") {
    if (node.children.length) refuse(path);
    node.textContent = what;
  } else {
    for (const [name, value] of Object.entries(what)) {
      if (value === null) node.removeAttribute(name);
      else node.setAttribute(name, value);
    }
  }
}

/** @param {number[]} path @returns {never} */
function refuse(path) {
  throw new Error(`An edit at ${path.join(".") || "the top"} does not fit the page`);
}

/**
 * Put nodes in the place of `count` children from `first` on; on the board, mark them as new.
 * @param {Element} node
 * @param {number} first
 * @param {number} count
 * @param {ChildNode[]} added
 */
function splice(node, first, count, added) {
  const old = [...node.children].slice(first, first + count);
  const next = node.children[first] ?? null;
  for (const child of added) {
    if (child instanceof Element && node.closest("#board")) child.classList.add("fresh");
    node.insertBefore(child, next);
  }
  old.forEach((child) => child.remove());
}

/**
 * Parse markup for a parent, in its namespace. Throw if markup for a drawing does not stay in it.
 * @param {Element} parent
 * @param {string} markup
 */
export function parsed(parent, markup) {
  const frame = document.createElement("template");
  if (parent.namespaceURI !== SVG) {
    frame.innerHTML = markup;
    return [...frame.content.childNodes];
  }
  frame.innerHTML = `<svg xmlns="${SVG}">${markup}</svg>`;
  const [drawing, ...rest] = frame.content.childNodes;
  if (rest.length) throw new Error("A drawing holds markup of another kind");
  return [...drawing.childNodes];
}

function focusedItem() {
  return /** @type {SVGElement | null} */ (document.activeElement?.closest(`:is(#board, #panels) :is(${ITEMS})`) ?? null);
}

/** @param {DOMStringMap} key of the element that had the focus and is gone */
function refocus(key) {
  for (const name of ["move", "moves", "choice", "select", "shows"]) {
    const value = key[name];
    if (value) query(`:is(#board, #panels) [data-${name}="${CSS.escape(value)}"]`)?.focus();
  }
}

for (const parent of queryAll("[data-fragment]")) sizes.set(parent, size(parent));
