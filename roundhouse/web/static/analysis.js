// The analysis board: a game whose positions can be played on in variations, each position with its evaluation.
//
// The server holds nothing of it. A position is a number of moves of the game and the moves of a variation; the page keeps those that it
// has shown as a tree, for as long as its window is open.

import { body, byId, closest, element, query } from "./dom.js";
import "./house.js";
import * as board from "./board.js";
import * as draft from "./draft.js";
import * as keys from "./keys.js";
import { hideMessage, showMessage, text } from "./message.js";
import * as pan from "./pan.js";
import { patch } from "./patch.js";
import { get, post } from "./post.js";
import * as tabs from "./tabs.js";

const PAUSE = 350; // milliseconds that a position is shown before it is evaluated
const MOST = 400; // positions that the tree holds
const KEPT = `analysis ${body.dataset.analysis}`;
const SEPARATOR = "; ";

/**
 * A position of a variation.
 * @typedef {{ at: number, line: string[], label: string, mover: number, address: string, chance: string }} Node
 */
/**
 * What the server says of a position.
 * @typedef {{ n: number, at: number, line: string[], world: number, seat: number, reader: number, table: string,
 *   steps: { actor: number, label: string, address: string }[], fragments: Record<string, string> }} Position
 */

const slider = element("slider", HTMLInputElement);
const tree = element("tree", HTMLElement);
const evaluation = element("evaluation", HTMLElement);
const last = Number(body.dataset.last);
const stops = (body.dataset.stops ?? "").split(" ").map(Number); // positions in which a player is to act
const starts = (body.dataset.starts ?? "").split(" ").map(Number); // positions in which a turn begins
/** @type {Map<string, Node>} */
const nodes = new Map(restored());
let at = Number(body.dataset.at);
/** @type {string[]} */
let line = (body.dataset.line ?? "").split(SEPARATOR).filter(Boolean);
let wanted = "";
let timer = 0;

const keyOf = (/** @type {number} */ from, /** @type {string[]} */ moves) => [from, ...moves].join(SEPARATOR);

/** @returns {[string, Node][]} */
function restored() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

/** Return the address of a position of the game, without moves of a variation. @param {number} move */
const addressAt = (move) => `${body.dataset.analysis}/${move}.${body.dataset.world}.${body.dataset.seat}.`;

/** Fetch a position and show it. @param {string} address */
async function go(address) {
  wanted = address;
  const answer = await get(`${address}/frame`, { layout: body.dataset.layout ?? "" });
  if (address !== wanted) return; // another position was chosen meanwhile
  if (answer) show(answer);
  else showMessage(text("failed"));
}

/** @param {Position} position */
function show(position) {
  wanted = "";
  hideMessage();
  ({ at, line } = position);
  patch(position.fragments, () => {
    Object.assign(body.dataset, { n: position.n, table: position.table, world: position.world, reader: position.reader, yours: position.reader });
  });
  remember(position.steps);
  settle();
}

/** Bring everything beside the board up to date with the position that is shown. */
function settle() {
  slider.value = String(at);
  element("at", HTMLElement).textContent = line.length ? `${at} + ${line.length}` : `${at} / ${last}`;
  for (const [id, value] of [["from", String(at)], ["from-line", line.join(SEPARATOR)]]) {
    const field = byId(id);
    if (field instanceof HTMLInputElement) field.value = value;
  }
  const { world = "0", seat = "" } = body.dataset;
  const parts = new URLSearchParams({ at: String(at), ...(line.length ? { line: line.join(SEPARATOR) } : {}), ...(world === "0" ? {} : { world }) });
  history.replaceState(null, "", `?${new URLSearchParams([...parts, ["as", seat]])}`);
  element("share", HTMLInputElement).value = `${location.origin}${body.dataset.analysis}?${parts}`;
  query("[data-replay-link]")?.setAttribute("href", `${(body.dataset.analysis ?? "").replace("analysis", "replay")}?at=${at}`);
  drawTree();
  clearTimeout(timer);
  evaluation.replaceChildren();
  evaluation.textContent = evaluation.dataset.wait ?? "";
  timer = setTimeout(evaluate, PAUSE);
}

/** Ask how the position stands. */
async function evaluate() {
  const asked = body.dataset.n;
  const answer = /** @type {Answer & { texts?: string[] }} */ (await post(`${body.dataset.table}/evaluation`, {}));
  if (asked !== body.dataset.n) return;
  if (!answer.markup) {
    evaluation.textContent = answer.error ?? "";
    return;
  }
  evaluation.innerHTML = answer.markup;
  const node = nodes.get(keyOf(at, line));
  if (!node) return;
  node.chance = answer.texts?.[node.mover] ?? "";
  keep();
  drawTree();
}

// The tree.

/** Add the steps of the variation that is shown. @param {Position["steps"]} steps */
function remember(steps) {
  let mover = 0;
  steps.forEach(({ actor, label, address }, index) => {
    if (actor >= 0) mover = actor; // a draw is judged for the seat that moved before it
    const moves = line.slice(0, index + 1);
    const key = keyOf(at, moves);
    if (!nodes.has(key) && nodes.size < MOST) nodes.set(key, { at, line: moves, label, mover, address, chance: "" });
  });
  keep();
}

function keep() {
  sessionStorage.setItem(KEPT, JSON.stringify([...nodes]));
}

/** Draw the tree: variations by the move of the game at which they begin, and below each move what may follow it. */
function drawTree() {
  const roots = [...new Set([...nodes.values()].map((node) => node.at))].sort((one, other) => one - other);
  tree.replaceChildren(...roots.flatMap((start) => {
    const head = document.createElement("p");
    const trunk = pressable(addressAt(start), (tree.dataset.trunk ?? "").replace("{number}", String(start)), start === at && !line.length);
    head.append(trunk);
    return [head, branches(start, [])];
  }));
  const none = byId("no-variations");
  if (none) none.hidden = nodes.size > 0;
}

/**
 * Return the list of the moves that follow a position; moves with one continuation stay in one list.
 * @param {number} start
 * @param {string[]} moves
 */
function branches(start, moves) {
  const list = document.createElement("ul");
  let here = moves;
  for (;;) {
    const below = [...nodes.values()].filter((node) => node.at === start && node.line.length === here.length + 1 && here.every((move, index) => node.line[index] === move));
    for (const node of below) {
      const item = document.createElement("li");
      const shown = node.at === at && node.line.join(SEPARATOR) === line.join(SEPARATOR);
      item.append(pressable(node.address, node.label || node.line[node.line.length - 1], shown));
      if (node.chance) item.append(" ", Object.assign(document.createElement("b"), { textContent: node.chance }));
      if (below.length > 1) item.append(branches(start, node.line));
      list.append(item);
    }
    if (below.length !== 1) return list;
    here = below[0].line;
  }
}

/** @param {string} address @param {string} label @param {boolean} shown */
function pressable(address, label, shown) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "link-button", textContent: label });
  button.dataset.go = address;
  if (shown) button.setAttribute("aria-current", "true");
  return button;
}

// Steps.

/** Return the nodes of a variation that follow the position that is shown. */
const following = () => [...nodes.values()].filter((node) => node.at === at && node.line.length > line.length && line.every((move, index) => node.line[index] === move));

function back() {
  if (!line.length) return go(addressAt(stops.findLast((stop) => stop < at) ?? 0));
  const before = nodes.get(keyOf(at, line.slice(0, -1)));
  return go(before?.address ?? addressAt(at));
}

function on() {
  const [next] = line.length ? following() : [];
  if (line.length) return next && go(next.address);
  return go(addressAt(stops.find((stop) => stop > at) ?? last));
}

/** @type {Record<string, () => unknown>} */
const STEPS = {
  first: () => go(addressAt(0)),
  last: () => go(addressAt(last)),
  back,
  on,
  "back-turn": () => go(addressAt(line.length ? at : starts.findLast((start) => start < at) ?? 0)),
  "on-turn": () => go(addressAt(starts.find((start) => start > at) ?? last)),
};

/** @param {Event} event */
function press(event) {
  const { step } = closest(event, "[data-step]")?.dataset ?? {};
  const address = closest(event, "[data-go]")?.dataset.go;
  const hint = closest(event, "#evaluation [data-hint]")?.dataset.hint;
  const drawn = closest(event, "[data-draw]")?.dataset.draw;
  if (step) STEPS[step]();
  else if (address) go(address);
  else if (hint) draft.add([hint]);
  else if (drawn) draw(drawn, closest(event, "[data-before]")?.dataset.before ?? "");
  else if (closest(event, "[data-world]")) {
    body.dataset.world = String((Number(body.dataset.world) + 1) % 1000);
    nodes.clear();
    go(addressAt(at));
  }
}

/** Draw something else, at the address before the draw. @param {string} move @param {string} before */
async function draw(move, before) {
  const answer = await post(`${before}/move`, { moves: [move] });
  if (answer.error) showMessage(answer.error, answer);
  else show(/** @type {Position} */ (/** @type {unknown} */ (answer)));
}

document.addEventListener("sent", ({ detail }) => show(/** @type {Position} */ (/** @type {unknown} */ (detail))));
document.addEventListener("click", press);
slider.addEventListener("input", () => go(addressAt(Number(slider.value))));
pan.start();
board.start();
tabs.start();
keys.start({
  ArrowLeft: STEPS.back,
  ArrowRight: STEPS.on,
  ArrowUp: STEPS["back-turn"],
  ArrowDown: STEPS["on-turn"],
  Home: STEPS.first,
  End: STEPS.last,
});
remember(JSON.parse(body.dataset.steps ?? "[]"));
settle();
body.dataset.ready = "";
