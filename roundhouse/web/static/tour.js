// A first game: one explanation at a time, each until it is read, a move is made, or something new is on the table.

const tour = document.getElementById("tour");

export function start() {
  if (!tour) return;
  const steps = [...tour.querySelectorAll("li")];
  const next = tour.querySelector("button");
  const count = tour.querySelector(".count-of");
  const key = `tour ${location.pathname}`;
  let at = Math.min(Number(sessionStorage.getItem(key) ?? 0), steps.length - 1);
  let since = Number(document.body.dataset.n);

  const see = (selector) => !selector || document.querySelector(selector);
  const show = () => {
    steps.forEach((step, i) => step.classList.toggle("front", i === at));
    count.textContent = `${at + 1} / ${steps.length}`;
    next.hidden = at + 1 >= steps.length || steps[at].dataset.until === "move";
    since = Number(document.body.dataset.n);
    sessionStorage.setItem(key, at);
    point();
  };
  const point = () => {
    document.querySelectorAll(".pointed").forEach((one) => one.classList.remove("pointed"));
    const where = steps[at].dataset.point;
    if (where) document.querySelectorAll(where).forEach((one) => one.classList.add("pointed"));
  };
  const on = () => {
    if (at + 1 < steps.length) { at += 1; show(); }
  };
  document.addEventListener("patched", () => {
    const yours = document.querySelector(".turn-of").dataset.yours === "yes";
    const moved = Number(document.body.dataset.n) > since;
    const coming = steps[at + 1];
    if (steps[at].dataset.until === "move" && moved && coming && see(coming.dataset.see) && (yours || coming.dataset.see)) on();
  });
  next.addEventListener("click", on);
  show();
}
