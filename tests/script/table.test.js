// The parts of the page of a table: tabs, command box, shortcuts, privacy screen, log, clocks, sounds, title.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Page, settled } from "./page.js";
import { MOVES, TABLE, table } from "./table.js";

const turn = (seat, name, yours = "no") => `<span class="turn-of" data-yours="${yours}" data-acting="${seat}" data-acting-name="${name}"></span>`;
const front = (page) => page.queryAll(".front").map((panel) => panel.id);

/** Open a page, load scripts and start them; the last one is returned. */
async function open(data, ...names) {
  const page = table(data);
  const { patch } = await page.load("patch.js");
  let script = null;
  for (const name of names) {
    script = await page.load(name);
    script.start({});
  }
  return { page, patch, script };
}

test("one panel is in front, chosen by click or arrow key", async () => {
  const { page } = await open({}, "tabs.js");
  assert.deepEqual([front(page), page.query("[role=tablist]").hidden], [["log"], false]);
  await page.click("#tab-chat");
  assert.deepEqual(front(page), ["chat"]);
  page.query("#tab-chat").focus();
  await page.press("#tab-chat", "ArrowRight");
  assert.deepEqual([front(page), page.document.activeElement.id], [["text"], "tab-text"]);
  await page.press("#tab-text", "ArrowRight");
  assert.deepEqual(page.queryAll('[aria-selected="true"]').map((tab) => tab.id), ["tab-log"]);
  assert.equal(page.query("#tab-log").tabIndex, 0);
});

test("new messages are counted until the chat is in front", async () => {
  const { page, patch } = await open({}, "tabs.js");
  patch({ chat: "<ol><li>a</li><li>b</li></ol>" });
  assert.deepEqual([page.query("[data-unread]").textContent, page.query("[data-unread]").hidden], ["2", false]);
  await page.click("#tab-chat");
  assert.ok(page.query("[data-unread]").hidden);
});

test("the command box completes as far as it is certain", async () => {
  const { page } = await open({}, "tabs.js", "command.js");
  const box = page.query("#command");
  box.value = "b";
  assert.ok((await page.press(box, "Tab")).defaultPrevented);
  assert.equal(box.value, "bid 1");
  assert.ok(!(await page.press(box, "Tab", { shiftKey: true })).defaultPrevented);
  box.value = "zebra";
  assert.ok(!(await page.press(box, "Tab")).defaultPrevented);
  assert.deepEqual([...page.query("#commands").options].map((option) => option.value), ["bid 1", "bid 10", "pass"]);
});

test("a command picks the one move it can mean, by notation or by its words", async () => {
  for (const [typed, move] of [["bid 1", "bid 1"], ["PASSES", "pass"]]) {
    const { page } = await open({}, "board.js", "tabs.js", "command.js");
    page.query("#command").value = typed;
    await page.dispatch(page.query("#command").form, "submit");
    assert.equal(page.query("#command").value, move);
    assert.match(page.requests.at(-1).url, new RegExp(`/draft\\?.*moves=.*${move.replace(" ", "\\+")}`));
  }
});

test("a command that is no move is explained", async () => {
  const { page } = await open({}, "tabs.js", "command.js");
  page.query("#command").value = "fly";
  await page.dispatch(page.query("#command").form, "submit");
  assert.match(page.requests[0].url, /\/why$/);
  await page.answer({});
  assert.equal(page.query("#refusal p").textContent, "No such move");
});

test("the moves in words are loaded when a reader looks at them, once a moment", async () => {
  const { page, patch } = await open({}, "tabs.js", "command.js");
  patch({}, () => { page.body.dataset.n = "4"; });
  await settled();
  assert.equal(page.requests.length, 0);
  await page.click("#tab-text");
  await page.click("#tab-text");
  assert.equal(page.requests.length, 1);
  await page.answer({ fragments: { moves: MOVES.replace("pass", "stop"), sketch: "drawn" } });
  assert.equal(page.query('[data-fragment="sketch"]').textContent, "drawn");
  assert.equal([...page.query("#commands").options].at(-1).value, "stop");
});

test("moves in words that could not be loaded are asked for again", async () => {
  const { page, patch } = await open({}, "tabs.js", "command.js");
  await page.click("#tab-text");
  patch({}, () => { page.body.dataset.n = "4"; });
  await page.fail();
  patch({});
  assert.equal(page.requests.length, 2);
});

test("words for another player at this screen are not shown", async () => {
  const { page, patch } = await open({}, "tabs.js", "command.js");
  await page.click("#tab-text");
  patch({}, () => { page.body.dataset.n = "4"; });
  page.body.dataset.reader = "1";
  await page.answer({ fragments: { moves: "", sketch: "the hand of seat 0" } });
  assert.equal(page.query('[data-fragment="sketch"]').textContent, "");
});

test("shortcuts work outside of fields and dialogs, and without modifier keys", async () => {
  const { page } = await open({}, "board.js", "pan.js", "tabs.js", "command.js");
  await page.press("#board", "c");
  assert.deepEqual(front(page), ["chat"]);
  await page.press("#board", "/");
  assert.equal(page.document.activeElement.id, "command");
  assert.ok(!(await page.press("#command", "l")).defaultPrevented);
  assert.ok(!(await page.press("#board", "l", { ctrlKey: true })).defaultPrevented);
  assert.deepEqual(front(page), ["text"]);
  await page.press("#board", "u");
  assert.match(page.requests[0].url, /\/reset$/);
  await page.press("#board", "?");
  assert.ok(page.query("#keys").open);
});

test("the board zooms within its bounds", async () => {
  const { page, script } = await open({}, "pan.js");
  const width = () => Number(page.query("#board").getAttribute("viewBox").split(" ")[2]);
  script.zoom("out");
  assert.equal(width(), 100);
  for (let i = 0; i < 20; i += 1) await page.click('[data-zoom="in"]');
  assert.ok(Math.abs(width() - 100 / 6) < 1e-6);
  assert.equal(page.query('[data-zoom="fit"]').getAttribute("aria-disabled"), "false");
  await page.click('[data-zoom="fit"]');
  assert.equal(page.query("#board").getAttribute("viewBox"), "0 0 100 50");
});

test("a click that ends a drag presses nothing", async () => {
  const { page } = await open({}, "pan.js", "board.js");
  const item = page.query('#board [data-move="bid 1"]');
  for (const [target, name, x] of [[item, "pointerdown", 0], [page.window, "pointermove", 30], [page.window, "pointerup", 30]]) {
    const event = new page.window.MouseEvent(name, { bubbles: true, clientX: x });
    target.dispatchEvent(Object.assign(event, { pointerId: 1 }));
  }
  await page.click(item);
  assert.equal(page.requests.length, 0);
  await page.click(item);
  assert.equal(page.requests.length, 1);
});

async function shared() {
  const opened = await open({ yours: "0,1", privacyScreen: "" }, "tabs.js", "command.js", "privacy-screen.js");
  return { ...opened, screen: opened.page.query("#privacy-screen") };
}

test("the privacy screen names the player whose turn it is, and no key closes it", async () => {
  const { page, screen } = await shared();
  assert.ok(screen.open);
  assert.equal(page.query("#privacy-screen-name").textContent, "Bo");
  assert.ok((await page.dispatch(screen, "cancel")).defaultPrevented);
  assert.equal(page.streams.length, 0);
});

test("the privacy screen opens when the view of its player is in the page, not before", async () => {
  const { page, patch, screen } = await shared();
  await page.click("#privacy-screen-open");
  assert.match(page.stream.url, /since=&layout=wide&as=1$/);
  patch({ sketch: "words for the player before" });
  assert.ok(screen.open);
  await page.stream.send("delta", { n: 3, fragments: { status: turn(1, "Bo", "yes") } }, "t1");
  assert.ok(!screen.open);
});

test("the privacy screen comes back when the turn passes to another player here", async () => {
  const { page, screen } = await shared();
  await page.click("#privacy-screen-open");
  await page.stream.send("delta", { n: 3, fragments: { status: turn(1, "Bo", "yes") } }, "t1");
  await page.stream.send("delta", { n: 4, fragments: { status: turn(2, "Eve") } }, "t2");
  assert.ok(!screen.open);
  await page.stream.send("delta", { n: 5, fragments: { status: turn(0, "Ada") } }, "t3");
  assert.deepEqual([screen.open, page.query("#hand-over").hidden], [false, false]);
  await page.click("#hand-over-done");
  assert.deepEqual([screen.open, page.query("#hand-over").hidden], [true, true]);
  assert.equal(page.query("#privacy-screen-name").textContent, "Ada");
  await page.stream.send("delta", { n: 5, fragments: { chat: "<li>hello</li>" } }, "t4");
  assert.ok(screen.open);
});

test("a player has five seconds to look at the end of their turn before the privacy screen covers it", async () => {
  const { page, screen } = await shared();
  await page.click("#privacy-screen-open");
  await page.stream.send("delta", { n: 3, fragments: { status: turn(1, "Bo", "yes") } }, "t1");
  await page.stream.send("delta", { n: 4, fragments: { status: turn(0, "Ada") } }, "t2");
  await page.pass(4900);
  assert.ok(!screen.open);
  await page.pass(200);
  assert.ok(screen.open);
});

test("players with nothing to hide change seats without a privacy screen", async () => {
  const { page } = await open({ yours: "0,1" }, "privacy-screen.js");
  assert.ok(!page.query("#privacy-screen").open);
  assert.match(page.stream.url, /as=1$/);
});

test("earlier lines of the log are loaded, and dropped when the log moves on", async () => {
  const { page, patch } = await open({}, "log.js");
  const button = () => page.query("[data-earlier]");
  await page.click(button());
  assert.match(page.requests[0].url, /before=64$/);
  await page.answer({ markup: "<ol><li>old</li></ol>" });
  assert.deepEqual([page.query("#log-oldest").textContent, button().hidden], ["old", true]);
  patch({ "log-earlier": [[[0], { "data-earlier": "128" }]] });
  assert.deepEqual([page.query("#log-oldest").textContent, button().hidden], ["", false]);
});

test("clocks count down, turn red when short, and the last seconds are announced", async () => {
  const page = table({ now: String(Date.now() / 1000) });
  const end = Date.now() / 1000 + 30.5;
  page.query(".status").innerHTML = `<span class="clock" data-deadline="${end}" data-short="20" data-mine>0:00</span>`;
  let passed = 0;
  const { Date: real } = page.window;
  page.window.Date = class extends real { static now = () => real.now() + passed; };
  const clock = await page.load("clock.js");
  clock.start();
  const label = page.query(".clock");
  assert.deepEqual([label.textContent, label.classList.contains("short")], ["0:30", false]);
  passed = 21_000;
  await page.pass(500);
  assert.deepEqual([label.textContent, label.classList.contains("short")], ["0:09", true]);
  assert.equal(page.query("#clock-news").textContent, "30 seconds left");
});

test("a clock shows hours and days in words", async () => {
  const { face } = await table({ now: "0" }).load("clock.js");
  assert.deepEqual([-5, 59.9, 3599, 3600, 7300, 90_000].map(face), ["0:00", "0:59", "59:59", "1 h 0 min", "2 h 1 min", "1 d 1 h"]);
});

/** Let a page make sounds that can be counted. */
function hear(page) {
  const tones = [];
  const node = () => ({ frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (other) => other, stop() {} });
  page.window.AudioContext = class {
    currentTime = 0;
    createGain = node;
    createOscillator = () => {
      const tone = { ...node(), start: () => tones.push(tone.frequency.value) };
      return tone;
    };
  };
  return tones;
}

for (const [sound, expected] of [["on", [[523, 784], [330], [660]]], ["off", [[], [], []]]]) {
  test(`sounds that are ${sound} tell a turn, a move and a message apart`, async () => {
    const { page, patch } = await open({ sound }, "turn.js");
    const tones = hear(page);
    const changes = [{ status: turn(0, "Ada", "yes"), log: "<li>a move</li>" }, { log: "<li>another</li>" }, { chat: "<ol><li>hello</li></ol>" }];
    const heard = changes.map((fragments) => {
      patch(fragments);
      return tones.splice(0);
    });
    assert.deepEqual(heard, expected);
  });
}

test("title and icon say when it is the reader's turn", async () => {
  const { page, patch } = await open({}, "turn.js");
  patch({ status: turn(0, "Ada", "yes") });
  assert.deepEqual([page.document.title, page.query("link[rel=icon]").getAttribute("href")], ["● Your turn · Table", "/turn.svg"]);
  patch({ status: turn(1, "Bo") });
  assert.equal(page.document.title, "Table");
});

test("the page of a table starts all of its parts and listens from what it shows", async () => {
  const page = table({ yours: "0,1", privacyScreen: "", now: "0" });
  await page.load("table.js");
  assert.equal(page.body.dataset.ready, "");
  assert.match(page.stream.url, /since=t3/);
  assert.ok(page.query("#privacy-screen").open);
  await page.click('#board [data-move="bid 1"]');
  assert.match(page.requests[0].url, /\/draft\?/);
  assert.deepEqual([front(page), page.reloads], [["log"], 0]);
});

test("a table whose drawing is for another width of the window is loaded anew", async () => {
  const page = table({ layout: "narrow" });
  await page.load("table.js");
  assert.deepEqual([page.reloads, page.document.cookie], [1, "layout=wide"]);
});

test("a phone on its side keeps the drawing of a phone", async () => {
  const page = table({ layout: "narrow" });
  page.turnPhone();
  await page.load("table.js");
  assert.deepEqual([page.reloads, page.document.cookie], [0, "layout=narrow"]);
});

test("the page of a table that waits for players has a chat and listens", async () => {
  const page = new Page('<div data-fragment="waiting"></div><form data-chat action="/table/abc/chat"><input name="text" value="hello"></form>', TABLE);
  await page.load("waiting.js");
  await page.dispatch("form", "submit");
  assert.equal(page.requests[0].data.text, "hello");
  await page.stream.send("reload");
  assert.equal(page.reloads, 1);
});
