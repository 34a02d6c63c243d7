// This browser's share in the shuffle (docs/fairness.md): a nonce, chosen once the server has committed to its secret. It is sent with
// the form that takes a seat, and kept here, so that the page that verifies the shuffle can compare.

import { body } from "./dom.js";
import { get } from "./post.js";

const KEPT = "shuffles"; // in localStorage: the shares in the latest tables, newest first
const OPENING = "shuffle"; // in sessionStorage: the share in the table that is being opened, whose address is not known yet
const MOST = 100;
const BYTES = 16;

/** @type {WeakSet<Element>} */
const sending = new WeakSet();

/** @returns {Share[]} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return []; // storage is not allowed
  }
}

/** @param {Share} share */
function keep(share) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([share, ...kept().filter(({ table }) => table !== share.table)].slice(0, MOST)));
  } catch {
    // without storage there is nothing to compare with later
  }
}

/**
 * Return what this browser added to the shuffle of a table, if it knows.
 * @param {string} table
 */
export const recall = (table) => kept().find((share) => share.table === table);

const newNonce = () => Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Return the share in a table that waits: one for each table, however often the form is sent.
 * @param {string} table
 * @param {string} commitment
 */
function shareIn(table, commitment) {
  const share = recall(table) ?? { table, commitment, nonce: newNonce() };
  keep(share);
  return share;
}

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} values
 */
function fill(form, values) {
  for (const [name, value] of Object.entries(values)) {
    const found = form.elements.namedItem(name);
    const field = found instanceof HTMLInputElement ? found : Object.assign(document.createElement("input"), { type: "hidden", name });
    field.value = value;
    form.append(field);
  }
}

/**
 * Ask the server for its commitment, then choose a nonce. If the server does not answer, the form is sent without either.
 * @param {HTMLFormElement} form
 */
async function fillNew(form) {
  const answer = await get("/deal", {});
  const nonce = answer ? newNonce() : "";
  fill(form, { deal: answer?.deal ?? "", nonce });
  try {
    if (answer) sessionStorage.setItem(OPENING, JSON.stringify({ commitment: answer.commitment, nonce }));
  } catch {
    // as above
  }
}

/** @param {HTMLFormElement} form */
const takesSeat = (form) => [...new FormData(form)].some(([name, value]) => name.startsWith("seat-") && value === "you");

/** @param {SubmitEvent} event */
async function submit(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.nonce === undefined) return;
  const { nonce: table, commitment } = form.dataset;
  if (table && commitment) return fill(form, { nonce: shareIn(table, commitment).nonce });
  if (!takesSeat(form)) return fill(form, { deal: "", nonce: "" });
  event.preventDefault();
  if (sending.has(form)) return;
  sending.add(form);
  await fillNew(form);
  sending.delete(form);
  form.submit();
}

/** Keep the share in the table that was opened from the page before, if this is its page. */
function keepOpened() {
  try {
    const opened = sessionStorage.getItem(OPENING);
    sessionStorage.removeItem(OPENING);
    if (opened && body.dataset.table) keep({ table: body.dataset.table, ...JSON.parse(opened) });
  } catch {
    // as above
  }
}

export function start() {
  keepOpened();
  document.addEventListener("submit", submit);
}
