// The page that verifies a shuffle: repeats every draw in the browser, and compares with what the browser remembers of its own share.

import "./house.js";
import { element, query } from "./dom.js";
import { text } from "./message.js";
import { recall } from "./nonce.js";
import { verifyLot } from "./verify-lot.js";
import { verify } from "./verify-shuffle.js";

const section = element("shuffle", HTMLElement);
const { table = "", commitment = "", nonces = "", record = "", weights = "", player } = section.dataset;

/**
 * @param {boolean | null} good
 * @param {string} sentence
 */
function show(good, sentence) {
  const line = document.createElement("li");
  const mark = Object.assign(document.createElement("span"), { textContent: good === null ? "–" : good ? "✓" : "✗" });
  mark.setAttribute("aria-hidden", "true");
  if (good !== null) line.className = good ? "yes" : "no";
  line.append(mark, ` ${sentence}`);
  query("ul", section)?.append(line);
}

/** Compare with what this browser saw and sent before the game. */
function compare() {
  const share = recall(table);
  if (!share) return show(null, text("unknown"));
  const same = share.commitment === commitment;
  show(same, text(same ? "same" : "changed"));
  const mixed = nonces.split(" ").includes(share.nonce);
  if (mixed || player !== undefined) show(mixed, text(mixed ? "mixed" : "missing"));
}

/** Repeat the shuffle. Browsers offer the functions for it on secure pages only. */
async function repeat() {
  if (!crypto.subtle) return show(null, text("insecure"));
  const answers = await Promise.all([fetch(record), fetch(weights)]).catch(() => []);
  if (!answers.length || !answers.every(({ ok }) => ok)) return show(null, text("failed"));
  const recordText = await answers[0].text();
  const found = await verify(recordText, await answers[1].json());
  const shown = found.commitment === commitment && (found.nonces ? found.nonces.join(" ") === nonces : !nonces.trim());
  const good = found.committed && shown; // the record says the same as the page
  show(good, text(good ? "committed" : "uncommitted"));
  const seated = await verifyLot(recordText);
  if (seated !== null) show(seated, text(seated ? "seated" : "unseated"));
  if (found.wrong < 0) show(true, text("draws", { count: found.draws }));
  else show(false, text("wrong", { number: found.wrong + 1 }));
}

section.hidden = false;
compare();
await repeat();
