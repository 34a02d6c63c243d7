// Fragments: each has one parent in the page, and its content is replaced as a whole when it changed.

const SVG = "http://www.w3.org/2000/svg";

export function patch(fragments) {
  const focused = document.activeElement?.closest?.("[data-move], [data-choice]");
  const key = focused && { ...focused.dataset };
  for (const [id, markup] of Object.entries(fragments)) {
    const parent = document.querySelector(`[data-fragment="${CSS.escape(id)}"]`);
    if (parent) replace(parent, markup, id);
  }
  if (key && !focused.isConnected) refocus(key);
  document.dispatchEvent(new CustomEvent("patched", { detail: fragments }));
}

function replace(parent, markup, id) {
  if (parent.namespaceURI !== SVG) {
    parent.innerHTML = markup;
    return;
  }
  const before = words(parent);
  const frame = document.createElement("template");
  frame.innerHTML = `<svg xmlns="${SVG}">${markup}</svg>`;
  parent.replaceChildren(...frame.content.firstChild.childNodes);
  const after = words(parent);
  if (parent.closest("#panels")) {
    if (before.length === after.length) after.forEach((text, i) => text.textContent !== before[i].textContent && text.classList.add("changed"));
  } else if (id !== "draw-menus") {
    parent.classList.remove("fresh");
    parent.getBoundingClientRect(); // so that the animation begins anew
    parent.classList.add("fresh");
  }
}

const words = (parent) => [...parent.querySelectorAll("text")];

function refocus(key) {
  const [name, value] = key.move ? ["data-move", key.move] : ["data-choice", key.choice];
  document.querySelector(`:is(#board, #panels) [${name}="${CSS.escape(value)}"]`)?.focus();
}
