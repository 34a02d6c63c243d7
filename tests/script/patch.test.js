// patch.js: every kind of change, all of them or none.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Page } from "./page.js";

const LIST = '<ol data-fragment="list"><li>1</li><li>2</li><li>3</li></ol>';
const DRAWING = '<svg id="board"><g data-fragment="draw-map"><g class="tile"><text>old</text></g><rect/></g></svg>';

async function open(markup) {
  const page = new Page(markup);
  const { patch } = await page.load("patch.js");
  return { page, patch };
}

test("markup replaces a fragment", async () => {
  const { page, patch } = await open(LIST);
  patch({ list: "<li>a</li>words" });
  assert.equal(page.query("ol").innerHTML, "<li>a</li>words");
});

for (const [name, edit, expected] of [
  ["words", [[1], "two < 2"], "<li>1</li><li>two &lt; 2</li><li>3</li>"],
  ["an attribute", [[0], { class: "a&b" }], '<li class="a&amp;b">1</li><li>2</li><li>3</li>'],
  ["an element in place of another", [[], 1, 1, "<li>b</li>"], "<li>1</li><li>b</li><li>3</li>"],
  ["an element before the first", [[], 0, 0, "<li>0</li>"], "<li>0</li><li>1</li><li>2</li><li>3</li>"],
  ["elements after the last", [[], 3, 0, "<li>4</li><li>5</li>"], "<li>1</li><li>2</li><li>3</li><li>4</li><li>5</li>"],
  ["fewer elements", [[], 0, 2, ""], "<li>3</li>"],
]) {
  test(`an edit brings ${name}`, async () => {
    const { page, patch } = await open(LIST);
    patch({ list: [edit] });
    assert.equal(page.query("ol").innerHTML, expected);
  });
}

test("an attribute without a value goes away", async () => {
  const { page, patch } = await open('<div data-fragment="one"><p class="a" title="b">words</p></div>');
  patch({ one: [[[0], { title: null, class: "c" }]] });
  assert.equal(page.query("div").innerHTML, '<p class="c">words</p>');
});

test("edits are made one after the other", async () => {
  const { page, patch } = await open(LIST);
  patch({ list: [[[], 0, 0, "<li>new</li>"], [[0], "first"], [[3], "last"]] });
  assert.equal(page.query("ol").innerHTML, "<li>first</li><li>1</li><li>2</li><li>last</li>");
});

test("elements that stay are the same elements, with their focus", async () => {
  const { page, patch } = await open('<div data-fragment="form"><input><p>1</p></div>');
  const input = page.query("input");
  input.focus();
  patch({ form: [[[1], "2"]] });
  assert.equal(page.query("input"), input);
  assert.equal(page.document.activeElement, input);
});

test("a drawing is edited in its own namespace", async () => {
  const { page, patch } = await open(DRAWING);
  patch({ "draw-map": [[[0], 1, 0, '<circle r="1"/>'], [[0], { viewBox: "0 0 1 1" }]] });
  const circle = page.query("circle");
  assert.equal(circle.namespaceURI, "http://www.w3.org/2000/svg");
  assert.ok(circle.classList.contains("fresh"));
  assert.equal(page.query(".tile").getAttribute("viewBox"), "0 0 1 1");
});

test("whole markup of a drawing is in its namespace", async () => {
  const { page, patch } = await open(DRAWING);
  patch({ "draw-map": '<path d="M0 0"/>' });
  assert.equal(page.query("path").namespaceURI, "http://www.w3.org/2000/svg");
});

test("the texts of a panel that change are marked until the next change", async () => {
  const { page, patch } = await open('<svg id="panels"><g data-fragment="draw-cash"><text>5</text><text>6</text></g></svg>');
  patch({ "draw-cash": [[[1], "7"]] });
  assert.deepEqual(page.queryAll("text").map((label) => label.getAttribute("class")), [null, "changed"]);
  patch({});
  assert.equal(page.query(".changed"), null);
});

const BAD = {
  "a path past the last child": [[9], "x"],
  "a path through a missing child": [[0, 4, 1], "x"],
  "attributes of a missing child": [[4], { class: "x" }],
  "a name that no attribute can have": [[0], { "<": "x" }],
  "a place past the end": [[], 5, 0, "<li>x</li>"],
  "a place before the first": [[], -1, 0, "<li>x</li>"],
  "more elements than there are": [[], 3, 2, "<li>x</li>"],
  "words for an element with children": [[], "x"],
  "no edit at all": [[0], null],
  "no path": ["", 0, 1, ""],
};
for (const [name, edit] of Object.entries(BAD)) {
  test(`${name}: nothing changes, whatever came before it`, async () => {
    const { page, patch } = await open(`${LIST}<p data-fragment="other">before</p>`);
    const before = page.body.innerHTML;
    let advanced = false;
    let announced = false;
    page.document.addEventListener("patched", () => { announced = true; });
    assert.throws(() => patch({ other: "after", list: [[[], 0, 0, "<li>new</li>"], [[1], "first"], edit] }, () => { advanced = true; }));
    assert.equal(page.body.innerHTML, before);
    assert.deepEqual([advanced, announced], [false, false]);
  });
}

test("a fragment without a place in the page changes nothing", async () => {
  const { page, patch } = await open(LIST);
  assert.throws(() => patch({ list: "<li>new</li>", elsewhere: "x" }), /elsewhere/);
  assert.equal(page.queryAll("li").length, 3);
});

test("markup that does not stay in a drawing changes nothing", async () => {
  const { page, patch } = await open(DRAWING);
  assert.throws(() => patch({ "draw-map": "<rect/><p>not a drawing</p>" }));
  assert.ok(page.query(".tile"));
});

test("edits of a fragment that something else has changed are refused", async () => {
  const { page, patch } = await open(LIST);
  page.query("li").innerHTML = "<font>1</font>";
  assert.throws(() => patch({ list: [[[1], "two"]] }), /another script/);
  patch({ list: "<li>1</li><li>2</li>" });
  patch({ list: [[[1], "two"]] });
  assert.equal(page.query("ol").innerHTML, "<li>1</li><li>two</li>");
});

test("what the page itself draws as a preview does not count", async () => {
  const { page, patch } = await open(DRAWING);
  page.query(".tile").insertAdjacentHTML("beforeend", '<g class="previewed"><rect/></g>');
  patch({ "draw-map": [[[0], 1, 0, "<circle/>"]] });
  assert.deepEqual([...page.query(".tile").children].map((child) => child.localName), ["text", "circle", "g"]);
});

test("listeners hear of a change when the page knows its moment", async () => {
  const { page, patch } = await open(LIST);
  let heard = null;
  page.document.addEventListener("patched", (event) => { heard = [page.body.dataset.n, event.detail]; });
  patch({ list: "" }, () => { page.body.dataset.n = "7"; });
  assert.deepEqual(heard, ["7", { list: "" }]);
});

test("the focus goes back to a move that is drawn anew", async () => {
  const { page, patch } = await open('<svg id="board"><g data-fragment="draw-a"><g data-move="go 1" tabindex="0"/></g></svg>');
  page.query("[data-move]").focus();
  patch({ "draw-a": '<g data-move="go 0" tabindex="0"/><g data-move="go 1" tabindex="0"/>' });
  assert.equal(page.document.activeElement.dataset.move, "go 1");
});
