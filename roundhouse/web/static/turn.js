// Whose turn it is, in the title, the icon and the sounds of the page.

import { query, queryAll } from "./dom.js";
import { text } from "./message.js";
import { play } from "./sound.js";

const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
const plain = { icon: icon.href, title: document.title };

/** Return whether it is the reader's turn. */
export const isYours = () => query(".turn-of")?.dataset.yours === "yes";

const messageCount = () => queryAll('[data-fragment="chat"] li').length;

function updateTitle() {
  document.title = isYours() ? `● ${text("turn")} · ${plain.title}` : plain.title;
  icon.href = isYours() ? icon.dataset.turn ?? plain.icon : plain.icon;
}

export function start() {
  let yours = isYours();
  let messages = messageCount();
  document.addEventListener("patched", ({ detail: fragments }) => {
    updateTitle();
    if (isYours() && !yours) play("turn");
    else if ("log" in fragments) play("move");
    else if (messageCount() > messages) play("chat");
    yours = isYours();
    messages = messageCount();
  });
  updateTitle();
}
