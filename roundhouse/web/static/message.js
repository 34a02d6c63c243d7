// Messages to the player: texts that the page brings along in its language, and the boxes that show them.

import { byId, query } from "./dom.js";

const texts = byId("texts")?.dataset ?? {};
const box = byId("refusal");

/**
 * Return a text of the page with values for its {names}.
 * @param {string} name
 * @param {Record<string, string | number | undefined>} [values]
 */
export const text = (name, values = {}) => (texts[name] ?? "").replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));

/**
 * Show a sentence; a clause of the rules in it becomes a link.
 * @param {string} sentence
 * @param {{ clause?: string | null, link?: string | null, friendly?: boolean, cause?: string }} [more]
 */
export function showMessage(sentence, { clause, link, friendly = false, cause = "" } = {}) {
  const line = box && query("p", box);
  if (!line) return;
  line.textContent = sentence;
  if (clause && link) {
    const anchor = Object.assign(document.createElement("a"), { href: link, textContent: clause, target: "_blank", className: "clause" });
    const at = sentence.indexOf(clause);
    if (at < 0) line.append(" ", anchor);
    else line.replaceChildren(sentence.slice(0, at), anchor, sentence.slice(at + clause.length));
  }
  box.classList.toggle("friendly", friendly);
  box.dataset.cause = cause;
  box.hidden = false;
}

/** Hide the message, whatever it says, or only one with this cause. @param {string} [cause] */
export function hideMessage(cause) {
  if (box && (cause === undefined || box.dataset.cause === cause)) box.hidden = true;
}

const coach = byId("coach");

/** Show "hints", a "verdict" or a "warning" of the coach. @param {string} markup @param {string} kind */
export function showCoach(markup, kind) {
  if (!coach?.firstElementChild) return;
  coach.firstElementChild.innerHTML = markup;
  coach.dataset.kind = kind;
  coach.hidden = false;
}

/** @param {string} [kept] what stays */
export function hideCoach(kept) {
  if (coach && coach.dataset.kind !== kept) coach.hidden = true;
}

if (box) query(".close", box)?.addEventListener("click", () => hideMessage());
