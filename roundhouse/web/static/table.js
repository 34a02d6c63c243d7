// A table: everything that a page with a game needs, begun in order.

import { layout } from "./house.js";
import * as board from "./board.js";
import * as command from "./command.js";
import * as curtain from "./curtain.js";
import { listen } from "./live.js";
import * as pan from "./pan.js";
import { patch } from "./patch.js";
import { post, say } from "./post.js";
import { play } from "./sound.js";
import * as tabs from "./tabs.js";
import * as tour from "./tour.js";

const body = document.body;
const icon = document.querySelector("link[rel=icon]");
const plain = { icon: icon.href, title: document.title };
const address = () => {
  const wish = new URLSearchParams({ since: body.dataset.since, layout: body.dataset.layout, as: body.dataset.reader });
  return `${body.dataset.table}/live?${wish}`;
};
const yours = () => document.querySelector(".turn-of")?.dataset.yours === "yes";
let mine = yours();
let talk = 0;

// The title and the sign of the page say when it is your turn.
function call() {
  const turn = document.getElementById("texts").dataset.turn;
  document.title = yours() ? `● ${turn} · ${plain.title}` : plain.title;
  icon.href = yours() ? icon.dataset.turn : plain.icon;
}

function hear(fragments) {
  const lines = document.querySelectorAll('[data-fragment="chat"] li').length;
  if (yours() && !mine) play("turn");
  else if ("log" in fragments) play("move");
  else if (lines > talk) play("chat");
  mine = yours();
  talk = lines;
}

async function submit(event) {
  const form = event.target.closest("[data-chat], [data-post], [data-fragment='waiting'] form");
  if (!form) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form));
  if ("seat" in fields) fields.seat = Number(fields.seat);
  if (form.matches("[data-chat]")) {
    if (!fields.text.trim()) return;
    fields.rid = crypto.getRandomValues(new Uint32Array(3)).join("-");
    form.reset();
  }
  const answer = await post(form.action, fields);
  if (answer.error) say(answer.error, answer);
}

async function earlier(event) {
  const button = event.target.closest("[data-earlier]");
  if (!button) return;
  const answer = await fetch(`${body.dataset.table}/log?before=${button.dataset.earlier}&as=${body.dataset.reader}`);
  if (answer.ok) patch({ log: (await answer.json()).markup });
}

document.addEventListener("submit", submit);
document.addEventListener("patched", (event) => { call(); hear(event.detail); });
call();
if (body.dataset.state === "waiting") {
  listen(address);
} else {
  const wanted = layout();
  if (wanted !== body.dataset.layout && !location.search.includes("layout=")) location.reload();
  matchMedia("(max-width: 699px)").addEventListener("change", () => { layout(); location.reload(); });
  document.addEventListener("click", earlier);
  pan.start();
  board.start();
  tabs.start();
  command.start();
  tour.start();
  listen(address);
  curtain.start(() => listen(address));
}
