// What the page asks of the house, and how it says that something is not allowed.

import { byId, on } from "./dom.js";

const texts = byId("texts")?.dataset ?? {};
const refusal = byId("refusal");

export const told = (name, values = {}) => (texts[name] ?? "").replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

export async function post(url, body) {
  try {
    const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const data = await answer.json().catch(() => ({}));
    if (!answer.ok && !data.error) data.error = told("failed");
    return data;
  } catch {
    return { error: told("failed") };
  }
}

export async function ask(path, more = {}) {
  const { table, reader, layout } = document.body.dataset;
  const answer = await fetch(`${table}/${path}?${new URLSearchParams({ as: reader, layout, ...more })}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

export function say(text, { clause = null, link = null, friendly = false } = {}) {
  if (!refusal) return;
  const line = refusal.querySelector("p");
  line.textContent = text;
  if (clause && link) {
    const anchor = Object.assign(document.createElement("a"), { href: link, textContent: clause, target: "_blank", className: "clause" });
    const at = text.indexOf(clause);
    if (at < 0) line.append(" ", anchor);
    else line.replaceChildren(text.slice(0, at), anchor, text.slice(at + clause.length));
  }
  refusal.classList.toggle("friendly", friendly);
  refusal.hidden = false;
}

export const hush = () => { if (refusal) refusal.hidden = true; };

on(refusal?.querySelector(".close"), "click", hush);
