// Three quiet sounds: a move, your turn, a message. Off by default. A phone also taps lightly, unless motion is off.

import { body } from "./dom.js";

/** Notes of each sound: pitch in hertz, start and length in seconds. @type {Record<"move" | "turn" | "chat", number[][]>} */
const NOTES = { move: [[330, 0, 0.05]], turn: [[523, 0, 0.12], [784, 0.13, 0.2]], chat: [[660, 0, 0.06]] };
/** @type {AudioContext | null} */
let context = null;

/** Patterns of each sound for a device that is held in the hand, in milliseconds. @type {Record<keyof typeof NOTES, number[]>} */
const TAPS = { move: [8], turn: [25, 60, 25], chat: [] };
const handheld = matchMedia("(pointer: coarse)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Let a phone tap lightly. @param {number[]} pattern */
export function tap(pattern) {
  if (pattern.length && handheld.matches && !calm.matches && body.dataset.motion !== "off") navigator.vibrate?.(pattern);
}

/** @param {keyof typeof NOTES} name */
export function play(name) {
  tap(TAPS[name]);
  if (body.dataset.sound !== "on") return;
  context ??= new AudioContext();
  for (const [pitch, start, length] of NOTES[name]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    const from = context.currentTime + start;
    tone.frequency.value = pitch;
    tone.type = "triangle";
    gain.gain.setValueAtTime(0.08, from);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
