// Make edits with the real patch.js, for tests/web/test_difference.py: a line of JSON in, a line of JSON out.
//
// In: { svg, cases: [[before, edits, after], ...] }. Out: for each case that went wrong its number, what the page holds, what it should hold.

import { createInterface } from "node:readline";
import { Page } from "./page.js";

const page = new Page('<svg><g data-fragment="svg"></g></svg><div data-fragment="html"></div>');
const { patch } = await page.load("patch.js");

/** Write what a fragment holds, with attributes in order and without the space between elements. */
function written(node) {
  if (node.nodeType === page.window.Node.TEXT_NODE) return node.data.trim() ? JSON.stringify(node.data) : "";
  const attributes = [...node.attributes].map(({ namespaceURI, name, value }) => `${namespaceURI ?? ""} ${name}=${JSON.stringify(value)}`);
  return `<${node.namespaceURI} ${node.localName} ${attributes.sort()}>${[...node.childNodes].map(written).join("")}</>`;
}

/** Make changes one after the other, and return what the fragment holds then, or why they cannot be made. */
function patched(id, ...changes) {
  try {
    for (const change of changes) patch({ [id]: change });
    return written(page.query(`[data-fragment="${id}"]`));
  } catch (error) {
    return String(error);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { svg, cases } = JSON.parse(line);
  const id = svg ? "svg" : "html";
  const results = cases.map(([before, edits, after], number) => ({ number, found: patched(id, before, edits), expected: patched(id, after) }));
  console.log(JSON.stringify(results.filter(({ found, expected }) => found !== expected)));
}
