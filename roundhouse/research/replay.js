"use strict";
const { parts, told } = JSON.parse(document.getElementById("data").textContent);
const slider = document.getElementById("at");
const shown = {};
slider.max = told.length - 1;

function show(at) {
  for (const [name, contents] of Object.entries(parts)) {
    let which = contents.length - 1;
    while (which > 0 && contents[which][0] > at) which -= 1;
    if (shown[name] === which) continue;
    shown[name] = which;
    const group = document.getElementById(name);
    if (group) group.innerHTML = contents[which][1];
  }
  document.getElementById("count").textContent = `${at} / ${told.length - 1}`;
  document.getElementById("told").textContent = told[at];
}

function go(by) {
  slider.value = Number(slider.value) + by;
  show(Number(slider.value));
}

slider.addEventListener("input", () => show(Number(slider.value)));
document.getElementById("back").addEventListener("click", () => go(-1));
document.getElementById("on").addEventListener("click", () => go(1));
show(0);
