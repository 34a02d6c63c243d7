// Moves: a press on the drawing, in a menu or in the list shows a move; the next confirms it.

import { parsed } from "./patch.js";
import { all, body, byId, on } from "./dom.js";
import { ask, hush, post, say, told } from "./post.js";

const board = byId("board");
const panels = byId("panels");
const popover = byId("popover");
const preview = byId("preview");
const ITEMS = "[data-move], [data-choice]";
let picked = null;
let opener = null;
let sending = false;
let at = body.dataset.n;

export const seat = () => Number(body.dataset.reader);
export const rid = () => crypto.getRandomValues(new Uint32Array(3)).join("-");
const marked = (text) => all(`svg [data-move="${CSS.escape(text)}"]`);

export function sentences() {
  return new Map([...all(".move-list button")].map((button) => [button.value, button.textContent]));
}

export function pick(text) {
  hush();
  if (body.dataset.oneclick === "on" || picked === text) return make(text);
  unpick();
  picked = text;
  mark();
  preview.hidden = false; // first, so that readers of screens hear what is written next
  byId("preview-text").textContent = marked(text)[0]?.querySelector("title").textContent ?? sentences().get(text) ?? text;
}

function mark() {
  all(".foretold").forEach((one) => one.remove());
  all(".picked").forEach((one) => one.classList.remove("picked"));
  if (!picked) return;
  const found = marked(picked);
  found.forEach((one) => one.classList.add("picked"));
  if (popover.contains(found[0])) result(found[0]);
}

// What an option of a menu would bring is drawn where the menu was opened: as its last child, where it disturbs no edit.
function result(option) {
  opener.classList.add("picked");
  const drawn = option.querySelector("[data-result]");
  const place = opener.querySelector(".invite, .glow");
  if (!drawn || !place) return;
  const [from, to] = [drawn.getBBox(), place.getBBox()];
  const scale = to.width / from.width;
  const copy = opener.appendChild(drawn.cloneNode(true));
  copy.setAttribute("class", "foretold");
  copy.setAttribute("transform", `translate(${to.x - from.x * scale} ${to.y - from.y * scale}) scale(${scale})`);
}

export function unpick() {
  picked = null;
  mark();
  preview.hidden = true;
}

async function make(text) {
  if (sending) return;
  sending = true;
  close();
  await act("move", { move: text });
  sending = false;
  unpick();
}

export async function act(name, more = {}) {
  const answer = await post(`${body.dataset.table}/${name}`, { n: Number(body.dataset.n), rid: rid(), seat: seat(), ...more });
  if (answer.error) say(answer.error, answer);
  return answer;
}

async function hint() {
  const answer = await act("hint");
  if (!answer.move) return;
  const drawn = marked(answer.move);
  const menu = drawn.length ? null : await ask("choices", { move: answer.move });
  (menu ? all(`svg [data-choice="${CSS.escape(menu.name)}"]`) : drawn).forEach((one) => one.classList.add("hinted"));
  say(told("hint", { move: answer.sentence }), { friendly: true });
}

async function why(element) {
  if (!body.dataset.table) return; // a replay only shows
  unpick();
  const answer = await post(`${body.dataset.table}/why`, { move: element.dataset.try, seat: seat() });
  if (answer.error) say(answer.error, answer);
}

// Menus stand in a sheet of their own, at full size whatever the size of the board.

async function open(choice) {
  close();
  unpick();
  opener = choice;
  const answer = await ask("choices", { name: choice.dataset.choice });
  if (!answer) return say(told("failed"));
  if (opener !== choice || !choice.isConnected) return; // something else is wanted by now
  const sheet = popover.firstElementChild;
  sheet.replaceChildren(...parsed(sheet, answer.markup));
  popover.hidden = false;
  const box = sheet.firstElementChild.getBBox();
  const width = Math.min(1.1 * box.width, innerWidth - 16);
  sheet.setAttribute("viewBox", `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}`);
  sheet.setAttribute("width", width);
  const { left, right, top, bottom } = choice.getBoundingClientRect();
  const high = popover.offsetHeight;
  const within = (at, most) => `${Math.max(8, Math.min(at, most - 8))}px`;
  popover.style.left = within((left + right - width) / 2, innerWidth - width);
  popover.style.top = within(bottom + 6 + high < innerHeight ? bottom + 6 : top - high - 6, innerHeight - high);
  rove(popover);
  popover.querySelector(ITEMS)?.focus();
}

function close() {
  opener = popover.hidden ? null : opener;
  if (popover.hidden) return;
  const inside = popover.contains(document.activeElement);
  popover.hidden = true;
  popover.firstElementChild.replaceChildren();
  if (inside && opener?.isConnected) opener.focus();
}

function press(element) {
  const { choice, move } = element.dataset;
  if (!popover.contains(element)) close();
  if (choice) open(element);
  else if (move) pick(move);
  else why(element);
}

// One stop for the Tab key in each window; arrows go on from there.

function items(root) {
  return [...root.querySelectorAll(ITEMS)];
}

function rove(root) {
  const all = items(root);
  const current = all.find((one) => one === document.activeElement) ?? all[0];
  for (const one of all) one.setAttribute("tabindex", one === current ? "0" : "-1");
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function neighbour(from, all, [dx, dy]) {
  const middle = (one) => { const box = one.getBoundingClientRect(); return [box.left + box.right, box.top + box.bottom]; };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const one of all) {
    const [u, v] = middle(one);
    const along = (u - x) * dx + (v - y) * dy;
    const cost = along + 2.5 * Math.abs((u - x) * dy + (v - y) * dx);
    if (along > 1 && cost < least) [best, least] = [one, cost];
  }
  return best;
}

function keys(event) {
  const element = event.target.closest?.(ITEMS);
  if (!element) return;
  const way = WAYS[event.key];
  if (!way && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  if (!way) return press(element);
  const home = rootOf(element);
  const next = neighbour(element, items(home), way) ?? (home !== popover && neighbour(element, [...items(board), ...items(panels)], way));
  if (!next) return;
  next.focus();
  rove(rootOf(next));
}

const rootOf = (element) => element.closest("#popover") ?? element.closest("svg");

export function toBoard() {
  (items(board)[0] ?? items(panels)[0])?.focus();
}

export function escape() {
  if (!popover.hidden) return close();
  unpick();
  hush();
}

function fit() {
  const { y, height } = panels.getBBox();
  const [left, , width] = panels.getAttribute("viewBox").split(" ");
  if (height) panels.setAttribute("viewBox", `${left} ${y - 6} ${width} ${height + 12}`);
}

export function settle() {
  fit();
  rove(board);
  rove(panels);
}

export function start() {
  for (const root of [board, panels, popover]) {
    on(root, "click", (event) => {
      const element = event.target.closest("[data-move], [data-choice], [data-try]");
      if (element) press(element);
    });
    on(root, "keydown", keys);
  }
  on(document, "click", (event) => {
    const button = event.target.closest(".move-list button, [data-act]");
    if (button?.dataset.act === "hint") hint();
    else if (button?.dataset.act) { unpick(); act(button.dataset.act); }
    else if (button) { event.preventDefault(); pick(button.value); }
    else if (!popover.hidden && !popover.contains(event.target) && !event.target.closest("[data-choice]")) close();
  });
  on(byId("confirm"), "click", () => picked && make(picked));
  on(byId("cancel"), "click", unpick);
  on(document, "patched", () => {
    if (body.dataset.n !== at) close(); // a menu is of its moment
    at = body.dataset.n;
    if (picked && !marked(picked).length && !sentences().has(picked)) unpick();
    else mark();
    if (!popover.hidden && !opener?.isConnected) close();
    settle();
  });
  settle();
}
