// Other pages: the bell and notifications, the service worker, the replay, the tour, the forms to set up a table and to search the rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { Page, settled } from "./page.js";
import { table } from "./table.js";

const BELL = '<details data-bell><span data-bell-count hidden></span><div data-fragment="bell"><a data-notice="old"></a></div></details>';
const notice = (mark, where) => ({ mark, table: where, kind: "turn", head: "Your turn", place: "Express", url: `/table/${where}` });

/** A page with a bell in a browser that allows notifications; those that it shows are kept. */
async function withBell(hidden) {
  const page = new Page(BELL, { table: "/table/abc" });
  const notifications = [];
  page.window.Notification = class extends page.window.EventTarget {
    static permission = "granted";

    constructor(head, options) {
      super();
      notifications.push([head, options.tag]);
    }
  };
  page.window.localStorage.setItem("notify", "on");
  Object.defineProperty(page.document, "hidden", { value: hidden, writable: true });
  const { ring } = await page.load("bell.js");
  return { page, ring, notifications };
}

test("the bell lists and counts what waits at other tables", async () => {
  const { page, ring } = await withBell(false);
  ring({ items: [notice("a", "xyz"), notice("b", "abc")], markup: "<p>one</p>" });
  assert.deepEqual([page.query("[data-bell-count]").textContent, page.query("[data-bell-count]").hidden], ["1", false]);
  assert.equal(page.query("[data-fragment=bell]").innerHTML, "<p>one</p>");
  ring({ items: [], markup: "" });
  assert.ok(page.query("[data-bell-count]").hidden);
});

test("what is about this table is read once the page is visible", async () => {
  const { page, ring } = await withBell(true);
  ring({ items: [notice("b", "abc")], markup: "" });
  assert.equal(page.requests.length, 0);
  page.document.hidden = false;
  await page.dispatch(page.document, "visibilitychange");
  await page.dispatch(page.document, "visibilitychange");
  assert.deepEqual(page.requests.map(({ url, data }) => [url, data]), [["/notices/look", { table: "abc" }]]);
});

test("a hidden page notifies once of each thing that is new", async () => {
  const { ring, notifications } = await withBell(true);
  const items = [notice("old", "xyz"), notice("new", "xyz")];
  ring({ items, markup: "" });
  ring({ items, markup: "" });
  await settled();
  assert.deepEqual(notifications, [["Your turn", "turn-xyz"]]);
});

test("a visible page does not notify", async () => {
  const { ring, notifications } = await withBell(false);
  ring({ items: [notice("new", "xyz")], markup: "" });
  await settled();
  assert.deepEqual(notifications, []);
});

test("a page from before its reader was known is loaded anew", async () => {
  const page = new Page("");
  const { ring } = await page.load("bell.js");
  ring({ items: [], markup: "" });
  assert.equal(page.reloads, 1);
});

const NOTIFY = '<section id="here" hidden><p data-state="off"></p><p data-state="on" hidden></p><p data-state="page" hidden></p>'
  + '<p data-state="denied" hidden></p><button data-allow></button><button data-forbid hidden></button></section><input name="zone">';

/** The page about notifications in a browser with a push service, or without one. */
async function withPush(permission, service) {
  const page = new Page(NOTIFY);
  let subscription = null;
  const made = {
    endpoint: "https://push.test/1",
    toJSON: () => ({ endpoint: "https://push.test/1", keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: async () => { subscription = null; },
  };
  const registration = { pushManager: {
    getSubscription: async () => subscription,
    subscribe: async () => {
      if (!service) throw new Error("no push service");
      return (subscription = made);
    },
  } };
  page.window.Notification = { permission, requestPermission: async () => (page.window.Notification.permission = "granted") };
  const serviceWorker = { getRegistration: async () => registration, register: async () => registration, ready: Promise.resolve() };
  Object.defineProperty(page.window.navigator, "serviceWorker", { value: serviceWorker });
  await page.load("notify.js");
  await settled();
  return page;
}

const state = (page) => page.queryAll("[data-state]:not([hidden])").map((line) => line.dataset.state).join();

test("a browser with a push service is subscribed and unsubscribed", async () => {
  const page = await withPush("default", true);
  assert.deepEqual([page.query("#here").hidden, state(page)], [false, "off"]);
  await page.click("[data-allow]");
  assert.deepEqual(page.requests[0].data, { endpoint: "https://push.test/1", p256dh: "p", auth: "a" });
  await page.answer({});
  assert.equal(state(page), "on");
  await page.click("[data-forbid]");
  assert.equal(page.requests[1].url, "/account/push/end");
  await page.answer({});
  assert.equal(state(page), "off");
});

test("a browser without a push service notifies while a page is open", async () => {
  const page = await withPush("default", false);
  await page.click("[data-allow]");
  assert.deepEqual([state(page), page.requests.length], ["page", 0]);
});

test("a subscription that the server refuses is given back", async () => {
  const page = await withPush("default", true);
  await page.click("[data-allow]");
  await page.answer({ error: "Too many." }, 429);
  assert.equal(state(page), "page");
});

test("blocked notifications are explained", async () => {
  assert.equal(state(await withPush("denied", true)), "denied");
});

test("without a connection the service worker shows the page that it has kept", async () => {
  const listeners = {};
  const kept = new Map();
  const cache = { put: async (path, page) => kept.set(path, page), addAll: async (paths) => paths.forEach((path) => kept.set(path, "style")) };
  const online = { text: async () => '<link rel="stylesheet" href="/static/x/house.css">', clone() { return this; } };
  let reachable = true;
  const scope = {
    addEventListener: (name, run) => { listeners[name] = run; },
    skipWaiting() {},
    caches: { open: async () => cache, match: async (path) => kept.get(path) },
    fetch: async () => { if (reachable) return online; throw new TypeError("no connection"); },
  };
  scope.self = scope;
  vm.runInNewContext(readFileSync(new URL("../../roundhouse/web/static/worker.js", import.meta.url), "utf-8"), scope);
  let installed = null;
  listeners.install({ waitUntil: (promise) => { installed = promise; } });
  await installed;
  assert.deepEqual([...kept.keys()], ["/offline", "/static/x/house.css"]);
  reachable = false;
  let answer = null;
  const navigate = (mode) => listeners.fetch({ request: { mode }, respondWith: (promise) => { answer = promise; } });
  navigate("cors");
  assert.equal(answer, null);
  navigate("navigate");
  assert.equal(await answer, online);
});

test("the service worker shows a push message, and a click leads to its table", async () => {
  const listeners = {};
  const shown = [];
  const opened = [];
  const pages = [{ url: "http://house.test/table/abc", focus: () => opened.push("focused") }];
  const scope = {
    addEventListener: (name, run) => { listeners[name] = run; },
    registration: { showNotification: (...notification) => shown.push(notification) },
    clients: { matchAll: async () => pages, openWindow: async (path) => opened.push(path) },
    URL,
  };
  scope.self = scope;
  vm.runInNewContext(readFileSync(new URL("../../roundhouse/web/static/worker.js", import.meta.url), "utf-8"), scope);
  const push = { title: "Your turn", body: "Express", url: "/table/abc", tag: "turn-abc" };
  listeners.push({ data: { json: () => push }, waitUntil() {} });
  assert.deepEqual(JSON.parse(JSON.stringify(shown)), [["Your turn", { body: "Express", tag: "turn-abc", data: { url: "/table/abc" } }]]);
  for (const url of ["/table/abc", "/table/xyz"]) {
    let done = null;
    listeners.notificationclick({ notification: { close() {}, data: { url } }, waitUntil: (promise) => { done = promise; } });
    await done;
  }
  assert.deepEqual(opened, ["focused", "/table/xyz"]);
});

/** A replay of ten moves at move 4, with turns that begin at 0, 3 and 6. */
async function withReplay(stops = "0 1 2 3 4 5 6 7 8 9 10") {
  const page = table({ table: "", replay: "/replay/abc", at: "4", last: "10", stops });
  page.body.insertAdjacentHTML("beforeend", `<form id="slider-form"><input type="range" id="slider" name="at" min="0" max="10" value="4"></form>
    <output id="at">4 / 10</output><p class="transport">${["back", "on", "back-turn", "on-turn", "play"].map((step) => `<button data-step="${step}"></button>`).join("")}</p>
    <select id="turns"><option>0</option><option>3</option><option>6</option></select><input id="from">
    <select id="speed"><option>turn 1200</option><option selected>move 900</option><option>move 300</option></select>`);
  await page.load("replay.js");
  return page;
}

const asked = (page) => page.requests.map(({ url }) => new URL(url, "http://house.test").searchParams.get("at"));
const frame = (words) => ({ fragments: { log: `<li>${words}</li>` } });

test("a replay goes by moves and by turns", async () => {
  const page = await withReplay();
  for (const step of ["on", "back", "back-turn", "on-turn"]) {
    await page.click(`[data-step="${step}"]`);
    await page.answer(frame(step));
  }
  assert.deepEqual(asked(page), ["5", "4", "3", "6"]);
  assert.deepEqual([page.query("#at").textContent, page.query("#turns").value, page.query("#from").value], ["6 / 10", "6", "6"]);
  assert.equal(page.window.location.search, "?at=6&as=0");
});

test("draws are no steps of a replay", async () => {
  const page = await withReplay("0 3 4 7 10");
  for (const step of ["on", "on", "back", "back"]) {
    await page.click(`[data-step="${step}"]`);
    await page.answer(frame(step));
  }
  assert.deepEqual(asked(page), ["7", "10", "7", "4"]);
});

test("of several positions only the last one is shown", async () => {
  const page = await withReplay();
  await page.click('[data-step="on"]');
  await page.click('[data-step="on"]');
  await page.answer(frame("fifth"));
  assert.doesNotMatch(page.query("[data-fragment=log]").textContent, /fifth/);
  await page.answer(frame("sixth"));
  assert.match(page.query("[data-fragment=log]").textContent, /sixth/);
});

test("a position that cannot be loaded is said, and the slider goes back to what is drawn", async () => {
  const page = await withReplay();
  await page.click('[data-step="on"]');
  await page.fail();
  assert.deepEqual([page.query("#slider").value, page.query("#at").textContent], ["4", "4 / 10"]);
  assert.equal(page.query("#refusal p").textContent, "No answer");
});

test("a replay plays by itself to the end", async () => {
  const page = await withReplay();
  await page.click('[data-step="play"]');
  for (let i = 0; i < 6; i += 1) {
    await page.pass(900);
    await page.answer(frame("next"));
  }
  await page.pass(3000);
  assert.deepEqual(asked(page), ["5", "6", "7", "8", "9", "10"]);
  assert.equal(page.query('[data-step="play"]').getAttribute("aria-pressed"), "false");
});

test("a replay plays turn by turn, or faster, and the browser remembers that", async () => {
  const page = await withReplay();
  const choose = (value) => {
    page.query("#speed").value = value;
    page.query("#speed").dispatchEvent(new page.window.Event("change", { bubbles: true }));
  };
  choose("turn 1200");
  await page.click('[data-step="play"]');
  await page.pass(1200);
  await page.answer(frame("turn"));
  choose("move 300");
  await page.pass(300);
  await page.answer(frame("move"));
  assert.deepEqual(asked(page), ["6", "7"]);
  assert.equal(page.window.localStorage.getItem("replay-speed"), "move 300");
});

test("a step of the tour stays until a move is made", async () => {
  const page = table({ n: "1" });
  page.body.insertAdjacentHTML("beforeend", '<aside id="tour"><ol><li data-until="read" data-point="#log"></li><li data-until="move"></li>'
    + '<li data-until="read"></li></ol><button></button><span class="count-of"></span></aside>');
  const { patch } = await page.load("patch.js");
  (await page.load("tour.js")).start();
  const count = () => page.query(".count-of").textContent;
  assert.deepEqual([count(), page.query("#log").classList.contains("pointed")], ["1 / 3", true]);
  await page.click("#tour button");
  assert.deepEqual([count(), page.query("#tour button").hidden], ["2 / 3", true]);
  const status = '<span class="turn-of" data-yours="yes"></span>';
  patch({ status });
  assert.equal(count(), "2 / 3");
  patch({ status }, () => { page.body.dataset.n = "2"; });
  assert.equal(count(), "3 / 3");
});

test("a second seat for you shares the screen, and seats that are not there are not sent", async () => {
  const row = (seat) => `<div data-seat-row="${seat}"><select name="seat-${seat}"><option value="you"><option value="bot" selected></select><input name="name-${seat}"></div>`;
  const page = new Page(`<form data-setup><input type="radio" name="seats" value="2" checked><input type="radio" name="seats" value="3">
    ${[0, 1, 2].map(row).join("")}<input type="checkbox" name="hotseat"><input type="checkbox" name="practice">
    <select name="clock"><option value=""><option value="3d"></select><div data-slow></div><input name="zone"></form>`);
  await page.load("house.js");
  const form = page.query("form").elements;
  assert.deepEqual([form["seat-1"].disabled, form["seat-2"].disabled, page.query("[data-slow]").hidden], [false, true, true]);
  form["seat-0"].value = form["seat-1"].value = "you";
  form.clock.value = "3d";
  await page.dispatch(form["seat-1"], "change");
  assert.ok(form.hotseat.checked);
  assert.equal(page.query("[data-slow]").hidden, false);
  form.practice.checked = true;
  await page.dispatch(form.practice, "change");
  assert.ok(form.clock.disabled);
});

test("a search shows the clauses that have every word, and the chapters they are in", async () => {
  const page = new Page(`<input data-find><p id="found" data-one="1 clause" data-many="{count} clauses"></p>
    <section class="chapter"><p class="rule-line">Red trains</p><p class="rule-line">Blue trains</p></section>
    <section class="chapter"><p class="rule-line">Money</p></section>`);
  await page.load("house.js");
  const found = async (words) => {
    page.query("input").value = words;
    await page.dispatch("input", "input");
    return [page.query("#found").textContent, page.queryAll(".rule-line:not([hidden])").length, page.queryAll(".chapter:not([hidden])").length];
  };
  assert.deepEqual(await found("train"), ["2 clauses", 2, 1]);
  assert.deepEqual(await found("RED train"), ["1 clause", 1, 1]);
  assert.deepEqual(await found(""), ["", 3, 2]);
});

test("a setting acts at once and is kept", async () => {
  const page = new Page('<form data-settings action="/settings"><input type="radio" name="theme" value="dark"><input type="radio" name="sound" value="on"></form>');
  await page.load("house.js");
  for (const input of page.queryAll("input")) {
    input.checked = true;
    await page.dispatch(input, "change");
  }
  assert.deepEqual([page.document.documentElement.dataset.theme, page.body.dataset.sound], ["dark", "on"]);
  assert.deepEqual(page.requests[1].data, { theme: "dark", sound: "on" });
});
