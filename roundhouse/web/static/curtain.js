// Several people at one screen: a curtain falls before each secret view and shows whose turn it is.

const curtain = document.getElementById("curtain");
const body = document.body;

export function start(listen) {
  if (!curtain) return;
  const yours = body.dataset.yours.split(",").filter(Boolean).map(Number);
  const look = (seat) => { body.dataset.reader = seat; body.dataset.since = ""; listen(); };
  const check = () => {
    const status = document.querySelector(".turn-of").dataset;
    const acting = status.acting === "" ? -1 : Number(status.acting);
    if (!yours.includes(acting) || acting === Number(body.dataset.reader)) return;
    if (body.dataset.curtain === undefined) return look(acting);
    document.getElementById("curtain-name").textContent = status.actingName;
    if (!curtain.open) curtain.showModal();
    curtain.dataset.seat = acting;
  };
  curtain.addEventListener("cancel", (event) => event.preventDefault());
  document.getElementById("curtain-open").addEventListener("click", () => {
    look(Number(curtain.dataset.seat));
    document.addEventListener("patched", () => curtain.close(), { once: true });
  });
  document.addEventListener("patched", () => { if (!curtain.open) check(); });
  check();
}
