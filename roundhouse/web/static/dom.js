// Short names for what every module does with the page.

export const body = document.body;
export const byId = (id) => document.getElementById(id);
export const one = (selector) => document.querySelector(selector);
export const all = (selector) => document.querySelectorAll(selector);
export const on = (it, name, run, how) => it?.addEventListener(name, run, how);
