// A small page of a table, with the ids and attributes that the scripts look for in the templates.

import { Page } from "./page.js";

const move = (text, more = "") => `<g data-move="${text}" tabindex="-1"><title>Say ${text}</title><rect/>${more}</g>`;

export const TABLE = { table: "/table/abc", n: "3", since: "t3", layout: "wide", reader: "0", yours: "0", confirm: "turn", atOnce: "", sound: "off" };
export const MOVES = '<form class="move-list"><button value="bid 1">Ada bids 1</button><button value="bid 10">Ada bids 10</button>'
  + '<button value="pass">Ada passes</button></form>';
export const MENU = `<g>${move("bid 2", '<g data-result="x"/>')}${move("bid 3")}</g>`;

const MARKUP = `
  <span data-fragment="status" class="status"><span class="turn-of" data-yours="no" data-acting="1" data-acting-name="Bo"></span></span>
  <svg id="board" viewBox="0 0 100 50"><g data-fragment="draw-map">${move("bid 1")}<g data-choice="more" tabindex="-1"><rect class="invite"/></g>
    <g data-try="claim 7"/></g></svg>
  <div class="zoom"><button data-zoom="in"></button><button data-zoom="out"></button><button data-zoom="fit"></button></div>
  <svg id="panels" viewBox="0 0 40 40"><g data-fragment="draw-cards">${move("pass")}</g></svg>
  <div data-fragment="actions"><span data-can="undo reset hint"></span><button data-act="undo">Undo</button></div>
  <div id="bar"><div id="coach" hidden><div></div><button class="close"></button></div><div data-fragment="draft"></div><p id="draft-news"></p><button id="hint"></button><button id="reset"></button>
    <button id="take-back"></button><button id="confirm"></button></div>
  <div id="refusal" hidden><p></p><button class="close"></button></div>
  <div role="tablist" hidden>
    <button role="tab" id="tab-log" aria-controls="log"></button>
    <button role="tab" id="tab-chat" aria-controls="chat"><span data-unread hidden></span></button>
    <button role="tab" id="tab-text" aria-controls="text"></button>
  </div>
  <div id="log"><select id="log-of"><option value=""></option><option value="1"></option></select><div id="log-oldest"></div><div data-fragment="log-earlier"><button data-earlier="64">Earlier</button></div>
    <div data-fragment="log"><ol><li value="3">a line</li></ol></div></div>
  <div id="chat"><div data-fragment="chat"></div><form data-chat action="/table/abc/chat"><input name="text"></form></div>
  <div id="text"><form><input id="command"><datalist id="commands"></datalist></form>
    <div data-fragment="moves">${MOVES}</div><div data-fragment="sketch"></div></div>
  <div data-fragment="manage"><form data-post action="/table/abc/pace"><input name="ms" value="900"><input name="level" value="novice"></form></div>
  <svg id="animation"></svg>
  <div id="popover" hidden><svg></svg></div>
  <dialog id="keys"></dialog>
  <dialog id="privacy-screen"><span id="privacy-screen-name"></span><button id="privacy-screen-open"></button></dialog>
  <p id="hand-over" hidden><button id="hand-over-done"></button></p>
  <p id="banner" hidden data-lost="lost" data-back="back"></p>
  <p id="clock-news"></p>
  <template id="texts" data-turn="Your turn" data-failed="No answer" data-unknown="No such move" data-moved-on="Moved on"
    data-hours="{hours} h {minutes} min" data-days="{days} d {hours} h" data-left="{seconds} seconds left"></template>`;

/** Open a page of a table; `data` are more data attributes of its body. */
export const table = (data = {}) => new Page(MARKUP, { ...TABLE, ...data });
