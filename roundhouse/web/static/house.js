// What every page has: settings that act at once, drop-downs that close, the lobby, setting up a table, searching the rules.

import { listen } from "./live.js";

const root = document.documentElement;
const body = document.body;
root.classList.add("js");

// The drawing comes in two layouts; the server learns by a cookie which one this window needs.
export function layout() {
  const name = innerWidth < 700 ? "narrow" : "wide";
  document.cookie = `layout=${name}; path=/; max-age=31536000; samesite=lax`;
  return name;
}

function settings(form) {
  form.addEventListener("change", async (event) => {
    const { name, value } = event.target;
    if (name === "theme") root.dataset.theme = value;
    if (name === "sound" || name === "oneclick") body.dataset[name] = value;
    await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
    if (name === "language") location.reload();
  });
}

function setup(form) {
  const update = () => {
    const count = Number(form.elements.seats.value);
    form.classList.toggle("hot", form.elements.hotseat.checked);
    for (const row of form.querySelectorAll("[data-seat-row]")) {
      const select = row.querySelector("select");
      const out = Number(row.dataset.seatRow) >= count;
      row.hidden = out;
      row.querySelectorAll("select, input").forEach((field) => (field.disabled = out));
      row.classList.toggle("you-here", select.value === "you");
    }
  };
  form.addEventListener("change", (event) => {
    if (event.target.tagName === "SELECT" && event.target.value === "you") {
      const mine = [...form.querySelectorAll("[data-seat-row]:not([hidden]) select")].filter((one) => one.value === "you");
      if (mine.length > 1) form.elements.hotseat.checked = true;
    }
    update();
  });
  update();
}

function search(box) {
  const lines = [...document.querySelectorAll(".rule-line")].map((line) => [line, line.textContent.toLowerCase()]);
  const found = document.getElementById("found");
  box.addEventListener("input", () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const [line, text] of lines) {
      line.hidden = !words.every((word) => text.includes(word));
      count += !line.hidden;
    }
    for (const chapter of document.querySelectorAll(".chapter")) chapter.hidden = words.length > 0 && !chapter.querySelector(".rule-line:not([hidden])");
    found.textContent = words.length ? (count === 1 ? found.dataset.one : found.dataset.many.replace("{count}", count)) : "";
  });
}

document.querySelectorAll("[data-settings]").forEach(settings);
document.querySelectorAll("[data-setup]").forEach(setup);
document.querySelectorAll("[data-find]").forEach(search);
document.querySelectorAll("[data-auto]").forEach((form) => form.addEventListener("change", () => form.submit()));
document.addEventListener("click", (event) => {
  for (const drop of document.querySelectorAll(".drop[open]")) if (!drop.contains(event.target)) drop.open = false;
  const copy = event.target.closest("[data-copy]");
  if (!copy) return;
  const field = document.querySelector(copy.dataset.copy);
  field.select();
  navigator.clipboard?.writeText(field.value);
  copy.textContent = document.getElementById("texts")?.dataset.copied ?? "✓";
});
document.addEventListener("keydown", (event) => {
  const drop = document.querySelector(".drop[open]");
  if (event.key === "Escape" && drop) { drop.open = false; drop.querySelector("summary").focus(); }
});
if (body.dataset.live) listen(() => body.dataset.live);
if (!body.dataset.layout) layout();
