// The draft of a turn: moves that the player has composed and not sent. The server shows what they lead to, as a preview of this page alone.
//
// A draft is a list of steps; a step is a move, or several that one press makes. It belongs to one moment of the table (`body.dataset.n`)
// and one seat, survives a reload, and is dropped when the table moves on. While another player is to act, it may be a plan: the server shows
// it as if it were the reader's turn, and keeps it until that comes.

import { body, byId, query } from "./dom.js";
import { hideMessage, showCoach, showMessage, text } from "./message.js";
import { cover } from "./patch.js";
import { getOfTable, post, requestId } from "./post.js";
import { tap } from "./sound.js";

const SEPARATOR = "; "; // between moves, as in `data-moves`

const confirmButton = button("confirm");
const backButton = button("take-back");
const resetButton = button("reset");
const hintButton = button("hint");
const bar = byId("bar");
const news = byId("draft-news");

/** @type {string[][]} */
let steps = [];
let selection = "";
let planning = false;
let complete = false;
let sending = false;
let sent = ""; // the moment at which the last draft was sent
let moment = now();
/** @type {string[]} */
let withheld = []; // by a warning of the coach
/** @type {string | null} */
let confirmLabel = null;
let asked = 0; // requests for the draft: only the answer to the last one counts
/** @type {Record<string, string>} */
let shown = {}; // fragments of the preview

/** @param {string} id */
function button(id) {
  const found = byId(id);
  return found instanceof HTMLButtonElement ? found : null;
}

function now() {
  return `${body.dataset.n} ${body.dataset.reader}`;
}

const key = () => `draft ${body.dataset.table} ${body.dataset.reader}`;
const seat = () => Number(body.dataset.reader);
/** Return the moves of the draft. */
export const made = () => steps.flat();
const can = (/** @type {string} */ what) => (query("[data-can]")?.dataset.can ?? "").split(" ").includes(what);

const offered = (/** @type {string} */ what) => (query("[data-plan]")?.dataset.plan ?? "").split(" ").includes(what);

/** Return the draft as the server reads it in an address. */
export const inQuery = () => ({ moves: made().join(SEPARATOR), selection, ...(planning ? { plan: "yes" } : {}) });

/** Return whether there is something to take back or to send. */
export const isEmpty = () => !steps.length && !selection && (!planning || offered("prompted"));

/**
 * Add a step, or send it at once where the player does not confirm it. A step that is `closing` ends the turn and says on its face all
 * that it does: pressed below a turn that is composed already, it confirms that turn.
 * @param {string[]} moves
 * @param {boolean} [closing]
 */
export function add(moves, closing = false) {
  if (sent === moment) return undefined; // the page is about to show what has come of the last draft
  hideMessage();
  const { confirm: when = "turn", atOnce = "" } = body.dataset;
  const draws = atOnce.split(" ").includes(moves[moves.length - 1].split(" ")[0]);
  if (when === "never" || (when === "turn" && (draws || (closing && steps.length > 0 && !complete)))) return send([...made(), ...moves]);
  if (complete && when === "turn") return undefined;
  steps = when === "move" ? [moves] : [...steps, moves];
  selection = "";
  return refresh();
}

/**
 * Select something on the drawing, or nothing if it is selected already.
 * @param {string} name
 */
export function select(name) {
  selection = selection === name ? "" : name;
  return refresh();
}

/** Ask the coach whether to hold moves back. @param {string[]} moves */
async function isBlunder(moves) {
  const begun = moment;
  sending = true;
  update();
  const answer = await post(`${body.dataset.table}/warning`, { seat: seat(), moves });
  sending = false;
  update();
  if (begun !== moment) return true; // the table has moved on
  if (!answer.warning) return false;
  withheld = moves;
  showCoach(answer.markup ?? "", "warning");
  return true;
}

export const sendAnyway = () => send(withheld, true);

/** Send the draft. */
export function confirm() {
  return steps.length ? send(made()) : undefined;
}

/** Drop the selection, or the last step; with neither, undo what was sent last. */
export function takeBack() {
  if (!drop() && can("undo")) act(can("reset") && body.dataset.confirm === "turn" ? "reset" : "undo");
}

/** Drop the selection, or the last step; return whether there was one. */
export function drop() {
  hideMessage();
  if (isEmpty()) return false;
  if (selection) selection = "";
  else if (steps.length) steps = steps.slice(0, -1);
  else planning = false;
  refresh();
  return true;
}

/** Compose a plan from now on. */
function plan() {
  hideMessage();
  [steps, selection, planning] = [[], "", true];
  refresh();
}

/** Drop the whole draft; without one, undo the turn as far as it was sent. */
export function reset() {
  hideMessage();
  if (isEmpty()) {
    if (can("reset")) act("reset");
    return;
  }
  [steps, selection, planning] = [[], "", false];
  refresh();
}

/**
 * Send moves. The preview stays until the page shows what has come of them.
 * @param {string[]} moves
 * @param {boolean} [warned]
 */
async function send(moves, warned = false) {
  if (sending) return;
  if (planning) return sendPlan(moves);
  if (!warned && body.dataset.warn === "on" && can("hint") && (await isBlunder(moves))) return;
  const at = moment;
  sent = at; // the stream may tell what has come of it before the answer is here
  const answer = await act("move", { moves });
  if (answer.error === undefined) {
    sessionStorage.removeItem(key());
    document.dispatchEvent(new CustomEvent("sent", { detail: answer }));
  } else if (sent === at) sent = "";
}

/**
 * Send moves to be made later. They stay a draft if they are refused.
 * @param {string[]} moves
 */
async function sendPlan(moves) {
  const { error } = await act("plan", { moves });
  if (error !== undefined) return;
  [steps, selection, planning] = [[], "", false];
  asked += 1;
  save();
  show({}, false);
}

/**
 * Send a command for the reader's seat and show why it is refused. While one is under way others are dropped: a double click sends one.
 * @param {string} name
 * @param {object} [more]
 * @returns {Promise<Answer>}
 */
export async function act(name, more = {}) {
  if (sending) return { error: "" };
  sending = true;
  update();
  const answer = await post(`${body.dataset.table}/${name}`, { n: Number(body.dataset.n), rid: requestId(), seat: seat(), ...more });
  sending = false;
  update();
  if (answer.error) showMessage(answer.error, answer);
  return answer;
}

/** Ask why a move is not possible after the draft. @param {string | undefined} move */
export async function explain(move) {
  if (!body.dataset.table) return; // a replay has no moves
  const answer = await post(`${body.dataset.table}/why`, { moves: made(), move, seat: seat(), ...(planning ? { plan: true } : {}) });
  if (answer.error) showMessage(answer.error, answer);
}

/** Show what the draft leads to. */
async function refresh() {
  asked += 1;
  const mine = asked;
  save();
  planning ||= offered("prompted");
  if (isEmpty() && !planning) return show({}, false);
  update();
  const answer = await getOfTable("draft", inQuery());
  if (mine !== asked) return undefined; // the draft has changed meanwhile
  if (!answer) return showMessage(text("failed"), { cause: "failed" });
  if (String(answer.n) !== body.dataset.n) return undefined; // the stream is about to tell that the table has moved on
  if (answer.error) showMessage(answer.error, answer);
  if (answer.count < made().length) {
    while (made().length > answer.count) steps = steps.slice(0, -1);
    return refresh();
  }
  return show(answer.fragments, answer.complete);
}

/**
 * Put the preview on the page.
 * @param {Record<string, string>} fragments
 * @param {boolean} whole
 */
function show(fragments, whole) {
  shown = fragments;
  complete = whole && steps.length > 0;
  if (complete) tap([12]);
  cover(fragments);
  update();
  document.dispatchEvent(new Event("drafted"));
  if (news) news.textContent = query("#bar .made li:last-child")?.textContent ?? "";
  if (complete) confirmButton?.focus({ preventScroll: true });
}

/** Set the buttons of the bar: what cannot be done now is disabled, never removed. */
function update() {
  bar?.classList.toggle("ready", complete);
  bar?.classList.toggle("drafting", steps.length > 0);
  body.classList.toggle("planning", planning);
  if (confirmButton) {
    confirmButton.disabled = sending || !steps.length;
    confirmLabel ??= confirmButton.textContent;
    confirmButton.textContent = planning ? confirmButton.dataset.plan ?? "" : confirmLabel;
  }
  if (backButton) backButton.disabled = sending || (isEmpty() && !can("undo"));
  if (resetButton) resetButton.disabled = sending || (isEmpty() && !can("reset"));
  if (hintButton) hintButton.disabled = sending || complete || !can("hint");
}

function save() {
  if (isEmpty()) sessionStorage.removeItem(key());
  else sessionStorage.setItem(key(), JSON.stringify({ n: body.dataset.n, steps, selection, planning }));
}

/** Bring the draft up to date with the page: show it again, or drop it if the table has moved on. */
function follow() {
  if (now() === moment) {
    if (Object.keys(shown).length) cover(shown);
    return prompted() ? refresh() : update();
  }
  if (planning) return followPlan();
  const lost = steps.length > 0 && sent !== moment;
  asked += 1;
  [steps, selection, shown, complete] = [[], "", {}, false];
  moment = now();
  hideMessage();
  if (lost) showMessage(text("movedOn"));
  return prompted() ? refresh() : update();
}

/** Return whether the page offers a plan of itself, and none is being composed. */
const prompted = () => offered("prompted") && !planning;

/** Go on with a plan after the table has moved on. When the turn comes first, what was composed is its draft. */
function followPlan() {
  moment = now();
  [shown, selection] = [{}, ""];
  planning = offered("ahead");
  return refresh();
}

/** Take up the draft that this page had before it was loaded again. */
function restore() {
  const kept = sessionStorage.getItem(key());
  if (!kept) return;
  const draft = JSON.parse(kept);
  if (draft.n !== body.dataset.n) return sessionStorage.removeItem(key());
  ({ steps, selection, planning = false } = draft);
  refresh();
}

/** @param {Event} event */
function pressed(event) {
  if (event.target instanceof Element && event.target.closest("[data-plan-ahead]")) plan();
}

export function start() {
  confirmButton?.addEventListener("click", () => confirm());
  backButton?.addEventListener("click", () => takeBack());
  resetButton?.addEventListener("click", () => reset());
  document.addEventListener("patched", follow);
  document.addEventListener("click", pressed);
  update();
  restore();
  if (prompted()) refresh();
}
