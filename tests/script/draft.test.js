// draft.js and the previews of patch.js: a turn is composed, shown and sent once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { table } from "./table.js";

const BID = '#board [data-move="bid 1"]';
const PASS = '#panels [data-move="pass"]';

async function open(data) {
  const page = table(data);
  const board = await page.load("board.js");
  const draft = await page.load("draft.js");
  const { patch } = await page.load("patch.js");
  board.start();
  return { page, board, draft, patch };
}

const message = (page) => (page.query("#refusal").hidden ? null : page.query("#refusal p").textContent);
const posted = (page) => page.requests.filter(({ data }) => data).map(({ url, data }) => [url, data.moves]);
const query = (request) => Object.fromEntries(new URL(request.url, "http://house.test").searchParams);
const preview = (more = {}) => ({ n: 3, count: 1, complete: false, fragments: { "draw-map": '<g data-move="pass" tabindex="-1"/>', draft: '<ol class="made"><li>Ada bids</li></ol>' }, ...more });
const moveOn = (page, patch) => patch({}, () => { page.body.dataset.n = "4"; });

test("a press adds a move to the draft and shows what it leads to; nothing is sent", async () => {
  const { page } = await open();
  assert.ok(page.query("#confirm").disabled);
  await page.click(`${BID} rect`);
  assert.equal(query(page.requests[0]).moves, "bid 1");
  await page.answer(preview());
  assert.equal(page.query("#board [data-move]").dataset.move, "pass");
  assert.equal(page.query("#draft-news").textContent, "Ada bids");
  assert.ok(!page.query("#confirm").disabled);
  assert.deepEqual(posted(page), []);
});

test("the turn is sent as one list, once however often it is confirmed", async () => {
  const { page } = await open();
  await page.click(BID);
  await page.answer(preview());
  await page.click("#board [data-move=pass]");
  await page.answer(preview({ count: 2, complete: true }));
  assert.equal(page.document.activeElement.id, "confirm");
  assert.ok(page.query("#bar").classList.contains("ready"));
  for (let i = 0; i < 4; i += 1) await page.click("#confirm");
  assert.deepEqual(posted(page), [["/table/abc/move", ["bid 1", "pass"]]]);
  await page.answer({ n: 4 });
  await page.click(PASS);
  assert.equal(posted(page).length, 1, "until the page shows the answer, nothing more is sent");
});

test("a compound is one step, taken back as one", async () => {
  const { page, board } = await open();
  page.query("#board [data-fragment]").insertAdjacentHTML("beforeend", '<g data-moves="lay a; lay b" tabindex="-1"/>');
  await page.click(BID);
  await page.answer(preview());
  board.cancel();
  page.query("#board [data-fragment]").insertAdjacentHTML("beforeend", '<g data-moves="lay a; lay b" tabindex="-1"/>');
  await page.click("[data-moves]");
  assert.equal(query(page.requests.at(-1)).moves, "lay a; lay b");
  await page.answer(preview({ count: 2 }));
  await page.click("#take-back");
  assert.ok(page.query("#confirm").disabled);
  assert.equal(page.query("#board [data-move]").dataset.move, "bid 1");
});

test("the preview lies over the page: changes are made below it, and it stays", async () => {
  const { page, patch } = await open();
  await page.click(BID);
  await page.answer(preview());
  patch({ "draw-map": [[[0], { class: "new" }]] });
  assert.equal(page.query("#board [data-move]").dataset.move, "pass");
  await page.click("#reset");
  assert.equal(page.query("#board .new").dataset.move, "bid 1");
});

test("a draft is dropped with a message when the table moves on, and without one when it was sent", async () => {
  const { page, patch } = await open();
  await page.click(BID);
  await page.answer(preview());
  moveOn(page, patch);
  assert.equal(message(page), "Moved on");
  assert.ok(page.query("#confirm").disabled);
  assert.equal(page.query("#board [data-move]").dataset.move, "bid 1");
});

test("the stream may be faster than the answer: no message, and the next move can be composed", async () => {
  const { page, patch } = await open();
  await page.click(BID);
  await page.answer(preview());
  await page.click("#confirm");
  moveOn(page, patch);
  assert.equal(message(page), null);
  await page.answer({ n: 4 });
  await page.click(BID);
  assert.equal(query(page.requests.at(-1)).moves, "bid 1");
});

test("a message goes away with its cause", async () => {
  const { page, patch } = await open();
  await page.click("[data-try]");
  await page.answer({ error: "Not enough cards." }, 422);
  moveOn(page, patch);
  assert.equal(message(page), null);
});

test("draws are made at once, with the draft before them", async () => {
  const { page } = await open({ atOnce: "pass roll" });
  await page.click(BID);
  await page.answer(preview());
  await page.click(PASS);
  assert.deepEqual(posted(page), [["/table/abc/move", ["bid 1", "pass"]]]);
});

test("what closes a turn confirms what was composed before it, and alone is shown first", async () => {
  const { page } = await open();
  page.query("#panels").insertAdjacentHTML("beforeend", '<g class="legal closing" data-move="end" tabindex="-1"/>');
  await page.click("[data-move=end]");
  assert.deepEqual(posted(page), []);
  await page.answer(preview({ complete: true }));
  await page.click("#take-back");
  await page.click(BID);
  await page.answer(preview());
  await page.click("[data-move=end]");
  assert.deepEqual(posted(page), [["/table/abc/move", ["bid 1", "end"]]]);
});

test("without confirmation one press makes the move, and a double click makes it once", async () => {
  const { page } = await open({ confirm: "never" });
  await page.click(BID);
  await page.click(BID);
  assert.deepEqual(posted(page), [["/table/abc/move", ["bid 1"]]]);
});

test("if each move is confirmed, another one takes its place", async () => {
  const { page } = await open({ confirm: "move" });
  await page.click(BID);
  await page.answer(preview());
  await page.click(PASS);
  assert.equal(query(page.requests.at(-1)).moves, "pass");
});

test("a selection asks for the drawing again, and a second press clears it", async () => {
  const { page, board } = await open();
  page.query("#panels").insertAdjacentHTML("beforeend", '<g data-select="Rome" tabindex="-1"/>');
  await page.click("[data-select]");
  assert.deepEqual([query(page.requests[0]).selection, query(page.requests[0]).moves], ["Rome", ""]);
  await page.answer(preview({ count: 0 }));
  assert.equal(page.query("#board [data-move]").dataset.move, "pass");
  await page.click("[data-select]");
  assert.equal(page.query("#board [data-move]").dataset.move, "bid 1");
  await page.click("[data-select]");
  board.cancel();
  await page.answer(preview({ count: 0 }));
  assert.equal(page.query("#board [data-move]").dataset.move, "bid 1", "what was asked for before Escape no longer counts");
});

test("a refusal ends the draft where it is, with a link to its clause", async () => {
  const { page } = await open();
  await page.click(BID);
  await page.answer({ n: 3, count: 0, complete: false, fragments: {}, error: "Too much (TTR-7).", clause: "TTR-7", link: "/rules/tickets#TTR-7" });
  assert.equal(message(page), "Too much (TTR-7).");
  assert.equal(page.query("#refusal a").getAttribute("href"), "/rules/tickets#TTR-7");
  assert.ok(page.query("#confirm").disabled);
});

test("a draft that could not be sent can be sent again", async () => {
  const { page } = await open();
  await page.click(BID);
  await page.answer(preview({ complete: true }));
  await page.click("#confirm");
  await page.fail();
  assert.equal(message(page), "No answer");
  await page.click("#confirm");
  assert.equal(posted(page).length, 2);
});

test("a draft survives a reload of the page at the same moment", async () => {
  const { page, draft } = await open();
  await page.click(BID);
  await page.answer(preview());
  const kept = page.window.sessionStorage.getItem("draft /table/abc 0");
  const again = table();
  again.window.sessionStorage.setItem("draft /table/abc 0", kept);
  (await again.load("board.js")).start();
  assert.equal(query(again.requests[0]).moves, "bid 1");
  const later = table({ n: "5" });
  later.window.sessionStorage.setItem("draft /table/abc 0", kept);
  (await later.load("board.js")).start();
  assert.deepEqual([later.requests.length, later.window.sessionStorage.length], [0, 0]);
  assert.equal(draft.isEmpty(), false);
});

test("with nothing to take back, what was sent is undone", async () => {
  const { page } = await open();
  await page.click("#take-back");
  await page.answer({ n: 4 });
  await page.click("#reset");
  assert.deepEqual(page.requests.map(({ url }) => url), ["/table/abc/reset", "/table/abc/reset"], "a turn that was sent whole is taken back whole");
});

test("the list of moves adds to the draft, and its form is not sent", async () => {
  const { page } = await open();
  const event = await page.click('.move-list [value="bid 10"]');
  assert.ok(event.defaultPrevented);
  assert.equal(query(page.requests[0]).moves, "bid 10");
});
