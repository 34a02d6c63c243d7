// Several people at one screen: a curtain falls before each secret view and shows whose turn it is.

import { body, byId, on, one } from "./dom.js";

const curtain = byId("curtain");

export function start(listen) {
  const yours = body.dataset.yours.split(",").filter(Boolean).map(Number);
  const look = (seat) => { body.dataset.reader = seat; body.dataset.since = ""; listen(); };
  const check = () => {
    const status = one(".turn-of").dataset;
    const acting = status.acting === "" ? -1 : Number(status.acting);
    if (!yours.includes(acting) || acting === Number(body.dataset.reader)) return;
    if (body.dataset.curtain === undefined) return look(acting);
    byId("curtain-name").textContent = status.actingName;
    if (!curtain.open) curtain.showModal();
    curtain.dataset.seat = acting;
  };
  on(curtain, "cancel", (event) => event.preventDefault());
  on(byId("curtain-open"), "click", () => {
    look(Number(curtain.dataset.seat));
    on(document, "patched", () => curtain.close(), { once: true });
  });
  on(document, "patched", () => { if (!curtain.open) check(); });
  check();
}
