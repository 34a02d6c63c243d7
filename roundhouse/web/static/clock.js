// Clocks count down from what the house says; a screen reader is told when one's own time becomes short.

import { all, body, byId, on, one } from "./dom.js";
import { told } from "./post.js";

const HOUR = 3600, DAY = 24 * HOUR;
const CALLS = [60, 30, 10]; // seconds at which the time is told
const ahead = Number(body.dataset.now) * 1000 - Date.now(); // the house's clock before this one's
const news = byId("clock-news");
let before = Infinity;

function face(seconds) {
  const whole = Math.floor(Math.max(0, seconds));
  if (whole < HOUR) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  if (whole < DAY) return told("hours", { hours: Math.floor(whole / HOUR), minutes: Math.floor((whole % HOUR) / 60) });
  return told("days", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / HOUR) });
}

function tick() {
  const now = (Date.now() + ahead) / 1000;
  for (const clock of all("[data-deadline]")) {
    const left = Number(clock.dataset.deadline) - now;
    const text = face(left);
    if (clock.firstChild.data !== text) clock.firstChild.data = text;
    clock.classList.toggle("short", left < Number(clock.dataset.short));
  }
  const mine = one('.status [data-deadline][data-mine]');
  const left = mine ? Number(mine.dataset.deadline) - now : Infinity;
  const call = CALLS.find((limit) => left <= limit && before > limit);
  if (call && before !== Infinity) news.textContent = told("left", { seconds: call });
  before = left;
}

// The end of a slow turn is told in the time of this place.
function places() {
  for (const until of all("time[data-until]")) {
    const moment = new Date(Number(until.dataset.until) * 1000);
    const text = moment.toLocaleString(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    if (until.textContent !== text) until.textContent = text;
  }
}

export function start() {
  on(document, "patched", () => { places(); tick(); });
  places();
  tick();
  setInterval(tick, 500);
}
