// The page of a table with a game.

import { body, byId } from "./dom.js";
import { layout } from "./house.js";
import * as board from "./board.js";
import * as command from "./command.js";
import * as forms from "./forms.js";
import { listenToTable } from "./live.js";
import * as log from "./log.js";
import * as pan from "./pan.js";
import * as tabs from "./tabs.js";
import * as turn from "./turn.js";

const reload = () => { if (layout() !== body.dataset.layout && !location.search.includes("layout=")) location.reload(); };
reload();
matchMedia("(max-width: 699px)").addEventListener("change", reload);
forms.start();
turn.start();
log.start();
pan.start();
board.start();
tabs.start();
command.start();
if (byId("tour")) (await import("./tour.js")).start(); // few tables need these three
if (body.dataset.now) (await import("./clock.js")).start();
listenToTable();
if (byId("privacy-screen")) (await import("./privacy-screen.js")).start();
body.dataset.ready = "";
