// board.js, menu.js, focus.js: what a press on the drawing does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MENU, MOVES, table } from "./table.js";

const BID = '#board [data-move="bid 1"]';

async function open(data) {
  const page = table(data);
  const board = await page.load("board.js");
  const { patch } = await page.load("patch.js");
  board.start();
  return { page, board, patch };
}

const preview = (page) => (page.query("#preview").hidden ? null : page.query("#preview-text").textContent);
const message = (page) => (page.query("#refusal").hidden ? null : page.query("#refusal p").textContent);

test("a press picks a move and says what it does; nothing is sent", async () => {
  const { page } = await open();
  await page.click(`${BID} rect`);
  assert.equal(preview(page), "Say bid 1");
  assert.ok(page.query(BID).classList.contains("picked"));
  assert.equal(page.requests.length, 0);
});

test("a second press makes the move", async () => {
  const { page } = await open();
  await page.click(BID);
  await page.click(BID);
  const [{ url, data }] = page.requests;
  assert.equal(url, "/table/abc/move");
  assert.deepEqual([data.n, data.seat, data.move], [3, 0, "bid 1"]);
  assert.match(data.rid, /^\d+-\d+-\d+$/);
  await page.answer({ n: 4 });
  assert.deepEqual([preview(page), page.query(".picked")], [null, null]);
});

test("any number of clicks sends a move once", async () => {
  const { page } = await open();
  for (let i = 0; i < 5; i += 1) await page.click(BID);
  await page.click("#confirm");
  assert.equal(page.requests.length, 1);
});

test("without confirmation one press makes the move, and a double click sends it once", async () => {
  const { page } = await open({ oneclick: "on" });
  await page.click(BID);
  await page.click(BID);
  assert.equal(page.requests.length, 1);
});

test("another move takes the place of the picked one", async () => {
  const { page } = await open();
  await page.click(BID);
  await page.click('#panels [data-move="pass"]');
  assert.equal(preview(page), "Say pass");
  assert.equal(page.queryAll(".picked").length, 1);
});

test("the list of moves picks like the drawing, and its form is not sent", async () => {
  const { page } = await open();
  const event = await page.click('.move-list [value="bid 10"]');
  assert.ok(event.defaultPrevented);
  assert.equal(preview(page), "Ada bids 10");
});

test("cancel and Escape give the picked move up", async () => {
  const { page, board } = await open();
  await page.click(BID);
  await page.click("#cancel");
  assert.equal(preview(page), null);
  await page.click(BID);
  board.cancel();
  assert.deepEqual([preview(page), page.query(".picked")], [null, null]);
});

test("a refusal is shown with a link to its clause", async () => {
  const { page } = await open();
  await page.click(BID);
  await page.click("#confirm");
  await page.answer({ error: "Too much (TTR-7).", clause: "TTR-7", link: "/rules/tickets#TTR-7" }, 422);
  assert.equal(message(page), "Too much (TTR-7).");
  assert.equal(page.query("#refusal a").getAttribute("href"), "/rules/tickets#TTR-7");
  assert.equal(preview(page), null);
  await page.click(BID);
  assert.equal(message(page), null);
});

test("a move that fails for want of a connection can be made again", async () => {
  const { page } = await open();
  await page.click(BID);
  await page.click(BID);
  await page.fail();
  assert.equal(message(page), "No answer");
  await page.click(BID);
  await page.click(BID);
  assert.equal(page.requests.length, 2);
});

test("what cannot be done is explained", async () => {
  const { page } = await open();
  await page.click("[data-try]");
  assert.deepEqual(page.requests[0].data, { move: "claim 7", seat: 0 });
  await page.answer({ error: "Not enough cards." }, 422);
  assert.equal(message(page), "Not enough cards.");
});

test("a replay explains nothing", async () => {
  const { page } = await open({ table: "" });
  await page.click("[data-try]");
  assert.equal(page.requests.length, 0);
});

test("a double click on undo sends one undo", async () => {
  const { page } = await open();
  await page.click('[data-act="undo"]');
  await page.click('[data-act="undo"]');
  assert.deepEqual(page.requests.map((request) => request.url), ["/table/abc/undo"]);
  await page.answer({ n: 4 });
  await page.click('[data-act="undo"]');
  assert.equal(page.requests.length, 2);
});

test("a hint is marked on the drawing until the next change", async () => {
  const { page, patch } = await open();
  await page.click('[data-act="hint"]');
  await page.answer({ move: "bid 1", sentence: "Ada bids 1" });
  assert.ok(page.query(BID).classList.contains("hinted"));
  assert.equal(message(page), "Play: Ada bids 1");
  patch({});
  assert.equal(page.query(".hinted"), null);
});

test("a hint to a move in a menu marks the menu", async () => {
  const { page } = await open();
  await page.click('[data-act="hint"]');
  await page.answer({ move: "bid 2", sentence: "Ada bids 2" });
  assert.match(page.requests[1].url, /\/choices\?.*move=bid\+2/);
  await page.answer({ name: "more", markup: MENU });
  assert.ok(page.query('[data-choice="more"]').classList.contains("hinted"));
});

async function openMenu() {
  const opened = await open();
  await opened.page.click('[data-choice="more"]');
  await opened.page.answer({ name: "more", markup: MENU });
  return opened;
}

test("a menu shows its moves and takes the focus", async () => {
  const { page } = await openMenu();
  assert.equal(page.query("#popover").hidden, false);
  assert.equal(page.document.activeElement.dataset.move, "bid 2");
});

test("an option of a menu is previewed where the menu was opened", async () => {
  const { page } = await openMenu();
  await page.click('#popover [data-move="bid 2"]');
  assert.equal(preview(page), "Say bid 2");
  assert.equal(page.query('[data-choice="more"]').lastElementChild.getAttribute("class"), "previewed");
  await page.click("#cancel");
  assert.equal(page.query(".previewed"), null);
});

test("Escape closes the menu and gives the focus back", async () => {
  const { page, board } = await openMenu();
  board.cancel();
  assert.ok(page.query("#popover").hidden);
  assert.equal(page.document.activeElement.dataset.choice, "more");
});

test("a press beside the menu closes it", async () => {
  const { page } = await openMenu();
  await page.click("#log");
  assert.ok(page.query("#popover").hidden);
});

test("a menu closes when the table moves on, and stays when it does not", async () => {
  const { page, patch } = await openMenu();
  patch({ chat: "<li>hello</li>" });
  assert.equal(page.query("#popover").hidden, false);
  patch({}, () => { page.body.dataset.n = "4"; });
  assert.ok(page.query("#popover").hidden);
});

test("a menu that arrives too late does not open", async () => {
  const { page } = await open();
  await page.click('[data-choice="more"]');
  await page.click(BID);
  await page.answer({ name: "more", markup: MENU });
  assert.ok(page.query("#popover").hidden);
});

test("a menu that cannot be loaded is a message", async () => {
  const { page } = await open();
  await page.click('[data-choice="more"]');
  await page.fail();
  assert.equal(message(page), "No answer");
});

test("a picked move that is no longer possible is given up", async () => {
  const { page, patch } = await open();
  await page.click(BID);
  patch({ "draw-map": "<g/>" });
  assert.equal(preview(page), "Say bid 1"); // the list still has it
  patch({ moves: "" });
  assert.equal(preview(page), null);
});

test("a picked move stays marked on a drawing that changed", async () => {
  const { page, patch } = await open();
  await page.click(BID);
  patch({ "draw-map": '<g data-move="bid 1" class="other"><title/></g>', moves: MOVES });
  assert.ok(page.query(BID).classList.contains("picked"));
});

test("Enter and the space bar press; other keys are left alone", async () => {
  const { page } = await open();
  assert.ok((await page.press(BID, "Enter")).defaultPrevented);
  assert.equal(preview(page), "Say bid 1");
  assert.ok(!(await page.press(BID, "x")).defaultPrevented);
  await page.press(BID, " ");
  assert.equal(page.requests.length, 1);
});

test("Tab stops once in each window, and arrows go from item to item and into the other window", async () => {
  const { page } = await open();
  const places = { "bid 1": [0, 0], more: [50, 10], aside: [20, -60], pass: [50, 200] };
  page.query("#board [data-fragment]").insertAdjacentHTML("beforeend", '<g data-move="aside" tabindex="-1"></g>');
  for (const item of page.queryAll("[data-move], [data-choice]")) {
    const [x, y] = places[item.dataset.move ?? item.dataset.choice];
    item.getBoundingClientRect = () => ({ left: x, right: x + 10, top: y, bottom: y + 10 });
  }
  assert.deepEqual(page.queryAll('[tabindex="0"]').map((item) => item.dataset.move), ["bid 1", "pass"]);
  const focus = () => page.document.activeElement.dataset.move ?? page.document.activeElement.dataset.choice;
  page.query(BID).focus();
  await page.press(BID, "ArrowRight");
  assert.equal(focus(), "more");
  await page.press(page.document.activeElement, "ArrowRight");
  assert.equal(focus(), "more");
  await page.press(page.document.activeElement, "ArrowDown");
  assert.equal(focus(), "pass");
  assert.deepEqual(page.queryAll('#board [tabindex="0"]').map((item) => item.dataset.choice), ["more"]);
});
