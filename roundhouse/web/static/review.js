// The review of a finished game: fetched again while the work goes on. A click on the curve opens that position in the replay.

import { body, byId, closest } from "./dom.js";
import { showChances } from "./chances.js";
import "./house.js";
import { patch } from "./patch.js";
import { get } from "./post.js";

const PAUSE = 3000; // milliseconds between two looks

async function look() {
  const answer = await get(`${body.dataset.review}/parts`, {});
  if (!answer) return void setTimeout(look, PAUSE);
  if (answer.fragments.review) patch(answer.fragments);
  const bar = byId("review-progress");
  if (bar instanceof HTMLProgressElement) bar.value = answer.progress;
  if (answer.working) setTimeout(look, PAUSE);
  else location.reload(); // the page of a review that is done, or was stopped, has other buttons
}

/** Show the chances of all seats at the moment that a pointer is on. @param {PointerEvent} event */
function tell(event) {
  const moment = closest(event, ".chance-curve [data-at]");
  if (moment) showChances(moment);
}

document.addEventListener("pointerover", tell);
document.addEventListener("click", (event) => {
  const at = closest(event, ".chance-curve [data-at]")?.dataset.at;
  if (at !== undefined) location.href = `${body.dataset.replay}?${new URLSearchParams({ at })}`;
});
if (body.dataset.working === "on") setTimeout(look, PAUSE);
