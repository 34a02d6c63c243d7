// board.js, menu.js, focus.js: what a press on the drawing does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MENU, table } from "./table.js";

const BID = '#board [data-move="bid 1"]';

async function open(data) {
  const page = table(data);
  const board = await page.load("board.js");
  const { patch } = await page.load("patch.js");
  board.start();
  return { page, board, patch };
}

const message = (page) => (page.query("#refusal").hidden ? null : page.query("#refusal p").textContent);
const drafted = (page) => page.requests.filter(({ url }) => url.includes("/draft?")).map(({ url }) => new URL(url, "http://house.test").searchParams.get("moves"));

test("what cannot be done is explained", async () => {
  const { page } = await open();
  await page.click("[data-try]");
  assert.deepEqual(page.requests[0].data, { moves: [], move: "claim 7", seat: 0 });
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
  await page.click("#hint");
  await page.answer({ move: "bid 1", markup: '<button data-hint="bid 1">Ada bids 1</button>' });
  assert.ok(page.query(BID).classList.contains("hinted"));
  assert.equal(page.query("#coach > div").textContent, "Ada bids 1");
  patch({});
  assert.equal(page.query(".hinted"), null);
});

test("a hint to a move in a menu marks the menu", async () => {
  const { page } = await open();
  await page.click("#hint");
  await page.answer({ move: "bid 2", markup: "" });
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

test("an option of a menu goes into the draft, and the menu closes", async () => {
  const { page } = await openMenu();
  await page.click('#popover [data-move="bid 2"]');
  assert.deepEqual(drafted(page), ["bid 2"]);
  assert.ok(page.query("#popover").hidden);
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

test("Enter and the space bar press; other keys are left alone", async () => {
  const { page } = await open();
  assert.ok((await page.press(BID, "Enter")).defaultPrevented);
  assert.ok(!(await page.press(BID, "x")).defaultPrevented);
  await page.press(BID, " ");
  assert.deepEqual(drafted(page), ["bid 1", "bid 1; bid 1"]);
});

test("a click beside all targets presses the nearest within reach", async () => {
  const { page } = await open();
  const bid = page.query(BID);
  const at = (x, y) => (Math.hypot(x - 100, y - 100) <= 10 ? bid : page.query("#board"));
  page.document.elementFromPoint = at;
  const { nearest } = await page.load("snap.js");
  const found = (x, touch) => nearest(page.query("#board"), x, 100, touch);
  const moves = [[105, false], [120, false], [128, false], [130, true]].map(([x, touch]) => found(x, touch).map((item) => item.dataset.move).join());
  assert.deepEqual(moves, ["bid 1", "bid 1", "", "bid 1"]);
});

test("a finger on two targets at once means neither; a mouse means the one below it", async () => {
  const { page } = await open();
  const [bid, more] = [page.query(BID), page.query("[data-choice]")];
  page.document.elementFromPoint = (x) => (x < 100 ? bid : x < 150 ? more : page.query("#board"));
  const { nearest } = await page.load("snap.js");
  const found = (x, touch) => nearest(page.query("#board"), x, 100, touch).length;
  assert.deepEqual([found(95, false), found(95, true), found(80, true), found(125, true)], [1, 2, 1, 1]);
});

test("the key to the first move passes what only shows places", async () => {
  const { page, board } = await open();
  page.query("#board").insertAdjacentHTML("afterbegin", '<g data-shows="Rome" tabindex="-1"></g>');
  board.focusFirst();
  assert.equal(page.document.activeElement.dataset.move, "bid 1");
});

test("what names places highlights them on hover, and the other way round", async () => {
  const { page } = await open();
  page.query("#board [data-fragment]").insertAdjacentHTML("beforeend", '<g data-place="Rome"/><g data-place="Oslo"/>');
  page.query("#log ol").innerHTML = '<li data-shows="Rome Oslo">a</li><li data-shows="Oslo">b</li>';
  await page.dispatch('[data-shows="Rome Oslo"]', "pointerover");
  assert.deepEqual(page.queryAll(".shown").map((one) => one.dataset.place), ["Rome", "Oslo"]);
  await page.dispatch('[data-place="Rome"]', "pointerover");
  assert.deepEqual(page.queryAll(".shown").map((one) => one.dataset.shows), ["Rome Oslo"]);
  await page.dispatch("#chat", "pointerover");
  assert.equal(page.query(".shown"), null);
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
