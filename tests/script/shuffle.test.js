// The browser's share in the shuffle: it is chosen after the server has committed, sent, remembered, and compared afterwards.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Page, settled } from "./page.js";

globalThis.crypto ??= webcrypto; // Node 18 has it, but not under this name
const { below, commitmentOf, shuffleKey, verify } = await import("../../roundhouse/web/static/verify-shuffle.js");
const { drawLot, verifyLot } = await import("../../roundhouse/web/static/verify-lot.js");

const ROOT = new URL("../../", import.meta.url);
const file = (name) => readFileSync(new URL(name, ROOT), "utf-8");
const VECTORS = JSON.parse(file("docs/shuffle-vectors.json"));
const RECORD = file("docs/shuffle-example.rec");
const WEIGHTS = JSON.parse(file("docs/shuffle-example.json"));
const [, COMMITMENT] = RECORD.match(/^commitment (.*)$/m);
const [, NONCE] = RECORD.match(/^nonces \["([0-9a-f]+)", ""\]$/m);

// The verifier.

for (const { name, secret, commitment, nonces, key, draws } of VECTORS) {
  test(`the verifier computes what the test vectors say: ${name}`, async () => {
    assert.equal(await commitmentOf(secret), commitment);
    assert.equal(await shuffleKey(secret, nonces), key);
    for (const { index, total, value } of draws) assert.equal(String(await below(key, index, BigInt(total))), value);
  });
}

test("the verifier is short and imports nothing", () => {
  const text = file("roundhouse/web/static/verify-shuffle.js");
  assert.ok(text.trimEnd().split("\n").length <= 60);
  assert.doesNotMatch(text, /^import /m);
});

test("the verifier checks every draw of a record", async () => {
  const { committed, nonces, draws, wrong } = await verify(RECORD, WEIGHTS);
  assert.deepEqual({ committed, nonces, draws, wrong }, { committed: true, nonces: [NONCE, ""], draws: WEIGHTS.length, wrong: -1 });
});

test("the verifier finds another draw, another secret, other nonces, and draws that are missing", async () => {
  const [drawn] = RECORD.match(/^\* .*$/m);
  const other = WEIGHTS[0].map(([text]) => text).find((text) => `* ${text}` !== drawn);
  assert.equal((await verify(RECORD.replace(drawn, `* ${other}`), WEIGHTS)).wrong, 0);
  assert.equal((await verify(RECORD.replace(/^secret .*$/m, `secret ${"00".repeat(32)}`), WEIGHTS)).committed, false);
  assert.ok((await verify(RECORD.replace(NONCE, "00".repeat(16)), WEIGHTS)).wrong >= 0);
  assert.ok((await verify(RECORD.replace(/^nonces .*\n/m, ""), WEIGHTS)).wrong >= 0);
  assert.equal((await verify(RECORD, WEIGHTS.slice(0, -1))).wrong, WEIGHTS.length - 1);
});

// The lot.

test("the verifier draws the lot that the server has drawn, and finds any other", async () => {
  const { secret, nonces, lot } = JSON.parse(file("docs/lot-vector.json"));
  assert.deepEqual(await drawLot(secret, nonces), lot);
  const seated = lot.map((place) => nonces[place]);
  const record = (places) => `secret ${secret}\nnonces ${JSON.stringify(seated)}\nlot ${JSON.stringify(places)}\n`;
  assert.equal(await verifyLot(record(lot)), true);
  for (const other of [[...lot].reverse(), [lot[1], lot[0], ...lot.slice(2)]]) assert.equal(await verifyLot(record(other)), false);
  assert.equal(await verifyLot(`secret ${secret}\n`), null);
});

// The nonce.

const NEW_TABLE = '<form method="post" action="/tables" data-nonce><input name="seat-0" value="you"><input name="seat-1" value="novice"></form>';
const SIT = '<form method="post" action="/table/abc/sit" data-nonce="/table/abc" data-commitment="c1"><input name="seat" value="1"></form>';
const kept = (page) => JSON.parse(page.window.localStorage.getItem("shuffles") ?? "[]");
const field = (page, name) => page.query(`input[name="${name}"]`)?.value;

/** A page with a form; forms that are sent are counted instead. */
async function withForm(markup, data) {
  const page = new Page(markup, data);
  page.sent = 0;
  page.window.HTMLFormElement.prototype.submit = () => { page.sent += 1; };
  page.window.crypto.getRandomValues ??= (array) => webcrypto.getRandomValues(array);
  const { start } = await page.load("nonce.js");
  start();
  return page;
}

test("a new table gets its nonce after the server has committed", async () => {
  const page = await withForm(NEW_TABLE);
  const event = await page.dispatch("form", "submit");
  assert.ok(event.defaultPrevented);
  assert.deepEqual([page.requests.map(({ url }) => url), field(page, "nonce"), page.sent], [["/deal?"], undefined, 0]);
  await page.dispatch("form", "submit"); // a second click
  await page.answer({ deal: "token", commitment: "c1" });
  assert.deepEqual([page.requests.length, page.sent, field(page, "deal")], [1, 1, "token"]);
  assert.match(field(page, "nonce"), /^[0-9a-f]{32}$/);
  assert.deepEqual(JSON.parse(page.window.sessionStorage.getItem("shuffle")), { commitment: "c1", nonce: field(page, "nonce") });
});

test("every new table gets another deal and another nonce, from the same form too", async () => {
  const page = await withForm(NEW_TABLE);
  await page.dispatch("form", "submit");
  await page.answer({ deal: "one", commitment: "c1" });
  const before = field(page, "nonce");
  await page.dispatch("form", "submit");
  await page.answer({ deal: "two", commitment: "c2" });
  assert.deepEqual([page.queryAll("input[name=nonce]").length, field(page, "deal"), page.sent], [1, "two", 2]);
  assert.notEqual(field(page, "nonce"), before);
});

test("without an answer the form is sent without a nonce", async () => {
  const page = await withForm(NEW_TABLE);
  await page.dispatch("form", "submit");
  await page.fail();
  assert.deepEqual([page.sent, field(page, "deal"), field(page, "nonce")], [1, "", ""]);
  assert.equal(page.window.sessionStorage.getItem("shuffle"), null);
});

test("a table without a seat of one's own needs no nonce", async () => {
  const page = await withForm(NEW_TABLE.replace("you", "regular"));
  const event = await page.dispatch("form", "submit");
  assert.deepEqual([event.defaultPrevented, page.requests.length, field(page, "nonce")], [false, 0, ""]);
});

test("a seat at a table that waits has one nonce, however often the form is sent", async () => {
  const page = await withForm(SIT);
  const event = await page.dispatch("form", "submit");
  const nonce = field(page, "nonce");
  assert.ok(!event.defaultPrevented);
  assert.match(nonce, /^[0-9a-f]{32}$/);
  await page.dispatch("form", "submit");
  assert.equal(field(page, "nonce"), nonce);
  assert.deepEqual(kept(page), [{ table: "/table/abc", commitment: "c1", nonce }]);
});

test("a commitment that changes later does not replace the first one", async () => {
  const page = await withForm(SIT);
  await page.dispatch("form", "submit");
  page.query("form").dataset.commitment = "c2";
  await page.dispatch("form", "submit");
  assert.deepEqual(kept(page).map(({ commitment }) => commitment), ["c1"]);
});

test("the page of the table that was opened keeps what the page before has sent", async () => {
  const page = new Page("", { table: "/table/xyz" });
  page.window.sessionStorage.setItem("shuffle", '{"commitment":"c1","nonce":"ab"}');
  (await page.load("nonce.js")).start();
  assert.deepEqual(kept(page), [{ table: "/table/xyz", commitment: "c1", nonce: "ab" }]);
  assert.equal(page.window.sessionStorage.getItem("shuffle"), null);
});

test("what was sent for a table that was not opened is forgotten", async () => {
  const page = new Page("");
  page.window.sessionStorage.setItem("shuffle", '{"commitment":"c1","nonce":"ab"}');
  (await page.load("nonce.js")).start();
  assert.deepEqual([kept(page), page.window.sessionStorage.getItem("shuffle")], [[], null]);
});

test("only the latest hundred tables are remembered", async () => {
  const page = await withForm(SIT);
  const many = Array.from({ length: 120 }, (_, number) => ({ table: `/table/${number}`, commitment: "c", nonce: "ab" }));
  page.window.localStorage.setItem("shuffles", JSON.stringify(many));
  await page.dispatch("form", "submit");
  assert.deepEqual([kept(page).length, kept(page)[0].table, kept(page)[99].table], [100, "/table/abc", "/table/98"]);
});

test("a browser without storage sends its nonce all the same", async () => {
  const page = await withForm(SIT);
  Object.defineProperty(page.window, "localStorage", { get() { throw new Error("not allowed"); } });
  await page.dispatch("form", "submit");
  assert.match(field(page, "nonce"), /^[0-9a-f]{32}$/);
});

// The page of the shuffle.

/** The page after a game, with what the browser remembers of it; its lines. */
async function verified(share, { nonces = `${NONCE} `, commitment = COMMITMENT, player = true, record = RECORD, secure = true } = {}) {
  const names = ["committed", "uncommitted", "draws", "wrong", "mixed", "missing", "same", "changed", "unknown", "insecure", "failed"];
  const texts = names.map((name) => `data-${name}="${name}${name === "draws" ? " {count}" : name === "wrong" ? " {number}" : ""}"`).join(" ");
  const page = new Page(`<div id="shuffle" hidden data-table="/table/abc" data-commitment="${commitment}" data-nonces="${nonces}"
    data-record="/record" data-weights="/weights" ${player ? "data-player" : ""}><ul></ul></div><template id="texts" ${texts}></template>`);
  if (share) page.window.localStorage.setItem("shuffles", JSON.stringify([{ table: "/table/abc", commitment: COMMITMENT, nonce: NONCE, ...share }]));
  Object.defineProperty(page.window, "crypto", { value: secure ? webcrypto : {} });
  const loading = page.load("fairness.js");
  for (const answer of secure ? [record, WEIGHTS] : []) {
    for (let tries = 0; !page.requests.some(({ done }) => !done) && tries < 10; tries += 1) await settled();
    await page.answer(answer, answer === null ? 500 : 200);
  }
  await loading;
  assert.ok(!page.query("#shuffle").hidden);
  return page.queryAll("#shuffle li").map((line) => line.textContent);
}

test("the page repeats the draws and finds the browser's own share in them", async () => {
  assert.deepEqual(await verified({}), ["✓ same", "✓ mixed", "✓ committed", `✓ draws ${WEIGHTS.length}`]);
});

test("the page says when the server has changed its commitment or left the nonce out", async () => {
  assert.deepEqual((await verified({ commitment: "other", nonce: "ff" })).slice(0, 2), ["✗ changed", "✗ missing"]);
});

test("someone who came as a spectator has no nonce to miss", async () => {
  assert.deepEqual((await verified({ nonce: "ff" }, { player: false })).slice(0, 2), ["✓ same", "✓ committed"]);
});

test("another browser has nothing to compare", async () => {
  assert.deepEqual((await verified(null))[0], "– unknown");
});

test("the page says when a draw is wrong, or when the record says something else than the page", async () => {
  const drawn = RECORD.match(/^\* .*$/gm)[1];
  const other = WEIGHTS[1].map(([text]) => text).find((text) => `* ${text}` !== drawn);
  const lines = RECORD.split("\n");
  lines[lines.indexOf(drawn, lines.findIndex((line) => line.startsWith("*")) + 1)] = `* ${other}`;
  assert.deepEqual((await verified(null, { record: lines.join("\n") })).slice(1), ["✓ committed", "✗ wrong 2"]);
  assert.deepEqual((await verified(null, { commitment: "other" }))[1], "✗ uncommitted");
  assert.deepEqual((await verified(null, { nonces: ` ${NONCE}` }))[1], "✗ uncommitted");
});

test("without a secure page or a record the draws are not repeated, which is said", async () => {
  assert.deepEqual(await verified(null, { secure: false }), ["– unknown", "– insecure"]);
  assert.deepEqual(await verified(null, { record: null }), ["– unknown", "– failed"]);
});
