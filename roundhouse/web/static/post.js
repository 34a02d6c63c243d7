// Requests to the server.

import { body } from "./dom.js";
import { text } from "./message.js";

/** Return an id for a command, so that the server runs it once even if it arrives twice. */
export const requestId = () => crypto.getRandomValues(new Uint32Array(3)).join("-");

/**
 * Send JSON. Never throws: the answer to a request that failed has an `error`.
 * @param {string} url
 * @param {object} data
 * @returns {Promise<Answer>}
 */
export async function post(url, data) {
  try {
    const response = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok && !answer.error) Object.assign(answer, { error: text("failed"), cause: "failed" });
    return answer;
  } catch {
    return { error: text("failed"), cause: "failed" };
  }
}

/**
 * Get JSON; null if that fails.
 * @param {string} path
 * @param {Record<string, string>} values
 */
export async function get(path, values) {
  try {
    const response = await fetch(`${path}?${new URLSearchParams(values)}`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * Get something about the table as the reader of this page sees it; null if that fails.
 * @param {string} name
 * @param {Record<string, string>} [more]
 */
export function getOfTable(name, more = {}) {
  const { table, reader = "", layout = "" } = body.dataset;
  return get(`${table}/${name}`, { as: reader, layout, ...more });
}
