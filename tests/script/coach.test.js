// The coach: its hints can be taken, what a turn was worth stays, and a warning comes before a blunder is sent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { table } from "./table.js";

const HINTS = '<button data-hint="bid 1">Ada bids 1</button>';
const WARNING = '<button data-coach="back"></button><button data-coach="anyway"></button>';

async function open(data) {
  const page = table(data);
  const { start } = await page.load("board.js");
  const { patch } = await page.load("patch.js");
  start();
  const box = page.query("#coach");
  return { page, patch, box, urls: () => page.requests.map((request) => request.url.split("?")[0]) };
}

test("a hint that is pressed is added to the draft", async () => {
  const { page, box } = await open();
  await page.click("#hint");
  await page.answer({ move: "bid 1", markup: HINTS });
  assert.equal(box.hidden, false);
  await page.click("[data-hint]");
  assert.equal(box.hidden, true);
  assert.match(page.requests.at(-1).url, /draft.*moves=bid\+1/);
});

test("hints are hidden when the table moves on, a verdict stays", async () => {
  const { page, patch, box } = await open();
  await page.click("#hint");
  await page.answer({ move: "bid 1", markup: HINTS });
  patch({}, () => { page.body.dataset.n = "4"; });
  assert.equal(box.hidden, true);
  page.query('[data-fragment="draft"]').innerHTML = "<button data-verdict></button>";
  await page.click("[data-verdict]");
  await page.answer({ markup: "Good" });
  patch({}, () => { page.body.dataset.n = "5"; });
  assert.equal(box.hidden, false);
  await page.click("#coach .close");
  assert.equal(box.hidden, true);
});

test("a hint that arrives too late is not shown", async () => {
  const { page, patch, box } = await open();
  await page.click("#hint");
  patch({}, () => { page.body.dataset.n = "4"; });
  await page.answer({ move: "bid 1", markup: HINTS });
  assert.equal(box.hidden, true);
});

test("a blunder is sent only when the player insists", async () => {
  const { page, box, urls } = await open({ warn: "on", confirm: "never" });
  await page.click('[data-move="bid 1"]');
  assert.deepEqual(urls(), ["/table/abc/warning"]);
  await page.answer({ warning: true, markup: WARNING });
  assert.equal(box.hidden, false);
  await page.click('[data-coach="back"]');
  assert.equal(box.hidden, true);
  assert.equal(page.requests.length, 1);
  await page.click('[data-move="bid 1"]');
  await page.answer({ warning: true, markup: WARNING });
  await page.click('[data-coach="anyway"]');
  assert.deepEqual(urls(), ["/table/abc/warning", "/table/abc/warning", "/table/abc/move"]);
});

test("a turn that is no blunder, or about which there is no answer, is sent at once", async () => {
  const { page, urls } = await open({ warn: "on", confirm: "never" });
  await page.click('[data-move="bid 1"]');
  await page.answer({ error: "too many requests" });
  assert.deepEqual(urls(), ["/table/abc/warning", "/table/abc/move"]);
});
