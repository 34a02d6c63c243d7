// Moves: a press on the drawing, in a menu or in the list shows a move; the next confirms it.

import { hush, post, say, told } from "./post.js";

const body = document.body;
const board = document.getElementById("board");
const panels = document.getElementById("panels");
const popover = document.getElementById("popover");
const preview = document.getElementById("preview");
const ITEMS = "[data-move], [data-choice]";
let picked = null;
let opener = null;
let sending = false;

export const seat = () => Number(body.dataset.reader);
const rid = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const marked = (text) => document.querySelectorAll(`svg [data-move="${CSS.escape(text)}"]`);

export function sentences() {
  return new Map([...document.querySelectorAll(".move-list button")].map((button) => [button.value, button.textContent]));
}

export function pick(text) {
  hush();
  if (body.dataset.oneclick === "on" || picked === text) return make(text);
  unpick();
  picked = text;
  marked(text).forEach((one) => one.classList.add("picked"));
  document.getElementById("preview-text").textContent = sentences().get(text) ?? marked(text)[0]?.getAttribute("aria-label") ?? text;
  preview.hidden = false;
}

export function unpick() {
  if (picked) marked(picked).forEach((one) => one.classList.remove("picked"));
  picked = null;
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
  marked(answer.move).forEach((one) => one.classList.add("hinted"));
  say(told("hint", { move: answer.sentence ?? sentences().get(answer.move) ?? answer.move }), { friendly: true });
}

async function why(element) {
  if (!body.dataset.table) return; // a replay only shows
  unpick();
  const answer = await post(`${body.dataset.table}/why`, { move: element.dataset.try, seat: seat() });
  if (answer.error) say(answer.error, answer);
}

// Menus stand in a sheet of their own, at full size whatever the size of the board.

function open(choice) {
  close();
  unpick();
  const menu = document.getElementById(`choice-${choice.dataset.choice}`);
  if (!menu) return;
  const sheet = popover.firstElementChild;
  const copy = menu.cloneNode(true);
  copy.removeAttribute("id");
  sheet.replaceChildren(copy);
  popover.hidden = false;
  const box = copy.getBBox();
  const scale = Math.min(1.15, (innerWidth - 16) / (box.width + 8));
  sheet.setAttribute("viewBox", `${box.x - 4} ${box.y - 4} ${box.width + 8} ${box.height + 8}`);
  sheet.setAttribute("width", (box.width + 8) * scale);
  sheet.setAttribute("height", (box.height + 8) * scale);
  const place = choice.getBoundingClientRect();
  const size = popover.getBoundingClientRect();
  const below = place.bottom + 6 + size.height < innerHeight || place.top < size.height;
  const top = below ? place.bottom + 6 : place.top - size.height - 6;
  popover.style.left = `${Math.max(8, Math.min(place.left + place.width / 2 - size.width / 2, innerWidth - size.width - 8))}px`;
  popover.style.top = `${Math.max(8, Math.min(top, innerHeight - size.height - 8))}px`;
  opener = choice;
  rove(popover);
  popover.querySelector(ITEMS)?.focus();
}

function close() {
  if (popover.hidden) return;
  const inside = popover.contains(document.activeElement);
  popover.hidden = true;
  if (inside && opener?.isConnected) opener.focus();
}

function press(element) {
  if (element.dataset.choice !== undefined) open(element);
  else if (element.dataset.move !== undefined) pick(element.dataset.move);
  else why(element);
}

// One stop for the Tab key in each window; arrows go on from there.

function items(root) {
  return [...root.querySelectorAll(ITEMS)].filter((one) => root === popover || !one.closest(".menu"));
}

function rove(root) {
  const all = items(root);
  const current = all.find((one) => one === document.activeElement) ?? all[0];
  for (const one of all) one.setAttribute("tabindex", one === current ? "0" : "-1");
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function neighbour(from, all, [dx, dy]) {
  const middle = (one) => { const box = one.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const one of all) {
    const [u, v] = middle(one);
    const along = (u - x) * dx + (v - y) * dy;
    const cost = along + 2.5 * Math.abs((u - x) * dy + (v - y) * dx);
    if (one !== from && along > 0.5 && cost < least) [best, least] = [one, cost];
  }
  return best;
}

function keys(event) {
  const element = event.target.closest?.(ITEMS);
  if (!element) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    press(element);
  } else if (WAYS[event.key]) {
    event.preventDefault();
    event.stopPropagation();
    const root = element.closest("#popover") ?? element.closest("svg");
    const next = neighbour(element, items(root), WAYS[event.key]) ?? (root === popover ? null : neighbour(element, [...items(board), ...items(panels)], WAYS[event.key]));
    if (next) { next.focus(); rove(next.closest("#popover") ?? next.closest("svg")); }
  }
}

export function toBoard() {
  (items(board)[0] ?? items(panels)[0])?.focus();
}

export function escape() {
  if (!popover.hidden) return close();
  unpick();
  hush();
}

function fit() {
  if (!panels.firstElementChild) return;
  const box = panels.getBBox();
  const [left, , width] = panels.getAttribute("viewBox").split(" ");
  if (box.height) panels.setAttribute("viewBox", `${left} ${box.y - 6} ${width} ${box.height + 12}`);
}

export function settle() {
  fit();
  rove(board);
  rove(panels);
}

export function start() {
  for (const root of [board, panels, popover]) {
    root.addEventListener("click", (event) => {
      const element = event.target.closest("[data-move], [data-choice], [data-try]");
      if (element) press(element);
    });
    root.addEventListener("keydown", keys);
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".move-list button, [data-act]");
    if (button?.dataset.act === "hint") hint();
    else if (button?.dataset.act) { unpick(); act(button.dataset.act); }
    else if (button) { event.preventDefault(); pick(button.value); }
    else if (!popover.hidden && !popover.contains(event.target) && !event.target.closest("[data-choice]")) close();
  });
  document.getElementById("confirm").addEventListener("click", () => picked && make(picked));
  document.getElementById("cancel").addEventListener("click", unpick);
  document.addEventListener("patched", () => {
    if (picked && !marked(picked).length && !sentences().has(picked)) unpick();
    else if (picked) marked(picked).forEach((one) => one.classList.add("picked"));
    if (!popover.hidden && !opener?.isConnected) close();
    settle();
  });
  settle();
}
