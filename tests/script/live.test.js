// live.js: the token of the page stands for what the page shows, and a page that is wrong becomes right again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Page, settled } from "./page.js";

const PAGE = '<div data-fragment="list"><p>1</p><p>2</p></div>'
  + '<p id="banner" hidden data-lost="lost" data-back="back"></p>';
const TABLE = { table: "/table/abc", n: "3", since: "t3", layout: "wide", reader: "0" };
const GOOD = { n: 4, fragments: { list: [[[1], "two"]] } };
const BAD = { n: 4, fragments: { list: [[[0], "one"], [[7], "x"]] } };
const WHOLE = { n: 4, fragments: { list: "<p>one</p><p>two</p>" } };
const NOWHERE = { n: 4, fragments: { elsewhere: "x" } };

async function open(expectsErrors = false) {
  const page = new Page(PAGE, TABLE);
  page.expectsErrors = expectsErrors;
  const { listenToTable } = await page.load("live.js");
  listenToTable();
  return page;
}

const since = (stream) => new URL(stream.url, "http://house.test").searchParams.get("since");
const shown = (page) => [page.body.dataset.n, page.body.dataset.since, page.query("[data-fragment]").innerHTML];

test("the stream begins where the page was rendered", async () => {
  const page = await open();
  assert.equal(page.stream.url, "/table/abc/live?since=t3&layout=wide&as=0");
});

test("a change is applied and the token advances", async () => {
  const page = await open();
  await page.stream.send("delta", GOOD, "t4");
  assert.deepEqual(shown(page), ["4", "t4", "<p>1</p><p>two</p>"]);
  assert.equal(page.streams.length, 1);
});

test("a change that does not fit is not applied, and everything is asked for once", async () => {
  const page = await open(true);
  const first = page.stream;
  await first.send("delta", BAD, "t4");
  assert.deepEqual(shown(page), ["3", "", "<p>1</p><p>2</p>"]);
  assert.equal(first.readyState, 2);
  assert.equal(page.streams.length, 2);
  assert.equal(since(page.stream), "");
  await page.stream.send("delta", WHOLE, "t4");
  assert.deepEqual(shown(page), ["4", "t4", "<p>one</p><p>two</p>"]);
  await page.pass(60_000);
  assert.equal(page.streams.length, 2);
  assert.equal(page.reloads, 0);
  assert.equal(page.errors.length, 1);
});

test("what a closed stream still sends is ignored", async () => {
  const page = await open(true);
  const first = page.stream;
  await first.send("delta", BAD, "t4");
  await first.send("delta", GOOD, "t5");
  await first.break(true);
  await page.pass(60_000);
  assert.deepEqual(shown(page), ["3", "", "<p>1</p><p>2</p>"]);
  assert.equal(page.streams.length, 2);
});

for (const [name, event] of [["JSON", "{"], ["a fragment of another page", NOWHERE], ["nothing", "null"]]) {
  test(`broken events (${name}) do not load the page again and again`, async () => {
    const page = await open(true);
    await page.stream.send("delta", event, "t4"); // everything is asked for
    assert.deepEqual([page.streams.length, page.reloads], [2, 0]);
    await page.stream.send("open");
    await page.stream.send("delta", event, "t4"); // the page is loaded
    assert.deepEqual([page.streams.length, page.reloads], [2, 1]);

    await page.stream.send("delta", event, "t4"); // as if that had not helped
    assert.deepEqual([page.streams.length, page.reloads], [2, 1]);
    assert.equal(page.query("#banner").hidden, true);
    const waits = [];
    for (let tries = 3; tries < 9; tries += 1) {
      let seconds = 0;
      while (page.streams.length < tries) {
        await page.pass(1000);
        seconds += 1;
      }
      waits.push(seconds);
      await page.stream.send("open");
      await page.stream.send("delta", event, "t4");
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 15, 15]);
    assert.equal(page.reloads, 1);
    assert.deepEqual([page.query("#banner").hidden, page.query("#banner").textContent], [false, "lost"]);

    await page.pass(15_000);
    await page.stream.send("delta", WHOLE, "t9");
    assert.deepEqual(shown(page), ["4", "t9", "<p>one</p><p>two</p>"]);
    assert.equal(page.query("#banner").textContent, "back");
    await page.pass(2000);
    assert.equal(page.query("#banner").hidden, true);
    for (let i = 0; i < 2; i += 1) await page.stream.send("delta", event, "x"); // another failure, which may load the page once more
    assert.equal(page.reloads, 2);
  });
}

test("after a success a later failure counts as the first", async () => {
  const page = await open(true);
  for (let i = 1; i < 5; i += 1) {
    await page.stream.send("delta", BAD, "x");
    assert.equal(page.streams.length, i + 1);
    await page.stream.send("delta", WHOLE, "t");
  }
  assert.equal(page.reloads, 0);
});

test("a listener that fails costs nothing but itself", async () => {
  const page = await open(true);
  page.document.addEventListener("patched", () => { throw new Error("a broken listener"); });
  await page.stream.send("delta", GOOD, "t4");
  assert.deepEqual(shown(page), ["4", "t4", "<p>1</p><p>two</p>"]);
  assert.deepEqual([page.streams.length, page.errors.length], [1, 1]);
});

test("a short break is not mentioned, a long one is", async () => {
  const page = await open();
  await page.stream.break(false);
  await page.pass(1400);
  await page.stream.send("open");
  await page.pass(5000);
  assert.equal(page.query("#banner").hidden, true);

  await page.stream.break(false);
  await page.pass(1500);
  assert.equal(page.query("#banner").textContent, "lost");
  await page.stream.send("open");
  assert.equal(page.query("#banner").textContent, "back");
  await page.pass(2000);
  assert.equal(page.query("#banner").hidden, true);
  assert.equal(page.streams.length, 1);
});

test("a stream that the browser has given up is opened again, less and less often, from what the page shows", async () => {
  const page = await open();
  await page.stream.send("delta", GOOD, "t4");
  const waits = [];
  for (let tries = 2; tries < 8; tries += 1) {
    await page.stream.break(true);
    let seconds = 0;
    while (page.streams.length < tries) {
      await page.pass(1000);
      seconds += 1;
    }
    waits.push(seconds);
    assert.equal(since(page.stream), "t4");
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 15, 15]);
  await page.stream.send("open");
  await page.stream.break(true);
  await page.pass(1000);
  assert.equal(page.streams.length, 8);
});

test("listening anew ends what was under way", async () => {
  const page = await open();
  const { listenToTable } = await page.load("live.js");
  const first = page.stream;
  await first.break(true);
  listenToTable();
  await page.pass(60_000);
  assert.equal(page.streams.length, 2);
  assert.deepEqual([first.readyState, page.stream.readyState], [2, 1]);
});

for (const name of ["reload", "gone"]) {
  test(`the page is loaded anew on "${name}"`, async () => {
    const page = await open();
    await page.stream.send(name);
    assert.equal(page.reloads, 1);
  });
}

test("a page without a table listens to its own stream", async () => {
  const page = new Page('<div data-fragment="lobby"></div>', { live: "/lobby/live" });
  await page.load("house.js");
  await settled();
  assert.equal(page.stream.url, "/lobby/live");
  await page.stream.send("delta", { n: 0, fragments: { lobby: "<p>open</p>" } }, "t1");
  assert.equal(page.query("[data-fragment]").innerHTML, "<p>open</p>");
});
