// A table: all that a page with a game needs, begun in order.

import { all, body, byId, on, one } from "./dom.js";
import { layout } from "./house.js";
import * as board from "./board.js";
import * as command from "./command.js";
import { listen } from "./live.js";
import * as pan from "./pan.js";
import { parsed } from "./patch.js";
import { ask, post, say, told } from "./post.js";
import { play } from "./sound.js";
import * as tabs from "./tabs.js";

const icon = one("link[rel=icon]");
const plain = { icon: icon.href, title: document.title };
const address = () => {
  const { table, since, layout, reader } = body.dataset;
  return `${table}/live?${new URLSearchParams({ since, layout, as: reader })}`;
};
const yours = () => one(".turn-of")?.dataset.yours === "yes";
let mine = yours();
let talk = 0;
let oldest = "";

// The title and the sign of the page say when it is your turn.
function call() {
  document.title = yours() ? `● ${told("turn")} · ${plain.title}` : plain.title;
  icon.href = yours() ? icon.dataset.turn : plain.icon;
}

function hear(fragments) {
  const lines = all('[data-fragment="chat"] li').length;
  if (yours() && !mine) play("turn");
  else if ("log" in fragments) play("move");
  else if (lines > talk) play("chat");
  mine = yours();
  talk = lines;
}

async function submit(event) {
  const form = event.target.closest("[data-chat], [data-post]");
  if (!form) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form));
  for (const number of ["seat", "ms"]) if (number in fields) fields[number] = Number(fields[number]);
  if (form.matches("[data-chat]")) {
    if (!fields.text.trim()) return;
    fields.rid = board.rid();
    form.reset();
  }
  const answer = await post(form.action, fields);
  if (answer.error) say(answer.error, answer);
}

async function earlier(event) {
  const button = event.target.closest("[data-earlier]");
  if (!button) return;
  const answer = await ask("log", { before: button.dataset.earlier });
  if (!answer) return;
  byId("log-oldest").prepend(...parsed(byId("log-oldest"), answer.markup));
  button.hidden = true; // and not away: edits count on it
}

// When the lines of the log move on, those before them are asked for anew.
function forget() {
  const button = one('[data-fragment="log-earlier"] [data-earlier]');
  if (!button || button.dataset.earlier === oldest) return;
  oldest = button.dataset.earlier;
  button.hidden = false;
  byId("log-oldest").replaceChildren();
}

on(document, "submit", submit);
on(document, "patched", (event) => { call(); hear(event.detail); });
call();
if (body.dataset.state === "waiting") {
  listen(address);
} else {
  const wanted = layout();
  if (wanted !== body.dataset.layout && !location.search.includes("layout=")) location.reload();
  on(matchMedia("(max-width: 699px)"), "change", () => { layout(); location.reload(); });
  on(document, "click", earlier);
  on(document, "patched", forget);
  forget();
  pan.start();
  board.start();
  tabs.start();
  command.start();
  if (byId("tour")) (await import("./tour.js")).start(); // not all tables need these three
  if (body.dataset.now) (await import("./clock.js")).start();
  listen(address);
  if (byId("curtain")) (await import("./curtain.js")).start(() => listen(address));
  body.dataset.ready = "";
}
