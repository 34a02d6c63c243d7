// What every page has: settings, drop-downs, the lobby, setting up a table, searching the rules.

import { all, body, byId, on, one } from "./dom.js";
import { listen } from "./live.js";

const root = document.documentElement;
root.classList.add("js");

// The drawing comes in two layouts; the server learns by a cookie which one this window needs.
export function layout() {
  const name = innerWidth < 700 ? "narrow" : "wide";
  document.cookie = `layout=${name}; path=/; max-age=31536000; samesite=lax`;
  return name;
}

function settings(form) {
  on(form, "change", async (event) => {
    const { name, value } = event.target;
    if (name === "theme") root.dataset.theme = value;
    if (["sound", "oneclick", "motion"].includes(name)) body.dataset[name] = value;
    await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
    if (name === "language") location.reload();
  });
}

function setup(form) {
  const update = () => {
    const count = Number(form.elements.seats.value);
    form.classList.toggle("hot", form.elements.hotseat.checked);
    form.elements.clock.disabled = form.elements.practice.checked;
    form.querySelector("[data-slow]").hidden = !/^\d+[hd]$/.test(form.elements.clock.value);
    for (const row of form.querySelectorAll("[data-seat-row]")) {
      row.hidden = Number(row.dataset.seatRow) >= count;
      row.querySelectorAll("select, input").forEach((field) => (field.disabled = row.hidden));
      row.classList.toggle("you-here", row.querySelector("select").value === "you");
    }
  };
  form.elements.zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  on(form, "change", (event) => {
    if (event.target.tagName === "SELECT" && event.target.value === "you") {
      const mine = [...form.querySelectorAll("[data-seat-row]:not([hidden]) select")].filter((one) => one.value === "you");
      if (mine.length > 1) form.elements.hotseat.checked = true;
    }
    update();
  });
  update();
}

function search(box) {
  const lines = [...all(".rule-line")].map((line) => [line, line.textContent.toLowerCase()]);
  const found = byId("found");
  on(box, "input", () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const [line, text] of lines) count += !(line.hidden = !words.every((word) => text.includes(word)));
    for (const chapter of all(".chapter")) chapter.hidden = words.length > 0 && !chapter.querySelector(".rule-line:not([hidden])");
    found.textContent = words.length ? (count === 1 ? found.dataset.one : found.dataset.many.replace("{count}", count)) : "";
  });
}

all("[data-settings]").forEach(settings);
all("[data-setup]").forEach(setup);
all("[data-find]").forEach(search);
all("[data-auto]").forEach((form) => on(form, "change", () => form.submit()));
on(document, "click", (event) => {
  for (const drop of all(".drop[open]")) if (!drop.contains(event.target)) drop.open = false;
  const copy = event.target.closest("[data-copy]");
  if (!copy) return;
  const field = one(copy.dataset.copy);
  field.select();
  navigator.clipboard?.writeText(field.value);
  copy.textContent = byId("texts").dataset.copied;
});
on(document, "keydown", (event) => {
  const drop = one(".drop[open]");
  if (event.key === "Escape" && drop) { drop.open = false; drop.querySelector("summary").focus(); }
});
if (body.dataset.live) listen(() => body.dataset.live);
if (!body.dataset.layout) layout();
