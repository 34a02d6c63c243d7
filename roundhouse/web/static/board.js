// Moves: a press on the drawing, in a menu or in the list picks a move and shows what it does; a second press makes it.

import { body, byId, closest, element, query, queryAll } from "./dom.js";
import { DIRECTIONS, ITEMS, itemsOf, moveFocus, rove } from "./focus.js";
import * as menu from "./menu.js";
import { hideMessage, showMessage, text } from "./message.js";
import { getOfTable, post, requestId } from "./post.js";

const board = element("board", SVGSVGElement);
const panels = element("panels", SVGSVGElement);
const preview = element("preview", HTMLElement);
/** @type {string | null} */
let picked = null;
let sending = false;
let shown = body.dataset.n;

const seat = () => Number(body.dataset.reader);
const drawnAs = (/** @type {string} */ move) => queryAll(`svg [data-move="${CSS.escape(move)}"]`);

/**
 * Return the sentence of each possible move in the list, by its notation.
 * @returns {Map<string, string>}
 */
export function sentences() {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".move-list button"));
  return new Map([...buttons].map((button) => [button.value, button.textContent ?? ""]));
}

/**
 * Pick a move; make it if it was picked before, or if the player does not confirm moves.
 * @param {string} move
 */
export function pick(move) {
  hideMessage();
  if (body.dataset.oneclick === "on" || picked === move) return make(move);
  unpick();
  picked = move;
  mark();
  preview.hidden = false; // before the text, so that screen readers announce it
  const [drawn] = drawnAs(move);
  const title = drawn && query("title", drawn);
  element("preview-text", HTMLElement).textContent = title?.textContent ?? sentences().get(move) ?? move;
}

/** Mark the picked move on the drawing. */
function mark() {
  queryAll(".previewed").forEach((copy) => copy.remove());
  queryAll(".picked").forEach((item) => item.classList.remove("picked"));
  if (!picked) return;
  const drawn = drawnAs(picked);
  drawn.forEach((item) => item.classList.add("picked"));
  if (menu.contains(drawn[0])) menu.previewOption(drawn[0]);
}

function unpick() {
  picked = null;
  mark();
  preview.hidden = true;
}

/** @param {string} move */
async function make(move) {
  if (sending) return;
  menu.closeMenu();
  await act("move", { move });
  unpick();
}

/**
 * Send a command for the reader's seat and show why it is refused. While one is under way others are dropped: a double click sends one.
 * @param {string} name
 * @param {object} [more]
 * @returns {Promise<Answer>}
 */
export async function act(name, more = {}) {
  if (sending) return {};
  sending = true;
  const answer = await post(`${body.dataset.table}/${name}`, { n: Number(body.dataset.n), rid: requestId(), seat: seat(), ...more });
  sending = false;
  if (answer.error) showMessage(answer.error, answer);
  return answer;
}

/** Mark the move that a bot would make, or the menu that holds it. */
async function hint() {
  const { move, sentence } = await act("hint");
  if (!move) return;
  const drawn = drawnAs(move);
  const found = drawn.length ? null : await getOfTable("choices", { move });
  (found ? queryAll(`svg [data-choice="${CSS.escape(found.name)}"]`) : drawn).forEach((item) => item.classList.add("hinted"));
  showMessage(text("hint", { move: sentence }), { friendly: true });
}

/**
 * Ask why a move is not possible.
 * @param {string | undefined} move
 */
async function explain(move) {
  if (!body.dataset.table) return; // a replay has no moves
  unpick();
  const answer = await post(`${body.dataset.table}/why`, { move, seat: seat() });
  if (answer.error) showMessage(answer.error, answer);
}

/** @param {SVGGraphicsElement} item */
function press(item) {
  const { choice, move } = item.dataset;
  if (!menu.contains(item)) menu.closeMenu();
  if (choice) {
    unpick();
    menu.openMenu(item);
  } else if (move) pick(move);
  else explain(item.dataset.try);
}

/** @param {Event} event @param {string} selector */
const itemAt = (event, selector) => /** @type {SVGGraphicsElement | null} */ (/** @type {unknown} */ (closest(event, selector)));

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const item = itemAt(event, ITEMS);
  const direction = DIRECTIONS[event.key];
  if (!item || (!direction && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  event.stopPropagation();
  if (direction) moveFocus(item, direction, [board, panels]);
  else press(item);
}

/** @param {MouseEvent} event */
function clickPage(event) {
  const button = closest(event, ".move-list button, [data-act]");
  if (button?.dataset.act === "hint") hint();
  else if (button?.dataset.act) {
    unpick();
    act(button.dataset.act);
  } else if (button instanceof HTMLButtonElement) {
    event.preventDefault();
    pick(button.value);
  } else if (menu.isOpen() && !menu.contains(event.target) && !closest(event, "[data-choice]")) menu.closeMenu();
}

/** Focus the first possible move. */
export function focusFirst() {
  (itemsOf(board)[0] ?? itemsOf(panels)[0])?.focus();
}

/** Close the menu, or give up the picked move. */
export function cancel() {
  if (menu.isOpen()) return menu.closeMenu();
  unpick();
  hideMessage();
}

/** Fit the panels into their window and set their Tab stops. */
function settle() {
  const { y, height } = panels.getBBox();
  const [left, , width] = (panels.getAttribute("viewBox") ?? "").split(" ");
  if (height) panels.setAttribute("viewBox", `${left} ${y - 6} ${width} ${height + 12}`);
  rove(board);
  rove(panels);
}

/** Bring menu, picked move and focus up to date with the drawing. */
function follow() {
  if (body.dataset.n !== shown) menu.closeMenu(); // it offers the moves of an earlier moment
  shown = body.dataset.n;
  if (picked && !drawnAs(picked).length && !sentences().has(picked)) unpick();
  else mark();
  menu.closeOrphan();
  settle();
}

export function start() {
  for (const root of [board, panels, element("popover", HTMLElement)]) {
    root.addEventListener("click", (event) => {
      const item = itemAt(event, "[data-move], [data-choice], [data-try]");
      if (item) press(item);
    });
    root.addEventListener("keydown", (event) => pressKey(/** @type {KeyboardEvent} */ (event)));
  }
  document.addEventListener("click", clickPage);
  byId("confirm")?.addEventListener("click", () => picked && make(picked));
  byId("cancel")?.addEventListener("click", unpick);
  document.addEventListener("patched", follow);
  settle();
}
