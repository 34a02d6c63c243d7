// Forms that are sent without leaving the page: the chat, and what can be set about a table.

import { closest } from "./dom.js";
import { showMessage } from "./message.js";
import { post, requestId } from "./post.js";

const NUMBERS = ["seat", "ms", "amount"]; // fields that the server reads as numbers

/** @type {WeakSet<Element>} */
const sending = new WeakSet();

/** @param {SubmitEvent} event */
async function submit(event) {
  const form = closest(event, "[data-chat], [data-post]");
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  if (sending.has(form)) return;
  sending.add(form);
  await (form.matches("[data-chat]") ? say(form) : send(form));
  sending.delete(form);
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const fields = Object.fromEntries(new FormData(form));
  const numbers = NUMBERS.filter((name) => name in fields).map((name) => [name, Number(fields[name])]);
  const answer = await post(form.action, { rid: requestId(), ...fields, ...Object.fromEntries(numbers) });
  if (answer.error) showMessage(answer.error, answer);
}

/**
 * Send a message of the chat; give it back to its author if that fails.
 * @param {HTMLFormElement} form
 */
async function say(form) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
  const words = field.value;
  if (!words.trim()) return;
  form.reset();
  const answer = await post(form.action, { text: words, rid: requestId() });
  if (!answer.error) return;
  showMessage(answer.error, answer);
  field.value ||= words;
}

export function start() {
  document.addEventListener("submit", submit);
}
