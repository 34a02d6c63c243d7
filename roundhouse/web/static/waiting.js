// The page of a table that waits for players.

import "./house.js";
import * as forms from "./forms.js";
import { listenToTable } from "./live.js";
import * as turn from "./turn.js";

forms.start();
turn.start();
listenToTable();
