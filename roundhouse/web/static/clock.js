// Clocks: count down from the deadlines that the server sends, and announce to screen readers when one's own time gets short.

import { body, byId, query, queryAll } from "./dom.js";
import { text } from "./message.js";

const HOUR = 3600;
const DAY = 24 * HOUR;
const CALLS = [60, 30, 10]; // seconds left at which the time is announced
const ahead = Number(body.dataset.now) * 1000 - Date.now(); // milliseconds by which the server's clock is ahead of this one
const announcement = byId("clock-news");
let before = Infinity;

/**
 * Return a time as clockface.py writes it.
 * @param {number} seconds
 */
export function face(seconds) {
  const whole = Math.floor(Math.max(0, seconds));
  if (whole < HOUR) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  if (whole < DAY) return text("hours", { hours: Math.floor(whole / HOUR), minutes: Math.floor((whole % HOUR) / 60) });
  return text("days", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / HOUR) });
}

function tick() {
  const now = (Date.now() + ahead) / 1000;
  for (const clock of queryAll("[data-deadline]")) {
    const left = Number(clock.dataset.deadline) - now;
    write(clock, face(left));
    clock.classList.toggle("short", left < Number(clock.dataset.short));
  }
  const own = query(".status [data-deadline][data-mine]");
  const left = own ? Number(own.dataset.deadline) - now : Infinity;
  const call = CALLS.find((limit) => left <= limit && before > limit);
  if (call && before !== Infinity && announcement) announcement.textContent = text("left", { seconds: call });
  before = left;
}

/** Write the ends of slow turns in the time zone of this browser. */
function writeEnds() {
  for (const end of queryAll("time[data-until]")) {
    const moment = new Date(Number(end.dataset.until) * 1000);
    const options = /** @type {const} */ ({ weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    write(end, moment.toLocaleString(document.documentElement.lang, options));
  }
}

/** @param {HTMLElement} element @param {string} words */
function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

export function start() {
  document.addEventListener("patched", () => { writeEnds(); tick(); });
  writeEnds();
  tick();
  setInterval(tick, 500);
}
