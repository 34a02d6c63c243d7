// post.js, message.js, forms.js: requests, what goes wrong with them, and forms that are sent once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { settled } from "./page.js";
import { table } from "./table.js";

async function posted(finish) {
  const page = table();
  const { post } = await page.load("post.js");
  const answer = post("/somewhere", { a: 1 });
  await finish(page);
  return { ...(await answer) };
}

test("an answer is what the server says", async () => {
  assert.deepEqual(await posted((page) => page.answer({ n: 4 })), { n: 4 });
});

test("a refusal keeps its sentence", async () => {
  assert.deepEqual(await posted((page) => page.answer({ error: "No.", clause: "X-1" }, 422)), { error: "No.", clause: "X-1" });
});

test("a failure without a sentence gets one", async () => {
  assert.deepEqual(await posted((page) => page.answer({}, 500)), { error: "No answer", cause: "failed" });
  assert.deepEqual(await posted((page) => page.answer(undefined, 502)), { error: "No answer", cause: "failed" });
});

test("an answer without content is no failure", async () => {
  assert.deepEqual(await posted((page) => page.answer(undefined, 204)), {});
});

test("no connection is an answer, not an exception", async () => {
  assert.deepEqual(await posted((page) => page.fail()), { error: "No answer", cause: "failed" });
});

test("what is asked about a table is asked as its reader", async () => {
  const page = table({ reader: "2" });
  const { getOfTable } = await page.load("post.js");
  const answer = getOfTable("log", { before: "8" });
  assert.equal(page.requests[0].url, "/table/abc/log?as=2&layout=wide&before=8");
  await page.answer({ markup: "" });
  assert.deepEqual(await answer, { markup: "" });
});

test("what cannot be had is null", async () => {
  const page = table();
  const { getOfTable } = await page.load("post.js");
  const answers = [getOfTable("text"), getOfTable("text"), getOfTable("text")];
  await page.answer({ error: "gone" }, 404);
  await page.fail();
  await page.answer(undefined);
  assert.deepEqual(await Promise.all(answers), [null, null, null]);
});

test("every command has an id of its own", async () => {
  const { requestId } = await table().load("post.js");
  assert.equal(new Set(Array.from({ length: 50 }, requestId)).size, 50);
});

test("texts of the page get their values", async () => {
  const { text } = await table().load("message.js");
  assert.equal(text("hours", { hours: 2 }), "2 h {minutes} min");
  assert.equal(text("nothing"), "");
});

test("a message is text and never markup, and can be closed", async () => {
  const page = table();
  const { showMessage } = await page.load("message.js");
  showMessage("<b>no</b>", { clause: "X-1", link: "/rules#X-1" });
  assert.equal(page.query("#refusal p").innerHTML, '&lt;b&gt;no&lt;/b&gt; <a href="/rules#X-1" target="_blank" class="clause">X-1</a>');
  await page.click("#refusal .close");
  assert.ok(page.query("#refusal").hidden);
});

async function withForms() {
  const page = table();
  (await page.load("forms.js")).start();
  return page;
}

test("a form is sent once however often it is submitted, with numbers as numbers", async () => {
  const page = await withForms();
  for (let i = 0; i < 3; i += 1) assert.ok((await page.dispatch("[data-post]", "submit")).defaultPrevented);
  assert.equal(page.requests.length, 1);
  const { rid, ...data } = page.requests[0].data;
  assert.match(rid, /^[\d-]+$/);
  assert.deepEqual(data, { ms: 900, level: "novice" });
  await page.answer({ error: "Not now." }, 409);
  assert.equal(page.query("#refusal p").textContent, "Not now.");
  await page.dispatch("[data-post]", "submit");
  assert.equal(page.requests.length, 2);
});

test("a message of the chat is sent once and the field is empty for the next", async () => {
  const page = await withForms();
  page.query("[data-chat] input").value = "hello";
  await page.dispatch("[data-chat]", "submit");
  await page.dispatch("[data-chat]", "submit");
  assert.equal(page.requests.length, 1);
  assert.equal(page.requests[0].data.text, "hello");
  assert.equal(page.query("[data-chat] input").value, "");
});

test("a message of the chat that could not be sent is not lost", async () => {
  const page = await withForms();
  const field = page.query("[data-chat] input");
  field.value = "hello";
  await page.dispatch("[data-chat]", "submit");
  await page.fail();
  assert.equal(field.value, "hello");
  await page.dispatch("[data-chat]", "submit");
  field.value = "more";
  await page.fail();
  assert.equal(field.value, "more");
});

test("an empty message and other forms are left alone", async () => {
  const page = await withForms();
  page.query("[data-chat] input").value = "  ";
  await page.dispatch("[data-chat]", "submit");
  assert.ok(!(await page.dispatch(".move-list", "submit")).defaultPrevented);
  await settled();
  assert.equal(page.requests.length, 0);
});
