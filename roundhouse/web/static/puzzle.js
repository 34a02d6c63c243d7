// A puzzle: a board with legal moves, like that of a table, but nobody else plays. The answer leads to the page that explains it.

import { body, byId } from "./dom.js";
import { layout } from "./house.js";
import * as board from "./board.js";
import * as forms from "./forms.js";
import * as pan from "./pan.js";

if (layout() !== body.dataset.layout && !location.search.includes("layout=")) location.reload();
matchMedia("(max-width: 699px)").addEventListener("change", () => { layout(); location.reload(); });
document.addEventListener("sent", ({ detail }) => location.assign(detail.url ?? ""));
forms.start();
pan.start();
board.start();
if (byId("command")) (await import("./command.js")).start(); // an answered puzzle has no command box
body.dataset.ready = "";
