// Fragments: each has one parent in the page. What changed comes as markup for all of it, or as a list of edits.

import { one } from "./dom.js";
import { arrive, leave } from "./travel.js";

const SVG = "http://www.w3.org/2000/svg";

export function patch(fragments) {
  const focused = document.activeElement?.closest?.("[data-move], [data-choice]");
  const key = focused && { ...focused.dataset };
  const drawn = Object.keys(fragments).some((id) => id.startsWith("draw-"));
  const changed = new Set();
  if (drawn) leave();
  document.querySelectorAll(".hinted, .changed, .fresh").forEach((old) => old.classList.remove("hinted", "changed", "fresh"));
  for (const [id, change] of Object.entries(fragments)) {
    const parent = one(`[data-fragment="${CSS.escape(id)}"]`);
    if (!parent) continue;
    replace(parent, change);
    changed.add(parent);
  }
  if (key && !focused.isConnected) refocus(key);
  document.dispatchEvent(new CustomEvent("patched", { detail: fragments }));
  if (drawn) arrive(changed);
}

function replace(parent, change) {
  const before = words(parent).map((text) => text.textContent);
  if (typeof change === "string") parent.replaceChildren(...parsed(parent, change));
  else change.forEach((edit) => apply(parent, edit));
  if (!parent.closest("#panels")) return;
  const after = words(parent);
  if (before.length === after.length) after.forEach((text, i) => text.textContent !== before[i] && text.classList.add("changed"));
}

// Go down by the places of child elements; there, change attributes or words, or put markup in the place of so many elements.
function apply(parent, [path, what, count, markup]) {
  const node = path.reduce((at, place) => at.children[place], parent);
  if (typeof what === "string") return void (node.textContent = what);
  if (typeof what === "object") return Object.entries(what).forEach(([name, value]) => (value === null ? node.removeAttribute(name) : node.setAttribute(name, value)));
  const old = [...node.children].slice(what, what + count);
  const next = node.children[what] ?? null;
  for (const fresh of parsed(node, markup)) {
    if (node.closest("#board")) fresh.classList?.add("fresh");
    node.insertBefore(fresh, next);
  }
  for (const gone of old) gone.remove();
}

export function parsed(parent, markup) {
  const frame = document.createElement("template");
  const svg = parent.namespaceURI === SVG;
  frame.innerHTML = svg ? `<svg xmlns="${SVG}">${markup}</svg>` : markup;
  return [...(svg ? frame.content.firstChild : frame.content).childNodes];
}

const words = (parent) => [...parent.querySelectorAll("text")];

function refocus(key) {
  const [name, value] = key.move ? ["data-move", key.move] : ["data-choice", key.choice];
  one(`:is(#board, #panels) [${name}="${CSS.escape(value)}"]`)?.focus();
}
