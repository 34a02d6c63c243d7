// What every page has: settings, drop-downs, the live stream of the page, and the forms to set up a table and to search the rules.

import { body, byId, closest, element, query, queryAll } from "./dom.js";
import { listen } from "./live.js";
import * as nonce from "./nonce.js";

const root = document.documentElement;
root.classList.add("js");

const PHONE = 500; // pixels of the shorter side of a screen, at most

/** Tell the server by a cookie which of the two layouts of a drawing this window needs, and return it; a phone on its side keeps its own. */
export function layout() {
  const name = innerWidth < 700 || Math.min(screen.width, screen.height) <= PHONE ? "narrow" : "wide";
  document.cookie = `layout=${name}; path=/; max-age=31536000; samesite=lax`;
  return name;
}

/** @param {HTMLFormElement} form */
function startSettings(form) {
  form.addEventListener("change", async ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const { name, value } = target;
    if (name === "theme") root.dataset.theme = value;
    if (["sound", "confirm", "motion"].includes(name)) body.dataset[name] = value;
    const fields = new URLSearchParams();
    for (const [key, field] of new FormData(form)) fields.append(key, String(field));
    await fetch(form.action, { method: "POST", body: fields, redirect: "manual" });
    if (name === "language") location.reload();
  });
}

/** @param {HTMLFormElement} form */
function startSetup(form) {
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const update = () => {
    form.classList.toggle("hot", field("hotseat").checked);
    field("clock").disabled = field("practice").checked;
    const slow = query("[data-slow]", form);
    if (slow) slow.hidden = !/^\d+[hd]$/.test(field("clock").value);
    for (const row of queryAll("[data-seat-row]", form)) updateSeat(row, Number(field("seats").value));
  };
  field("zone").value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  form.addEventListener("change", ({ target }) => {
    const here = [...queryAll("[data-seat-row]:not([hidden]) select", form)].filter((one) => one instanceof HTMLSelectElement && one.value === "you");
    if (target instanceof HTMLSelectElement && target.value === "you" && here.length > 1) field("hotseat").checked = true;
    update();
  });
  update();
}

/**
 * Hide the row of a seat that the table does not have.
 * @param {HTMLElement} row
 * @param {number} seats
 */
function updateSeat(row, seats) {
  row.hidden = Number(row.dataset.seatRow) >= seats;
  const [player, name] = /** @type {(HTMLSelectElement | HTMLInputElement)[]} */ ([...row.querySelectorAll("select, input")]);
  player.disabled = name.disabled = row.hidden;
  row.classList.toggle("you-here", player.value === "you");
}

/** @param {HTMLInputElement} box */
function startSearch(box) {
  const lines = [...queryAll(".rule-line")].map((line) => ({ line, words: (line.textContent ?? "").toLowerCase() }));
  const result = element("found", HTMLElement);
  const { one = "", many = "" } = result.dataset;
  box.addEventListener("input", () => {
    const wanted = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { line, words } of lines) line.hidden = !wanted.every((word) => words.includes(word));
    for (const chapter of queryAll(".chapter")) chapter.hidden = wanted.length > 0 && !query(".rule-line:not([hidden])", chapter);
    const count = lines.filter(({ line }) => !line.hidden).length;
    result.textContent = !wanted.length ? "" : count === 1 ? one : many.replace("{count}", String(count));
  });
}

/** @param {HTMLElement} button */
function copyField(button) {
  const field = query(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  field.select();
  navigator.clipboard?.writeText(field.value);
  button.textContent = byId("texts")?.dataset.copied ?? "";
}

/** Offer a link to other programs of the device. @param {HTMLElement} button */
function shareField(button) {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector(button.dataset.share ?? ""));
  if (field) navigator.share({ title: document.title, url: field.value }).catch(() => {}); // the player may change their mind
}

document.documentElement.classList.toggle("can-share", "share" in navigator);
for (const form of queryAll("[data-settings]")) startSettings(/** @type {HTMLFormElement} */ (form));
for (const form of queryAll("[data-setup]")) startSetup(/** @type {HTMLFormElement} */ (form));
for (const box of queryAll("[data-find]")) startSearch(/** @type {HTMLInputElement} */ (box));
for (const form of queryAll("[data-auto]")) form.addEventListener("change", () => /** @type {HTMLFormElement} */ (form).submit());
const openDrops = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".drop[open]"));
document.addEventListener("click", (event) => {
  for (const drop of openDrops()) if (event.target instanceof Node && !drop.contains(event.target)) drop.open = false;
  const button = closest(event, "[data-copy]");
  if (button) copyField(button);
  const share = closest(event, "[data-share]");
  if (share) shareField(share);
});
document.addEventListener("keydown", (event) => {
  const [drop] = openDrops();
  if (event.key !== "Escape" || !drop) return;
  drop.open = false;
  query("summary", drop)?.focus();
});
nonce.start();
navigator.serviceWorker?.register("/worker.js").catch(() => {}); // not in private windows; the site works without it
const { live } = body.dataset;
if (live) listen(() => live);
if (!body.dataset.layout) layout();
