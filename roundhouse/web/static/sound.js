// Three quiet sounds: somebody moved, your turn, somebody said something. Off by preference.

import { body } from "./dom.js";

const NOTES = { move: [[330, 0, 0.05]], turn: [[523, 0, 0.12], [784, 0.13, 0.2]], chat: [[660, 0, 0.06]] };
let context = null;

export function play(name) {
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
