// A page in jsdom with the real scripts. Each page has a window and modules of its own, and what jsdom lacks or must not do is replaced
// here: streams, requests, timers, and the geometry of drawings.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import vm from "node:vm";
import { JSDOM, VirtualConsole } from "jsdom";

const STATIC = new URL("../../roundhouse/web/static/", import.meta.url);
const ADDRESS = "http://house.test/table/abc";

/** Wait until all promises that can settle have settled. */
export const settled = () => setImmediate();

export class Page {
  /** Requests in the order they were made: `{ url, data, answer(status, json), fail() }`. */
  requests = [];
  /** Streams in the order they were opened. */
  streams = [];
  /** Errors of the scripts: uncaught, or written to the console. A test fails of them unless it sets `expectsErrors`. */
  errors = [];
  expectsErrors = false;
  reloads = 0;
  #timers = new Map();
  #now = 0;
  #modules = new Map();

  /** Open a page with this markup in its body; `data` are data attributes of the body. */
  constructor(markup, data = {}) {
    const console = new VirtualConsole();
    console.on("error", (error) => this.#report(error));
    console.on("jsdomError", (error) => {
      if (/not implemented: navigation/i.test(error.message)) this.reloads += 1;
      else this.#report(error);
    });
    this.dom = new JSDOM(`<!doctype html><html lang="en"><head><title>Table</title><link rel="icon" href="/plain.svg" data-turn="/turn.svg"></head><body>${markup}</body></html>`, {
      url: ADDRESS,
      runScripts: "outside-only",
      pretendToBeVisual: true,
      virtualConsole: console,
    });
    this.window = this.dom.window;
    this.document = this.window.document;
    this.body = this.document.body;
    Object.assign(this.body.dataset, data);
    this.#furnish();
  }

  /** Return the exports of a script, loaded with all that it imports. */
  async load(name) {
    const module = this.#module(name);
    if (module.status === "unlinked") await module.link((specifier) => this.#module(specifier));
    await module.evaluate();
    return module.namespace;
  }

  /** Give the window and its screen a size. */
  #screen(width, height) {
    for (const [name, value] of Object.entries({ innerWidth: width, innerHeight: height, screen: { width, height } })) {
      Object.defineProperty(this.window, name, { value, configurable: true });
    }
  }

  /** Open the page on a phone that lies on its side. */
  turnPhone() {
    this.#screen(844, 390);
  }

  query(selector) {
    return this.document.querySelector(selector);
  }

  queryAll(selector) {
    return [...this.document.querySelectorAll(selector)];
  }

  /** Dispatch an event that bubbles, and wait for what follows from it. */
  async dispatch(target, name, values = {}) {
    const found = typeof target === "string" ? this.query(target) : target;
    assert.ok(found, `nothing matches ${target}`);
    const kind = name.startsWith("key") ? this.window.KeyboardEvent : name === "click" ? this.window.MouseEvent : this.window.Event;
    const event = new kind(name, { bubbles: true, cancelable: true, ...values });
    found.dispatchEvent(event);
    await settled();
    return event;
  }

  click(target) {
    return this.dispatch(target, "click");
  }

  press(target, key, more = {}) {
    return this.dispatch(target, "keydown", { key, ...more });
  }

  /** Let time pass: run the timers that are due, in order. */
  async pass(milliseconds) {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = [...this.#timers.entries()].filter(([, timer]) => timer.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      const [id, timer] = due;
      this.#now = timer.at;
      if (timer.every) timer.at += timer.every;
      else this.#timers.delete(id);
      timer.run();
      await settled();
    }
    this.#now = end;
  }

  /** Return the stream that the page listens to. */
  get stream() {
    return this.streams.at(-1);
  }

  /** Answer the oldest request that has no answer yet. */
  async answer(json, status = 200) {
    this.#open().respond(status, json);
    await settled();
  }

  /** Let the oldest request without an answer fail, as without a network. */
  async fail() {
    this.#open().reject(new TypeError("no network"));
    await settled();
  }

  #open() {
    const request = this.requests.find((one) => !one.done);
    assert.ok(request, "no request waits for an answer");
    request.done = true;
    return request;
  }

  #module(specifier) {
    const name = specifier.replace("./", "");
    if (!this.#modules.has(name)) {
      const module = new vm.SourceTextModule(readFileSync(new URL(name, STATIC), "utf-8"), {
        identifier: name,
        context: this.dom.getInternalVMContext(),
        importModuleDynamically: async (other) => {
          await this.load(other);
          return this.#module(other);
        },
      });
      this.#modules.set(name, module);
    }
    return this.#modules.get(name);
  }

  #report(error) {
    this.errors.push(error);
    if (!this.expectsErrors) process.nextTick(() => { throw error; });
  }

  #furnish() {
    const { window } = this;
    const page = this;
    window.fetch = (url, { body = null } = {}) => new Promise((resolve, reject) => {
      const data = typeof body === "string" ? JSON.parse(body) : body && Object.fromEntries(body);
      const respond = (status, json) => resolve({ ok: status < 400, status, text: async () => json, json: async () => {
        if (json === undefined) throw new SyntaxError("no JSON");
        return json;
      } });
      page.requests.push({ url: String(url), data, respond, reject, done: false });
    });
    window.EventSource = class extends window.EventTarget {
      static CLOSED = 2;
      readyState = 1;

      constructor(url) {
        super();
        this.url = url;
        page.streams.push(this);
      }

      close() {
        this.readyState = 2;
      }

      /** Send an event as the server does. */
      async send(name, data = {}, id = "") {
        this.dispatchEvent(new window.MessageEvent(name, { data: typeof data === "string" ? data : JSON.stringify(data), lastEventId: id }));
        await settled();
      }

      /** Break; a stream that is closed is not opened again by the browser. */
      async break(closed) {
        this.readyState = closed ? 2 : 0;
        this.dispatchEvent(new window.Event("error"));
        await settled();
      }
    };
    let count = 0;
    const timer = (every) => (run, after = 0) => {
      this.#timers.set(count += 1, { run, at: this.#now + after, every: every && after });
      return count;
    };
    window.setTimeout = timer(false);
    window.setInterval = timer(true);
    window.clearTimeout = window.clearInterval = (id) => this.#timers.delete(id);
    this.#screen(1280, 800);
    window.CSS = { escape: (text) => text.replace(/[^\w-]/g, (sign) => `\\${sign}`) };
    window.matchMedia = () => Object.assign(new window.EventTarget(), { matches: false });
    window.HTMLDialogElement.prototype.showModal = function showModal() { this.open = true; };
    window.HTMLDialogElement.prototype.close = function close() { this.open = false; };
    window.SVGElement.prototype.getBBox = () => ({ x: 0, y: 0, width: 100, height: 50 });
    const identity = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0, inverse: () => identity };
    window.SVGElement.prototype.getScreenCTM = () => identity;
    window.DOMPoint = class {
      constructor(x, y) {
        Object.assign(this, { x, y });
      }

      matrixTransform() {
        return this;
      }
    };
  }
}
